/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Marks of a long entry.

   A bound copy that may not run to its end is compared with its original at
   the same iteration.  Which one that is is read from the registers that a
   timer's signal has interrupted, in the places that the plugin has named for
   each loop (memlb_progress).  While the original runs it is interrupted now
   and then, first after a millisecond, then each time that it has run a
   quarter longer: its marks.  The bound copy is interrupted when half of its time is over,
   and when all is.  The original's time at that place lies between those of two marks
   (mark-time.c).
   The timer goes by elapsed time, since one of CPU time expires at the scheduler's
   ticks, up to 4 ms late; the marks by CPU time.  What a signal takes to come and to
   go is measured and taken off: 30 us in some virtual machines.

   Weakness: a signal handler of the program's that waits while an entry is marked is
   interrupted; nests that may wait themselves, in calls, are marked by CPU time.  */

#include "marks.h"
#include "extent.h"
#include "limit.h"
#include "runtime.h"
#include "settings.h"
#include "thread.h"
#include "watch.h"

#include <time.h>

/* The first mark, and from one to the next the part of the time that has
   passed, but no less than this.  */
#define FIRST_NS 1000000
#define PART 4

/* So many marks in a row were made in no known place, until no more are made.  */
#define MOST_MISSES 16

/* A copy that is cut off in no known place runs on for so long, so often; and for no less
   where it has not run as long as it may.  */
#define AGAIN_NS 100000
#define MOST_TRIES 8
#define LEAST_NS 20000

/* What a signal takes is measured so often, each a little later than this, and is given
   up where there is none for so long.  */
#define PROBES 5
#define PROBE_NS 20000
#define PROBE_LIMIT_NS 5000000

/* Ticks from a timer's expiry to its handler, and those and the way back.  Context: any.  */
static uint64_t delivery, overhead;
static bool measured;

/* The value of row R at UC.  */

static uint64_t
read_value (const struct memlb_progress *r, const ucontext_t *uc)
{
  uint64_t base, value = 0;
  switch (r->kind)
    {
    case MEMLB_PROGRESS_GPR:
      value = mrt_uc_gpr (uc, r->reg);
      break;
    case MEMLB_PROGRESS_VECTOR:
      value = mrt_uc_vector (uc, r->reg);
      break;
    case MEMLB_PROGRESS_SP:
    case MEMLB_PROGRESS_FP:
      base = r->kind == MEMLB_PROGRESS_SP ? mrt_uc_sp (uc)
					  : mrt_uc_gpr (uc, MRT_FP);
      mrt_copy (&value, (const void *) (base + (uint64_t) (int64_t) r->offset),
		r->width == 4 ? 4 : 8);
      break;
    }
  return value;
}

/* The span of DESC that holds PC, an address of CODE; NULL if none does.  */

static const struct memlb_span *
find_span (const struct memlb_nest *desc, uint64_t pc, enum mrt_code code)
{
  const struct memlb_span *spans = MEMLB_REL (desc->spans), *found = NULL;
  uint64_t latest = 0;
  if ((code == MRT_CODE_BOUND
       && (pc < (uint64_t) MEMLB_REL (desc->bound_begin)
	   || pc >= (uint64_t) MEMLB_REL (desc->bound_end)))
      || (code == MRT_CODE_MIRROR
	  && (pc < (uint64_t) MEMLB_REL (desc->mirror_entry)
	      || pc >= (uint64_t) MEMLB_REL (desc->mirror_end))))
    return NULL;
  for (uint32_t i = 0; i < desc->n_spans; i++)
    {
      const struct memlb_span *s = &spans[i];
      uint64_t begin
	= (uint64_t) (code == MRT_CODE_BOUND ? MEMLB_REL (s->bound)
		      : code == MRT_CODE_MIRROR ? MEMLB_REL (s->mirror)
		      : MEMLB_REL (s->begin));
      if (begin > pc || begin < latest
	  || (code == MRT_CODE_ORIGINAL && pc >= (uint64_t) MEMLB_REL (s->end)))
	continue;
      found = s;
      latest = begin;
    }
  return found;
}

