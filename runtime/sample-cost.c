/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What samples cost, and how many entries one has to stand for, so that all samples of all
   nests keep to the budget.  */

#include "sample.h"
#include "ledger.h"
#include "runtime.h"
#include "settings.h"

/* Ticks that an entry lasts at least.  */
#define LEAST 8

/* Samples that tell what others cost; and what one may cost for that: so many runs,
   and nanoseconds beside them.  More is spent once, as on a mirror that grows; but not
   if it is spent in later runs than the first: where entries go elsewhere in memory
   mirrors grow each time.  */
#define LAST_COSTS 16
#define MOST_RUNS 4
#define MOST_BESIDE_NS 100000
#define FIRST_RUNS 16

/* Sixteenths of the budget for samples to begin with.  */
#define SAMPLING_PART 12

/* From so many samples on a nest needs fewer.  */
#define ENOUGH 2000

/* By what the mean original takes, and by what the last samples cost beside theirs:
   where a few entries last longer than all others, the mean of some costs says
   little.  What would be expected without them counts as one more.  */

uint64_t
mrt_sample_expected (const struct mrt_record *rec)
{
  uint64_t mean = mrt_mean (rec);
  bool once = mrt_ticks_to_ns (mean) >= MRT_ONCE_NS;
  uint64_t cost = (mean << !once) + MRT_SAMPLE_COST;
  return mean ? mrt_scaled (mean, rec->sample_costs + cost,
			    rec->sampled_originals + mean) : cost;
}

uint64_t
mrt_net_mean (const struct mrt_record *rec)
{
  uint64_t mean = MRT_MIN (rec->mean, mrt_mean (rec));
  uint64_t cost = mrt_process.cost;
  return mean > cost + LEAST ? mean - cost : LEAST;
}

/* Sixteenths of a nest's share that it may use when the thread has SPENT of
   ALLOWED.  */

static unsigned
urgency (uint64_t spent, uint64_t allowed)
{
  return spent < allowed / 4 ? 128 : spent < allowed / 2 ? 64
	 : spent < allowed / 4 * 3 ? 32 : spent < allowed / 8 * 7 ? 16
	 : spent < allowed ? 8 : 2;
}

uint64_t
mrt_sample_weight (const struct mrt_thread *self, const struct mrt_record *rec)
{
  uint64_t mean = mrt_net_mean (rec);
  uint64_t cost = mrt_sample_expected (rec);
  while (mean >> 32 || cost >> 40)
    {
      mean = (mean >> 4) + 1;
      cost = (cost >> 4) + 1;
    }
  uint64_t share = mrt_settings.budget * (uint64_t) SAMPLING_PART / 16
		   * urgency (self->spent, mrt_allowance (self));
  uint64_t weight = 1000 * 16 * cost / MRT_MAX (share * mean, 1);
  if (rec->samples > ENOUGH)
    weight *= rec->samples > 8 * ENOUGH ? 16 : 4;
  return MRT_MIN (MRT_MAX (weight, 1), MRT_WEIGHT_MOST);
}

void
mrt_sample_cost (struct mrt_record *rec, uint64_t elapsed, uint64_t cost)
{
  if (rec->bound_runs < FIRST_RUNS)
    cost = MRT_MIN (cost,
		    MOST_RUNS * elapsed + mrt_ns_to_ticks (MOST_BESIDE_NS));
  rec->sample_costs += cost + MRT_SAMPLE_COST - rec->sample_costs / LAST_COSTS;
  rec->sampled_originals += elapsed - rec->sampled_originals / LAST_COSTS;
}
