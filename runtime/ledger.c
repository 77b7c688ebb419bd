/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What measuring has cost, and what it may cost.

   A thread may spend MEMLB_BUDGET per cent of the CPU time that the program's
   own work has taken on it so far.  All that memlb does is charged: its way
   through mrt_enter and mrt_exit, what samples and observations do, timed
   entries, and what passes gates, by constants.  The first thread has to leave
   room for the start and for writing the profile.  Whatever costs much asks
   first.

   Weakness: a loop that is laid out or aligned otherwise than in the plain build
   costs or saves time that nobody can charge.  */

#include "ledger.h"
#include "runtime.h"
#include "settings.h"
#include "watch.h"

/* So much of the budget is for what can be charged: what copies leave in caches
   and predictors cannot.  */
#define CHARGED 7
#define PARTS 8

/* Nanoseconds that the end takes in any case, and for each nest that the profile
   holds.  */
#define END_NS 1200000
#define NEST_NS 3000

/* Samples of others that do without, until what is saved for a first one is spent
   on them.  */
#define SAVING_TURNS 256

/* Own work of so many ns is worth a look at the CPU time before it.  */
#define LOOKED_NS 1000000

/* Ticks of the start, and those that the end will take.  */
static uint64_t start_ticks, end_ns;

void
mrt_ledger_started (uint64_t begin)
{
  start_ticks = mrt_elapsed (begin, mrt_clock ());
  end_ns = END_NS;
}

void
mrt_ledger_add_nests (uint32_t n)
{
  __atomic_add_fetch (&end_ns, (uint64_t) n * NEST_NS, __ATOMIC_RELAXED);
}

/* What SELF must not spend.  */

static uint64_t
reserve (const struct mrt_thread *self)
{
  return self->serial == 1
	 ? start_ticks + mrt_ns_to_ticks (mrt_load (&end_ns)) : 0;
}

uint64_t
mrt_own_ticks (const struct mrt_thread *self)
{
  uint64_t elapsed = mrt_clock () - self->born;
  elapsed = self->earlier + elapsed - MRT_MIN (elapsed, self->lost);
  return elapsed - MRT_MIN (elapsed, self->spent);
}

uint64_t
mrt_allowance (const struct mrt_thread *self)
{
  if (mrt_settings.budget == MRT_UNLIMITED)
    return UINT64_MAX;
  uint64_t all = mrt_own_ticks (self) / 1000 * mrt_settings.budget
		 / PARTS * CHARGED;
  uint64_t kept = reserve (self);
  return all - MRT_MIN (all, kept);
}

uint64_t
mrt_room (const struct mrt_thread *self)
{
  uint64_t all = mrt_allowance (self);
  return all - MRT_MIN (all, self->spent);
}

bool
mrt_affordable_p (const struct mrt_thread *self, uint64_t cost)
{
  return mrt_settings.budget == MRT_UNLIMITED
	 || self->spent + cost <= mrt_allowance (self);
}

bool
mrt_first_affordable_p (struct mrt_thread *self, uint64_t cost)
{
  bool good = mrt_affordable_p (self, cost);
  self->saving = good ? 0 : MRT_MAX (self->saving, cost);
  return good;
}

/* Nobody saves for ever: the nest may never be entered again.  */

bool
mrt_next_affordable_p (struct mrt_thread *self, uint64_t cost)
{
  bool good = mrt_affordable_p (self, cost + self->saving);
  if (!good)
    self->saving -= self->saving / SAVING_TURNS;
  return good;
}

void
mrt_own_begin (struct mrt_thread *self, uint64_t cost)
{
  /* A look at the CPU time is a system call.  Where the work is shorter than
     what is looked at, or it will be seen whether it was disturbed, none is
     needed; but a part of what is lost in long work may have been lost before.  */
  if (mrt_watch_offset ? cost >= mrt_ns_to_ticks (LOOKED_NS)
      : !cost || cost > self->quick_limit)
    mrt_lost_ticks (self);
  mrt_watch ();
  self->own_disturbed = false;
  self->own_lost = self->lost;
  self->own_begin = mrt_ticks ();
  self->own_unlooked = mrt_elapsed (self->look_ticks, self->own_begin);
}

uint64_t
mrt_own_end (struct mrt_thread *self)
{
  uint64_t cost = mrt_elapsed (self->own_begin, mrt_ticks ());
  bool calm = mrt_watch_offset && mrt_undisturbed () && !self->own_disturbed;
  if (cost > self->quick_limit && !calm)
    mrt_lost_ticks (self);
  /* All that it can be of what was lost was so before.  */
  uint64_t lost = self->lost - self->own_lost;
  lost -= MRT_MIN (lost, self->own_unlooked);
  cost -= MRT_MIN (cost, lost);
  mrt_add (&self->spent, cost);
  return cost;
}

void
mrt_charge_since (struct mrt_thread *self, uint64_t begin, uint64_t spent)
{
  uint64_t ticks = mrt_elapsed (begin, mrt_clock ());
  ticks -= MRT_MIN (ticks, self->spent - spent);
  mrt_add (&self->spent, MRT_MIN (ticks, self->quick_limit));
}
