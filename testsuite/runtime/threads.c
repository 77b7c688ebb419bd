/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A thousand short threads, a few at a time: counts add up, states are used
   again, each thread has its own copies and limits.  With the argument
   `live', threads that still run when the program ends.  */

#include "check.h"
#include "kit.h"
#include "module.h"
#include "thread.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define THREADS 1000
#define AT_ONCE 8
#define ENTRIES 20

void triad (double *, const double *, const double *, long);

static void *
work (void *arg)
{
  double a[64], b[64], c[64];
  long n = (long) arg % 50 + 10;
  for (int i = 0; i < 64; i++)
    b[i] = i, c[i] = n;
  for (int e = 0; e < ENTRIES; e++)
    {
      if (kit (n) != n * (n + 1) / 2)
	return work;
      triad (a, b, c, n);
      for (int i = 0; i < n; i++)
	if (a[i] != i + n)
	  return work;
    }
  if ((long) arg % 7 == 0)
    pthread_exit (NULL);
  return NULL;
}

static void *
work_on (void *arg)
{
  for (long i = 0;; i++)
    if (work ((void *) (i % 6 + 1)))
      abort ();
  return arg;
}

/* Leave with threads in the middle of their nests.  */

static int
live (void)
{
  pthread_t t;
  for (long i = 0; i < AT_ONCE; i++)
    CHECK_EQUAL (pthread_create (&t, NULL, work_on, NULL), 0);
  usleep (200000);
  return failures != 0;
}

int
main (int argc, char **argv)
{
  if (argc > 1 && !strcmp (argv[1], "live"))
    return live ();
  pthread_t t[AT_ONCE];
  for (long i = 0; i < THREADS; i += AT_ONCE)
    {
      for (long j = 0; j < AT_ONCE; j++)
	CHECK_EQUAL (pthread_create (&t[j], NULL, work, (void *) (i + j)), 0);
      for (long j = 0; j < AT_ONCE; j++)
	{
	  void *result;
	  pthread_join (t[j], &result);
	  CHECK (!result);
	}
    }
  uint64_t entries = 0, threads = 0, runs = 0, aborts = 0, differ = 0;
  unsigned states = 0;
  for (struct mrt_thread *s = mrt_threads; s; s = s->next, states++)
    {
      struct mrt_record *r = &s->records[kit_desc.index];
      entries += mrt_entries (s, kit_desc.index);
      threads += r->threads;
      runs += r->bound_runs;
      differ += r->registers_differ;
      /* A busy machine may well take a run over its time limit.  */
      aborts += r->aborts[MRT_ABORT_FAULT];
    }
  printf ("%u states, %llu runs\n", states, (unsigned long long) runs);
  CHECK_EQUAL (entries, THREADS * ENTRIES);
  CHECK_EQUAL (threads, THREADS);
  CHECK_EQUAL (aborts, 0);
  CHECK_EQUAL (differ, 0);
  const char *mode = getenv ("MEMLB_MODE");
  CHECK (runs >= THREADS || (mode && !strcmp (mode, "time")));
  CHECK (states <= 4 * AT_ONCE);
  return failures != 0;
}
