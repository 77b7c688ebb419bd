/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ideal time from block counts beside the bound and the measured time.
   doc/model.md says what the ideal time is.  */

#ifndef MEMLB_TOOLS_ESTIMATE_H
#define MEMLB_TOOLS_ESTIMATE_H

#include <stdio.h>
#include "estimate-calls.h"
#include "estimate-procedures.h"
#include "find.h"
#include "source.h"

/* Why a loop has no row.  */
enum estimate_drop
{
  ESTIMATE_CHOSEN,
  ESTIMATE_MINOR,		/* few memory operations */
  ESTIMATE_UNTIMED,		/* nothing timed it */
  ESTIMATE_SHORT,		/* the clock would be most of its time */
  ESTIMATE_SHARED,		/* what it calls is called from elsewhere */
  ESTIMATE_HELD			/* a function whose loops are chosen */
};

/* One nest that was counted, or a function that was timed, too.  Times are seconds of all entries of the timed
   run; NaN where they are not known.  What it calls is in its times.  */
struct estimate
{
  const struct loop *counted;	/* in the counts */
  const struct loop *timed;	/* the same in the times, or NULL */
  double scale;			/* entries timed / entries counted */
  double ideal, least, bound, time;
  double mca;			/* by llvm-mca */
  double overhead;		/* time - ideal */
  double instructions, accesses, bytes, flops, flops_masked; /* as counted,
				   without what it calls */
  double cycles, all_accesses;	/* likewise, with it: ideal cycles; memory
				   operations */
  double iterations_mean;	/* per entry */
  bool procedure;		/* it is a function */
  bool called;			/* it makes calls */
  bool recursive;		/* time is that of outermost activations */
  double *share;		/* of all executions of each function, those
				   that it calls for */
  char *shared;			/* why it is not estimable, or NULL */
  char *warning;		/* on what its ideal time relies, or NULL */
  enum estimate_drop drop;
  char *why;
  bool inner;			/* another one that was chosen holds it */
  bool added;			/* a function that was chosen */
};

struct estimates
{
  const struct profile *counts;
  const struct profile *times;	/* of the program; NULL: nothing was timed */
  struct calls *calls;		/* of COUNTS */
  struct procedures procedures;
  double hz;			/* cycles of the processor a second */
  struct estimate *at;		/* those with most overhead first */
  size_t n;
  double ideal, bound, time;	/* sums over those that have a time */
  bool mca;			/* llvm-mca's cycles are known */
  bool whole;			/* whole functions were counted */
  double predicted;		/* ideal time of all that was counted */
  double all_accesses;		/* its loads and stores, and */
  double measured_accesses;	/* those in loops that were chosen */
  size_t n_outermost;		/* of these, that no other one holds, */
  size_t n_procedures;		/* and functions that were chosen */
  double explained;		/* overhead of those */
};

int estimates_make (struct estimates *e, const struct profile *counts,
		    const struct profile *bounds, const struct profile *times,
		    struct fail *why);
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

/* What binds the loop TIMED of E's bounds or times, behind an empty line; or that
   it was not counted.  */
void estimates_write_binds (FILE *out, const struct estimates *e,
			    const struct loop *timed);

/* Add what E says to the loops and functions of P, the profile of the counts
   that it was made of, as metrics.  */
void estimates_store (const struct estimates *e, struct profile *p);

/* estimate-objects.c */
void estimates_choose (struct estimates *e, const struct calls *calls);

/* estimate-source.c */
int estimates_write_source (FILE *out, const struct estimates *e,
			    const struct estimate_options *o,
			    struct fail *why);

/* A bar of WIDTH columns for the longest time MOST: `#' up to the ideal time
   of E, `=' up to the bound, `.' up to the time.  To be freed.  */
char *estimate_bar (const struct estimate *e, double most, int width);

#endif /* MEMLB_TOOLS_ESTIMATE_H */
