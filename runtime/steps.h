/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Paths of bound copies, compared block by block.
   Context of all: as mrt_enter.  */
#ifndef MRT_STEPS_H
#define MRT_STEPS_H

#include "thread.h"

/* Run the bound copy that counts from the entry that was saved, of frame F.
   True if it reached an exit; then mrt_steps_expect must follow before
   another copy runs.  The extended state is the entry's again.  */
bool mrt_steps_run (struct mrt_thread *self, struct mrt_frame *f);

/* Remember what COUNTERS, of the observe copy of F that is about to run, must
   be at its exit.  */
void mrt_steps_expect (struct mrt_thread *self, const struct mrt_frame *f,
		       uint64_t *counters);

/* The observe copy of F has been left: compare, and count the result.  */
void mrt_steps_compare (struct mrt_thread *self, struct mrt_frame *f);

#endif
