#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Profiles while the program runs: whole, marked, replaced by the next and by
# the last; nothing else changes.

. "${srcdir:-.}/run-lib.sh"

# marked FILE COMPLETE [ENDED]: what the profile says of itself.
marked ()
{
  well_formed "$1"
  is=$(sed -n 's/^<memlb .*complete="\([a-z]*\)"\( ended="\(.*\)"\)* mode.*/\1 \3/p' "$1")
  test "$is" = "$2 $3" || fail "$end: '$is' in $1"
}

# entries FILE: of the loop.
entries ()
{
  sed -n 's/.*<loop id="kit@kit.c:20".* entries="\([0-9]*\)".*/\1/p' "$1"
}

# run WAY STATUS FILES: a run with snapshots that ends in that way and leaves
# so many profiles beside those that it kept.
run ()
{
  end=$1
  rm -rf ./*.xml
  MEMLB_SNAPSHOT=0.1 MEMLB_OUTPUT=s.xml "$bin/snapshot" "$1" > out 2>&1
  status=$?
  test $status -eq "$2" || fail "$1: status $status: $(cat out)"
  # The shell itself says how it ended.
  ! grep -vE '^(Killed|Terminated)$' out || fail "$1: said $(cat out)"
  marked first.xml no
  marked second.xml no
  test "$(entries first.xml)" -lt "$(entries second.xml)" \
    || fail "$1: no progress between snapshots"
  rm -f first.xml second.xml
  test "$(find . -name '*.xml' | wc -l)" -eq "$3" || fail "$1: $(ls -A)"
  test -z "$(find . -name '.memlb*')" || fail "$1: half a profile is left"
}

run exit 0 1
marked s.xml yes
run chdir 0 1
marked s.xml yes
run kill 137 1
marked s.xml no
run term 143 1
marked s.xml no SIGTERM
run fork 0 2
marked s.xml yes
marked s.2.xml yes
test "$(entries s.2.xml)" -eq 10 || fail "child: $(entries s.2.xml) entries"

# The name of a file that somebody has put in the snapshot's place is theirs.
rm -f ./*.xml
echo mine > s.xml
MEMLB_SNAPSHOT=0.02 MEMLB_OUTPUT=s.xml timeout 2 "$bin/dying" loop > out
test "$(cat s.xml)" = mine || fail "a file of others was replaced"
marked s.2.xml no SIGTERM
test "$(find . -name '*.xml' | wc -l)" -eq 2 || fail "numbers: $(ls -A)"

# Where they cannot be written, nothing happens.
MEMLB_SNAPSHOT=0.001 MEMLB_OUTPUT=/proc/none/s.xml MEMLB_BUDGET=unlimited \
  "$bin/threads" > out 2>&1 || fail "no folder: $(cat out)"
! grep memlb out || fail "no folder: said $(cat out)"

# As often as can be: registers, signals and threads are as always.
rm -f ./*.xml
MEMLB_SNAPSHOT=0.0001
export MEMLB_SNAPSHOT
in_modes preserve torture bound time
in_modes left torture bound
in_modes threads bound time
in_modes life bound
exit $failed
