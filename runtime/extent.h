/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* How much of a bound run a sampled entry has.  */
#ifndef MRT_EXTENT_H
#define MRT_EXTENT_H

#include "thread.h"

/* All of it, what a share of the original's time is enough for, or nothing.  */
enum mrt_extent { MRT_EXTENT_NONE, MRT_EXTENT_PART, MRT_EXTENT_ALL };

/* What the bound copy runs beside the original of frame F, which took ELAPSED ticks.
   Where the frame is weighed that is drawn here, and its record knows what the sample
   stands for.  Context: as mrt_exit.  */
enum mrt_extent mrt_bound_extent (struct mrt_thread *self,
				  const struct mrt_frame *f, uint64_t elapsed);

/* Ticks that a bound run may take that is cut off, beside a marked original of
   ELAPSED: half as much again as until the first mark, at least.  */
uint64_t mrt_part_ticks (const struct mrt_thread *self, uint64_t elapsed);

/* Ticks that an entry of RECORD lasts, a moment of its time chosen at random: the sum
   of the squares of all by their sum.  0 if none was timed.  */
uint64_t mrt_typical (const struct mrt_record *record);

/* Ticks that an entry of RECORD may last of which it is not known how long it is: it may be one
   of those that have the time.  */
uint64_t mrt_longest (const struct mrt_record *record);

/* True if entries of RECORD may be so long that their bound runs must be cut
   off; and if most of them may.  */
bool mrt_marks_wanted_p (const struct mrt_record *record);
bool mrt_trial_p (const struct mrt_record *record);

/* True if bound runs of the nest of DESC, with RECORD, are to be cut off where whole ones
   cost too much.  */
bool mrt_in_parts_p (const struct mrt_record *record,
		     const struct memlb_nest *desc);

/* True if the nest of DESC, with RECORD, is entered for long and for short in turn, so
   that which entries are sampled is to be drawn when their length is known.  */
bool mrt_weighed_p (const struct mrt_thread *self,
		    const struct mrt_record *record,
		    const struct memlb_nest *desc);

#endif
