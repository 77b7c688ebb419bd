#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# report.sh: memlb report on large profiles: BENCH_SCOPES scopes (default
# 1,000,000), most of them references, and as many without any, so that nearly
# all are loops.  Elapsed and processor time, the best of BENCH_RUNS, and the
# most memory.  BENCH_BEFORE=FILE, another memlb: its figures too, from runs
# in turn with those of this one, and how many times as much it needs.

. "$(dirname "$0")/bench-lib.sh"
: "${BENCH_SCOPES:=1000000}" "${BENCH_RUNS:=5}" "${BENCH_BEFORE:=}"
use_folder report

# once MEMLB: elapsed and processor time and memory of one report.
once ()
{
  python3 - "$1" made.xml <<'END_PYTHON' || die "memlb report failed"
import os, subprocess, sys, time
begin = time.monotonic ()
p = subprocess.Popen ([sys.argv[1], "report", "--top=10", sys.argv[2]],
		      stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
_, status, usage = os.wait4 (p.pid, 0)
if status:
  sys.exit (1)
print ("%.2f %.2f %d" % (time.monotonic () - begin,
			 usage.ru_utime + usage.ru_stime,
			 usage.ru_maxrss // 1000))
END_PYTHON
}

# best FILE: the least times and the most memory of the runs in FILE.
best ()
{
  awk 'NR == 1 || $1 < wall { wall = $1 }
       NR == 1 || $2 < cpu { cpu = $2 }
       $3 > most { most = $3 }
       END { print wall, cpu, most }' "$1"
}

# row NAME REFS: one profile, as a row of the table.
row ()
{
  awk -v scopes="$BENCH_SCOPES" -v refs="$2" -f "$bench/scopes.awk" > made.xml \
    || die "cannot make the profile"
  : > times
  : > before
  for run in $(seq "$BENCH_RUNS"); do
    test -z "$BENCH_BEFORE" || once "$BENCH_BEFORE" >> before
    once memlb >> times
  done
  { best times; best before; } \
  | awk -v name="$1" -v loops="$(grep -c '<loop ' made.xml)" \
	-v bytes="$(wc -c < made.xml)" '
    NR == 1 { split ($0, now) }
    NR == 2 { split ($0, old) }
    END {
      printf "| %s | %d | %.0f MB | %.2f s | %.2f s | %d MB |\n", name,
	     loops, bytes / 1e6, now[1], now[2], now[3]
      if (old[1] > 0)
	printf "| before | | | %.2f s (%.2f) | %.2f s (%.2f) " \
	       "| %d MB (%.2f) |\n", old[1], old[1] / now[1], old[2],
	       old[2] / now[2], old[3], old[3] / now[3]
    }'
}

echo "| scopes | loops | file | elapsed | processor | memory |"
echo "|---|---|---|---|---|---|"
row "$BENCH_SCOPES, references too" 8
row "$BENCH_SCOPES, loops alone" 0
rm -f made.xml times before
