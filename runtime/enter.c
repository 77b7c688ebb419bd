/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The protocol: what happens at the entry of a nest; at its exit, see leave.c.

   A sampled entry runs the original first, timed, then at its exit the
   bound copy from a snapshot of the entry, then goes on from the exit state.
   Where a store may change a value that decides the control flow the bound
   copy runs first, and other entries are timed, unless the original is behind
   it as it would be without.  A nest entered inside
   another that is being measured is only counted.

   Weakness: the frame of a nest that was left by a jump (longjmp, an
   exception) is noticed only when a nest is entered or left at the same or
   a higher stack pointer; until then deeper nests are counted as nested.  If it
   is one that calls functions up to MRT_INNER entries of each nest are, too.  */

#include "enter.h"
#include "bound.h"
#include "copy-frame.h"
#include "count.h"
#include "ledger.h"
#include "level.h"
#include "marks.h"
#include "module.h"
#include "observe.h"
#include "outermost.h"
#include "replay.h"
#include "runtime.h"
#include "sample.h"
#include "settings.h"
#include "signals.h"
#include "steps.h"
#include "watch.h"

#include <time.h>

/* Entries of a nest that calls functions of which is looked at how many loops
   these enter; others if they are sampled.  */
#define MARKED 16

/* First entries that are all looked at.  */
#define LOOKED_ALL 16

/* Frame F was left without passing an exit.  Its module may be gone.  */

static void
drop_frame (const struct mrt_frame *f)
{
  if (f->state & MRT_FRAME_OBSERVE && !mrt_settings.torture
      && mrt_load (&mrt_nests[f->index].observer) == MRT_OBSERVER_BUSY)
    mrt_observe_release (&mrt_nests[f->index]);
}

void
mrt_subnormal_back (struct mrt_thread *self)
{
  if (self->subnormal_before)
    mrt_give_subnormal ();
  self->subnormal_before = false;
}

/* Drop the topmost frame of SELF.  */

static void
drop_top (struct mrt_thread *self)
{
  mrt_set_depth (self, self->depth - 1);
  if (self->frames[self->depth].state & MRT_FRAME_MARKED)
    mrt_marks_end (self, NULL);
  mrt_subnormal_back (self);
  if (self->frames[self->depth].state & MRT_FRAME_REPLAY)
    self->observation = NULL;
  if (self->frames[self->depth].state & (MRT_FRAME_AROUND | MRT_FRAME_SHUT))
    mrt_outermost_end (self, &self->frames[self->depth]);
  drop_frame (&self->frames[self->depth]);
}

void
mrt_drop_frames (struct mrt_thread *self, uint64_t sp)
{
  while (self->depth && self->frames[self->depth - 1].sp <= sp)
    drop_top (self);
}

/* True if frame F may be active when the nest of DESC is entered at SP: it is
   a caller's, or that of a nest around this one.  */

static bool
around_p (const struct mrt_frame *f, uint64_t sp,
	  const struct memlb_nest *desc)
{
  return f->sp > sp
	 || (f->sp == sp && f->desc->flags & MEMLB_NEST_OUTER
	     && f->desc->level < desc->level);
}

/* True if SELF is inside nest INDEX.  */

static bool
active_p (const struct mrt_thread *self, uint32_t index)
{
  for (uint64_t d = self->depth; d; d--)
    if (self->frames[d - 1].index == index)
      return true;
  return false;
}

/* True if the frame F of SELF is that of a nest which has called a function, since
   another one is entered inside, where its copies cannot: it has no bound, and hides
   what is inside.  Not while a sample is made: that is a signal handler's nest.
   Weakness: at other times a handler's looks as if it were called.  */

static bool
called_p (const struct mrt_thread *self, const struct mrt_frame *f)
{
  return f->desc->flags & MEMLB_NEST_CONDITIONAL_CALLS && !self->busy;
}

/* Drop the frames that cannot be active any more when the nest of DESC is
   entered at SP.  True when it may be measured inside what remains: nothing, or
   nests that have no copies and may therefore hold calls.  Of those that may
   call themselves the outermost activation is measured.  */

