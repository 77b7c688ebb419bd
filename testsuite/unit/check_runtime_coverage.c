/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Are 95 % intervals 95 % intervals?  Entries are made up whose times and
   bounds are all known, sampled as the runtime samples them, and estimated
   from the samples; the interval must hold the truth of another run in 93 to 97
   of 100 cases, whatever the distribution.  The generator's seed is fixed.  */

#include "check-main.h"
#include "estimate.h"
#include "pairs.h"
#include "settings.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ENTRIES 2000
#define CASES 1000

static struct mrt_costs costs = { .original = 60, .bound = 70, .forwarding = 1 };
static uint64_t state;

static double
uniform (void)
{
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (double) (state >> 11) / 9007199254740992.0;
}

static double
normal (void)
{
  return sqrt (-2 * log (1 - uniform ())) * cos (2 * M_PI * uniform ());
}

/* One entry: ticks without memlb, and of the bound copy.  */
struct entry
{
  double original, bound;
};

/* The entry number I of ENTRIES.  */
typedef struct entry distribution (unsigned i);

static struct entry
steady (unsigned i)
{
  double o = 5000 * (1 + 0.05 * normal ());
  (void) i;
  return (struct entry) { o, 0.4 * o * (1 + 0.05 * normal ()) };
}

static struct entry
tenfold (unsigned i)
{
  struct entry e = steady (i);
  return (struct entry) { 10 * e.original, 10 * e.bound };
}

static struct entry
hundredfold (unsigned i)
{
  struct entry e = steady (i);
  return (struct entry) { 100 * e.original, 100 * e.bound };
}

static struct entry
skewed (unsigned i)
{
  double o = 5000 * exp (0.8 * normal ());
  (void) i;
  return (struct entry) { o, 0.5 * o * exp (0.1 * normal ()) };
}

/* The bound of short entries is another share of the time than that of long
   ones.  */

static struct entry
two_kinds (unsigned i)
{
  bool is_short = uniform () < 0.7;
  double o = (is_short ? 3000 : 40000) * (1 + 0.1 * normal ());
  (void) i;
  return (struct entry) { o, (is_short ? 0.9 : 0.3) * o };
}

/* A program of two phases, each with a drift.  */

static struct entry
phases (unsigned i)
{
  double t = (double) i / ENTRIES;
  double o = (t < 0.6 ? 4000 + 4000 * t : 30000 - 10000 * t)
	     * (1 + 0.1 * normal ());
  return (struct entry) { o, o * (t < 0.6 ? 0.8 : 0.4 + 0.3 * t) };
}

/* Rows of a matrix that is reduced: shorter and shorter.  */

static struct entry
shortening (unsigned i)
{
  double o = (10000 - 9000. * i / ENTRIES) * (1 + 0.1 * normal ());
  return (struct entry) { o, 0.9 * o * (1 + 0.05 * normal ()) };
}

/* What a fixed part of each entry costs does not shrink.  */

static struct entry
offset (unsigned i)
{
  double o = 1500 + 8000 * uniform ();
  (void) i;
  return (struct entry) { o, 1200 + 0.3 * (o - 1500) + 100 * normal () };
}

/* How the entries are sampled.  */
struct protocol
{
  double samples;		/* probability of a bound run */
  double timed;			/* probability of being timed */
  double preempted;		/* probability that the original is, and
				   dropped */
  double stolen;		/* probability that an outlier comes in a
				   bound run */
  double struck;		/* probability that the original takes two to three
				   times as long more, which nobody sees */
  double interrupted;		/* share of all time that interrupts take */
  bool apart;			/* sampled originals do not count: they last as many
				   ticks longer as the costs tell, and then COLD */
  double cold;
  bool first;			/* the bound copy runs first; such originals have no
				   time */
  double auxiliary;		/* probability of being measured like a sample, */
  unsigned auxiliary_from;	/* from this entry on */
  unsigned early;		/* entries at the start that are all timed and
				   have bound runs */
  unsigned poor;		/* entries at the start that have none, since the
				   budget was spent */
};

