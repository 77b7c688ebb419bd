/* SPDX-License-Identifier: GPL-3.0-or-later */
/* runtime/estimate.c: times, bounds, intervals, verdicts.  */

#include "check-main.h"
#include "estimate.h"

static struct mrt_costs costs
  = { .original = 100, .bound = 50, .forwarding = 1, .fault = 1000 };
static struct memlb_nest desc;
static struct mrt_sums sums;

/* N pairs of ORIGINAL and BOUND ticks (net of cost), all of them timed.  */

static void
pairs (unsigned n, double original, double bound)
{
  desc = (struct memlb_nest) { .flags = MEMLB_NEST_COPIED, .ctl_gprs = 1,
			       .refs_redirected = 3 };
  sums = (struct mrt_sums) { .entries = n, .timed = n, .samples = n,
			     .bound_runs = 2 * n, .weights = n,
			     .weight_squares = n };
  for (unsigned i = 0; i < n; i++)
    {
      /* Some spread.  */
      double o = original * (1 + 0.01 * (i % 7)) + costs.original;
      double b = bound * (1 + 0.02 * (i % 5)) + costs.bound;
      sums.time += o;
      sums.time_squares += o * o;
      sums.bins[i % MRT_BINS].original += (uint64_t) o;
      sums.bins[i % MRT_BINS].bound += (uint64_t) b;
      sums.bins[i % MRT_BINS].n++;
      if (i < MRT_RECENT)
	sums.recent[sums.n_recent++] = (uint32_t) o;
    }
}

static struct mrt_estimate
estimate (void)
{
  return mrt_estimate (&sums, &desc, MRT_REASON_NONE, true, &costs);
}

START_TEST (ratio_of_sums)
{
  pairs (100, 10000, 4000);
  struct mrt_estimate e = estimate ();
  ck_assert_double_eq_tol (e.time, 100 * 10300, 3000);
  ck_assert_double_eq_tol (e.ratio, 0.4 * 1.04 / 1.03, 0.005);
  ck_assert_double_eq_tol (e.bound, e.time * e.ratio, 1);
  ck_assert (e.bound_low < e.bound && e.bound < e.bound_high);
  ck_assert (e.bound_high - e.bound_low < 0.05 * e.bound);
  ck_assert_int_eq (e.verdict, MRT_OK);
  ck_assert_int_eq (e.reason, MRT_REASON_NONE);
}
END_TEST

/* Second runs that are quicker because they know the branches.  */

START_TEST (learned_branches)
{
  pairs (100, 10000, 4000);
  sums.warmings = 100;
  sums.warm = 100 * (4000 + costs.bound);
  sums.cold = 100 * (8000 + costs.bound);
  double second = estimate ().bound;
  ck_assert_int_eq (estimate ().verdict, MRT_OK);
  desc.control_varying = 1;
  desc.refs_redirected = 30;
  struct mrt_estimate e = estimate ();
  ck_assert_double_eq_tol (e.bound, 2 * second, 1);
  ck_assert (e.bound_low < second && e.bound < e.bound_high);
  ck_assert_int_eq (e.verdict, MRT_PARTIAL);
  ck_assert_int_eq (e.reason, MRT_REASON_LEARNED_BRANCHES);
  sums.cold = 100 * (4200 + costs.bound);
  ck_assert_int_eq (estimate ().verdict, MRT_OK);
  sums.warmings = 4;
  sums.warm = 4 * (4000 + costs.bound);
  sums.cold = 4 * (8000 + costs.bound);
  ck_assert_double_eq_tol (estimate ().bound, second, 1);
}
END_TEST

START_TEST (few_samples)
{
  pairs (4, 10000, 4000);
  struct mrt_estimate e = estimate ();
  ck_assert (e.bound > 0 && e.bound_low < 0);
  ck_assert_int_eq (e.verdict, MRT_OK);
  ck_assert_int_eq (e.reason, MRT_REASON_FEW_SAMPLES);
}
END_TEST

