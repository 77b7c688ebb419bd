#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# html.sh: the page of a large program: BENCH_LOOPS loops (default 20,000) and
# BENCH_LINES lines (200,000) with eight metrics, over 64 threads.  How large
# the file is and how long memlb html takes; in Chromium, until the first rows
# and the bar are drawn and can be clicked, and for each sort; the best and
# the middle of BENCH_RUNS.

. "$(dirname "$0")/bench-lib.sh"
: "${BENCH_LOOPS:=20000}" "${BENCH_LINES:=200000}" "${BENCH_RUNS:=5}"
use_folder html
modules=$abs_top_builddir/viewer/npm/node_modules
test -d "$modules/playwright-core" || die "no playwright-core: the viewer was not built here"
chromium=$(command -v chromium || command -v chromium-browser) || die "no chromium"
node=$(command -v node || command -v nodejs) || die "no node"

awk -v loops="$BENCH_LOOPS" -v lines="$BENCH_LINES" -f "$bench/page.awk" \
  > made.xml || die "cannot make the profile"
begin=$(date +%s.%N)
memlb html -o page.html made.xml 2> /dev/null || die "memlb html failed"
end=$(date +%s.%N)
"$node" "$bench/html.mjs" "$modules" "$chromium" page.html "$BENCH_RUNS" \
  > times || die "the page failed"
echo "| what | here |"
echo "|---|---|"
awk -v begin="$begin" -v end="$end" -v loops="$BENCH_LOOPS" \
    -v lines="$BENCH_LINES" -v xml="$(wc -c < made.xml)" \
    -v html="$(wc -c < page.html)" '
  END {
    printf "| profile of %d loops and %d lines | %.1f MB |\n", loops, lines,
	   xml / 1e6
    printf "| page | %.2f MB |\n", html / 1e6
    printf "| memlb html | %.1f s |\n", end - begin
  }' /dev/null
cat times
rm -f made.xml
