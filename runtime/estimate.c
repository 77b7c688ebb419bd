/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Estimates.

   The bound of all entries is the time of all entries, scaled by what the mean bound run
   would take beside a mean original, by the regression over the sampled pairs, is of
   this (Cochran, Sampling Techniques, chapter 7); its interval is the
   delete-one-group jackknife over the bins.  Where original and bound cannot be
   paired (the bound copy runs first), it is the mean of the bound runs, or their ratio to
   what originals had taken of late.

   Weakness: entries go to bins at random, not by time or trip count, so a
   program whose phases differ gets an honest but wide interval.  */

#include "estimate.h"
#include "pairs.h"

#define Z95 1.96

/* Fewer bins than this say little about how bound runs change with their originals.  */
#define LEAST_BINS 5

/* From this multiple of the second runs on the first ones tell that the second
   have learned the branches that these data take; up to the second one the bound
   lies halfway between, and is known well enough.  */
#define LEARNED 1.05
#define MUCH_LEARNED 1.15

/* From this multiple of the other's on an estimate's interval is much wider.  */
#define MUCH_WIDER 1.5

/* Least runs of a mirror copy beside those with slots that tell how far these are off.  */
#define SIDE_BY_SIDE 8

/* Auxiliary originals stand for this part of the entries at least, or do not count.  */
#define REPRESENTED 0.85

/* Means that differ by this part and less are alike.  */
#define UNLIKE 0.05

/* 97.5 % points of Student's t for 1 .. 15 degrees of freedom.  */
static const double student[MRT_BINS]
  = { 0, 12.71, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262,
      2.228, 2.201, 2.179, 2.160, 2.145, 2.131 };

const char *const mrt_verdict_names[MRT_N_VERDICTS]
  = { "ok", "partial", "control", "diverged", "unverified", "drift",
      "aborted", "unmeasurable", "unsampled", "refused" };

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

/* The variance of single times of S.  */

static double
time_variance (const struct mrt_sums *s)
{
  return positive (s->time_squares - s->time * s->time / s->weights) / s->weights;
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
					    - costs->original), &costs->overlap)
		  * (double) (s->entries - s->nested);
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
  double variance = time_variance (s) * n / (n > 2 ? n - 1 : 1);
  double half = Z95 * entries
		* root (variance / n * positive (1 - n / entries));
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
  double n;			/* what the pairs count for */
};

/* Sums of a bin with the costs taken off.  */

static struct pair_sums
net (const struct mrt_bin *bin, const struct mrt_costs *costs)
{
  struct pair_sums p;
  p.n = (double) bin->n;
  p.original = positive ((double) bin->original - p.n * costs->original);
  p.bound = positive ((double) bin->bound - p.n * costs->bound);
  return p;
}

/* Sums of the N bins BINS but for number WITHOUT.  */

static struct pair_sums
sum_bins (const struct pair_sums *bins, unsigned n, unsigned without)
{
  struct pair_sums all = { 0, 0, 0 };
  for (unsigned i = 0; i < n; i++)
    if (i != without)
      {
	all.original += bins[i].original;
	all.bound += bins[i].bound;
	all.n += bins[i].n;
      }
  return all;
}

/* By how many ticks the mean bound run of the N bins BINS but for number WITHOUT, whose sums
   are ALL, changes with its original's; 0 where that is not known.  What makes an original
   longer by a tick does not make its copy longer by more than that, or than their ratio:
   of originals that hardly differ a regression may tell anything.  */

static double
regression (const struct pair_sums *bins, unsigned n, unsigned without,
	    const struct pair_sums *all)
{
  double squares = 0, products = 0;
  for (unsigned i = 0; i < n; i++)
    if (i != without)
      {
	double d = bins[i].original - all->original / all->n * bins[i].n;
	squares += d * d;
	products += d * (bins[i].bound - all->bound / all->n * bins[i].n);
      }
  double most = all->bound > all->original ? all->bound / all->original : 1;
  double slope = squares > 0 ? positive (products / squares) : 0;
  return slope < most ? slope : most;
}

/* The bound by the time, where the mean of all timed originals is TIME, of the N bins BINS
   but for number WITHOUT.  *SLOPE is by how much the mean bound run changes with its original's.

   An original that something else made longer moves the ratio of the sums of few pairs far;
   so where there are enough, what their originals differ from the others by is
   corrected by the regression (Cochran, Sampling Techniques, 7.1), and else by the ratio.  */

static double
bound_by_time (const struct pair_sums *bins, unsigned n, unsigned without,
	       double time, double *slope)
{
  struct pair_sums all = sum_bins (bins, n, without);
  *slope = all.original > 0 ? all.bound / all.original : -1;
  if (n < LEAST_BINS || time <= 0 || *slope < 0)
    return *slope;
  *slope = regression (bins, n, without, &all);
  return positive (all.bound / all.n
		   + *slope * (time - all.original / all.n)) / time;
}

