/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Estimates.

   The bound of all entries is the time of all entries, scaled by the ratio
   of the sums over the sampled pairs (a ratio estimator: Cochran, Sampling
   Techniques, chapter 6); its interval is the delete-one-group jackknife
   over the bins.  Where original and bound cannot be paired (the bound copy
   runs first), the mean of the bound runs over the mean of the timed entries
   takes the place of the ratio.

   Weakness: entries go to bins at random, not by time or trip count, so a
   program whose phases differ gets an honest but wide interval.  */

#include "estimate.h"
#include "level.h"
#include "sample.h"

#define FEW 5

/* Share of wide references across two lines from which on it is said.  */
#define SOME_STRADDLING 0.1

/* Share of the loads observed that makes the bound doubtful if they wait for
   stores in the original only: one such load in each turn of an outer loop
   makes one chain of all turns.  */
#define SOME_RECURRING 0.01
#define Z95 1.96

/* Share of the time from which on page faults are said.  */
#define SOME_FAULTS 0.05

/* Inner loops that go round less often are mostly their ends.  */
#define SHORT_ROW 16

/* Share of the loads observed that makes the bound too high if they wait for
   stores in the copy only, where the processor is not quicker than this at
   forwarding.  */
#define SOME_CHAINED 0.01
#define SLOW_FORWARDING 1.5

/* From this multiple of the time on what should be a lower bound is none.  */
#define ABOVE_TIME 1.05

/* From this multiple of the second runs on the first ones tell that the second
   have learned the branches that these data take.  */
#define LEARNED 1.1

/* From this ratio on nothing seems to be won; and from this share of the
   references that are not in slots on, that may be since these miss.  */
#define NOTHING_WON 0.8
#define CONTROL_SHARE 0.25

/* Below this multiple of its own cost a time means nothing, and below the second one
   a bound little: of 20 loops of half to a whole of that 6 were off by more than
   5 per cent and 3 by more than 10, of 51 longer ones 9 and 2.  */
#define LEAST_MULTIPLE 7
#define COST_MULTIPLE 10

/* 97.5 % points of Student's t for 1 .. 15 degrees of freedom.  */
static const double student[MRT_BINS]
  = { 0, 12.71, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262,
      2.228, 2.201, 2.179, 2.160, 2.145, 2.131 };

const char *const mrt_verdict_names[MRT_N_VERDICTS]
  = { "ok", "partial", "control", "diverged", "unverified", "drift",
      "aborted", "unmeasurable", "unsampled", "refused" };

