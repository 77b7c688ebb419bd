/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Nests while their thread is moved from processor to processor: results are
   right, copies run, and no nest takes longer than the program.  */

#include "check.h"
#include "kit.h"
#include "runtime.h"
#include "thread.h"

#include <pthread.h>
#include <sched.h>
#include <unistd.h>

static volatile int done;
static int moves;

/* Move thread TID to the processors of ALL in turn.  */

static void
move (pid_t tid, const cpu_set_t *all)
{
  for (int cpu = 0; cpu < CPU_SETSIZE && !done; cpu++)
    if (CPU_ISSET (cpu, all))
      {
	cpu_set_t one;
	CPU_ZERO (&one);
	CPU_SET (cpu, &one);
	CHECK (sched_setaffinity (tid, sizeof one, &one) == 0);
	moves++;
	usleep (300);
      }
}

static void *
mover (void *arg)
{
  cpu_set_t all;
  if (sched_getaffinity (0, sizeof all, &all) == 0)
    while (!done)
      move (*(pid_t *) arg, &all);
  return NULL;
}

int
main (void)
{
  pthread_t thread;
  pid_t self = gettid ();
  uint64_t begin = mrt_ticks ();
  pthread_create (&thread, NULL, mover, &self);
  while (mrt_load (&moves) < 300)
    {
      CHECK_EQUAL (kit_run (KIT_OK, 1000, 50), 0);
      CHECK_EQUAL (kit_run (KIT_OK, 300000, 2), 0);
      CHECK_EQUAL (kit_run (KIT_SEGV, 1000, 1), 0);
    }
  done = 1;
  pthread_join (thread, NULL);
  uint64_t passed = mrt_ticks () - begin;
  const struct mrt_record *r = kit_record ();
  CHECK (r->timed > 10);
  /* The mean of those that are timed, for all.  */
  uint64_t entries = mrt_entries (mrt_self, (uint32_t) (r - mrt_self->records));
  uint64_t time = mrt_scaled (entries, r->time, mrt_weights (r));
  CHECK (time <= passed);
  /* What timing takes is charged by a constant (runtime/sample.c, TIMING_COST), which
     is more than it takes on some processors.  */
  uint64_t timing = 300 * r->timed;
  CHECK (mrt_self->spent - MRT_MIN (mrt_self->spent, timing) + time <= passed);
  CHECK_EQUAL (r->registers_differ, 0);
  CHECK_EQUAL (r->exit_differs, 0);
  return failures != 0;
}
