/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* When a long entry was in which place, by its marks.

   Places are compared loop by loop from the outermost on.  Between two marks
   the counter of the outermost loop in which they differ tells how far it is,
   and that of the next loop inside it which part of an iteration is done; where
   that one begins and ends is seen from all marks.  Where loops follow one another
   inside, each has the part of an iteration that it has of the marks.

   Weakness: an entry must get as far in the same time from one mark to the
   next.  */

#include "marks.h"
#include "runtime.h"

/* Parts of an iteration.  */
#define UNIT 1024

/* Marks that must have seen a loop before it tells parts of iterations, and loops that
   follow one another.  */
#define SEEN 4
#define SEVERAL 12

/* Marks that tell the step of a loop whose code does not.  */
#define DIFFERENCES 6

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

static uint64_t
common_divisor (uint64_t a, uint64_t b)
{
  while (b)
    {
      uint64_t rest = a % b;
      a = b;
      b = rest;
    }
  return a;
}

/* What an iteration of loop LEVEL, of ROW, adds to its counter.  Where the code does not tell,
   the greatest common divisor of what was between marks, which is *KNOWN to be it if
   there were a few.  */

static uint64_t
step_size (const struct places *p, uint32_t row, unsigned level, bool *known)
{
  const struct memlb_progress *r = &p->rows[row];
  int64_t step = difference (r, r->step, 0);
  uint64_t divisor = 0;
  unsigned n = 0;
  bool comparable;
  *known = true;
  if (step)
    return (uint64_t) (step < 0 ? -step : step);
  for (unsigned i = 1; i < p->n; i++)
    {
      const struct mrt_mark *a = &p->marks[i], *b = a - 1;
      if (!inside_p (p, a, row, level) || !inside_p (p, b, row, level)
	  || first_difference (p->rows, a, b, &comparable) != level)
	continue;
      int64_t d = advance (p, a, b, level);
      if (d <= 0)
	continue;
      divisor = common_divisor ((uint64_t) d, divisor);
      n++;
    }
  *known = n >= DIFFERENCES;
  return MRT_MAX (divisor, 1);
}

/* True if a mark shows that the counter of loop LEVEL, of ROW, begins again in each
   iteration of the loop around: a pointer may go on.  */

static bool
begins_again_p (const struct places *p, uint32_t row, unsigned level)
{
  bool comparable;
  for (unsigned i = 1; i < p->n; i++)
    {
      const struct mrt_mark *a = &p->marks[i], *b = a - 1;
      if (inside_p (p, a, row, level) && inside_p (p, b, row, level)
	  && first_difference (p->rows, a, b, &comparable) < level
	  && advance (p, a, b, level) < 0)
	return true;
    }
  return false;
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
  bool known;
  uint64_t step = step_size (p, row, level, &known);
  uint64_t range = (uint64_t) (high - low) + (known ? step : 0);
  if (seen < SEEN || !range || !begins_again_p (p, row, level))
    return -1;
  uint64_t done = (uint64_t) -low;
  while (range >> 50)
    {
      range >>= 4;
      done >>= 4;
    }
  return (int64_t) (done * UNIT / range);
}

/* True if A and B are in the same iteration of the loop number LEVEL.  */

static bool
same_iteration_p (const struct places *p, const struct mrt_mark *a,
		  const struct mrt_mark *b, unsigned level)
{
  bool comparable;
  return first_difference (p->rows, a, b, &comparable) > level;
}

/* The part of an iteration of loop LEVEL, of ROW, that is done at M, in UNITs; -1 if that
   is not known.  Where several loops follow one another in it, *SEVERAL becomes true: each
   takes the part of the time that it has of the marks.  They are taken for being in the
   order of the code, where marks of one iteration show nothing else, and some that.  */

static int64_t
iteration_done (const struct places *p, const struct mrt_mark *m, uint32_t row,
		unsigned level, bool *several)
{
  const struct mrt_mark *last = NULL;
  int64_t before = 0, here = 0, all = 0;
  bool ordered = false;
  if (!inside_p (p, m, row, level) || m->n <= level + 1)
    return -1;
  uint32_t own = row_at (p->rows, m, level + 1);
  for (unsigned i = 0; i < p->n; i++)
    {
      const struct mrt_mark *a = &p->marks[i];
      if (!inside_p (p, a, row, level) || a->n <= level + 1)
	continue;
      uint32_t inner = row_at (p->rows, a, level + 1);
      if (last && same_iteration_p (p, a, last, level))
	{
	  uint32_t earlier = row_at (p->rows, last, level + 1);
	  if (inner < earlier)
	    return -1;
	  ordered |= inner > earlier;
	}
      last = a;
      all++;
      before += inner < own;
      here += inner == own;
    }
  int64_t done = part_done (p, m, own, level + 1);
  if (here == all)
    return done;
  *several = true;
  if (all < SEVERAL || !ordered)
    return -1;
  return (before * UNIT + here * (done < 0 ? UNIT / 2 : done)) / all;
}

