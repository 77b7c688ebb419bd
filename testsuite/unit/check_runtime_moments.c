/* SPDX-License-Identifier: GPL-3.0-or-later */
/* runtime/moments.c: which entries a thread remembers.  */

#include "check-main.h"
#include "moments.h"
#include "thread.h"

#define NESTS 600

static struct mrt_thread self;
static struct mrt_record records[NESTS];

static void
setup (void)
{
  self = (struct mrt_thread) { .records = records };
  for (int i = 0; i < NESTS; i++)
    records[i] = (struct mrt_record) { 0 };
}

static void
add (uint32_t index, uint64_t begin)
{
  struct mrt_moment m = { begin, begin + 1, begin + 2, index, 7 };
  mrt_moment_add (&self, &records[index], &m);
}

/* How many of nest INDEX there are; their beginnings rise.  */

static unsigned
count (uint32_t index)
{
  unsigned n = 0;
  uint64_t last = 0;
  for (uint32_t i = 0; i < self.moments.n; i++)
    if (self.moments.at[i].index == index)
      {
	const struct mrt_moment *m = &self.moments.at[i];
	ck_assert_uint_gt (m->begin, last);
	ck_assert_uint_eq (m->time, m->begin + 1);
	ck_assert_uint_eq (m->bound, m->begin + 2);
	ck_assert_uint_eq (m->thread, 7);
	last = m->begin;
	n++;
      }
  return n;
}

START_TEST (all_while_there_is_room)
{
  setup ();
  for (uint64_t i = 1; i <= MRT_MOMENTS; i++)
    add (i % 3, i);
  ck_assert_uint_eq (self.moments.n, MRT_MOMENTS);
  ck_assert_uint_eq (count (0) + count (1) + count (2), MRT_MOMENTS);
}
END_TEST

/* One entry is not lost to a million of another nest, and these are spread
   evenly over the run.  */

START_TEST (rare_ones_stay)
{
  setup ();
  uint64_t n = 1000000;
  for (uint64_t i = 1; i <= n; i++)
    {
      if (i == 1000)
	add (1, i);
      if (i % 100000 == 0)
	add (2, i);
      add (0, i);
    }
  ck_assert_uint_eq (count (1), 1);
  ck_assert_uint_ge (count (2), 1);
  unsigned many = count (0);
  ck_assert_uint_ge (many, MRT_MOMENTS / 4);
  ck_assert_uint_le (many, MRT_MOMENTS);
  uint64_t step = n / many, last = 0;
  for (uint32_t i = 0; i < self.moments.n; i++)
    {
      const struct mrt_moment *m = &self.moments.at[i];
      if (m->index)
	continue;
      ck_assert_uint_le (m->begin - last, 4 * step);
      last = m->begin;
    }
  ck_assert_uint_gt (last, n - 4 * step);
}
END_TEST

/* Of entries that take turns, two or four kinds of them, each kind has its part.  */

START_TEST (turns)
{
  for (unsigned kinds = 2; kinds <= 4; kinds += 2)
    for (uint64_t n = 600; n <= 600000; n *= 10)
      {
	unsigned of_kind[4] = { 0 };
	setup ();
	for (uint64_t i = 1; i <= n; i++)
	  add (0, i);
	for (uint32_t i = 0; i < self.moments.n; i++)
	  of_kind[self.moments.at[i].begin % kinds]++;
	for (unsigned k = 0; k < kinds; k++)
	  ck_assert_uint_gt (of_kind[k], self.moments.n / kinds / 2);
      }
}
END_TEST

/* More nests than there is room for: the first ones are there.  */

START_TEST (too_many_nests)
{
  setup ();
  for (int round = 0; round < 3; round++)
    for (uint32_t i = 0; i < NESTS; i++)
      add (i, 1 + i + (uint64_t) round * NESTS);
  ck_assert_uint_eq (self.moments.n, MRT_MOMENTS);
  for (uint32_t i = 0; i < MRT_MOMENTS; i++)
    ck_assert_uint_ge (count (i), 1);
}
END_TEST

/* A signal handler in the middle leaves none.  */

START_TEST (not_while_in_use)
{
  setup ();
  self.moments.busy = 1;
  add (0, 1);
  ck_assert_uint_eq (self.moments.n, 0);
}
END_TEST

int
main (void)
{
  TCase *tests = tcase_create ("moments");
  tcase_add_test (tests, all_while_there_is_room);
  tcase_add_test (tests, rare_ones_stay);
  tcase_add_test (tests, turns);
  tcase_add_test (tests, too_many_nests);
  tcase_add_test (tests, not_while_in_use);
  return run_tests (tests);
}
