#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# e2e.sh: tests of ../e2e with programs for this processor, through the wrapper;
# CROSS_E2E says which (`all': those that can pass).
#
# Not here: build-systems (a package is told of its host otherwise), cachegrind
# and count-callgrind (valgrind does not run these programs), caches and mca (the
# tools of this machine), count-step (ptrace), gcov, outer and facts (whole
# functions, vectors of x86-64), calls, mirror and replay (copies that there are
# not), verdicts (of x86-64's code), mpi (none for this machine).
. "$srcdir/cross-lib.sh"
use_build
use_drivers
: "${CROSS_E2E:=blocked cg matmul shallow trsm dlopen ends link-error lto paths shared
  surroundings}"
test "$CROSS_E2E" != all \
  || CROSS_E2E="blocked cg count cut-off dlopen ends link-error lto matmul options
     particles paths reproducible shallow shallow-tuned shared static
     surroundings trsm"

for test in $CROSS_E2E; do
  driver e2e "$test" E2E_FLAGS="${E2E_FLAGS:--O2;-O3}"
done
exit $failed