START_TEST (only_the_observed_entry)
{
  pairs (0, 0, 0);
  sums.entries = sums.timed = sums.bound_runs = 1;
  sums.weights = sums.weight_squares = 1;
  sums.time = sums.first_original = 100100;
  sums.first_bound = 50050;
  struct mrt_estimate e = estimate ();
  ck_assert_double_eq_tol (e.bound, 50000, 1);
  ck_assert_int_eq (e.verdict, MRT_OK);
  ck_assert_int_eq (e.reason, MRT_REASON_FEW_SAMPLES);
}
END_TEST

/* Short entries were sampled, and one in ten, which is not among them, lasts a
   hundred times as long.  */

START_TEST (long_entries_unsampled)
{
  pairs (100, 10000, 4000);
  ck_assert_int_eq (estimate ().verdict, MRT_OK);
  sums.entries += 10;
  sums.timed += 10;
  sums.weights += 10;
  sums.weight_squares += 10;
  sums.time += 10 * 1e6;
  sums.time_squares += 10 * 1e12;
  struct mrt_estimate e = estimate ();
  ck_assert_int_eq (e.verdict, MRT_UNVERIFIED);
  ck_assert_int_eq (e.reason, MRT_REASON_FEW_SAMPLES);
  /* With one of them among the samples they are represented.  */
  sums.bins[0].original += 1000000;
  sums.bins[0].bound += 900000;
  sums.bins[0].n++;
  sums.samples++;
  sums.time -= 9 * 1e6;
  ck_assert_int_eq (estimate ().verdict, MRT_OK);
}
END_TEST

/* What the observation took is known in part: entries that were timed without it say
   more.  */

START_TEST (observed_longer_than_timed)
{
  pairs (0, 0, 0);
  sums.entries = sums.timed = 10;
  sums.bound_runs = 1;
  sums.weights = sums.weight_squares = 10;
  sums.time = 10 * 100100;
  sums.first_original = 3000000;
  sums.first_bound = 90090;
  struct mrt_estimate e = estimate ();
  ck_assert_double_eq_tol (e.ratio, 0.9, 0.01);
  sums.first_original = 95000;
  e = estimate ();
  ck_assert_double_eq_tol (e.ratio, 0.95, 0.01);
}
END_TEST

/* A number about 0 with a variance of 1, the sum of twelve even ones.  */

static double
deviate (uint64_t *seed)
{
  double sum = -6;
  for (int i = 0; i < 12; i++)
    {
      *seed = *seed * 6364136223846793005u + 1442695040888963407u;
      sum += (double) (*seed >> 11) / 9007199254740992.0;
    }
  return sum;
}

/* N runs that were cut off, whose bounds are 0.4 of the originals but for NOISE of
   these.  */

static void
cut_off (unsigned n, double noise, uint64_t *seed)
{
  pairs (0, 0, 0);
  sums.entries = sums.timed = sums.bound_runs = n;
  sums.weights = sums.weight_squares = n;
  sums.time = 1e9 * n;
  sums.aborts[MRT_ABORT_CUT] = sums.cuts = n;
  for (unsigned i = 0; i < n; i++)
    {
      double original = 1e7 * (1 + 0.2 * deviate (seed));
      double bound = 0.4 * original * (1 + noise * deviate (seed));
      double off = i ? bound - original * sums.cut_bound / sums.cut_original : 0;
      double part = sums.cut_original / (sums.cut_original + original);
      sums.cut_squares += off * off * part / 1e6;
      sums.cut_original += original;
      sums.cut_bound += bound;
    }
}

