/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the counts of one run and the times of another say of each nest.  */

#include "estimate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "xalloc.h"

/* The metric NAME of LOOP, 0 if it has none: zeros are left out.  */

static double
sum_of (const struct loop *loop, const char *name)
{
  double value = values_get (loop->has->metrics, loop->has->n_metrics, name);

  return isnan (value) ? 0 : value;
}

/* True if LOOP has counts and what its blocks take.  */

static bool
counted_p (const struct loop *loop)
{
  return loop->has->n_blocks > 0 && sum_of (loop, "ideal-cycles") > 0;
}

static bool
same_p (const char *a, const char *b)
{
  return a == b || (a && b && strcmp (a, b) == 0);
}

static int
compare_names (const void *a, const void *b)
{
  const struct loop *x = *(const struct loop *const *) a;
  const struct loop *y = *(const struct loop *const *) b;

  return strcmp (x->id, y->id);
}

/* The loops of P by id.  To be freed.  */

static const struct loop **
by_name (const struct profile *p)
{
  const struct loop **loops = xcalloc (p->n_loops + 1, sizeof *loops);

  for (size_t i = 0; i < p->n_loops; i++)
    loops[i] = &p->loops[i];
  qsort (loops, p->n_loops, sizeof *loops, compare_names);
  return loops;
}

/* The one of the N sorted LOOPS that is LOOP in another run, or NULL.  */

static const struct loop *
find_same (const struct loop **loops, size_t n, const struct loop *loop)
{
  size_t low = 0, high = n;

  while (low < high)
    {
      size_t middle = (low + high) / 2;
      if (strcmp (loops[middle]->id, loop->id) < 0)
	low = middle + 1;
      else
	high = middle;
    }
  for (; low < n && strcmp (loops[low]->id, loop->id) == 0; low++)
    if (same_p (loops[low]->in->module, loop->in->module)
	&& same_p (loops[low]->in->path, loop->in->path))
      return loops[low];
  return NULL;
}

/* Cycles of the processor a second, from the run that was timed if it tells;
   NaN if neither does.  */

static double
find_hz (const struct profile *counts, const struct profile *times)
{
  double hz = NAN;

  if (times)
    hz = profile_condition (times, "clock", "core-hz");
  return hz > 0 ? hz : profile_condition (counts, "clock", "core-hz");
}

/* What is known of the nest COUNTED, which makes the calls in CALLS, and is
   TIMED or NULL in the timed run, with HZ cycles a second.  */

static struct estimate
estimate_of (const struct loop *counted, const struct calls *calls,
	     const struct loop *timed, double hz)
{
  struct estimate e
    = { .counted = counted, .timed = timed, .scale = 1, .bound = NAN,
	.time = NAN, .overhead = NAN };

  if (timed && timed->n[N_ENTRIES] > 0 && counted->n[N_ENTRIES] > 0)
    e.scale = timed->n[N_ENTRIES] / counted->n[N_ENTRIES];
  e.instructions = sum_of (counted, "instructions");
  e.accesses = sum_of (counted, "loads") + sum_of (counted, "stores");
  struct work own = { sum_of (counted, "ideal-cycles"),
		      sum_of (counted, "least-cycles"),
		      values_get (counted->has->metrics,
				  counted->has->n_metrics, "mca-cycles"),
		      e.accesses,
		      e.instructions };
  struct reach r = calls_reach (calls, counted, &own);
  e.cycles = r.all.ideal;
  e.ideal = e.scale * r.all.ideal / hz;
  e.least = e.scale * r.all.least / hz;
  e.mca = e.scale * r.all.mca / hz;
  e.all_accesses = r.all.accesses;
  e.called = r.descendants > 1 || r.warning || r.why_not;
  e.recursive = r.recursive;
  e.share = r.share;
  e.shared = r.why_not;
  e.warning = r.warning;
  e.bytes = sum_of (counted, "bytes-read") + sum_of (counted, "bytes-written");
  e.flops = sum_of (counted, "flops");
  e.iterations_mean = counted->n[N_ITERATIONS] / counted->n[N_ENTRIES];
  e.flops_masked = sum_of (counted, "flops-masked");
  if (timed)
    {
      e.time = timed->n[N_TIME];
      e.bound = loop_bound (timed, N_BOUND);
      e.overhead = e.time - e.ideal;
    }
  return e;
}

