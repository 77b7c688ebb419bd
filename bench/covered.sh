#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# covered.sh: the share of whole programs' time, libraries included, that is
# covered by bounds `ok' and `partial', with copies of the functions that nests
# call; and where the rest is, by verdict and reason.
#
# Environment, beside bench-lib.sh's: BENCH_COVERED_OPTIONS, for the compiler;
# BENCH_PROGRAMS, those of programs.sh; BENCH_LENGTH, how many times as long they
# run (4); BENCH_BUDGET, the budget (10).

: "${BENCH_LENGTH:=4}"
. "$(dirname "$0")/bench-lib.sh"
: "${BENCH_COVERED_OPTIONS:=-O3 -march=native}" "${BENCH_BUDGET:=10}"
program_options="$BENCH_COVERED_OPTIONS
  -fplugin-arg-memlb-copies=bound,count,calls"
use_folder covered
. "$bench/programs.sh"

# one NAME: its row.
one ()
{
  own_p "$1" || foreign "$1" || { echo "$1" >> missing; return; }
  build "$1" memlb-gcc memlb-g++ memlb-gfortran "with-$1" \
    || die "compiling $1 failed"
  (MEMLB_BUDGET=$BENCH_BUDGET MEMLB_OUTPUT=$work/$1.xml OMP_NUM_THREADS=1
   export MEMLB_BUDGET MEMLB_OUTPUT OMP_NUM_THREADS
   run "$1" "$work/with-$1") > out 2> err || die "$1 failed: $(tail -n 1 err)"
  memlb report --format=csv "$1.xml" > "$1.csv" || die "no report of $1"
  awk -v name="$1" -f "$bench/covered.awk" "$1.xml" "$1.csv"
}

heading "Time covered by bounds"
echo "$BENCH_COVERED_OPTIONS, copies=bound,count,calls, a budget of" \
     "$BENCH_BUDGET %; shares of the user time and of the CPU time, in per cent."
echo
echo "| program | covered, user | CPU | most of the rest |"
echo "|---|---|---|---|"
for name in $BENCH_PROGRAMS; do
  one "$name"
done | tee rows
awk -F'|' -f "$bench/stats.awk" -f "$bench/covered-summary.awk" rows
test ! -f missing || echo "Not measured, no sources: $(tr '\n' ' ' < missing)"