START_TEST (cut_off_runs)
{
  uint64_t seed = 1;
  cut_off (8, 0, &seed);
  struct mrt_estimate e = estimate ();
  ck_assert_double_eq_tol (e.ratio, 0.4, 1e-9);
  /* Nothing but what runs differ by.  */
  ck_assert_double_eq_tol (e.bound_high - e.bound_low,
			   2 * 1.96 * MRT_BETWEEN_RUNS * e.bound,
			   1e-4 * e.bound);
  ck_assert_int_eq (e.reason, MRT_REASON_CUT_OFF);
  cut_off (1, 0.1, &seed);
  e = estimate ();
  ck_assert (e.bound > 0 && e.bound_low < 0);
  int covered = 0;
  for (int i = 0; i < 4000; i++)
    {
      cut_off (6, 0.05, &seed);
      e = estimate ();
      double truth = 0.4 * e.time;
      covered += e.bound_low <= truth && truth <= e.bound_high;
    }
  ck_assert_int_ge (covered, 3720);
  ck_assert_int_le (covered, 3880);
  /* Half of the samples, beside whole runs.  */
  pairs (10, 10000, 4000);
  sums.cuts = 5;
  ck_assert_int_eq (estimate ().verdict, MRT_OK);
  ck_assert_int_eq (estimate ().reason, MRT_REASON_CUT_OFF);
  sums.cuts = 4;
  ck_assert_int_eq (estimate ().reason, MRT_REASON_NONE);
}
END_TEST

START_TEST (untimed_entries)
{
  pairs (100, 10000, 4000);
  sums.entries = 1000;
  struct mrt_estimate e = estimate ();
  ck_assert_double_eq_tol (e.time, 1000 * 10300, 30000);
  ck_assert (e.time_low < e.time && e.time < e.time_high);
  /* Nested entries have no time of their own.  */
  sums.nested = 900;
  e = estimate ();
  ck_assert_double_eq_tol (e.time, 100 * 10300, 3000);
  ck_assert (e.time_low == e.time);
}
END_TEST

START_TEST (cheaper_than_the_clock)
{
  pairs (100, 0, 0);
  sums.time = 100 * 40;
  struct mrt_estimate e = estimate ();
  ck_assert (e.time == 0);
  ck_assert_int_eq (e.verdict, MRT_UNMEASURABLE);
  ck_assert_int_eq (e.reason, MRT_REASON_TOO_SHORT);
}
END_TEST

/* Replays tell whether control loads miss.  */

START_TEST (replayed)
{
  pairs (100, 10000, 9000);
  desc.control_varying = desc.refs_control = 3;
  struct mrt_estimate e = estimate ();
  ck_assert_int_eq (e.verdict, MRT_CONTROL);
  ck_assert_double_lt (e.replayed, 0);
  /* Two of the five are windows, whose ticks have no fixed cost.  */
  sums.replays = 5;
  sums.replays_whole = 3;
  sums.replay = 5 * 2000 + 3 * costs.bound;
  sums.replay_bound = 5 * (8000 + costs.bound);
  e = estimate ();
  ck_assert_double_eq_tol (e.replayed, e.bound / 4, 1);
  ck_assert_int_eq (e.verdict, MRT_PARTIAL);
  ck_assert_int_eq (e.reason, MRT_REASON_CONTROL_MISSES);
  sums.replay = 5 * 7500 + 3 * costs.bound;
  e = estimate ();
  ck_assert_int_eq (e.verdict, MRT_OK);
  /* Nothing else could miss, and less tells.  */
  desc.refs_redirected = 0;
  e = estimate ();
  ck_assert_int_eq (e.verdict, MRT_PARTIAL);
  ck_assert_int_eq (e.reason, MRT_REASON_CONTROL_MISSES);
  sums.replay = 5 * 7700 + 3 * costs.bound;
  e = estimate ();
  ck_assert_int_eq (e.verdict, MRT_OK);
  sums.replays_differ = 1;
  e = estimate ();
  ck_assert_double_lt (e.replayed, 0);
  ck_assert_int_eq (e.verdict, MRT_CONTROL);
}
END_TEST

