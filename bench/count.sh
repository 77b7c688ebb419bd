#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# count.sh: what counting costs whole programs: CPU time of MEMLB_MODE=count, of
# nests alone and of whole functions, and of gcov's counters, over that of the
# plain build.  Runs of all take turns.  Of programs with two threads gcov's
# counters are atomic ones, too, as theirs must be to be right.
#
# Environment, beside bench-lib.sh's: BENCH_PROGRAMS, those of programs.sh to
# measure, and BENCH_THREADED, those with threads, which are not pinned;
# BENCH_STEPS, so many times the examples' steps (5).  BENCH_OPTIONS
# holds the compiler's.

. "$(dirname "$0")/bench-lib.sh"
: "${BENCH_RUNS:=7}" "${BENCH_STEPS:=5}"
: "${BENCH_THREADED=zstd-threads fasttree-threads}"
use_folder count
. "$bench/programs.sh"
"$MEMLB_CC" -O2 "$bench/measure.c" -o measure || exit 1
procedures=-fplugin-arg-memlb-copies=bound,count,procedures

# threaded_p NAME: it has threads.
threaded_p ()
{
  case $1 in
    *-threads) ;;
    *) return 1 ;;
  esac
}

# builds NAME OPTIONS: the program NAME in four ways, with threads five.
builds ()
{
  program_options=$2
  build "$1" "$MEMLB_CC" "$MEMLB_CXX" "$MEMLB_FC" "plain-$1" || return
  build "$1" memlb-gcc memlb-g++ memlb-gfortran "nests-$1" || return
  program_options="$2 $procedures"
  build "$1" memlb-gcc memlb-g++ memlb-gfortran "whole-$1" || return
  program_options="$2 --coverage"
  build "$1" "$MEMLB_CC" "$MEMLB_CXX" "$MEMLB_FC" "gcov-$1" || return
  threaded_p "$1" || return 0
  program_options="$2 --coverage -fprofile-update=atomic"
  build "$1" "$MEMLB_CC" "$MEMLB_CXX" "$MEMLB_FC" "atomic-$1"
}

# one OPTIONS NAME: lines OPTIONS|NAME|BUILD|USED of all builds, in turns.
one ()
{
  run=0 all="plain nests whole gcov"
  OMP_NUM_THREADS=1
  threaded_p "$2" && all="$all atomic" OMP_NUM_THREADS=2
  while test "$run" -lt "$BENCH_RUNS"; do
    for program in $all; do
      printf '#!/bin/sh\nexec %s %s %s "$@"\n' "$work/measure" "$work/used" \
	"$work/$program-$2" > timed
      chmod +x timed
      rm -f used
      (
	case $program in
	  nests | whole)
	    export MEMLB_MODE=count MEMLB_OUTPUT="$work/run.xml" ;;
	esac
	run "$2" pinned_timed
      ) > "out-$program" 2> err || die "$2 failed: $(tail -n 1 err)"
      echo "$1|$2|$program|$(tail -n 1 used)"
      cmp -s out-plain "out-$program" || echo "$1|$2|differs|$program"
      rm -f run.xml
    done
    run=$((run + 1))
  done
}

# pinned_timed ARGS...
pinned_timed ()
{
  if test "$OMP_NUM_THREADS" -gt 1; then
    "$work/timed" "$@"
  else
    pinned "$work/timed" "$@"
  fi
}

# rows OPTIONS FOLDER
rows ()
{
  for name in $BENCH_PROGRAMS $BENCH_THREADED; do
    own_p "$name" || foreign "$name" \
      || { echo "$name" >> missing; continue; }
    builds "$name" "$1" > build.log 2>&1 \
      || die "compiling $name failed: $(tail -n 1 build.log)"
    one "$1" "$name"
    find . -name '*.gc??' -exec rm -f {} +
  done
}

heading "Counting"
echo "CPU time of counted runs over that of the plain build, medians of" \
     "$BENCH_RUNS runs in turns: nests, whole functions, gcov's counters, and its" \
     "atomic ones where there are two threads."
echo
# Threads that wait busily use the more time the fewer processors are free.
OMP_WAIT_POLICY=passive
export OMP_NUM_THREADS OMP_WAIT_POLICY
each_option rows > rows
echo "Load at the end $(cut -d' ' -f1 /proc/loadavg)."
echo
awk -f "$bench/stats.awk" -f "$bench/count.awk" rows
test ! -f missing || echo "Not measured, no sources: $(tr '\n' ' ' < missing)"