static bool
make_room (struct mrt_thread *self, uint64_t sp,
	   const struct memlb_nest *desc)
{
  while (self->depth
	 && !around_p (&self->frames[self->depth - 1], sp, desc))
    drop_top (self);
  while (self->depth && called_p (self, &self->frames[self->depth - 1]))
    {
      uint32_t index = self->frames[self->depth - 1].index;
      mrt_store (&mrt_nests[index].called, 1);
      mrt_level_pass_by (index);
      drop_top (self);
    }
  if (!self->depth)
    return true;
  if (desc->flags & MEMLB_NEST_OUTER && active_p (self, desc->index))
    {
      mrt_outermost_again (self, desc->index);
      return false;
    }
  if (desc->flags & MEMLB_NEST_PROCEDURE
      && !mrt_timer_room_p (self, desc->index))
    return false;
  const struct mrt_frame *top = &self->frames[self->depth - 1];
  return !(top->state & MRT_FRAME_COPIED) && self->depth < MRT_FRAMES;
}

/* Let the entry of frame F at CTX go on in the observe copy, in the place of
   the original: what mrt_enter returns.  COUNTED: the bound copy that counts
   has run; NOTING: a replay is prepared.  */

static uint64_t
begin_observe_copy (struct mrt_thread *self, struct mrt_frame *f,
		    struct mrt_context *ctx, bool counted, bool noting)
{
  uint64_t go = mrt_counts_begin (self, f->desc, ctx, f->sp);
  if (go == MRT_GO_ON)
    return go;
  self->counted = (uint64_t *) go;
  mrt_store (&self->counted[MEMLB_COUNT_OBSERVE], MEMLB_OBSERVING);
  if (counted)
    {
      mrt_steps_expect (self, f, self->counted);
      f->state |= MRT_FRAME_STEPS;
    }
  if (!(f->state & MRT_FRAME_OBSERVE))
    mrt_observe_nothing (self, noting);
  if (noting)
    {
      mrt_replay_start (self, f);
      f->state |= MRT_FRAME_REPLAY;
    }
  if (f->state & MRT_FRAME_ASIDE)
    f->state &= ~(uint32_t) MRT_FRAME_TIMED;
  return go;
}

void
mrt_begin_own (struct mrt_thread *self, const struct mrt_record *rec)
{
  mrt_own_begin (self, rec->samples ? mrt_sample_expected (rec) : 0);
}

/* Do what PLAN says before the original of frame F runs.  */

static uint64_t
begin_sample (struct mrt_thread *self, struct mrt_frame *f,
	      const struct memlb_nest *desc, struct mrt_context *ctx,
	      unsigned plan)
{
  uint64_t go = MRT_GO_ON;
  bool counted = false, noting = false;
  /* What runs no copy before the original makes no system call before it, either:
     addresses may be translated anew behind one.  */
  if (!mrt_signals_ready_p (self, f->sp)
      || (plan & MRT_PLAN_COPIES_FIRST && !mrt_signals_open_p ()))
    {
      mrt_sample_forbidden (f->index, plan);
      return go;
    }
  mrt_begin_own (self, f->record);
  self->busy = f->sp;
  if (plan & MRT_PLAN_AFTER && mrt_vector_p (desc))
    self->subnormal_before |= mrt_take_subnormal ();
  if (plan & MRT_PLAN_SAVING)
    {
      mrt_events_ready (&self->events);
      if (!mrt_copy_frame_save (self, desc, ctx, f->sp,
				mrt_nests[f->index].callee_stack))
	{
	  mrt_store (&mrt_nests[f->index].reason, MRT_REASON_NO_STACK);
	  plan &= ~MRT_PLAN_SAVING;
	}
      if (plan & MRT_PLAN_AFTER)
	f->state |= MRT_FRAME_SNAPSHOT
		    | (plan & MRT_PLAN_TRIAL ? MRT_FRAME_TRIAL : 0)
		    | (plan & MRT_PLAN_WEIGHED ? MRT_FRAME_WEIGHED : 0)
		    | (plan & MRT_PLAN_PARTS ? MRT_FRAME_PARTS : 0)
		    | (plan & MRT_PLAN_AUXILIARY ? MRT_FRAME_AUXILIARY : 0);
      /* The empty nest's sampled originals are what calibrates.  */
      if (plan & MRT_PLAN_AFTER && f->index != MRT_EMPTY_INDEX
	  && mrt_apart_p (f->record, desc))
	f->state = (f->state | MRT_FRAME_APART) & ~MRT_FRAME_TIMED;
      if (plan & MRT_PLAN_REPLAY)
	noting = mrt_replay_begin (self, f);
      if (plan & MRT_PLAN_STEPS)
	counted = mrt_steps_run (self, f);
      if (plan & MRT_PLAN_BEFORE)
	mrt_bound_before (self, f);
    }
  if (plan & MRT_PLAN_OBSERVE)
    {
      mrt_observe_begin (self, f);
      f->state |= MRT_FRAME_OBSERVE;
    }
  if (plan & MRT_PLAN_OBSERVE || counted || noting)
    go = begin_observe_copy (self, f, ctx, counted, noting);
  self->busy = 0;
  self->begin_cost = mrt_own_end (self);
  if (f->state & MRT_FRAME_SNAPSHOT)
    mrt_marks_begin (self, f);
  return go;
}

