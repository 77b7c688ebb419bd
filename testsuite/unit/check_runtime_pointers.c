/* SPDX-License-Identifier: GPL-3.0-or-later */
/* runtime/pointers.c: which functions counted ones call through pointers.  */

#include "check-main.h"
#include "module.h"
#include "pointers.h"

static struct mrt_thread threads[2];
static struct mrt_nest nests[8];

/* A function with calls at the end of three blocks, and two that pass
   something.  */
static uint32_t sites[]
  = { 0, 1, 2, 5 | MEMLB_POINTER_PASSED, 5 | MEMLB_POINTER_BYTES };
#define SITES (sizeof sites / sizeof *sites)
static struct
{
  struct memlb_nest desc;
  /* In the descriptor's neighbourhood, as code is in that of its tables.  */
  unsigned char site[14];
} code;
static uint64_t words[2][MEMLB_COUNT_FIRST + 3 + MEMLB_SITE_WORDS * SITES];
static uint64_t *tables[2][8];

/* What a function's copy does in thread T at number N of sites: it calls the
   function at address VALUE, or passes it, or so many bytes.  */

static void
call (unsigned t, uint32_t n, uint64_t value)
{
  unsigned char *site = code.site;
  uint64_t *w = mrt_site_words (&code.desc, n, words[t]);
  int32_t distance = (int32_t) ((char *) &code.desc - (char *) (site + 3));
  for (int i = 0; i < 4; i++)
    {
      site[3 + i] = (unsigned char) ((uint32_t) distance >> 8 * i);
      site[10 + i] = (unsigned char) (n >> 8 * i);
    }
  mrt_self = &threads[t];
  if (sites[n] & MEMLB_POINTER_BYTES)
    {
      w[MEMLB_SITE_NUMBER] += value;
      return;
    }
  if (w[MEMLB_SITE_FUNCTION] != value)
    mrt_pointer_called (site, value);
  w[MEMLB_SITE_NUMBER]++;
}

static void
setup (void)
{
  memset (words, 0, sizeof words);
  for (int t = 0; t < 2; t++)
    {
      threads[t] = (struct mrt_thread) { .next = t ? NULL : &threads[1],
					 .counts = tables[t] };
      tables[t][7] = words[t];
    }
  mrt_threads = threads;
  code.desc.index = 7;
  code.desc.n_counters = 3;
  code.desc.n_sites = SITES;
  code.desc.sites = (char *) sites - (char *) &code.desc.sites;
  nests[7].desc = &code.desc;
  mrt_nests = nests;
  mrt_n_nests = 8;
}

/* Calls of FUNCTION from BLOCK in P, and that one row has them.  */

static uint64_t
calls (const struct mrt_pointers *p, uint32_t block, uint64_t function)
{
  uint64_t sum = 0;
  unsigned rows = 0;
  for (uint32_t i = 0; p && i < p->n; i++)
    if (p->rows[i].block == block && p->rows[i].function == function)
      {
	ck_assert_uint_eq (p->rows[i].nest, 7);
	sum += p->rows[i].calls;
	rows++;
      }
  ck_assert_uint_le (rows, 1);
  return sum;
}

START_TEST (sums_of_threads)
{
  setup ();
  for (unsigned i = 0; i < 3000; i++)
    {
      call (i & 1, i % 3, 0x1000 + 16 * (i % 100));
      call (i & 1, 4, i);
      call (i & 1, 3, 0x1000);
    }
  struct mrt_pointers *sum = mrt_pointers_sum ();
  ck_assert_ptr_nonnull (sum);
  for (unsigned block = 0; block < 3; block++)
    for (unsigned f = 0; f < 100; f++)
      ck_assert_uint_eq (calls (sum, block, 0x1000 + 16 * f), 10);
  ck_assert_uint_eq (calls (sum, 5 | MEMLB_POINTER_BYTES, 0), 2999 * 1500);
  ck_assert_uint_eq (calls (sum, 5 | MEMLB_POINTER_PASSED, 0x1000), 3000);
  mrt_pointers_free (sum);
  /* Nothing is told twice.  */
  call (0, 3, 0x2000);
  sum = mrt_pointers_sum ();
  ck_assert_uint_eq (calls (sum, 5 | MEMLB_POINTER_PASSED, 0x1000), 3000);
  ck_assert_uint_eq (calls (sum, 5 | MEMLB_POINTER_PASSED, 0x2000), 1);
  mrt_pointers_free (sum);
  mrt_pointers_reset (&threads[0]);
  sum = mrt_pointers_sum ();
  ck_assert_uint_eq (calls (sum, 5 | MEMLB_POINTER_PASSED, 0x1000), 1500);
  mrt_pointers_free (sum);
}
END_TEST

/* What has no room is not recorded; what has stays right.  */

START_TEST (more_than_there_is_room_for)
{
  setup ();
  for (unsigned round = 0; round < 3; round++)
    for (unsigned i = 0; i < 3 * MRT_POINTER_ROWS; i++)
      call (0, 1, 0x1000 + 16 * i);
  call (0, 1, 0);
  struct mrt_pointers *p = threads[0].pointers;
  ck_assert_uint_eq (p->n, MRT_POINTER_ROWS);
  for (uint32_t i = 0; i < p->n; i++)
    ck_assert_uint_eq (p->rows[i].calls, 3);
  struct mrt_pointers *sum = mrt_pointers_sum ();
  ck_assert_uint_eq (sum->n, MRT_POINTER_ROWS);
  mrt_pointers_free (sum);
}
END_TEST

/* No table without counters.  */

START_TEST (not_counted)
{
  setup ();
  tables[0][7] = NULL;
  call (0, 1, 0x1000);
  words[0][MEMLB_COUNT_FIRST] = 1;
  ck_assert_ptr_null (threads[0].pointers);
  ck_assert_ptr_null (mrt_pointers_sum ());
}
END_TEST

int
main (void)
{
  TCase *tests = tcase_create ("pointers");
  tcase_add_test (tests, sums_of_threads);
  tcase_add_test (tests, more_than_there_is_room_for);
  tcase_add_test (tests, not_counted);
  return run_tests (tests);
}
