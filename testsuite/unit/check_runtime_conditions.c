/* SPDX-License-Identifier: GPL-3.0-or-later */
/* runtime/conditions.c and cpu-set.c: what the kernel writes, and what is
   made of it.  */

#include "check-main.h"
#include "conditions.h"
#include "cpu-set.h"

#include <string.h>

/* The set of the processors in the list TEXT.  */

static struct mrt_cpu_set
set_of (const char *text)
{
  struct mrt_cpu_set set = { 0 };
  uint64_t from, to;
  while (mrt_next_range (&text, &from, &to))
    for (; from <= to; from++)
      set.bits[from / 64] |= 1ull << from % 64;
  ck_assert_str_eq (text, "");
  return set;
}

START_TEST (lists)
{
  static const struct
  {
    const char *list;
    unsigned count, first;
  } cases[] = { { "0", 1, 0 }, { "0-3", 4, 0 }, { "1,3,5-7", 5, 1 },
		{ "63-64,8191", 3, 63 }, { "", 0, MRT_MOST_CPUS } };
  char buf[128];

  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
      struct mrt_cpu_set set = set_of (cases[i].list);
      ck_assert_uint_eq (mrt_cpu_set_count (&set), cases[i].count);
      ck_assert_uint_eq (mrt_cpu_set_first (&set), cases[i].first);
      mrt_cpu_set_list (&set, buf, sizeof buf);
      ck_assert_str_eq (buf, cases[i].list);
    }
  ck_assert (!mrt_cpu_set_has (&(struct mrt_cpu_set) { 0 }, 100000));
}
END_TEST

START_TEST (long_list)
{
  struct mrt_cpu_set set;
  char buf[128];

  memset (&set, 0x55, sizeof set);
  mrt_cpu_set_list (&set, buf, sizeof buf);
  ck_assert_uint_lt (strlen (buf), sizeof buf);
  ck_assert_int_eq (strncmp (buf, "0,2,4,", 6), 0);
  ck_assert_str_eq (buf + strlen (buf) - 3, "...");
}
END_TEST

START_TEST (own_set)
{
  struct mrt_cpu_set set, more = set_of ("8190");

  ck_assert (mrt_cpu_set_of (&set, 0));
  unsigned n = mrt_cpu_set_count (&set);
  ck_assert_uint_gt (n, 0);
  mrt_cpu_set_union (&set, &more);
  ck_assert_uint_eq (mrt_cpu_set_count (&set), n + 1);
  ck_assert (!mrt_cpu_set_of (&set, 0x3fffffff));
  ck_assert_uint_gt (mrt_online_cpus (), 0);
}
END_TEST

START_TEST (kernel_texts)
{
  struct mrt_task task;

  ck_assert (mrt_parse_schedstat ("5561 3321837 2\n", &task));
  ck_assert_uint_eq (task.run, 5561);
  ck_assert_uint_eq (task.wait, 3321837);
  ck_assert (!mrt_parse_schedstat ("", &task));
  ck_assert (!mrt_parse_schedstat ("5", &task));
  ck_assert (!mrt_parse_schedstat ("5 x", &task));
  ck_assert_double_eq_tol (mrt_parse_load ("12.34 2.21 1.68 3/100 4350"),
			   12.34, 1e-9);
  ck_assert_double_eq (mrt_parse_load ("0.00 0"), 0);
  ck_assert_double_lt (mrt_parse_load ("?"), 0);
}
END_TEST

START_TEST (waiting)
{
  static const struct mrt_task tasks[]
    = { { 1000, 100, 0 }, { 900, 50, 1 }, { 800, 0, 0 }, { 700, 0, -1 },
	{ 5, 9999, 1 } };
  struct mrt_waiting w = mrt_waiting_of (tasks, 5);

  /* The last ran for too little to count.  */
  ck_assert_uint_eq (w.threads, 4);
  ck_assert_uint_eq (w.run, 3400);
  ck_assert_uint_eq (w.wait, 150);
  ck_assert_uint_eq (w.bound, 3);
  ck_assert_uint_eq (w.sharing, 2);
  w = mrt_waiting_of (tasks, 0);
  ck_assert_uint_eq (w.threads, 0);
}
END_TEST

int
main (void)
{
  TCase *tests = tcase_create ("conditions");
  tcase_add_test (tests, lists);
  tcase_add_test (tests, long_list);
  tcase_add_test (tests, own_set);
  tcase_add_test (tests, kernel_texts);
  tcase_add_test (tests, waiting);
  return run_tests (tests);
}
