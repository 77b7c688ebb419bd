/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What of a short entry is not seen unless it is measured.

   Readings of the clock are fenced: a nest that is measured begins when all
   before it is done, and what follows waits for its last instruction.  Without
   that a processor begins it while it still works at what comes before, and
   goes on to the next before it is done.  Of an entry of a hundred cycles the
   half may be hidden so, and the times of nests that are entered again and
   again, from the mean of those measured, come to more than the program took.

   So a short nest (calibrate.S) is run both ways: between two fences, and many
   times in a row, where it costs what it adds to an empty nest.  What is hidden
   of it is taken off the mean of every nest, in proportion where entries are
   shorter than that.  Since nests differ (one that waits for a division hides
   more than one of additions), the sum of all is compared with what the program
   ran, and what is too much is taken off the short entries, and where they have
   not so much to give, off all.  */

#include "overlap.h"
#include "module.h"
#include "runtime.h"
#include "thread.h"

/* Entries that are measured; entries in a row that are not, and how often.  */
#define MEASURED 127
#define ROW 256
#define ROWS 9

/* Ticks of work that a processor may have begun and not ended: a window of
   512 instructions where some of them wait for the second-level cache.  */
#define WINDOW 256

struct mrt_overlap mrt_overlap;

double
mrt_hideable (double ticks)
{
  return ticks < WINDOW ? ticks : WINDOW;
}

double
mrt_unmeasured (double net, const struct mrt_overlap *o)
{
  double hidden = net < o->length ? o->hidden * net / o->length : o->hidden;
  double ticks = net > hidden ? net - hidden : 0;
  ticks -= o->surplus * mrt_hideable (ticks);
  return o->scale > 0 ? o->scale * ticks : ticks;
}

void
mrt_overlap_settle (struct mrt_overlap *o, double sum, double hideable,
		    double limit)
{
  o->surplus = 0;
  o->scale = 1;
  if (limit <= 0 || sum <= limit)
    return;
  o->surplus = hideable > sum - limit ? (sum - limit) / hideable : 1;
  double rest = sum - o->surplus * hideable;
  if (hideable <= sum - limit && rest > limit)
    o->scale = limit / rest;
}

/* Mean ticks of a measured entry of NEST.  */

static double
measured (struct mrt_thread *self, void (*nest) (void))
{
  uint64_t times[MEASURED];
  unsigned n = MEASURED;
  mrt_time_nest (self, nest, n, times, NULL);
  double sum = (double) mrt_sum_of_most (times, &n);
  return sum / n;
}

/* Ticks of an entry of NEST that passes its gate, in a row of them; at least,
   since anything may come in between.  */

static double
passing (struct mrt_thread *self, void (*nest) (void))
{
  uint64_t least = UINT64_MAX;
  for (int i = 0; i < ROWS; i++)
    {
      mrt_set_gate (self, MRT_EMPTY_INDEX, ROW + 1);
      uint64_t begin = mrt_clock ();
      for (int j = 0; j < ROW; j++)
	nest ();
      least = MRT_MIN (least, mrt_elapsed (begin, mrt_clock ()));
    }
  mrt_set_gate (self, MRT_EMPTY_INDEX, 0);
  return (double) least / ROW;
}

void
mrt_overlap_calibrate (void)
{
  struct mrt_thread *self = mrt_self;
  mrt_overlap = (struct mrt_overlap) { .scale = 1 };
  if (!self || !mrt_process.cost)
    return;
  double length = measured (self, mrt_short_nest)
		  - measured (self, mrt_empty_nest);
  double adds = passing (self, mrt_short_nest)
		- passing (self, mrt_empty_nest);
  if (length <= 0)
    return;
  adds = MRT_MIN (MRT_MAX (adds, 0), length);
  mrt_overlap.length = length;
  mrt_overlap.hidden = length - adds;
}
