#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# gcc-torture.sh: GCC's own gcc.c-torture/execute, compiled with memlb under
# -fchecking=2, run with a bound copy on every entry.
#
# A test that the plain compiler passes must pass with memlb, with the same
# output.  The sources come from Debian's package gcc-12-source.  Environment:
#   TORTURE_EVERY=N	take every Nth test (default 12; make check-long: 1)
#   TORTURE_GCC=GCC	the compiler (default gcc)
#   TORTURE_OPTS	sets of options, separated by semicolons
#   TORTURE_JOBS	tests at a time (default 2)
#   MEMLB_TEST_SECONDS	start no test after so many seconds
# Results are kept per plugin and runtime, so that an interrupted run goes on
# where it was; logs of failures are beside them, in gcc-torture/.

set -u
. "$abs_top_srcdir/testsuite/test-env.sh"
here=$(cd "$srcdir" && pwd)
: "${TORTURE_EVERY:=12}" "${TORTURE_GCC:=gcc}" "${TORTURE_JOBS:=2}"
: "${TORTURE_OPTS:=-O2;-O3}" "${MEMLB_TEST_SECONDS:=3000}"
tarball=$(gcc_tarball)

if test -z "$tarball"; then
  echo "SKIP: no GCC sources; install gcc-12-source (Debian's name)"
  exit 77
fi

# The tests, once.
base=$PWD/gcc-torture
sources=$base/execute
if test ! -f "$sources/.complete"; then
  rm -rf "$sources" && mkdir -p "$base" || exit 99
  tar xJf "$tarball" -C "$base" --strip-components=4 --wildcards \
    '*/gcc/testsuite/gcc.c-torture/execute' || exit 99
  touch "$sources/.complete"
fi

# What is tested: results of another plugin or runtime do not count.
plugin=$("$abs_top_srcdir/build-aux/plugin-dir.sh" "$TORTURE_GCC") || exit 99
key=$(cat "$(find "$stage" -path "*/$plugin/memlb.so")" \
	  "$(find "$stage" -name libmemlb.a)" | cksum | cut -d' ' -f1)
results=$base/$plugin-$key
mkdir -p "$results" || exit 99

# The list: execute/ and execute/ieee/ are single files; a test NAME.c of
# execute/builtins/ has NAME-lib.c beside it.
(cd "$sources" && ls ./*.c ieee/*.c && ls builtins/*-lib.c \
   | sed 's/-lib\.c$/.c/') \
  | sed 's,^\./,,' | LC_ALL=C sort \
  | awk -v every="$TORTURE_EVERY" 'NR % every == 1 % every' > "$results/list"

MEMLB_CC=$TORTURE_GCC
end=$(($(date +%s) + MEMLB_TEST_SECONDS))
T_SOURCES=$sources
T_PLAIN=$base/plain-$plugin
T_RESULTS=$results
export MEMLB_CC T_SOURCES T_PLAIN T_RESULTS

saved=$IFS
IFS=';'
failed=0
set -- $TORTURE_OPTS
IFS=$saved
for options do
  # Each set has its share of what is left of the time.
  now=$(date +%s)
  T_DEADLINE=$((now + (end > now ? (end - now + $# - 1) / $# : 1)))
  export T_DEADLINE
  shift
  T_OPTIONS=$options
  export T_OPTIONS
  dir=$results/$(echo "$options" | tr ' ' '_')
  xargs -P "$TORTURE_JOBS" -n 1 sh "$here/torture-one.sh" < "$results/list"
  # Add up: STATUS NESTS ENTERED COPIED-AND-RUN BOUND-RUNS ABORTED.
  while read -r test; do
    echo "$test $(cat "$dir/$test.result" 2>/dev/null || echo LEFT)"
  done < "$results/list" > "$dir.summary"
  awk -v what="$TORTURE_GCC $options" '
    { n[$2]++ }
    $2 == "PASS" || $2 ~ /^FAIL/ {
      nests += $3; entered += $4; copied += $5; runs += $6; aborted += $7 }
    $2 ~ /^FAIL/ { print $2 ": " $1; failed++ }
    END {
      printf "%s: %d tests: %d passed, %d failed, ", what, NR, n["PASS"], failed
      printf "%d skipped (plain build fails), %d left\n", n["SKIP"], n["LEFT"]
      printf "  nests: %d, entered: %d, ", nests, entered
      printf "with bound runs: %d (%d %% of those entered)\n", copied, \
	     entered ? 100 * copied / entered : 0
      printf "  bound runs: %d, aborted: %d\n", runs, aborted
      exit failed > 0 || n["PASS"] == 0
    }' "$dir.summary" || { failed=1; echo "  logs: $dir"; }
done
exit "$failed"