START_TEST (unpaired_runs)
{
  pairs (100, 10000, 4000);
  desc.flags |= MEMLB_NEST_MAY_ALIAS;
  for (unsigned i = 0; i < MRT_BINS; i++)
    sums.bins[i].original = 0;
  sums.entries = 200;
  struct mrt_estimate e = estimate ();
  ck_assert_double_eq_tol (e.bound, 200 * 4160, 2000);
  ck_assert_int_eq (e.verdict, MRT_OK);
  ck_assert (e.bound_low > 0 && e.bound_low < e.bound);
}
END_TEST

/* The verdict and reason that the nest gets now.  */
#define EXPECT(VERDICT, REASON)						\
  do									\
    {									\
      struct mrt_estimate e_ = estimate ();				\
      ck_assert_int_eq (e_.verdict, VERDICT);				\
      ck_assert_int_eq (e_.reason, REASON);				\
    }									\
  while (0)

START_TEST (placed_slots)
{
  pairs (100, 10000, 4000);
  ck_assert (estimate ().placed < 0);
  sums.n_placed = 50;
  sums.placed_bound = 50 * (4000 + costs.bound);
  sums.placed = 50 * (5000 + costs.bound);
  struct mrt_estimate e = estimate ();
  ck_assert_double_eq_tol (e.placed, 1.25 * e.bound, 0.001 * e.bound);
  sums.n_placed = 2;
  ck_assert (estimate ().placed < 0);
}
END_TEST

START_TEST (too_high)
{
  pairs (100, 10000, 4000);
  sums.chained = 0.4;
  EXPECT (MRT_OK, MRT_REASON_NONE);
  costs.forwarding = 3;
  EXPECT (MRT_PARTIAL, MRT_REASON_SLOT_UPDATES);
  sums.chained = 0.005;
  EXPECT (MRT_OK, MRT_REASON_NONE);
  costs.forwarding = 1;
  pairs (100, 10000, 10400);
  EXPECT (MRT_OK, MRT_REASON_NONE);
  pairs (100, 10000, 11500);
  EXPECT (MRT_PARTIAL, MRT_REASON_ABOVE_TIME);
  /* Without an interval, too.  */
  pairs (4, 10000, 15000);
  EXPECT (MRT_PARTIAL, MRT_REASON_ABOVE_TIME);
  desc.flags |= MEMLB_NEST_ADDRESS_WAITS;
  EXPECT (MRT_PARTIAL, MRT_REASON_ADDRESS_WAIT);
}
END_TEST

/* A bound of more than twice the time is none, whatever else is known of it.  */

START_TEST (far_too_high)
{
  pairs (100, 10000, 25000);
  EXPECT (MRT_UNVERIFIED, MRT_REASON_ABOVE_TIME);
  sums.folded = sums.mirrored = 100;
  EXPECT (MRT_UNVERIFIED, MRT_REASON_ABOVE_TIME);
  pairs (1, 10000, 25000);
  EXPECT (MRT_UNVERIFIED, MRT_REASON_ABOVE_TIME);
}
END_TEST

/* The last entries were short, but most of the time is that of longer ones.  */

START_TEST (entries_that_shrink)
{
  pairs (100, 10000, 4000);
  for (unsigned i = 0; i < MRT_RECENT; i++)
    sums.recent[i] = 120;
  EXPECT (MRT_OK, MRT_REASON_NONE);
  pairs (100, 20, 10);
  EXPECT (MRT_UNMEASURABLE, MRT_REASON_TOO_SHORT);
}
END_TEST

