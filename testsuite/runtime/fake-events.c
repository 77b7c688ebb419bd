/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Counters that the test turns.  See fake-events.h.  */

#include "fake-events.h"

#include <stdlib.h>

uint64_t fake_step = 1;
int fake_half;
int fake_opens, fake_closes, fake_forgets;
static __thread struct mrt_event_values now;

void
mrt_event_open (struct mrt_event_group *g, uint32_t events)
{
  __atomic_add_fetch (&fake_opens, 1, __ATOMIC_RELAXED);
  *g = (struct mrt_event_group) { 0 };
  g->events = getenv ("FAKE_REFUSES") ? 0 : events;
}

void
fake_count (uint64_t n)
{
  for (unsigned i = 0; i < MRT_N_EVENTS; i++)
    now.value[i] += n * (i + 1);
}

bool
mrt_event_read (const struct mrt_event_group *g, struct mrt_event_values *v)
{
  uint64_t step = __atomic_load_n (&fake_step, __ATOMIC_RELAXED);
  fake_count (step);
  now.enabled += 1000;
  now.running += __atomic_load_n (&fake_half, __ATOMIC_RELAXED) ? 500 : 1000;
  *v = now;
  return g->events;
}

void
mrt_event_close (struct mrt_event_group *g)
{
  if (g->events)
    __atomic_add_fetch (&fake_closes, 1, __ATOMIC_RELAXED);
  g->events = 0;
}

void
mrt_event_forget (struct mrt_event_group *g)
{
  __atomic_add_fetch (&fake_forgets, 1, __ATOMIC_RELAXED);
  g->events = 0;
}