void
mrt_sums_add (struct mrt_sums *s, const struct mrt_record *rec,
	      uint64_t entries, uint64_t inside)
{
  s->entries += entries + inside;
  s->inside += inside;
  s->nested += inside;
  if (mrt_load (&rec->level) == MRT_LEVEL_INNER)
    {
      s->nested += entries;
      s->threads += mrt_load (&rec->threads);
      return;
    }
  double fresh = (double) (mrt_load (&rec->timed) - mrt_load (&rec->settled));
  double weight = (double) mrt_load (&rec->gap) + 1;
  s->timed += mrt_load (&rec->timed);
  s->weights += (double) mrt_load (&rec->weights) + fresh * weight;
  s->weight_squares
    += (double) mrt_load (&rec->weight_squares) + fresh * weight * weight;
  s->time += (double) mrt_load (&rec->time);
  s->time_squares += 18446744073709551616.0
		     * (double) mrt_load (&rec->squares_high)
		     + (double) mrt_load (&rec->squares_low);
  s->nested += mrt_load (&rec->nested);
  s->samples += mrt_load (&rec->samples);
  s->bound_runs += mrt_load (&rec->bound_runs);
  for (unsigned i = 0; i < MRT_N_ABORTS; i++)
    s->aborts[i] += mrt_load (&rec->aborts[i]);
  s->registers_differ += mrt_load (&rec->registers_differ);
  s->exit_differs += mrt_load (&rec->exit_differs);
  s->exceptions_differ += mrt_load (&rec->exceptions_differ);
  s->subnormals += mrt_load (&rec->subnormals);
  s->replays += mrt_load (&rec->replays);
  s->replays_whole += mrt_load (&rec->replays_whole);
  s->replays_differ += mrt_load (&rec->replays_differ);
  s->replay += (double) mrt_load (&rec->replay);
  s->replay_bound += (double) mrt_load (&rec->replay_bound);
  s->paths += mrt_load (&rec->paths);
  s->blocks_differ += mrt_load (&rec->blocks_differ);
  s->mirrored += mrt_load (&rec->mirrored);
  s->folded += mrt_load (&rec->folded);
  s->disturbed += mrt_load (&rec->disturbed);
  s->apart += mrt_load (&rec->apart);
  s->faults += mrt_load (&rec->faults);
  s->cuts += mrt_load (&rec->cuts);
  s->cut_original += (double) mrt_load (&rec->cut_original);
  s->cut_bound += (double) mrt_load (&rec->cut_bound);
  s->cut_squares += (double) mrt_load (&rec->cut_squares);
  s->n_placed += mrt_load (&rec->n_placed);
  s->warmings += mrt_load (&rec->warmings);
  s->cold += (double) mrt_load (&rec->cold_bound);
  s->warm += (double) mrt_load (&rec->warm_bound);
  s->placed += (double) mrt_load (&rec->placed);
  s->placed_bound += (double) mrt_load (&rec->placed_bound);
  s->threads += mrt_load (&rec->threads);
  s->inner_passed += (double) mrt_load (&rec->inner_passed);
  s->inner_ticks += (double) mrt_load (&rec->inner_ticks);
  s->shut_passed += mrt_load (&rec->shut);
  s->shut_looked += mrt_load (&rec->shut) > 0;
  if (mrt_load (&rec->first_original)
      && (mrt_load (&rec->first_bound) || !s->first_bound))
    {
      s->first_original = mrt_load (&rec->first_original);
      s->first_bound = mrt_load (&rec->first_bound);
    }
  for (unsigned i = 0; i < MRT_RECENT && i < mrt_load (&rec->n_recent)
		       && s->n_recent < MRT_RECENT; i++)
    s->recent[s->n_recent++] = mrt_load (&rec->recent[i]);
  for (unsigned i = 0; i < MRT_BINS; i++)
    {
      s->bins[i].original += mrt_load (&rec->bins[i].original);
      s->bins[i].bound += mrt_load (&rec->bins[i].bound);
      s->bins[i].n_original += mrt_load (&rec->bins[i].n_original);
      s->bins[i].n_bound += mrt_load (&rec->bins[i].n_bound);
    }
}

struct mrt_sums
mrt_nest_sums (uint32_t index)
{
  struct mrt_sums s = { 0 };
  for (struct mrt_thread *t = mrt_first_thread (); t; t = t->next)
    mrt_sums_add (&s, &t->records[index], mrt_entries (t, index),
		  mrt_entries_inside (t, index));
  return s;
}

static double
root (double x)
{
  if (x <= 0)
    return 0;
  double r = x > 1 ? x : 1;
  for (int i = 0; i < 200; i++)
    {
      double next = 0.5 * (r + x / r);
      if (next >= r)
	break;
      r = next;
    }
  return r;
}

static double
positive (double x)
{
  return x > 0 ? x : 0;
}

/* Total time from the timed entries, with the interval that leaving the
   others untimed costs.  */

