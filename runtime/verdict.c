/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Verdicts: how far an estimate can be trusted, and why no further.  The first rule
   that holds decides: what was never sampled, what failed, what is not proved, what reads
   real memory in its control slice, what has a part of the bound only.  */

#include "estimate.h"
#include "level.h"

/* Share of wide references across two lines from which on it is said.  */
#define SOME_STRADDLING 0.1

/* Share of the loads observed that makes the bound doubtful if they wait for
   stores in the original only: one such load in each turn of an outer loop
   makes one chain of all turns.  */
#define SOME_RECURRING 0.01

/* The same, of loops whose short rows only may wait for those before: some, and many.  */
#define SOME_IN_ROWS 0.02
#define MANY_IN_ROWS 0.1

/* Share of the time from which on page faults are said.  */
#define SOME_FAULTS 0.05

/* Share of the loads observed that makes the bound too high if they wait for
   stores in the copy only, where the processor is not quicker than this at
   forwarding.  */
#define SOME_CHAINED 0.01
#define SLOW_FORWARDING 1.5

/* From this multiple of the time on what should be a lower bound is none.  */
#define ABOVE_TIME 1.05

/* The same where the interval reaches so far down that this is not certain.  */
#define MUCH_ABOVE_TIME 1.1

/* From this multiple on it says nothing, however far down its interval reaches.  */
#define FAR_ABOVE_TIME 2

/* From this part of the time on the bound's interval is too wide to tell by what can be
   won whether to look any further.  */
#define WIDE_INTERVAL 0.5

/* A bound of this part of the time is small.  */
#define SMALL_BOUND 0.25

/* Timed entries last at least so many times as long as those that are sampled, on
   average, where the long ones are too few among these; and where nothing but the mean of
   bound runs tells.  */
#define LONG_UNSAMPLED 4
#define LONGER_UNSAMPLED 1.5

/* The bound lies between two copies' times if one is at least this part of the other; and
   if runs with slots are no more than the second part of the mirror copy's, and so many
   loads wait for what was stored, chains of these take its time.  */
#define NEARLY 0.85
#define CHAINS 0.5
#define MANY_WAITING 0.04

/* From so many references on whose addresses have another form in the copy there are more
   than registers to hold them.  */
#define MANY_FORMS 16

/* A processor that mispredicts a branch of a loop in two pages of code takes longer to
   go on, wherever both are in its caches (doc/fidelity.md, Pages of code).  */
#define PAGE_BYTES 4096

/* Below this multiple of its own cost a time means nothing, and below the second one
   a bound little: of 20 loops of half to a whole of that 6 were off by more than
   5 per cent and 3 by more than 10, of 51 longer ones 9 and 2.  */
#define LEAST_MULTIPLE 7
#define COST_MULTIPLE 10

/* Runs that were given up may have so much of the time of all.  */
#define GIVEN_UP 0.1

/* So many entries must have taken the copy's path where GCC does not know whether some
   call a function: if a third of them do, 95 of 100 runs find that; if a tenth do, those
   that compare 28.  */
#define LEAST_PATHS 8

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

/* All bins of S.  */

static struct mrt_bin
sum_bins (const struct mrt_sums *s)
{
  struct mrt_bin all = { 0, 0, 0 };
  for (unsigned i = 0; i < MRT_BINS; i++)
    {
      all.original += s->bins[i].original;
      all.bound += s->bins[i].bound;
      all.n += s->bins[i].n;
    }
  return all;
}

/* What the originals of pairs take on average, or others of late, each as often as it
   stands for entries; 0 if there is none.  */

static double
mean_original (const struct mrt_sums *s)
{
  struct mrt_bin all = sum_bins (s);
  return all.n ? (double) all.original / (double) all.n : 0;
}

/* How long the entries of samples are: as their originals, or, where copies ran first, the
   originals behind them.  0 if there is none.  */

static double
mean_sampled (const struct mrt_sums *s)
{
  return s->behind > 0 ? s->behind / (double) sum_bins (s).n : mean_original (s);
}

/* What says how much fixed costs matter: the median of the last originals or, where
   that is more, the mean.  (Columns of a matrix that is reduced get shorter until
   nothing is left.)  */