/* Make a frame for nest INDEX of descriptor DESC, entered at SP.

   A signal handler that runs nests itself uses the frame above the depth
   that it finds; one that comes before the depth is set may therefore leave
   its own stack pointer here, so that is written again.  */

static struct mrt_frame *
push_frame (struct mrt_thread *self, uint64_t sp,
	    const struct memlb_nest *desc, uint32_t index)
{
  uint64_t depth = self->depth;
  struct mrt_frame *f = &self->frames[depth];
  mrt_store (&f->sp, sp);
  uint32_t kind = (desc->flags & MEMLB_NEST_COPIED ? MRT_FRAME_COPIED : 0)
		  | (desc->flags & MEMLB_NEST_OUTER ? MRT_FRAME_AROUND : 0)
		  | (desc->flags & MEMLB_NEST_PROCEDURE
		     ? MRT_FRAME_WHOLE : 0);
  f->state = kind;
  __atomic_signal_fence (__ATOMIC_SEQ_CST);
  mrt_set_depth (self, depth + 1);
  __atomic_signal_fence (__ATOMIC_SEQ_CST);
  mrt_store (&f->sp, sp);
  f->desc = desc;
  f->record = &self->records[index];
  f->index = index;
  f->red_zone = mrt_red_zone (desc);
  /* What is inside from now on will remain at the exit.  */
  f->observed = desc->flags & MEMLB_NEST_OUTER ? -self->inside : 0;
  f->cpu_start = 0;
  f->state = MRT_FRAME_TIMED | kind
	     | (desc->n_calls ? MRT_FRAME_CALLING : 0);
  if (desc->n_calls)
    mrt_open_inner (self);
  if (kind & MRT_FRAME_AROUND)
    mrt_outermost_begin (self, index, kind & MRT_FRAME_WHOLE, sp);
  if (desc->flags & MEMLB_NEST_FUNCTION)
    mrt_function_begin (f);
  return f;
}

/* The gate of nest INDEX, entered at SP, is that inside of a nest which calls
   functions, and has come to its end, or is not filled yet.  That nest may have been
   left by a jump meanwhile.  */

static void
renew_inner (struct mrt_thread *self, uint32_t index, uint64_t sp)
{
  mrt_drop_frames (self, sp);
  if (index >= self->n_inner)
    {
      mrt_open_inner (self);
      return;
    }
  mrt_fold_inner (self, index, MRT_INNER);
}

/* The entry of nest INDEX found its gate closed by the runtime: count it.
   True if it passes the thread's own gate.  */

static bool
pass_own_gate (struct mrt_thread *self, uint32_t index)
{
  mrt_store (&mrt_closed_gates[index], 0);
  mrt_bump_gate (&self->gates[index], -1);
  return self->gates[index] >= 0;
}

/* The thread SELF is new to nest INDEX: count it.  True if the entry is one
   that the state's last thread has left to pass.  */

static bool
pass_new_thread (struct mrt_thread *self, struct mrt_record *rec,
		 uint32_t index)
{
  rec->serial = self->serial;
  mrt_store (&rec->threads, rec->threads + 1);
  if (!rec->held)
    return false;
  mrt_set_gate (self, index, (int32_t) rec->held - 1);
  rec->held = 0;
  return true;
}

/* True if it shall be seen which nests are inside of the next entry of REC, that
   calls functions: seldom, but in the first.  */

static bool
look_due_p (const struct mrt_record *rec)
{
  return !(rec->timed & (rec->timed + 1)) && !mrt_settings.torture;
}

/* Look at the CPU time and the page faults of the thread SELF, before the entry of frame
   F.  Two system calls, which may take translations of addresses with them: in a virtual
   machine loops of 30 us took twice as long behind one.  So of entries that are not long
   enough for that to matter one of MRT_LOOK_ONE_OF is looked at, where it shows without
   whether it was disturbed; but all that are marked, by CPU time.  */

