#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# torture.sh: the tests of ../torture with programs for this processor: GCC's
# gcc.c-torture/execute, every CROSS_EVERYth, and CROSS_COUNT programs of random
# nests.
. "$srcdir/cross-lib.sh"
use_build
use_drivers
: "${CROSS_EVERY:=60}" "${CROSS_COUNT:=6}"

make -C "$abs_top_builddir/testsuite/torture" generate > make.log 2>&1 \
  || { tail make.log; exit 99; }
ln -s "$abs_top_builddir/testsuite/torture/generate" generate

driver torture gcc-torture TORTURE_EVERY="$CROSS_EVERY"
cat gcc-torture.log
driver torture generated TORTURE_COUNT="$CROSS_COUNT" TORTURE_GCCS=gcc
cat generated.log
exit $failed
