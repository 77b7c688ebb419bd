/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The order of nests in the profile, and its elements.  Context: exit.  */
#ifndef MRT_PROFILE_H
#define MRT_PROFILE_H

#include "count.h"
#include "estimate.h"
#include "finish.h"
#include "xml.h"

/* A nest on its way into the profile.  */
struct mrt_row
{
  const struct memlb_nest *desc;
  uint32_t index;
  uint32_t number;		/* among nests of the same id, from 1 */
};

/* The nests of module M by file, function and line, at ROWS (room for
   M->n); returns how many.  */
uint32_t mrt_rows (const struct mrt_module *m, struct mrt_row *rows);

/* What all modules together have.  HZ: ticks a second.  */
struct mrt_totals
{
  uint64_t nests, entered, bound_runs, aborted, nested;
  double hz;
  double cpu, own;		/* seconds that the program took, and memlb */
  struct mrt_costs costs;
  struct mrt_pointers *pointers; /* calls through them, or NULL */
};

/* Measure what the clock costs, for the profile that is written next.  An
   argument of mrt_aside.  */
void mrt_profile_measure (void *unused);

/* Write the profile that says how the process ends (struct mrt_ending).  It
   replaces one that this process has written before.  An argument of
   mrt_aside.  */
void mrt_profile_write (void *ending);

/* Remove what mrt_profile_write has left when it did not return.  */
void mrt_profile_abandon (void);

/* Remove the profile that was written last.  */
void mrt_profile_withdraw (void);

/* A forked child's profiles are not its parent's.  */
void mrt_profile_forget (void);

/* The least, the mean and the most of what threads have of a nest, in ticks;
   a bound is below 0 where it is not known.  */
struct mrt_balance
{
  double time[3], bound[3];
};

/* Find that of nest INDEX, whose descriptor is DESC and which has ALL and was
   ESTIMATED; false if fewer than two threads entered it.  */
bool mrt_balance (struct mrt_balance *b, uint32_t index,
		  const struct memlb_nest *desc, const struct mrt_sums *all,
		  const struct mrt_estimate *estimated,
		  const struct mrt_costs *costs);

/* Declare these values; write them, with HZ ticks a second.  */
void mrt_balance_declare (struct mrt_xml *x);
void mrt_balance_write (struct mrt_xml *x, const struct mrt_balance *b,
			double hz);

/* Declare the values beside the built-in ones; write those of a loop, and of
   the program the SECONDS that memlb itself took.  */
void mrt_metrics_declare (struct mrt_xml *x);
void mrt_metrics_write (struct mrt_xml *x, const struct mrt_sums *s);
void mrt_own_time_write (struct mrt_xml *x, double seconds);

/* Write how much of the program's time the kernel worked for it.  */
void mrt_system_time_write (struct mrt_xml *x);

/* Declare one value; write it, unless it is zero.  */
void mrt_metric_declare (struct mrt_xml *x, const char *name,
			 const char *unit, const char *kind);
void mrt_metric_write (struct mrt_xml *x, const char *name, uint64_t value);

/* Declare the events that the kernel grants; write those of nest INDEX with
   sums S, where samples cost COSTS.  */
void mrt_events_declare (struct mrt_xml *x);
void mrt_events_write (struct mrt_xml *x, uint32_t index,
		       const struct mrt_sums *s,
		       const struct mrt_costs *costs);

/* Declare what the instructions of a nest did, and write it.  */
void mrt_facts_declare (struct mrt_xml *x);
void mrt_facts_write (struct mrt_xml *x, const struct memlb_nest *desc,
		      const struct mrt_counts *counts);

/* Write the blocks of the nest of DESC in module M, and what they called of
   POINTERS, which may be NULL.  */
void mrt_counts_write (struct mrt_xml *x, const struct mrt_module *m,
		       const struct memlb_nest *desc,
		       const struct mrt_counts *counts,
		       const struct mrt_pointers *pointers);

/* Write module M, and add to TOTALS.  */
void mrt_module_write (struct mrt_xml *x, const struct mrt_module *m,
		       struct mrt_totals *totals);

#endif