static void
look_before (struct mrt_thread *self, struct mrt_frame *f)
{
  const struct mrt_record *rec = f->record;
  if (!mrt_long_p (rec))
    return;
  if (mrt_watch_offset && rec->timed >= LOOKED_ALL
      && !(f->state & MRT_FRAME_MARKED)
      && mrt_ticks_to_ns (mrt_mean (rec)) < MRT_ONCE_NS)
    {
      if (mrt_random (self) % MRT_LOOK_ONE_OF)
	return;
      f->state |= MRT_FRAME_DRAWN;
    }
  f->faults = mrt_page_faults ();
  f->cpu_start = mrt_nanoseconds (CLOCK_THREAD_CPUTIME_ID);
}

uint64_t
mrt_enter (struct mrt_context *ctx)
{
  const struct memlb_nest *desc = mrt_site_nest (ctx->ret);
  uint32_t index = desc->index;
  if (!index)
    return MRT_GO_ON;
  bool closed = mrt_load (&__memlb_rt_gates.first) == mrt_closed_gates;
  struct mrt_thread *self = mrt_self;
  if (!self && !(self = mrt_thread_start ()))
    {
      mrt_store (&mrt_closed_gates[index], 0);
      return MRT_GO_ON;
    }
  struct mrt_record *rec = &self->records[index];
  if (mrt_load (&__memlb_rt_gates.first) == self->inner)
    {
      renew_inner (self, index, mrt_user_sp (ctx, mrt_red_zone (desc)));
      return MRT_GO_ON;
    }
  if (mrt_settings.mode == MRT_MODE_COUNT)
    {
      if (closed)
	pass_own_gate (self, index);
      mrt_set_gate (self, index, 0);
      return mrt_count_enter (self, rec, desc, ctx);
    }
  uint64_t sp = mrt_user_sp (ctx, mrt_red_zone (desc));
  bool room = make_room (self, sp, desc);
  if (self->depth)
    {
      self->inside += mrt_process.inside_passed;
      mrt_add (&self->spent, mrt_process.inside_passed);
    }
  if (closed && pass_own_gate (self, index))
    return MRT_GO_ON;
  if (rec->serial != self->serial && pass_new_thread (self, rec, index))
    return MRT_GO_ON;
  if (!room)
    {
      mrt_add (&rec->nested, 1);
      return MRT_GO_ON;
    }
  if (desc->n_calls && !mrt_level_measured_p (self, rec, index))
    {
      mrt_set_gate (self, index, (int32_t) mrt_level_wait (self, rec, index));
      return MRT_GO_ON;
    }
  self->inside += mrt_process.inside_timed - mrt_process.inside_passed;
  uint64_t begin = mrt_clock (), spent = self->spent;
  struct mrt_frame *f = push_frame (self, sp, desc, index);
  bool quick = !MRT_QUICK_STUBS && rec->quick;
  rec->quick -= quick;
  f->state |= quick ? MRT_FRAME_QUICK : 0;
  uint64_t go = MRT_GO_ON;
  if (desc->flags & MEMLB_NEST_COPIED)
    {
      unsigned plan = quick ? 0 : mrt_plan (self, rec, index);
      if (plan)
	go = begin_sample (self, f, desc, ctx, plan);
    }
  if (f->state & MRT_FRAME_CALLING && look_due_p (rec))
    {
      for (uint32_t i = MRT_EMPTY_INDEX; i < self->n_inner; i++)
	mrt_fold_inner (self, i, MRT_INNER - self->inner[i]);
      f->state |= MRT_FRAME_LOOKED;
    }
  if (f->state & MRT_FRAME_CALLING)
    self->inner_mark = f->state & (MRT_FRAME_SAMPLED | MRT_FRAME_LOOKED)
		       || rec->timed < MARKED
		       ? mrt_inner_passed (self) : MRT_UNMARKED;
  look_before (self, f);
  mrt_charge_since (self, begin, spent);
  if (go == MRT_GO_ON && f->state & MRT_FRAME_SAMPLED)
    mrt_events_begin (&self->events);
  mrt_watch ();
  if (go == MRT_GO_ON)
    {
      mrt_stamp (ctx, &f->start);
      return MRT_GO_TIMED;
    }
  f->start = mrt_clock ();
  return go;
}
