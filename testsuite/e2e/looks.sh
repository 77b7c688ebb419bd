#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# looks.sh: system calls at the entries and exits of a nest take with them what the
# processor knows of addresses, in virtual machines; where it shows without whether a
# measurement was disturbed there is less than one for each entry.
. "$srcdir/e2e-lib.sh"
native_only "no time stamp counter"

cat > looks.c <<'END'
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
enum { N = 2000, ENTRIES = 4000 };
static double x[N];
static unsigned long looks;
extern const unsigned int __rseq_size __attribute__ ((weak));

/* The runtime's time-source.c.  */

uint64_t
mrt_ticks (void)
{
  return __builtin_ia32_rdtsc ();
}

uint64_t
mrt_nanoseconds (int clock)
{
  struct timespec t = { 0, 0 };
  looks += clock == CLOCK_THREAD_CPUTIME_ID;
  syscall (SYS_clock_gettime, clock, &t);
  return (uint64_t) t.tv_sec * 1000000000 + (uint64_t) t.tv_nsec;
}

void
mrt_sleep (uint64_t ns)
{
  const struct timespec t = { ns / 1000000000, ns % 1000000000 };
  nanosleep (&t, NULL);
}

uint64_t
mrt_nominal_hz (void)
{
  return 0;
}

__attribute__ ((noipa)) void
scale (int sweeps, double s)
{
  for (int r = 0; r < sweeps; r++)
    for (int i = 0; i < N; i++)
      x[i] = x[i] * s + 1;
}

__attribute__ ((noipa)) static void
try (int sweeps, double s)
{
  scale (sweeps, s);
}

static double
seconds (void)
{
  struct timespec t;
  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec + t.tv_nsec * 1e-9;
}

int
main (void)
{
  int sweeps = 0;
  for (double begin = seconds (); seconds () - begin < 0.05; sweeps += 50)
    try (50, 0.5);
  /* An eighth of a millisecond.  */
  sweeps = sweeps / 400 + 1;
  unsigned long before = looks;
  for (int i = 0; i < ENTRIES; i++)
    scale (sweeps, 0.25);
  fprintf (stderr, "%d entries of %d sweeps, %lu looks\n", ENTRIES, sweeps,
	   looks - before);
  printf ("%g\n", x[N - 1]);
  return !&__rseq_size || !__rseq_size ? 77 : looks - before >= ENTRIES;
}
END

use_gcc "${E2E_GCCS%% *}"
must memlb-gcc -O2 looks.c -o with || finish
rm -f run.xml
for mode in time bound; do
  MEMLB_MODE=$mode MEMLB_OUTPUT=run.xml ./with > out 2> said
  status=$?
  cat said
  test "$status" -ne 77 || skip "no restartable sequences"
  test "$status" -eq 0 || fail "$mode: $(cat said)"
  must memlb check run.xml
  rm -f run.xml
done
finish