START_TEST (verdicts_from_the_weakest)
{
  pairs (100, 10000, 4000);
  desc.refs_real = 1;
  EXPECT (MRT_PARTIAL, MRT_REASON_REAL_LOADS);
  /* A quarter of the loads stay real and decide the control flow: the bound
     is believed where it is below the time.  */
  desc.refs_redirected = 3;
  desc.refs_control = desc.control_varying = 1;
  desc.n_callees = 1;
  EXPECT (MRT_PARTIAL, MRT_REASON_REAL_LOADS);
  desc.refs_real = 0;
  EXPECT (MRT_PARTIAL, MRT_REASON_LIBRARY_CALLS);
  desc.cramped = 1;
  EXPECT (MRT_PARTIAL, MRT_REASON_PLACEMENT);
  desc.flags |= MEMLB_NEST_ROWS;
  sums.trips = -1;
  EXPECT (MRT_PARTIAL, MRT_REASON_PLACEMENT);
  sums.trips = 16;
  EXPECT (MRT_PARTIAL, MRT_REASON_PLACEMENT);
  sums.trips = 15;
  EXPECT (MRT_PARTIAL, MRT_REASON_SHORT_ROWS);
  desc.refs_real = 1;
  EXPECT (MRT_PARTIAL, MRT_REASON_REAL_LOADS);
  struct memlb_nest all = desc;
  struct mrt_sums longer = sums;
  pairs (100, 760, 320);
  desc = all;
  EXPECT (MRT_PARTIAL, MRT_REASON_SHORT_ENTRIES);
  sums = longer;
  for (unsigned i = 0; i < MRT_RECENT; i++)
    sums.recent[i] = 10000;
  desc.refs_real = 0;
  sums.shut_looked = 3;
  sums.shut_passed = 960;
  EXPECT (MRT_PARTIAL, MRT_REASON_SHORT_ROWS);
  sums.shut_passed = 1040;
  EXPECT (MRT_PARTIAL, MRT_REASON_CALLEE_GATES);
  sums.shut_passed = 0;
  desc.flags &= ~(uint32_t) MEMLB_NEST_ROWS;
  desc.n_callees = desc.cramped = 0;
  pairs (100, 10000, 9900);
  desc.refs_control = desc.control_varying = 1;
  EXPECT (MRT_CONTROL, MRT_REASON_CONTROL_LOADS);
  /* Loaded once for many iterations, it carries no time.  */
  desc.control_varying = 0;
  EXPECT (MRT_OK, MRT_REASON_NONE);
  desc.control_varying = 1;
  desc.refs_redirected = 4;
  EXPECT (MRT_OK, MRT_REASON_NONE);
  pairs (100, 10000, 4000);
  desc.refs_redirected = 0;
  EXPECT (MRT_CONTROL, MRT_REASON_CONTROL_LOADS);
  sums.exceptions_differ = 50;
  EXPECT (MRT_DRIFT, MRT_REASON_SUBNORMAL);
  sums.recurring = 0.005;
  EXPECT (MRT_DRIFT, MRT_REASON_SUBNORMAL);
  sums.recurring = 0.02;
  EXPECT (MRT_UNVERIFIED, MRT_REASON_RECURRENCE);
  /* Mirror copies wait for stores as the original does, if all runs were
     theirs.  */
  sums.mirrored = 90;
  EXPECT (MRT_UNVERIFIED, MRT_REASON_RECURRENCE);
  sums.mirrored = 100;
  EXPECT (MRT_DRIFT, MRT_REASON_SUBNORMAL);
  sums.exceptions_differ = 0;
  desc.refs_redirected = 4;
  EXPECT (MRT_OK, MRT_REASON_MIRRORED);
  /* The same of rows of loops that carry no value.  */
  sums.recurring = 0;
  sums.in_rows = 0.3;
  EXPECT (MRT_OK, MRT_REASON_MIRRORED);
  sums.mirrored = 0;
  EXPECT (MRT_UNVERIFIED, MRT_REASON_RECURRENCE);
  sums.in_rows = 0.05;
  EXPECT (MRT_PARTIAL, MRT_REASON_RECURRENCE);
  sums.in_rows = 0;
  sums.recurring = 0.02;
  sums.mirrored = 100;
  /* In a tenth of the originals, and in more.  */
  sums.subnormals = 10;
  EXPECT (MRT_OK, MRT_REASON_MIRRORED);
  sums.subnormals = 11;
  EXPECT (MRT_DRIFT, MRT_REASON_SUBNORMAL);
  sums.subnormals = 0;
  sums.folded = 51;
  EXPECT (MRT_PARTIAL, MRT_REASON_FOLDED_PAGES);
  sums.folded = 50;
  EXPECT (MRT_OK, MRT_REASON_MIRRORED);
  sums.mirrored = 0;
  EXPECT (MRT_UNVERIFIED, MRT_REASON_RECURRENCE);
  desc.address_cycles = 1;
  EXPECT (MRT_UNVERIFIED, MRT_REASON_ADDRESS_RECURRENCE);
  desc.flags |= MEMLB_NEST_SCATTERED;
  EXPECT (MRT_UNVERIFIED, MRT_REASON_SCATTERED_STORES);
  desc.flags &= ~(uint32_t) MEMLB_NEST_SCATTERED;
  desc.flags |= MEMLB_NEST_MAY_ALIAS;
  uint64_t samples = sums.samples;
  sums.samples = 4;
  EXPECT (MRT_UNVERIFIED, MRT_REASON_FEW_SAMPLES);
  sums.samples = samples;
  desc.ctl_gprs = 0;
  EXPECT (MRT_UNVERIFIED, MRT_REASON_MAY_ALIAS);
  desc.flags |= MEMLB_NEST_NO_CONTROL;
  EXPECT (MRT_UNVERIFIED, MRT_REASON_NOTHING_TO_CHECK);
  all = desc;
  longer = sums;
  pairs (100, 500, 200);
  desc = all;
  EXPECT (MRT_UNMEASURABLE, MRT_REASON_TOO_SHORT);
  sums = longer;
  /* Counts of blocks tell the path, too.  */
  sums.paths = 3;
  EXPECT (MRT_UNVERIFIED, MRT_REASON_ADDRESS_RECURRENCE);
  sums.blocks_differ = 1;
  EXPECT (MRT_DIVERGED, MRT_REASON_BLOCKS_DIFFER);
  sums.registers_differ = 1;
  EXPECT (MRT_DIVERGED, MRT_REASON_REGISTERS_DIFFER);
  sums.exit_differs = 1;
  EXPECT (MRT_DIVERGED, MRT_REASON_EXIT_DIFFERS);
  sums.aborts[MRT_ABORT_COLD_CALL] = 20;
  EXPECT (MRT_ABORTED, MRT_REASON_COLD_CALL);
  sums.aborts[MRT_ABORT_POINTER] = 20;
  sums.pointer = MRT_REASON_CALLEE_CONTROL;
  EXPECT (MRT_ABORTED, MRT_REASON_CALLEE_CONTROL);
  sums.aborts[MRT_ABORT_DEPTH] = 20;
  EXPECT (MRT_ABORTED, MRT_REASON_CALLEE_RECURSIVE);
  sums.aborts[MRT_ABORT_LIMIT] = 20;
  EXPECT (MRT_ABORTED, MRT_REASON_TIME_LIMIT);
  sums.aborts[MRT_ABORT_FAULT] = 20;
  EXPECT (MRT_ABORTED, MRT_REASON_FAULT);
  desc.flags = MEMLB_NEST_TIMED;
  desc.reason = MRT_REASON_VOLATILE;
  EXPECT (MRT_REFUSED, MRT_REASON_VOLATILE);
}
END_TEST

