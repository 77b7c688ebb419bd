/* SPDX-License-Identifier: GPL-3.0-or-later */
/* runtime/estimate.c: times, bounds, intervals.  */

#include "check-main.h"
#include "estimate-cases.h"
#include <math.h>

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
  desc.flags |= MEMLB_NEST_COMPUTED_BRANCHES;
  ck_assert_double_eq_tol (estimate ().bound, 2 * second, 1);
  desc.flags &= ~(uint32_t) MEMLB_NEST_COMPUTED_BRANCHES;
  desc.control_varying = 1;
  desc.refs_redirected = 30;
  struct mrt_estimate e = estimate ();
  ck_assert_double_eq_tol (e.bound, 2 * second, 1);
  ck_assert (e.bound_low < second && e.bound < e.bound_high);
  ck_assert_int_eq (e.verdict, MRT_PARTIAL);
  ck_assert_int_eq (e.reason, MRT_REASON_LEARNED_BRANCHES);
  sums.cold = 100 * (4100 + costs.bound);
  ck_assert_int_eq (estimate ().verdict, MRT_OK);
  ck_assert_double_eq_tol (estimate ().bound, second, 1);
  /* Between the two, and not far from either.  */
  sums.cold = 100 * (4400 + costs.bound);
  e = estimate ();
  ck_assert_int_eq (e.verdict, MRT_OK);
  ck_assert_double_eq_tol (e.bound, 1.05 * second, 1);
  ck_assert (e.bound_low < second && e.bound_high > 1.1 * second);
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
  /* Where entries are timed apart, twice as long is too long, unless others are measured like
     samples.  */
  struct mrt_sums all = sums;
  pairs (100, 10000, 4000);
  sums.apart = 100;
  ck_assert_int_eq (estimate ().verdict, MRT_OK);
  sums.time *= 1.6;
  ck_assert_int_eq (estimate ().reason, MRT_REASON_FEW_SAMPLES);
  sums.auxiliary_weights = 90;
  sums.auxiliary = 90 * 10300;
  sums.auxiliary_squares = 90;
  ck_assert_int_eq (estimate ().verdict, MRT_OK);
  sums = all;
  /* With all of them among the samples they are represented.  */
  for (unsigned i = 0; i < 10; i++)
    {
      sums.bins[i].original += 1000000;
      sums.bins[i].bound += 900000;
      sums.bins[i].n++;
      sums.samples++;
    }
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

/* Nine samples of a product of vectors, measured, in units of 100 ns; an interrupt is in a
   copy that counts for many entries, and hardly any in originals.  These tell nothing of how
   copies change with them.  */

