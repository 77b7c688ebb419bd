/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The bound copy: runs and comparison.
   Context of all: as mrt_enter.  */
#ifndef MRT_BOUND_H
#define MRT_BOUND_H

#include "extent.h"
#include "sample.h"
#include "thread.h"

/* Run the bound copy of frame F before its original; the registers stay as
   they are at the entry.  */
void mrt_bound_before (struct mrt_thread *self, struct mrt_frame *f);

/* Run EXTENT of it after the original, which took ELAPSED and is left at
   CTX.  */
void mrt_bound_after (struct mrt_thread *self, struct mrt_frame *f,
		      const struct mrt_context *ctx, uint64_t elapsed,
		      enum mrt_extent extent);

/* The original that follows mrt_bound_before took ELAPSED and is left at
   CTX: compare.  */
void mrt_bound_compare (struct mrt_thread *self, struct mrt_frame *f,
			const struct mrt_context *ctx, uint64_t elapsed);

/* Run a variant of the bound copy of frame F, whose landing pad is ENTRY, from
   the entry that was saved, under a limit that suits the longest originals.
   True if it reached an exit, whose number is self->copy_exit; else
   self->abort_cause says why not.  The extended state is not restored.  Its
   time is from self->run_start to self->run_stop, also where it was given up; where a long
   one was disturbed self->run_cpu has the thread's CPU time.  */
bool mrt_bound_variant (struct mrt_thread *self, struct mrt_frame *f,
			const void *entry);

/* Ticks of the last run: those that the thread ran, where run_cpu knows them.  */
uint64_t mrt_run_ticks (const struct mrt_thread *self);

/* True when stack pointer SP is on the private stack of SELF: a copy, or a
   library function that it called, is running.  */
static inline bool
mrt_on_private_stack_p (const struct mrt_thread *self, uint64_t sp)
{
  return sp >= (uint64_t) self->stack && sp <= (uint64_t) self->stack_end;
}

#endif
