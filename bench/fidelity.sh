#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# fidelity.sh: bound / time of kernels whose data stay in the first-level
# cache: 1 where the bound is right.  The runs of the kernels take turns, so
# that what else the machine does falls on all of them.

. "$(dirname "$0")/bench-lib.sh"
: "${BENCH_RUNS:=5}"
use_folder fidelity

# kernels OPTIONS FOLDER: one run of each.
kernels ()
{
  for kernel in $(kernel_names "$2/kernels"); do
    row=$(bound_run "$2/kernels" "$kernel") || exit 1
    echo "$1|$kernel|$row"
  done
}

each_option kernel_programs
run=0
while test "$run" -lt "$BENCH_RUNS"; do
  each_option kernels
  run=$((run + 1))
done > rows
heading "Fidelity"
echo "bound / time of kernels that fit the first-level cache, the median of" \
     "$BENCH_RUNS runs."
echo
awk -f "$bench/stats.awk" -f "$bench/fidelity.awk" rows
