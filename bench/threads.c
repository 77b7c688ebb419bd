/* SPDX-License-Identifier: GPL-3.0-or-later */
/* threads.c: what an entry of a nest of four iterations takes, by CPU time, where
   N threads enter it.

   Usage: threads N ENTRIES

   Each thread runs on a processor of its own and has arrays of its own; N is 1
   or 2.  Prints the nanoseconds of an entry on the slowest thread.  */

#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { ITERATIONS = 4, MOST = 2 };

static long entries;
static double ns[MOST][16];	/* a line each */
static volatile double sink[MOST][16];
static pthread_barrier_t begin;

__attribute__ ((noipa)) static double
dot (const double *a, const double *b, int n)
{
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += a[i] * b[i];
  return sum;
}

static double
now (void)
{
  struct timespec t;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &t);
  return 1e9 * (double) t.tv_sec + (double) t.tv_nsec;
}

static void *
work (void *arg)
{
  long number = (long) arg;
  double a[64], b[64], sum = 0, start;
  cpu_set_t cpu;

  CPU_ZERO (&cpu);
  CPU_SET (number, &cpu);
  sched_setaffinity (0, sizeof cpu, &cpu);
  for (int i = 0; i < 64; i++)
    a[i] = b[i] = i;
  pthread_barrier_wait (&begin);
  start = now ();
  for (long k = 0; k < entries; k++)
    sum += dot (a + (k & 31), b, ITERATIONS);
  ns[number][0] = now () - start;
  sink[number][0] = sum;
  return NULL;
}

int
main (int argc, char **argv)
{
  int n = argc > 2 ? atoi (argv[1]) : 0;
  pthread_t threads[MOST];
  double most = 0;

  if (n < 1 || n > MOST || (entries = atol (argv[2])) < 1)
    return fputs ("usage: threads 1|2 ENTRIES\n", stderr), 2;
  pthread_barrier_init (&begin, NULL, (unsigned) n);
  for (long i = 0; i < n; i++)
    if (pthread_create (&threads[i], NULL, work, (void *) i))
      return perror ("threads"), 1;
  for (int i = 0; i < n; i++)
    {
      pthread_join (threads[i], NULL);
      if (ns[i][0] > most)
	most = ns[i][0];
    }
  printf ("%.4f\n", most / (double) entries);
  return 0;
}
