/* SPDX-License-Identifier: GPL-3.0-or-later */
/* runtime/sample.c, extent.c, level.c: what a sample will cost, how long the entries are that
   have the time, and when a nest is tried again; and numbers that are scaled.  */

#include "check-main.h"
#include "extent.h"
#include "level.h"
#include "module.h"
#include "observe.h"
#include "pairs.h"
#include "runtime.h"
#include "sample.h"
#include "settings.h"

#define SHORT 1000
#define LONG 10000000
#define FIXED 2000

/* The last one is that of the nest.  */
#define NEST (MRT_EMPTY_INDEX + 1)
static struct mrt_record records[NEST + 1];
#define rec records[NEST]

/* N timed entries of ELAPSED ticks, SAMPLED of them with a sample that costs as much as
   two runs.  */

static void
entries (unsigned n, unsigned sampled, uint64_t elapsed)
{
  for (unsigned i = 0; i < n; i++)
    mrt_sample_time (&rec, elapsed);
  for (unsigned i = 0; i < sampled; i++)
    mrt_sample_cost (&rec, elapsed, 2 * elapsed + FIXED);
  rec.settled = rec.weights = rec.timed;
}

START_TEST (equal_entries)
{
  rec = (struct mrt_record) { 0 };
  entries (1000, 100, LONG);
  ck_assert_double_eq_tol ((double) mrt_sample_expected (&rec), 2. * LONG,
			   0.1 * LONG);
}
END_TEST

/* One in a hundred lasts ten thousand times as long.  What the next sample is expected
   to cost hardly depends on which of them had the last ones.  */

START_TEST (few_long_entries)
{
  rec = (struct mrt_record) { 0 };
  entries (990, 30, SHORT);
  entries (10, 0, LONG);
  double mean = (990. * SHORT + 10. * LONG) / 1000;
  double before = (double) mrt_sample_expected (&rec);
  ck_assert (before > mean && before < 3 * mean);
  entries (0, 1, LONG);
  double behind = (double) mrt_sample_expected (&rec);
  ck_assert (behind > mean && behind < 3 * mean);
}
END_TEST

/* What is spent once says nothing of the next sample.  */

START_TEST (spent_once)
{
  rec = (struct mrt_record) { 0 };
  entries (100, 10, LONG);
  uint64_t before = mrt_sample_expected (&rec);
  mrt_sample_cost (&rec, LONG, 1000ull * LONG);
  ck_assert_uint_lt (mrt_sample_expected (&rec), 2 * before);
}
END_TEST

/* What is spent in later runs as well will be again.  */

START_TEST (spent_again)
{
  rec = (struct mrt_record) { 0 };
  entries (100, 10, LONG);
  rec.bound_runs = 16;
  for (unsigned i = 0; i < 16; i++)
    mrt_sample_cost (&rec, LONG, 1000ull * LONG);
  ck_assert_uint_gt (mrt_sample_expected (&rec), 500ull * LONG);
}
END_TEST

START_TEST (typical)
{
  rec = (struct mrt_record) { 0 };
  ck_assert_uint_eq (mrt_typical (&rec), 0);
  entries (10, 0, LONG);
  ck_assert_uint_eq (mrt_typical (&rec), LONG);
  entries (10000, 0, SHORT);
  /* A tenth of the time is that of short ones.  */
  ck_assert_double_eq_tol ((double) mrt_typical (&rec), LONG / 1.1, LONG / 100.);
  /* With squares of more than 64 bits.  */
  rec = (struct mrt_record) { 0 };
  entries (4, 0, 1ull << 40);
  ck_assert_uint_eq (mrt_typical (&rec), 1ull << 40);
}
END_TEST

/* The first entries of 5 ms and more have a part of a bound run each, where the
   outermost loop tells how far that is, and no store may change the path.  */

