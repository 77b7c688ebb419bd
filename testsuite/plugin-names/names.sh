#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# names.sh: the descriptors call references and loops what the source calls
# them, at every level of optimisation and through link-time optimisation.

. "$srcdir/../plugin/plugin-lib.sh"

# dump_names COMPILER SOURCE OPTIONS...: the names in SOURCE's descriptors, to
# the file dump.
dump_names ()
{
  compiler=$1 source=$2
  shift 2
  "$compiler" -fplugin="$plugin" "$@" -c "$srcdir/$source" -o source.o \
    || return 1
  case " $* " in
    *" -flto "*)
      "$compiler" -fplugin="$plugin" "$@" -r -nostdlib \
	-flinker-output=nolto-rel source.o -o linked.o || return 1
      mv linked.o source.o ;;
  esac
  # Nothing runs: the calls go nowhere.
  {
    nm -u source.o | sed -n '/__memlb_rt_gates/d
      s/^ *U \(.*memlb.*\)/.globl "\1"\n"\1":/p'
    echo '.section .tbss,"awT",@nobits
	  .globl __memlb_rt_gates
	  .type __memlb_rt_gates, @object
	  __memlb_rt_gates: .quad 0'
    echo '.section .note.GNU-stack,"",@progbits'
  } > symbols.s
  "$compiler" "$@" dump-names.o source.o symbols.s -o dump-names \
    && ./dump-names > dump
}

# check_source SOURCE COMPLETE OPTIONS...: check one dump.
check_source ()
{
  source=$1 complete=$2
  shift 2
  case $source in *.f90) set -- "$@" -J. ;; esac
  if ! dump_names "$(driver "$gcc" "$source")" "$source" "$@"; then
    fail "$gcc $* $source does not compile"
  elif ! awk -v complete="$complete" -f "$srcdir/check-names.awk" \
	   "$srcdir/$source" dump; then
    cat dump
    fail "$gcc $* $source"
  fi
}

for gcc in $PLUGIN_GCCS; do
  plugin=$(plugin_of "$gcc") || exit 99
  "$gcc" -I"$abs_top_srcdir/include" -c "$srcdir/dump-names.c" || exit 99
  for source in names.c names.cc names.f90; do
    check_source $source 1 -O2 -fno-tree-vectorize
    check_source $source 1 -O2 -fno-tree-vectorize -flto
    check_source $source 1 -O2 -fno-tree-vectorize -flto -flto-partition=none
    check_source $source 0 -O2
    check_source $source 0 -O1 -g
    check_source $source 0 -O3 -march=x86-64-v3 -funroll-loops
    check_source $source 0 -O3 -fopenmp -flto
  done
  check_source names.f90 1 -O2 -fno-tree-vectorize -fopenmp
done
finish
