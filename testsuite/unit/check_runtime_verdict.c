/* SPDX-License-Identifier: GPL-3.0-or-later */
/* runtime/verdict.c: how far estimates can be trusted, and why no further.  */

#include "estimate-cases.h"

/* Let the bounds of the bins differ by PERCENT up and down, with the same mean.  */

static void
scatter_bounds (unsigned percent)
{
  for (unsigned i = 0; i < MRT_BINS; i++)
    sums.bins[i].bound
      = sums.bins[i].bound * (i % 2 ? 100 - percent : 100 + percent) / 100;
}

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
  /* Even if that is not certain.  */
  pairs (100, 10000, 11000);
  scatter_bounds (30);
  EXPECT (MRT_PARTIAL, MRT_REASON_ABOVE_TIME);
  ck_assert_double_lt (estimate ().bound_low, estimate ().time);
  /* Without an interval, too.  */
  pairs (4, 10000, 15000);
  EXPECT (MRT_PARTIAL, MRT_REASON_ABOVE_TIME);
  desc.flags |= MEMLB_NEST_ADDRESS_WAITS;
  EXPECT (MRT_PARTIAL, MRT_REASON_ADDRESS_WAIT);
}
END_TEST

/* Loads of the addresses of rows, which decide that nothing overlaps, are made once a row.  */

START_TEST (control_of_rows)
{
  static struct memlb_ref refs[5];
  pairs (100, 10000, 9900);
  desc.refs_control = desc.control_varying = 2;
  desc.refs_redirected = 3;
  for (unsigned i = 0; i < 5; i++)
    {
      refs[i].treatment = i < 2 ? MEMLB_TREAT_CONTROL : MEMLB_TREAT_SLOT;
      refs[i].kind = MEMLB_REF_LOAD | (i < 2 ? 0 : MEMLB_REF_INNERMOST);
    }
  desc.n_refs = 5;
  desc.refs = (const char *) refs - (const char *) &desc.refs;
  sums.trips = 64;
  EXPECT (MRT_OK, MRT_REASON_NONE);
  /* Not where rows are short, nobody knows how long they are, or it is the inner loop
     that decides.  */
  sums.trips = 4;
  EXPECT (MRT_CONTROL, MRT_REASON_CONTROL_LOADS);
  sums.trips = -1;
  EXPECT (MRT_CONTROL, MRT_REASON_CONTROL_LOADS);
  sums.trips = 64;
  refs[0].kind |= MEMLB_REF_INNERMOST;
  EXPECT (MRT_CONTROL, MRT_REASON_CONTROL_LOADS);
}
END_TEST

/* Addresses that the copy has in another form, and no mirror copy tells what that means.  */

