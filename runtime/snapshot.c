/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The profile written while the program runs, every MEMLB_SNAPSHOT seconds,
   for runs that somebody kills.

   There is neither a thread nor a timer for it: the first thread that leaves
   a nest when it is due writes.  What that takes counts as memlb's own work,
   and not as that of the nests which the thread is inside.

   Weakness: a program that runs no nests, or a single one, for hours has no
   snapshot meanwhile; nothing was counted either.  */

#include "snapshot.h"
#include "finish.h"
#include "runtime.h"
#include "settings.h"

#include <time.h>

/* When the next is due, CLOCK_MONOTONIC in ns; UINT64_MAX: never, or one is
   being written.  */
static uint64_t due = UINT64_MAX;

/* The program's extended state meanwhile.  */
static struct mrt_xstate xstate;

static void
wait_for_next (void)
{
  uint64_t at = mrt_nanoseconds (CLOCK_MONOTONIC) + mrt_settings.snapshot;
  mrt_store (&due, mrt_settings.snapshot && mrt_settings.write ? at
								: UINT64_MAX);
}

void
mrt_snapshot_start (void)
{
  wait_for_next ();
}

/* TICKS and NS of CPU time went by that are not the nests'.  */

static void
take_off (struct mrt_thread *self, uint64_t ticks, uint64_t ns)
{
  mrt_add (&self->spent, ticks);
  for (uint64_t d = 0; d < self->depth; d++)
    {
      self->frames[d].observed += ticks;
      if (self->frames[d].cpu_start)
	self->frames[d].cpu_start += ns;
    }
}

static void
write_snapshot (struct mrt_thread *self)
{
  uint64_t cpu = mrt_nanoseconds (CLOCK_THREAD_CPUTIME_ID);
  uint64_t begin = mrt_clock ();
  mrt_lost_ticks (self);
  uint64_t lost = self->lost;
  mrt_xstate_save (&xstate);
  mrt_finish (MRT_END_SNAPSHOT, 0);
  mrt_xstate_load (&xstate);
  mrt_lost_ticks (self);
  uint64_t ticks = mrt_elapsed (begin, mrt_clock ());
  take_off (self, ticks - MRT_MIN (ticks, self->lost - lost),
	    mrt_nanoseconds (CLOCK_THREAD_CPUTIME_ID) - cpu);
}

void
mrt_safe_point (struct mrt_thread *self)
{
  mrt_lost_ticks (self);
  uint64_t at = mrt_load (&due);
  if (at == UINT64_MAX || mrt_nanoseconds (CLOCK_MONOTONIC) < at
      || !__atomic_compare_exchange_n (&due, &at, UINT64_MAX, false,
				       __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
    return;
  write_snapshot (self);
  wait_for_next ();
}
