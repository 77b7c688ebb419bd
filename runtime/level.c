/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Which level of loops is measured where functions have loops.

   A nest that calls functions with copies is measured with all that they do;
   their own nests pass meanwhile, and are counted.  If it takes long that is not
   worth it: it is entered seldom, perhaps once, and a bound run of it takes as
   long again.  Then the nests inside are measured, and of itself nothing is
   known.  If it is so short that timing each entry costs more than it may, the
   same; all entries must be timed for those inside not to count twice.  Where
   functions with loops may be called, but none has been, there is nothing to measure
   inside.

   How long it takes is not known before it has been entered, and while it is
   measured those inside are not.  So nothing is done at the first entry; the
   second one tells an upper bound of what the first one took, and if that is
   short it is measured.  If not, it may have been entered after a while only: it
   is measured once, to see.

   Nests inside that are so short that counting them takes too much of the time of
   the one around them are not seen any more: their gates are shut, as all are in
   mode off.  What was measured of the one around is forgotten then, as far as it is
   about gates; but how often they passed tells what shut gates take of its time.

   A function without loops is measured as a nest is (plugin, function-nest.cc),
   where no other nest is around it that is measured.  So that no time counts twice,
   all entries of nests with functions inside are timed; where these entries are too
   short for that the functions are not looked at any more.  Nor are functions that
   are too short themselves, or that call others which take more of their time to
   count than they may.  One that calls itself is measured in its outermost
   activation.

   Entries may become longer.  So a nest whose inner ones are measured is tried again
   when it has been entered twice as often as the last time.

   Of a nest that calls through pointers only it is not known whether there is any nest inside:
   as long as none was seen not all entries are timed.  If one is seen later the nest is left to
   those inside where it is short and nothing was measured, or timing all costs too much; then what
   was measured is lost.

   Weakness: of a nest whose entries become long later the inner ones are lost for
   some time, and of one whose entries become short all are timed, if that is affordable.  */

#include "level.h"
#include "extent.h"
#include "ledger.h"
#include "module.h"
#include "outermost.h"
#include "runtime.h"
#include "settings.h"
#include "targets.h"

/* Nanoseconds of entries that are measured with all that is inside.  Timing one costs
   some 100.  */
#define LEAST_NS 3000
#define MOST_NS 20000000

/* Timed entries of a trial; nests inside are shut out before it is over if it is clear
   how it will end: the entries last so many times as long as they must.  */
#define TIMED 16
#define LONG_ENOUGH 16

/* Entries before the first trial that repeats one; and most that pass a gate at once, which
   has 32 bits.  */
#define AGAIN 256
#define MOST_WAIT (1 << 30)

/* Entries of the one around between two looks at how often others pass inside.  */
#define LOOKED 8

/* Ticks, with what timing takes, from which on nests inside may have a bound of their
   own: shorter ones are shut out if need be.  */
#define MEASURABLE_TICKS 500

/* Let the profile say why nest INDEX has no bound, if it gets none: REASON, if it was
   BEFORE.  */

static void
change_reason (uint32_t index, uint32_t before, enum mrt_reason reason)
{
  __atomic_compare_exchange_n (&mrt_nests[index].reason, &before,
			       (uint32_t) reason, false, __ATOMIC_RELAXED,
			       __ATOMIC_RELAXED);
}

/* True if entries of REC last TIMES as long as they must for all of them to be
   timed.  */

static bool
long_enough_p (const struct mrt_record *rec, unsigned times)
{
  return mrt_ticks_to_ns (mrt_mean (rec)) >= times * LEAST_NS;
}

bool
mrt_level_inside_p (const struct mrt_record *rec, uint32_t index)
{
  return mrt_nests[index].inner & MRT_INNER_KNOWN || rec->inner_passed
	 || rec->shut || rec->functions_inside;
}

static void
note_inner (uint32_t index)
{
  change_reason (index, MRT_REASON_NONE, MRT_REASON_INNER_LEVEL);
}

/* True if nest INDEX, which is loaded, is a whole function.  */

static bool
function_p (uint32_t index)
{
  const struct memlb_nest *d = mrt_nest_desc (&mrt_nests[index]);
  return d && d->flags & MEMLB_NEST_FUNCTION;
}

static void
close_level (struct mrt_record *rec, uint32_t index)
{
  mrt_store (&rec->level, MRT_LEVEL_INNER);
  note_inner (index);
  if (function_p (index))
    mrt_timer_give_up (index);
}

/* Measure the next entries of REC, of nest INDEX, to see.  */