/* Ticks of an interrupt, as some virtual machines have them: 40 us.  */
#define INTERRUPT 80000

static struct mrt_record record;
static struct mrt_interrupts seen;

/* What an entry counts for that is measured with probability P.  */

static uint32_t
weight (double p)
{
  return (uint32_t) (1 / p + 0.5);
}

static void
time_entry (double ticks, uint32_t times)
{
  uint64_t mean = record.mean;
  if (mean)
    {
      record.late += times * mean;
      record.late_weights += times;
    }
  record.mean = mean ? (3 * mean + (uint64_t) ticks) / 4 : (uint64_t) ticks;
  record.timed++;
  record.settled++;
  record.weights += times;
  record.weight_squares += times * times;
  record.time += times * (uint64_t) ticks;
  record.squares_low += times * (uint64_t) (ticks * ticks);
}

/* TICKS, or more where an interrupt comes.  */

static double
interrupted (const struct protocol *p, double ticks)
{
  return uniform () < p->interrupted * ticks / INTERRUPT ? ticks + INTERRUPT
							 : ticks;
}

/* The bound run of B ticks beside an original of O, made again where it is
   doubtful.  */

static double
bound_run (const struct protocol *p, double o, double b)
{
  double ticks = interrupted (p, b), before = 0;
  for (int i = 0;
       i < 3 && mrt_doubtful_p (&record, (uint64_t) o, (uint64_t) ticks, true);
       i++)
    {
      before = ticks;
      ticks = interrupted (p, b);
    }
  mrt_note_run (&seen, &record, (uint64_t) o, (uint64_t) ticks,
		(uint64_t) before);
  return ticks;
}

/* Run through one entry E.  */

static void
enter (const struct protocol *p, struct entry e)
{
  double o = e.original + costs.original, b = e.bound + costs.bound;
  bool early = record.entries < p->early;
  double samples = early ? 1 : p->samples, timed = early ? 1 : p->timed;
  bool sampled = uniform () < samples && record.entries >= p->poor;
  record.entries++;
  record.sample_weight = weight (samples);
  if (uniform () < p->preempted)
    {
      record.disturbed++;
      return;
    }
  if (p->interrupted > 0)
    {
      o = interrupted (p, o);
      b = bound_run (p, o, b);
    }
  if (uniform () < p->struck)
    o += e.original * (2 + uniform ());
  if (sampled && uniform () < p->stolen)
    b += 1e6 * (1 + uniform ());
  bool auxiliary = !sampled && p->auxiliary > 0
		   && record.entries >= p->auxiliary_from
		   && uniform () < p->auxiliary / (1 - samples);
  if (!(sampled && (p->apart || p->first)) && !auxiliary
      && uniform () < timed)
    time_entry (o, weight (timed));
  o += p->cold;
  if (auxiliary)
    {
      record.sample_weight = weight (p->auxiliary);
      mrt_add_auxiliary (&record, (uint64_t) o, false);
    }
  if (sampled && mrt_credible_p (&record, (uint64_t) o, (uint64_t) b))
    {
      if (p->first)
	mrt_add_before (&record, (uint64_t) b);
      else
	mrt_add_pair (&record, (uint64_t) o, (uint64_t) b);
      record.samples++;
      record.apart += p->apart;
    }
}

/* The width of the last case's interval, as a share of the bound.  */
static double width;

/* One case: 1 if the interval holds the sum of the bounds.  *ERROR is the
   estimate's relative error.  */

