/* SPDX-License-Identifier: GPL-3.0-or-later */
/* runtime/mark-time.c: the time of an iteration, from marks that are made up: of
   nests that run as a formula says; and runtime/cut-off.c: what a copy would take that was
   cut off.  */

#include "check-main.h"
#include "cut-off.h"
#include "marks.h"
#include "module.h"
#include "runtime.h"

#include <math.h>

#define MS 1000000ull

static struct memlb_nest desc;
static struct memlb_progress rows[8];
static struct mrt_mark marks[MRT_MARKS];
static unsigned n_marks;
static uint64_t wrong;

static void
describe (unsigned n)
{
  desc = (struct memlb_nest) { .n_progress = n };
  desc.progress = (const char *) rows - (const char *) &desc.progress;
}

/* Row I, of the loop inside row PARENT, with a counter of WIDTH bytes that goes
   by STEP.  */

static void
row (unsigned i, uint32_t parent, uint32_t width, int64_t step)
{
  rows[i] = (struct memlb_progress) { .parent = parent,
				      .kind = MEMLB_PROGRESS_GPR,
				      .width = width,
				      .step = (uint64_t) step };
}

/* A nest is at the place where it is after NS.  */
typedef struct mrt_mark place_fn (double ns);

/* Mark an original of END ns, as the runtime does but for the ticks of the
   scheduler, which are FIRST apart.  */

static void
mark (place_fn *place, uint64_t first, uint64_t end)
{
  n_marks = 0;
  for (uint64_t t = first; t < end && n_marks < MRT_MARKS;
       t += t / 4 > first ? t / 4 / first * first : first)
    {
      marks[n_marks] = place ((double) t);
      marks[n_marks++].ns = t;
    }
}

/* What was reached after T ns is found to be reached then, or not to be known;
   give or take TOLERANCE per mille.  */

static void
expect (place_fn *place, uint64_t t, uint64_t end, unsigned tolerance)
{
  struct mrt_mark at = place ((double) t);
  uint64_t is = mrt_mark_time (&desc, marks, n_marks, &at, end, &wrong);
  ck_assert_msg (is >= t - t / 1000 * tolerance
		 && is <= t + t / 1000 * tolerance,
		 "%llu ns, not %llu", (unsigned long long) is,
		 (unsigned long long) t);
}

/* One loop, a pointer that comes down across 0.  */

static struct mrt_mark
one_loop (double ns)
{
  struct mrt_mark m = { .row = 0, .n = 1 };
  m.value[0] = (uint64_t) 800000 - 24 * (uint64_t) (ns / 100);
  return m;
}

START_TEST (single)
{
  describe (1);
  row (0, MEMLB_NO_ROW, 8, -24);
  mark (one_loop, 4 * MS, 5000 * MS);
  for (uint64_t t = 5 * MS; t < 4000 * MS; t += 77 * MS)
    expect (one_loop, t, 5000 * MS, 2);
  /* The same where the step is not known.  */
  rows[0].step = 0;
  for (uint64_t t = 30 * MS; t < 4000 * MS; t += 77 * MS)
    expect (one_loop, t, 5000 * MS, 2);
}
END_TEST

/* A counter of 32 bits that runs over, in a register with rubbish above.  */

static struct mrt_mark
narrow_loop (double ns)
{
  struct mrt_mark m = { .row = 0, .n = 1 };
  m.value[0] = 0x1234567800000000 | (uint32_t) (0xffff0000 + ns / 1000);
  return m;
}

START_TEST (narrow)
{
  describe (1);
  row (0, MEMLB_NO_ROW, 4, 1);
  mark (narrow_loop, 4 * MS, 1000 * MS);
  for (uint64_t t = 5 * MS; t < 800 * MS; t += 33 * MS)
    expect (narrow_loop, t, 1000 * MS, 2);
}
END_TEST

/* Sixteen iterations of 50 ms, with an inner loop from 7 on that begins again
   each time.  */

static struct mrt_mark
two_loops (double ns)
{
  struct mrt_mark m = { .row = 1, .n = 2 };
  double i = (double) (int) (ns / 5e7);
  m.value[0] = (uint64_t) i;
  m.value[1] = 7 + 3 * (uint64_t) ((ns - i * 5e7) / 100000);
  return m;
}

