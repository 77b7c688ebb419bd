/* SPDX-License-Identifier: GPL-3.0-or-later */
/* runtime/distinct-pages.c: pages are exchanged until none delays another, and no
   longer.  Which do is made up here, but for what the processor says in the end.  */

#include "check-main.h"
#include "distinct-pages.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#define PAGE 4096
#define N 14
#define MOST 128

static char *pages[N];
static unsigned asked;

static void
map (int flags)
{
  char *p = mmap (NULL, N * PAGE, PROT_READ | PROT_WRITE, flags | MAP_ANONYMOUS,
		  -1, 0);
  ck_assert (p != MAP_FAILED);
  for (unsigned i = 0; i < N; i++)
    pages[i] = p + i * PAGE;
  asked = 0;
}

static bool
none (char *store, char *load)
{
  ck_assert_ptr_ne (store, load);
  asked++;
  return false;
}

static bool
all (char *store, char *load)
{
  return !none (store, load);
}

/* The page number 5 is delayed by the fourth, three times, and each time it must be
   another one, without what was there.  */

static unsigned times;

static bool
fifth (char *store, char *load)
{
  if (load != pages[5] || store != pages[3] || times == 3)
    return false;
  times++;
  ck_assert_int_eq (load[100], 0);
  load[100] = 1;
  return true;
}

/* As many classes as there are pages, less one: the last page finds none.  */

static bool
last (char *store, char *load)
{
  return load == pages[N - 1] && store == pages[0];
}

START_TEST (exchanges)
{
  static const int flags[] = { MAP_PRIVATE, MAP_SHARED };
  static const int advice[] = { MADV_DONTNEED, MADV_REMOVE };
  for (unsigned i = 0; i < 2; i++)
    {
      map (flags[i]);
      ck_assert_uint_eq (mrt_distinct_pages (pages, N, advice[i], none), 0);
      ck_assert_uint_eq (asked, 2 * N * (N - 1) / 2);
      times = 0;
      ck_assert_uint_eq (mrt_distinct_pages (pages, N, advice[i], fifth), 3);
      ck_assert_int_eq (pages[5][100], 0);
      for (unsigned k = 0; k < N; k++)
	memset (pages[k], (int) k, PAGE);
      munmap (pages[0], N * PAGE);
    }
}
END_TEST

START_TEST (limits)
{
  map (MAP_PRIVATE);
  ck_assert_uint_eq (mrt_distinct_pages (pages, N, MADV_DONTNEED, last), MOST);
  ck_assert_uint_le (mrt_distinct_pages (pages, N, MADV_DONTNEED, all), 6);
  munmap (pages[0], N * PAGE);
}
END_TEST

/* With what the processor says the pages stay usable, and nothing but zeros is left
   where it was tried; how many delay others in the end is a matter of time.  */

START_TEST (real)
{
  map (MAP_PRIVATE);
  unsigned taken = mrt_distinct_pages (pages, N, MADV_DONTNEED, mrt_delays_p);
  ck_assert_uint_le (taken, MOST);
  unsigned left = 0;
  for (unsigned i = 0; i < N; i++)
    for (unsigned k = 0; k < i; k++)
      left += mrt_delays_p (pages[k], pages[i]);
  printf ("%u pages exchanged, %u pairs left\n", taken, left);
  for (unsigned i = 0; i < N; i++)
    {
      ck_assert_int_eq (pages[i][0] | pages[i][8], 0);
      memset (pages[i], 1, PAGE);
    }
  munmap (pages[0], N * PAGE);
}
END_TEST

int
main (void)
{
  TCase *tests = tcase_create ("distinct pages");
  tcase_add_test (tests, exchanges);
  tcase_add_test (tests, limits);
  tcase_add_test (tests, real);
  return run_tests (tests);
}