bool
mrt_mark_read (const struct memlb_nest *desc, const ucontext_t *uc,
	       enum mrt_code code, struct mrt_mark *m)
{
  const struct memlb_progress *rows = MEMLB_REL (desc->progress);
  const struct memlb_span *s = find_span (desc, mrt_uc_pc (uc), code);
  if (!s || s->row >= desc->n_progress)
    return false;
  m->row = s->row;
  m->n = 0;
  for (uint32_t row = s->row; row < desc->n_progress; row = rows[row].parent)
    if (++m->n > MRT_LEVELS)
      return false;
  for (uint32_t i = m->n, row = s->row; i-- > 0; row = rows[row].parent)
    m->value[i] = read_value (&rows[row], uc);
  return true;
}

/* Measure both once: into *BEFORE and *ALL.  False if no signal came.  */

static bool
probe (struct mrt_thread *self, uint64_t *before, uint64_t *all)
{
  uint64_t last = mrt_clock ();
  uint64_t limit = last + mrt_ns_to_ticks (PROBE_LIMIT_NS);
  mrt_store (&self->probed, 0);
  mrt_store (&self->probing, true);
  bool found = false;
  if (mrt_clock_timer_set (self, PROBE_NS))
    for (uint64_t now = last; !found && now < limit; last = now)
      {
	now = mrt_clock ();
	uint64_t at = mrt_load (&self->probed);
	found = at && at <= now;
	if (found)
	  {
	    *before = mrt_elapsed (last, at);
	    *all = mrt_elapsed (last, now);
	  }
      }
  mrt_store (&self->probing, false);
  mrt_clock_timer_set (self, 0);
  return found;
}

/* The middle one of the PROBES values at V, which are sorted.  */

static uint64_t
middle (uint64_t *v)
{
  for (unsigned i = 1; i < PROBES; i++)
    for (unsigned j = i; j && v[j - 1] > v[j]; j--)
      {
	uint64_t t = v[j];
	v[j] = v[j - 1];
	v[j - 1] = t;
      }
  return v[PROBES / 2];
}

/* Measure them, once in a process.  */

static void
measure (struct mrt_thread *self)
{
  uint64_t before[PROBES], all[PROBES], begin = mrt_clock ();
  if (__atomic_exchange_n (&measured, true, __ATOMIC_RELAXED))
    return;
  for (unsigned i = 0; i < PROBES; i++)
    if (!probe (self, &before[i], &all[i]))
      return;
  mrt_store (&delivery, middle (before));
  mrt_store (&overhead, middle (all));
  mrt_add (&self->spent, mrt_elapsed (begin, mrt_clock ()));
}

/* Ticks that TURNS signals took, the last of which has come and not gone.  */

static uint64_t
signals_took (uint64_t turns)
{
  return turns ? (turns - 1) * mrt_load (&overhead) + mrt_load (&delivery) : 0;
}

/* Set the timer that marks the entry under way.  */

static bool
set_timer (struct mrt_thread *self, uint64_t ns)
{
  return self->marks_wait ? mrt_timer_set (self, ns)
			  : mrt_clock_timer_set (self, ns);
}

void
mrt_marks_begin (struct mrt_thread *self, struct mrt_frame *f)
{
  if (!mrt_markable_p (f->desc) || !mrt_marks_wanted_p (f->record))
    return;
  self->marks_wait = f->desc->flags & MEMLB_NEST_COLD_CALLS || f->desc->n_calls;
  if (!set_timer (self, FIRST_NS))
    return;
  self->n_marks = self->missed_marks = self->mark_turns = 0;
  self->mark_ticks = 0;
  self->mark_due = FIRST_NS;
  self->marking = (uint32_t) (f - self->frames) + 1;
  f->state |= MRT_FRAME_MARKED;
}

void
mrt_marks_end (struct mrt_thread *self, struct mrt_frame *f)
{
  mrt_store (&self->marking, 0);
  set_timer (self, 0);
  if (!f || !self->mark_turns)
    return;
  if (!mrt_load (&measured))
    measure (self);
  for (uint32_t i = 0; i < self->n_marks; i++)
    {
      struct mrt_mark *m = &self->marks[i];
      uint64_t took = mrt_ticks_to_ns (signals_took (m->turn));
      m->ns -= MRT_MIN (m->ns, took);
    }
  uint64_t took = self->mark_turns * mrt_load (&overhead);
  f->observed += took;
  self->mark_ticks += took;
  mrt_add (&self->spent, self->mark_ticks);
}

