#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# generated.sh: random loop nests in C and Fortran, made by generator/,
# compiled plainly and with memlb; sourced by generated-calls.sh.  Every nest
# prints a sum of what it computed; a failure is cut down to the nests whose sums
# differ.
# differential-lib.sh describes the variables that say how many, and which;
# also:
#   TORTURE_NESTS	nests for each seed (default 50; without
#			TORTURE_SECONDS, 12)

: "${with_options=}" "${calls=}"
languages=2
test -z "$calls" || languages=3
. "$srcdir/differential-lib.sh"
: "${TORTURE_NESTS:=$(test -n "$TORTURE_SECONDS" && echo 50 || echo 12)}"
generate=$PWD/generate

# make_program NAME OPTIONS...: write a program of the seed's language into
# a file, whose name is then in program; every other one that calls is compiled in
# two parts.
make_program ()
{
  case $((seed / 3 % languages))$calls in
    0*) language=c program=$1.c ;;
    1) language=fortran program=$1.f90 ;;
    1yes) language=fortran program=$1.F90 ;;
    2*) language=c++ program=$1.C ;;
  esac
  test -z "$calls" || test $((seed / 9 % 2)) -eq 0 \
    || wrap="sh $srcdir/in-parts.sh"
  shift
  "$generate" --data="$srcdir/generator" --seed="$seed" ${calls:+--calls} \
    --language=$language "$@" > "$program"
}

# The nests of which the build with memlb prints something else than the
# plain one; after a failed compilation, all.
suspects ()
{
  case $verdict in
    FAIL-output | FAIL-hang)
      LC_ALL=C sort with.printed > with.sorted
      LC_ALL=C sort plain.printed | LC_ALL=C comm -23 - with.sorted \
	| sed -n 's/^nest \([0-9]*\) .*/\1/p' | sort -n | head -n 5 ;;
    *) # The functions that the compiler names, before all others.
       sed -n 's/.*[^a-z_]\(nest\|run\)s\{0,1\}\([0-9]\{1,\}\)[^0-9].*/\2/p' compile.log \
	 | sort -un | head -n 5 | grep . || seq "$TORTURE_NESTS" ;;
  esac
}

# Keep the nests that fail alone, at most five; or all, if none does.
reduce ()
{
  found=0
  for nest in $(suspects); do
    test "$found" -lt 5 || break
    make_program one --nests="$TORTURE_NESTS" --only="$nest"
    compare "$program" -lm
    case $verdict in
      FAIL*) found=$((found + 1)); keep "$suite-$seed-$nest" "$program" -lm
    esac
  done
  verdict=$1
  test "$found" -gt 0 || keep "$suite-$seed" "$2" -lm
}

# try SEED
try ()
{
  without_plain='' wrap=
  if test $((seed / 6 % TORTURE_PLAIN)) -ne 0; then
    without_plain=yes setting=$setting,once
  fi
  make_program all --nests="$TORTURE_NESTS" || exit 99
  compare "$program" -lm
  case $verdict in
    FAIL*)
      whole=$verdict all=$program counted=$numbers
      reduce "$whole" "$all"
      numbers=$counted ;;
  esac
}

test -x "$generate" || { echo "no $generate: run make check"; exit 99; }
use_state "generated${calls:+-calls}" "$TORTURE_NESTS" "$generate" \
  "$srcdir"/generator/*.txt
each_seed try
summary "generated${calls:+ with calls}, $TORTURE_NESTS nests for each seed"
