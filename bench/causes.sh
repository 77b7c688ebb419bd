#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# causes.sh: why bound / time is not 1 where it is not.  Each experiment
# takes one cause away, or varies it, and leaves the rest; doc/fidelity.md
# says what follows.

. "$(dirname "$0")/bench-lib.sh"
: "${BENCH_RUNS:=4}"
use_folder causes

# One experiment a line: name | compiler options | kernels | driver options.
cat > experiments <<'END'
split lines, same references without|-O3 -march=native|stencil2 stencil3 calc1 calc2 hydro state|
split lines, same references without|-O3 -march=native -fno-tree-vectorize|stencil2 stencil3 calc1 calc2 hydro state|
split lines, arrays moved|-O3 -march=native|triad syntax daxpy|-s 0
split lines, arrays moved|-O3 -march=native|triad syntax daxpy|-s 8
split lines, arrays moved|-O3 -march=native|triad syntax daxpy|-s 32
recurrence through memory, cut|-O2|cholesky|
recurrence through memory, cut|-O2|cholesky|-a
recurrence through memory, cut|-O3 -march=native|cholesky|
recurrence through memory, cut|-O3 -march=native|cholesky|-a
recurrence through memory, distance|-O2|linear|-n 12 -r 240
recurrence through memory, distance|-O2|linear|-n 48 -r 15
recurrence through memory, distance|-O2|recurrence relax seidel|
store forwarding|-O3 -march=native|gemv solve|
store forwarding|-O3 -march=native -fno-tree-vectorize|gemv solve|
address from a load, in a cycle|-O2|crc first_min|
address from a load|-O2|base64 gather histogram|
address from a load|-O3 -march=native|spmv|-n 160 -r 40 -w 4
address from a load|-O3 -march=native|spmv|-n 160 -r 20 -w 8
address from a load|-O3 -march=native|spmv|-n 40 -r 20 -w 32
address from a load|-O3 -march=native|spmv|-n 16 -r 20 -w 80
library calls|-O2|planck|
library calls|-O2 -fno-plt|planck|
code placement|-O2|triad daxpy vector_axpy gemv histogram horner branches|
code placement|-O2 -falign-loops=64|triad daxpy vector_axpy gemv histogram horner branches|
traffic of sampling|-O2|triad butterfly|-r 1
traffic of sampling|-O2|triad butterfly|-r 3
traffic of sampling|-O2|triad butterfly|-r 10
traffic of sampling|-O2|triad butterfly|-r 100
END

folder_of () { echo "$1" | tr -d ' -'; }

cut -d'|' -f2 experiments | sort -u | while read -r options; do
  kernel_programs "$options" "$(folder_of "$options")"
done || exit 1
find_calm O2/kernels
run=0
while test "$run" -lt "$BENCH_RUNS"; do
  while IFS='|' read -r name options kernels driver <&3; do
    for kernel in $kernels; do
      row=$(bound_run "$(folder_of "$options")/kernels" "$kernel" 150 \
	      $driver) || exit 1
      echo "$name, $options|$kernel $driver|$row"
    done
  done 3< experiments
  run=$((run + 1))
done > rows
heading "Causes of deviation"
awk -f "$bench/stats.awk" -f "$bench/calm.awk" -f "$bench/fidelity.awk" rows \
  | sed '/^fidelity:/d; /^within:/d'