/* The frame that is being marked, or NULL.  */

static struct mrt_frame *
marked_frame (struct mrt_thread *self)
{
  uint32_t at = mrt_load (&self->marking);
  struct mrt_frame *f = &self->frames[at - 1];
  return at && at <= self->depth && f->state & MRT_FRAME_MARKED
	 && f->cpu_start ? f : NULL;
}

/* Make a mark of F, which has run for NS, at UC, if it is time.  Returns after how many ns
   to come again, 0 for never.  */

static uint64_t
take (struct mrt_thread *self, const struct mrt_frame *f, uint64_t ns,
      const ucontext_t *uc)
{
  /* Others may have had the processor meanwhile.  */
  if (ns + ns / 8 < self->mark_due)
    return MRT_MAX (self->mark_due - ns, LEAST_NS);
  struct mrt_mark *m = &self->marks[self->n_marks];
  if (mrt_mark_read (f->desc, uc, MRT_CODE_ORIGINAL, m))
    {
      m->ns = ns;
      m->faults = mrt_page_faults () - f->faults;
      m->turn = self->mark_turns;
      self->n_marks++;
      self->missed_marks = 0;
    }
  else
    self->missed_marks++;
  uint64_t next = MRT_MAX (ns / PART, FIRST_NS);
  self->mark_due = ns + next;
  return self->n_marks < MRT_MARKS && self->missed_marks < MOST_MISSES ? next : 0;
}

void
mrt_marks_take (struct mrt_thread *self, const ucontext_t *uc)
{
  uint64_t begin = mrt_ticks ();
  struct mrt_frame *f = marked_frame (self);
  if (!f)
    return;
  self->mark_turns++;
  uint64_t cpu = mrt_nanoseconds (CLOCK_THREAD_CPUTIME_ID);
  uint64_t ns = cpu - f->cpu_start;
  /* Marks, and what was observed before them.  */
  uint64_t own = mrt_ticks_to_ns (f->observed);
  uint64_t next = take (self, f, ns - MRT_MIN (ns, own), uc);
  if (next)
    set_timer (self, next);
  uint64_t ticks = mrt_elapsed (begin, mrt_ticks ());
  /* Where the processor is shared, the timer's interrupt is when others get it.  */
  if (ticks > self->quick_limit)
    {
      cpu = mrt_nanoseconds (CLOCK_THREAD_CPUTIME_ID) - cpu;
      ticks = MRT_MIN (ticks, mrt_ns_to_ticks (cpu));
    }
  f->observed += ticks;
  self->mark_ticks += ticks;
}

/* Read where SELF's copy is at UC into *M, NS after it began.  False if that is in no known
   place.  */

static bool
read_copy (const struct mrt_thread *self, const ucontext_t *uc, uint64_t ns,
	   struct mrt_mark *m)
{
  const struct memlb_nest *desc = self->cut_desc;
  bool found = mrt_mark_read (desc, uc, self->mirrored && !desc->n_calls
			      ? MRT_CODE_MIRROR : MRT_CODE_BOUND, m);
  if (!found)
    m->n = 0;
  m->ns = ns;
  return found;
}

bool
mrt_marks_cut (struct mrt_thread *self, const ucontext_t *uc)
{
  uint64_t ran = mrt_nanoseconds (CLOCK_THREAD_CPUTIME_ID) - self->cut_begin;
  uint64_t took = mrt_ticks_to_ns (signals_took (++self->cut_turns));
  ran -= MRT_MIN (ran, took);
  uint64_t due = self->half_due ? self->half_after : self->cut_after;
  /* Others may have had the processor meanwhile.  */
  bool early = ran + ran / 8 < due;
  if (!early && self->half_due)
    {
      read_copy (self, uc, ran, &self->half);
      self->half_due = false;
      due = self->cut_after;
      early = true;
    }
  if (early && mrt_clock_timer_set (self, MRT_MAX (due - MRT_MIN (due, ran),
						   LEAST_NS)))
    return false;
  return read_copy (self, uc, ran, &self->cut)
	 || self->cut_tries++ >= MOST_TRIES
	 || !mrt_clock_timer_set (self, AGAIN_NS);
}

uint64_t
mrt_marks_cut_took (const struct mrt_thread *self)
{
  return self->cut_turns * mrt_load (&overhead);
}