static bool
in_parts (unsigned n, uint64_t ns, uint32_t flags, uint32_t kind)
{
  static struct memlb_progress row;
  static struct memlb_nest desc;
  row.kind = kind;
  desc.n_progress = 1;
  desc.progress = (const char *) &row - (const char *) &desc.progress;
  desc.flags = flags;
  rec = (struct mrt_record) { 0 };
  entries (n, 0, mrt_ns_to_ticks (ns));
  return mrt_in_parts_p (&rec, &desc);
}

START_TEST (first_in_parts)
{
  mrt_settings.budget = 100;
  ck_assert (in_parts (10, 6000000, 0, MEMLB_PROGRESS_SP));
  ck_assert (in_parts (63, 6000000, 0, MEMLB_PROGRESS_SP));
  ck_assert (!in_parts (64, 6000000, 0, MEMLB_PROGRESS_SP));
  ck_assert (!in_parts (1, 6000000, 0, MEMLB_PROGRESS_SP));
  ck_assert (!in_parts (10, 4000000, 0, MEMLB_PROGRESS_SP));
  ck_assert (!in_parts (10, 6000000, MEMLB_NEST_MAY_ALIAS,
			MEMLB_PROGRESS_SP));
  ck_assert (!in_parts (10, 6000000, 0, MEMLB_PROGRESS_NONE));
  mrt_settings.budget = MRT_UNLIMITED;
  ck_assert (!in_parts (10, 6000000, 0, MEMLB_PROGRESS_SP));
}
END_TEST

/* A part is no shorter than it takes to be somewhere behind the first mark twice.  */

START_TEST (shortest_part)
{
  static struct mrt_thread self;
  mrt_settings.budget = 20;
  self.marks[0].ns = 1000000;
  ck_assert_double_eq_tol ((double) mrt_part_ticks (&self, mrt_ns_to_ticks (10000000)),
			   (double) mrt_ns_to_ticks (1500000), 10);
}
END_TEST

/* Let SELF plan entries of NEST, which has nothing that is observed, with BUDGET.  */

static void
begin_planning (struct mrt_thread *self, uint32_t budget)
{
  static const struct memlb_nest desc
    = { .flags = MEMLB_NEST_COPIED, .bound_entry = 1 };
  static struct mrt_nest nests[NEST + 1];
  mrt_nests = nests;
  nests[NEST].desc = &desc;
  self->records = records;
  self->random = 88172645463325252;
  mrt_settings.mode = MRT_MODE_BOUND;
  mrt_settings.budget = budget;
}

/* Originals that are measured like sampled ones leave as many that are not, which tell
   the time: one of a few that was interrupted makes it seem that entries differ, and
   so more of those be wanted.  */

START_TEST (auxiliary_leave_timed)
{
  static struct mrt_thread self;
  unsigned auxiliary = 0, timed = 0;
  begin_planning (&self, 500);
  rec = (struct mrt_record) { 0 };
  entries (40, 40, 10 * SHORT);
  mrt_sample_time (&rec, 1000 * SHORT);
  rec.mean = 10 * SHORT;
  rec.samples = 40;
  ck_assert_uint_gt (mrt_typical (&rec), 2 * mrt_mean (&rec));
  for (unsigned i = 0; i < 10000; i++)
    {
      unsigned plan = mrt_plan (&self, &rec, NEST);
      auxiliary += (plan & MRT_PLAN_AUXILIARY) != 0;
      timed += plan == 0;
    }
  ck_assert_uint_gt (auxiliary, 1000);
  ck_assert_uint_gt (timed, auxiliary * 9 / 10);
}
END_TEST

/* Entries are short and long in turn, and quick ones that are short are over without a
   call of the runtime.  Short and long ones are to be looked at as often.  */