static void
estimate_time (struct mrt_estimate *e, const struct mrt_sums *s,
	       const struct mrt_costs *costs)
{
  e->time = e->time_low = e->time_high = -1;
  if (!s->timed)
    {
      if (s->first_original && s->entries)
	e->time = mrt_unmeasured (positive ((double) s->first_original
					    - costs->original),
				  &costs->overlap) * (double) s->entries;
      return;
    }
  double entries = (double) (s->entries - s->nested);
  double mean = mrt_unmeasured (positive (s->time / s->weights
					  - costs->original),
				&costs->overlap);
  e->time = mean * entries;
  e->time_low = e->time_high = e->time;
  if (s->timed >= s->entries - s->nested || s->timed < 2)
    return;
  /* As many entries of equal weight tell as much.  */
  double n = s->weights * s->weights / s->weight_squares;
  double variance
    = (s->time_squares - s->time * s->time / s->weights) / s->weights
      * n / (n > 2 ? n - 1 : 1);
  double half = Z95 * entries
		* root (positive (variance) / n * positive (1 - n / entries));
  e->time_low = positive (e->time - half);
  e->time_high = e->time + half;
}

double
mrt_estimate_time (const struct mrt_sums *s, const struct mrt_costs *costs)
{
  struct mrt_estimate e;
  estimate_time (&e, s, costs);
  return e.time;
}

struct pair_sums
{
  double original, bound;
};

/* Sums of a bin with the costs taken off.  */

static struct pair_sums
net (const struct mrt_bin *bin, const struct mrt_costs *costs)
{
  struct pair_sums p;
  p.original = positive ((double) bin->original
			 - bin->n_original * costs->original);
  p.bound = positive ((double) bin->bound - bin->n_bound * costs->bound);
  return p;
}

/* Ratio of sums and, by deleting one bin at a time, the half width of its
   interval; -1 where there is none.  Empty bins do not count.  */

static void
jackknife (const struct mrt_sums *s, const struct mrt_costs *costs,
	   double *ratio, double *half)
{
  struct pair_sums all = { 0, 0 }, bins[MRT_BINS];
  unsigned n = 0;
  for (unsigned i = 0; i < MRT_BINS; i++)
    if (s->bins[i].n_bound)
      {
	bins[n] = net (&s->bins[i], costs);
	all.original += bins[n].original;
	all.bound += bins[n++].bound;
      }
  *half = -1;
  *ratio = all.original > 0 ? all.bound / all.original : -1;
  if (s->samples < FEW || n < 2 || *ratio < 0)
    return;
  double estimates[MRT_BINS], mean = 0, squares = 0;
  for (unsigned i = 0; i < n; i++)
    {
      double rest = all.original - bins[i].original;
      estimates[i] = rest > 0 ? (all.bound - bins[i].bound) / rest : *ratio;
      mean += estimates[i] / n;
    }
  for (unsigned i = 0; i < n; i++)
    squares += (estimates[i] - mean) * (estimates[i] - mean);
  *half = student[n - 1] * root (squares * (n - 1) / n);
}

/* The ratio of a nest whose bound copy runs first, or whose sampled
   originals do not count: mean over mean.  */

static void
unpaired (const struct mrt_sums *s, const struct mrt_costs *costs,
	  const struct mrt_estimate *e, double *ratio, double *half)
{
  double bound = 0, squares = 0;
  uint64_t runs = 0;
  unsigned n = 0;
  *ratio = *half = -1;
  for (unsigned i = 0; i < MRT_BINS; i++)
    {
      bound += net (&s->bins[i], costs).bound;
      runs += s->bins[i].n_bound;
      n += s->bins[i].n_bound > 0;
    }
  if (!runs || e->time <= 0 || s->entries == s->nested)
    return;
  double original = e->time / (double) (s->entries - s->nested);
  double measured = bound / (double) runs;
  double mean = mrt_unmeasured (measured, &costs->overlap);
  *ratio = mean / original;
  if (s->samples < FEW || n < 2)
    return;
  /* Bins have different numbers of runs: what each deviates by counts.  */
  for (unsigned i = 0; i < MRT_BINS; i++)
    {
      double d = net (&s->bins[i], costs).bound
		 - measured * s->bins[i].n_bound;
      squares += d * d;
    }
  *half = student[n - 1] * root (squares * n / (n - 1)) / (double) runs
	  / original;
}

