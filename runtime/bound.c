/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Running a bound copy: how often, under which limits, and what its runs tell.
   One run is in run-copy.c.  */

#include "bound.h"
#include "bound-check.h"
#include "copy-frame.h"
#include "cut-off.h"
#include "extent.h"
#include "ledger.h"
#include "limit.h"
#include "mirror.h"
#include "module.h"
#include "pairs.h"
#include "places.h"
#include "run-copy.h"
#include "runtime.h"
#include "sample.h"
#include "side-by-side.h"
#include "settings.h"
#include "targets.h"
#include "watch.h"

#include <signal.h>
#include <time.h>

/* Samples before it is asked whether others need one, and those until it is
   asked again.  */
#define WARM_SAMPLES 16
#define WARM_AGAIN 8

/* Samples that all have a run with placed slots, and of how many later ones one
   has.  */
#define PLACED_SAMPLES 8
#define PLACED_AGAIN 4

/* Samples that have runs with slots beside those of a folded mirror; from then on every
   so many have.  */
#define SLOTS_SAMPLES 16
#define SLOTS_AGAIN 8

/* A run that its limit ended since it made a mirror larger goes on so many times.  */
#define MOST_GROWING 3

/* A doubtful run is made again so many times.  */
#define MOST_AGAIN 2

/* Least original, in nanoseconds, of runs that are warmed so (MRT_WARMING_NS).  */
#define WARMED_NS (MRT_ONCE_NS / 4)

/* Least time limits of a bound run in nanoseconds.  */
#define LIMIT_NS 50000
#define TORTURE_LIMIT_NS 20000000

/* A run that began when the thread's CPU time was BEGIN ns, or 0, is over: where it was
   disturbed, leave what it took of that in run_cpu, else 0.  */

static void
note_cpu_time (struct mrt_thread *self, uint64_t begin)
{
  self->run_cpu = begin && !self->run_calm
		  ? mrt_nanoseconds (CLOCK_THREAD_CPUTIME_ID) - begin : 0;
}

/* One run, with aligned slots.  Where the thread's CPU time tells what a
   disturbance took, that of the run is left in run_cpu, else 0.  */

static bool
run_aligned (struct mrt_thread *self, const struct mrt_frame *f, bool times)
{
  uint64_t begin = times ? mrt_nanoseconds (CLOCK_THREAD_CPUTIME_ID) : 0;
  bool done = mrt_run_bound (self, f, MRT_ALIGNED);
  note_cpu_time (self, begin);
  return done;
}

/* Run the copy of F, beside an original of ELAPSED ticks, with slots that lie in
   their lines as the original's references do.  Returns its ticks, MRT_NO_TICKS if
   it was disturbed or given up: an instruction may want its operand aligned, and
   then it is not tried again.  */

static uint64_t
run_placed (struct mrt_thread *self, const struct mrt_frame *f,
	    uint64_t elapsed, struct mrt_places *places)
{
  bool calm = self->run_calm;
  bool done = mrt_run_bound (self, f, (uint32_t) (f->record->n_placed % MRT_PLACES));
  uint64_t ticks = self->run_stop - self->run_start;
  bool good = done && self->run_calm
	      && !mrt_doubtful_p (f->record, elapsed, ticks, true);
  self->run_calm = calm;
  if (!done)
    mrt_store (&places->moved, 0);
  return good ? ticks : MRT_NO_TICKS;
}

/* The time limit of a run, in nanoseconds, beside an original of NS, 0 if that
   is not known.  */

static uint64_t
limit_of (uint64_t ns)
{
  return MRT_MAX (8 * ns,
		  mrt_settings.torture ? TORTURE_LIMIT_NS : LIMIT_NS);
}

bool
mrt_bound_variant (struct mrt_thread *self, struct mrt_frame *f,
		   const void *entry)
{
  uint64_t ns = mrt_ticks_to_ns (mrt_longest (f->record));
  bool times = ns >= MRT_ONCE_NS && !mrt_settings.torture;
  self->abort_cause = MRT_ABORT_LIMIT;
  if (!mrt_limit_arm (self, limit_of (ns)))
    return false;
  uint64_t begin = times ? mrt_nanoseconds (CLOCK_THREAD_CPUTIME_ID) : 0;
  bool done = mrt_run_copy (self, f, entry, MRT_ALIGNED);
  note_cpu_time (self, begin);
  mrt_limit_disarm (self);
  return done;
}