START_TEST (looked_at_in_turn)
{
  static struct mrt_thread self;
  unsigned looked[2] = { 0, 0 };
  begin_planning (&self, 20);
  rec = (struct mrt_record) { 0 };
  entries (40, 40, 10 * SHORT);
  rec.mean = 10 * SHORT;
  rec.samples = 40;
  for (unsigned i = 0; i < 20000; i++)
    {
      bool is_long = i % 2, quick = rec.quick > 0;
      rec.quick -= quick;
      looked[is_long] += !quick;
      if (is_long || !quick)
	mrt_sample_next (&self, &rec, quick);
    }
  ck_assert_uint_gt (looked[0] + looked[1], 500);
  ck_assert_uint_gt (looked[0], looked[1] * 8 / 10);
  ck_assert_uint_gt (looked[1], looked[0] * 8 / 10);
}
END_TEST

/* Let 66 entries of 31 ms, beside as much other work, be planned in a nest of FLAGS whose
   copies cost as much as they, and differ from them where DIFFER.  Returns how many had
   one.  */

static unsigned
long_entries (uint32_t flags, bool differ)
{
  static struct mrt_thread self;
  struct memlb_nest desc = { .flags = MEMLB_NEST_COPIED | flags,
			     .bound_entry = 1 };
  uint64_t elapsed = mrt_ns_to_ticks (31000000), own = 0;
  unsigned n = 0;
  begin_planning (&self, 100);
  mrt_nests[NEST].desc = &desc;
  rec = (struct mrt_record) { 0 };
  self.spent = 0;
  for (unsigned i = 0; i < 66; i++)
    {
      own += 2 * elapsed;
      self.born = mrt_clock () - own - self.spent;
      unsigned plan = mrt_plan (&self, &rec, NEST);
      ck_assert_uint_eq (plan & MRT_PLAN_TRIAL, 0);
      if (plan)
	{
	  n++;
	  rec.samples++;
	  rec.registers_differ += differ;
	  self.spent += elapsed;
	}
      else
	mrt_sample_time (&rec, elapsed);
      rec.settled = rec.weights = rec.timed;
      rec.mean = elapsed;
    }
  return n;
}

/* Copies that run first have no trial that can be cut off: they wait until it is known
   what one costs, and for the budget.  None is made for nothing.  */

START_TEST (long_copies_first)
{
  unsigned n = long_entries (MEMLB_NEST_MAY_ALIAS, false);
  ck_assert_uint_ge (n, 4);
  ck_assert_uint_le (n, 12);
  ck_assert_uint_eq (long_entries (MEMLB_NEST_MAY_ALIAS, true), 3);
}
END_TEST

/* Of how many of 100 entries, behind N of NS nanoseconds and ten times as many of a hundredth of
   that if MIXED, the copy runs first; VARYING: its loads go through memory.  */

static unsigned
copied_first (unsigned n, uint64_t ns, bool mixed, uint32_t varying)
{
  static struct mrt_thread self;
  struct memlb_nest desc = { .flags = MEMLB_NEST_COPIED | MEMLB_NEST_MAY_ALIAS,
			     .bound_entry = 1, .control_varying = varying };
  unsigned before = 0;
  begin_planning (&self, MRT_UNLIMITED);
  mrt_nests[NEST].desc = &desc;
  rec = (struct mrt_record) { 0 };
  entries (n, 0, mrt_ns_to_ticks (ns));
  entries (mixed ? 10 * n : 0, 0, mrt_ns_to_ticks (ns / 100));
  rec.samples = 10;
  for (unsigned i = 0; i < 100; i++)
    before += mrt_plan (&self, &rec, NEST) == MRT_PLAN_BEFORE;
  return before;
}

/* Copies that run first do not make every other entry of long ones an original alone, where
   none of their loads goes through memory; nor where long ones have the time.  */

START_TEST (paired_with_own)
{
  ck_assert_uint_eq (copied_first (10, 2000000, false, 0), 100);
  ck_assert_uint_lt (copied_first (10, 2000000, false, 1), 80);
  ck_assert_uint_eq (copied_first (10, 2000000, true, 0), 100);
  ck_assert_uint_lt (copied_first (10, 2000000, true, 1), 80);
  ck_assert_uint_lt (copied_first (10, 200000, true, 0), 80);
}
END_TEST

