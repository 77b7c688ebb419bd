/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Was a measurement disturbed?

   Where the C library has registered restartable sequences (rseq, glibc
   2.35), a measurement is bracketed by arming the thread's rseq_cs with a
   critical section that no code ever enters: when the kernel preempts or
   migrates the thread or delivers a signal to it, it finds the program
   counter outside and clears the field.  No system call is made.  What a
   hypervisor takes away stays unseen; sample.c drops outliers.

   Page faults are counted apart: they belong to the program's time, but are no
   misses.  */
#ifndef MRT_WATCH_H
#define MRT_WATCH_H

#include "base.h"

/* Distance of the thread's rseq_cs field from its thread pointer, 0 where
   there is none.  */
extern intptr_t mrt_watch_offset;

/* What that field holds while a measurement is watched: the address of the
   section.  */
extern const uint64_t *const mrt_watch_armed;

/* Find out whether the process can watch.  Context: start only.  */
void mrt_watch_init (void);

/* Begin to watch the calling thread.  Context: any thread.  */
static inline void
mrt_watch (void)
{
  if (mrt_watch_offset)
    mrt_store ((uint64_t *) ((char *) __builtin_thread_pointer ()
			     + mrt_watch_offset),
	       (uint64_t) mrt_watch_armed);
}

/* True when nothing that can be seen has disturbed the thread since
   mrt_watch.  The section stays armed, which costs nobody anything.  */
static inline bool
mrt_undisturbed (void)
{
  if (!mrt_watch_offset)
    return true;
  return mrt_load ((uint64_t *) ((char *) __builtin_thread_pointer ()
				 + mrt_watch_offset))
	 == (uint64_t) mrt_watch_armed;
}

/* The calling thread's minor page faults so far, modulo 2^32; 0 where the
   kernel does not tell.  A system call, a third of a microsecond.  */
uint32_t mrt_page_faults (void);

#endif
