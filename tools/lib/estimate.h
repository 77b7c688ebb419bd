/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ideal time from block counts beside the bound and the measured time.
   doc/model.md says what the ideal time is.  */

#ifndef MEMLB_TOOLS_ESTIMATE_H
#define MEMLB_TOOLS_ESTIMATE_H

#include <stdio.h>
#include "find.h"
#include "source.h"

/* One nest that was counted.  Times are seconds of all entries of the timed
   run; NaN where they are not known.  */
struct estimate
{
  const struct loop *counted;	/* in the counts */
  const struct loop *timed;	/* the same in the times, or NULL */
  double scale;			/* entries timed / entries counted */
  double ideal, least, bound, time;
  double overhead;		/* time - ideal */
  double instructions, accesses, bytes, flops, flops_masked; /* as counted */
};

struct estimates
{
  const struct profile *counts;
  const struct profile *times;	/* NULL: nothing was timed */
  double hz;			/* cycles of the processor a second */
  struct estimate *at;		/* those with most overhead first */
  size_t n;
  double ideal, bound, time;	/* sums over those that have a time */
};

int estimates_make (struct estimates *e, const struct profile *counts,
		    const struct profile *times, struct fail *why);
void estimates_free (struct estimates *e);

struct estimate_options
{
  long top;			/* rows at most, 0 for all */
  const char *loop;		/* all about this one, or NULL */
  const char *procedure;	/* source of this one, or NULL */
  struct names roots;		/* folders with sources */
};

int estimates_write (FILE *out, const struct estimates *e,
		     const struct estimate_options *o, struct fail *why);

/* estimate-source.c */
int estimates_write_source (FILE *out, const struct estimates *e,
			    const struct estimate_options *o,
			    struct fail *why);

/* A bar of WIDTH columns for the longest time MOST: `#' up to the ideal time
   of E, `=' up to the bound, `.' up to the time.  To be freed.  */
char *estimate_bar (const struct estimate *e, double most, int width);

#endif /* MEMLB_TOOLS_ESTIMATE_H */
