/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* How much of a bound run a sampled entry has: all, a part, or nothing.

   That is decided when its original is over and its length is known.  It matters most
   where a nest is entered for long and for short in turn, as by a multigrid solver:
   one entry in a hundred may have nine tenths of the time, and of a share of the
   entries that are drawn beforehand hardly one is long, or one takes all that the
   budget has.  So each entry of such a nest is snapshot; whether it has a bound run is
   drawn behind the original, a long one's being cut off, which costs a part of the
   original's time and is drawn the more often.  Each counts by the inverse of
   its chance.  */

#include "extent.h"
#include "ledger.h"
#include "marks.h"
#include "mirror.h"
#include "module.h"
#include "runtime.h"
#include "sample.h"
#include "settings.h"

/* Entries that are weighed last so many ns on average, so that a snapshot and a timer
   for each of them (10 us in some virtual machines) is little; and the long ones so
   many times as long.  */
#define WEIGHED_NS 300000
#define MUCH_LONGER 2

/* Of nests whose entries last so many ns the first have a part of a bound run each:
   whole ones would wait for the budget until few entries are left.  So have the first
   long ones that are weighed.  */
#define PARTS_NS 5000000
#define FIRST_PARTS 64

/* True if ELAPSED ticks are a hundredth of what the thread SELF has run.  */

static bool
matters_p (const struct mrt_thread *self, uint64_t elapsed)
{
  return elapsed >= mrt_own_ticks (self) / 100;
}

uint64_t
mrt_typical (const struct mrt_record *rec)
{
  uint64_t high = rec->squares_high, low = rec->squares_low, time = rec->time;
  for (; high; high >>= 1, time >>= 1)
    low = low >> 1 | high << 63;
  return time ? low / time : 0;
}

uint64_t
mrt_longest (const struct mrt_record *rec)
{
  return MRT_MAX (mrt_mean (rec), mrt_typical (rec));
}

/* True if bound runs of REC may be cut off, where entries are long enough.  */

static bool
cuttable_p (const struct mrt_record *rec)
{
  return mrt_settings.budget != MRT_UNLIMITED && !mrt_settings.torture
	 && mrt_long_p (rec);
}

bool
mrt_marks_wanted_p (const struct mrt_record *rec)
{
  return cuttable_p (rec)
	 && (rec->timed < 2 || mrt_ticks_to_ns (mrt_typical (rec)) >= MRT_CUT_NS);
}

bool
mrt_trial_p (const struct mrt_record *rec)
{
  return cuttable_p (rec)
	 && (rec->timed < 2 || mrt_ticks_to_ns (mrt_mean (rec)) >= MRT_CUT_NS);
}

bool
mrt_weighed_p (const struct mrt_thread *self, const struct mrt_record *rec,
	       const struct memlb_nest *desc)
{
  uint32_t index = (uint32_t) (rec - self->records);
  uint64_t mean = mrt_mean (rec);
  /* Most nests are short.  */
  if (mrt_ticks_to_ns (mean) < WEIGHED_NS)
    return false;
  uint64_t typical = mrt_typical (rec);
  return !(desc->flags & MEMLB_NEST_MAY_ALIAS) && mrt_markable_p (desc)
	 && mrt_ticks_to_ns (typical) >= MRT_CUT_NS
	 && typical / MUCH_LONGER >= mean
	 && (!desc->observe_entry
	     || mrt_load (&mrt_nests[index].observer) == MRT_OBSERVER_DONE)
	 && !mrt_mirror_wanted_p (index, rec);
}

bool
mrt_in_parts_p (const struct mrt_record *rec, const struct memlb_nest *desc)
{
  return cuttable_p (rec) && rec->timed >= 2 && rec->timed < FIRST_PARTS
	 && mrt_ticks_to_ns (mrt_mean (rec)) >= PARTS_NS
	 && !(desc->flags & MEMLB_NEST_MAY_ALIAS) && mrt_markable_p (desc);
}

uint64_t
mrt_part_ticks (const struct mrt_thread *self, uint64_t elapsed)
{
  uint64_t first = mrt_ns_to_ticks (self->marks[0].ns);
  uint64_t share = MRT_MIN (elapsed / 1000 * mrt_settings.budget,
			    mrt_room (self) / 8 * 7);
  return MRT_MAX (share, first + first / 2);
}

/* What a part of a bound run of F costs beside an original of ELAPSED ticks: it is warmed,
   and a mirror grows in a run of its own.  */

static uint64_t
part_cost (const struct mrt_thread *self, const struct mrt_frame *f,
	   uint64_t elapsed)
{
  bool twice = mrt_mirror_wanted_p (f->index, f->record);
  return (mrt_part_ticks (self, elapsed) << twice)
	 + mrt_ns_to_ticks (MRT_WARMING_NS);
}

