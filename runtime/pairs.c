/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Pairs of an original and a bound run: which to believe, and where they go; and
   originals that were measured like those of pairs.  */

#include "pairs.h"
#include "runtime.h"
#include "sample.h"

/* What no outlier is longer by: an interrupt, which the clock of the kernel makes
   hundreds of times a second and the host below a virtual machine a thousand times,
   each up to 50 us long there, is in originals unseen.  So it must stay in bound
   runs, or it would seem to be memory; but in short ones, of which few have one that
   is many times as long, it is put back as its share of all of them.  */
#define OUTLIER_NS 200000

/* A bound run that is more than so many times as long as was to be expected is made
   again, or one with slots dropped that is so much longer than the mirror copy's; and one
   that was disturbed if it was shorter than this: where processors are shared, a longer one
   is hardly ever left alone, and what the other program has put into the caches shows less.  */
#define FAR_ABOVE 2
#define AGAIN_NS 4000000

/* Samples that say what to expect of another one.  */
#define LEAST_SAMPLES 3

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
mrt_far_above_p (uint64_t original, uint64_t bound)
{
  return bound > 4 * original
	 && mrt_ticks_to_ns (bound - original) > MRT_SHORT_NS;
}

bool
mrt_credible_p (const struct mrt_record *rec, uint64_t original,
		uint64_t bound)
{
  if (mrt_far_above_p (original, bound))
    return false;
  if (rec->n_recent < MRT_RECENT)
    return true;
  return original < 16 * median_recent (rec) || original < 32 * bound
	 || mrt_ticks_to_ns (original) < OUTLIER_NS;
}

/* The ticks of a bound run beside an original of ORIGINAL, by the runs of REC so
   far; 0 if there are too few.  */

static uint64_t
expected_bound (const struct mrt_record *rec, uint64_t original)
{
  if (rec->samples < LEAST_SAMPLES || !rec->usual_original)
    return 0;
  return mrt_scaled (original, rec->usual_bound, rec->usual_original);
}

/* True if a run of TICKS that has an interrupt stands out.  */

static bool
short_p (uint64_t ticks)
{
  return mrt_ticks_to_ns (ticks) < MRT_SHORT_NS;
}

bool
mrt_doubtful_p (const struct mrt_record *rec, uint64_t original,
		uint64_t bound, bool calm)
{
  if (!calm)
    return mrt_ticks_to_ns (bound) < AGAIN_NS;
  uint64_t expected = expected_bound (rec, original);
  uint64_t ns = short_p (expected) ? MRT_SHORT_NS : OUTLIER_NS;
  return expected && bound / FAR_ABOVE > expected
	 && mrt_ticks_to_ns (bound) > ns;
}

void
mrt_note_run (struct mrt_interrupts *interrupts, const struct mrt_record *rec,
	      uint64_t original, uint64_t ticks, uint64_t before)
{
  uint64_t expected = expected_bound (rec, original);
  if (!expected || !short_p (expected))
    return;
  mrt_add (&interrupts->ran, ticks);
  if (before > ticks)
    {
      mrt_add (&interrupts->taken, before - ticks);
      mrt_add (&interrupts->n, 1);
    }
}

bool
mrt_interrupts_out_p (uint64_t ticks)
{
  return short_p (ticks);
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

/* Enter a bound run of BOUND ticks into REC, beside ORIGINAL ticks, as often as it
   counts.  */

static void
add_to_bin (struct mrt_record *rec, uint64_t original, uint64_t bound)
{
  struct mrt_bin *bin = &rec->bins[choose_bin (rec->samples, original,
						bound)];
  uint64_t weight = MRT_MAX (rec->sample_weight, 1);
  mrt_add (&bin->original, weight * original);
  mrt_add (&bin->bound, weight * bound);
  mrt_add (&bin->n, weight);
}

void
mrt_add_pair (struct mrt_record *rec, uint64_t original, uint64_t bound)
{
  rec->usual_original += original / 4 - rec->usual_original / 4;
  rec->usual_bound += bound / 4 - rec->usual_bound / 4;
  uint32_t at = rec->n_recent % MRT_RECENT;
  mrt_add (&rec->n_recent, 1);
  mrt_store (&rec->recent[at], (uint32_t) MRT_MIN (original, UINT32_MAX));
  add_to_bin (rec, original, bound);
}

void
mrt_add_before (struct mrt_record *rec, uint64_t bound)
{
  add_to_bin (rec, rec->mean, bound);
}

void
mrt_add_behind (struct mrt_record *rec, uint64_t original)
{
  mrt_add (&rec->behind, MRT_MAX (rec->sample_weight, 1) * original);
}

void
mrt_add_auxiliary (struct mrt_record *rec, uint64_t original, bool disturbed)
{
  uint64_t weight = MRT_MAX (rec->sample_weight, 1);
  if (disturbed)
    {
      mrt_add (&rec->disturbed, 1);
      return;
    }
  mrt_add (&rec->n_auxiliary, 1);
  mrt_add (&rec->auxiliary, weight * original);
  mrt_add (&rec->auxiliary_weights, weight);
  mrt_add (&rec->auxiliary_squares, weight * weight);
}

bool
mrt_slots_credible_p (uint64_t slots, uint64_t mirrored)
{
  return slots != MRT_NO_TICKS && slots / FAR_ABOVE <= mirrored;
}

void
mrt_add_slots (struct mrt_record *record, uint64_t slots, uint64_t mirrored)
{
  mrt_store (&record->n_slots, record->n_slots + 1);
  mrt_add (&record->slots, slots);
  mrt_add (&record->slots_mirrored, mirrored);
  mrt_add (&record->slots_squares, slots * slots);
  mrt_add (&record->mirrored_squares, mirrored * mirrored);
  mrt_add (&record->slots_products, slots * mirrored);
}

void
mrt_forget_slots (struct mrt_record *record)
{
  mrt_store (&record->n_slots, 0);
  mrt_store (&record->slots, 0);
  mrt_store (&record->slots_mirrored, 0);
  mrt_store (&record->slots_squares, 0);
  mrt_store (&record->mirrored_squares, 0);
  mrt_store (&record->slots_products, 0);
}
