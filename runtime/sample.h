/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Which entries are measured, and how.  */
#ifndef MRT_SAMPLE_H
#define MRT_SAMPLE_H

#include "thread.h"

#define MRT_PLAN_AFTER 1	/* bound copy after the original */
#define MRT_PLAN_BEFORE 2	/* bound copy before the original */
#define MRT_PLAN_OBSERVE 4	/* observe copy instead of the original */

/* What to do with the entry of nest INDEX that RECORD has just counted: a
   set of MRT_PLAN_*, 0 for timing alone.  Context: as mrt_enter.  */
unsigned mrt_plan (struct mrt_thread *self, struct mrt_record *record,
		   uint32_t index);

/* An entry took ELAPSED ticks; decide how many of the next go untimed.  */
void mrt_sample_time (struct mrt_thread *self, struct mrt_record *record,
		      uint64_t elapsed);

/* The signal state of a thread did not allow PLAN for nest INDEX.  */
void mrt_sample_forbidden (uint32_t index, unsigned plan);

#endif
