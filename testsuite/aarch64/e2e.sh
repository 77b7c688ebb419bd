#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# e2e.sh: tests of ../e2e with programs for this processor, through the wrapper;
# CROSS_E2E says which (`all': every one).  Those of what there is not here say so
# and are skipped.
. "$srcdir/cross-lib.sh"
use_build
use_drivers
: "${CROSS_E2E:=blocked cg facts later-loops matmul shallow trsm dlopen ends
  link-error lto paths shared surroundings}"
test "$CROSS_E2E" != all \
  || CROSS_E2E=$(cd "$abs_top_srcdir/testsuite/e2e" \
		 && ls ./*.sh | sed -n '/-lib\.sh$/d; s,^\./\(.*\)\.sh$,\1,p')

for test in $CROSS_E2E; do
  driver e2e "$test" E2E_FLAGS="${E2E_FLAGS:--O2;-O3}"
done
exit $failed