/* How far A is ahead of B in loop LEVEL, of ROW, in UNITs of its iterations of STEP
   each.  With PARTS, what is done of an iteration counts.  */

static int64_t
distance (const struct places *p, const struct mrt_mark *a,
	  const struct mrt_mark *b, unsigned level, uint64_t step,
	  uint32_t row, bool parts)
{
  bool several;
  const int64_t most = INT64_MAX / (4 * UNIT);
  int64_t size = (int64_t) MRT_MIN (step, (uint64_t) most);
  int64_t d = advance (p, a, b, level);
  int64_t whole = MRT_MAX (MRT_MIN (d / size, most), -most);
  d = whole * UNIT + d % size * UNIT / size;
  if (parts)
    d += iteration_done (p, a, row, level, &several)
	 - iteration_done (p, b, row, level, &several);
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

/* The time at which AT is reached, between the marks BEFORE and AFTER, which may be wrong
   by *WRONG; 0 where that is more than a tenth.  */

static uint64_t
interpolate (const struct places *p, const struct mrt_mark *before,
	     const struct mrt_mark *after, const struct mrt_mark *at,
	     uint64_t *wrong)
{
  bool comparable;
  unsigned level = first_difference (p->rows, after, before, &comparable);
  uint64_t ns = after->ns - before->ns;
  if (level >= after->n || level >= before->n || level >= at->n)
    return 0;
  uint32_t own = row_at (p->rows, at, level);
  bool several = false, known;
  uint64_t step = step_size (p, own, level, &known);
  bool parts = known && iteration_done (p, before, own, level, &several) >= 0
	       && iteration_done (p, after, own, level, &several) >= 0
	       && iteration_done (p, at, own, level, &several) >= 0;
  int64_t all = distance (p, after, before, level, step, own, parts);
  int64_t done = distance (p, at, before, level, step, own, parts);
  if (all <= 0)
    {
      all = 2;
      done = 1;
    }
  done = MRT_MIN (MRT_MAX (done, 0), all);
  uint64_t result = before->ns + scaled (ns, (uint64_t) done, (uint64_t) all);
  /* Half an iteration may be wrong, a fifth, or a sixteenth.  */
  uint64_t part = !parts ? UNIT / 2 : several ? UNIT / 5 : UNIT / 16;
  *wrong = scaled (ns, MRT_MIN ((uint64_t) all, part), (uint64_t) all);
  return *wrong > result / 10 ? 0 : result;
}

uint64_t
mrt_mark_time (const struct memlb_nest *desc, const struct mrt_mark *marks,
	       unsigned n, const struct mrt_mark *at, uint64_t end_ns,
	       uint64_t *wrong)
{
  struct places p = { .rows = MEMLB_REL (desc->progress), .marks = marks,
		      .n = n };
  const struct mrt_mark *before = NULL, *after = NULL;
  *wrong = 0;
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
    return interpolate (&p, before, after, at, wrong);
  /* Near the end, of which no place is known.  */
  if (before->ns < end_ns - end_ns / 4)
    return 0;
  *wrong = (end_ns - MRT_MIN (end_ns, before->ns)) / 2;
  return (before->ns + end_ns) / 2;
}

uint64_t
mrt_mark_rest (const struct memlb_nest *desc, const struct mrt_mark *marks, unsigned n,
	       const struct mrt_mark *from, const struct mrt_mark *at, uint64_t at_ns)
{
  struct places p = { .rows = MEMLB_REL (desc->progress), .marks = marks, .n = n };
  const struct mrt_mark *last = &marks[n - 1];
  bool comparable;
  find_directions (&p, desc->n_progress);
  unsigned level = first_difference (p.rows, last, at, &comparable);
  if (!comparable || level >= last->n || level >= at->n
      || first_difference (p.rows, at, from, &comparable) != level || !comparable
      || level >= from->n)
    return 0;
  /* Both ends of each may be anywhere in an iteration.  */
  bool known;
  int64_t step = (int64_t) step_size (&p, row_at (p.rows, at, level), level, &known);
  int64_t done = advance (&p, at, from, level) - step;
  int64_t rest = advance (&p, last, at, level) + step;
  return done > 0 && rest > step && at_ns > from->ns
	 ? mrt_scaled (at_ns - from->ns, (uint64_t) rest, (uint64_t) done) : 0;
}
