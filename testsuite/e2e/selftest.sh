#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# selftest.sh: an example that no compiler here can compile is skipped, not
# passed; one that does not do what it has to is not passed either.
. "$srcdir/e2e-lib.sh"
srcdir=$abs_top_srcdir/testsuite/e2e
export srcdir

# ends_with STATUS TEST NAME=VALUE: run TEST, which has to end with STATUS.
ends_with ()
{
  env "$3" sh "$srcdir/$2.sh" > "$2.log" 2>&1
  status=$?
  test "$status" -eq "$1" \
    || { fail "$2: exit status $status, not $1"; cat "$2.log"; }
}

for test in cg particles shallow; do
  ends_with 77 "$test" E2E_GCCS=no-gcc
  grep -q '^SKIP: no compiler' "$test.log" || fail "$test does not say why"
done
ends_with 1 cg E2E_FLAGS=-fno-such-option
grep -q '^== gcc.* -fno-such-option$' cg.log || fail "cg: what was it?"
finish