START_TEST (inner_loop)
{
  describe (2);
  row (0, MEMLB_NO_ROW, 8, 1);
  row (1, 0, 8, 3);
  mark (two_loops, 4 * MS, 800 * MS);
  /* Inside the first iteration, between marks of two, and beyond.  */
  for (uint64_t t = 5 * MS; t < 600 * MS; t += 7 * MS)
    expect (two_loops, t, 800 * MS, 80);
  rows[1].width = 4;
  for (uint64_t t = 100 * MS; t < 600 * MS; t += 7 * MS)
    expect (two_loops, t, 800 * MS, 80);
}
END_TEST

/* The outer loop's counter is not known: the inner one, which begins again and
   again, tells nothing.  */

START_TEST (unknown_outer)
{
  describe (2);
  row (0, MEMLB_NO_ROW, 8, 1);
  rows[0].kind = MEMLB_PROGRESS_NONE;
  row (1, 0, 8, 3);
  mark (two_loops, 4 * MS, 800 * MS);
  struct mrt_mark at = two_loops (30e6);
  ck_assert_uint_eq (mrt_mark_time (&desc, marks, n_marks, &at, 800 * MS, &wrong),
		     0);
}
END_TEST

/* A long iteration of one loop, whose parts nothing tells: not to a tenth.  */

static struct mrt_mark
coarse (double ns)
{
  struct mrt_mark m = { .row = 0, .n = 1 };
  m.value[0] = (uint64_t) (ns / 2e8);
  return m;
}

START_TEST (too_coarse)
{
  describe (1);
  row (0, MEMLB_NO_ROW, 8, 1);
  mark (coarse, 4 * MS, 1000 * MS);
  struct mrt_mark at = coarse (3e8);
  uint64_t is = mrt_mark_time (&desc, marks, n_marks, &at, 1000 * MS, &wrong);
  /* It is that of a mark in the same iteration, or not known.  */
  ck_assert (is == 0 || (is >= 200 * MS && is <= 400 * MS));
  ck_assert_uint_eq (mrt_mark_time (&desc, marks, 0, &at, 1000 * MS, &wrong), 0);
  at.n = 0;
  ck_assert_uint_eq (mrt_mark_time (&desc, marks, n_marks, &at, 1000 * MS, &wrong),
		     0);
}
END_TEST

/* Two loops one after the other in an outer one, of 10 ms in all.  */

static struct mrt_mark
neighbours (double ns)
{
  double i = (double) (int) (ns / 1e7), rest = ns - i * 1e7;
  struct mrt_mark m = { .row = rest < 4e6 ? 1 : 2, .n = 2 };
  m.value[0] = (uint64_t) i * 8;
  m.value[1] = rest < 4e6 ? (uint64_t) rest : 90000000 - (uint64_t) rest;
  return m;
}

START_TEST (loops_in_turn)
{
  describe (3);
  row (0, MEMLB_NO_ROW, 8, 8);
  row (1, 0, 8, 1);
  row (2, 0, 8, -1);
  mark (neighbours, 4 * MS, 3000 * MS);
  /* To an iteration, and a half of one between two marks.  */
  for (uint64_t t = 200 * MS; t < 2000 * MS; t += 7 * MS)
    expect (neighbours, t, 3000 * MS, 60);
}
END_TEST

/* Those of long iterations: each takes its part of one.  If the marks do not have the order
   of the code, it is not known which comes first.  */

static struct mrt_mark
long_neighbours (double ns)
{
  return neighbours (ns / 10);
}

START_TEST (long_loops_in_turn)
{
  describe (3);
  row (0, MEMLB_NO_ROW, 8, 8);
  row (1, 0, 8, 1);
  row (2, 0, 8, -1);
  mark (long_neighbours, 4 * MS, 3000 * MS);
  for (uint64_t t = 300 * MS; t < 2000 * MS; t += 7 * MS)
    expect (long_neighbours, t, 3000 * MS, 100);
  /* A quarter of an iteration, instead of a half.  */
  struct mrt_mark at = long_neighbours (310e6);
  mrt_mark_time (&desc, marks, n_marks, &at, 3000 * MS, &wrong);
  ck_assert_uint_lt (wrong, 25 * MS);
  for (unsigned i = 0; i < n_marks; i++)
    marks[i].row = 3 - marks[i].row;
  at.row = 3 - at.row;
  ck_assert_uint_eq (mrt_mark_time (&desc, marks, n_marks, &at, 3000 * MS, &wrong),
		     0);
  ck_assert_uint_gt (wrong, 35 * MS);
}
END_TEST

/* Two loops of 40 and 60 us, one after the other: no mark shows in which order.  */

static struct mrt_mark
short_neighbours (double ns)
{
  struct mrt_mark m = neighbours (ns * 100);
  m.value[1] = 0;
  return m;
}

