#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# ci-summary.sh DIR [FAILURES [UNFINISHED]]: add up the test results (*.trs)
# below DIR; FAILURES counts what failed outside of any test, UNFINISHED long
# suites that were stopped for lack of time, which are skipped.  The last line
# is `N passed, N failed, N skipped'; exits 1 if something failed or nothing
# passed.

set -u
dir=${1:?usage: ci-summary.sh DIR [FAILURES]}
failures=${2:-0}
unfinished=${3:-0}

find "$dir" -name '*.trs' -print0 \
  | xargs -0 -r grep -H '^:test-result:' \
  | LC_ALL=C sort \
  | awk -v failed="$failures" -v skipped="$unfinished" -v dir="$dir/" '
      { result = $0
	sub (/.*:test-result: */, "", result)
	sub (/ .*/, "", result)
	file = $0
	sub (/\.trs:.*/, "", file)
	if (index (file, dir) == 1)
	  file = substr (file, length (dir) + 1) }
      result == "PASS" || result == "XFAIL" { passed++; next }
      result == "SKIP" { skipped++; print "skipped: " file; next }
      { failed++; print "failed: " file }
      END {
	printf "%d passed, %d failed, %d skipped\n", passed, failed, skipped
	exit failed > 0 || passed == 0
      }'
