#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# agreement.sh: do bounds of runs within a budget agree with those of runs without
# one, as their 95 % intervals promise; and how wide are these where the time is?
#
# Environment, beside bench-lib.sh's: BENCH_AGREEMENT_OPTIONS, for the compiler;
# BENCH_PROGRAMS, those of programs.sh; BENCH_LENGTH, how many times as long they
# run; BENCH_RUNS, runs with each budget; BENCH_BUDGETS, the budgets, the last of
# which the others are compared with.

. "$(dirname "$0")/bench-lib.sh"
: "${BENCH_RUNS:=3}" "${BENCH_AGREEMENT_OPTIONS:=-O3 -march=native}"
: "${BENCH_BUDGETS:=10 unlimited}"
: "${BENCH_PROGRAMS:=shallow cg matmul particles zlib zstd qd voro++ libsvm}"
program_options=$BENCH_AGREEMENT_OPTIONS
use_folder agreement
. "$bench/programs.sh"

# one NAME: the runs, and of each nest
#   PROGRAM|BUDGET|RUN|LOOP|SHARE|BOUND|LOW|HIGH|RATIO|VERDICT|REASON
one ()
{
  run=0
  while test "$run" -lt "$BENCH_RUNS"; do
    for budget in $BENCH_BUDGETS; do
      rm -f run.xml
      (MEMLB_BUDGET=$budget MEMLB_OUTPUT=$work/run.xml OMP_NUM_THREADS=1
       export MEMLB_BUDGET MEMLB_OUTPUT OMP_NUM_THREADS
       run "$1" "$work/pinned-$1") > out 2> err \
	|| die "$1 failed: $(tail -n 1 err)"
      memlb report --format=csv run.xml \
	| awk -F, -v name="$1" -v run="$run" -v budget="$budget" '
	  NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
	  $column["bound_high_s"] != "" && $column["bound_s"] > 0 {
	    printf "%s|%s|%d|%s|%s|%s|%s|%s|%.4f|%s|%s\n", name, budget, run,
	      $column["loop"], $column["share"], $column["bound_s"],
	      $column["bound_low_s"], $column["bound_high_s"],
	      $column["bound_s"] / $column["time_s"], $column["verdict"],
	      $column["reason"] }'
    done
    run=$((run + 1))
  done
}

for name in $BENCH_PROGRAMS; do
  own_p "$name" || foreign "$name" \
    || { echo "$name" >> missing; continue; }
  build "$name" memlb-gcc memlb-g++ memlb-gfortran "with-$name" \
    || die "compiling $name failed"
  {
    echo '#!/bin/sh'
    echo "exec taskset -c ${BENCH_CPU:-0} $work/with-$name \"\$@\""
  } > "pinned-$name"
  chmod +x "pinned-$name"
  one "$name"
done > rows

heading "Agreement"
echo "Bounds from runs with each budget beside those with the last one," \
     "$BENCH_AGREEMENT_OPTIONS, $BENCH_RUNS runs each; the program" \
     "${BENCH_LENGTH:-1} times as long as in Overhead."
echo
python3 "$bench/agreement.py" "${BENCH_BUDGETS##* }" rows
test ! -f missing || echo "Not measured, no sources: $(tr '\n' ' ' < missing)"
