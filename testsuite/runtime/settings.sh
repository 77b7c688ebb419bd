#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# The variables: bad values cost one line, selections select.

. "${srcdir:-.}/run-lib.sh"

# bad VARIABLE VALUE: one line that names both; the program runs on.
bad ()
{
  env "$1=$2" MEMLB_OUTPUT=bad.xml "$bin/triad" 20 > out 2> err \
    || fail "$1=$2 changes the exit status"
  test "$(wc -l < err)" -eq 1 || fail "$1=$2: $(wc -l < err) lines"
  grep -q "^memlb: $1=" err || fail "$1=$2: $(cat err)"
}

bad MEMLB_MODE nonsense
bad MEMLB_MODE time,count
bad MEMLB_MODE bound,
bad MEMLB_BUDGET much
bad MEMLB_BUDGET -3
bad MEMLB_RANKS 1-
bad MEMLB_RECORD some
bad MEMLB_VERBOSE 7
bad MEMLB_EVENTS misses
bad MEMLB_EVENTS cycles,
bad MEMLB_SNAPSHOT often
bad MEMLB_SNAPSHOT -1
bad MEMLB_SNAPSHOT 1.5s

# run VARIABLE=VALUE...: a profile in p.xml.
run ()
{
  rm -f p.xml
  env "$@" MEMLB_OUTPUT=p.xml "$bin/triad" 40 > out 2> err \
    || fail "fails with $*"
  test ! -s err || fail "$*: $(cat err)"
}

run MEMLB_BUDGET=10%
run MEMLB_BUDGET=2.5
grep -q '<setting name="budget" value="2.5"/>' p.xml || fail "budget is lost"
run MEMLB_MODE=bound,count
run MEMLB_MODE=off
test ! -f p.xml || fail "mode off wrote a profile"
run MEMLB_MODE=time
grep -q 'verdict="unsampled" reason="mode"' p.xml || fail "mode time"
run MEMLB_BUDGET=0
grep -q 'verdict="unsampled" reason="no-sample"' p.xml || fail "budget 0"
for loops in triad 'tri*' triad.c:10 'x,*.c:10' 'tr[h-j]ad'; do
  run MEMLB_LOOPS="$loops"
  grep -q 'entries="40"' p.xml || fail "$loops does not select"
done
for loops in other triad.c:11 'x*' triad.c; do
  run MEMLB_LOOPS="$loops"
  grep -q 'entries="0".* reason="not-requested"' p.xml \
    || fail "$loops selects"
done
run MEMLB_RANKS=0,4-6 PMI_RANK=5
test -f p.xml || fail "rank 5 of 4-6 wrote nothing"
run MEMLB_RANKS=0,4-6 PMI_RANK=3
test ! -f p.xml || fail "rank 3 of 0,4-6 wrote a profile"
run MEMLB_RECORD=minimal
grep -qE ' command=|<env ' p.xml && fail "minimal records too much"
run MEMLB_RECORD=full
grep -q ' command="[^"]*triad 40"' p.xml || fail "no command line"

# Set-uid programs ignore all of it; only root can make one.
if test "$(id -u)" -eq 0 && command -v setpriv > /dev/null; then
  cp "$bin/triad" suid && chown nobody suid && chmod 4755 suid
  mkdir -m 777 open
  (cd open && MEMLB_OUTPUT=p.xml MEMLB_MODE=nonsense ../suid 5 > out 2> err)
  test ! -f open/p.xml || fail "a set-uid program wrote a profile"
  test ! -s open/err || fail "a set-uid program read the variables"
fi
exit $failed
