#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# kept-limits.sh: the time limit of a copy stays set for some milliseconds, in which the program
# waits in system calls.  Their results are those without memlb, though none of them would be
# begun again by itself if a signal had ended it.
. "$srcdir/e2e-lib.sh"

cat > waits.c <<'END'
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>
#define FILES 1000
static double x[512];
static struct pollfd files[FILES];

__attribute__ ((noipa)) void
scale (int n)
{
  for (int i = 0; i < n; i++)
    x[i] = x[i] * 0.999 + 0.5;
}

int
main (void)
{
  int ends[2], ended_early = 0, polled = 0;
  if (pipe (ends))
    return 1;
  for (int i = 0; i < FILES; i++)
    files[i] = (struct pollfd) { ends[0], POLLIN, 0 };
  /* Polling takes the processor for most of the time, asleep for the rest.  */
  for (int i = 0; i < 6000; i++)
    {
      const struct timespec wait = { 0, 10000 };
      for (int k = 0; k < 8; k++)
	scale (256 + (i + k) % 64);
      polled += ppoll (files, FILES, &wait, NULL) == 0;
      ended_early += nanosleep (&wait, NULL) != 0;
    }
  printf ("%d polled, %d ended early, %g\n", polled, ended_early, x[5]);
}
END

for gcc in $E2E_GCCS; do
  use_gcc "$gcc"
  must "$gcc" -O2 waits.c -o plain || continue
  must "$(wrapper_of waits.c)" -O2 waits.c -o with || continue
  ./plain > expected
  for budget in 10 unlimited; do
    rm -f waits.xml
    MEMLB_BUDGET=$budget MEMLB_OUTPUT=waits.xml ./with > with.out 2> said
    cmp -s expected with.out \
      || fail "$gcc, $budget: $(cat with.out) instead of $(cat expected)"
    must memlb check waits.xml
    grep -q 'n="bound-runs" v="[1-9]' waits.xml \
      || fail "$gcc, $budget: no bound run"
  done
done
finish