/* True if what interrupts took is not in the bound runs of S: the mean one is
   short.  */

static bool
interrupts_out_p (const struct mrt_sums *s)
{
  double bound = 0, runs = 0;
  for (unsigned i = 0; i < MRT_BINS; i++)
    {
      bound += (double) s->bins[i].bound;
      runs += s->bins[i].n_bound;
    }
  return runs > 0 && mrt_interrupts_out_p ((uint64_t) (bound / runs));
}

/* Add to *RATIO what interrupts take, and its error to *HALF: their number is
   Poisson's, its variance that number.  */

static void
put_interrupts_back (const struct mrt_costs *costs, double *ratio,
		     double *half)
{
  double error = *ratio * Z95 * costs->interrupts
		 / root (MRT_MAX (costs->n_interrupts, 1));
  *ratio *= 1 + costs->interrupts;
  if (*half >= 0)
    *half = root (*half * *half + error * error);
}

/* Ratio of the runs that were cut off to their originals, and the half width of
   its interval, -1 if there is one run only.  The variance of a ratio of sums is
   that of bound - ratio * original (Cochran, Sampling Techniques, 6.4).  */

static void
cut_off_ratio (const struct mrt_sums *s, double *ratio, double *half)
{
  uint64_t n = s->cuts;
  *ratio = s->cut_bound / s->cut_original;
  if (n >= 2)
    *half = student[MRT_MIN (n, MRT_BINS) - 1]
	    * root (s->cut_squares * (double) n / (double) (n - 1))
	    / (s->cut_original / 1000);
}

/* What the first of two runs of the copy took, by what the second took, where
   loaded data decide the control flow and the second run, on the same data at
   once, has learned from the first what no predictor knows in the original;
   else 1.  The first runs are cold in other ways, too: too high, not too low
   by all mispredicted branches.  */

static double
learned (const struct mrt_sums *s, const struct memlb_nest *d,
	 const struct mrt_costs *costs)
{
  double fixed = (double) s->warmings * costs->bound;
  double cold = s->cold - fixed, warm = s->warm - fixed;
  return d->control_varying && s->warmings >= FEW && warm > 0
	 && cold > LEARNED * warm ? cold / warm : 1;
}

static void
estimate_bound (struct mrt_estimate *e, const struct mrt_sums *s,
		const struct memlb_nest *desc, const struct mrt_costs *costs)
{
  double half;
  e->bound = e->bound_low = e->bound_high = e->ratio = e->placed = -1;
  e->learned = false;
  bool means = desc->flags & MEMLB_NEST_MAY_ALIAS
	       || 2 * s->apart > s->samples;
  if (means)
    unpaired (s, costs, e, &e->ratio, &half);
  else
    jackknife (s, costs, &e->ratio, &half);
  if (e->ratio > 0 && interrupts_out_p (s))
    put_interrupts_back (costs, &e->ratio, &half);
  if (e->ratio < 0 && s->first_bound && s->first_original)
    {
      double original = positive ((double) s->first_original
				  - costs->original);
      if (original > 0)
	e->ratio = positive ((double) s->first_bound - costs->bound)
		   / original;
    }
  if (e->ratio < 0 && s->cuts && s->cut_original > 0)
    cut_off_ratio (s, &e->ratio, &half);
  if (e->ratio < 0 || e->time < 0)
    return;
  double factor = learned (s, desc, costs);
  e->ratio *= factor;
  half *= factor;
  e->learned = factor > 1;
  e->bound = e->time * e->ratio;
  double fixed = (double) s->n_placed * costs->bound;
  if (s->n_placed >= FEW && s->placed_bound > fixed)
    e->placed = e->bound * positive (s->placed - fixed)
		/ (s->placed_bound - fixed);
  if (half < 0)
    return;
  /* The errors are independent: add the squares.  But the mean of the bound
     runs, times the entries, has none of the time's.  */
  double time_half
    = e->time_high >= 0 && !means ? e->time_high - e->time : 0;
  double a = e->time * half, b = time_half * e->ratio;
  double c = Z95 * MRT_BETWEEN_RUNS * e->bound;
  double width = root (a * a + b * b + c * c);
  e->bound_low = positive (e->bound - width);
  e->bound_high = e->bound + width;
}