/* The bins of S that have pairs, with the costs taken off, go to BINS.  Return how many
   these are.  */

static unsigned
net_bins (const struct mrt_sums *s, const struct mrt_costs *costs,
	  struct pair_sums bins[MRT_BINS])
{
  unsigned n = 0;
  for (unsigned i = 0; i < MRT_BINS; i++)
    if (s->bins[i].n)
      bins[n++] = net (&s->bins[i], costs);
  return n;
}

/* The bound of the pairs of S by the time, where the mean of all timed originals is TIME, or
   -1 for the ratio of the sums; the half width of its interval, by deleting one
   bin at a time, -1 where there is none, and what of an error of the time is one of
   the bound, SLOPE.  */

static void
jackknife (const struct mrt_sums *s, const struct mrt_costs *costs, double time,
	   double *ratio, double *half, double *slope)
{
  struct pair_sums bins[MRT_BINS];
  unsigned n = net_bins (s, costs, bins);
  *half = *ratio = -1;
  if (!n)
    return;
  *ratio = bound_by_time (bins, n, n, time, slope);
  if (s->samples < MRT_FEW || n < 2 || *ratio < 0)
    return;
  double estimates[MRT_BINS], mean = 0, squares = 0;
  for (unsigned i = 0; i < n; i++)
    {
      double other;
      estimates[i] = bound_by_time (bins, n, i, time, &other);
      mean += estimates[i] / n;
    }
  for (unsigned i = 0; i < n; i++)
    squares += (estimates[i] - mean) * (estimates[i] - mean);
  unsigned freedom = n - (n < LEAST_BINS || time <= 0 ? 1 : 2);
  *half = student[freedom] * root (squares * (n - 1) / n);
}

/* The half width of the interval of the mean bound run of the N bins BINS, whose sums are
   ALL, by what the bins deviate from that but for SLOPE times what their originals do.  Bins
   have different numbers of runs: what each deviates by counts.  */

static double
deviation (const struct pair_sums *bins, unsigned n,
	   const struct pair_sums *all, double slope)
{
  double squares = 0;
  double mean = (all->bound - slope * all->original) / all->n;
  for (unsigned i = 0; i < n; i++)
    {
      double d = bins[i].bound - slope * bins[i].original - mean * bins[i].n;
      squares += d * d;
    }
  unsigned freedom = n - 1 - (slope > 0);
  return student[freedom] * root (squares * n / freedom) / all->n;
}

/* The half width of the interval of the mean original beside the bound runs of the N bins BINS,
   whose sums are ALL.  */

static double
original_deviation (const struct pair_sums *bins, unsigned n, const struct pair_sums *all)
{
  struct pair_sums originals[MRT_BINS], sum = *all;
  for (unsigned i = 0; i < n; i++)
    {
      originals[i] = bins[i];
      originals[i].bound = bins[i].original;
    }
  sum.bound = all->original;
  return deviation (originals, n, &sum, 0);
}

bool
mrt_represented_p (const struct mrt_sums *s)
{
  return s->auxiliary_weights >= REPRESENTED * (double) (s->entries - s->nested);
}

/* Entries that last very differently would need many samples.  Originals that are
   measured like those of samples cost less than these, so there are more of them: where
   the samples' are longer on average, the bound runs are too long by what their regression
   tells (double sampling: Cochran, Sampling Techniques, 12.6).  Correct *MEAN, that of
   S's N bins BINS, whose sums are ALL, and the half width of its interval, *HALF, if that
   becomes narrower and no bins are empty; not if they stand for a part of the entries only.

   Where the two means differ, by more than a standard error, the samples may be those of some
   phases of the program: others had to do without, when the budget was spent.  Then bound runs
   are taken for growing as their ratio says, since a regression of entries that are alike
   tells nothing of others; by what both differ it may be wrong.  */

