#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# generated.sh: some of the random nests of ../torture, each with a bound copy on
# every entry, and counted; CROSS_SEEDS says which.
. "$srcdir/cross-lib.sh"
use_build
: "${CROSS_SEEDS:=1 2 3 4 5 6}" "${CROSS_NESTS:=8}"
torture=$abs_top_builddir/testsuite/torture

unset MAKEFLAGS MFLAGS MAKELEVEL
test -x "$torture/generate" || make -C "$torture" generate > make.log 2>&1 \
  || { tail make.log; exit 99; }

# options SEED: those to compile it with.
options ()
{
  case $(($1 % 6)) in
    0) echo "-O2" ;;
    1) echo "-O3" ;;
    2) echo "-O1" ;;
    3) echo "-O3 -funroll-loops -ffast-math" ;;
    4) echo "-Os" ;;
    5) echo "-O2 -fPIC" ;;
  esac
}

all=0
for seed in $CROSS_SEEDS; do
  case $((seed / 3 % 2)) in
    0) language=c source=nests.c ;;
    1) language=fortran source=nests.f90 ;;
  esac
  "$torture/generate" --data="$abs_top_srcdir/testsuite/torture/generator" \
    --seed="$seed" --language=$language --nests="$CROSS_NESTS" > $source \
    || exit 99
  flags="-w $(options "$seed")"
  plain plain $source $flags && instrumented with $source $flags \
    || { fail "seed $seed: does not compile"; continue; }
  run ./plain > plain.out 2>&1
  status=$?
  for mode in torture count; do
    rm -f with.xml
    MEMLB_MODE=$mode MEMLB_OUTPUT=with.xml run ./with > out 2>&1
    test $? -eq $status || fail "seed $seed, $mode: other exit status"
    cmp plain.out out || fail "seed $seed, $mode: other output"
    test $mode = count || runs=$(total bound-runs with.xml)
  done
  echo "seed $seed, $language $flags: $runs bound runs"
  all=$((all + runs))
done
test "$all" -gt 0 || fail "no bound runs"
exit $failed
