/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The frame of a bound copy on the private stack.
   Context of all: as mrt_enter.  */
#ifndef MRT_COPY_FRAME_H
#define MRT_COPY_FRAME_H

#include "thread.h"

struct mrt_nest;

static inline bool
mrt_vector_p (const struct memlb_nest *desc)
{
  return desc->flags & MEMLB_NEST_VECTOR;
}

/* Remember the entry at CTX with user's stack pointer SP of nest DESC:
   registers, extended state, frame ranges; and find a place for the copy's
   frame, and STACK bytes for functions that it calls.  False when there is no
   room on the private stack.  */
bool mrt_copy_frame_save (struct mrt_thread *self,
			  const struct memlb_nest *desc,
			  const struct mrt_context *ctx, uint64_t sp,
			  uint64_t stack);

/* ADDRESS, which SELF's copy of DESC has left, or what it is in the original
   where it leads into the copy's own frame.  */
uint64_t mrt_copy_frame_back (const struct mrt_thread *self,
			      const struct memlb_nest *desc, uint64_t address);

/* Let vector registers of SELF's snapshot that lead to the user's frame, as those of
   DESC, lead to the copy's; or BACK.  */
void mrt_copy_frame_vectors (struct mrt_thread *self,
			     const struct memlb_nest *desc, bool back);

/* Make the private frame as the user's was at the entry to NEST of DESC, with
   slots as in iteration number AT, or MRT_ALIGNED.  */
void mrt_copy_frame_fill (struct mrt_thread *self,
			  const struct memlb_nest *desc,
			  const struct mrt_nest *nest, uint32_t at);

#endif