START_TEST (originals_alike)
{
  static const struct { double original, bound, weight; } samples[]
    = { { 2139, 2621, 1 }, { 2507, 2126, 1 }, { 2138, 2126, 1 },
	{ 2131, 2126, 37 }, { 2132, 2126, 39 }, { 2133, 2126, 40 },
	{ 2133, 2126, 41 }, { 2132, 2126, 82 }, { 2134, 2461, 81 } };
  unsigned n = sizeof samples / sizeof *samples;
  pairs (0, 0, 0);
  sums.entries = sums.timed = 323;
  sums.samples = sums.bound_runs = n;
  sums.weights = sums.weight_squares = 323;
  sums.time = 323 * 2170e2;
  sums.time_squares = sums.time * 2170e2;
  for (unsigned i = 0; i < n; i++)
    {
      double weight = samples[i].weight;
      sums.bins[i].original
	= (uint64_t) (weight * (samples[i].original * 100 + costs.original));
      sums.bins[i].bound
	= (uint64_t) (weight * (samples[i].bound * 100 + costs.bound));
      sums.bins[i].n = (uint64_t) weight;
    }
  struct mrt_estimate e = estimate ();
  ck_assert_double_eq_tol (e.ratio, 1.02, 0.03);
  ck_assert_double_lt (e.bound_high - e.bound, 0.15 * e.bound);
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
  sums.cuts_growing = 2;
  ck_assert_int_eq (estimate ().verdict, MRT_OK);
  /* Later iterations of most took longer.  */
  sums.cuts_growing = 3;
  ck_assert_int_eq (estimate ().verdict, MRT_PARTIAL);
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
  /* Where second runs have learned from first ones, the fifth of a window has, too.  */
  sums.warmings = 100;
  sums.warm = 100 * (8000 + costs.bound);
  sums.cold = 100 * (8800 + costs.bound);
  ck_assert_int_eq (estimate ().reason, MRT_REASON_CONTROL_MISSES);
  sums.replays_whole = 2;
  ck_assert_int_eq (estimate ().reason, MRT_REASON_LEARNED_BRANCHES);
  sums.warmings = 0;
  ck_assert_int_eq (estimate ().reason, MRT_REASON_CONTROL_MISSES);
  sums.replays_whole = 3;
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

/* Entries become shorter and shorter, the copy takes seven tenths of each, runs first, and
   has run in some of the long ones.  */

START_TEST (shorter_and_shorter)
{
  const unsigned n = 1000;
  pairs (0, 0, 0);
  desc.flags |= MEMLB_NEST_MAY_ALIAS;
  sums.entries = n;
  sums.first_original = 0;
  for (unsigned i = 0; i < n; i++)
    {
      double length = 100 * (n - i), late = length + 100;
      sums.timed++;
      sums.weights++;
      sums.weight_squares++;
      sums.time += length + costs.original;
      sums.time_squares += (length + costs.original) * (length + costs.original);
      if (i)
	{
	  sums.late += late + costs.original;
	  sums.late_weights++;
	}
      if (i >= n / 2 || i % 50)
	continue;
      struct mrt_bin *bin = &sums.bins[sums.samples++ % MRT_BINS];
      bin->original += (uint64_t) (late + costs.original);
      bin->bound += (uint64_t) (0.7 * length + costs.bound);
      bin->n++;
    }
  sums.bound_runs = 2 * sums.samples;
  struct mrt_estimate e = estimate ();
  ck_assert_double_eq_tol (e.ratio, 0.7, 0.01);
  ck_assert_double_eq_tol (e.bound, 0.7 * e.time, 0.01 * e.time);
  ck_assert (e.bound_low > 0.6 * e.time && e.bound_high < 0.8 * e.time);
  /* By their mean alone they are half as long again.  */
  sums.late_weights = 0;
  ck_assert_double_gt (estimate ().ratio, 1);
}
END_TEST

/* Entries are alike, but what they took of late is not, for some were interrupted.  */

START_TEST (late_ones_interrupted)
{
  pairs (100, 10000, 4000);
  desc.flags |= MEMLB_NEST_MAY_ALIAS;
  sums.late = sums.time;
  sums.late_weights = sums.weights;
  struct mrt_estimate calm = estimate ();
  ck_assert_double_eq_tol (calm.ratio, 0.404, 0.01);
  sums.bins[3].original *= 3;
  sums.bins[11].original *= 2;
  struct mrt_estimate e = estimate ();
  ck_assert_double_eq_tol (e.ratio, 0.404, 0.01);
  ck_assert_double_lt (e.bound_high - e.bound_low,
		       1.5 * (calm.bound_high - calm.bound_low));
}
END_TEST

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

/* N samples with runs with slots of some 4000 ticks, and of the mirror copy beside of
   SCALE times as many, half of them MORE above that and half below.  */

static void
side_by_side (unsigned n, double scale, double more)
{
  sums.n_slots = n;
  sums.slots = sums.slots_mirrored = 0;
  sums.slots_squares = sums.mirrored_squares = sums.slots_products = 0;
  for (unsigned i = 0; i < n; i++)
    {
      double slots = 4000 + (i / 2 % 2 ? 400 : -400);
      double mirrored = slots * scale + (i % 2 ? more : -more) + costs.bound;
      slots += costs.bound;
      sums.slots += slots;
      sums.slots_mirrored += mirrored;
      sums.slots_squares += slots * slots;
      sums.mirrored_squares += mirrored * mirrored;
      sums.slots_products += slots * mirrored;
    }
}

START_TEST (mirror_beside_slots)
{
  pairs (100, 10000, 4000);
  struct mrt_estimate slots = estimate ();
  double width = slots.bound_high - slots.bound_low;
  side_by_side (20, 1.25, 0);
  struct mrt_estimate e = estimate ();
  ck_assert_double_eq_tol (e.bound, 1.25 * slots.bound, 0.001 * e.bound);
  ck_assert_double_eq_tol (e.ratio, 1.25 * slots.ratio, 0.001);
  ck_assert_double_ge (e.bound_high - e.bound_low, width);
  ck_assert_double_le (e.bound_high - e.bound_low, 1.25 * width);
  /* Its error is in the interval: 20 runs that are 400 of 5000 off, a standard error of
     1.84 per cent, and 2.13 of these, as for 16 or more.  */
  side_by_side (20, 1.25, 400);
  struct mrt_estimate wide = estimate ();
  ck_assert_double_eq_tol (wide.bound, e.bound, 0.001 * e.bound);
  double before = (e.bound_high - e.bound_low) / 2;
  double after = (wide.bound_high - wide.bound_low) / 2;
  ck_assert_double_eq_tol (after * after - before * before,
			   pow (2.131 * 0.01835 * e.bound, 2),
			   pow (0.005 * e.bound, 2));
  /* Not where bound runs were those of mirror copies, nor by a few.  */
  sums.mirrored = 50;
  ck_assert_double_eq_tol (estimate ().bound, slots.bound, 0.001 * e.bound);
  sums.mirrored = 0;
  side_by_side (7, 1.25, 0);
  ck_assert_double_eq_tol (estimate ().bound, slots.bound, 0.001 * e.bound);
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
  tcase_add_test (tests, originals_alike);
  tcase_add_test (tests, long_entries_unsampled);
  tcase_add_test (tests, cut_off_runs);
  tcase_add_test (tests, untimed_entries);
  tcase_add_test (tests, cheaper_than_the_clock);
  tcase_add_test (tests, replayed);
  tcase_add_test (tests, unpaired_runs);
  tcase_add_test (tests, shorter_and_shorter);
  tcase_add_test (tests, late_ones_interrupted);
  tcase_add_test (tests, placed_slots);
  tcase_add_test (tests, mirror_beside_slots);
  tcase_add_test (tests, hidden);
  tcase_add_test (tests, no_more_than_the_program);
  return run_tests (tests);
}
