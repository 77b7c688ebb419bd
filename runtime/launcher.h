/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Who started this process: which rank of which job it is.  */
#ifndef MRT_LAUNCHER_H
#define MRT_LAUNCHER_H

#include "base.h"

struct mrt_job
{
  const char *rank;		/* as the launcher writes it, or NULL */
  const char *job;		/* job and step, the same in all ranks, or NULL */
  bool many;			/* one of several processes of one run */
  bool numbered;		/* RANK is a number: */
  uint64_t number;
  uint64_t ranks;		/* how many there are, 0 if unknown */
};

extern struct mrt_job mrt_job;

/* Find out.  Context: start only; the launcher may be gone later.  */
void mrt_job_read (void);

/* What the command line of N bytes, words ended by 0, of MPICH's proxy says
   of its job, into BUF of SIZE bytes.  False if it is no proxy's.  */
bool mrt_job_proxy (const char *line, size_t n, char *buf, size_t size);

#endif