static double
median_original (const struct mrt_sums *s)
{
  uint32_t v[MRT_RECENT];
  unsigned n = s->n_recent;
  if (!n)
    return s->timed ? s->time / s->weights
		    : (double) s->first_original;
  for (unsigned i = 0; i < n; i++)
    {
      unsigned j = i;
      for (; j && v[j - 1] > s->recent[i]; j--)
	v[j] = v[j - 1];
      v[j] = s->recent[i];
    }
  return v[n / 2];
}

static bool
set (struct mrt_estimate *e, enum mrt_verdict verdict, enum mrt_reason reason)
{
  e->verdict = verdict;
  e->reason = reason;
  return true;
}

/* True if all that is known of the bound are runs that were cut off.  */

static bool
cut_off_p (const struct mrt_sums *s)
{
  return s->cuts && !s->samples && !s->first_bound;
}

/* True if some timed entries tell that no sample can tell more, on average.  */

static bool
all_short_p (const struct mrt_sums *s, const struct mrt_costs *costs)
{
  return s->timed >= FEW && s->time / s->weights < LEAST_MULTIPLE * costs->original;
}

/* Nests that never had a bound run.  */

static bool
decide_unsampled (struct mrt_estimate *e, const struct mrt_sums *s,
		  enum mrt_reason reason, bool sampling,
		  const struct mrt_costs *costs)
{
  if (s->passed_by)
    return set (e, MRT_UNSAMPLED, MRT_REASON_OUTER_LEVEL);
  if (reason == MRT_REASON_TOO_SHORT)
    return set (e, MRT_UNMEASURABLE, reason);
  if (s->samples || s->first_bound || s->cuts)
    return false;
  if (reason != MRT_REASON_NONE)
    return set (e, MRT_UNSAMPLED, reason);
  if (!s->entries)
    return set (e, MRT_UNSAMPLED, MRT_REASON_NEVER_ENTERED);
  if (s->inside == s->entries)
    return set (e, MRT_UNSAMPLED, MRT_REASON_OUTER_LEVEL);
  if (!sampling)
    return set (e, MRT_UNSAMPLED, MRT_REASON_MODE);
  if (s->bound_runs == s->aborts[MRT_ABORT_SIGNAL] + s->aborts[MRT_ABORT_CUT])
    return all_short_p (s, costs)
	   ? set (e, MRT_UNMEASURABLE, MRT_REASON_TOO_SHORT)
	   : set (e, MRT_UNSAMPLED, MRT_REASON_NO_SAMPLE);
  return false;
}

/* One aborted run in twenty spoils a bound, as does one that differs.  */

static bool
decide_failed (struct mrt_estimate *e, const struct mrt_sums *s)
{
  uint64_t fault = s->aborts[MRT_ABORT_FAULT];
  uint64_t limit = s->aborts[MRT_ABORT_LIMIT];
  uint64_t cold = s->aborts[MRT_ABORT_COLD_CALL];
  uint64_t deep = s->aborts[MRT_ABORT_DEPTH];
  uint64_t pointer = s->aborts[MRT_ABORT_POINTER];
  uint64_t most = MRT_MAX (MRT_MAX (MRT_MAX (fault, limit),
				    MRT_MAX (cold, deep)), pointer);
  if (20 * (fault + limit + cold + deep + pointer) > s->bound_runs)
    return set (e, MRT_ABORTED,
		fault == most ? MRT_REASON_FAULT
		: limit == most ? MRT_REASON_TIME_LIMIT
		: deep == most ? MRT_REASON_CALLEE_RECURSIVE
		: pointer == most ? (enum mrt_reason) s->pointer
				  : MRT_REASON_COLD_CALL);
  if (s->exit_differs)
    return set (e, MRT_DIVERGED, MRT_REASON_EXIT_DIFFERS);
  if (s->registers_differ)
    return set (e, MRT_DIVERGED, MRT_REASON_REGISTERS_DIFFER);
  if (s->blocks_differ)
    return set (e, MRT_DIVERGED, MRT_REASON_BLOCKS_DIFFER);
  return false;
}

