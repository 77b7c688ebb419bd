/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cycles of counted blocks by llvm-mca, LLVM's model of the machine.  */

#ifndef MEMLB_TOOLS_MCA_H
#define MEMLB_TOOLS_MCA_H

#include "msg.h"
#include "profile.h"

/* What was found.  */
struct mca_result
{
  size_t blocks, known;		/* executed ones; those with cycles */
};

/* The name of llvm-mca's program, or NULL.  To be freed.  */
char *mca_find (void);

/* Give the executed blocks of P the cycles that llvm-mca finds for the
   processor CPU (NULL: this one), and its loops and functions their sums
   (metric mca-cycles).  The code is read from the executables that P names,
   by objdump.  Return 0, or -1 with the reason in WHY.  */
int mca_fill (struct profile *p, const char *cpu, struct mca_result *result,
	      struct fail *why);

#endif /* MEMLB_TOOLS_MCA_H */