static double
usual_original (const struct mrt_sums *s)
{
  double mean = mean_original (s), median = median_original (s);
  return mean > median ? mean : median;
}

static bool
set (struct mrt_estimate *e, enum mrt_verdict verdict, enum mrt_reason reason)
{
  e->verdict = verdict;
  e->reason = reason;
  return true;
}

/* True if all that is known of the bound are runs that were cut off, or half of
   what is.  */

static bool
cut_off_p (const struct mrt_sums *s)
{
  return s->cuts && (s->samples ? 2 * s->cuts >= s->samples : !s->first_bound);
}

/* True if an entry is so short that its time is mostly that of measuring it: a usual one,
   unless others have the time, of which none has been sampled.  */

static bool
too_short_p (const struct mrt_sums *s, const struct mrt_costs *costs)
{
  double least = LEAST_MULTIPLE * costs->original;
  return usual_original (s) < least
	 && !(s->timed >= MRT_FEW
	      && s->time / s->weights > LONG_UNSAMPLED * least);
}

/* True if no run of S counts: all were disturbed, outliers, or made a mirror grow.  */

static bool
none_counts_p (const struct mrt_sums *s)
{
  return !s->samples && !s->first_bound && !s->cuts;
}

/* Why there is no bound though the copy may have run.  */