static bool
empty_control_p (const struct memlb_nest *d)
{
  return !d->ctl_gprs && !d->ctl_vecs && !d->ctl_masks
	 && !(d->flags & MEMLB_NEST_CTL_FLAGS);
}

/* True if the bound is that of mirror copies.  */

static bool
mirrored_p (const struct mrt_sums *s)
{
  return s->mirrored && 20 * s->mirrored >= 19 * (s->samples + s->cuts);
}

static bool
decide_unproved (struct mrt_estimate *e, const struct mrt_sums *s,
		 const struct memlb_nest *d, const struct mrt_costs *costs)
{
  if (median_original (s) < LEAST_MULTIPLE * costs->original)
    return set (e, MRT_UNMEASURABLE, MRT_REASON_TOO_SHORT);
  /* Counts of blocks check the path, too.  */
  if (d->flags & MEMLB_NEST_NO_CONTROL && !s->paths)
    return set (e, MRT_UNVERIFIED, MRT_REASON_NOTHING_TO_CHECK);
  if (d->flags & MEMLB_NEST_MAY_ALIAS && empty_control_p (d) && !s->paths)
    return set (e, MRT_UNVERIFIED, MRT_REASON_MAY_ALIAS);
  /* They are beside the times of other entries, which may be of another kind.  */
  if (d->flags & MEMLB_NEST_MAY_ALIAS && s->samples < FEW)
    return set (e, MRT_UNVERIFIED, MRT_REASON_FEW_SAMPLES);
  if (s->inner_passed * MRT_PASS_TICKS * 100 > MRT_PASSES_MOST * s->inner_ticks)
    return set (e, MRT_UNVERIFIED, MRT_REASON_CALLEE_GATES);
  if (s->caution)
    return set (e, MRT_UNVERIFIED, (enum mrt_reason) s->caution);
  if (d->flags & MEMLB_NEST_SCATTERED)
    return set (e, MRT_UNVERIFIED, MRT_REASON_SCATTERED_STORES);
  if (d->address_cycles)
    return set (e, MRT_UNVERIFIED, MRT_REASON_ADDRESS_RECURRENCE);
  if (s->recurring > SOME_RECURRING && !mirrored_p (s))
    return set (e, MRT_UNVERIFIED, MRT_REASON_RECURRENCE);
  if (10 * s->exceptions_differ > s->samples + 1)
    return set (e, MRT_DRIFT, MRT_REASON_SUBNORMAL);
  /* What they cost is nothing that memory can win.  */
  if (10 * s->subnormals > s->samples + 1 && e->ratio < NOTHING_WON)
    return set (e, MRT_DRIFT, MRT_REASON_SUBNORMAL);
  return false;
}

/* True if page faults are a part of the time that matters.  Not all are
   counted, and what one costs, mapping and clearing a page, is more.  */

static bool
faults_p (const struct mrt_estimate *e, const struct mrt_sums *s,
	  const struct mrt_costs *costs)
{
  return (double) s->faults * costs->fault > SOME_FAULTS * e->time;
}

/* True if the loads that decide the control flow may carry the time, and no
   replay tells: the bound has their misses.  Where it is well below the time,
   it says at least what the other references cost.  */

static bool
control_p (const struct mrt_estimate *e, const struct memlb_nest *d)
{
  double all = (double) d->control_varying + d->refs_redirected;
  if (e->replayed >= 0)
    return false;
  return (!d->refs_redirected && !d->n_calls)
	 || (e->ratio > NOTHING_WON && d->control_varying
	     && d->control_varying >= CONTROL_SHARE * all);
}

