#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# surroundings.sh: a program with copies keeps its output and exit status in
# a folder that cannot be written, with bad settings, on a full disk.
. "$srcdir/e2e-lib.sh"

cat > status.c <<'END'
#include <stdio.h>
#include <stdlib.h>
static int x[1000];
int
main (int argc, char **argv)
{
  int sum = 0;

  for (int k = 0; k < 10; k++)
    for (int i = 0; i < 1000; i++)
      sum += x[i] += i + k;
  printf ("%d\n", sum);
  return argc > 1 ? atoi (argv[1]) : 0;
}
END
must memlb-gcc -O2 status.c -o status || finish
want=$(MEMLB_MODE=off ./status)

# same WHAT STATUS: the last run printed what it should and ended as asked.
same ()
{
  test "$2" -eq 7 || fail "$1: exit status $2, not 7"
  test "$(cat out)" = "$want" || fail "$1: output $(cat out), not $want"
}

MEMLB_OUTPUT=/proc/nowhere/p.xml ./status 7 > out 2> err
same "unwritable folder" $?
test ! -s err || { fail "unwritable folder: not silent"; cat err; }

MEMLB_BUDGET=much MEMLB_OUTPUT=bad.xml ./status 7 > out 2> err
same "bad value" $?
grep -q MEMLB_BUDGET err || fail "bad value: the variable is not named"
test "$(wc -l < err)" -eq 1 || fail "bad value: not one line"
test -s bad.xml || fail "bad value: no profile"

# Signal SIGXFSZ ignored, a write past the limit fails like a full disk.
(trap '' XFSZ; ulimit -f 0; MEMLB_OUTPUT=full.xml ./status 7 2> /dev/null) \
  | cat > out
test "$(cat out)" = "$want" || fail "full disk: output"
test ! -e full.xml || fail "full disk: part of a profile"
test -z "$(find . -name "*full*")" || fail "full disk: left a file"

memlb run -o run.xml -- ./status 7 > /dev/null 2>&1
test $? -eq 7 || fail "memlb run: exit status"
memlb run -o run2.xml -- sh -c 'kill -TERM $$' > /dev/null 2>&1
status=$?
test "$status" -eq 143 || fail "memlb run: exit status $status after SIGTERM"
finish
