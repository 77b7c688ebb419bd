/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Two threads that compute on one processor, and a third that idles; all are
   there when the program ends.  */

#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

void triad (double *, const double *, const double *, long);

static sem_t done;

/* Compute for 50 ms of this thread's CPU time.  */

static void
compute (void)
{
  static double b[1000], c[1000];
  double *a = calloc (1000, 8);
  struct timespec t;

  do
    {
      triad (a, b, c, 1000);
      clock_gettime (CLOCK_THREAD_CPUTIME_ID, &t);
    }
  while (t.tv_sec == 0 && t.tv_nsec < 50000000);
  free (a);
}

static void *
worker (void *computes)
{
  if (computes)
    compute ();
  sem_post (&done);
  while (pause () == -1)
    continue;
  return NULL;
}

/* Bind this thread, and those that it will start, to one processor.  */

static void
bind_to_one (void)
{
  cpu_set_t all, one;
  int cpu = 0;

  sched_getaffinity (0, sizeof all, &all);
  while (!CPU_ISSET (cpu, &all))
    cpu++;
  CPU_ZERO (&one);
  CPU_SET (cpu, &one);
  sched_setaffinity (0, sizeof one, &one);
}

int
main (void)
{
  pthread_t thread;

  sem_init (&done, 0, 0);
  bind_to_one ();
  if (pthread_create (&thread, NULL, worker, &done) != 0
      || pthread_create (&thread, NULL, worker, NULL) != 0)
    return 1;
  compute ();
  sem_wait (&done);
  sem_wait (&done);
  return 0;
}
