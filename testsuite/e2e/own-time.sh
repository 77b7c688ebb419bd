#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# own-time.sh: what memlb charges itself with is CPU time, also where another program has the
# same processor for half of the time, so that it is no more than the process has used.
. "$srcdir/e2e-lib.sh"
command -v taskset > /dev/null || skip "no taskset"

cat > short.c <<'END'
#include <stdio.h>
static double x[4096];

__attribute__ ((noipa)) void
scale (int n)
{
  for (int i = 0; i < n; i++)
    x[i] = x[i] * 0.999 + 0.5;
}

int
main (void)
{
  for (int i = 0; i < 300000; i++)
    scale (200 + i % 64);
  printf ("%g\n", x[5]);
}
END

for gcc in $E2E_GCCS; do
  use_gcc "$gcc"
  must "$(wrapper_of short.c)" -O2 short.c -o with || continue
  taskset -c 0 sh -c 'while :; do :; done' &
  other=$!
  rm -f short.xml
  MEMLB_BUDGET=unlimited MEMLB_OUTPUT=short.xml \
    taskset -c 0 bash -c './with > with.out 2> said; times' > times.txt
  kill "$other"
  must memlb check short.xml
  # The last line of "times" is that of the children: user and system.
  cpu=$(tail -1 times.txt | awk -F'[ms ]+' '{ print 60 * $1 + $2 + 60 * $3 + $4 }')
  own=$(grep -o '"own-time" v="[0-9.]*' short.xml | sed 's/.*"//')
  test -n "$cpu" && test -n "$own" \
    && awk -v own="$own" -v cpu="$cpu" 'BEGIN { exit !(own < 1.35 * cpu) }' \
    || fail "$gcc: own time ${own:-none} s, CPU time ${cpu:-none} s"
done
finish