uint64_t
mrt_run_ticks (const struct mrt_thread *self)
{
  uint64_t ticks = mrt_elapsed (self->run_start, self->run_stop);
  return self->run_cpu ? mrt_ran_ticks (ticks, self->run_cpu) : ticks;
}

/* True if bound runs of REC need none before them to warm predictors and
   decoder: the first and the second took equally long so far.  Now and then
   that is looked at again.  */

static bool
warm_p (const struct mrt_record *rec)
{
  uint64_t cold = rec->cold_bound, warm = rec->warm_bound;
  uint64_t apart = cold > warm ? cold - warm : warm - cold;
  return rec->samples >= WARM_SAMPLES && rec->samples % WARM_AGAIN
	 && apart <= warm / 50;
}

/* Run the copy of F until instructions and slots are in the cache and the
   processor is used to its vectors.  LIMIT, in nanoseconds, is for a copy that
   the timer of elapsed time finds where it cannot be left.  */

static void
warm_up (struct mrt_thread *self, const struct mrt_frame *f, uint64_t limit)
{
  const struct memlb_nest *desc = f->desc;
  bool mirror = mrt_mirror_wanted_p (f->index, f->record);
  if (mirror ? !mrt_mirror_begin (self, f->index, false) : desc->n_calls)
    return;
  if (desc->n_calls)
    mrt_targets_load (self, f->index);
  if (mrt_limit_arm (self, limit) && mrt_clock_timer_set (self, MRT_WARMING_NS))
    {
      mrt_add (&f->record->bound_runs, 1);
      mrt_run_copy (self, f,
		mirror && !desc->n_calls ? MEMLB_REL (desc->mirror_entry)
		: MEMLB_REL (desc->bound_entry), MRT_ALIGNED);
      mrt_clock_timer_set (self, 0);
    }
  if (mirror)
    mrt_mirror_end (self);
}

/* True if a sample of REC shall have a run with slots where PLACES says, if that is
   not NULL, too.  */

static bool
placed_wanted_p (const struct mrt_record *rec, const struct mrt_places *places)
{
  return places && mrt_load (&places->moved)
	 && (rec->n_placed < PLACED_SAMPLES
	     || rec->samples % PLACED_AGAIN == 0);
}

/* True if a sample of F shall have runs with slots beside those of the mirror copy:
   that has been found to need more pages than mirrors have.  Runs that are given up
   count as well, so that there are no more of them.  */

static bool
slots_wanted_p (const struct mrt_frame *f)
{
  const struct mrt_record *rec = f->record;
  return rec->folded && !f->desc->n_calls && !mrt_settings.torture
	 && mrt_mirror_wanted_p (f->index, rec)
	 && (rec->folded <= SLOTS_SAMPLES || rec->folded % SLOTS_AGAIN == 0);
}

/* Run the copy of F with slots twice, within twice LIMIT ns; returns the ticks of the
   second run, or MRT_NO_TICKS if that was disturbed or one was given up.  */

static uint64_t
run_slots (struct mrt_thread *self, const struct mrt_frame *f, uint64_t limit)
{
  const void *entry = MEMLB_REL (f->desc->bound_entry);
  if (!mrt_limit_arm (self, 2 * limit))
    return MRT_NO_TICKS;
  mrt_add (&f->record->bound_runs, 2);
  bool done = mrt_run_copy (self, f, entry, MRT_ALIGNED)
	      && mrt_run_copy (self, f, entry, MRT_ALIGNED);
  mrt_limit_disarm (self);
  return done && self->run_calm ? self->run_stop - self->run_start
				: MRT_NO_TICKS;
}

/* Make the last bound run of F, beside an original of ELAPSED ticks, again
   where it is doubtful, as long as SELF can afford that and it helps, under a
   limit of LIMIT ns.  False when a run was abandoned.  */