/* Bounds that are too high, or may be off by a little.  */

static bool
decide_partial (struct mrt_estimate *e, const struct mrt_sums *s,
		const struct memlb_nest *d, const struct mrt_costs *costs)
{
  if (median_original (s) < COST_MULTIPLE * costs->original)
    return set (e, MRT_PARTIAL, MRT_REASON_SHORT_ENTRIES);
  if (mrt_control_misses_p (e, d))
    return set (e, MRT_PARTIAL, MRT_REASON_CONTROL_MISSES);
  if (2 * s->folded > s->samples + s->cuts)
    return set (e, MRT_PARTIAL, MRT_REASON_FOLDED_PAGES);
  if (s->chained > SOME_CHAINED && costs->forwarding > SLOW_FORWARDING)
    return set (e, MRT_PARTIAL, MRT_REASON_SLOT_UPDATES);
  if (d->flags & MEMLB_NEST_ADDRESS_WAITS)
    return set (e, MRT_PARTIAL, MRT_REASON_ADDRESS_WAIT);
  if (e->learned)
    return set (e, MRT_PARTIAL, MRT_REASON_LEARNED_BRANCHES);
  if (e->bound_low >= 0 && e->bound_low > ABOVE_TIME * e->time)
    return set (e, MRT_PARTIAL, MRT_REASON_ABOVE_TIME);
  if (d->refs_real)
    return set (e, MRT_PARTIAL, MRT_REASON_REAL_LOADS);
  if (s->shut_passed * MRT_SHUT_TICKS * 100
      > MRT_SHUT_MOST * s->shut_looked * median_original (s))
    return set (e, MRT_PARTIAL, MRT_REASON_CALLEE_GATES);
  if (d->flags & MEMLB_NEST_ROWS && s->trips >= 0 && s->trips < SHORT_ROW)
    return set (e, MRT_PARTIAL, MRT_REASON_SHORT_ROWS);
  if (d->cramped && !mirrored_p (s))
    return set (e, MRT_PARTIAL, MRT_REASON_PLACEMENT);
  if (d->n_callees)
    return set (e, MRT_PARTIAL, MRT_REASON_LIBRARY_CALLS);
  return false;
}

static void
decide (struct mrt_estimate *e, const struct mrt_sums *s,
	const struct memlb_nest *d, enum mrt_reason reason, bool sampling,
	const struct mrt_costs *costs)
{
  if (!(d->flags & MEMLB_NEST_COPIED))
    set (e, MRT_REFUSED, (enum mrt_reason) d->reason);
  else if (decide_unsampled (e, s, reason, sampling, costs)
	   || decide_failed (e, s)
	   || decide_unproved (e, s, d, costs))
    ;
  else if (control_p (e, d))
    set (e, MRT_CONTROL, MRT_REASON_CONTROL_LOADS);
  else if (!decide_partial (e, s, d, costs))
    set (e, MRT_OK, faults_p (e, s, costs) ? MRT_REASON_PAGE_FAULTS
		    : cut_off_p (s) ? MRT_REASON_CUT_OFF
		    : mirrored_p (s) ? MRT_REASON_MIRRORED
		    : s->samples < FEW ? MRT_REASON_FEW_SAMPLES
		    : s->straddling > SOME_STRADDLING
		    ? MRT_REASON_MISALIGNED : MRT_REASON_NONE);
}

struct mrt_estimate
mrt_estimate (const struct mrt_sums *sums, const struct memlb_nest *desc,
	      enum mrt_reason reason, bool sampling,
	      const struct mrt_costs *costs)
{
  struct mrt_estimate e;
  estimate_time (&e, sums, costs);
  estimate_bound (&e, sums, desc, costs);
  e.replayed = mrt_replay_estimate (sums, e.bound, costs);
  decide (&e, sums, desc, reason, sampling, costs);
  return e;
}