static void
begin_trial (struct mrt_record *rec, uint32_t index)
{
  rec->tried = (uint16_t) rec->timed;
  rec->tried_time = rec->time;
  rec->tried_weights = mrt_weights (rec);
  /* Each counts for itself, whatever was between those before.  */
  mrt_store (&rec->gap, 0);
  mrt_store (&rec->level, MRT_LEVEL_TRIAL);
  change_reason (index, MRT_REASON_INNER_LEVEL, MRT_REASON_NONE);
}

/* If nest INDEX, of REC, whose inner ones are measured, is due for another trial, begin
   it.  */

static void
try_again (const struct mrt_thread *self, struct mrt_record *rec, uint32_t index)
{
  uint64_t entries = mrt_entries (self, index);
  if (entries < AGAIN || entries & (entries - 1)
      || mrt_settings.mode == MRT_MODE_TIME)
    return;
  /* Those inside were measured in all entries so far.  */
  mrt_store (&rec->nested, entries - 1);
  begin_trial (rec, index);
}

bool
mrt_level_measured_p (struct mrt_thread *self, struct mrt_record *rec,
		      uint32_t index)
{
  if (!mrt_nests[index].inner)
    return true;
  /* Both levels are to be tried.  */
  if (mrt_settings.torture)
    return mrt_random (self) % 2;
  if (rec->level == MRT_LEVEL_UNKNOWN && mrt_settings.mode == MRT_MODE_TIME)
    close_level (rec, index);
  else if (rec->level == MRT_LEVEL_UNKNOWN
	   && mrt_settings.budget != MRT_UNLIMITED)
    {
      mrt_store (&rec->level, MRT_LEVEL_FIRST);
      note_inner (index);
    }
  else if (rec->level <= MRT_LEVEL_FIRST)
    begin_trial (rec, index);
  else if (rec->level == MRT_LEVEL_INNER)
    try_again (self, rec, index);
  return rec->level == MRT_LEVEL_TRIAL || rec->level == MRT_LEVEL_OUTER;
}

uint32_t
mrt_level_wait (const struct mrt_thread *self, const struct mrt_record *rec,
		uint32_t index)
{
  uint64_t entries = mrt_entries (self, index), next = AGAIN;
  if (rec->level != MRT_LEVEL_INNER || mrt_settings.torture)
    return 0;
  while (next <= entries)
    next *= 2;
  return (uint32_t) MRT_MIN (next - entries - 1, MOST_WAIT);
}

bool
mrt_level_pass_by (uint32_t index)
{
  struct memlb_nest *d = (struct memlb_nest *) mrt_nest_desc (&mrt_nests[index]);
  if (!d || !d->gate || !(d->flags & MEMLB_NEST_COPIED)
      || (d->n_calls && !(d->flags & MEMLB_NEST_FUNCTION)))
    return false;
  mrt_store (&mrt_nests[index].passed_by, 1);
  mrt_store (&d->gate, 0);
  return true;
}

/* True if nests passing inside took too much of the entries of REC that were looked
   at.  */

static bool
too_many_passes_p (const struct mrt_record *rec)
{
  return rec->inner_passed * MRT_PASS_TICKS * 100
	 > rec->inner_ticks * MRT_PASSES_MOST;
}

/* What was found of gates in entries of REC holds no more: they are shut now.  */

static void
forget_passes (struct mrt_record *rec)
{
  uint64_t each
    = rec->shut + rec->inner_passed / MRT_MAX (rec->inner_looked, 1);
  mrt_store (&rec->shut, (uint16_t) MRT_MIN (each, UINT16_MAX));
  mrt_store (&rec->inner_passed, 0);
  mrt_store (&rec->inner_looked, 0);
  mrt_store (&rec->inner_ticks, 0);
}

/* True if REC, inside another nest, is so short that it may be shut out.  */

static bool
negligible_p (const struct mrt_record *rec)
{
  return !rec->timed || mrt_mean (rec) < MEASURABLE_TICKS;
}

/* If they did, pass those by that are short, and begin anew.  */

static void
look_inside (struct mrt_thread *self, struct mrt_record *rec)
{
  uint32_t index = (uint32_t) (rec - self->records);
  bool fewer = false;
  /* Their modules must stay.  */
  if (rec->timed % LOOKED || !too_many_passes_p (rec) || !mrt_targets_try ())
    return;
  for (uint32_t i = MRT_EMPTY_INDEX + 1; i < self->n_inner; i++)
    if (i != index && self->inner[i] != MRT_INNER
	&& negligible_p (&self->records[i]))
      fewer |= mrt_level_pass_by (i);
  mrt_targets_release ();
  if (fewer)
    forget_passes (rec);
  else if (function_p (index))
    close_level (rec, index);
}

