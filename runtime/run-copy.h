/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* One run of a bound copy.  Context of all: as mrt_enter.  */
#ifndef MRT_RUN_COPY_H
#define MRT_RUN_COPY_H

#include "thread.h"

/* One run of the copy of frame F whose landing pad is ENTRY, with slots as in iteration
   number AT, or MRT_ALIGNED.  True when it reached an exit, else the cause is
   in self->abort_cause; the caller restores the extended state.  */
bool mrt_run_copy (struct mrt_thread *self, const struct mrt_frame *f,
		   const void *entry, uint32_t at);

/* The same for the bound copy of F, or its mirror copy in its place, which is
   counted.  */
bool mrt_run_bound (struct mrt_thread *self, const struct mrt_frame *f,
		    uint32_t at);

#endif