static int
one_case (distribution *d, const struct protocol *p, double *error)
{
  const struct memlb_nest desc
    = { .flags = MEMLB_NEST_COPIED | (p->first ? MEMLB_NEST_MAY_ALIAS : 0),
	.ctl_gprs = 1, .refs_redirected = 3 };
  struct mrt_sums sums = { 0 };
  double truth = 0;
  memset (&record, 0, sizeof record);
  for (unsigned i = 0; i < ENTRIES; i++)
    {
      struct entry e = d (i);
      truth += e.bound;
      enter (p, e);
    }
  truth *= 1 + MRT_BETWEEN_RUNS * normal ();
  truth += MRT_FIXED_ERROR * normal () * ENTRIES;
  mrt_sums_add (&sums, &record, record.entries, 0);
  struct mrt_estimate e
    = mrt_estimate (&sums, &desc, MRT_REASON_NONE, true, &costs);
  ck_assert (e.bound > 0 && e.bound_low < e.bound && e.bound < e.bound_high);
  *error = e.bound / truth - 1;
  width = (e.bound_high - e.bound_low) / e.bound;
  return e.bound_low <= truth && truth <= e.bound_high;
}

static void
expect_coverage (const char *name, distribution *d, const struct protocol *p)
{
  int held = 0;
  double sum = 0;
  state = 88172645463325252;
  mrt_settings.budget = 100;
  for (int i = 0; i < CASES; i++)
    {
      double error;
      held += one_case (d, p, &error);
      sum += error;
    }
  double share = 100.0 * held / CASES, bias = 100 * sum / CASES;
  printf ("%-34s interval holds in %.1f %%, bias %+.2f %%\n", name, share,
	  bias);
  ck_assert (share >= 93 && share <= 97.5);
  ck_assert (fabs (bias) < 1);
}

/* The mean error of the bound of entries of D, of CASES cases, where interrupts
   take 5 per cent of all time; per cent.  They are in the original and in the
   bound, and so are nobody's memory.  */

static double
interrupts_bias (distribution *d)
{
  static const struct protocol p
    = { .samples = 1, .timed = 1, .interrupted = 0.05 };
  double sum = 0;
  state = 88172645463325252;
  seen = (struct mrt_interrupts) { 0 };
  mrt_settings.budget = 100;
  for (int i = 0; i < CASES; i++)
    {
      double error;
      one_case (d, &p, &error);
      sum += error - p.interrupted;
      costs.interrupts = (double) seen.taken / ((double) seen.ran + 1);
      costs.n_interrupts = (double) seen.n;
    }
  costs.interrupts = costs.n_interrupts = 0;
  return 100 * sum / CASES;
}

START_TEST (interrupts)
{
  double short_runs = interrupts_bias (steady);
  double long_runs = interrupts_bias (tenfold);
  double longer_runs = interrupts_bias (hundredfold);
  printf ("interrupts: bias %+.2f, %+.2f, %+.2f %%\n", short_runs, long_runs,
	  longer_runs);
  ck_assert (fabs (short_runs) < 1);
  ck_assert (fabs (long_runs) < 1);
  ck_assert (fabs (longer_runs) < 1);
}
END_TEST

