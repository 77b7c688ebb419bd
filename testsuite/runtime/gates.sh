#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Gates: what passes is counted, what does not is seen.

. "${srcdir:-.}/run-lib.sh"
for mode in time bound; do
  MEMLB_MODE=$mode MEMLB_OUTPUT=$mode.xml timeout 120 "$bin/gates" \
    || fail "gates exits with $? in mode $mode"
  well_formed $mode.xml
  # Loops take no more time than the program.
  test "$(xmllint --xpath \
    'sum(//loop/@time) <= 1.0001 * //program/@time' $mode.xml)" = true \
    || fail "the loops take longer than the program in mode $mode"
done
exit $failed