/* Many page faults are a reason, few are not; a bound that is too high is a
   better one.  */

START_TEST (page_faults)
{
  pairs (100, 100000, 50000);
  sums.faults = 400;
  EXPECT (MRT_OK, MRT_REASON_NONE);
  sums.faults = 600;
  EXPECT (MRT_OK, MRT_REASON_PAGE_FAULTS);
  desc.refs_real = 1;
  EXPECT (MRT_PARTIAL, MRT_REASON_REAL_LOADS);
}
END_TEST

START_TEST (unsampled)
{
  pairs (0, 0, 0);
  EXPECT (MRT_UNSAMPLED, MRT_REASON_NEVER_ENTERED);
  sums.entries = sums.timed = 3;
  sums.weights = sums.weight_squares = 3;
  EXPECT (MRT_UNSAMPLED, MRT_REASON_NO_SAMPLE);
  struct mrt_estimate e
    = mrt_estimate (&sums, &desc, MRT_REASON_NONE, false, &costs);
  ck_assert_int_eq (e.reason, MRT_REASON_MODE);
  e = mrt_estimate (&sums, &desc, MRT_REASON_NO_STACK, true, &costs);
  ck_assert_int_eq (e.verdict, MRT_UNSAMPLED);
  ck_assert_int_eq (e.reason, MRT_REASON_NO_STACK);
  /* All runs aborted: that is no lack of samples.  */
  sums.bound_runs = sums.aborts[MRT_ABORT_FAULT] = 3;
  EXPECT (MRT_ABORTED, MRT_REASON_FAULT);
  /* A run that the program's own signal ended says nothing.  */
  sums.aborts[MRT_ABORT_FAULT] = 0;
  sums.aborts[MRT_ABORT_SIGNAL] = 3;
  EXPECT (MRT_UNSAMPLED, MRT_REASON_NO_SAMPLE);
  /* Nor do runs of which none counts.  */
  sums.bound_runs = 6;
  EXPECT (MRT_UNSAMPLED, MRT_REASON_NO_SAMPLE);
}
END_TEST