static void
correct_mean (const struct mrt_sums *s, const struct mrt_costs *costs,
	      const struct pair_sums *bins, unsigned n,
	      const struct pair_sums *all, double *mean, double *half)
{
  double weights = s->auxiliary_weights;
  double entries = (double) (s->entries - s->nested);
  if (n < LEAST_BINS || s->weights <= 0 || all->original <= 0
      || !mrt_represented_p (s))
    return;
  double slope = positive (regression (bins, n, n, all));
  double more = s->auxiliary / weights - costs->original - all->original / all->n;
  /* As many originals of equal weight tell as much.  */
  double many = weights * weights / s->auxiliary_squares;
  double others = Z95 * root (time_variance (s) / many
			      * positive (1 - many / entries));
  double samples = original_deviation (bins, n, all);
  double most = root (others * others + samples * samples) / 2;
  bool unlike = (more < 0 ? -more : more)
		> MRT_MAX (most, UNLIKE * all->original / all->n);
  double ratio = all->bound / all->original;
  double growth = unlike ? ratio : slope, doubt = unlike ? (ratio - slope) * more : 0;
  double rest = deviation (bins, n, all, growth);
  double error = growth * others;
  double corrected = root (rest * rest + error * error + doubt * doubt);
  if (!unlike && (n < MRT_BINS || slope <= 0 || corrected >= *half))
    return;
  *half = corrected;
  *mean = positive (*mean + growth * more);
}

/* The mean of the bound runs of S, and the half width of its interval, -1 where there
   is none.  */

static void
mean_bound (const struct mrt_sums *s, const struct mrt_costs *costs,
	    double *mean, double *half)
{
  struct pair_sums bins[MRT_BINS];
  unsigned n = net_bins (s, costs, bins);
  struct pair_sums all = sum_bins (bins, n, n);
  *mean = *half = -1;
  if (!n)
    return;
  *mean = all.bound / all.n;
  if (s->samples < MRT_FEW || n < 2)
    return;
  *half = deviation (bins, n, &all, 0);
  correct_mean (s, costs, bins, n, &all, mean, half);
}

/* The ratio of a nest whose bound copy runs first, or whose sampled
   originals do not count: mean over mean.  */

static void
unpaired (const struct mrt_sums *s, const struct mrt_costs *costs,
	  const struct mrt_estimate *e, double *ratio, double *half)
{
  double measured;
  *ratio = *half = -1;
  if (e->time <= 0 || s->entries == s->nested)
    return;
  mean_bound (s, costs, &measured, half);
  if (measured < 0)
    return;
  double original = e->time / (double) (s->entries - s->nested);
  *ratio = mrt_unmeasured (measured, &costs->overlap) / original;
  if (*half >= 0)
    *half /= original;
}

/* The same, by what originals took of late, before each run, and that of all originals (ratio
   estimator: Cochran, Sampling Techniques, 6.2).  A few samples of entries that become shorter
   and shorter, as those of a matrix that is reduced, or of one phase of the program, say
   nothing else.  *RATIO is -1 where it is not known.  */

static void
by_late_originals (const struct mrt_sums *s, const struct mrt_costs *costs,
		   const struct mrt_estimate *e, double *ratio, double *half)
{
  double slope, entries = (double) (s->entries - s->nested);
  double late = s->late_weights > 0
		? s->late / s->late_weights - costs->original : -1;
  *ratio = *half = -1;
  if (late <= 0 || e->time <= 0 || !entries)
    return;
  jackknife (s, costs, -1, ratio, half, &slope);
  if (*ratio < 0)
    return;
  double original = e->time / entries;
  if (*half >= 0)
    *half *= late / original;
  *ratio = mrt_unmeasured (*ratio * late, &costs->overlap) / original;
}

/* The same of a nest whose bound copy runs first: one of these.  An interrupt is in what
   originals took of late for some entries, so that of equal ones the bound runs alone tell
   more; but of one phase's entries they are alike, too.  True if it is by the
   latter, and has the time's error.  */

