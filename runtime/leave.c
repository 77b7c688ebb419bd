/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The protocol: what happens at the exit of a nest.  How it begins is in enter.c.  */

#include "enter.h"
#include "bound.h"
#include "copy-frame.h"
#include "events.h"
#include "ledger.h"
#include "level.h"
#include "marks.h"
#include "observe.h"
#include "outermost.h"
#include "replay.h"
#include "runtime.h"
#include "sample.h"
#include "signals.h"
#include "snapshot.h"
#include "steps.h"
#include "watch.h"

#include <time.h>

/* Pages that the runtime may touch for the first time during an original.  */
#define OWN_FAULTS 32

/* What is left of the ELAPSED ticks of frame F when those are taken off that
   the thread did not run; 0 if the measurement is worth nothing.

   The thread's CPU time is known at the entry of nests that take long, else
   from the last look at it, at most a millisecond of nests ago.  Everything
   that was lost since then is taken for lost in this entry, if the thread was
   seen to be disturbed there, or if so much is missing that it must have been
   (a hypervisor's doing cannot be seen).  What remains of a short entry is
   mostly the price of the disturbance; such a one is dropped, and counts as
   much as the mean of the others.  */

static uint64_t
settle (struct mrt_thread *self, const struct mrt_frame *f, uint64_t elapsed,
	bool calm)
{
  if (f->cpu_start && !calm)
    {
      uint64_t ran = mrt_nanoseconds (CLOCK_THREAD_CPUTIME_ID) - f->cpu_start;
      uint64_t marks = f->state & MRT_FRAME_MARKED
		       ? mrt_ticks_to_ns (self->mark_ticks) : 0;
      return mrt_ran_ticks (elapsed, ran - MRT_MIN (ran, marks));
    }
  uint64_t lost = calm ? mrt_lost_in (self, elapsed) : mrt_lost_ticks (self);
  if (calm && !lost)
    return elapsed;
  uint64_t left = elapsed - MRT_MIN (elapsed, lost);
  return mrt_ticks_to_ns (left) < MRT_SHORT_NS ? 0 : left;
}

/* True if frame F can be that of the nest whose exit has number EXIT: those of
   outer nests say whose they are.  */

static bool
exit_of_p (const struct mrt_frame *f, uint32_t exit)
{
  bool outer = f->desc->flags & MEMLB_NEST_OUTER;
  return exit < MEMLB_EXIT_OUTER ? !outer
	 : outer && f->desc->level == exit - MEMLB_EXIT_OUTER;
}

/* True if the frame F, at the stack pointer of the exit with number EXIT, is
   around its nest.  */

static bool
around_exit_p (const struct mrt_frame *f, uint32_t exit)
{
  return f->desc->flags & MEMLB_NEST_OUTER
	 && (exit < MEMLB_EXIT_OUTER
	     || f->desc->level < exit - MEMLB_EXIT_OUTER);
}

/* Take the frame whose nest is left at CTX off the stack, into *F; frames
   deeper than it were left without passing an exit.  A copy, because a
   signal handler may use the place at once; and busy before that, because
   the snapshot is still wanted.  */

static bool
pop_frame (struct mrt_thread *self, const struct mrt_context *ctx,
	   struct mrt_frame *f)
{
  uint32_t exit = (uint32_t) mrt_site_number (ctx->ret);
  for (uint64_t d = self->depth; d; d--)
    {
      const struct mrt_frame *top = &self->frames[d - 1];
      uint64_t sp = mrt_user_sp (ctx, top->red_zone);
      if (top->sp > sp || (top->sp == sp && around_exit_p (top, exit)))
	return false;
      if (top->sp == sp && exit_of_p (top, exit))
	{
	  *f = *top;
	  if (f->state & MRT_FRAME_SAMPLED)
	    mrt_store (&self->busy, sp);
	  __atomic_signal_fence (__ATOMIC_SEQ_CST);
	  for (uint64_t k = self->depth; k >= d; k--)
	    if (self->frames[k - 1].state & (MRT_FRAME_AROUND | MRT_FRAME_SHUT))
	      mrt_outermost_end (self, &self->frames[k - 1]);
	  mrt_set_depth (self, d - 1);
	  return true;
	}
    }
  return false;
}

/* Remember the entry of frame F, which took ELAPSED ticks.  */

static void
remember (struct mrt_thread *self, const struct mrt_frame *f, uint64_t elapsed)
{
  struct mrt_moment m = { f->start, elapsed, self->entry_bound, f->index,
			  self->serial };
  if (f->index != MRT_EMPTY_INDEX)
    mrt_moment_add (self, f->record, &m);
}

/* True if nothing tells how long entries of F last but this one, which was observed only:
   its copies would have run first, from slots that nobody knew.  */

static bool
only_observed_p (const struct mrt_frame *f)
{
  return f->state & MRT_FRAME_OBSERVE && !(f->state & MRT_FRAME_DISTURBED)
	 && !f->record->timed && !f->record->first_original;
}

/* The original of sampled frame F took ELAPSED and is left at CTX.  */

