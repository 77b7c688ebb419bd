#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# The runtime in the executable, shared, static; in an object that comes and
# goes; and one profile however many objects there are.

. "${srcdir:-.}/run-lib.sh"
for program in triad triad-shared triad-static; do
  for mode in bound time torture; do
    MEMLB_MODE=$mode MEMLB_OUTPUT=$program.$mode.xml "$bin/$program" 200 \
      > out || fail "$program fails in mode $mode"
    well_formed $program.$mode.xml
    grep -q '<loop id="triad@triad.c:10".* entries="200"' \
      $program.$mode.xml || fail "$program: wrong loop in mode $mode"
  done
done
MEMLB_OUTPUT=reload.xml "$bin/reload" "$bin/libtriad.so" \
  || fail "reload fails"
set -- reload*.xml
test $# -eq 1 || fail "$# profiles after dlclose: $*"
well_formed reload.xml
test "$(grep -c '<loop id="triad@triad.c:10".* entries="200"' reload.xml)" \
  -eq 1 || fail "results of the unloaded object are wrong"
# An executable without memlb and an instrumented object loaded early.
MEMLB_OUTPUT=preload.xml LD_PRELOAD=$bin/libtriad.so /bin/true \
  || fail "preload fails"
well_formed preload.xml
grep -q 'verdict="unsampled" reason="never-entered"' preload.xml \
  || fail "a nest that was never entered has another verdict"
exit $failed