START_TEST (other_forms)
{
  pairs (100, 10000, 4000);
  desc.form_changed = 16;
  EXPECT (MRT_OK, MRT_REASON_NONE);
  desc.form_changed = 17;
  EXPECT (MRT_PARTIAL, MRT_REASON_ADDRESS_FORMS);
  sums.mirrored = 100;
  EXPECT (MRT_OK, MRT_REASON_MIRRORED);
  sums.mirrored = 0;
  sums.n_slots = 8;
  sums.slots = sums.slots_mirrored = 40000;
  EXPECT (MRT_OK, MRT_REASON_NONE);
  sums.n_slots = 7;
  EXPECT (MRT_PARTIAL, MRT_REASON_ADDRESS_FORMS);
  /* What makes the bound too high comes first.  */
  desc.refs_real = 1;
  EXPECT (MRT_PARTIAL, MRT_REASON_REAL_LOADS);
  pairs (100, 10000, 11500);
  desc.form_changed = 17;
  EXPECT (MRT_PARTIAL, MRT_REASON_ABOVE_TIME);
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
  /* Nor if entries are short and the interval reaches down to the time.  */
  costs.original = 1200;
  pairs (100, 10000, 25000);
  scatter_bounds (50);
  EXPECT (MRT_UNVERIFIED, MRT_REASON_ABOVE_TIME);
  ck_assert_double_lt (estimate ().bound_low, 2 * estimate ().time);
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
  /* What may make it too low comes before what makes it too high.  */
  desc.refs_real = 1;
  desc.flags |= MEMLB_NEST_DIVIDES;
  EXPECT (MRT_PARTIAL, MRT_REASON_INTEGER_DIVISIONS);
  desc.flags &= ~(uint32_t) MEMLB_NEST_DIVIDES;
  desc.refs_real = 0;
  desc.cramped = 1;
  EXPECT (MRT_PARTIAL, MRT_REASON_PLACEMENT);
  /* A mirror copy's loops are longer still.  */
  sums.mirrored = 100;
  EXPECT (MRT_PARTIAL, MRT_REASON_PLACEMENT);
  sums.mirrored = 0;
  desc.flags |= MEMLB_NEST_ROWS;
  sums.trips = -1;
  EXPECT (MRT_PARTIAL, MRT_REASON_PLACEMENT);
  sums.trips = 16;
  EXPECT (MRT_PARTIAL, MRT_REASON_PLACEMENT);
  sums.trips = 15;
  EXPECT (MRT_PARTIAL, MRT_REASON_SHORT_ROWS);
  desc.flags ^= MEMLB_NEST_ROWS | MEMLB_NEST_FRAME_ROWS;
  EXPECT (MRT_PARTIAL, MRT_REASON_SHORT_ROWS);
  sums.trips = -1;
  EXPECT (MRT_PARTIAL, MRT_REASON_SHORT_ROWS);
  sums.trips = 16;
  EXPECT (MRT_PARTIAL, MRT_REASON_PLACEMENT);
  sums.trips = 15;
  desc.flags ^= MEMLB_NEST_ROWS | MEMLB_NEST_FRAME_ROWS;
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
  /* Of those that were cut off that is not known.  */
  sums.subnormals = 2;
  sums.cuts = 90;
  EXPECT (MRT_DRIFT, MRT_REASON_SUBNORMAL);
  sums.cuts = 0;
  sums.subnormals = 0;
  sums.folded = 51;
  EXPECT (MRT_PARTIAL, MRT_REASON_FOLDED_PAGES);
  /* Slots, where nothing waits, take 85 per cent of that, or half where many loads wait.  */
  sums.n_slots = 5;
  sums.slots_mirrored = 5000 + 5 * costs.bound;
  sums.slots = 4251 + 5 * costs.bound;
  EXPECT (MRT_OK, MRT_REASON_MIRRORED);
  sums.slots = 4249 + 5 * costs.bound;
  EXPECT (MRT_PARTIAL, MRT_REASON_FOLDED_PAGES);
  sums.slots = 2501 + 5 * costs.bound;
  EXPECT (MRT_PARTIAL, MRT_REASON_FOLDED_PAGES);
  sums.slots = 2499 + 5 * costs.bound;
  EXPECT (MRT_PARTIAL, MRT_REASON_FOLDED_PAGES);
  sums.recurring = 0.05;
  EXPECT (MRT_OK, MRT_REASON_MIRRORED);
  sums.recurring = 0.02;
  sums.n_slots = 4;
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
  /* Each beside its own original.  */
  sums.paired = 4;
  EXPECT (MRT_UNVERIFIED, MRT_REASON_ADDRESS_RECURRENCE);
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

/* Loaded data decide the branches of a loop of two blocks, which has LENGTH bytes of
   code from a given byte of three pages on, and the copy from another one.  */

static void
lies_at (unsigned original, unsigned copy, unsigned length)
{
  static const char code[3 * 4096] __attribute__ ((aligned (4096)));
  static struct memlb_progress rows[2];
  static struct memlb_span spans[3];

#define SET_REL(FIELD, ADDRESS) \
  ((FIELD) = (const char *) (ADDRESS) - (const char *) &(FIELD))
  rows[0].parent = MEMLB_NO_ROW;
  rows[1].parent = 0;
  for (unsigned i = 0; i < 3; i++)
    {
      spans[i].row = i < 2;
      SET_REL (spans[i].begin, code + original + i * length / 2);
      SET_REL (spans[i].end, code + original + (i + 1) * length / 2);
      SET_REL (spans[i].bound, code + copy + i * length / 2);
    }
  /* That the loop around it is in several does not count.  */
  SET_REL (spans[2].bound, code + 2 * 4096);
  SET_REL (desc.spans, spans);
  SET_REL (desc.progress, rows);
#undef SET_REL
  desc.n_spans = 3;
  desc.n_progress = 2;
}

START_TEST (pages_of_code)
{
  pairs (100, 10000, 7000);
  desc.control_varying = 1;
  lies_at (64, 4096, 200);
  EXPECT (MRT_OK, MRT_REASON_NONE);
  lies_at (3897, 4096, 200);
  EXPECT (MRT_PARTIAL, MRT_REASON_PLACEMENT);
  lies_at (3896, 4096, 200);
  EXPECT (MRT_OK, MRT_REASON_NONE);
  lies_at (0, 4096 - 64, 200);
  EXPECT (MRT_PARTIAL, MRT_REASON_PLACEMENT);
  lies_at (4096 - 128, 4096 - 64, 200);
  EXPECT (MRT_OK, MRT_REASON_NONE);
  /* What is predicted right does not mind.  */
  lies_at (3897, 4096, 200);
  desc.control_varying = 0;
  EXPECT (MRT_OK, MRT_REASON_NONE);
}
END_TEST

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

/* The time of entries that last little longer than measuring them is not known to that.  */

START_TEST (short_times)
{
  pairs (100, 10000, 4000);
  struct mrt_estimate e = estimate ();
  ck_assert_double_eq (e.time_high, e.time);
  pairs (100, 500, 200);
  e = estimate ();
  ck_assert_double_eq_tol (e.time - e.time_low, 100 * costs.original, 1e-6);
  ck_assert_double_eq_tol (e.time_high - e.time, 100 * costs.original, 1e-6);
  pairs (100, 80, 20);
  e = estimate ();
  ck_assert_double_eq (e.time_low, 0);
}
END_TEST

/* Runs that took no longer than what measuring them does.  */

START_TEST (no_bound_left)
{
  pairs (4, 10000, 0);
  EXPECT (MRT_UNMEASURABLE, MRT_REASON_TOO_SHORT);
  /* With an interval it is known that nearly all can be won.  */
  pairs (100, 10000, 0);
  EXPECT (MRT_OK, MRT_REASON_NONE);
}
END_TEST

/* An interval that covers half of the time and more tells nothing.  */

START_TEST (wide_interval)
{
  pairs (100, 10000, 4000);
  scatter_bounds (50);
  EXPECT (MRT_OK, MRT_REASON_NONE);
  scatter_bounds (90);
  struct mrt_estimate e = estimate ();
  ck_assert_double_gt (e.bound_high - e.bound_low, e.time / 2);
  EXPECT (MRT_UNVERIFIED, MRT_REASON_FEW_SAMPLES);
  /* Also where it would be too high if that were known.  */
  desc.refs_real = 1;
  EXPECT (MRT_UNVERIFIED, MRT_REASON_FEW_SAMPLES);
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

/* Copies that run first, of entries that are shorter than others: these had their originals
   timed, or their copies given up.  */

START_TEST (copies_first)
{
  pairs (100, 10000, 4000);
  desc.flags |= MEMLB_NEST_MAY_ALIAS;
  EXPECT (MRT_OK, MRT_REASON_NONE);
  sums.behind = 100 * 10000;
  EXPECT (MRT_OK, MRT_REASON_NONE);
  sums.behind = 100 * 2000;
  EXPECT (MRT_UNVERIFIED, MRT_REASON_FEW_SAMPLES);
  sums.aborts[MRT_ABORT_LIMIT] = 2;
  sums.given_up = 100 * 4000;
  EXPECT (MRT_ABORTED, MRT_REASON_TIME_LIMIT);
  sums.given_up = 100 * 4000 / 20;
  EXPECT (MRT_UNVERIFIED, MRT_REASON_FEW_SAMPLES);
  /* Where they run behind, each has the limit of its own original.  */
  sums.given_up = 100 * 4000;
  sums.behind = 0;
  desc.flags &= ~(uint32_t) MEMLB_NEST_MAY_ALIAS;
  EXPECT (MRT_OK, MRT_REASON_NONE);
}
END_TEST

/* GCC does not know whether any iteration calls a function.  */

START_TEST (conditional_calls)
{
  pairs (100, 10000, 4000);
  desc.flags |= MEMLB_NEST_CONDITIONAL_CALLS;
  EXPECT (MRT_UNVERIFIED, MRT_REASON_CONDITIONAL_CALL);
  sums.paths = 7;
  EXPECT (MRT_UNVERIFIED, MRT_REASON_CONDITIONAL_CALL);
  sums.paths = 8;
  EXPECT (MRT_OK, MRT_REASON_NONE);
  /* The copy strays, by values of slots.  */
  sums.aborts[MRT_ABORT_COLD_CALL] = 11;
  EXPECT (MRT_ABORTED, MRT_REASON_COLD_CALL);
  sums.aborts[MRT_ABORT_COLD_CALL] = 0;
  /* Another path may be no call, and another reason not to see it.  */
  sums.blocks_differ = 1;
  EXPECT (MRT_DIVERGED, MRT_REASON_BLOCKS_DIFFER);
  sums.passed_by = true;
  EXPECT (MRT_UNSAMPLED, MRT_REASON_OUTER_LEVEL);
  /* What the call took is in some originals and in no bound run.  */
  sums.called = true;
  EXPECT (MRT_ABORTED, MRT_REASON_CONDITIONAL_CALL);
}
END_TEST

int
main (void)
{
  TCase *tests = tcase_create ("verdict");
  tcase_add_test (tests, too_high);
  tcase_add_test (tests, control_of_rows);
  tcase_add_test (tests, other_forms);
  tcase_add_test (tests, far_too_high);
  tcase_add_test (tests, entries_that_shrink);
  tcase_add_test (tests, verdicts_from_the_weakest);
  tcase_add_test (tests, pages_of_code);
  tcase_add_test (tests, page_faults);
  tcase_add_test (tests, unsampled);
  tcase_add_test (tests, unsampled_short);
  tcase_add_test (tests, short_times);
  tcase_add_test (tests, no_bound_left);
  tcase_add_test (tests, wide_interval);
  tcase_add_test (tests, mirrored_few);
  tcase_add_test (tests, rare_aborts);
  tcase_add_test (tests, copies_first);
  tcase_add_test (tests, conditional_calls);
  return run_tests (tests);
}
