#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Bound runs that may not run to their end.

. "${srcdir:-.}/run-lib.sh"
# expect FILE REASON: what the profile says of the nest.
expect ()
{
  well_formed "$1"
  is=$(xmllint --xpath 'string(//loop/@reason)' "$1")
  test "$is" = "$2" || fail "$1: reason is '$is', not '$2'"
}

# Where others take so much of the processor that nobody can say to a tenth how far the
# original was, there is nothing to compare, and another run is made.
for try in 1 2 3 4 5 6; do
  rm -f counted.xml
  MEMLB_BUDGET=2 MEMLB_OUTPUT=counted.xml "$bin/cut-off" > cut-off.out 2>&1 \
    && break
  test "$try" -lt 6 || { cat cut-off.out; fail "cut-off exits with 1"; }
done
# Where they take it from the copy the bound is above the time.
is=$(xmllint --xpath 'string(//loop/@reason)' counted.xml)
test "$is" = above-time || expect counted.xml cut-off
test "$(xmllint --xpath '//loop/@bound > 0 and //loop/m[@n="cut-off"]/@v > 0' \
	counted.xml)" = true || fail "no bound from a run that was cut off"
MEMLB_BUDGET=2 MEMLB_OUTPUT=blind.xml "$bin/cut-off" blind \
  || fail "cut-off blind exits with $?"
expect blind.xml no-counter
exit $failed
