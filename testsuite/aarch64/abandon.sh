#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# abandon.sh: copies that fault, or would never end, are given up, and the
# program does not notice.
. "$srcdir/cross-lib.sh"
use_build

for flags in -O1 -O2; do
  plain strays.plain "$srcdir/strays.c" $flags \
    && instrumented strays "$srcdir/strays.c" $flags || exit 1
  run ./strays.plain > plain.out || exit 99
  rm -f strays.xml
  MEMLB_MODE=torture MEMLB_OUTPUT=strays.xml run ./strays > out \
    || fail "exit status $?"
  cmp plain.out out || fail "other output"
  echo "$flags: $(total aborts-fault strays.xml) faults," \
       "$(total aborts-limit strays.xml) over the limit"
  test "$(total aborts-fault strays.xml)" -gt 4 || fail "few copies faulted"
  test "$(total aborts-limit strays.xml)" -gt 0 || fail "every copy ended"
done
exit $failed
