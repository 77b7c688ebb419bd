/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What surrounded the run and may have spoilt its times.  */
#ifndef MRT_CONDITIONS_H
#define MRT_CONDITIONS_H

#include "xml.h"

/* One thread that is there at the end.  */
struct mrt_task
{
  uint64_t run;			/* ns that it ran */
  uint64_t wait;		/* ns that it could have, but waited */
  int32_t cpu;			/* the only one it may run on, else -1 */
};

/* What the threads together did.  Those that ran next to nothing are not
   counted.  */
struct mrt_waiting
{
  uint64_t run, wait;
  unsigned threads;
  unsigned bound;		/* threads that may run on one processor only */
  unsigned sharing;		/* of these, on one that another one has too */
};

/* Note what holds now.  Context: start.  */
void mrt_conditions_start (void);

/* Write the elements on frequency, affinity, load and waiting.  Context:
   exit.  */
void mrt_conditions_write (struct mrt_xml *x);

/* Processors of this machine that are online, 0 if unknown.  */
unsigned mrt_online_cpus (void);

/* The parts of the above without side effects.  */
struct mrt_waiting mrt_waiting_of (const struct mrt_task *tasks, unsigned n);
bool mrt_parse_schedstat (const char *text, struct mrt_task *task);
double mrt_parse_load (const char *text);

#endif
