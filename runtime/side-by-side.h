/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Runs of a mirror copy beside those with slots, where these do.  */
#ifndef MRT_SIDE_BY_SIDE_H
#define MRT_SIDE_BY_SIDE_H

#include "thread.h"

/* The run of F with slots, beside an original of ELAPSED ticks whose extended state is in
   exit_x, took SLOTS ticks, or MRT_NO_TICKS if there was none: run the mirror copy, too,
   if that fits and this sample shall have it, and enter both into F's record.  Context: as
   mrt_enter.  */
void mrt_side_by_side (struct mrt_thread *self, const struct mrt_frame *f,
		       uint64_t elapsed, uint64_t slots);

#endif
