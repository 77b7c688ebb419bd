/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The parts of event-source.c that need no counters.  */
#ifndef MRT_EVENT_SOURCE_H
#define MRT_EVENT_SOURCE_H

#include "events.h"

struct perf_event_mmap_page;

/* The ns since the kernel wrote PAGE, of a clock that says TICKS now.
   Context: any.  */
uint64_t mrt_event_page_ns (const struct perf_event_mmap_page *page,
			    uint64_t ticks);

/* The counter that PAGE is of, and for how many ns it was wanted and on the
   processor until now.  Context: the thread that it counts.  */
uint64_t mrt_event_page_read (const struct perf_event_mmap_page *page,
			      uint64_t *enabled, uint64_t *running);

#endif
