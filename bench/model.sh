#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# model.sh: the ideal time of every kernel by the compiler's model of the
# machine, and the least that any machine would take, beside the bound, which
# is measured, of data that stay in the first-level cache.  Where the least is
# above the bound, one of the two is wrong.  The bound is the median of
# BENCH_RUNS runs.  So does llvm-mca's time for the processor BENCH_MCPU (this
# one), where it is installed and knows the instructions.

: "${BENCH_OPTIONS:=-O2;-O3;-O3 -march=native}"
. "$(dirname "$0")/bench-lib.sh"
: "${BENCH_RUNS:=3}"
use_folder model

# rows OPTIONS FOLDER: a row for each kernel.
rows ()
{
  kernel_programs "$1" "$2"
  for kernel in $(kernel_names "$2/kernels"); do
    MEMLB_MODE=count MEMLB_OUTPUT=$work/count.xml "$2/kernels" "$kernel" 20 \
      > count.out || die "$2/kernels $kernel failed"
    if command -v llvm-mca > /dev/null; then
      memlb estimate --model=llvm-mca ${BENCH_MCPU:+--mcpu=$BENCH_MCPU} \
	-o mca.xml count.xml > mca.out 2>&1 && mv mca.xml count.xml \
	|| grep -q 'no counted blocks' mca.out \
	|| die "$kernel: $(tail -n 1 mca.out)"
    fi
    for run in $(seq "$BENCH_RUNS"); do
      measured=$(bound_run "$2/kernels" "$kernel" 200) || exit 1
      python3 "$bench/model.py" row "$1" "$kernel" run.xml 200 count.xml 20 \
	"$(echo "$measured" | cut -d' ' -f10)" || exit 1
    done
    rm -f count.xml
  done
}

heading "Model"
each_option rows > model.rows
python3 "$bench/model.py" table model.rows
