#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# smoke.sh: the examples, compiled plainly, solve small problems.

set -u
failed=0

# expect PATTERN PROGRAM ARGS...: PROGRAM succeeds, a line matches PATTERN.
expect ()
{
  pattern=$1
  shift
  test -x "$1" || { echo "not built: $1"; return; }
  if out=$("$@" 2>&1) && printf '%s\n' "$out" | grep -q -e "$pattern"; then
    echo "ok: $*"
  else
    echo "FAIL: $* (expected: $pattern)"
    printf '%s\n' "$out"
    failed=1
  fi
}

expect '^mass is conserved' ./shallow 20 12 50
expect '^mass is conserved' ./shallow_tuned 20 12 50
if test -x shallow; then
  # Eleven digits: the two add in different orders.
  for program in shallow shallow_tuned; do
    ./$program 60 40 100 | sed -n 's/^sum of.*  *\(-*[0-9]\.[0-9]\{10\}\).*E/\1E/p' \
      > $program.sums
  done
  if test -s shallow.sums && cmp shallow.sums shallow_tuned.sums; then
    echo "ok: shallow_tuned computes what shallow does"
  else
    echo "FAIL: shallow and shallow_tuned differ"
    failed=1
  fi
fi
expect '^the residual is small' ./trsm 200 70
expect '^r\.r  *[0-9.]*e-0[6-9]' ./cg 20 16 12 40
expect '^naive  *-2\.878400000000000e+04' ./matmul 100
expect '^blocked  *-2\.878400000000000e+04' ./matmul 100
expect '^sum of x  8\.2068' ./particles 16 4 20
exit "$failed"
