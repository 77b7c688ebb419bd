#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# matmul.sh: matrix multiplication from memory: what the naive loop takes,
# what its bound promises, what blocking reaches of that, and OpenBLAS.

. "$(dirname "$0")/bench-lib.sh"
: "${BENCH_RUNS:=3}" "${BENCH_ORDER:=1024}"
use_folder matmul
source=$abs_top_srcdir/examples/matmul.c

# built OPTIONS FOLDER
built ()
{
  mkdir -p "$2"
  if echo 'int main (void) { return 0; }' | "$MEMLB_CC" -x c - -lopenblas \
	-o "$2/probe" 2> /dev/null; then
    memlb-gcc $1 -DHAVE_CBLAS "$source" -o "$2/matmul" -lopenblas
  else
    memlb-gcc $1 "$source" -o "$2/matmul"
  fi || die "compiling with $1 failed"
}

# timed OPTIONS FOLDER: one run; seconds of each way by its own clock, and
# the bounds of the profile.
timed ()
{
  rm -f run.xml
  MEMLB_OUTPUT=$work/run.xml OPENBLAS_NUM_THREADS=1 pinned "$2/matmul" -t \
    "$BENCH_ORDER" 2>&1 > run.out | sed -n "s/^/$1|clock|/p"
  memlb report --format=csv run.xml | awk -F, -v label="$1" '
    NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
    $column["time_s"] + 0 > 0 {
      printf "%s|nest|%s %s %s %s %s %s\n", label, $column["function"], \
	     $column["time_s"], $column["bound_s"] == "" ? "-" \
	     : $column["bound_s"], $column["verdict"], \
	     $column["bound_low_s"] == "" ? "-" : $column["bound_low_s"], \
	     $column["bound_high_s"] == "" ? "-" : $column["bound_high_s"]
    }'
}

each_option built
run=0
while test "$run" -lt "$BENCH_RUNS"; do
  each_option timed
  run=$((run + 1))
done > rows
heading "Matrix multiplication, order $BENCH_ORDER"
echo "Medians of $BENCH_RUNS runs, one thread; times of the nests, OpenBLAS by the clock."
echo
awk -v n="$BENCH_ORDER" -f "$bench/stats.awk" -f "$bench/matmul.awk" rows
