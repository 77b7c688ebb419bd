#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# dejagnu-self.sh: what dejagnu.py makes of directives.

set -u
command -v python3 > /dev/null || { echo "SKIP: no python3"; exit 77; }
srcdir=$(cd "$srcdir" && pwd)
work=$PWD/dejagnu-self.dir
rm -rf "$work" && mkdir -p "$work/gfortran.dg/lto" "$work/libgomp.c" \
  && cd "$work" || exit 99
failed=0

# write NAME DIRECTIVE...: a test with these.
write ()
{
  name=$1
  shift
  for directive do
    echo "! { $directive }"
  done > "$name"
}

# expect NAME [FIELD...]: what dejagnu.py says of the test, commas for tabs
# and nothing for the folder; no field: nothing.
expect ()
{
  name=$1
  shift
  said=$(python3 "$srcdir/dejagnu.py" . gfortran.dg libgomp.c \
	   | grep "^$name	" | cut -f2- | sed "s,\./,,g" | tr '\t' ',')
  test "$said" != "$*" || return 0
  echo "FAIL: $name: '$said', not '$*'"
  sed 's/^/  /' "$name"
  failed=1
}

t=gfortran.dg/a.f90
write $t 'dg-do run'
expect $t 'run,,,,'
write $t 'dg-do compile'
expect $t
write $t 'dg-do run' 'dg-options "-std=f2008 -O2"' \
  'dg-additional-options "-g" { target x86_64-*-* }' \
  'dg-additional-options "-no" { target aarch64*-*-* }' \
  'dg-add-options ieee' 'dg-add-options bind_pic_locally'
expect $t 'run,-std=f2008 -O2 -g -fPIE,,,'
write $t 'dg-do run' 'dg-options'
expect $t 'run,,,,'
write $t 'dg-do run { target { lp64 && { ! newlib } } }'
expect $t 'run,,,,'
write $t 'dg-do run { target { ilp32 || powerpc*-*-* } }'
expect $t
write $t 'dg-do run' 'dg-require-effective-target fortran_real_16'
expect $t 'run,,,,'
write $t 'dg-do run' 'dg-require-effective-target ia32'
expect $t
# What is not understood matters where the test is run, only.
write $t 'dg-do run' 'dg-require-effective-target surprise'
expect $t 'skip,condition surprise'
write $t 'dg-do run { target surprise }'
expect $t 'skip,condition surprise'
write $t 'dg-do compile' 'dg-require-effective-target surprise'
expect $t
write $t 'dg-do run' 'dg-surprise'
expect $t 'skip,dg-surprise'
# Skipped with options of its own, not to save time.
write $t 'dg-do run' 'dg-options "-fpad"' \
  'dg-skip-if "" { *-*-* } { "-f*pad" }'
expect $t
write $t 'dg-do run' 'dg-skip-if "" { *-*-* } { "-f*pad" }'
expect $t 'run,,,,'
write $t 'dg-do run' 'dg-skip-if "" { *-*-* }'
expect $t
write $t 'dg-do run' 'dg-skip-if "" { *-*-* } { "*" } { "-O0" "-O2" }'
expect $t 'run,,,,'
write $t 'dg-do run' 'dg-skip-if "" { *-*-* } { "*" } { "" }'
expect $t
# A test of what GCC says its options are.
write $t 'dg-do run' 'dg-skip-if "" { *-*-* } { "-fcompare-debug" } { "" }'
expect $t 'skip,prints its options'
write $t 'dg-do run' 'dg-additional-sources "b.c c.f90"' \
  'dg-compile-aux-modules "m.f90"' 'dg-set-target-env-var A "1"'
expect $t 'run,,gfortran.dg/b.c gfortran.dg/c.f90,A=1,gfortran.dg/m.f90'
# Link-time optimisation.
t=gfortran.dg/lto/b_0.f90
write $t 'dg-lto-do run' 'dg-lto-options {{-O3 -flto} {-flto}}' \
  'dg-extra-ld-options "-w"'
touch gfortran.dg/lto/b_1.c gfortran.dg/lto/b_2.f90 gfortran.dg/lto/c_1.f90
expect $t \
  'run,-O3 -flto -w,gfortran.dg/lto/b_1.c gfortran.dg/lto/b_2.f90,,'
write $t 'dg-lto-do link'
expect $t
# libgomp's are run, with OpenMP.
t=libgomp.c/d.c
write $t 'dg-options "-O2"'
expect $t 'run,-O2 -fopenmp,,,'
write $t 'dg-do compile'
expect $t

cd / && test "$failed" -ne 0 || rm -rf "$work"
exit "$failed"
