/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whole functions as objects of memlb estimate.  */

#ifndef MEMLB_TOOLS_ESTIMATE_PROCEDURES_H
#define MEMLB_TOOLS_ESTIMATE_PROCEDURES_H

#include "profile.h"

/* One function that was counted and timed.  */
struct procedure
{
  struct loop counted, timed;	/* as if it were a loop */
  struct contents has, timed_has;
  struct surroundings in;
  char *id;
};

struct procedures
{
  struct procedure *at;
  size_t n;
};

/* Let ALL, which is empty, be the functions of COUNTS that were timed in TIMES;
   both must outlive it.  */
void procedures_make (struct procedures *all, const struct profile *counts,
		      const struct profile *times);
void procedures_free (struct procedures *all);

#endif /* MEMLB_TOOLS_ESTIMATE_PROCEDURES_H */
