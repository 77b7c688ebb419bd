/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Where a long entry was at which time.

   A bound copy that may not run to its end is compared with its original at
   the same iteration.  Which one that is is read from the registers that a
   timer's signal has interrupted, in the places that the plugin has named for
   each loop (memlb_progress).  While the original runs it is interrupted now
   and then, first after a millisecond, then each time that it has run a
   quarter longer: its marks.  The bound copy is interrupted once, when its time
   is over.  The original's time at that place lies between those of two marks.
   The timer goes by elapsed time, since one of CPU time expires at the scheduler's
   ticks, up to 4 ms late; the marks by CPU time.  What a signal takes to come and to
   go is measured and taken off: 30 us in some virtual machines.

   Places are compared loop by loop from the outermost on.  Between two marks
   the counter of the outermost loop in which they differ tells how far it is,
   and that of the next loop inside it which part of an iteration is done; where
   that one begins and ends is seen from all marks.

   Weakness: an entry must get as far in the same time from one mark to the
   next.  Where inner loops follow one another, the loop around them tells how
   far it is, and no part of its iterations.  A signal handler of the program's that
   waits while an entry is marked is interrupted; nests that may wait themselves, in
   calls, are marked by CPU time.  */

#include "marks.h"
#include "extent.h"
#include "runtime.h"
#include "settings.h"
#include "signals.h"
#include "thread.h"

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

/* Parts of an iteration.  */
#define UNIT 1024

/* Marks that must have seen a loop before it tells parts of iterations.  */
#define SEEN 4

struct places
{
  const struct memlb_progress *rows;
  const struct mrt_mark *marks;
  unsigned n;
  int8_t direction[MRT_ROWS];	/* in which counters go, 0 unknown */
};

/* A less B as numbers of the width that row R has.  */

static int64_t
difference (const struct memlb_progress *r, uint64_t a, uint64_t b)
{
  uint64_t d = a - b;
  return r->width == 4 ? (int32_t) d : (int64_t) d;
}

/* The row of M's loop number LEVEL from the outermost.  */

static uint32_t
row_at (const struct memlb_progress *rows, const struct mrt_mark *m,
	unsigned level)
{
  uint32_t row = m->row;
  for (unsigned i = m->n - 1; i > level; i--)
    row = rows[row].parent;
  return row;
}

/* What loop LEVEL has done more in A than in B, in its counter's numbers; 0
   if that is not known.  */

static int64_t
advance (const struct places *p, const struct mrt_mark *a,
	 const struct mrt_mark *b, unsigned level)
{
  uint32_t row = row_at (p->rows, a, level);
  return p->direction[row]
	 * difference (&p->rows[row], a->value[level], b->value[level]);
}

/* The outermost loop in which A and B differ, or the number of those that they
   are both in.  Where they are in different ones, or the counter is not known,
   *COMPARABLE is false.  */

static unsigned
first_difference (const struct memlb_progress *rows, const struct mrt_mark *a,
		  const struct mrt_mark *b, bool *comparable)
{
  unsigned level = 0;
  *comparable = true;
  for (; level < a->n && level < b->n; level++)
    {
      uint32_t row = row_at (rows, a, level);
      *comparable = row == row_at (rows, b, level)
		    && rows[row].kind != MEMLB_PROGRESS_NONE;
      if (!*comparable
	  || difference (&rows[row], a->value[level], b->value[level]))
	break;
    }
  return level;
}

/* Whether A comes after B (1), before it (-1), or neither is known (0).  */

static int
order (const struct places *p, const struct mrt_mark *a,
       const struct mrt_mark *b)
{
  bool comparable;
  unsigned level = first_difference (p->rows, a, b, &comparable);
  if (!comparable || level >= a->n || level >= b->n)
    return 0;
  int64_t d = advance (p, a, b, level);
  return d > 0 ? 1 : d < 0 ? -1 : 0;
}

/* True if A and B are the same iteration of the same innermost loop.  */

static bool
same_place_p (const struct places *p, const struct mrt_mark *a,
	      const struct mrt_mark *b)
{
  bool comparable;
  return first_difference (p->rows, a, b, &comparable) == a->n
	 && comparable && a->n == b->n;
}