static void
end_sample (struct mrt_thread *self, struct mrt_frame *f,
	    struct mrt_context *ctx, uint64_t elapsed)
{
  mrt_begin_own (self, f->record);
  self->subnormal = f->state & MRT_FRAME_SNAPSHOT && mrt_vector_p (f->desc)
		    && mrt_take_subnormal ();
  if (self->subnormal)
    mrt_give_subnormal ();
  mrt_subnormal_back (self);
  self->was_cut = false;
  if (f->state & MRT_FRAME_SNAPSHOT && !mrt_signals_open_p ())
    {
      mrt_sample_forbidden (f->index, MRT_PLAN_AFTER);
      f->state &= ~(uint32_t) MRT_FRAME_SNAPSHOT;
    }
  bool trial = f->state & MRT_FRAME_TRIAL;
  enum mrt_extent extent
    = f->state & MRT_FRAME_SNAPSHOT ? mrt_bound_extent (self, f, elapsed)
				    : MRT_EXTENT_NONE;
  if (f->state & MRT_FRAME_OBSERVE)
    mrt_observe_end (self, f, trial && extent != MRT_EXTENT_NONE);
  if (f->state & MRT_FRAME_STEPS)
    mrt_steps_compare (self, f);
  if (f->state & MRT_FRAME_SNAPSHOT)
    mrt_bound_after (self, f, ctx, elapsed, extent);
  else if (f->state & MRT_FRAME_COMPARE)
    mrt_bound_compare (self, f, ctx, elapsed);
  else if (only_observed_p (f))
    mrt_store (&f->record->first_original, elapsed);
  if (f->state & MRT_FRAME_REPLAY)
    mrt_replay_end (self, f, ctx);
  self->busy = 0;
  uint64_t cost = mrt_own_end (self) + self->begin_cost;
  uint64_t mean = mrt_mean (f->record);
  if (f->state & MRT_FRAME_ASIDE && elapsed > mean)
    mrt_add (&self->spent, elapsed - mean);
  bool ran = extent != MRT_EXTENT_NONE || f->state & MRT_FRAME_COMPARE;
  if (!(f->state & (MRT_FRAME_OBSERVE | MRT_FRAME_ASIDE)) && ran
      && !self->was_cut)
    mrt_sample_cost (f->record, elapsed, cost);
}

/* The original of F is left: add its page faults, but for those that the
   observation may have had in its own memory.  */

static void
add_faults (const struct mrt_frame *f)
{
  uint32_t n = mrt_page_faults () - f->faults;
  uint32_t own = f->state & MRT_FRAME_SAMPLED ? OWN_FAULTS : 0;
  mrt_add (&f->record->faults,
	   (n - MRT_MIN (n, own))
	   * (f->state & MRT_FRAME_DRAWN ? MRT_LOOK_ONE_OF : 1));
}

void
mrt_exit (struct mrt_context *ctx)
{
  struct mrt_thread *self = mrt_self;
  uint64_t now = self->now, spent = self->spent;
  struct mrt_frame f;
  bool calm = mrt_undisturbed (), due = mrt_look_due_p (self, now);
  if (!pop_frame (self, ctx, &f))
    return;
  if (f.state & MRT_FRAME_SAMPLED)
    mrt_events_end (&self->events, false);
  if (f.state & MRT_FRAME_MARKED)
    mrt_marks_end (self, &f);
  if (f.state & MRT_FRAME_OBSERVE)
    mrt_observe_charge (self, &f);
  if (f.state & (MRT_FRAME_OBSERVE | MRT_FRAME_MARKED))
    spent = self->spent;
  uint64_t elapsed = mrt_elapsed (f.start, now);
  /* What is inside took CPU time as well: see what was lost first.  */
  bool outer = f.desc->flags & MEMLB_NEST_OUTER;
  uint64_t inside = outer ? f.observed + self->inside : 0;
  elapsed -= outer ? 0 : MRT_MIN (elapsed, f.observed);
  /* Nests inside this one watch for themselves.  */
  calm &= f.state & MRT_FRAME_COPIED || elapsed <= self->quick_limit;
  if (now < f.start
      || (elapsed && !(elapsed = settle (self, &f, elapsed, calm))))
    {
      mrt_add (&f.record->disturbed, 1);
      f.state = (f.state | MRT_FRAME_DISTURBED) & ~MRT_FRAME_TIMED;
    }
  elapsed -= MRT_MIN (elapsed, inside);
  /* What the observation points cost is known only in part.  */
  if (f.state & MRT_FRAME_TIMED && !(f.state & MRT_FRAME_OBSERVE))
    mrt_sample_time (f.record, elapsed);
  if (f.cpu_start)
    add_faults (&f);
  if (f.state & MRT_FRAME_CALLING && self->inner_mark != MRT_UNMARKED
      && f.state & MRT_FRAME_TIMED)
    {
      mrt_add (&f.record->inner_passed,
	       mrt_inner_passed (self) - self->inner_mark);
      mrt_add (&f.record->inner_ticks, elapsed);
      if (f.record->inner_looked < UINT16_MAX)
	mrt_store (&f.record->inner_looked, f.record->inner_looked + 1);
    }
  self->entry_bound = 0;
  if (f.state & MRT_FRAME_SAMPLED)
    end_sample (self, &f, ctx, elapsed);
  if (f.state & MRT_FRAME_TIMED && !(f.state & MRT_FRAME_OBSERVE))
    remember (self, &f, elapsed);
  if (f.state & MRT_FRAME_CALLING)
    mrt_level_look (self, f.record, f.index, elapsed,
		    f.state & MRT_FRAME_LOOKED);
  uint32_t pass = mrt_sample_next (self, f.record, f.state & MRT_FRAME_QUICK);
  if (f.state & MRT_FRAME_APART)
    pass = mrt_sample_apart (f.record, pass,
			     !(f.state & MRT_FRAME_AUXILIARY));
  mrt_set_gate (self, f.index, (int32_t) pass);
  if (f.state & MRT_FRAME_WHOLE)
    mrt_timer_look (f.record, f.index);
  else if (f.desc->flags & MEMLB_NEST_FUNCTION)
    mrt_function_look (f.record, f.index);
  mrt_charge_since (self, now, spent);
  if (due)
    mrt_safe_point (self);
}