static bool
run_again (struct mrt_thread *self, const struct mrt_frame *f,
	   uint64_t elapsed, uint64_t limit, bool times)
{
  uint64_t before = 0;
  if (mrt_settings.torture)
    return true;
  for (int i = 0;; i++)
    {
      uint64_t ticks = self->run_stop - self->run_start;
      uint64_t spent = mrt_elapsed (self->own_begin, mrt_clock ());
      if (!mrt_doubtful_p (f->record, elapsed, ticks, self->run_calm))
	{
	  if (self->run_calm)
	    mrt_note_run (&self->interrupts, f->record, elapsed, ticks,
			  before);
	  return true;
	}
      if (i == MOST_AGAIN || !mrt_affordable_p (self, spent + ticks))
	return true;
      before = self->run_calm ? ticks : 0;
      if (!mrt_limit_arm (self, limit) || !run_aligned (self, f, times))
	return false;
    }
}

/* True if F's references lie across lines, and bound runs with placed slots do.  */

static bool
placed_anew_p (const struct mrt_frame *f)
{
  const struct mrt_places *places
    = __atomic_load_n (&mrt_nests[f->index].places, __ATOMIC_ACQUIRE);
  return places && mrt_load (&places->moved);
}

/* Run the copy of F, beside an original of ELAPSED ticks, under a limit that suits one of
   MOST, twice where a first run is needed to warm predictors and decoder.  Returns
   the ticks of the last run, *COLD gets those of the first of two if that was
   not disturbed, *PLACED those of a run with placed slots; MRT_NO_TICKS stands
   for what there was not, or was abandoned.  */

static uint64_t
run_limited (struct mrt_thread *self, const struct mrt_frame *f,
	     uint64_t elapsed, uint64_t most, uint64_t *cold, uint64_t *placed)
{
  uint64_t ns = mrt_ticks_to_ns (elapsed);
  bool twice = ns < MRT_ONCE_NS && !mrt_settings.torture
	       && !warm_p (f->record);
  uint64_t limit = limit_of (mrt_ticks_to_ns (most));
  struct mrt_places *places
    = __atomic_load_n (&mrt_nests[f->index].places, __ATOMIC_ACQUIRE);
  bool place = placed_wanted_p (f->record, places)
	       && !mrt_mirror_wanted_p (f->index, f->record);
  bool slots_p = slots_wanted_p (f);
  *cold = *placed = MRT_NO_TICKS;
  bool times = mrt_ticks_to_ns (most) >= MRT_ONCE_NS && !mrt_settings.torture;
  if (!twice && ns >= WARMED_NS && !mrt_settings.torture)
    warm_up (self, f, limit);
  uint64_t slots = slots_p ? run_slots (self, f, limit) : MRT_NO_TICKS;
  uint64_t all = limit * (1 + twice + place);
  if (!mrt_limit_arm (self, all))
    return MRT_NO_TICKS;
  bool done = run_aligned (self, f, times);
  /* What a mirror takes to grow is no part of the copy's time.  */
  for (int i = 0; i < MOST_GROWING && !done && mrt_mirror_grown_p (self)
		  && self->abort_cause == MRT_ABORT_LIMIT; i++)
    done = mrt_limit_arm (self, all) && run_aligned (self, f, times);
  if (done && mrt_mirror_grown_p (self))
    done = mrt_limit_arm (self, all) && run_aligned (self, f, times);
  if (twice && self->run_calm)
    *cold = self->run_stop - self->run_start;
  if (done && twice)
    done = run_aligned (self, f, times);
  if (done)
    done = run_again (self, f, elapsed, limit * (1 + place), times);
  uint64_t cpu = self->run_cpu;
  uint64_t ticks = self->run_stop - self->run_start;
  if (done && place)
    *placed = run_placed (self, f, elapsed, places);
  mrt_limit_disarm (self);
  if (cpu)
    {
      ticks = mrt_ran_ticks (ticks, cpu);
      self->run_calm = true;
    }
  if (done && self->run_calm && mrt_slots_credible_p (slots, ticks))
    mrt_add_slots (f->record, slots, ticks);
  return done ? ticks : MRT_NO_TICKS;
}

/* One run under the same limit as others, which may be cut off after NS.  */