/* True if a nest has more bound runs after RUNS, of which ABORTED were given up.  */

static bool
hopeful (uint64_t runs, uint64_t aborted)
{
  static struct mrt_thread self;
  static const struct memlb_nest desc = { .flags = MEMLB_NEST_COPIED,
					  .bound_entry = 1 };
  begin_planning (&self, MRT_UNLIMITED);
  mrt_nests[NEST].desc = &desc;
  rec = (struct mrt_record) { .bound_runs = runs };
  rec.aborts[MRT_ABORT_FAULT] = aborted / 2;
  rec.aborts[MRT_ABORT_LIMIT] = aborted - aborted / 2;
  return mrt_plan (&self, &rec, NEST) != 0;
}

/* Nests are given up whose first runs were aborted, or many and a large part of all.  */

START_TEST (hopeless)
{
  ck_assert (hopeful (7, 7));
  ck_assert (!hopeful (8, 8));
  ck_assert (!hopeful (16, 8));
  ck_assert (hopeful (18, 8));
  ck_assert (hopeful (630, 63));
  ck_assert (!hopeful (640, 64));
  ck_assert (hopeful (650, 64));
  ck_assert (!hopeful (6400, 640));
}
END_TEST

/* What passing points by takes is not known well: where no other time is, it is to be
   little, 32768 times some ticks.  */

START_TEST (only_entry_observed)
{
  static struct mrt_thread self;
  static const struct memlb_nest desc;
  struct mrt_frame f = { .desc = &desc, .record = &rec, .index = NEST };
  begin_planning (&self, MRT_UNLIMITED);
  rec = (struct mrt_record) { 0 };
  mrt_observe_begin (&self, &f);
  ck_assert_uint_le (self.to_pass, 32768);
  entries (1, 0, LONG);
  mrt_observe_begin (&self, &f);
  ck_assert_uint_gt (self.to_pass, 1000000);
}
END_TEST

/* How many of the first 100 entries compare paths in nests of DESC.  */

static unsigned
compared (const struct memlb_nest *desc)
{
  static struct mrt_thread self;
  unsigned n = 0;
  begin_planning (&self, MRT_UNLIMITED);
  mrt_nests[NEST].desc = desc;
  mrt_nests[NEST].observer = MRT_OBSERVER_DONE;
  rec = (struct mrt_record) { 0 };
  for (unsigned i = 0; i < 100; i++)
    {
      unsigned plan = mrt_plan (&self, &rec, NEST);
      n += plan == MRT_PLAN_STEPS;
      rec.samples += plan == MRT_PLAN_AFTER;
    }
  return n;
}

/* Calls that some entries make must be looked for in many; other paths are compared if
   that is asked for, and seldom.  */

START_TEST (calls_looked_for)
{
  struct memlb_nest desc = { .flags = MEMLB_NEST_COPIED, .bound_entry = 1,
			     .observe_entry = 1, .steps_bytes = 8 };
  ck_assert_uint_eq (compared (&desc), 0);
  mrt_settings.count = true;
  ck_assert_uint_eq (compared (&desc), 7);
  mrt_settings.count = false;
  desc.flags |= MEMLB_NEST_CONDITIONAL_CALLS;
  ck_assert_uint_ge (compared (&desc), 20);
}
END_TEST

/* What entries took of late, before each but the first.  */

