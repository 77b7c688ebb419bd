/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Was a measurement disturbed?

   Where the C library has registered restartable sequences (rseq, glibc
   2.35), a measurement is bracketed by arming the thread's rseq_cs with a
   critical section that no code ever enters: when the kernel preempts or
   migrates the thread or delivers a signal to it, it finds the program
   counter outside and clears the field.  No system call is made.  What a
   hypervisor takes away stays unseen; sample.c drops outliers.  */
#ifndef MRT_WATCH_H
#define MRT_WATCH_H

#include "base.h"

/* Distance of the thread's rseq_cs field from its thread pointer, 0 where
   there is none.  */
extern intptr_t mrt_watch_offset;

/* struct rseq_cs of <linux/rseq.h>.  */
extern const struct mrt_watch_section
{
  uint32_t version, flags;
  uint64_t start_ip, post_commit_offset, abort_ip;
} mrt_watch_section;

/* Find out whether the process can watch.  Context: start only.  */
void mrt_watch_init (void);

/* Begin to watch the calling thread.  Context: any thread.  */
static inline void
mrt_watch (void)
{
  if (mrt_watch_offset)
    mrt_store ((uint64_t *) ((char *) __builtin_thread_pointer ()
			     + mrt_watch_offset),
	       (uint64_t) &mrt_watch_section);
}

/* True when nothing that can be seen has disturbed the thread since
   mrt_watch; ends the watch.  */
static inline bool
mrt_undisturbed (void)
{
  if (!mrt_watch_offset)
    return true;
  uint64_t *cs = (uint64_t *) ((char *) __builtin_thread_pointer ()
			       + mrt_watch_offset);
  bool calm = mrt_load (cs) == (uint64_t) &mrt_watch_section;
  if (calm)
    mrt_store (cs, 0);
  return calm;
}

#endif
