/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* How the time of a nest, and its bound, lie on the threads: the least, the
   mean and the most.

   A thread's figures are estimated as those of all are, from its own entries.
   Where it has too few samples for a ratio of bound and time, that of all
   threads is taken.  What nothing was timed of has the mean of the others.

   Weakness: threads that come after another has ended count with it, as long as
   they use its state (thread.c).  */

#include "profile.h"

/* Samples from which on a thread's own ratio counts.  */
#define FEW 5

struct spread
{
  double least, sum, most;
};

static void
enter (struct spread *s, double value, bool first)
{
  s->least = first ? value : MRT_MIN (s->least, value);
  s->most = first ? value : MRT_MAX (s->most, value);
  s->sum += value;
}

/* A thread of SUMS in the nest of DESC that all together have ESTIMATED, with
   ENTRIES: its time, and its bound in *BOUND, -1 if that is not known.  */

static double
thread_time (const struct mrt_sums *sums, const struct memlb_nest *desc,
	     const struct mrt_estimate *estimated, uint64_t entries,
	     const struct mrt_costs *costs, double *bound)
{
  struct mrt_estimate e
    = mrt_estimate (sums, desc, MRT_REASON_NONE, true, costs);
  double time = e.time;
  if (time < 0)
    time = estimated->time / (double) entries
	   * (double) (sums->entries - sums->nested);
  *bound = sums->samples >= FEW && e.ratio >= 0 ? time * e.ratio
	   : estimated->ratio >= 0 ? time * estimated->ratio : -1;
  return time;
}

bool
mrt_balance (struct mrt_balance *b, uint32_t index,
	     const struct memlb_nest *desc, const struct mrt_sums *all,
	     const struct mrt_estimate *estimated,
	     const struct mrt_costs *costs)
{
  struct spread times = { 0, 0, 0 }, bounds = { 0, 0, 0 };
  uint64_t entries = all->entries - all->nested;
  unsigned n = 0;
  double bound;
  if (!entries || estimated->time < 0)
    return false;
  for (struct mrt_thread *t = mrt_first_thread (); t; t = t->next)
    {
      struct mrt_sums s = { 0 };
      mrt_sums_add (&s, &t->records[index], mrt_entries (t, index),
		    mrt_entries_inside (t, index));
      if (s.entries <= s.nested)
	continue;
      /* No thread has enough of these to be told from the others.  */
      s.n_slots = all->n_slots;
      s.slots = all->slots;
      s.slots_mirrored = all->slots_mirrored;
      double time = thread_time (&s, desc, estimated, entries, costs, &bound);
      enter (&times, time, !n);
      enter (&bounds, bound, !n);
      n++;
    }
  *b = (struct mrt_balance) {
    .time = { times.least, times.sum / MRT_MAX (n, 1), times.most },
    .bound = { bounds.least, bounds.sum / MRT_MAX (n, 1), bounds.most }
  };
  return n > 1;
}

static const char *const time_names[]
  = { "thread-time-min", "thread-time-mean", "thread-time-max" };
static const char *const bound_names[]
  = { "thread-bound-min", "thread-bound-mean", "thread-bound-max" };

void
mrt_balance_declare (struct mrt_xml *x)
{
  static const char *const kinds[] = { "min", "mean", "max" };
  for (int i = 0; i < 3; i++)
    mrt_metric_declare (x, time_names[i], "s", kinds[i]);
  for (int i = 0; i < 3; i++)
    mrt_metric_declare (x, bound_names[i], "s", kinds[i]);
}

static void
write_values (struct mrt_xml *x, const char *const *names,
	      const double *ticks, double hz)
{
  for (int i = 0; i < 3; i++)
    {
      mrt_xml_open (x, "m");
      mrt_xml_text (x, "n", names[i]);
      mrt_xml_real (x, "v", ticks[i] / hz);
      mrt_xml_close (x);
    }
}

void
mrt_balance_write (struct mrt_xml *x, const struct mrt_balance *b, double hz)
{
  write_values (x, time_names, b->time, hz);
  if (b->bound[0] >= 0)
    write_values (x, bound_names, b->bound, hz);
}
