/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Which level of loops is measured where functions have loops.
   Context of all: as mrt_enter.  */
#ifndef MRT_LEVEL_H
#define MRT_LEVEL_H

#include "thread.h"

/* Ticks that a nest inside takes to pass, and the per cent of the time from which on
   that spoils a bound.  */
#define MRT_PASS_TICKS 6
#define MRT_PASSES_MOST 2

/* The same of one whose gate is shut; such bounds were 0.73 to 1.01 of the time.  */
#define MRT_SHUT_TICKS 3
#define MRT_SHUT_MOST 10

/* True if the entry of nest INDEX, whose record on SELF is REC, is measured with
   the functions that it calls.  */
bool mrt_level_measured_p (struct mrt_thread *self, struct mrt_record *rec,
			   uint32_t index);

/* If it is not: how many entries more pass by before that may change.  */
uint32_t mrt_level_wait (const struct mrt_thread *self, const struct mrt_record *rec,
			 uint32_t index);

/* True if other nests are inside of nest INDEX, of REC: functions that it calls by name have
   some, or some were entered.  */
bool mrt_level_inside_p (const struct mrt_record *rec, uint32_t index);

/* Such an entry of SELF took ELAPSED ticks; LOOKED: what has passed inner gates did so in
   it.  */
void mrt_level_look (struct mrt_thread *self, struct mrt_record *rec,
		     uint32_t index, uint64_t elapsed, bool looked);

/* Let the entries of nest INDEX be seen no more; false if they must be, or are not
   already.  */
bool mrt_level_pass_by (uint32_t index);

#endif
