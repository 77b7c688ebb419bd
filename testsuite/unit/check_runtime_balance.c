/* SPDX-License-Identifier: GPL-3.0-or-later */
/* runtime/balance.c: how a nest lies on threads that are made up.  */

#include "check-main.h"
#include "profile.h"

#define THREADS 3
#define INDEX 2

static const struct mrt_costs costs = { .original = 100, .bound = 50,
					.forwarding = 1 };
static const struct memlb_nest desc = { .flags = MEMLB_NEST_COPIED,
					.ctl_gprs = 1, .refs_redirected = 1 };
static struct mrt_thread threads[THREADS];
static struct mrt_record records[THREADS][INDEX + 1];
static int32_t gates[THREADS][INDEX + 1];

/* Thread I has N entries of TIME ticks, and as many samples if SAMPLED, with
   bounds of BOUND ticks.  */

static void
thread (unsigned i, uint64_t n, uint64_t time, uint64_t bound, bool sampled)
{
  struct mrt_record *r = &records[i][INDEX];
  *r = (struct mrt_record) { .entries = n, .timed = n,
			     .time = n * (time + 100), .threads = n > 0 };
  threads[i] = (struct mrt_thread) { .records = records[i],
				     .gates = gates[i] };
  if (i)
    threads[i - 1].next = &threads[i];
  mrt_threads = &threads[0];
  for (uint64_t k = 0; sampled && k < n; k++)
    {
      struct mrt_bin *bin = &r->bins[k % MRT_BINS];
      bin->original += time + 100;
      bin->bound += bound + 50;
      bin->n++;
      r->samples++;
      r->bound_runs++;
    }
}

static bool
balance (struct mrt_balance *b, struct mrt_estimate *e)
{
  struct mrt_sums s = mrt_nest_sums (INDEX);
  *e = mrt_estimate (&s, &desc, MRT_REASON_NONE, true, &costs);
  return mrt_balance (b, INDEX, &desc, &s, e, &costs);
}

START_TEST (uneven)
{
  struct mrt_balance b;
  struct mrt_estimate e;
  thread (0, 100, 10000, 4000, true);
  thread (1, 300, 10000, 8000, true);
  thread (2, 0, 0, 0, false);
  ck_assert (balance (&b, &e));
  ck_assert_double_eq_tol (b.time[0], 1e6, 1);
  ck_assert_double_eq_tol (b.time[1], 2e6, 1);
  ck_assert_double_eq_tol (b.time[2], 3e6, 1);
  ck_assert_double_eq_tol (b.bound[0], 0.4e6, 1);
  ck_assert_double_eq_tol (b.bound[1], 1.4e6, 1);
  ck_assert_double_eq_tol (b.bound[2], 2.4e6, 1);
}
END_TEST

/* A thread without samples has the ratio of all.  */

START_TEST (without_samples)
{
  struct mrt_balance b;
  struct mrt_estimate e;
  thread (0, 100, 10000, 4000, true);
  thread (1, 100, 20000, 0, false);
  thread (2, 0, 0, 0, false);
  ck_assert (balance (&b, &e));
  ck_assert_double_eq_tol (b.time[2], 2e6, 1);
  ck_assert_double_eq_tol (b.bound[2], 2e6 * e.ratio, 1);
  /* Nobody has any.  */
  thread (0, 100, 10000, 0, false);
  thread (1, 100, 20000, 0, false);
  thread (2, 0, 0, 0, false);
  ck_assert (balance (&b, &e));
  ck_assert_double_eq_tol (b.time[0], 1e6, 1);
  ck_assert (b.bound[0] < 0);
}
END_TEST

START_TEST (one_thread)
{
  struct mrt_balance b;
  struct mrt_estimate e;
  thread (0, 100, 10000, 4000, true);
  thread (1, 0, 0, 0, false);
  thread (2, 0, 0, 0, false);
  ck_assert (!balance (&b, &e));
  thread (0, 0, 0, 0, false);
  ck_assert (!balance (&b, &e));
}
END_TEST

int
main (void)
{
  TCase *tests = tcase_create ("balance");
  tcase_add_test (tests, uneven);
  tcase_add_test (tests, without_samples);
  tcase_add_test (tests, one_thread);
  return run_tests (tests);
}