/* Find the directions of P's counters: that of the step where it is known, else
   that from one mark to the next.  */

static void
find_directions (struct places *p, uint32_t n_rows)
{
  bool comparable;
  for (uint32_t i = 0; i < n_rows; i++)
    {
      int64_t step = difference (&p->rows[i], p->rows[i].step, 0);
      p->direction[i] = step > 0 ? 1 : step < 0 ? -1 : 0;
    }
  for (unsigned i = 1; i < p->n; i++)
    {
      const struct mrt_mark *a = &p->marks[i], *b = a - 1;
      unsigned level = first_difference (p->rows, a, b, &comparable);
      if (!comparable || level >= a->n || level >= b->n)
	continue;
      uint32_t row = row_at (p->rows, a, level);
      if (!p->direction[row])
	p->direction[row] = difference (&p->rows[row], a->value[level],
					b->value[level]) > 0 ? 1 : -1;
    }
}

/* True if M is in the loop of ROW, its loop number LEVEL.  */

static bool
inside_p (const struct places *p, const struct mrt_mark *m, uint32_t row,
	  unsigned level)
{
  return m->n > level && row_at (p->rows, m, level) == row;
}

/* The part of the turns of loop LEVEL, of ROW, that is done at M, in UNITs;
   -1 if that is not known.  */

static int64_t
part_done (const struct places *p, const struct mrt_mark *m, uint32_t row,
	   unsigned level)
{
  int64_t low = 0, high = 0;
  unsigned seen = 0;
  const struct memlb_progress *r = &p->rows[row];
  if (!inside_p (p, m, row, level) || r->kind == MEMLB_PROGRESS_NONE
      || !p->direction[row])
    return -1;
  for (unsigned i = 0; i < p->n; i++)
    if (inside_p (p, &p->marks[i], row, level))
      {
	int64_t d = advance (p, &p->marks[i], m, level);
	low = MRT_MIN (low, d);
	high = MRT_MAX (high, d);
	seen++;
      }
  int64_t step = difference (r, r->step, 0);
  uint64_t range = (uint64_t) (high - low)
		   + (uint64_t) (step < 0 ? -step : step);
  if (seen < SEEN || !range)
    return -1;
  uint64_t done = (uint64_t) -low;
  while (range >> 50)
    {
      range >>= 4;
      done >>= 4;
    }
  return (int64_t) (done * UNIT / range);
}

/* What an iteration of loop LEVEL, of ROW, adds to its counter: where that is
   not known, the least that was between two marks, which is more.  */

static uint64_t
step_size (const struct places *p, uint32_t row, unsigned level)
{
  const struct memlb_progress *r = &p->rows[row];
  int64_t step = difference (r, r->step, 0);
  uint64_t least = 0;
  bool comparable;
  if (step)
    return (uint64_t) (step < 0 ? -step : step);
  for (unsigned i = 1; i < p->n; i++)
    {
      const struct mrt_mark *a = &p->marks[i], *b = a - 1;
      if (!inside_p (p, a, row, level) || !inside_p (p, b, row, level)
	  || first_difference (p->rows, a, b, &comparable) != level)
	continue;
      int64_t d = advance (p, a, b, level);
      if (d > 0 && (!least || (uint64_t) d < least))
	least = (uint64_t) d;
    }
  return MRT_MAX (least, 1);
}

/* How far A is ahead of B in loop LEVEL, in UNITs of its iterations of STEP
   each.  With PARTS, what is done of an iteration counts, as the loop of row
   INNER inside it tells.  */

static int64_t
distance (const struct places *p, const struct mrt_mark *a,
	  const struct mrt_mark *b, unsigned level, uint64_t step,
	  uint32_t inner, bool parts)
{
  const int64_t most = INT64_MAX / (4 * UNIT);
  int64_t size = (int64_t) MRT_MIN (step, (uint64_t) most);
  int64_t d = advance (p, a, b, level);
  int64_t whole = MRT_MAX (MRT_MIN (d / size, most), -most);
  d = whole * UNIT + d % size * UNIT / size;
  if (parts)
    d += part_done (p, a, inner, level + 1) - part_done (p, b, inner,
							 level + 1);
  return d;
}