START_TEST (unsampled_short)
{
  pairs (0, 0, 0);
  sums.entries = 1000;
  sums.timed = 5;
  sums.weights = sums.weight_squares = 5;
  sums.time = 5 * 7 * costs.original;
  EXPECT (MRT_UNSAMPLED, MRT_REASON_NO_SAMPLE);
  sums.time -= 5;
  EXPECT (MRT_UNMEASURABLE, MRT_REASON_TOO_SHORT);
  /* The others may be longer.  */
  sums.timed = 4;
  EXPECT (MRT_UNSAMPLED, MRT_REASON_NO_SAMPLE);
  /* Most are short, but others have the time.  */
  sums.timed = sums.n_recent = 5;
  for (unsigned i = 0; i < 5; i++)
    sums.recent[i] = (uint32_t) costs.original;
  sums.time = 5 * 27 * costs.original;
  EXPECT (MRT_UNMEASURABLE, MRT_REASON_TOO_SHORT);
  sums.time = 5 * 29 * costs.original;
  EXPECT (MRT_UNSAMPLED, MRT_REASON_NO_SAMPLE);
}
END_TEST

START_TEST (mirrored_few)
{
  pairs (5, 10000, 4000);
  sums.mirrored = 5;
  EXPECT (MRT_OK, MRT_REASON_MIRRORED);
  /* That there is no interval is what matters most.  */
  pairs (4, 10000, 4000);
  sums.mirrored = 4;
  EXPECT (MRT_OK, MRT_REASON_FEW_SAMPLES);
}
END_TEST

START_TEST (rare_aborts)
{
  pairs (100, 10000, 4000);
  sums.aborts[MRT_ABORT_FAULT] = 5;
  EXPECT (MRT_OK, MRT_REASON_NONE);
  sums.aborts[MRT_ABORT_FAULT] = 11;
  EXPECT (MRT_ABORTED, MRT_REASON_FAULT);
}
END_TEST

/* A short entry that is measured hides nothing behind others.  */

