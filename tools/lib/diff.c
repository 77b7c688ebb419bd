/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two profiles, before and after a change, loop by loop.

   A time is known to within its 95 % interval, and no better than runs of
   one program differ, which the intervals of one run do not show: the larger
   of the two is its error.  Two times differ significantly when their
   difference exceeds the root of the sum of both errors' squares.  Of loops
   that take next to nothing no change counts.  */

#include "diff.h"
#include "text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "xalloc.h"

/* Half the 95 % interval of LOOP's time, at least NOISE of it.  */

static double
error_of (const struct loop *loop, double noise)
{
  double half = (loop->n[N_TIME_HIGH] - loop->n[N_TIME_LOW]) / 2;

  return fmax (isnan (half) ? 0 : half, noise * loop->n[N_TIME]);
}

/* Decide what the change of X is, in programs that take WHOLE seconds.  */

static enum change
decide_change (const struct difference *x, double whole)
{
  double by = x->after - x->before;

  if (isnan (by))
    return CHANGE_UNKNOWN;
  if (fabs (by) <= x->band || fabs (by) < 0.001 * whole)
    return CHANGE_NONE;
  return by < 0 ? CHANGE_FASTER : CHANGE_SLOWER;
}

/* The difference of the pair M; a loop that only one side has was or is
   another one's time.  */

static struct difference
difference_of (struct match m, double noise, double whole)
{
  struct difference x = { .match = m, .band = NAN, .work = NAN };

  x.before = m.a ? m.a->n[N_TIME] : NAN;
  x.after = m.b ? m.b->n[N_TIME] : NAN;
  if (!m.a || !m.b)
    {
      x.change = m.a ? CHANGE_GONE : CHANGE_NEW;
      return x;
    }
  x.band = hypot (error_of (m.a, noise), error_of (m.b, noise));
  /* Functions that are too short are not counted to the end.  */
  if (m.a->n[N_ENTRIES] > 0 && !whole_function_p (m.a))
    x.work = m.b->n[N_ENTRIES] / m.a->n[N_ENTRIES];
  x.change = decide_change (&x, whole);
  return x;
}

/* By how many seconds X changed, for sorting.  */

static double
size_of (const struct difference *x)
{
  double before = isnan (x->before) ? 0 : x->before;
  double after = isnan (x->after) ? 0 : x->after;

  return fabs (after - before);
}

static const struct loop *
one_loop (const struct difference *x)
{
  return x->match.b ? x->match.b : x->match.a;
}

static int
compare_differences (const void *a, const void *b)
{
  const struct difference *x = a, *y = b;
  double sx = size_of (x), sy = size_of (y);
  int c = (sx < sy) - (sx > sy);

  return c ? c : strcmp (one_loop (x)->id, one_loop (y)->id);
}

/* Compare A, before, with B, after; runs differ by the share NOISE.  */

struct diff
diff_profiles (const struct profile *a, const struct profile *b,
	       double noise)
{
  struct diff d = { .a = a, .b = b, .noise = noise };
  struct matches m = match_loops (a, b);
  double whole = fmax (isnan (a->time) ? 0 : a->time,
		       isnan (b->time) ? 0 : b->time);

  d.whole = (struct difference)
    { .before = a->time, .after = b->time, .work = NAN,
      .band = noise * hypot (a->time, b->time) };
  d.whole.change = decide_change (&d.whole, whole);
  d.at = XNEWVEC (struct difference, m.n + 1);
  for (size_t i = 0; i < m.n; i++)
    d.at[d.n++] = difference_of (m.at[i], noise, whole);
  qsort (d.at, d.n, sizeof *d.at, compare_differences);
  matches_free (&m);
  return d;
}

/* True when the program or one of its loops has become slower.  */

bool
diff_regression_p (const struct diff *d)
{
  if (d->whole.change == CHANGE_SLOWER)
    return true;
  for (size_t i = 0; i < d->n; i++)
    if (d->at[i].change == CHANGE_SLOWER)
      return true;
  return false;
}

void
diff_free (struct diff *d)
{
  free (d->at);
  *d = (struct diff) { 0 };
}
