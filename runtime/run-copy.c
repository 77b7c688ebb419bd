/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* One run of a bound copy, or of its mirror copy in its place.  The frame that it runs in
   is made in copy-frame.c.  */

#include "run-copy.h"
#include "bound-check.h"
#include "copy-frame.h"
#include "limit.h"
#include "mirror.h"
#include "module.h"
#include "places.h"
#include "runtime.h"
#include "targets.h"
#include "watch.h"

#include <signal.h>
#include <time.h>

/* Load the extended state of the entry for the copy of DESC, without exception
   flags, so that those that it raises can be seen.  */

static void
load_entry_state (struct mrt_thread *self, const struct memlb_nest *desc)
{
  uint32_t flags = mrt_xstate_exceptions (&self->snap_x);
  bool flush = mrt_flush_p (self, desc);
  uint32_t bits = flush ? mrt_xstate_set_flush (&self->snap_x, MRT_FLUSH) : 0;
  mrt_xstate_set_exceptions (&self->snap_x, 0);
  mrt_copy_frame_vectors (self, desc, false);
  mrt_xstate_load (&self->snap_x);
  mrt_copy_frame_vectors (self, desc, true);
  mrt_xstate_set_exceptions (&self->snap_x, flags);
  if (flush)
    mrt_xstate_set_flush (&self->snap_x, bits);
}

bool
mrt_run_copy (struct mrt_thread *self, const struct mrt_frame *f,
	      const void *entry, uint32_t at)
{
  const struct memlb_nest *desc = f->desc;
  mrt_copy_frame_fill (self, desc, &mrt_nests[f->index], at);
  self->launch_pc = self->launch.gpr[MRT_LANDING] = (uint64_t) entry;
  self->mirrored = desc->n_calls || entry == MEMLB_REL (desc->mirror_entry);
  if (mrt_vector_p (desc))
    load_entry_state (self, desc);
  if (self->cutting)
    {
      self->cut_turns = self->cut_tries = self->cut.n = self->half.n = 0;
      self->half_due = true;
      mrt_clock_timer_set (self, self->half_after);
      self->cut_begin = mrt_nanoseconds (CLOCK_THREAD_CPUTIME_ID);
    }
  if (at == MRT_ALIGNED && (self->mirrored
			    || entry == MEMLB_REL (desc->bound_entry)))
    mrt_events_begin (&self->events);
  self->own_disturbed |= !mrt_undisturbed ();
  mrt_watch ();
  bool aborted = mrt_launch (self);
  mrt_events_end (&self->events, true);
  bool back = self->run_stop < self->run_start;
  if (back)
    self->run_stop = self->run_start;
  uint64_t ticks = self->run_stop - self->run_start;
  self->run_calm = !back && mrt_undisturbed () && !mrt_lost_in (self, ticks);
  self->own_disturbed |= !self->run_calm;
  if (aborted)
    return false;
  self->copy_exit = (uint32_t) self->cells[MEMLB_CELL_EXIT];
  if (mrt_vector_p (desc))
    mrt_xstate_save (&self->copy_x);
  self->abort_cause = MRT_ABORT_COLD_CALL;
  return self->copy_exit != MEMLB_EXIT_COLD_CALL;
}

/* Count why the last run of F was given up.  */

static void
count_abort (const struct mrt_thread *self, const struct mrt_frame *f)
{
  mrt_add (&f->record->aborts[self->abort_cause], 1);
  if (self->abort_cause == MRT_ABORT_LIMIT)
    mrt_add (&f->record->given_up, mrt_elapsed (self->run_start, self->run_stop));
}

/* Run the mirror copy of F.  Runs that were given up since the mirror
   has grown, has no place, or holds values that no original has, are no verdict
   on the copy.  */

static bool
run_mirror (struct mrt_thread *self, const struct mrt_frame *f)
{
  bool done = mrt_run_copy (self, f, MEMLB_REL (f->desc->mirror_entry),
			MRT_ALIGNED);
  mrt_mirror_end (self);
  if (!done && self->abort_cause == MRT_ABORT_FAULT)
    mrt_mirror_failed (self, f->index);
  else if (!done && self->abort_cause == MRT_ABORT_COLD_CALL)
    mrt_mirror_strayed (self, f->index);
  else if (!done && !mrt_mirror_grown_p (self))
    count_abort (self, f);
  return done;
}

/* The same for the bound copy of F, which calls others: it has no slots, so that
   it must not run without its mirror, and faults are its own unless there was
   no place for a page.  */

static bool
run_calling (struct mrt_thread *self, const struct mrt_frame *f)
{
  struct mrt_nest *nest = &mrt_nests[f->index];
  uint32_t place = mrt_load (&nest->mirror);
  self->abort_cause = MRT_ABORT_FAULT;
  if (!mrt_mirror_wanted_p (f->index, f->record)
      || !mrt_mirror_begin (self, f->index, false))
    {
      /* If there is no other place to try.  */
      if (mrt_load (&nest->mirror) == place)
	mrt_store (&nest->reason, MRT_REASON_NO_MIRROR);
      return false;
    }
  mrt_targets_load (self, f->index);
  bool done = mrt_run_copy (self, f, MEMLB_REL (f->desc->bound_entry),
			MRT_ALIGNED);
  mrt_mirror_end (self);
  /* Functions' copies give up so where they come to a call that they cannot make.  */
  if (!done && self->abort_cause == MRT_ABORT_FAULT
      && self->fault_signal == SIGILL)
    self->abort_cause = MRT_ABORT_COLD_CALL;
  /* A fault without an address is one beyond the end of addresses.  */
  if (!done && (mrt_mirror_refused_p (self)
		|| (self->abort_cause == MRT_ABORT_FAULT
		    && !self->fault_address)))
    mrt_mirror_failed (self, f->index);
  else if (!done && self->abort_cause != MRT_ABORT_POINTER
	   && !(self->abort_cause == MRT_ABORT_LIMIT
		&& mrt_mirror_grown_p (self)))
    count_abort (self, f);
  return done;
}

/* The same, again for each function that it meets.  */

static bool
run_meeting (struct mrt_thread *self, const struct mrt_frame *f)
{
  bool done = run_calling (self, f), met = true;
  while (!done && met && self->abort_cause == MRT_ABORT_POINTER)
    {
      met = mrt_targets_meet (self, f->index);
      if (!met)
	count_abort (self, f);
      else
	done = run_calling (self, f);
    }
  return done;
}

bool
mrt_run_bound (struct mrt_thread *self, const struct mrt_frame *f, uint32_t at)
{
  mrt_add (&f->record->bound_runs, 1);
  if (f->desc->n_calls)
    return run_meeting (self, f);
  bool mirror = at == MRT_ALIGNED
		&& mrt_mirror_wanted_p (f->index, f->record)
		&& mrt_mirror_begin (self, f->index, false);
  if (mirror)
    return run_mirror (self, f);
  if (mrt_run_copy (self, f, MEMLB_REL (f->desc->bound_entry), at))
    return true;
  if (at == MRT_ALIGNED || self->abort_cause == MRT_ABORT_COLD_CALL)
    count_abort (self, f);
  return false;
}