/* EXTENT, for an entry of REC: one that is measured stands for those before it that were
   not, since they cost too much.  */

static enum mrt_extent
for_skipped (struct mrt_record *rec, enum mrt_extent extent)
{
  rec->skipped += rec->gap + 1;
  if (extent == MRT_EXTENT_NONE)
    return extent;
  rec->sample_weight = rec->skipped;
  rec->skipped = 0;
  return extent;
}

/* The same as mrt_bound_extent for a frame F that is weighed.  */

static enum mrt_extent
weighed_extent (struct mrt_thread *self, const struct mrt_frame *f,
		uint64_t elapsed)
{
  struct mrt_record *rec = f->record;
  uint64_t weight = mrt_sample_weight (self, rec), cost = elapsed;
  bool part = mrt_ticks_to_ns (elapsed) >= MRT_CUT_NS
	      && f->state & MRT_FRAME_MARKED && self->n_marks;
  if (part)
    {
      /* What a sample costs of late is mostly short ones'.  */
      cost = part_cost (self, f, elapsed);
      if (rec->cuts < FIRST_PARTS)
	return for_skipped (rec, mrt_next_affordable_p (self, cost)
				 ? MRT_EXTENT_PART : MRT_EXTENT_NONE);
      weight = mrt_scaled (weight, mrt_mean (rec), mrt_sample_expected (rec));
      weight = MRT_MAX (mrt_scaled (weight, cost, elapsed), 1);
    }
  if (mrt_random (self) % weight || !mrt_next_affordable_p (self, cost))
    return MRT_EXTENT_NONE;
  rec->sample_weight = (uint32_t) weight * (rec->gap + 1);
  return part ? MRT_EXTENT_PART : MRT_EXTENT_ALL;
}

/* What a whole bound run of F costs beside an original of ELAPSED ticks: a mirror grows
   in a run of its own, and short runs are warmed.  */

static uint64_t
whole_cost (const struct mrt_frame *f, uint64_t elapsed)
{
  bool twice = mrt_ticks_to_ns (elapsed) < MRT_ONCE_NS
	       || mrt_mirror_wanted_p (f->index, f->record);
  return elapsed << twice;
}

/* The same as mrt_bound_extent for a frame F whose nest is measured in parts.  */

static enum mrt_extent
parts_extent (struct mrt_thread *self, const struct mrt_frame *f,
	      uint64_t elapsed)
{
  bool marked = f->state & MRT_FRAME_MARKED && self->n_marks;
  return for_skipped (f->record,
		      mrt_affordable_p (self, whole_cost (f, elapsed)
					      + self->saving)
		      ? MRT_EXTENT_ALL
		      : marked && mrt_next_affordable_p (self, part_cost (self, f,
									  elapsed))
		      ? MRT_EXTENT_PART : MRT_EXTENT_NONE);
}

enum mrt_extent
mrt_bound_extent (struct mrt_thread *self, const struct mrt_frame *f,
		  uint64_t elapsed)
{
  const struct mrt_record *rec = f->record;
  bool trial = f->state & MRT_FRAME_TRIAL;
  if (mrt_settings.torture || rec == &self->records[MRT_EMPTY_INDEX])
    return MRT_EXTENT_ALL;
  if (f->state & MRT_FRAME_AUXILIARY)
    return MRT_EXTENT_NONE;
  if (f->state & MRT_FRAME_WEIGHED)
    return weighed_extent (self, f, elapsed);
  if (f->state & MRT_FRAME_PARTS)
    return parts_extent (self, f, elapsed);
  bool is_long = mrt_ticks_to_ns (elapsed) >= MRT_FREE_NS;
  /* The first entry touches pages for the first time: a short one is not as
     the others are, and what it has told wants another.  */
  bool first = mrt_entries (self, f->index) == 1;
  if (trial && (!matters_p (self, elapsed) || (first && !is_long)
		|| (rec->first_bound && is_long)))
    return MRT_EXTENT_NONE;
  uint64_t cost = whole_cost (f, elapsed);
  if (trial && !is_long ? mrt_first_affordable_p (self, cost)
      : mrt_affordable_p (self, cost))
    return MRT_EXTENT_ALL;
  if (trial && mrt_ticks_to_ns (elapsed) >= MRT_CUT_NS
      && f->state & MRT_FRAME_MARKED && self->n_marks
      && mrt_affordable_p (self, part_cost (self, f, elapsed)))
    return MRT_EXTENT_PART;
  return is_long ? MRT_EXTENT_PART : trial ? MRT_EXTENT_NONE : MRT_EXTENT_ALL;
}