/* Those that were chosen first; most overhead first, those without a time last,
   by ideal time.  The others by memory operations.  */

static int
compare_overheads (const void *a, const void *b)
{
  const struct estimate *x = a, *y = b;
  if ((x->drop == ESTIMATE_CHOSEN) != (y->drop == ESTIMATE_CHOSEN))
    return x->drop == ESTIMATE_CHOSEN ? -1 : 1;
  if (x->drop != ESTIMATE_CHOSEN && x->all_accesses != y->all_accesses)
    return x->all_accesses < y->all_accesses ? 1 : -1;
  double by_x = isnan (x->overhead) ? -INFINITY : x->overhead;
  double by_y = isnan (y->overhead) ? -INFINITY : y->overhead;

  if (by_x != by_y)
    return by_x < by_y ? 1 : -1;
  if (x->ideal != y->ideal)
    return x->ideal < y->ideal ? 1 : -1;
  return strcmp (x->counted->id, y->counted->id);
}

/* The loop that is LOOP in the profile P, whose loops by id are LOOPS, if it has
   a time there; P may be NULL.  */

static const struct loop *
find_timed (const struct profile *p, const struct loop **loops,
	    const struct loop *loop)
{
  const struct loop *timed = p ? find_same (loops, p->n_loops, loop) : NULL;

  return timed && !isnan (timed->n[N_TIME]) ? timed : NULL;
}

/* Add the functions of E that were counted and timed in PROFILE, which may be
   NULL.  */

static void
add_procedures (struct estimates *e, const struct profile *profile)
{
  if (!profile)
    return;
  procedures_make (&e->procedures, e->counts, profile);
  for (size_t i = 0; i < e->procedures.n; i++)
    {
      const struct procedure *f = &e->procedures.at[i];
      e->at = grow (e->at, e->n, sizeof *e->at);
      e->at[e->n] = estimate_of (&f->counted, e->calls, &f->timed, e->hz);
      e->at[e->n++].procedure = true;
    }
}

/* Make E of the COUNTS of one run, and of the BOUNDS and TIMES of others, or
   NULL.  Where a loop has no time beside a bound it has that of TIMES.  */

int
estimates_make (struct estimates *e, const struct profile *counts,
		const struct profile *bounds, const struct profile *times,
		struct fail *why)
{
  const struct loop **bound_loops = bounds ? by_name (bounds) : NULL;
  const struct loop **time_loops = times ? by_name (times) : NULL;
  const struct profile *first = bounds ? bounds : times;
  struct calls *calls = calls_make (counts);

  *e = (struct estimates) { .counts = counts, .times = first,
			    .calls = calls, .hz = find_hz (counts, first) };
  for (size_t i = 0; i < counts->n_loops; i++)
    {
      const struct loop *loop = &counts->loops[i];
      if (!counted_p (loop))
	continue;
      const struct loop *timed = find_timed (bounds, bound_loops, loop);
      if (!timed)
	timed = find_timed (times, time_loops, loop);
      e->at = grow (e->at, e->n, sizeof *e->at);
      struct estimate *one = &e->at[e->n++];
      *one = estimate_of (loop, calls, timed, e->hz);
      e->mca |= !isnan (one->mca);
      if (!isnan (one->time) && !one->called)
	{
	  e->ideal += one->ideal;
	  e->time += one->time;
	  e->bound += isnan (one->bound) ? one->time : one->bound;
	}
    }
  free (bound_loops);
  free (time_loops);
  add_procedures (e, times);
  if (e->n && first && e->hz > 0)
    estimates_choose (e, calls);
  if (!e->n)
    return fail_set (why, counts->source, 0, "no counted blocks with an ideal "
		     "time; compile with this memlb and run with memlb run "
		     "-m count");
  if (!(e->hz > 0))
    return fail_set (why, counts->source, 0, "nothing tells how fast the "
		     "processor ran; run again with this memlb");
  qsort (e->at, e->n, sizeof *e->at, compare_overheads);
  return 0;
}

void
estimates_free (struct estimates *e)
{
  for (size_t i = 0; i < e->n; i++)
    {
      free (e->at[i].share);
      free (e->at[i].shared);
      free (e->at[i].warning);
      free (e->at[i].why);
    }
  free (e->at);
  procedures_free (&e->procedures);
  calls_free (e->calls);
}
