/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Which entries are measured, and how.

   Extra work (snapshots, observation, bound runs) comes out of a bucket per
   thread that fills with MEMLB_BUDGET per cent of the time that the thread
   has run; the first samples of a nest are taken in any case, unless they are
   long.  Nests so short that timing them would cost more than a few per cent
   are timed now and then only, at random steps.  */

#include "sample.h"
#include "module.h"
#include "observe.h"
#include "runtime.h"
#include "settings.h"

/* Samples of a nest that need no budget, and the longest original, in
   nanoseconds, for which that holds beyond the first.  */
#define FREE_SAMPLES 3
#define FREE_NS 20000000

/* Ticks that timing one entry costs at most, in per cent.  */
#define TIMING_PER_CENT 3
#define TIMING_COST 300

/* Entries shorter than this are measured apart from the bound copy, once so
   many have been timed.  */
#define APART_NS 20000
#define MIN_APART 8

/* What no outlier is shorter than.  */
#define OUTLIER_NS 20000

/* Timed entries before those that are short are passed over, or made quick.  */
#define WARM 32

/* Quick entries between two looks at a nest that gets no samples; and from
   how many samples on one entry in how many may get another.  */
#define QUICK 1024
#define MANY_SAMPLES 64
#define RARE 8

/* Give up on a nest whose first runs were all aborted.  */
#define HOPELESS 8

static unsigned
sampling_plan (uint32_t index)
{
  return mrt_nest_desc (&mrt_nests[index])->flags & MEMLB_NEST_MAY_ALIAS
	 ? MRT_PLAN_BEFORE : MRT_PLAN_AFTER;
}

/* Every entry runs a copy: the first all of them, bound before observe, so
   that a nest entered only once has run both.  */

static unsigned
torture_plan (uint64_t entries, uint32_t index)
{
  bool observe = mrt_nest_desc (&mrt_nests[index])->observe_entry;
  if (entries == 1)
    return MRT_PLAN_BEFORE | (observe ? MRT_PLAN_OBSERVE : 0);
  if (observe && entries % (entries < 64 ? 8 : 64) == 0)
    return MRT_PLAN_OBSERVE;
  return sampling_plan (index);
}

static bool
hopeless_p (const struct mrt_record *rec)
{
  uint64_t aborts = rec->aborts[MRT_ABORT_FAULT]
		    + rec->aborts[MRT_ABORT_LIMIT]
		    + rec->aborts[MRT_ABORT_COLD_CALL];
  return aborts >= HOPELESS && aborts >= rec->bound_runs / 2;
}

/* Ticks that another sample of REC will cost, by the last one's or the mean
   original's.  */

static uint64_t
expected_cost (const struct mrt_record *rec)
{
  if (rec->sample_cost)
    return rec->sample_cost;
  return rec->timed ? 2 * (rec->time / rec->timed) : 0;
}

static bool
affordable_p (struct mrt_thread *self, const struct mrt_record *rec)
{
  if (mrt_settings.budget == MRT_UNLIMITED || !mrt_settings.budget)
    return mrt_settings.budget;
  uint64_t cost = expected_cost (rec);
  if (rec->samples < FREE_SAMPLES
      && (!rec->samples || mrt_ticks_to_ns (cost) < FREE_NS))
    return true;
  uint64_t elapsed = mrt_clock () - self->born;
  uint64_t own = elapsed - MRT_MIN (elapsed, self->spent + self->lost);
  return self->spent + cost <= own / 1000 * mrt_settings.budget;
}

/* Take the observation of NEST for this thread if nobody has it.  */

