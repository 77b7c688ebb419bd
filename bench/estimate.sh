#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# estimate.sh: of whole programs, which share of the memory operations the loops
# hold that memlb estimate measures, and how much overhead they leave
# unexplained: the table that MTOOL's authors give of theirs.
#
# Environment, beside bench-lib.sh's: BENCH_ESTIMATE_OPTIONS, for the compiler;
# BENCH_PROGRAMS, those of programs.sh to measure.

. "$(dirname "$0")/bench-lib.sh"
: "${BENCH_ESTIMATE_OPTIONS:=-O2}"
use_folder estimate
. "$bench/programs.sh"
program_options="$BENCH_ESTIMATE_OPTIONS
		 -fplugin-arg-memlb-copies=bound,count,procedures"
export OMP_NUM_THREADS=1

# one NAME: its row.
one ()
{
  build "$1" memlb-gcc memlb-g++ memlb-gfortran "with-$1" \
    || die "compiling $1 failed"
  for mode in count time; do
    rm -f "$mode.xml"
    MEMLB_MODE=$mode MEMLB_BUDGET=10 MEMLB_OUTPUT=$work/$mode.xml
    export MEMLB_MODE MEMLB_BUDGET MEMLB_OUTPUT
    run "$1" "./with-$1" > out 2> err || die "$1 failed: $(tail -n 1 err)"
  done
  unset MEMLB_MODE MEMLB_BUDGET MEMLB_OUTPUT
  memlb estimate --top=0 count.xml time.xml > "$1.txt" 2> err \
    || die "memlb estimate: $(tail -n 1 err)"
  awk -v name="$1" '
    /^predicted/ { predicted = $4 " " $5 }
    /^measured time/ { time = $3 " " $4 }
    /^memory overhead/ { for (i = 1; i < NF; i++) if ($(i + 1) == "%") part = $i }
    /^measured [0-9]+ %/ {
      covered = $2
      for (i = 1; i < NF; i++) {
	if ($i == "in") loops = $(i + 1)
	if ($(i + 1) == "%" && i > 3) rest = $i
      }
    }
    END { printf "| %s | %s | %s | %s | %s | %s | %s |\n", name, time, predicted,
	  part, covered, loops, rest }' "$1.txt"
}

heading "Estimates"
echo "Whole programs, $BENCH_ESTIMATE_OPTIONS, one thread: user time predicted by" \
     "the model, share of memory overhead, memory operations that the measured" \
     "loops hold, and overhead that they do not explain, in per cent of the time."
echo
echo "| program | measured | predicted | overhead, % | operations, % | loops | unexplained, % |"
echo "|---|---|---|---|---|---|---|"
for name in $BENCH_PROGRAMS; do
  own_p "$name" || foreign "$name" || { echo "$name" >> missing; continue; }
  one "$name"
done
test ! -f missing || echo "Not measured, no sources: $(tr '\n' ' ' < missing)"