static bool
set_no_sample (struct mrt_estimate *e, const struct mrt_sums *s,
	       const struct mrt_costs *costs)
{
  return s->timed >= MRT_FEW && too_short_p (s, costs)
	 ? set (e, MRT_UNMEASURABLE, MRT_REASON_TOO_SHORT)
	 : set (e, MRT_UNSAMPLED, MRT_REASON_NO_SAMPLE);
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
  if (!none_counts_p (s))
    return false;
  if (reason != MRT_REASON_NONE)
    return set (e, MRT_UNSAMPLED, reason);
  if (!s->entries)
    return set (e, MRT_UNSAMPLED, MRT_REASON_NEVER_ENTERED);
  if (s->inside == s->entries)
    return set (e, MRT_UNSAMPLED, MRT_REASON_OUTER_LEVEL);
  if (!sampling)
    return set (e, MRT_UNSAMPLED, MRT_REASON_MODE);
  return s->bound_runs
	 == s->aborts[MRT_ABORT_SIGNAL] + s->aborts[MRT_ABORT_CUT]
	 && set_no_sample (e, s, costs);
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

/* Bound runs that tell the ratio.  Those that were cut off are among the samples, or
   there are hardly any of these.  */

static uint64_t
compared (const struct mrt_sums *s)
{
  return MRT_MAX (s->samples, s->cuts);
}

/* Samples whose copy was compared with its original: those that were cut off are not.  */

static uint64_t
checked (const struct mrt_sums *s)
{
  return s->samples - MRT_MIN (s->samples, s->cuts);
}

/* True if the bound is that of mirror copies.  */

static bool
mirrored_p (const struct mrt_sums *s)
{
  return s->mirrored && 20 * s->mirrored >= 19 * compared (s);
}

/* True if the entries that were sampled, or those before them, last less than a quarter as
   long on average as those that were timed: what the long ones are bound by is not known.  Or
   less than two thirds, where originals do not count beside their bound runs, and no others
   that were measured like these stand for all entries.  How long an entry was whose copy ran
   first tells its original behind that, though it is shorter than it would be.  */

static bool
long_unsampled_p (const struct mrt_sums *s)
{
  double mean = mean_sampled (s);
  double times = 2 * s->apart > s->samples && !mrt_represented_p (s)
		 ? LONGER_UNSAMPLED : LONG_UNSAMPLED;
  return mean > 0 && s->timed >= MRT_FEW
	 && times * mean < s->time / s->weights;
}

/* True if bound runs that come before their originals were given up because they took so much
   longer than others, which would have been a part of the bound that matters.  */

static bool
long_given_up_p (const struct mrt_sums *s, const struct memlb_nest *d)
{
  struct mrt_bin all = sum_bins (s);
  return d->flags & MEMLB_NEST_MAY_ALIAS && all.n
	 && s->given_up > GIVEN_UP * (double) all.bound / (double) all.n
			  * (double) s->samples;
}

/* True if the bound is above the time, certainly or by much.  */

static bool
above_time_p (const struct mrt_estimate *e)
{
  double least = e->bound_low >= 0 ? e->bound_low : e->bound;
  return (least > ABOVE_TIME * e->time
	  || e->bound > MUCH_ABOVE_TIME * e->time);
}

/* True if nothing is left of the bound, since runs took no longer than measuring them, and it
   is not known to be a small part of the time.  */

static bool
nothing_left_p (const struct mrt_estimate *e)
{
  return e->bound == 0
	 && !(e->bound_high >= 0 && e->bound_high < SMALL_BOUND * e->time);
}

/* True if the bound may be anything.  What lies between two runs of the copy is no matter
   of their number.  */

static bool
wide_interval_p (const struct mrt_estimate *e)
{
  return !e->learned && e->bound_low >= 0
	 && e->bound_high - e->bound_low > WIDE_INTERVAL * e->time;
}

static bool
decide_unproved (struct mrt_estimate *e, const struct mrt_sums *s,
		 const struct memlb_nest *d, const struct mrt_costs *costs)
{
  if (too_short_p (s, costs) || nothing_left_p (e))
    return set (e, MRT_UNMEASURABLE, MRT_REASON_TOO_SHORT);
  /* Counts of blocks check the path, too.  */
  if (d->flags & MEMLB_NEST_NO_CONTROL && !s->paths)
    return set (e, MRT_UNVERIFIED, MRT_REASON_NOTHING_TO_CHECK);
  if (d->flags & MEMLB_NEST_CONDITIONAL_CALLS && s->paths < LEAST_PATHS)
    return set (e, MRT_UNVERIFIED, MRT_REASON_CONDITIONAL_CALL);
  if (d->flags & MEMLB_NEST_MAY_ALIAS && empty_control_p (d) && !s->paths)
    return set (e, MRT_UNVERIFIED, MRT_REASON_MAY_ALIAS);
  /* They are beside the times of other entries, which may be of another kind.  */
  if (d->flags & MEMLB_NEST_MAY_ALIAS && s->samples < MRT_FEW
      && s->paired < s->samples)
    return set (e, MRT_UNVERIFIED, MRT_REASON_FEW_SAMPLES);
  if (long_given_up_p (s, d))
    return set (e, MRT_ABORTED, MRT_REASON_TIME_LIMIT);
  if (long_unsampled_p (s))
    return set (e, MRT_UNVERIFIED, MRT_REASON_FEW_SAMPLES);
  if (s->inner_passed * MRT_PASS_TICKS * 100 > MRT_PASSES_MOST * s->inner_ticks)
    return set (e, MRT_UNVERIFIED, MRT_REASON_CALLEE_GATES);
  if (s->caution)
    return set (e, MRT_UNVERIFIED, (enum mrt_reason) s->caution);
  if (d->flags & MEMLB_NEST_SCATTERED)
    return set (e, MRT_UNVERIFIED, MRT_REASON_SCATTERED_STORES);
  if (d->address_cycles)
    return set (e, MRT_UNVERIFIED, MRT_REASON_ADDRESS_RECURRENCE);
  if ((s->recurring > SOME_RECURRING || s->in_rows > MANY_IN_ROWS)
      && !mirrored_p (s))
    return set (e, MRT_UNVERIFIED, MRT_REASON_RECURRENCE);
  if (10 * s->exceptions_differ > checked (s) + 1)
    return set (e, MRT_DRIFT, MRT_REASON_SUBNORMAL);
  /* What they cost is nothing that memory can win.  */
  if (10 * s->subnormals > checked (s) + 1 && e->ratio < MRT_NOTHING_WON)
    return set (e, MRT_DRIFT, MRT_REASON_SUBNORMAL);
  if (e->bound > FAR_ABOVE_TIME * e->time)
    return set (e, MRT_UNVERIFIED, MRT_REASON_ABOVE_TIME);
  if (wide_interval_p (e))
    return set (e, MRT_UNVERIFIED, MRT_REASON_FEW_SAMPLES);
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

/* True if it does not matter to the bound, that of a mirror copy, that memory is reached
   by several addresses there.  Runs with slots, where nothing waits for what was
   stored, were nearly as long, and the bound lies between; or they were so much
   shorter that chains through memory take the time, and hide what folding costs.  */

static bool
folding_hidden_p (const struct mrt_sums *s, const struct mrt_costs *costs)
{
  double fixed = (double) s->n_slots * costs->bound;
  double slots = s->slots - fixed, mirrored = s->slots_mirrored - fixed;
  return s->n_slots >= MRT_FEW
	 && (slots >= NEARLY * mirrored
	     || (slots <= CHAINS * mirrored && s->recurring > MANY_WAITING));
}

/* True if the time is that of ends of rows.  What lies between rows that are counted
   in a local array need not be any reference that was observed.  */

static bool
short_rows_p (const struct mrt_sums *s, const struct memlb_nest *d)
{
  return s->trips < MRT_SHORT_ROW
	 && (d->flags & MEMLB_NEST_FRAME_ROWS
	     || (d->flags & MEMLB_NEST_ROWS && s->trips >= 0));
}

/* Add to *LOWEST and *HIGHEST the pages of LENGTH bytes of code from BEGIN on.  */

static void
add_pages (uint64_t begin, uint64_t length, uint64_t *lowest, uint64_t *highest)
{
  *lowest = MRT_MIN (*lowest, begin / PAGE_BYTES);
  *highest = MRT_MAX (*highest, (begin + (length ? length - 1 : 0)) / PAGE_BYTES);
}

/* True if the loop that is row ROW of D's progress is in one page of code and its
   copy is not, or the other way round.  */

static bool
loop_apart_p (const struct memlb_nest *d, uint32_t row, bool mirrored)
{
  const struct memlb_span *spans = MEMLB_REL (d->spans);
  uint64_t low = UINT64_MAX, high = 0, copy_low = UINT64_MAX, copy_high = 0;
  for (uint32_t i = 0; i < d->n_spans; i++)
    if (spans[i].row == row)
      {
	uint64_t begin = (uint64_t) MEMLB_REL (spans[i].begin);
	uint64_t end = (uint64_t) MEMLB_REL (spans[i].end);
	uint64_t length = end ? end - begin : 0;
	const void *copy = mirrored ? MEMLB_REL (spans[i].mirror) : NULL;
	if (!copy)
	  copy = MEMLB_REL (spans[i].bound);
	add_pages (begin, length, &low, &high);
	add_pages ((uint64_t) copy, length, &copy_low, &copy_high);
      }
  return (low == high) != (copy_low == copy_high);
}

bool
mrt_placed_apart_p (const struct memlb_nest *d, bool mirrored)
{
  const struct memlb_progress *rows = MEMLB_REL (d->progress);
  for (uint32_t row = 0; d->control_varying && row < d->n_progress; row++)
    {
      uint32_t inside = 0;
      while (inside < d->n_progress && rows[inside].parent != row)
	inside++;
      if (inside == d->n_progress && loop_apart_p (d, row, mirrored))
	return true;
    }
  return false;
}

/* True if replays are no proof of what control loads miss: most were of a window, which
   ran five times, and may have been learned by heart where others are.  */

static bool
replays_learned_p (const struct mrt_estimate *e, const struct mrt_sums *s)
{
  return e->learns && 2 * s->replays_whole < s->replays;
}

/* Bounds that are too high, or may be off by a little.  */

static bool
decide_partial (struct mrt_estimate *e, const struct mrt_sums *s,
		const struct memlb_nest *d, const struct mrt_costs *costs)
{
  if (usual_original (s) < COST_MULTIPLE * costs->original)
    return set (e, MRT_PARTIAL, MRT_REASON_SHORT_ENTRIES);
  if (mrt_control_misses_p (e, d))
    return set (e, MRT_PARTIAL, replays_learned_p (e, s)
				? MRT_REASON_LEARNED_BRANCHES
				: MRT_REASON_CONTROL_MISSES);
  if (2 * s->folded > compared (s) && !folding_hidden_p (s, costs))
    return set (e, MRT_PARTIAL, MRT_REASON_FOLDED_PAGES);
  if (s->in_rows > SOME_IN_ROWS && !mirrored_p (s))
    return set (e, MRT_PARTIAL, MRT_REASON_RECURRENCE);
  if (s->chained > SOME_CHAINED && costs->forwarding > SLOW_FORWARDING)
    return set (e, MRT_PARTIAL, MRT_REASON_SLOT_UPDATES);
  if (d->flags & MEMLB_NEST_ADDRESS_WAITS)
    return set (e, MRT_PARTIAL, MRT_REASON_ADDRESS_WAIT);
  if (e->learned)
    return set (e, MRT_PARTIAL, MRT_REASON_LEARNED_BRANCHES);
  if (above_time_p (e))
    return set (e, MRT_PARTIAL, MRT_REASON_ABOVE_TIME);
  if (cut_off_p (s) && 2 * s->cuts_growing > s->cuts)
    return set (e, MRT_PARTIAL, MRT_REASON_CUT_OFF);
  if (d->flags & MEMLB_NEST_DIVIDES)
    return set (e, MRT_PARTIAL, MRT_REASON_INTEGER_DIVISIONS);
  if (d->refs_real)
    return set (e, MRT_PARTIAL, MRT_REASON_REAL_LOADS);
  if (MRT_SLOTS_INDEXED && d->form_changed > MANY_FORMS && !mirrored_p (s)
      && !mrt_side_by_side_p (s))
    return set (e, MRT_PARTIAL, MRT_REASON_ADDRESS_FORMS);
  if (s->shut_passed * MRT_SHUT_TICKS * 100
      > MRT_SHUT_MOST * s->shut_looked * median_original (s))
    return set (e, MRT_PARTIAL, MRT_REASON_CALLEE_GATES);
  if (short_rows_p (s, d))
    return set (e, MRT_PARTIAL, MRT_REASON_SHORT_ROWS);
  if (d->cramped
      || mrt_placed_apart_p (d, mirrored_p (s) || mrt_side_by_side_p (s)))
    return set (e, MRT_PARTIAL, MRT_REASON_PLACEMENT);
  if (d->n_callees)
    return set (e, MRT_PARTIAL, MRT_REASON_LIBRARY_CALLS);
  return false;
}

/* Where entries of S are so short that their time is mostly that of measuring it, let the
   interval of E's time be wider by that on both sides: timed entries may mispredict branches
   that others do not (a search of 32 ns was timed at 56 ns, where measuring takes 36).  */

static void
widen_time (struct mrt_estimate *e, const struct mrt_sums *s,
	    const struct mrt_costs *costs)
{
  double half = (double) (s->entries - s->nested) * costs->original;
  if (e->time < 0 || e->time_high < 0 || !too_short_p (s, costs))
    return;
  e->time_low = e->time_low > half ? e->time_low - half : 0;
  e->time_high += half;
}

void
mrt_decide (struct mrt_estimate *e, const struct mrt_sums *s,
	    const struct memlb_nest *d, enum mrt_reason reason, bool sampling,
	    const struct mrt_costs *costs)
{
  if (!(d->flags & MEMLB_NEST_COPIED))
    set (e, MRT_REFUSED, (enum mrt_reason) d->reason);
  else if (s->called)
    set (e, MRT_ABORTED, MRT_REASON_CONDITIONAL_CALL);
  else if (decide_unsampled (e, s, reason, sampling, costs)
	   || decide_failed (e, s)
	   || (none_counts_p (s) && set_no_sample (e, s, costs))
	   || decide_unproved (e, s, d, costs))
    ;
  else if (mrt_control_p (e, s, d))
    set (e, MRT_CONTROL, MRT_REASON_CONTROL_LOADS);
  else if (!decide_partial (e, s, d, costs))
    set (e, MRT_OK, faults_p (e, s, costs) ? MRT_REASON_PAGE_FAULTS
		    : cut_off_p (s) ? MRT_REASON_CUT_OFF
		    : s->samples < MRT_FEW ? MRT_REASON_FEW_SAMPLES
		    : mirrored_p (s) ? MRT_REASON_MIRRORED
		    : s->straddling > SOME_STRADDLING
		    ? MRT_REASON_MISALIGNED : MRT_REASON_NONE);
  widen_time (e, s, costs);
}
