#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# fork in programs with threads: a profile for the parent and each child, with
# the child's counts and threads only; with snapshots in all of them too.

. "${srcdir:-.}/run-lib.sh"
for mode in bound torture time; do
  for snapshot in 0 0.001; do
    rm -rf run && mkdir run
    (cd run && MEMLB_MODE=$mode MEMLB_SNAPSHOT=$snapshot \
      timeout 120 "$bin/forks") || fail "forks fails in mode $mode"
    well_formed run/*.xml
    test "$(find run -name '*.xml' | wc -l)" -eq 41 \
      || fail "mode $mode: $(ls run | wc -l) profiles"
    test -z "$(find run -name '.memlb*')" || fail "half a profile is left"
    test "$(grep -l 'entries="16"' run/*.xml | wc -l)" -eq 40 \
      || fail "mode $mode: counts of children"
    test "$(grep -l '<program .* threads="2"' run/*.xml | wc -l)" -eq 40 \
      || fail "mode $mode: threads of children"
    test "$(grep -l 'complete="yes"' run/*.xml | wc -l)" -eq 41 \
      || fail "mode $mode: not all are complete"
  done
done
exit $failed
