#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# fidelity.sh: is the bound right?  Of every kernel, compiled with every set
# of options,
#   bound / time where the data stay in the first-level cache, and
#   the bound of the same code with the same trip counts over BENCH_MIB MiB /
#   the time in the first-level cache when nothing is measured, by a process
#   that takes turns with it on the same processor.
# Both are 1 where the bound is right.
#
# The runs of the kernels take turns, so that what else the machine does falls
# on all of them; there are more rounds for those with fewer than BENCH_RUNS
# runs on a calm core, small or large, but not after BENCH_SECONDS.  The budget,
# BENCH_BUDGET, is large, but leaves entries whose original does not come behind a
# bound run.  BENCH_RESUME=1 goes on where the last run ended, with its programs.

: "${BENCH_BUDGET:=50}" "${BENCH_TRIES:=1}"
: "${BENCH_OPTIONS:=-O2;-O3;-O3 -march=native}"
. "$(dirname "$0")/bench-lib.sh"
: "${BENCH_RUNS:=4}" "${BENCH_MIB:=64}" "${BENCH_SECONDS:=520}"
if test "${BENCH_RESUME:-0}" = 1 && test -s fidelity/rows; then
  cd fidelity && work=$PWD || exit 99
else
  use_folder fidelity
fi

# pairs OPTIONS FOLDER: lines OPTIONS|FOLDER|KERNEL of all kernels.
pairs ()
{
  for kernel in $(kernel_names "$2/kernels"); do
    echo "$1|$2|$kernel"
  done
}

# round: one run of each kernel that wants one: small, large, or both.
round ()
{
  while IFS='|' read -r options folder kernel wants <&3; do
    test "$(date +%s)" -lt "$end" || break
    small= large='|'
    test "$wants" = large || small=$(bound_run "$folder/kernels" "$kernel" 2000) \
      || exit 1
    test "$wants" = small \
      || large=$(beside_run "$folder/kernels" "$kernel" 400 -m "$BENCH_MIB") \
      || exit 1
    echo "$options|$kernel|$small|$large"
  done 3< todo >> rows
}

# what_wants: to todo, what has too few runs on a calm core.
what_wants ()
{
  awk -v wanted="$BENCH_RUNS" -f "$bench/stats.awk" -f "$bench/calm.awk" \
    -f "$bench/pending.awk" rows pairs > todo
}

end=$(($(date +%s) + BENCH_SECONDS))
if test ! -s rows; then
  each_option kernel_programs
  each_option pairs > pairs
  : > rows
fi
find_calm "$(head -n 1 pairs | cut -d'|' -f2)/kernels"
what_wants
while test -s todo && test "$(date +%s)" -lt "$end"; do
  round
  what_wants
done
heading "Fidelity"
echo "bound / time of kernels that fit the first-level cache, and the bound" \
     "of the same loops over $BENCH_MIB MiB / that time, beside it; medians" \
     "of the runs on a calm core."
echo
awk -v large=1 -f "$bench/stats.awk" -f "$bench/calm.awk" \
  -f "$bench/fidelity.awk" rows
