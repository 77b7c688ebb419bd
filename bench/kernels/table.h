/* SPDX-License-Identifier: GPL-3.0-or-later */
/* table.h: the list of the kernels.  */
#ifndef TABLE_H
#define TABLE_H

#include <stddef.h>

struct kernel
{
  const char *name;
  int n, reps;			/* so that a call takes some 20 us */
  void (*set) (int n);		/* fills a block, see data.h */
  void (*spread) (int b, int n);
  /* Calls it with the blocks from START on.  */
  void (*call) (int start, int reps, int n);
};

extern const struct kernel kernels[];
extern const size_t n_kernels;

/* The sum of what calls returned.  */
extern double kernel_results;

#endif
