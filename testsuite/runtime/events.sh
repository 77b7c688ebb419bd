#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Event counters around samples: what a test's own source counts is in the
# profile; where the kernel grants none the profile has none, and nobody hears
# of it.

. "${srcdir:-.}/run-lib.sh"
MEMLB_BUDGET=unlimited
MEMLB_OUTPUT=p.xml
export MEMLB_BUDGET MEMLB_OUTPUT

# run PROGRAM ARGS...: a profile in p.xml, nothing on standard error.
run ()
{
  rm -f p*.xml
  timeout 120 "$bin/$@" > out 2> err || fail "$* fails: $(cat err)"
  test ! -s err || fail "$* says: $(cat err)"
  well_formed p.xml
}

# value NAME: of the first such metric in a scope.
value ()
{
  sed -n "s/.*<m n=\"$1\" v=\"\([0-9]*\)\".*/\1/p" p.xml | head -n 1
}

# declared: the events that the profile declares, on a line.
declared ()
{
  set -- $(sed -n 's/.*<metric name="\([^"]*\)".*/\1/p' p.xml \
	   | grep -E '^(event-|bound-(cycles|instructions|l))')
  echo $*
}

# no_events WHAT: the profile has none.
no_events ()
{
  test -z "$(declared)" || fail "$1: $(declared)"
  grep -q '<m n="\(event-\|bound-c\|bound-i\)' p.xml && fail "$1: events"
  grep -q '<setting name="events" value="none"/>' p.xml || fail "$1: setting"
}

run events
test "$(declared)" = "event-samples event-cycles bound-cycles \
event-instructions bound-instructions event-l1-misses bound-l1-misses \
event-llc-misses bound-llc-misses" || fail "declared: $(declared)"
test -n "$(value event-cycles)" || fail "no value"

# Of 1000 that an original counts and 1500 of the copy, 100 are the reading's.
run events main
entries=$(sed -n 's/.* entries="\([0-9]*\)".*/\1/p' p.xml | head -n 1)
test "$entries" = 200 || fail "$entries entries"
awk -v c="$(value event-cycles)" -v i="$(value event-instructions)" \
    -v m="$(value event-llc-misses)" -v b="$(value bound-cycles)" '
  function same(x, y) { return x >= y * 0.999 && x <= y * 1.001 }
  END { exit !(c > 0 && same(i, 2 * c) && same(m, 4 * c) &&
	       same(b * 900, c * 1400)) }' < /dev/null \
  || fail "cycles $(value event-cycles), $(value bound-cycles)"

MEMLB_EVENTS=instructions run events main
test "$(declared)" = "event-samples event-instructions bound-instructions" \
  || fail "one event: $(declared)"
grep -q '<setting name="events" value="instructions"/>' p.xml \
  || fail "one event: setting"

MEMLB_EVENTS=none run events none
no_events none
FAKE_REFUSES=1 run events none
no_events refused

# The kernel's: as granted, or none.
for program in triad triad-static triad-shared; do
  MEMLB_EVENTS=none run $program 100
  no_events $program
  MEMLB_EVENTS=default run $program 100
  if test -z "$(declared)"; then
    no_events "$program, default"
  else
    grep -q '<setting name="events" value="none"/>' p.xml \
      && fail "$program: events that were not granted"
  fi
done
MEMLB_MODE=time run triad 100
no_events "mode time"

# Refused by a filter.
rm -f p.xml
"$bin/no-counters" "$bin/triad" 100 > out 2> err
status=$?
if test $status -ne 77; then
  test $status -eq 0 || fail "without counters: exit status $status"
  test ! -s err || fail "without counters: $(cat err)"
  no_events "without counters"
fi

# Descriptors, with other events of the kernel.
run events-kernel
cat out
if command -v valgrind > /dev/null; then
  timeout 120 valgrind -q "$bin/events-kernel" grants > out 2> err
  # It may not work here at all.
  ! grep -q '[1-9][0-9]* events' out || fail "events under valgrind: $(cat out)"
fi
MEMLB_EVENTS=none run events-kernel
grep -q '^0 events' out || fail "events in spite of none: $(cat out)"
exit $failed