/* NS * A / B for 0 <= A <= B.  */

static uint64_t
scaled (uint64_t ns, uint64_t a, uint64_t b)
{
  unsigned shift = 0;
  for (; b >> 20; b >>= 1)
    a >>= 1;
  for (; ns >> 43; ns >>= 1)
    shift++;
  return b ? ns * a / b << shift : 0;
}

/* The time at which AT is reached, between the marks BEFORE and AFTER; 0 where
   the place between them is not known to a tenth of the time.  */

static uint64_t
interpolate (const struct places *p, const struct mrt_mark *before,
	     const struct mrt_mark *after, const struct mrt_mark *at)
{
  bool comparable;
  unsigned level = first_difference (p->rows, after, before, &comparable);
  uint64_t ns = after->ns - before->ns;
  if (level >= after->n || level >= before->n || level >= at->n)
    return 0;
  uint32_t inner = at->n > level + 1 ? row_at (p->rows, at, level + 1) : 0;
  uint32_t own = row_at (p->rows, at, level);
  uint64_t step = step_size (p, own, level);
  bool parts = at->n > level + 1 && p->rows[own].step
	       && part_done (p, before, inner, level + 1) >= 0
	       && part_done (p, after, inner, level + 1) >= 0
	       && part_done (p, at, inner, level + 1) >= 0;
  int64_t all = distance (p, after, before, level, step, inner, parts);
  int64_t done = distance (p, at, before, level, step, inner, parts);
  if (all <= 0)
    {
      all = 2;
      done = 1;
    }
  done = MRT_MIN (MRT_MAX (done, 0), all);
  uint64_t result = before->ns + scaled (ns, (uint64_t) done, (uint64_t) all);
  /* Half an iteration may be wrong, or a sixteenth.  */
  uint64_t wrong = scaled (ns, MRT_MIN ((uint64_t) all,
					parts ? UNIT / 16 : UNIT / 2),
			   (uint64_t) all);
  return wrong > result / 10 ? 0 : result;
}

uint64_t
mrt_mark_time (const struct memlb_nest *desc, const struct mrt_mark *marks,
	       unsigned n, const struct mrt_mark *at, uint64_t end_ns)
{
  struct places p = { .rows = MEMLB_REL (desc->progress), .marks = marks,
		      .n = n };
  const struct mrt_mark *before = NULL, *after = NULL;
  if (!n || !at->n || !mrt_markable_p (desc))
    return 0;
  find_directions (&p, desc->n_progress);
  for (unsigned i = 0; i < n && !after; i++)
    if (order (&p, at, &marks[i]) > 0)
      before = &marks[i];
    else if (order (&p, at, &marks[i]) < 0)
      after = &marks[i];
    else if (same_place_p (&p, at, &marks[i]))
      return marks[i].ns;
  if (!before)
    return 0;
  if (after)
    return interpolate (&p, before, after, at);
  /* Near the end, of which no place is known.  */
  return before->ns >= end_ns - end_ns / 4 ? (before->ns + end_ns) / 2 : 0;
}

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
  uint64_t own = mrt_ticks_to_ns (self->mark_ticks);
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

bool
mrt_marks_cut (struct mrt_thread *self, const ucontext_t *uc)
{
  const struct memlb_nest *desc = self->cut_desc;
  uint64_t ran = mrt_nanoseconds (CLOCK_THREAD_CPUTIME_ID) - self->cut_begin;
  uint64_t took = mrt_ticks_to_ns (signals_took (++self->cut_turns));
  ran -= MRT_MIN (ran, took);
  /* Others may have had the processor meanwhile.  */
  if (ran + ran / 8 < self->cut_after
      && mrt_clock_timer_set (self, MRT_MAX (self->cut_after - ran, LEAST_NS)))
    return false;
  if (mrt_mark_read (desc, uc, self->mirrored && !desc->n_calls
		     ? MRT_CODE_MIRROR : MRT_CODE_BOUND, &self->cut))
    self->cut.ns = ran;
  else
    {
      self->cut.n = 0;
      if (self->cut_tries++ < MOST_TRIES
	  && mrt_clock_timer_set (self, AGAIN_NS))
	return false;
    }
  return true;
}