/* A pointer counts an inner loop, and goes on from one iteration to the next.  */

static struct mrt_mark
pointer (double ns)
{
  double i = (double) (int) (ns / 5e7);
  struct mrt_mark m = { .row = 1, .n = 2 };
  m.value[0] = (uint64_t) i;
  m.value[1] = (uint64_t) (ns / 1000) * 8;
  return m;
}

START_TEST (parts_unknown)
{
  describe (3);
  row (0, MEMLB_NO_ROW, 8, 8);
  row (1, 0, 8, 1);
  row (2, 0, 8, -1);
  mark (short_neighbours, MS, 20 * MS);
  struct mrt_mark at = short_neighbours (10.51e6);
  mrt_mark_time (&desc, marks, n_marks, &at, 20 * MS, &wrong);
  ck_assert_uint_ge (wrong, MS / 1000 * 49);
  describe (2);
  row (0, MEMLB_NO_ROW, 8, 1);
  row (1, 0, 8, 8);
  mark (pointer, 4 * MS, 1000 * MS);
  at = pointer (470e6);
  mrt_mark_time (&desc, marks, n_marks, &at, 1000 * MS, &wrong);
  ck_assert_uint_ge (wrong, 20 * MS);
}
END_TEST

/* Blocks of a size that the code does not tell, with blocks inside.  */

static struct mrt_mark
blocks (double ns)
{
  double i = (double) (int) (ns / 5e7), rest = ns - i * 5e7;
  struct mrt_mark m = { .row = 1, .n = 2 };
  m.value[0] = (uint64_t) i * 24;
  m.value[1] = (uint64_t) (int) (rest / 1e6) * 24;
  return m;
}

START_TEST (unknown_step)
{
  describe (2);
  row (0, MEMLB_NO_ROW, 8, 0);
  row (1, 0, 8, 0);
  mark (blocks, 4 * MS, 1000 * MS);
  for (uint64_t t = 60 * MS; t < 800 * MS; t += 7 * MS)
    expect (blocks, t, 1000 * MS, 60);
}
END_TEST

/* Marks that are all after the place tell nothing; one near the end does.  */

START_TEST (outside)
{
  describe (1);
  row (0, MEMLB_NO_ROW, 8, -24);
  mark (one_loop, 40 * MS, 1000 * MS);
  struct mrt_mark at = one_loop (1e6);
  ck_assert_uint_eq (mrt_mark_time (&desc, marks, n_marks, &at, 1000 * MS, &wrong),
		     0);
  expect (one_loop, 990 * MS, 1000 * MS, 120);
}
END_TEST

/* An original that is four times as slow in its first 20 ms.  */

static struct mrt_mark
cold (double ns)
{
  struct mrt_mark m = { .row = 0, .n = 1, .ns = (uint64_t) ns };
  m.value[0] = (uint64_t) (ns < 20e6 ? ns / 4 : ns - 15e6);
  return m;
}

/* Where a copy that takes half of the original's later time is after NS.  */

static struct mrt_mark
copy_at (double ns)
{
  struct mrt_mark m = { .row = 0, .n = 1, .ns = (uint64_t) ns };
  m.value[0] = (uint64_t) (2 * ns);
  return m;
}

/* What of an original of 200 ms a copy would take, in ms, that was cut off after 15; negative:
   why that is not known.  */

static double
whole (const struct mrt_mark *half, const struct mrt_mark *cut)
{
  uint64_t ns = 0;
  enum mrt_whole known = mrt_cut_off_whole (&desc, marks, n_marks, half, cut,
					    200 * MS, &ns);
  return known == MRT_WHOLE_KNOWN ? (double) ns / MS : -(double) known;
}

START_TEST (cold_beginning)
{
  struct mrt_mark half = copy_at (7.5e6), cut = copy_at (15e6), nowhere = { 0 };
  describe (1);
  row (0, MEMLB_NO_ROW, 8, 1);
  mark (cold, MS, 200 * MS);
  ck_assert_double_eq_tol (whole (&half, &cut), 92.5, 2);
  ck_assert_double_eq_tol (whole (&nowhere, &cut), 15 + 155. / 3, 1);
  ck_assert_double_eq (whole (&half, &nowhere), -MRT_WHOLE_NOWHERE);
  /* A half that is noted late says nothing of the rest.  */
  half = copy_at (14.98e6);
  ck_assert_double_eq_tol (whole (&half, &cut), 15 + 155. / 3, 1);
}
END_TEST

