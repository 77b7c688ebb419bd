#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# threads.sh: what an entry of a nest of four iterations takes on two threads, by
# what it takes on one, in all modes and in the plain build.  Two processors that
# are threads of one core slow each other down in the plain build, too; what
# memlb's data add, if threads share lines of it, is what its ratio has more.
# Runs of all take turns; their least counts.
#
# Environment, beside bench-lib.sh's: BENCH_ENTRIES (30000000).

. "$(dirname "$0")/bench-lib.sh"
: "${BENCH_RUNS:=7}" "${BENCH_ENTRIES:=30000000}"
use_folder threads
options='-O2 -pthread'
"$MEMLB_CC" $options "$bench/threads.c" -o plain \
  && memlb-gcc $options "$bench/threads.c" -o with || die "compiling failed"

run=0
while test "$run" -lt "$BENCH_RUNS"; do
  for threads in 1 2; do
    echo "plain $threads $(./plain $threads "$BENCH_ENTRIES")"
    for mode in off time bound; do
      rm -f run.xml
      echo "$mode $threads $(MEMLB_MODE=$mode MEMLB_OUTPUT=$work/run.xml \
	./with $threads "$BENCH_ENTRIES")"
    done
  done
  run=$((run + 1))
done > rows

heading "Threads"
awk '
  !(($1, $2) in least) || $3 < least[$1, $2] { least[$1, $2] = $3 }
  END {
    print "| mode | 1 thread, ns per entry | 2 threads | ratio |"
    print "|---|---|---|---|"
    n = split ("plain off time bound", modes, " ")
    for (i = 1; i <= n; i++)
      printf "| %s | %.2f | %.2f | %.3f |\n", modes[i], least[modes[i], 1],
	least[modes[i], 2], least[modes[i], 2] / least[modes[i], 1]
  }' rows
