#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# time.sh: MEMLB_MODE=time against the plain build, per example, from memory
# and from the first-level cache; the runs of both take turns, and each run
# has another layout of the code (see layout.sh).

. "$(dirname "$0")/bench-lib.sh"
: "${BENCH_RUNS:=8}" "${BENCH_TIME_OPTIONS:=-O3 -march=native}"
use_folder time
examples=$abs_top_srcdir/examples

"$MEMLB_CC" -O2 "$bench/measure.c" -o measure || exit 1

# example NAME COMPILER WRAPPER SOURCE OPTIONS LIBRARIES: both builds, a
# program for each run.
example ()
{
  mkdir -p mod
  for build in plain with; do
    compiler=$2
    test "$build" = plain || compiler=$3
    $compiler $BENCH_TIME_OPTIONS $5 -S "$examples/$4" -o "$build-$1.s" \
      || die "compiling $4 failed"
    run=0
    while read -r skip order <&4; do
      moved "$skip" "$build-$1.s" > moved.s \
	&& $compiler $5 moved.s -o "$build-$1.$run" $6 \
	|| die "linking $4 failed"
      run=$((run + 1))
    done 4< layouts
  done
}

# timed NAME LABEL ARGS...: BENCH_RUNS runs of both.
timed ()
{
  name=$1 label=$2
  shift 2
  run=0
  while test "$run" -lt "$BENCH_RUNS"; do
    for build in plain with; do
      rm -f run.xml
      MEMLB_MODE=time MEMLB_OUTPUT=$work/run.xml OMP_NUM_THREADS=1 \
	pinned ./measure used "./$build-$name.$run" "$@" > "out-$build" 2>&1 \
	|| die "$name $* failed"
      echo "$label|$build|$(tail -n 1 used)"
    done
    cmp -s out-plain out-with || echo "$label|differs|"
    run=$((run + 1))
  done
  memlb report --format=csv run.xml | awk -F, -v label="$label" '
    NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
    { entries += $column["entries"]; time += $column["time_s"] }
    END { printf "%s|entries|%d %.6f\n", label, entries, time }'
}

layouts "$BENCH_RUNS" > layouts
example shallow "$MEMLB_FC" memlb-gfortran shallow.f90 -Jmod ""
example cg "$MEMLB_CC" memlb-gcc cg.c "" -lm
example matmul "$MEMLB_CC" memlb-gcc matmul.c "" ""
example particles "$MEMLB_CXX" memlb-g++ particles.cc "" ""
example trsm "$MEMLB_FC" memlb-gfortran trsm.f90 "-fopenmp -Jmod" ""
{
  timed shallow "shallow, memory" 512 512 150
  timed shallow "shallow, L1" 8 8 100000
  timed cg "cg, memory" 64 64 64 200
  timed cg "cg, L1" 8 8 4 3000
  timed matmul "matmul, memory" 512
  timed matmul "matmul, L1" 24 10000
  timed particles "particles, memory" 512 4 10
  timed particles "particles, L1" 16 1 30000
  timed trsm "trsm, memory" 1536
  timed trsm "trsm, L1" 40 16 50000
  timed particles "start and end" 2 1 1
} > rows
heading "Time mode against plain build"
echo "CPU time with MEMLB_MODE=time / of the plain build," \
     "$BENCH_TIME_OPTIONS, medians of $BENCH_RUNS runs."
echo
awk -f "$bench/stats.awk" -f "$bench/time.awk" rows
