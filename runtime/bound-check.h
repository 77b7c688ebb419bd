/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Comparing a bound copy's run with the original's.
   Context of all: as mrt_enter.  */
#ifndef MRT_BOUND_CHECK_H
#define MRT_BOUND_CHECK_H

#include "sample.h"
#include "thread.h"

/* True if the copy of DESC shall take subnormal numbers for zero: where memory is
   folded, functions go on with what others have left there for other parts of
   it, until it is subnormal, infinite or no number.  Only the first takes time.
   Not where the original meets such numbers, too.  */
bool mrt_flush_p (const struct mrt_thread *self,
		  const struct memlb_nest *desc);

/* True if the copy that has run left the nest of DESC as its original has, which
   is at CTX and whose extended state is in exit_x: by the same exit, with the
   same control registers, general registers EXCEPT, by bit, left out.  */
bool mrt_bound_same_p (const struct mrt_thread *self,
		       const struct memlb_nest *desc,
		       const struct mrt_context *ctx, uint32_t except);

/* True if the copy of F that has run raised exceptions that the original, whose extended
   state is in exit_x, did not, and that tell something.  */
bool mrt_raised_p (const struct mrt_thread *self, const struct mrt_frame *f);

/* Compare the copy's exit state with the original's at CTX, whose extended
   state is in exit_x, and count differences in the record of F.  */
void mrt_check (struct mrt_thread *self, const struct mrt_frame *f,
		const struct mrt_context *ctx);

#endif
