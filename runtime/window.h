/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Where the copies of whole functions count.  */
#ifndef MRT_WINDOW_H
#define MRT_WINDOW_H

#include "module.h"
#include "thread.h"

/* How many words the copy of the whole function of DESC has in a window.  */
static inline uint64_t
mrt_window_size (const struct memlb_nest *desc)
{
  return MEMLB_COUNT_FIRST + (uint64_t) desc->n_counters
	 + MEMLB_SITE_WORDS * (uint64_t) desc->n_sites;
}

/* The counters of thread SELF for the whole function of DESC, MEMLB_COUNT_*, all
   zero at first; NULL where it cannot have any.  Context: as mrt_enter.  */
uint64_t *mrt_window_words (struct mrt_thread *self,
			    const struct memlb_nest *desc);

/* Let the calling thread, whose state is SELF, count in its window, if it has one.
   False if it cannot.  Context: as mrt_enter.  */
bool mrt_window_use (struct mrt_thread *self);

/* Whole functions are not counted, or not all of them, since WHY, which is said if it
   is the first reason.  Returns false.  Context: any.  */
bool mrt_window_refuse (const char *why);

#endif
