#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# examples.sh: the examples print the same with and without memlb, in every
# mode, and run bound copies; the tools read their profiles.
. "$srcdir/cross-lib.sh"
use_build

# example NAME MODE ARGS...: the instrumented program in MODE.
example ()
{
  name=$1 mode=$2
  shift 2
  rm -f "$name.xml"
  MEMLB_MODE=$mode MEMLB_BUDGET=unlimited MEMLB_OUTPUT=$name.xml \
    run ./"$name.with" "$@" > "$name.out" 2>&1 \
    || fail "$name, $mode: exit status $?"
  cmp "$name.plain.out" "$name.out" || fail "$name, $mode: other output"
  test -f "$name.xml" || { fail "$name, $mode: no profile"; return; }
  xmllint --noout --relaxng "$abs_top_srcdir/schema/memlb-1.rng" "$name.xml" \
    2> lint.log || fail "$name, $mode: $(head -n 3 lint.log)"
  grep -q '<clock source="cntvct"' "$name.xml" \
    && grep -q '<os [^>]*machine="aarch64"' "$name.xml" \
    || fail "$name, $mode: the profile does not say on what it was made"
  runs=$(total bound-runs "$name.xml")
  echo "$name $flags, $mode: $runs bound runs"
  case $mode in
    torture | bound,count)
      test "$runs" -gt 0 || fail "$name, $mode: no bound runs" ;;
    count)
      grep -q '<block .*executions="[1-9]' "$name.xml" \
	|| fail "$name: nothing was counted" ;;
  esac
}

# try SOURCE ARGS...
try ()
{
  source=$abs_top_srcdir/examples/$1
  name=${1%.*}
  shift
  plain "$name.plain" "$source" $flags \
    && instrumented "$name.with" "$source" $flags \
    || { fail "$name $flags: does not compile"; return; }
  run ./"$name.plain" "$@" > "$name.plain.out" 2>&1 \
    || fail "$name: exit status $?"
  for mode in torture bound,count count time; do
    example "$name" "$mode" "$@"
  done
  memlb report "$name.xml" > report.txt || fail "$name: memlb report"
}

for flags in "-O2" "-O3 -g"; do
  try cg.c 12 8 6 20
  try shallow.f90 20 12 20
  try matmul.c 40
  try particles.cc 16 4 20
done
exit $failed
