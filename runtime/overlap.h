/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What of a short entry is not seen unless it is measured.  */
#ifndef MRT_OVERLAP_H
#define MRT_OVERLAP_H

/* In ticks.  */
struct mrt_overlap
{
  double length;		/* of a short nest that is measured, the fixed
				   cost off */
  double hidden;		/* the part of it that is hidden behind other
				   work when it is not */
  double surplus;		/* share of what may be hidden in short entries
				   that must be, 0 to 1 */
  double scale;			/* and what all times are multiplied by, at
				   most 1; 0 counts as 1 */
};

/* What an entry takes when it is not measured, if it takes NET ticks when it
   is, the fixed cost off.  Context: exit.  */
double mrt_unmeasured (double net, const struct mrt_overlap *o);

/* Set what must be hidden in O, so that nests that together take SUM ticks, of
   which HIDEABLE may be hidden, take no more than the LIMIT ticks that the program
   ran.  Context: exit.  */
void mrt_overlap_settle (struct mrt_overlap *o, double sum, double hideable,
			 double limit);

/* The part of an entry of TICKS that may be hidden behind others.  */
double mrt_hideable (double ticks);

/* Measure length and hidden part of a short nest on the calling thread, where
   the fixed cost is known (mrt_calibrate).  Context: exit.  */
void mrt_overlap_calibrate (void);

/* What that has measured.  */
extern struct mrt_overlap mrt_overlap;

#endif