#define COVERAGE(NAME, PROTOCOL...)					\
  static const struct protocol NAME##_protocol = { PROTOCOL };		\
  START_TEST (NAME)							\
  {									\
    static distribution *const all[]					\
      = { steady, skewed, two_kinds, phases, offset };			\
    static const char *const names[]					\
      = { "steady", "skewed", "two kinds", "phases", "offset" };	\
    char name[64];							\
    for (unsigned i = 0; i < sizeof all / sizeof all[0]; i++)		\
      {									\
	snprintf (name, sizeof name, #NAME ", %s", names[i]);		\
	expect_coverage (name, all[i], &NAME##_protocol);		\
      }									\
  }									\
  END_TEST

COVERAGE (every_entry_timed, .samples = 0.1, .timed = 1)
COVERAGE (few_samples, .samples = 0.04, .timed = 1)
COVERAGE (some_entries_timed, .samples = 0.1, .timed = 1. / 3)
COVERAGE (preempted, .samples = 0.1, .timed = 1, .preempted = 0.03)
COVERAGE (stolen, .samples = 0.1, .timed = 1, .stolen = 0.01)
COVERAGE (startup, .samples = 0.1, .timed = 0.25, .early = 100)
COVERAGE (apart, .samples = 0.05, .timed = 1, .apart = true)
COVERAGE (auxiliary, .samples = 0.05, .timed = 1, .apart = true, .cold = 400,
	  .auxiliary = 0.25)

/* They say nothing where they are those of a part of the program.  */
COVERAGE (late_auxiliary, .samples = 0.05, .timed = 1, .apart = true, .cold = 400,
	  .auxiliary = 0.25, .auxiliary_from = ENTRIES / 3)

COVERAGE (first, .samples = 0.05, .timed = 1, .first = true)
COVERAGE (first_and_untimed, .samples = 0.05, .timed = 1. / 3, .first = true)

/* The mean width of the intervals of skewed entries with samples like P's, as a share of
   the bound.  */

static double
mean_width (const struct protocol *p)
{
  double sum = 0;
  state = 88172645463325252;
  mrt_settings.budget = 100;
  for (int i = 0; i < CASES / 4; i++)
    {
      double error;
      one_case (skewed, p, &error);
      sum += width;
    }
  return 4 * sum / CASES;
}

START_TEST (auxiliary_width)
{
  double without = mean_width (&apart_protocol);
  double with = mean_width (&auxiliary_protocol);
  printf ("skewed: interval of %.3f, with auxiliary entries %.3f\n", without, with);
  ck_assert_double_lt (with, 0.6 * without);
}
END_TEST

/* The bound of few pairs, of which one may have an original that something else made longer,
   is right all the same.  */

START_TEST (struck)
{
  static const struct protocol p = { .samples = 0.01, .timed = 1, .struck = 0.01 };
  unsigned wrong = 0;
  double sum = 0;
  state = 88172645463325252;
  mrt_settings.budget = 100;
  for (int i = 0; i < CASES; i++)
    {
      double error;
      one_case (steady, &p, &error);
      wrong += fabs (error) > 0.1;
      sum += width;
    }
  printf ("struck originals: %u of %u more than 10 %% off, interval of %.3f\n", wrong, CASES,
	  sum / CASES);
  ck_assert_uint_lt (wrong, CASES / 100);
}
END_TEST

/* Long entries that had no samples are known of from others that were measured like
   these.  */

START_TEST (poor)
{
  static const struct protocol p
    = { .samples = 0.05, .timed = 1, .apart = true, .cold = 100, .auxiliary = 0.25,
	.poor = ENTRIES / 2 };
  unsigned held = 0;
  double sum = 0, bias = 0;
  state = 88172645463325252;
  mrt_settings.budget = 100;
  for (int i = 0; i < CASES; i++)
    {
      double error;
      held += (unsigned) one_case (shortening, &p, &error);
      bias += error / CASES;
      sum += width / CASES;
    }
  printf ("no early samples: interval holds in %u of %u, bias %+.1f %%, width %.3f\n",
	  held, CASES, 100 * bias, sum);
  fflush (stdout);
  ck_assert_uint_gt (held, CASES / 10 * 9);
  ck_assert (fabs (bias) < 0.1);
}
END_TEST

int
main (void)
{
  TCase *tests = tcase_create ("coverage");
  tcase_set_timeout (tests, 600);
  tcase_add_test (tests, every_entry_timed);
  tcase_add_test (tests, few_samples);
  tcase_add_test (tests, some_entries_timed);
  tcase_add_test (tests, preempted);
  tcase_add_test (tests, stolen);
  tcase_add_test (tests, startup);
  tcase_add_test (tests, struck);
  tcase_add_test (tests, auxiliary);
  tcase_add_test (tests, late_auxiliary);
  tcase_add_test (tests, auxiliary_width);
  tcase_add_test (tests, poor);
  tcase_add_test (tests, apart);
  tcase_add_test (tests, first);
  tcase_add_test (tests, first_and_untimed);
  tcase_add_test (tests, interrupts);
  return run_tests (tests);
}
