/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Pages of which none delays another.  Context: set-up.  */
#ifndef MRT_DISTINCT_PAGES_H
#define MRT_DISTINCT_PAGES_H

#include "base.h"

/* True if a load from the page at LOAD waits for a store to that at STORE, by their
   physical addresses: a trial of a microsecond, which writes to STORE.  */
typedef bool mrt_delays (char *store, char *load);
mrt_delays mrt_delays_p;

/* Give N pages at PAGES, whose contents do not count, other physical memory until
   none delays another by DELAYS, which is mrt_delays_p, as far as that can be had;
   with 16 classes of pages N should be 14 at most, or the last ones take long.
   ADVICE makes the kernel take a page back: MADV_DONTNEED, or MADV_REMOVE where it
   is shared.  Returns how many were taken in exchange.  */
unsigned mrt_distinct_pages (char *const *pages, unsigned n, int advice,
			     mrt_delays *delays);

#endif
