#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# causes.sh: why bound / time is not 1 where it is not.  Each experiment
# takes one cause away, or varies it, and leaves the rest; doc/fidelity.md
# says what follows.

. "$(dirname "$0")/bench-lib.sh"
: "${BENCH_RUNS:=5}"
use_folder causes

# One experiment a line: name | compiler options | kernels | driver options.
cat > experiments <<'END'
code placement|-O2|triad daxpy vector_axpy gemv histogram horner|
code placement|-O2 -falign-loops=64|triad daxpy vector_axpy gemv histogram horner|
split lines, same references without|-O3 -march=native|stencil2 stencil3 calc1 calc2 vector_axpy|
split lines, same references without|-O3 -march=native -fno-tree-vectorize|stencil2 stencil3 calc1 calc2 vector_axpy|
split lines, arrays moved|-O3 -march=native|triad syntax daxpy|-s 0
split lines, arrays moved|-O3 -march=native|triad syntax daxpy|-s 8
split lines, arrays moved|-O3 -march=native|triad syntax daxpy|-s 32
store forwarding|-O3 -march=native|gemv solve|
store forwarding|-O3 -march=native -fno-tree-vectorize|gemv solve|
dependent addresses|-O3 -march=native|spmv|-n 160 -r 40 -w 4
dependent addresses|-O3 -march=native|spmv|-n 160 -r 20 -w 8
dependent addresses|-O3 -march=native|spmv|-n 40 -r 20 -w 32
dependent addresses|-O3 -march=native|spmv|-n 16 -r 20 -w 80
traffic of sampling|-O2|triad butterfly|-r 1
traffic of sampling|-O2|triad butterfly|-r 3
traffic of sampling|-O2|triad butterfly|-r 10
traffic of sampling|-O2|triad butterfly|-r 100
END

folder_of () { echo "$1" | tr -d ' -'; }

cut -d'|' -f2 experiments | sort -u | while read -r options; do
  kernel_programs "$options" "$(folder_of "$options")"
done || exit 1
run=0
while test "$run" -lt "$BENCH_RUNS"; do
  while IFS='|' read -r name options kernels driver <&3; do
    for kernel in $kernels; do
      row=$(bound_run "$(folder_of "$options")/kernels" "$kernel" 300 \
	      $driver) || exit 1
      echo "$name, $options|$kernel $driver|$row"
    done
  done 3< experiments
  run=$((run + 1))
done > rows
heading "Causes of deviation"
awk -f "$bench/stats.awk" -f "$bench/calm.awk" -f "$bench/fidelity.awk" rows \
  | sed '/^fidelity:/d; /^within:/d'