static bool
before_originals (const struct mrt_sums *s, const struct mrt_costs *costs,
		  const struct mrt_estimate *e, double *ratio, double *half)
{
  double mean, mean_half;
  unpaired (s, costs, e, &mean, &mean_half);
  by_late_originals (s, costs, e, ratio, half);
  if (*ratio >= 0 && (mean_half < 0 || *half <= MUCH_WIDER * mean_half))
    return true;
  *ratio = mean;
  *half = mean_half;
  return false;
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
      runs += s->bins[i].n;
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
   loaded data or computed numbers decide the control flow and the second run, on the
   same data at once, has learned from the first what no predictor knows in the original;
   else 1.  The first runs are cold in other ways, too: too high, not too low
   by all mispredicted branches.  */

static double
learned (const struct mrt_sums *s, const struct memlb_nest *d,
	 const struct mrt_costs *costs)
{
  double fixed = (double) s->warmings * costs->bound;
  double cold = s->cold - fixed, warm = s->warm - fixed;
  bool decided = d->control_varying
		 || d->flags & MEMLB_NEST_COMPUTED_BRANCHES;
  return decided && s->warmings >= MRT_FEW && warm > 0
	 && cold > LEARNED * warm ? cold / warm : 1;
}

/* What an entry that was observed took.  What the observation took is known in part
   only; so it is no more than the mean of entries that were timed, if some were.  */

static double
first_original (const struct mrt_sums *s)
{
  double first = (double) s->first_original;
  double mean = s->timed ? s->time / s->weights : first;
  return mean < first ? mean : first;
}

bool
mrt_side_by_side_p (const struct mrt_sums *s)
{
  return s->n_slots >= SIDE_BY_SIDE && 20 * s->mirrored < s->samples
	 && 2 * s->cuts < s->samples;
}

/* By what the bound of S, that of runs with slots, is to be multiplied to be that of the
   mirror copy, which ran beside some: it has the original's dependences through memory,
   and no form of an address is changed.  1 if there is none.  *HALF gets the half width of
   its interval, as that of a ratio of sums (Cochran, Sampling Techniques, 6.4).  */

static double
mirrored_scale (const struct mrt_sums *s, const struct mrt_costs *costs,
		double *half)
{
  double n = (double) s->n_slots, cost = costs->bound;
  double slots = s->slots - n * cost, mirrored = s->slots_mirrored - n * cost;
  *half = 0;
  if (!mrt_side_by_side_p (s) || slots <= 0 || mirrored <= 0)
    return 1;
  /* The squares of mirrored - scale * slots, each without what a run costs.  */
  double scale = mirrored / slots, rest = cost * (1 - scale);
  double squares = s->mirrored_squares - 2 * scale * s->slots_products
		   + scale * scale * s->slots_squares
		   - 2 * rest * (s->slots_mirrored - scale * s->slots)
		   + n * rest * rest;
  *half = student[MRT_MIN (s->n_slots, MRT_BINS) - 1]
	  * root (positive (squares) * n / (n - 1)) / slots;
  return scale;
}

static void
estimate_bound (struct mrt_estimate *e, const struct mrt_sums *s,
		const struct memlb_nest *desc, const struct mrt_costs *costs)
{
  double half, slope = -1;
  e->bound = e->bound_low = e->bound_high = e->ratio = e->placed = -1;
  e->learns = e->learned = false;
  bool means = 2 * s->apart > s->samples;
  if (desc->flags & MEMLB_NEST_MAY_ALIAS && 20 * s->paired < 19 * s->samples)
    means = !before_originals (s, costs, e, &e->ratio, &half);
  else if (means)
    unpaired (s, costs, e, &e->ratio, &half);
  else
    jackknife (s, costs,
	       s->timed ? s->time / s->weights - costs->original : -1,
	       &e->ratio, &half, &slope);
  if (e->ratio > 0 && interrupts_out_p (s))
    put_interrupts_back (costs, &e->ratio, &half);
  if (e->ratio < 0 && s->first_bound && s->first_original)
    {
      double original = positive (first_original (s) - costs->original);
      if (original > 0)
	e->ratio = positive ((double) s->first_bound - costs->bound)
		   / original;
    }
  if (e->ratio < 0 && s->cuts && s->cut_original > 0)
    cut_off_ratio (s, &e->ratio, &half);
  if (e->ratio < 0 || e->time < 0)
    return;
  if (slope < 0)
    slope = e->ratio;
  /* The first runs are FACTOR times as long as the second; the bound, SCALE times.  */
  double factor = learned (s, desc, costs);
  e->learns = factor > 1;
  e->learned = factor > MUCH_LEARNED;
  double scale = e->learned ? factor : (1 + factor) / 2;
  double mirrored_half, mirrored = mirrored_scale (s, costs, &mirrored_half);
  e->ratio *= scale * mirrored;
  half *= scale * mirrored;
  slope *= scale * mirrored;
  e->bound = e->time * e->ratio;
  double fixed = (double) s->n_placed * costs->bound;
  if (s->n_placed >= MRT_FEW && s->placed_bound > fixed)
    e->placed = e->bound * positive (s->placed - fixed)
		/ (s->placed_bound - fixed);
  if (half < 0)
    return;
  /* The errors are independent: add the squares.  But the mean of the bound
     runs, times the entries, has none of the time's.  */
  double time_half
    = e->time_high >= 0 && !means ? e->time_high - e->time : 0;
  double a = e->time * half, b = time_half * slope;
  double c = Z95 * MRT_BETWEEN_RUNS * e->bound;
  double d = Z95 * MRT_FIXED_ERROR * (double) (s->entries - s->nested);
  double m = e->bound * mirrored_half / mirrored;
  double width = root (a * a + b * b + c * c + d * d + m * m);
  /* How cold first runs are depends on how many there are.  */
  e->bound_low = positive (e->bound - width) / scale;
  e->bound_high = (e->bound + width) * factor / scale;
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
  mrt_decide (&e, sums, desc, reason, sampling, costs);
  return e;
}