static bool
run_cut (struct mrt_thread *self, const struct mrt_frame *f, uint64_t ns,
	 uint64_t limit)
{
  self->cut_desc = f->desc;
  self->cut.n = 0;
  self->cut_after = ns;
  /* Where the original was before its first mark is not known.  */
  self->half_after = MRT_MAX (ns / 2, self->marks[0].ns);
  self->cutting = true;
  bool done = mrt_limit_arm (self, limit) && run_aligned (self, f, true);
  mrt_clock_timer_set (self, 0);
  self->cutting = false;
  mrt_limit_disarm (self);
  return done;
}

/* Run the copy of F for as long as the budget allows beside an original of
   ELAPSED ticks, but no shorter than until that was seen first.  Returns the
   run's ticks if it came to its end, else MRT_NO_TICKS; then what both have done
   until the same iteration is in the record, if that is known.  */

static uint64_t
run_part (struct mrt_thread *self, const struct mrt_frame *f,
	  uint64_t elapsed)
{
  struct mrt_record *rec = f->record;
  uint64_t ns = mrt_ticks_to_ns (elapsed);
  if (!(f->state & MRT_FRAME_MARKED) || !self->n_marks)
    return MRT_NO_TICKS;
  uint64_t part = mrt_ticks_to_ns (mrt_part_ticks (self, elapsed));
  uint64_t limit = limit_of (ns);
  warm_up (self, f, limit);
  bool done = run_cut (self, f, part, limit);
  /* What a mirror takes to grow is no part of the copy's time.  */
  if (mrt_mirror_grown_p (self))
    {
      done = run_cut (self, f, part, limit);
      if (mrt_mirror_grown_p (self))
	{
	  self->cut.n = 0;
	  done = false;
	}
    }
  if (done)
    {
      self->run_calm |= self->run_cpu != 0;
      uint64_t ticks = mrt_run_ticks (self), took = mrt_marks_cut_took (self);
      return ticks - MRT_MIN (ticks, took);
    }
  self->was_cut = true;
  uint64_t whole = mrt_cut_off (self, f, ns);
  if (!whole)
    return MRT_NO_TICKS;
  /* Beside entries with whole runs: as if it had gone on like that.  */
  if (!(f->state & MRT_FRAME_TRIAL))
    {
      mrt_add_pair (rec, elapsed, mrt_ns_to_ticks (whole));
      mrt_add (&rec->samples, 1);
    }
  mrt_add (&rec->mirrored, self->mirrored);
  mrt_add (&rec->folded, mrt_mirror_folded_p (self));
  return MRT_NO_TICKS;
}

/* Where no run of F could be compared: say why.  */

