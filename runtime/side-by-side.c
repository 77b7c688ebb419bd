/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Runs of a mirror copy beside those with slots, where these do.

   Slots lie at constant addresses, which a copy has at once; the original computes them,
   and where it has more of them than registers, keeps them in vector registers and gets
   them back.  So bounds of loops with many addresses were too low, by up to a fifth
   (doc/fidelity.md).  The mirror copy has the original's addresses and dependences, and
   where what an entry uses lies at a few places it is in the first-level cache, too.  But
   its runs cost more; so some samples have them, and the bound is that of the runs with
   slots times the ratio of both.

   Weakness: from the seventh page on memory is folded all the same, onto pages with
   other values.  */

#include "side-by-side.h"
#include "bound-check.h"
#include "ledger.h"
#include "limit.h"
#include "mirror.h"
#include "module.h"
#include "pairs.h"
#include "places.h"
#include "run-copy.h"
#include "runtime.h"
#include "sample.h"

/* Samples that have such runs; from then on every so many have, those whose runs with
   slots are warmed as these are, and have placed slots (bound.c), unless of the first ones
   hardly any was of use.  */
#define SAMPLES 16
#define AGAIN 8
#define MOST_TRIED 64
#define LEAST_OF_USE 4

/* Runs until no page is missing any more, and what all take, in originals.  */
#define MOST_RUNS 5
#define COST 4

/* Least time limit of a run, in nanoseconds: faults that map pages take 10 us.  */
#define LIMIT_NS 500000

enum outcome { GOOD, GROWN, NONE };

/* True if this sample of F, which is counted, beside an original of ELAPSED ticks, shall
   have them.  */

static bool
wanted_p (const struct mrt_thread *self, const struct mrt_frame *f,
	  uint64_t elapsed)
{
  const struct mrt_record *rec = f->record;
  uint32_t tried = rec->beside_tried;
  if (!mrt_mirror_fits_p (f->index, rec) || f->state & MRT_FRAME_OBSERVE
      || mrt_ticks_to_ns (elapsed) >= MRT_ONCE_NS
      || (tried >= SAMPLES && (rec->samples - 1) % AGAIN)
      || (tried >= MOST_TRIED && LEAST_OF_USE * rec->n_slots < tried))
    return false;
  uint64_t spent = mrt_elapsed (self->own_begin, mrt_clock ());
  return mrt_affordable_p (self, spent + COST * elapsed);
}

/* The mirror copy of F came to more places than are good for it.  */

static enum outcome
too_many (struct mrt_thread *self, const struct mrt_frame *f)
{
  if (mrt_mirror_emptied_p (self, f->index))
    return GROWN;
  mrt_mirror_never_fits (self, f->index);
  mrt_forget_slots (f->record);
  return NONE;
}

/* One run of the mirror copy of F, beside an original of ELAPSED ticks.  */

static enum outcome
run (struct mrt_thread *self, const struct mrt_frame *f, uint64_t elapsed)
{
  uint64_t limit = MRT_MAX (8 * mrt_ticks_to_ns (elapsed), LIMIT_NS);
  if (!mrt_mirror_begin (self, f->index, true))
    return NONE;
  self->abort_cause = MRT_ABORT_SIGNAL;
  bool done = mrt_limit_arm (self, limit)
	      && mrt_run_copy (self, f, MEMLB_REL (f->desc->mirror_entry),
			       MRT_ALIGNED);
  mrt_limit_disarm (self);
  mrt_mirror_end (self);
  if (done)
    return mrt_mirror_grown_p (self) ? GROWN : GOOD;
  if (mrt_mirror_refused_p (self))
    return too_many (self, f);
  if (self->abort_cause == MRT_ABORT_LIMIT && mrt_mirror_grown_p (self))
    return GROWN;
  if (self->abort_cause == MRT_ABORT_FAULT)
    mrt_mirror_failed (self, f->index);
  else if (self->abort_cause != MRT_ABORT_SIGNAL)
    mrt_mirror_never_fits (self, f->index);
  return NONE;
}

void
mrt_side_by_side (struct mrt_thread *self, const struct mrt_frame *f,
		  uint64_t elapsed, uint64_t slots)
{
  struct mrt_record *rec = f->record;
  if (slots == MRT_NO_TICKS || !wanted_p (self, f, elapsed))
    return;
  mrt_store (&rec->beside_tried, rec->beside_tried + 1);
  enum outcome outcome = GROWN;
  for (int i = 0; i < MOST_RUNS && outcome == GROWN; i++)
    outcome = run (self, f, elapsed);
  /* Once more, now that all is warm.  */
  if (outcome == GOOD)
    outcome = run (self, f, elapsed);
  if (outcome == GOOD && mrt_raised_p (self, f))
    mrt_mirror_never_fits (self, f->index);
  else if (outcome == GOOD && self->run_calm)
    mrt_add_slots (rec, slots, self->run_stop - self->run_start);
  if (self->mirror)
    mrt_mirror_end_sample (self);
}
