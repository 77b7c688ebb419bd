/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* When single entries of nests began and how long they took: what a timeline
   and a distribution are drawn from.

   A thread keeps so many at the most.  When there is no more room one of two of
   each nest is forgotten, and of that nest only half as many are kept
   from then on: so each nest has its part, however long the program runs, and
   one that is entered once is never lost to one that is entered a million
   times.  Which one of two, four, ... is like random, for entries may take turns.  */
#ifndef MRT_MOMENTS_H
#define MRT_MOMENTS_H

#include "base.h"

#define MRT_MOMENTS 512

/* One entry, in ticks.  BEGIN 0: none.  */
struct mrt_moment
{
  uint64_t begin;		/* clock */
  uint64_t time;		/* of the original, cost of timing included */
  uint64_t bound;		/* of the bound run beside it, 0 if none */
  uint32_t index;		/* the nest's */
  uint32_t thread;		/* number of the thread in this process */
};

/* Those of one thread's state.  The thread itself writes; others read at
   exit, and may find one that is being replaced.  */
struct mrt_moments
{
  uint32_t n;
  uint32_t busy;		/* a signal handler finds it in use */
  struct mrt_moment at[MRT_MOMENTS];
};

struct mrt_thread;
struct mrt_record;
struct mrt_xml;

/* Keep M, an entry of the nest of REC on SELF, or not.
   Context: as mrt_exit.  */
void mrt_moment_add (struct mrt_thread *self, struct mrt_record *rec,
		     const struct mrt_moment *m);

/* Write those of nest INDEX that are known of all threads; HZ ticks a second,
   COST and BOUND_COST ticks that timing adds to each.  Context: exit.  */
void mrt_moments_write (struct mrt_xml *x, uint32_t index, double hz,
			double cost, double bound_cost);

#endif
