#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# A program that forks and vforks leaves two profiles: its own and that of
# the forked child.

. "${srcdir:-.}/run-lib.sh"
for mode in torture bound; do
  mkdir $mode
  (cd $mode && MEMLB_MODE=$mode MEMLB_BUDGET=unlimited "$bin/life") \
    || fail "life fails in mode $mode"
  set -- $mode/memlb-life.*.xml
  test $# -eq 2 || fail "$# profiles in mode $mode: $*"
  well_formed "$@"
  grep -q 'entries="31"' "$@" || fail "no profile of the child"
  grep -q 'entries="100"' "$@" || grep -q 'entries="101"' "$@" \
    || fail "no profile of the parent"
done
exit $failed
