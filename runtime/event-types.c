/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Which events there are.  A file of its own: the tests put others in their
   place, that a machine without counters has too.  */

#include "events.h"

#include <linux/perf_event.h>

#define LOAD_MISSES(CACHE)						\
  (PERF_COUNT_HW_CACHE_##CACHE | PERF_COUNT_HW_CACHE_OP_READ << 8	\
   | PERF_COUNT_HW_CACHE_RESULT_MISS << 16)

const struct mrt_event_type mrt_event_types[MRT_N_EVENTS] = {
  [MRT_EVENT_CYCLES]
  = { "cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES },
  [MRT_EVENT_INSTRUCTIONS]
  = { "instructions", PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS },
  [MRT_EVENT_L1_MISSES]
  = { "L1-dcache-load-misses", PERF_TYPE_HW_CACHE, LOAD_MISSES (L1D) },
  [MRT_EVENT_LLC_MISSES]
  = { "LLC-load-misses", PERF_TYPE_HW_CACHE, LOAD_MISSES (LL) }
};