START_TEST (of_late)
{
  static struct mrt_thread self;
  begin_planning (&self, 20);
  rec = (struct mrt_record) { 0 };
  for (unsigned i = 1; i <= 3; i++)
    {
      mrt_sample_time (&rec, 1000 * i);
      mrt_sample_next (&self, &rec, false);
      rec.gap = 0;
    }
  ck_assert_uint_eq (rec.late_weights, 2);
  ck_assert_uint_eq (rec.late, 1000 + (3 * 1000 + 2000) / 4);
  rec.sample_weight = 5;
  mrt_add_before (&rec, 700);
  uint64_t late = 0, bound = 0, n = 0;
  for (unsigned i = 0; i < MRT_BINS; i++)
    {
      late += rec.bins[i].original;
      bound += rec.bins[i].bound;
      n += rec.bins[i].n;
    }
  ck_assert_uint_eq (late, 5 * rec.mean);
  ck_assert_uint_eq (bound, 5 * 700);
  ck_assert_uint_eq (n, 5);
}
END_TEST

START_TEST (beside_interrupted)
{
  ck_assert (mrt_slots_credible_p (500, 1000));
  ck_assert (mrt_slots_credible_p (2000, 1000));
  ck_assert (!mrt_slots_credible_p (2002, 1000));
  ck_assert (!mrt_slots_credible_p (MRT_NO_TICKS, 1000));
}
END_TEST

START_TEST (scaled)
{
  ck_assert_uint_eq (mrt_scaled (1000, 3, 2), 1500);
  ck_assert_uint_eq (mrt_scaled (0, 3, 2), 0);
  ck_assert_double_eq_tol ((double) mrt_scaled (1ull << 40, 3ull << 40, 1ull << 41),
			   1.5 * (double) (1ull << 40), 1e6);
  /* What is left of 8 s, by a second and a half.  */
  ck_assert_double_eq_tol ((double) mrt_scaled (5200000000, 400000000, 1400000000),
			   5.2e9 * 0.4 / 1.4, 1e4);
  ck_assert_double_eq_tol ((double) mrt_scaled (12345, 7ull << 45, 1ull << 48),
			   12345. * 7 / 8, 1);
}
END_TEST

/* A nest whose inner ones are measured passes until it is tried again, when it was entered
   twice as often; a gate has 32 bits.  */

START_TEST (level_wait)
{
  static int32_t gates[NEST + 1];
  static struct mrt_thread thread;
  thread.gates = gates;
  thread.records = records;
  rec = (struct mrt_record) { .level = MRT_LEVEL_INNER, .entries = 300 };
  ck_assert_uint_eq (mrt_level_wait (&thread, &rec, NEST), 511 - 300);
  rec.entries = 511;
  ck_assert_uint_eq (mrt_level_wait (&thread, &rec, NEST), 0);
  rec.entries = 3;
  ck_assert_uint_eq (mrt_level_wait (&thread, &rec, NEST), 255 - 3);
  rec.entries = ((uint64_t) 1 << 33) + 5;
  ck_assert_uint_eq (mrt_level_wait (&thread, &rec, NEST), 1 << 30);
  rec.level = MRT_LEVEL_FIRST;
  ck_assert_uint_eq (mrt_level_wait (&thread, &rec, NEST), 0);
}
END_TEST

int
main (void)
{
  TCase *tests = tcase_create ("sample");
  tcase_add_test (tests, equal_entries);
  tcase_add_test (tests, few_long_entries);
  tcase_add_test (tests, spent_once);
  tcase_add_test (tests, spent_again);
  tcase_add_test (tests, typical);
  tcase_add_test (tests, first_in_parts);
  tcase_add_test (tests, shortest_part);
  tcase_add_test (tests, auxiliary_leave_timed);
  tcase_add_test (tests, looked_at_in_turn);
  tcase_add_test (tests, calls_looked_for);
  tcase_add_test (tests, paired_with_own);
  tcase_add_test (tests, only_entry_observed);
  tcase_add_test (tests, long_copies_first);
  tcase_add_test (tests, hopeless);
  tcase_add_test (tests, of_late);
  tcase_add_test (tests, beside_interrupted);
  tcase_add_test (tests, scaled);
  tcase_add_test (tests, level_wait);
  return run_tests (tests);
}