static bool
own_observation (struct mrt_nest *nest)
{
  uint32_t none = MRT_OBSERVER_NONE;
  return mrt_load (&nest->observer) == MRT_OBSERVER_NONE
	 && __atomic_compare_exchange_n (&nest->observer, &none,
					 MRT_OBSERVER_BUSY, false,
					 __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}

/* True when entries of nest INDEX may be sampled at all.  */

static bool
plans_p (uint32_t index)
{
  const struct mrt_nest *nest = &mrt_nests[index];
  const struct memlb_nest *desc = mrt_nest_desc (nest);
  return mrt_settings.mode == MRT_MODE_BOUND
	 && mrt_load (&nest->reason) != MRT_REASON_NO_STACK && desc
	 && desc->flags & MEMLB_NEST_COPIED && desc->bound_entry;
}

unsigned
mrt_plan (struct mrt_thread *self, struct mrt_record *rec, uint32_t index)
{
  struct mrt_nest *nest = &mrt_nests[index];
  if (!plans_p (index))
    return 0;
  if (index == MRT_EMPTY_INDEX)
    return MRT_PLAN_AFTER;
  if (mrt_settings.torture)
    return torture_plan (mrt_entries (self, index), index);
  if (!affordable_p (self, rec) || hopeless_p (rec))
    return 0;
  unsigned plan = sampling_plan (index);
  if (!mrt_nest_desc (nest)->observe_entry)
    return plan == MRT_PLAN_BEFORE && rec->samples >= rec->timed ? 0 : plan;
  if (mrt_load (&nest->observer) == MRT_OBSERVER_DONE)
    return plan == MRT_PLAN_BEFORE && rec->samples >= rec->timed ? 0 : plan;
  if (!own_observation (nest))
    return 0;
  /* A pair from an observed entry is better than none, where the nest is
     never entered again.  */
  return plan == MRT_PLAN_AFTER ? plan | MRT_PLAN_OBSERVE : MRT_PLAN_OBSERVE;
}

bool
mrt_apart_p (const struct mrt_record *rec)
{
  return mrt_settings.budget != MRT_UNLIMITED && !mrt_settings.torture
	 && rec->timed >= MIN_APART
	 && mrt_ticks_to_ns (rec->time / rec->timed) < APART_NS;
}

static uint64_t
median_recent (const struct mrt_record *rec)
{
  uint32_t v[MRT_RECENT];
  for (unsigned i = 0; i < MRT_RECENT; i++)
    {
      unsigned j = i;
      for (; j && v[j - 1] > rec->recent[i]; j--)
	v[j] = v[j - 1];
      v[j] = rec->recent[i];
    }
  return v[MRT_RECENT / 2];
}

bool
mrt_credible_p (const struct mrt_record *rec, uint64_t original,
		uint64_t bound)
{
  if (bound > 4 * original
      && mrt_ticks_to_ns (bound - original) > OUTLIER_NS)
    return false;
  if (rec->n_recent < MRT_RECENT)
    return true;
  return original < 16 * median_recent (rec) || original < 32 * bound
	 || mrt_ticks_to_ns (original) < OUTLIER_NS;
}

/* A random number from 0 to MRT_BINS - 1, made of those of a sample.  Not in
   turn: bins that each have their part of every phase of the program would be
   more alike than samples are, and the interval too narrow.  (The mixing
   function is that of splitmix64.)  */

static unsigned
choose_bin (uint64_t sample, uint64_t original, uint64_t bound)
{
  uint64_t n = sample + original * 0x10001 + (bound << 32);
  n *= 0x9e3779b97f4a7c15;
  n = (n ^ n >> 30) * 0xbf58476d1ce4e5b9;
  n = (n ^ n >> 27) * 0x94d049bb133111eb;
  return (n ^ n >> 31) % MRT_BINS;
}

void
mrt_add_pair (struct mrt_record *rec, uint64_t original, uint64_t bound)
{
  struct mrt_bin *bin = &rec->bins[choose_bin (rec->samples, original,
						bound)];
  if (original)
    {
      mrt_add (&bin->original, original);
      mrt_add (&bin->n_original, 1);
      uint32_t at = rec->n_recent % MRT_RECENT;
      mrt_add (&rec->n_recent, 1);
      mrt_store (&rec->recent[at], (uint32_t) MRT_MIN (original, UINT32_MAX));
    }
  if (bound)
    {
      mrt_add (&bin->bound, bound);
      mrt_add (&bin->n_bound, 1);
    }
}

/* How many entries are passed between two that are timed: none where timing
   is cheap by comparison, else a random number below the one returned.  */

static uint32_t
skip_range (const struct mrt_thread *self, const struct mrt_record *rec)
{
  if (mrt_settings.budget == MRT_UNLIMITED || mrt_settings.torture
      || rec == &self->records[MRT_EMPTY_INDEX])
    return 0;
  uint64_t allowed = rec->time / rec->timed * TIMING_PER_CENT / 100 + 1;
  uint32_t mean = (uint32_t) (TIMING_COST / allowed);
  return mean ? 2 * mean + 1 : 0;
}

/* How many of the next timed entries need no plan.  */

static uint64_t
quick_entries (struct mrt_thread *self, const struct mrt_record *rec)
{
  uint32_t index = (uint32_t) (rec - self->records);
  if (mrt_long_p (rec))
    return 0;
  if (!plans_p (index))
    return QUICK;
  if (index == MRT_EMPTY_INDEX || mrt_settings.torture
      || mrt_settings.budget == MRT_UNLIMITED)
    return 0;
  if (hopeless_p (rec))
    return QUICK;
  return rec->samples > MANY_SAMPLES ? mrt_random (self) & (2 * RARE - 1) : 0;
}

/* The halves one by one: another thread may read them at the end of the
   program.  */

static void
add_square (struct mrt_record *rec, uint64_t elapsed)
{
  unsigned __int128 sum
    = ((unsigned __int128) mrt_load (&rec->squares_high) << 64
       | mrt_load (&rec->squares_low))
      + (unsigned __int128) elapsed * elapsed;
  mrt_store (&rec->squares_low, (uint64_t) sum);
  mrt_store (&rec->squares_high, (uint64_t) (sum >> 64));
}

uint32_t
mrt_sample_time (struct mrt_thread *self, struct mrt_record *rec,
		 uint64_t elapsed)
{
  mrt_add (&rec->timed, 1);
  mrt_add (&rec->time, elapsed);
  add_square (rec, elapsed);
  if (rec->timed < WARM)
    return 0;
  uint32_t range = skip_range (self, rec);
  rec->skip_range = range;
  if (!rec->quick)
    {
      self->quick_limit = mrt_ns_to_ticks (MRT_SHORT_NS);
      rec->quick = quick_entries (self, rec);
    }
  return range ? mrt_random (self) % range : 0;
}

void
mrt_sample_forbidden (uint32_t index, unsigned plan)
{
  struct mrt_nest *nest = &mrt_nests[index];
  uint32_t none = MRT_REASON_NONE;
  __atomic_compare_exchange_n (&nest->reason, &none,
			       MRT_REASON_NO_SIGNAL_CONTROL, false,
			       __ATOMIC_RELAXED, __ATOMIC_RELAXED);
  if (plan & MRT_PLAN_OBSERVE)
    mrt_observe_release (nest);
}
