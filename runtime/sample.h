/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Which entries are measured, and how.  */
#ifndef MRT_SAMPLE_H
#define MRT_SAMPLE_H

#include "extent.h"
#include "runtime.h"
#include "thread.h"

#define MRT_PLAN_AFTER 1	/* bound copy after the original */
#define MRT_PLAN_BEFORE 2	/* bound copy before the original */
#define MRT_PLAN_OBSERVE 4	/* observe copy instead of the original */
#define MRT_PLAN_STEPS 8	/* likewise, after the bound copy that counts */
#define MRT_PLAN_TRIAL 16	/* the bound copy only if that took long */
#define MRT_PLAN_REPLAY 32	/* likewise, before the replay copy */
#define MRT_PLAN_WEIGHED 64	/* the bound copy by chance, as that took long */
#define MRT_PLAN_AUXILIARY 128	/* no bound copy after all */
#define MRT_PLAN_PARTS 256	/* a part of the bound copy, if that is cheaper */

/* Those that need the state of the entry.  */
#define MRT_PLAN_SAVING							\
  (MRT_PLAN_AFTER | MRT_PLAN_BEFORE | MRT_PLAN_STEPS | MRT_PLAN_REPLAY)

/* Those with a copy that runs before the original is over.  */
#define MRT_PLAN_COPIES_FIRST						\
  (MRT_PLAN_BEFORE | MRT_PLAN_OBSERVE | MRT_PLAN_STEPS | MRT_PLAN_REPLAY)

/* What to do with the entry of nest INDEX that RECORD has just counted: a
   set of MRT_PLAN_*, 0 for timing alone.  Context: as mrt_enter.  */
unsigned mrt_plan (struct mrt_thread *self, struct mrt_record *record,
		   uint32_t index);

/* An entry this long, in ns, is measured by the thread's CPU time if it was
   preempted.  */
#define MRT_LONG_NS 100000

/* Bound runs beside originals longer than this need no warming run; so long ones wait
   little for what a system call does to the processor, and there is one for each.  */
#define MRT_ONCE_NS 1000000

/* First samples of entries up to this long do not wait for their turn.  */
#define MRT_FREE_NS 20000000

/* True if an original of RECORD, a nest of DESC, is behind a copy as it would be without: no
   load of the copy that stays real goes through memory, and what a system call does to the
   processor is little beside the entries that have the time.  */
static inline bool
mrt_undisturbed_behind_p (const struct mrt_record *record,
			  const struct memlb_nest *desc)
{
  return !desc->control_varying && !desc->n_calls
	 && mrt_ticks_to_ns (mrt_longest (record)) >= MRT_ONCE_NS;
}

/* Bound runs beside originals of so many ns may be cut off.  */
#define MRT_CUT_NS 4000000

/* How long a copy runs before the run that is timed where it is not run twice, in
   nanoseconds: processors stop for 15 us when they begin with vectors of 64 bytes, and are
   slower for 100 more (doc/fidelity.md, Wide vectors).  */
#define MRT_WARMING_NS 100000

/* One that had no more than this left of it is dropped then.  */
#define MRT_SHORT_NS 20000

/* True when the entries of RECORD are that long, or may be: nothing is known
   of them.  */
static inline bool
mrt_long_p (const struct mrt_record *record)
{
  return record->timed < 2
	 || mrt_ticks_to_ns (mrt_mean (record)) >= MRT_LONG_NS;
}

/* True when the entries of RECORD are so short that the snapshot's traffic
   in the first-level cache would show in the sampled original: originals
   and bound copies are then measured on different entries.  */
bool mrt_apart_p (const struct mrt_record *record,
		  const struct memlb_nest *desc);

/* Ticks that a sample costs beside what is measured; the largest weight of an entry.  */
#define MRT_SAMPLE_COST 1500
#define MRT_WEIGHT_MOST 0x1000000

/* Ticks that an entry of RECORD lasts without the cost of timing it: of late, but one
   that was disturbed shall not make it long.  */
uint64_t mrt_net_mean (const struct mrt_record *record);

/* How many entries a sample of RECORD stands for: the inverse of the chance that
   an entry has to get one.  */
uint64_t mrt_sample_weight (const struct mrt_thread *self,
			    const struct mrt_record *record);

/* An entry took ELAPSED ticks.  */
void mrt_sample_time (struct mrt_record *record, uint64_t elapsed);

/* A sample whose original took ELAPSED ticks cost COST.  */
void mrt_sample_cost (struct mrt_record *record, uint64_t elapsed,
		      uint64_t cost);

/* Ticks that another sample of RECORD will cost.  */
uint64_t mrt_sample_expected (const struct mrt_record *record);

/* After a timed entry or a sample, one of the quick ones if QUICK: how many of the next
   entries pass.  */
uint32_t mrt_sample_next (struct mrt_thread *self, struct mrt_record *record,
			  bool quick);

/* The entry of RECORD behind which PASS entries pass was measured apart, beside a bound
   run if COPIED: then the next one finds a cache that the copy has used, and passes in any
   case.  Returns how many do.  */
uint32_t mrt_sample_apart (struct mrt_record *record, uint32_t pass, bool copied);

/* The signal state of a thread did not allow PLAN for nest INDEX.  */
void mrt_sample_forbidden (uint32_t index, unsigned plan);

#endif