START_TEST (hidden)
{
  costs.overlap = (struct mrt_overlap) { .length = 20, .hidden = 8 };
  pairs (100, 10000, 4000);
  double before = 100 * 10300;
  struct mrt_estimate e = estimate ();
  ck_assert_double_eq_tol (e.time, before - 100 * 8, 3000);
  ck_assert_double_eq_tol (e.bound, e.time * e.ratio, 1);
  /* In proportion below the length; never nothing nor less.  */
  ck_assert_double_eq_tol (mrt_unmeasured (20, &costs.overlap), 12, 1e-9);
  ck_assert_double_eq_tol (mrt_unmeasured (10, &costs.overlap), 6, 1e-9);
  ck_assert_double_eq_tol (mrt_unmeasured (0, &costs.overlap), 0, 1e-9);
  ck_assert_double_eq_tol (mrt_unmeasured (1e6, &costs.overlap), 1e6 - 8,
			   1e-6);
}
END_TEST

/* A million entries of 300 ticks each, cost included, beside a hundred of a
   million: together never more than the program ran, and the long ones pay
   only what the short ones cannot.  */

START_TEST (no_more_than_the_program)
{
  struct mrt_sums small
    = { .entries = 1000000, .timed = 1000000, .weights = 1e6,
	.weight_squares = 1e6, .time = 300e6, .time_squares = 90e9 };
  struct mrt_sums large
    = { .entries = 100, .timed = 100, .weights = 100, .weight_squares = 100,
	.time = 100 * (1e6 + 100), .time_squares = 100e12 };
  double s = mrt_estimate_time (&small, &costs);
  double l = mrt_estimate_time (&large, &costs);
  ck_assert_double_eq_tol (s, 200e6, 1);
  ck_assert_double_eq_tol (l, 100e6, 1);
  double hideable = 1e6 * mrt_hideable (200) + 100 * mrt_hideable (1e6);
  static const double limits[] = { 400e6, 300e6, 280e6, 200e6, 100e6, 50e6 };
  for (unsigned i = 0; i < 6; i++)
    {
      mrt_overlap_settle (&costs.overlap, s + l, hideable, limits[i]);
      double s2 = mrt_estimate_time (&small, &costs);
      double l2 = mrt_estimate_time (&large, &costs);
      ck_assert_double_eq_tol (s2 + l2, i ? limits[i] : 300e6, 1);
      ck_assert (s2 >= 0 && l2 > 0);
      if (limits[i] >= 100e6)
	ck_assert_double_eq_tol (l2, 100e6, 0.001 * 100e6);
    }
  /* What is not known limits nothing.  */
  mrt_overlap_settle (&costs.overlap, s + l, hideable, 0);
  ck_assert_double_eq_tol (mrt_estimate_time (&small, &costs), s, 1);
}
END_TEST

int
main (void)
{
  TCase *tests = tcase_create ("estimate");
  tcase_add_test (tests, ratio_of_sums);
  tcase_add_test (tests, few_samples);
  tcase_add_test (tests, learned_branches);
  tcase_add_test (tests, only_the_observed_entry);
  tcase_add_test (tests, observed_longer_than_timed);
  tcase_add_test (tests, long_entries_unsampled);
  tcase_add_test (tests, cut_off_runs);
  tcase_add_test (tests, untimed_entries);
  tcase_add_test (tests, cheaper_than_the_clock);
  tcase_add_test (tests, replayed);
  tcase_add_test (tests, unpaired_runs);
  tcase_add_test (tests, placed_slots);
  tcase_add_test (tests, too_high);
  tcase_add_test (tests, far_too_high);
  tcase_add_test (tests, entries_that_shrink);
  tcase_add_test (tests, verdicts_from_the_weakest);
  tcase_add_test (tests, page_faults);
  tcase_add_test (tests, unsampled);
  tcase_add_test (tests, unsampled_short);
  tcase_add_test (tests, mirrored_few);
  tcase_add_test (tests, rare_aborts);
  tcase_add_test (tests, hidden);
  tcase_add_test (tests, no_more_than_the_program);
  return run_tests (tests);
}
