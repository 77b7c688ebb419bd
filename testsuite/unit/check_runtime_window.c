/* SPDX-License-Identifier: GPL-3.0-or-later */
/* runtime/window.c: where threads count whole functions.  */

#include "check-main.h"
#include "count.h"
#include "window.h"

#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#define N_COUNTERS 5
#define N_WORDS (MEMLB_COUNT_FIRST + N_COUNTERS)

static struct mrt_module module = { .n = 3 };
static struct mrt_nest nests[3];
static struct mrt_thread threads[2];

/* The second function's words are far behind the first one's; nothing is ever
   written there.  */
static uint64_t words[2][0x10000];
static struct memlb_nest desc[2];

static void
setup (void)
{
  memset (threads, 0, sizeof threads);
  threads[0].next = &threads[1];
  mrt_threads = threads;
  for (int i = 0; i < 2; i++)
    {
      desc[i].index = (uint32_t) i + 1;
      desc[i].n_counters = N_COUNTERS;
      desc[i].words = (char *) words[i] - (char *) &desc[i].words;
      nests[i + 1] = (struct mrt_nest) { .desc = &desc[i], .module = &module };
    }
  mrt_nests = nests;
  mrt_n_nests = 3;
  mrt_uncounted = false;
}

/* What the copy of function F does for counter K, in whatever window the segment
   leads to.  */

static void
count (int f, int k)
{
  uint64_t at = (uint32_t) (uintptr_t) &words[f][MEMLB_COUNT_FIRST + k];
  __asm__ volatile ("addq $1, %%gs:(%0)" : : "r" (at) : "memory");
}

static void
check_windows (void)
{
  uint64_t *w[2][2];
  for (int t = 0; t < 2; t++)
    for (int f = 0; f < 2; f++)
      {
	w[t][f] = mrt_window_words (&threads[t], &desc[f]);
	ck_assert_ptr_nonnull (w[t][f]);
	/* The same, should it be asked for once more.  */
	ck_assert_ptr_eq (mrt_window_words (&threads[t], &desc[f]), w[t][f]);
	for (int i = 0; i < N_WORDS; i++)
	  ck_assert_uint_eq (w[t][f][i], 0);
      }
  for (int n = 0; n < 12; n++)
    {
      ck_assert (mrt_window_use (&threads[n % 2]));
      count (n % 3 == 0, n % N_COUNTERS);
    }
  for (int t = 0; t < 2; t++)
    for (int f = 0; f < 2; f++)
      for (int k = 0; k < N_COUNTERS; k++)
	{
	  unsigned expected = 0;
	  for (int n = 0; n < 12; n++)
	    expected += n % 2 == t && (n % 3 == 0) == f && n % N_COUNTERS == k;
	  ck_assert_uint_eq (w[t][f][MEMLB_COUNT_FIRST + k], expected);
	}
  ck_assert (!mrt_uncounted);
}

START_TEST (each_thread_has_its_own)
{
  setup ();
  check_windows ();
}
END_TEST

/* Addresses that the program may have beyond those that it has.  */

static void
limit_addresses (size_t more)
{
  struct rlimit limit = { 0, RLIM_INFINITY };
  unsigned long pages;
  FILE *f = fopen ("/proc/self/statm", "r");
  ck_assert (f && fscanf (f, "%lu", &pages) == 1);
  fclose (f);
  limit.rlim_cur = limit.rlim_max = pages * 4096 + more;
  ck_assert_int_eq (setrlimit (RLIMIT_AS, &limit), 0);
}

START_TEST (few_addresses)
{
  setup ();
  limit_addresses (8 << 20);
  check_windows ();
}
END_TEST

START_TEST (no_memory)
{
  setup ();
  limit_addresses (0);
  ck_assert_ptr_null (mrt_window_words (&threads[0], &desc[0]));
  ck_assert (mrt_uncounted);
}
END_TEST

/* What ends behind the last address of a window cannot be counted.  */

START_TEST (across_the_end)
{
  setup ();
  desc[0].words = (int64_t) (UINT64_C (0x7fffffffffe0)
			     - (uint64_t) (uintptr_t) &desc[0].words);
  ck_assert_ptr_null (mrt_window_words (&threads[0], &desc[0]));
  ck_assert (mrt_uncounted);
}
END_TEST

START_TEST (the_program_has_the_segment)
{
  setup ();
  ck_assert_ptr_nonnull (mrt_window_words (&threads[0], &desc[0]));
  ck_assert (mrt_put_segment_base (0x123456789000));
  ck_assert (!mrt_window_use (&threads[0]));
  ck_assert_ptr_null (mrt_window_words (&threads[1], &desc[0]));
  ck_assert (mrt_uncounted);
}
END_TEST

int
main (void)
{
  TCase *tests = tcase_create ("window");
  tcase_add_test (tests, each_thread_has_its_own);
  tcase_add_test (tests, few_addresses);
  tcase_add_test (tests, no_memory);
  tcase_add_test (tests, across_the_end);
  tcase_add_test (tests, the_program_has_the_segment);
  return run_tests (tests);
}
