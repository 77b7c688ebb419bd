/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A nest that is made up, for the tests of runtime/estimate.c and runtime/verdict.c.  */
#ifndef ESTIMATE_CASES_H
#define ESTIMATE_CASES_H

#include "check-main.h"
#include "estimate.h"

static struct mrt_costs costs
  = { .original = 100, .bound = 50, .forwarding = 1, .fault = 1000 };
static struct memlb_nest desc;
static struct mrt_sums sums;

/* N pairs of ORIGINAL and BOUND ticks (net of cost), all of them timed.  */

static void
pairs (unsigned n, double original, double bound)
{
  desc = (struct memlb_nest) { .flags = MEMLB_NEST_COPIED, .ctl_gprs = 1,
			       .refs_redirected = 3 };
  sums = (struct mrt_sums) { .entries = n, .timed = n, .samples = n,
			     .bound_runs = 2 * n, .weights = n,
			     .weight_squares = n };
  for (unsigned i = 0; i < n; i++)
    {
      /* Some spread.  */
      double o = original * (1 + 0.01 * (i % 7)) + costs.original;
      double b = bound * (1 + 0.02 * (i % 5)) + costs.bound;
      sums.time += o;
      sums.time_squares += o * o;
      sums.bins[i % MRT_BINS].original += (uint64_t) o;
      sums.bins[i % MRT_BINS].bound += (uint64_t) b;
      sums.bins[i % MRT_BINS].n++;
      if (i < MRT_RECENT)
	sums.recent[sums.n_recent++] = (uint32_t) o;
    }
}

static struct mrt_estimate
estimate (void)
{
  return mrt_estimate (&sums, &desc, MRT_REASON_NONE, true, &costs);
}

/* The verdict and reason that the nest gets now.  */
#define EXPECT(VERDICT, REASON)						\
  do									\
    {									\
      struct mrt_estimate e_ = estimate ();				\
      ck_assert_int_eq (e_.verdict, VERDICT);				\
      ck_assert_int_eq (e_.reason, REASON);				\
    }									\
  while (0)

#endif
