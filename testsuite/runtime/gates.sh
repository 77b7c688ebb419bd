#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Gates: what passes is counted, what does not is seen.

. "${srcdir:-.}/run-lib.sh"
for mode in time bound; do
  MEMLB_MODE=$mode MEMLB_OUTPUT=$mode.xml timeout 120 "$bin/gates" \
    || fail "gates exits with $? in mode $mode"
  well_formed $mode.xml
done
exit $failed
