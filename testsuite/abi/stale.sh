#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# An object of another version: one line that says so, no measurement, the
# program unharmed.

. "$abs_top_srcdir/testsuite/test-env.sh"
bin=$abs_top_builddir/testsuite/abi
rm -rf stale.dir && mkdir stale.dir && cd stale.dir || exit 99
MEMLB_OUTPUT=p.xml "$bin/stale" > out 2> err || exit 1
cat out err
test "$(cat out)" = "10 0" || exit 1
test "$(wc -l < err)" -eq 1 || exit 1
grep -q '^memlb: .*stale: built for another version of memlb; compile' err \
  || exit 1
xmllint --noout p.xml || exit 1
grep -q '<loss what="refused-nests" n="1"/>' p.xml