/* Pages are touched in the beginning: the second half tells what follows, if it is later.  */

START_TEST (touched_in_the_beginning)
{
  struct mrt_mark half = copy_at (7.5e6), cut = copy_at (15e6), nowhere = { 0 };
  describe (1);
  row (0, MEMLB_NO_ROW, 8, 1);
  mark (cold, MS, 200 * MS);
  for (unsigned i = 0; i < n_marks; i++)
    marks[i].faults = (uint32_t) (MRT_MIN (marks[i].ns, 20 * MS) / 4000);
  ck_assert_double_eq_tol (whole (&half, &cut), 92.5, 2);
  ck_assert_double_eq (whole (&nowhere, &cut), -MRT_WHOLE_TOUCHING);
  /* The nest says so, if it has no other.  */
  static struct mrt_thread self;
  static struct mrt_nest nests[MRT_EMPTY_INDEX + 2];
  static struct mrt_record record;
  struct mrt_frame f = { .desc = &desc, .record = &record,
			 .index = MRT_EMPTY_INDEX + 1 };
  mrt_nests = nests;
  mrt_copy (self.marks, marks, sizeof marks);
  self.n_marks = n_marks;
  self.cut = cut;
  record.cuts = 1;
  ck_assert_uint_eq (mrt_cut_off (&self, &f, 200 * MS), 0);
  ck_assert_uint_eq (nests[f.index].reason, MRT_REASON_NONE);
  record.cuts = 0;
  ck_assert_uint_eq (mrt_cut_off (&self, &f, 200 * MS), 0);
  ck_assert_uint_eq (nests[f.index].reason, MRT_REASON_PAGE_FAULTS);
  ck_assert_uint_eq (record.cuts, 0);
  self.half = half;
  ck_assert_uint_gt (mrt_cut_off (&self, &f, 200 * MS), 90 * MS);
  ck_assert_uint_eq (record.cuts, 1);
  /* All the time: that is what the loop does.  */
  for (unsigned i = 0; i < n_marks; i++)
    marks[i].faults = (uint32_t) (marks[i].ns / 4000);
  ck_assert_double_gt (whole (&nowhere, &cut), 0);
}
END_TEST

/* Iterations that take the longer the later they are; and the shorter.  */

static struct mrt_mark
growing (double ns)
{
  struct mrt_mark m = { .row = 0, .n = 1, .ns = (uint64_t) ns };
  m.value[0] = (uint64_t) (1000 * sqrt (ns / 1e6));
  return m;
}

static struct mrt_mark
shrinking (double ns)
{
  struct mrt_mark m = growing (ns);
  m.value[0] = (uint64_t) (ns * ns / 1e9);
  return m;
}

static bool
growing_p (place_fn *place, uint64_t cut)
{
  struct mrt_mark at = place ((double) cut);
  mark (place, MS, 200 * MS);
  return mrt_cut_off_growing_p (&desc, marks, n_marks, &at, cut);
}

START_TEST (longer_later)
{
  describe (1);
  row (0, MEMLB_NO_ROW, 8, 1);
  ck_assert (growing_p (growing, 20 * MS));
  /* Little is left.  */
  ck_assert (!growing_p (growing, 160 * MS));
  ck_assert (!growing_p (shrinking, 20 * MS));
  ck_assert (!growing_p (one_loop, 20 * MS));
  /* A few iterations: what part of one is done is not known.  */
  rows[0].step = 1 << 8;
  ck_assert (growing_p (growing, 20 * MS));
  rows[0].step = 1 << 9;
  ck_assert (!growing_p (growing, 20 * MS));
  /* Within the first iteration it is not known.  */
  describe (2);
  row (0, MEMLB_NO_ROW, 8, 1);
  row (1, 0, 8, 3);
  ck_assert (!growing_p (two_loops, 20 * MS));
}
END_TEST

int
main (void)
{
  TCase *tests = tcase_create ("marks");
  tcase_add_test (tests, single);
  tcase_add_test (tests, narrow);
  tcase_add_test (tests, inner_loop);
  tcase_add_test (tests, unknown_outer);
  tcase_add_test (tests, too_coarse);
  tcase_add_test (tests, loops_in_turn);
  tcase_add_test (tests, long_loops_in_turn);
  tcase_add_test (tests, parts_unknown);
  tcase_add_test (tests, unknown_step);
  tcase_add_test (tests, outside);
  tcase_add_test (tests, cold_beginning);
  tcase_add_test (tests, touched_in_the_beginning);
  tcase_add_test (tests, longer_later);
  return run_tests (tests);
}
