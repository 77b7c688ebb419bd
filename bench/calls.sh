#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# calls.sh: is the bound right for nests that call functions of another file?
# As fidelity.sh, for the nests of kernels/callers.c and data that stay in the
# first-level cache: bound / time should be 1 where the verdict is ok.  What runs
# beside falls on all kernels, since they take turns.

. "$(dirname "$0")/bench-lib.sh"
: "${BENCH_RUNS:=5}" "${BENCH_SECONDS:=240}"
kernel_units='callers.c callees.c'
driver_units='driver.c data.c table-calls.c'
calls=-fplugin-arg-memlb-copies=bound,count,calls
use_folder calls

# calls_programs OPTIONS FOLDER
calls_programs ()
{
  kernel_programs "$1 -fno-math-errno $calls" "$2"
}

# pairs OPTIONS FOLDER: lines OPTIONS|FOLDER|KERNEL of all kernels.
pairs ()
{
  for kernel in $(kernel_names "$2/kernels"); do
    echo "$1|$2|$kernel"
  done
}

end=$(($(date +%s) + BENCH_SECONDS))
each_option calls_programs
each_option pairs > pairs
find_calm "$(head -n 1 pairs | cut -d'|' -f2)/kernels"
run=0
while test "$run" -lt "$BENCH_RUNS"; do
  while IFS='|' read -r options folder kernel <&3; do
    test "$(date +%s)" -lt "$end" || break
    row=$(bound_run "$folder/kernels" "$kernel" 600) || exit 1
    echo "$options|$kernel|$row"
  done 3< pairs
  run=$((run + 1))
done > rows
heading "Fidelity of nests that call"
awk -f "$bench/stats.awk" -f "$bench/calm.awk" -f "$bench/fidelity.awk" rows
