#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Objects that come and go while nests run, profiles are written and signals
# end the program: what they measured is kept, and nothing breaks.

. "${srcdir:-.}/run-lib.sh"

# triad FILE: the entries of the object that went.
triad ()
{
  well_formed "$1"
  test "$(grep -c '<loop id="triad@triad.c:10".* entries="1200"' "$1")" -eq 1 \
    || fail "$1: results of the unloaded object"
  grep -q '<ref .*name="a' "$1" || fail "$1: references are lost"
}

for mode in bound torture time; do
  for snapshot in 0 0.0002; do
    rm -f ./*.xml
    MEMLB_MODE=$mode MEMLB_SNAPSHOT=$snapshot MEMLB_BUDGET=unlimited \
      MEMLB_OUTPUT=p.xml timeout 120 "$bin/unload" "$bin/libkit.so" \
      "$bin/libtriad.so" || fail "fails in mode $mode, $snapshot"
    test "$(find . -name '*.xml' | wc -l)" -eq 1 || fail "not one: $(ls -A)"
    test -z "$(find . -name '.memlb*')" || fail "half a profile is left"
    triad p.xml
    grep -q 'complete="yes"' p.xml || fail "not complete"
  done
done

# The actions of a program that does not call the runtime are its own: no
# profile at a signal, but the last snapshot.
for sig in 15 11 6; do
  rm -f ./*.xml .memlb*
  "$bin/status" "$bin/unload" "$bin/libkit.so" "$bin/libtriad.so" $sig > got 2>&1
  test "$(cat got)" = "signal $sig" || test "$(cat got)" = "signal $sig core" \
    || fail "signal $sig: $(cat got)"
  MEMLB_SNAPSHOT=0.001 MEMLB_OUTPUT=s.xml "$bin/status" "$bin/unload" \
    "$bin/libkit.so" "$bin/libtriad.so" $sig s.xml > got
  well_formed s.xml
  grep -q 'complete="no"' s.xml || fail "signal $sig: the snapshot says complete"
done
exit $failed