static void
note_no_counter (const struct mrt_frame *f)
{
  uint32_t none = MRT_REASON_NONE;
  if (!f->record->cuts)
    __atomic_compare_exchange_n (&mrt_nests[f->index].reason, &none,
				 MRT_REASON_NO_COUNTER, false,
				 __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

/* Enter the first run and the second of a sample into REC, if there were
   two.  */

static void
add_warming (struct mrt_record *rec, uint64_t cold, uint64_t warm)
{
  if (cold == MRT_NO_TICKS)
    return;
  mrt_add (&rec->cold_bound, cold);
  mrt_add (&rec->warm_bound, warm);
  mrt_add (&rec->warmings, 1);
}

/* Enter a run with placed slots, and the bound run before it, into REC.  */

static void
add_placed (struct mrt_record *rec, uint64_t placed, uint64_t bound)
{
  mrt_store (&rec->n_placed, rec->n_placed + 1);
  mrt_add (&rec->placed, placed);
  mrt_add (&rec->placed_bound, bound);
}

void
mrt_bound_after (struct mrt_thread *self, struct mrt_frame *f,
		 const struct mrt_context *ctx, uint64_t elapsed,
		 enum mrt_extent extent)
{
  if (f->state & MRT_FRAME_AUXILIARY)
    {
      mrt_add_auxiliary (f->record, elapsed, f->state & MRT_FRAME_DISTURBED);
      return;
    }
  if (mrt_vector_p (f->desc))
    mrt_xstate_save (&self->exit_x);
  uint64_t cold = MRT_NO_TICKS, placed = MRT_NO_TICKS, bound = MRT_NO_TICKS;
  if (extent == MRT_EXTENT_ALL)
    bound = run_limited (self, f, elapsed, elapsed, &cold, &placed);
  else if (extent == MRT_EXTENT_PART)
    {
      bound = run_part (self, f, elapsed);
      if (bound == MRT_NO_TICKS && !mrt_mirror_grown_p (self))
	note_no_counter (f);
    }
  bool done = bound != MRT_NO_TICKS;
  /* Before the mirror is given back.  */
  bool folded = done && mrt_mirror_folded_p (self);
  if (done)
    mrt_check (self, f, ctx);
  if (self->mirror)
    mrt_mirror_end_sample (self);
  if (f->state & MRT_FRAME_OBSERVE && (done || !f->record->first_bound))
    {
      mrt_store (&f->record->first_original, elapsed);
      mrt_store (&f->record->first_bound, done ? bound : 0);
      mrt_add (&f->record->mirrored, done && self->mirrored);
      mrt_add (&f->record->folded, folded);
    }
  else if (done && !(f->state & MRT_FRAME_DISTURBED) && self->run_calm
	   && mrt_credible_p (f->record, elapsed, bound))
    {
      mrt_add_pair (f->record, elapsed, bound);
      self->entry_bound = bound;
      mrt_events_add (&self->events, f->index, f->record->sample_weight,
		      elapsed);
      add_warming (f->record, cold, bound);
      mrt_add (&f->record->samples, 1);
      mrt_add (&f->record->mirrored, self->mirrored);
      mrt_add (&f->record->folded, folded);
      mrt_add (&f->record->apart, (f->state & MRT_FRAME_APART) != 0);
      if (placed != MRT_NO_TICKS)
	add_placed (f->record, placed, bound);
      if (extent == MRT_EXTENT_ALL)
	mrt_side_by_side (self, f, elapsed,
			  placed_anew_p (f) ? placed : bound);
    }
  else if (done)
    mrt_add (&f->record->disturbed, 1);
  if (mrt_vector_p (f->desc))
    mrt_xstate_load (&self->exit_x);
}

void
mrt_bound_before (struct mrt_thread *self, struct mrt_frame *f)
{
  struct mrt_record *rec = f->record;
  uint64_t cold, placed;
  uint64_t mean = mrt_mean (rec);
  uint64_t most = mrt_longest (rec);
  uint64_t bound = run_limited (self, f, mean, most, &cold, &placed);
  bool done = bound != MRT_NO_TICKS;
  if (self->mirror)
    mrt_mirror_end_sample (self);
  bool pair = mrt_undisturbed_behind_p (rec, f->desc) && !mrt_settings.torture;
  self->before = 0;
  if (!pair)
    f->state &= ~MRT_FRAME_TIMED;
  if (done)
    f->state |= MRT_FRAME_COMPARE;
  if (done && self->run_calm && (!mean || !mrt_far_above_p (most, bound)))
    {
      if (pair)
	self->before = bound;
      else
	{
	  mrt_add_before (rec, bound);
	  mrt_add (&rec->samples, 1);
	  self->before = MRT_NO_TICKS;
	}
      add_warming (rec, cold, bound);
      if (placed != MRT_NO_TICKS)
	add_placed (rec, placed, bound);
    }
  else if (done)
    mrt_add (&rec->disturbed, 1);
  if (mrt_vector_p (f->desc))
    mrt_xstate_load (&self->snap_x);
}

void
mrt_bound_compare (struct mrt_thread *self, struct mrt_frame *f,
		   const struct mrt_context *ctx, uint64_t elapsed)
{
  mrt_store (&f->record->first_original, elapsed);
  if (mrt_vector_p (f->desc))
    mrt_xstate_save (&self->exit_x);
  mrt_check (self, f, ctx);
  if (self->before == MRT_NO_TICKS)
    mrt_add_behind (f->record, elapsed ? elapsed : mrt_mean (f->record));
  else if (self->before && !(f->state & MRT_FRAME_DISTURBED)
	   && mrt_credible_p (f->record, elapsed, self->before))
    {
      mrt_add_pair (f->record, elapsed, self->before);
      mrt_add_behind (f->record, elapsed);
      mrt_add (&f->record->samples, 1);
      mrt_add (&f->record->paired, 1);
    }
  else if (self->before)
    mrt_add (&f->record->disturbed, 1);
  if (!(f->state & MRT_FRAME_DISTURBED))
    mrt_events_add (&self->events, f->index, f->record->sample_weight,
		    elapsed);
}
