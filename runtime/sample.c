/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Which entries are measured, and how.

   Of the entries of a nest some are timed, of these some are looked at by
   mrt_plan, of these some get a sample, all at random.  How many follows from
   what an entry lasts of late and what measuring it costs: a nest may spend a
   share of its own time, so that all of them together keep to the budget,
   however many they are and whichever is the longest.  The share grows while
   the thread has spent less than MEMLB_BUDGET per cent of the time that it has
   run, and shrinks when it has spent more.

   Chances change in the course of a run: the first entries are all timed, the
   first samples taken in any case, the budget grows.  Every measured entry
   therefore counts for as many entries as it was chosen from on average, the
   inverse of its chance (Horvitz and Thompson's estimate of a sum); so no
   phase of the program counts for more than its part.  */

#include "sample.h"
#include "extent.h"
#include "ledger.h"
#include "level.h"
#include "module.h"
#include "observe.h"
#include "runtime.h"
#include "settings.h"

/* The first samples of a nest, which do not wait for their turn, and so many eighths
   of its own share of the budget that each may cost.  */
#define FREE_SAMPLES 3
#define FREE_PART 64

/* Ticks that observing a nest may take.  */
#define OBSERVATION_COST 600000

/* First looks may exceed the budget by so many ns: a nest that is entered only
   once may be all of the program.  */
#define GLIMPSE_NS 1000000

/* Ticks that timing one entry costs, and passing a gate.  */
#define TIMING_COST 300
#define GATE_COST 2

/* Part of the budget: one in so many for timing, no more than so many per
   mille, and a quarter of that beyond the budget.  */
#define TIMING_PART 4
#define TIMING_MOST 30
#define BEYOND 4

/* Entries shorter than this are measured apart from the bound copy, once so
   many have been timed.  */
#define APART_NS 20000
#define MIN_APART 8

/* There are originals measured like sampled ones, with no bound run.  Where they last very
   differently (the variance is a quarter of the square of the mean or more) for each sample
   as many as cost a part of that, up to a number, and to half of the entries without one, for
   the others tell the time; else a quarter of one, so that no phase of the program has none.  */
#define DIFFERENT 4
#define AUXILIARY_COST (4 * MRT_SAMPLE_COST)
#define AUXILIARY_MOST 16

/* Without a budget there are no entries without a bound run, so that their times are
   not apart; but of functions, whose straight code takes as much of the instruction
   cache as its copy does, one entry of so many has one then.  */
#define UNSAMPLED 4

/* Timed entries before those that are short are passed over, and, within a budget,
   before they are made quick.  */
#define WARM 32
#define FIRST 8

/* Quick entries between two looks at a nest that gets no samples, and most
   between two at others on average.  */
#define QUICK 1024
#define VISIT 31
#define WAIT 15

/* Most samples between two entries aside; what one costs: runs as long as the
   original, half of them if it is long, and nanoseconds of noting what control loads
   read.  */
#define ASIDE_MOST 64
#define ASIDE_RUNS 4
#define LONG_ASIDE_RUNS 2
#define NOTES_NS 1000000

/* Entries that have a bound run instead of a time may be so many more than those that
   have one; or, within a budget, less.  */
#define MOST_AHEAD 4

/* Give up on a nest whose first runs were all aborted, or that has had so many and so large a
   part of all that it has no bound anyway; and on one that has none since so many went
   another way.  */
#define HOPELESS 8
#define MANY_ABORTS 64
#define ABORTED_PART 10
#define STRAYED 3

static unsigned
sampling_plan (uint32_t index)
{
  return mrt_nest_desc (&mrt_nests[index])->flags & MEMLB_NEST_MAY_ALIAS
	 ? MRT_PLAN_BEFORE : MRT_PLAN_AFTER;
}

/* What entries aside, which have no time, can be had for DESC: a set of
   plans.  */

static unsigned
every_aside (const struct memlb_nest *desc)
{
  return (desc->steps_bytes ? MRT_PLAN_STEPS : 0)
	 | (desc->replay_entry ? MRT_PLAN_REPLAY : 0);
}

/* Every entry runs a copy: the first all of them, bound before observe, so
   that a nest entered only once has run both.  */

static unsigned
torture_plan (uint64_t entries, uint32_t index)
{
  const struct memlb_nest *desc = mrt_nest_desc (&mrt_nests[index]);
  unsigned observe = desc->observe_entry ? MRT_PLAN_OBSERVE | every_aside (desc)
					 : 0;
  if (entries == 1)
    return MRT_PLAN_BEFORE | observe;
  if (observe && entries % (entries < 64 ? 8 : 64) == 0)
    return observe;
  return sampling_plan (index);
}

static bool
hopeless_p (const struct mrt_record *rec)
{
  uint64_t aborts = rec->aborts[MRT_ABORT_FAULT]
		    + rec->aborts[MRT_ABORT_LIMIT]
		    + rec->aborts[MRT_ABORT_COLD_CALL]
		    + rec->aborts[MRT_ABORT_POINTER]
		    + rec->aborts[MRT_ABORT_DEPTH];
  return (aborts >= HOPELESS && aborts >= rec->bound_runs / 2)
	 || (aborts >= MANY_ABORTS && aborts >= rec->bound_runs / ABORTED_PART)
	 || rec->registers_differ + rec->exit_differs >= STRAYED;
}

/* True if REC, which has not its first samples yet, may have one now: where the
   budget has room, and the nest has run long enough to be worth it.  */

static bool
free_sample_p (struct mrt_thread *self, const struct mrt_record *rec)
{
  const struct mrt_nest *nest = &mrt_nests[rec - self->records];
  uint64_t cost = mrt_sample_expected (rec);
  if (mrt_nest_desc (nest)->observe_entry
      && mrt_load (&nest->observer) != MRT_OBSERVER_DONE)
    cost += OBSERVATION_COST;
  return mrt_ticks_to_ns (cost) < MRT_FREE_NS
	 && cost / FREE_PART <= rec->time / 8000 * mrt_settings.budget
	 && (rec->samples ? mrt_affordable_p (self, cost)
	     : mrt_first_affordable_p (self, cost));
}

bool
mrt_apart_p (const struct mrt_record *rec, const struct memlb_nest *desc)
{
  return (mrt_settings.budget != MRT_UNLIMITED
	  || desc->flags & MEMLB_NEST_FUNCTION)
	 && !mrt_settings.torture && rec->timed >= MIN_APART
	 && mrt_ticks_to_ns (mrt_mean (rec)) < APART_NS;
}

/* What mrt_plan does for an entry.  A trial costs a snapshot: whether it shall
   have a bound run is decided when its length is known, since a nest may be
   entered once only; so it is for one that is weighed, or has a part of one.  */

enum choice { NOT_CHOSEN, TRIAL, PARTS, WEIGHED, AUXILIARY, CHOSEN };

/* How many entries like sampled ones there are to be for four samples of REC, of
   DESC.  */

static uint64_t
auxiliary_entries (const struct mrt_record *rec, const struct memlb_nest *desc)
{
  uint64_t mean = mrt_mean (rec);
  if (!mrt_apart_p (rec, desc) || desc->flags & MEMLB_NEST_MAY_ALIAS
      || rec->samples < FREE_SAMPLES)
    return 0;
  if (mrt_typical (rec) < mean + mean / DIFFERENT)
    return 1;
  uint64_t n = mrt_sample_expected (rec) / AUXILIARY_COST;
  return 4 * MRT_MIN (MRT_MAX (n, 1), AUXILIARY_MOST);
}

/* Whether an entry of REC, of DESC, shall have a sample, where one of WEIGHT entries has,
   and those that are looked at stand for STANDS_FOR each; or be measured like one.  */

static enum choice
draw (struct mrt_thread *self, struct mrt_record *rec,
      const struct memlb_nest *desc, uint64_t weight, uint64_t stands_for)
{
  uint64_t drawn = weight > stands_for ? mrt_random (self) % (4 * weight) : 0;
  if (drawn < 4 * stands_for)
    {
      rec->sample_weight = (uint32_t) MRT_MAX (weight, stands_for);
      return mrt_next_affordable_p (self, mrt_sample_expected (rec)) ? CHOSEN
								      : NOT_CHOSEN;
    }
  uint64_t part = MRT_MIN (auxiliary_entries (rec, desc) * stands_for,
			   2 * (weight - stands_for));
  if (drawn >= 4 * stands_for + part)
    return NOT_CHOSEN;
  rec->sample_weight = (uint32_t) MRT_MIN (4 * weight * stands_for / part,
					   MRT_WEIGHT_MOST);
  return AUXILIARY;
}

/* True if SELF can afford COST, for the first time in a nest: that is saved for, where it
   will not take long.  */

static bool
first_in_reach_p (struct mrt_thread *self, uint64_t cost)
{
  return cost > mrt_allowance (self) / 2 ? mrt_next_affordable_p (self, cost)
					 : mrt_first_affordable_p (self, cost);
}

/* True if SELF can afford an entry aside of REC.  */

static bool
aside_affordable_p (struct mrt_thread *self, const struct mrt_record *rec)
{
  uint64_t mean = mrt_mean (rec);
  bool once = mrt_ticks_to_ns (mean) >= MRT_ONCE_NS;
  uint64_t cost = (once ? LONG_ASIDE_RUNS : ASIDE_RUNS) * mean
		  + mrt_ns_to_ticks (NOTES_NS);
  return rec->next_aside ? mrt_next_affordable_p (self, cost)
			 : first_in_reach_p (self, cost);
}

/* True if REC, of DESC, shall have its first replay now: where entries are long few
   others will be drawn, and without it there may be no verdict.  */

static bool
first_replay_p (struct mrt_thread *self, const struct mrt_record *rec,
		const struct memlb_nest *desc)
{
  return desc->replay_entry && rec->samples && !rec->next_aside
	 && mrt_ticks_to_ns (mrt_mean (rec)) >= MRT_CUT_NS
	 && aside_affordable_p (self, rec);
}

/* What the first long entries of REC, of DESC, have.  A copy that runs first cannot be
   given less than an entry when that turns out long: what one lasts must be known.  Nobody
   saves for one whose runs tell nothing.  */

static enum choice
choose_first (struct mrt_thread *self, const struct mrt_record *rec,
	      const struct memlb_nest *desc)
{
  if (!(desc->flags & MEMLB_NEST_MAY_ALIAS))
    return TRIAL;
  uint64_t cost = mrt_sample_expected (rec);
  return rec->timed >= 2
	 && (rec->bound_runs < HOPELESS ? first_in_reach_p (self, cost)
	     : mrt_next_affordable_p (self, cost)) ? CHOSEN : NOT_CHOSEN;
}

/* Whether the entry of DESC that is timed now shall have a sample.  */

static enum choice
choose (struct mrt_thread *self, struct mrt_record *rec,
	const struct memlb_nest *desc)
{
  rec->sample_weight = 1;
  if (mrt_settings.budget == MRT_UNLIMITED)
    return mrt_apart_p (rec, desc) && mrt_random (self) % UNSAMPLED ? NOT_CHOSEN
								     : CHOSEN;
  if (!mrt_settings.budget)
    return NOT_CHOSEN;
  if (rec->samples < FREE_SAMPLES && free_sample_p (self, rec))
    return CHOSEN;
  /* Short entries have another trial behind the first pair, which is not as others.  */
  if (!rec->samples && !rec->cuts && mrt_trial_p (rec)
      && (!rec->first_bound || mrt_ticks_to_ns (mrt_mean (rec)) < MRT_FREE_NS))
    return choose_first (self, rec, desc);
  if (first_replay_p (self, rec, desc))
    return CHOSEN;
  if (mrt_in_parts_p (rec, desc))
    return PARTS;
  if (rec->samples >= FREE_SAMPLES && mrt_weighed_p (self, rec, desc))
    return WEIGHED;
  uint64_t weight = mrt_sample_weight (self, rec);
  uint64_t stands_for = ((uint64_t) rec->gap + 1) * (rec->visit + 1);
  return draw (self, rec, desc, weight, stands_for);
}

/* The entry aside that is due for REC, of DESC, and that the thread SELF can
   afford: a plan, or 0.  The first one comes after the first sample, and is saved
   for, the others seldom.  */

static unsigned
aside_plan (struct mrt_thread *self, struct mrt_record *rec,
	    const struct memlb_nest *desc)
{
  unsigned plan = every_aside (desc);
  if (!mrt_settings.count && !(desc->flags & MEMLB_NEST_CONDITIONAL_CALLS))
    plan &= ~MRT_PLAN_STEPS;
  if (!plan || !rec->samples || rec->samples < rec->next_aside
      || !aside_affordable_p (self, rec))
    return 0;
  /* A call that some entries make must be found.  */
  uint64_t wait = desc->flags & MEMLB_NEST_CONDITIONAL_CALLS
		  ? 1 + rec->samples / 8 : rec->samples;
  rec->next_aside = rec->samples + MRT_MIN (wait, ASIDE_MOST);
  return plan;
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
  uint32_t reason = mrt_load (&nest->reason);
  return mrt_settings.mode == MRT_MODE_BOUND
	 && reason != MRT_REASON_NO_STACK && reason != MRT_REASON_NO_MIRROR && desc
	 && desc->flags & MEMLB_NEST_COPIED && desc->bound_entry;
}

/* A trial on NEST, which is looked at first if it can be observed.  */

static unsigned
trial_plan (const struct mrt_thread *self, struct mrt_nest *nest)
{
  unsigned plan = MRT_PLAN_AFTER | MRT_PLAN_TRIAL;
  if (!mrt_nest_desc (nest)->observe_entry
      || mrt_load (&nest->observer) == MRT_OBSERVER_DONE)
    return plan;
  return self->spent <= mrt_allowance (self) + mrt_ns_to_ticks (GLIMPSE_NS)
	 && own_observation (nest) ? plan | MRT_PLAN_OBSERVE : 0;
}

/* True if the next entry of REC, whose bound runs come first, is to have its original
   timed instead.  By chance, for programs enter nests for long and for short in
   turn.  Without a budget no others are timed, and there is no sample where runs are
   given up, or none is like the entries before: half of the entries are timed in any
   case.  */

static bool
original_next_p (struct mrt_thread *self, const struct mrt_record *rec)
{
  if (rec->samples >= rec->timed + MOST_AHEAD || !rec->timed)
    return true;
  return (mrt_settings.budget == MRT_UNLIMITED
	  || rec->timed < rec->samples + MOST_AHEAD)
	 && mrt_random (self) % 2;
}

unsigned
mrt_plan (struct mrt_thread *self, struct mrt_record *rec, uint32_t index)
{
  struct mrt_nest *nest = &mrt_nests[index];
  const struct memlb_nest *desc = mrt_nest_desc (nest);
  if (!plans_p (index))
    return 0;
  if (index == MRT_EMPTY_INDEX)
    return MRT_PLAN_AFTER;
  if (mrt_settings.torture)
    return torture_plan (mrt_entries (self, index), index);
  enum choice choice = hopeless_p (rec) ? NOT_CHOSEN
					  : choose (self, rec, desc);
  unsigned plan = sampling_plan (index);
  if (choice == TRIAL)
    return trial_plan (self, nest);
  if (choice == NOT_CHOSEN)
    return 0;
  if (!desc->observe_entry
      || mrt_load (&nest->observer) == MRT_OBSERVER_DONE)
    {
      unsigned aside = desc->observe_entry && choice != AUXILIARY
		       ? aside_plan (self, rec, desc) : 0;
      return aside ? aside
	     : plan == MRT_PLAN_BEFORE && !mrt_undisturbed_behind_p (rec, desc)
	       && original_next_p (self, rec) ? 0
	     : choice == PARTS ? plan | MRT_PLAN_PARTS
	     : choice == WEIGHED ? plan | MRT_PLAN_WEIGHED
	     : choice == AUXILIARY ? plan | MRT_PLAN_AUXILIARY : plan;
    }
  if (choice == AUXILIARY || !own_observation (nest))
    return 0;
  /* A pair from an observed entry is better than none, where the nest is
     never entered again.  */
  return plan == MRT_PLAN_AFTER ? plan | MRT_PLAN_OBSERVE : MRT_PLAN_OBSERVE;
}

/* True if REC is of a nest that calls, or holds nests that are timed.  */

static bool
outer_p (const struct mrt_thread *self, const struct mrt_record *rec)
{
  const struct memlb_nest *d
    = mrt_nest_desc (&mrt_nests[rec - self->records]);
  return d && d->flags & MEMLB_NEST_OUTER;
}

/* True if REC is of a nest that calls functions with copies.  */

static bool
calling_p (const struct mrt_thread *self, const struct mrt_record *rec)
{
  const struct memlb_nest *d
    = mrt_nest_desc (&mrt_nests[rec - self->records]);
  return d && d->n_calls;
}

/* How many entries shall pass between two of REC that are timed, on
   average.  */

static uint32_t
timing_gap (const struct mrt_thread *self, const struct mrt_record *rec)
{
  if (mrt_settings.budget == MRT_UNLIMITED || mrt_settings.torture
      || rec == &self->records[MRT_EMPTY_INDEX] || rec->timed < WARM)
    return 0;
  /* Nests inside are not counted twice if all are seen.  */
  if (rec->level == MRT_LEVEL_TRIAL
      || (rec->level == MRT_LEVEL_OUTER
	  && mrt_level_inside_p (rec, (uint32_t) (rec - self->records))))
    return 0;
  /* Which activation is the outermost shows if all are seen.  */
  if (outer_p (self, rec) && rec->nested)
    return 0;
  uint64_t part = mrt_settings.budget / TIMING_PART;
  part = MRT_MIN (part, TIMING_MOST);
  if (!mrt_affordable_p (self, 0))
    part /= BEYOND;
  part = MRT_MAX (part, 1);
  uint64_t mean = MRT_MIN (mrt_net_mean (rec), (uint64_t) 1 << 40);
  return (uint32_t) (1000 * TIMING_COST / (part * mean));
}

/* How many of the next timed entries need no plan, if their gap stays as it is;
   rec->visit becomes what that is on average.  */

static uint64_t
unplanned_entries (struct mrt_thread *self, struct mrt_record *rec)
{
  uint32_t index = (uint32_t) (rec - self->records);
  rec->visit = 0;
  uint32_t first = mrt_settings.budget == MRT_UNLIMITED ? WARM : FIRST;
  if (mrt_long_p (rec) || rec->timed < first || outer_p (self, rec)
      || calling_p (self, rec))
    return 0;
  if (!plans_p (index))
    return QUICK;
  if (index == MRT_EMPTY_INDEX || mrt_settings.torture
      || mrt_settings.budget == MRT_UNLIMITED)
    return 0;
  if (hopeless_p (rec))
    return QUICK;
  if (rec->samples < FREE_SAMPLES && free_sample_p (self, rec))
    return 0;
  if (rec->samples < FREE_SAMPLES)
    rec->visit = WAIT;
  else
    {
      uint64_t auxiliary
	= auxiliary_entries (rec, mrt_nest_desc (&mrt_nests[index]));
      uint64_t visit = 4 * mrt_sample_weight (self, rec)
		       / ((uint64_t) rec->gap + 1) / (auxiliary + 4);
      rec->visit = (uint32_t) MRT_MIN (visit, VISIT);
    }
  return mrt_random (self) % (2 * rec->visit + 1);
}

/* The same, until the gap is looked at.  */

static uint64_t
quick_entries (struct mrt_thread *self, struct mrt_record *rec)
{
  uint64_t n = unplanned_entries (self, rec);
  return rec->timed < WARM ? MRT_MIN (n, WARM - rec->timed) : n;
}

/* The halves one by one: another thread may read them at the end of the
   program.  */

static void
add_square (struct mrt_record *rec, uint64_t elapsed, uint64_t weight)
{
  unsigned __int128 sum
    = ((unsigned __int128) mrt_load (&rec->squares_high) << 64
       | mrt_load (&rec->squares_low))
      + (unsigned __int128) elapsed * weight * elapsed;
  mrt_store (&rec->squares_low, (uint64_t) sum);
  mrt_store (&rec->squares_high, (uint64_t) (sum >> 64));
}

/* N timed entries of REC, of WEIGHT each and MEAN ticks, stand for those between them
   that were measured apart, too: else a program's phases in which these are many would
   count for less.  */

static void
add_untimed (struct mrt_record *rec, uint64_t n, uint64_t weight, uint64_t mean)
{
  uint64_t more = rec->untimed;
  mrt_add (&rec->time, more * mean);
  add_square (rec, mean, more);
  mrt_add (&rec->weights, more);
  mrt_add (&rec->weight_squares, (2 * weight + more / n) * more);
  rec->untimed = 0;
}

/* Count what the timed entries of REC since the last call stand for, before
   its gap changes, and what they cost.  */

static void
settle_weights (struct mrt_thread *self, struct mrt_record *rec)
{
  uint64_t n = rec->timed - rec->settled, weight = (uint64_t) rec->gap + 1;
  if (!n)
    return;
  uint64_t mean = (rec->time - rec->settled_time) / (n * weight);
  if (rec->settled)
    {
      mrt_add (&rec->late, n * weight * rec->mean);
      mrt_add (&rec->late_weights, n * weight);
    }
  rec->mean = rec->settled ? (3 * rec->mean + mean) / 4 : mean;
  mrt_add (&rec->weights, n * weight);
  mrt_add (&rec->weight_squares, n * weight * weight);
  if (rec->untimed)
    add_untimed (rec, n, weight, mean);
  mrt_store (&rec->settled, rec->timed);
  rec->settled_time = rec->time;
  mrt_add (&self->spent, n * (TIMING_COST + weight * GATE_COST));
}

void
mrt_sample_time (struct mrt_record *rec, uint64_t elapsed)
{
  uint64_t weight = (uint64_t) rec->gap + 1;
  mrt_add (&rec->timed, 1);
  mrt_add (&rec->time, weight * elapsed);
  add_square (rec, elapsed, weight);
}

uint32_t
mrt_sample_next (struct mrt_thread *self, struct mrt_record *rec, bool quick)
{
  settle_weights (self, rec);
  mrt_store (&rec->gap, timing_gap (self, rec));
  /* Behind the last of the quick ones comes the one that they were drawn for.  */
  if (!rec->quick && !quick)
    {
      self->quick_limit = mrt_ns_to_ticks (MRT_SHORT_NS);
      rec->quick = quick_entries (self, rec);
    }
  return (uint32_t) (mrt_random (self) % (2 * (uint64_t) rec->gap + 1));
}

uint32_t
mrt_sample_apart (struct mrt_record *rec, uint32_t pass, bool copied)
{
  bool next = copied && !pass;
  rec->untimed += rec->gap + 1 + next;
  return next ? 1 : pass;
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