/* Nest INDEX, of REC, is a function that calls itself.  ALL: its outermost activations
   are long enough for all of them to be timed.  */

static void
note_recursion (struct mrt_record *rec, uint32_t index, bool all)
{
  mrt_store (&mrt_nests[index].calls_itself, 1);
  if (!all)
    {
      change_reason (index, MRT_REASON_NONE, MRT_REASON_TOO_SHORT);
      mrt_timer_give_up (index);
    }
  else
    {
      rec->functions_inside = true;
      if (rec->level != MRT_LEVEL_OUTER)
	{
	  mrt_store (&rec->level, MRT_LEVEL_OUTER);
	  forget_passes (rec);
	}
    }
}

/* If functions were entered inside of nest INDEX, of REC, let all of its entries be
   timed, or pass the functions by.  */

static void
look_for_functions (struct mrt_thread *self, struct mrt_record *rec,
		    uint32_t index)
{
  bool all = long_enough_p (rec, 1);
  if (!mrt_targets_try ())
    return;
  for (uint32_t i = MRT_EMPTY_INDEX + 1; i < self->n_inner; i++)
    if (self->inner[i] == MRT_INNER || !function_p (i))
      continue;
    else if (i == index)
      note_recursion (rec, index, all);
    else
      {
	if (!all)
	  mrt_level_pass_by (i);
	rec->functions_inside = all;
	if (!mrt_nests[index].inner)
	  mrt_store (&rec->level, all ? MRT_LEVEL_OUTER : MRT_LEVEL_UNKNOWN);
      }
  mrt_targets_release ();
}

/* The entries of REC's trial that have a time.  */

static unsigned
tried (const struct mrt_record *rec)
{
  return (uint16_t) (rec->timed - rec->tried);
}

/* True if the entries of REC's trial last long enough for all to be timed.  In the first
   trial the longest does not count, for it may have touched everything for the first time:
   where it has most of the time, that is the sum of the squares by the sum.  */

static bool
trial_long_enough_p (const struct mrt_record *rec)
{
  uint64_t time = rec->time - rec->tried_time, n = tried (rec);
  if (n == rec->timed)
    {
      time -= MRT_MIN (time, mrt_typical (rec));
      n--;
    }
  return mrt_ticks_to_ns (time) >= n * LEAST_NS;
}

/* True if entries of REC since its last trial began are much shorter than they must be for all
   to be timed.  */

static bool
short_since_p (const struct mrt_record *rec)
{
  uint64_t n = mrt_weights (rec) - rec->tried_weights;
  return n >= TIMED
	 && 2 * mrt_ticks_to_ns (rec->time - rec->tried_time) < n * LEAST_NS;
}

/* Decide the level of REC, of nest INDEX, on SELF, if it is time for that: an entry took
   ELAPSED ticks.  */

static void
decide_level (const struct mrt_thread *self, struct mrt_record *rec, uint32_t index,
	      uint64_t elapsed)
{
  /* Those inside that are not seen any more would not be measured, either.  */
  if (mrt_ticks_to_ns (elapsed) > MOST_NS && !rec->samples && !rec->shut)
    close_level (rec, index);
  else if (rec->level == MRT_LEVEL_TRIAL && tried (rec) >= TIMED)
    {
      if (mrt_level_inside_p (rec, index) && !trial_long_enough_p (rec))
	close_level (rec, index);
      else
	mrt_store (&rec->level, MRT_LEVEL_OUTER);
    }
  /* Only now others were entered inside.  What was measured of it stays, as long as all of
     its entries can be timed within the budget.  */
  else if (rec->level == MRT_LEVEL_OUTER && !rec->shut
	   && mrt_level_inside_p (rec, index) && short_since_p (rec)
	   && (!rec->samples || !mrt_affordable_p (self, 0)))
    close_level (rec, index);
}

void
mrt_level_look (struct mrt_thread *self, struct mrt_record *rec,
		uint32_t index, uint64_t elapsed, bool looked)
{
  if (looked)
    look_for_functions (self, rec, index);
  if (mrt_settings.torture)
    return;
  bool limited = mrt_settings.budget != MRT_UNLIMITED;
  if (mrt_nests[index].inner && limited)
    decide_level (self, rec, index, elapsed);
  if (self->inner_mark != MRT_UNMARKED
      && (rec->level == MRT_LEVEL_OUTER
	  || (rec->level == MRT_LEVEL_TRIAL
	      && (!limited || long_enough_p (rec, LONG_ENOUGH)))))
    look_inside (self, rec);
}
