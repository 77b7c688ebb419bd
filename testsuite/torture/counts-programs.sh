#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# counts-programs.sh: the counts of all blocks of all functions of zlib's
# compressor and of the reference BLAS and LAPACK under their own test drivers,
# those that are small enough for callgrind, against callgrind's of each
# instruction.
#
# The sources are Debian's packages zlib and lapack.  Environment:
#   TORTURE_GCC=GCC	the C compiler (default gcc)
#   TORTURE_OPTS	sets of options, separated by semicolons
set -u
. "$abs_top_srcdir/testsuite/test-env.sh"
: "${TORTURE_GCC:=gcc}" "${TORTURE_OPTS:=-O2;-O3}"
MEMLB_CC=$TORTURE_GCC
MEMLB_FC=$(printf '%s\n' "$TORTURE_GCC" | sed 's,gcc\([^/]*\)$,gfortran\1,')
export MEMLB_CC MEMLB_FC
failed=0

skip ()
{
  echo "SKIP: $*"
  exit 77
}

command -v valgrind > /dev/null || skip "no valgrind here"
grep -q -w avx2 /proc/cpuinfo || skip "no x86-64-v3 here"
command -v "$MEMLB_FC" > /dev/null || skip "no $MEMLB_FC"
. "$abs_top_srcdir/testsuite/fetch-source.sh"
base=$PWD/counts-programs
for package in zlib lapack; do
  mkdir -p "$base/$package" && cd "$base/$package" || exit 99
  fetch_source "$package"
done
cd "$base" || exit 99

# compare NAME INPUT ARGS...: count ./NAME, run it under callgrind.
compare ()
{
  name=$1 input=$2
  shift 2
  rm -f count.xml cg.out
  MEMLB_MODE=count MEMLB_OUTPUT=count.xml "./$name" "$@" < "$input" \
    > count.out 2>&1
  status=$?
  MEMLB_MODE=off valgrind -q --tool=callgrind --dump-instr=yes \
    --compress-pos=no --compress-strings=no --callgrind-out-file=cg.out \
    "./$name" "$@" < "$input" > cg.log 2>&1
  test $? -eq "$status" || { echo "FAIL $name: exit status"; failed=1; }
  memlb check -q count.xml || failed=1
  python3 "$abs_top_srcdir/testsuite/e2e/compare-counts.py" count.xml cg.out \
    "$name" > compare.log 2>&1 || failed=1
  sed "s,^,$name $options: ," compare.log
}

# library: the BLAS in library/.
library ()
{
  rm -rf library && mkdir library \
    && (cd library \
	&& memlb-gfortran $flags -c "$blas"/SRC/[a-z]*.f "$blas"/SRC/*.f90 \
	&& ar rc library.a ./*.o) > build.log 2>&1 && return
  echo "FAIL the BLAS does not compile, $options"
  tail -n 3 build.log
  failed=1
  return 1
}

# small FILE: a driver's input with few sizes, since others are more of the same.
small ()
{
  sed 's/^\(0 1 2 3 5 9\|0 1 2 3 7 31\|0 1 2 3 5 9 35\) .*/0 1 9/
       s/^[67]  *\(NUMBER OF VALUES OF N\)/3 \1/' "$1"
}

cat "$abs_top_srcdir"/plugin/*.cc | head -c 200000 > text
blas=$base/lapack/source/BLAS
saved=$IFS
IFS=';'
for options in $TORTURE_OPTS; do
  IFS=$saved
  flags="$options -march=x86-64-v3 -no-pie -w
	 -fplugin-arg-memlb-copies=bound,count,procedures"
  memlb-gcc $flags -Izlib/source zlib/source/[a-z]*.c \
    zlib/source/test/minigzip.c -o minigzip > build.log 2>&1 \
    && compare minigzip text -9
  library || continue
  for driver in dblat1 dblat2 dblat3 zblat1 zblat2 zblat3; do
    input=$blas/TESTING/$driver.in
    test -f "$input" || input=/dev/null
    memlb-gfortran $flags -fallow-argument-mismatch "$blas/TESTING/$driver.f" \
      library/library.a -o $driver > build.log 2>&1 \
      || { echo "FAIL $driver does not compile"; failed=1; continue; }
    small "$input" > driver.in
    compare $driver driver.in
  done
done
exit "$failed"
