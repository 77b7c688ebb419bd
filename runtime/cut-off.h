/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What bound runs tell that were cut off.  */
#ifndef MRT_CUT_OFF_H
#define MRT_CUT_OFF_H

#include "thread.h"

/* Whether it is known what a whole run would take: or the place where it was cut off is not
   known, or the original touched its pages for the first time until there.  */
enum mrt_whole { MRT_WHOLE_KNOWN, MRT_WHOLE_NOWHERE, MRT_WHOLE_TOUCHING };

/* True if later iterations of an original of DESC with N marks in the order of time at MARKS
   took so much longer than the first ones, until AT, which it was at after AT_NS, that they are
   of another kind.  Context: any.  */
bool mrt_cut_off_growing_p (const struct memlb_nest *desc, const struct mrt_mark *marks,
			    unsigned n, const struct mrt_mark *at, uint64_t at_ns);

/* Nanoseconds that a bound run of DESC would take that was at HALF and at CUT, where it was
   cut off, after their ns, beside an original of NS with N marks in the order of time at
   MARKS; goes to *WHOLE if it is known.  Context: any.  */
enum mrt_whole mrt_cut_off_whole (const struct memlb_nest *desc,
				  const struct mrt_mark *marks, unsigned n,
				  const struct mrt_mark *half,
				  const struct mrt_mark *cut, uint64_t ns,
				  uint64_t *whole);

/* The bound run of frame F, beside an original of NS, was cut off: enter it into the
   record, or say why not.  Returns what a whole run would take, in ns, 0 if that is not
   known.  Context: as mrt_exit.  */
uint64_t mrt_cut_off (struct mrt_thread *self, const struct mrt_frame *f,
		      uint64_t ns);

#endif
