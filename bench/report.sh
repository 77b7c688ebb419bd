#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# report.sh: memlb report on large profiles: BENCH_SCOPES scopes (default
# 1,000,000), most of them references, and as many without any, so that nearly
# all are loops.  Elapsed and processor time, the best of BENCH_RUNS, and the
# most memory.

. "$(dirname "$0")/bench-lib.sh"
: "${BENCH_SCOPES:=1000000}" "${BENCH_RUNS:=5}"
use_folder report

# row NAME REFS: one profile, as a row of the table.
row ()
{
  awk -v scopes="$BENCH_SCOPES" -v refs="$2" -f "$bench/scopes.awk" > made.xml \
    || die "cannot make the profile"
  : > times
  for run in $(seq "$BENCH_RUNS"); do
    python3 - made.xml >> times <<'END' || die "memlb report failed"
import os, subprocess, sys, time
begin = time.monotonic ()
p = subprocess.Popen (["memlb", "report", "--top=10", sys.argv[1]],
		      stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
_, status, usage = os.wait4 (p.pid, 0)
if status:
  sys.exit (1)
print ("%.2f %.2f %d" % (time.monotonic () - begin,
			 usage.ru_utime + usage.ru_stime,
			 usage.ru_maxrss // 1000))
END
  done
  awk -v name="$1" -v loops="$(grep -c '<loop ' made.xml)" \
      -v bytes="$(wc -c < made.xml)" '
    NR == 1 || $1 < wall { wall = $1 }
    NR == 1 || $2 < cpu { cpu = $2 }
    $3 > most { most = $3 }
    END { printf "| %s | %d | %.0f MB | %.2f s | %.2f s | %d MB |\n", name,
		 loops, bytes / 1e6, wall, cpu, most }' times
}

echo "| scopes | loops | file | elapsed | processor | memory |"
echo "|---|---|---|---|---|---|"
row "$BENCH_SCOPES, references too" 8
row "$BENCH_SCOPES, loops alone" 0
rm -f made.xml times
