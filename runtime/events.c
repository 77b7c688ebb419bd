/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Reading the event counters around samples.  See events.h.

   Counters are not inherited: a child opens its own.  It may come without the
   handlers of fork having run (clone, _Fork), and the pages through which its
   parent reads are not there; so every sample begins by asking whose thread
   this is.  */

#include "events.h"
#include "module.h"
#include "settings.h"
#include "thread.h"

#define RECORD_BYTES (MRT_MAX_NESTS * sizeof (struct mrt_event_record))

uint32_t mrt_events_granted;

static int32_t
own_tid (void)
{
  return (int32_t) mrt_syscall3 (SYS_gettid, 0, 0, 0);
}

void
mrt_events_start (void)
{
  struct mrt_event_group group = { 0 };
  mrt_events_granted = 0;
  if (mrt_settings.mode != MRT_MODE_BOUND || !mrt_settings.events)
    return;
  mrt_event_open (&group, mrt_settings.events);
  mrt_events_granted = group.events;
  mrt_event_close (&group);
}

/* Open the counters of the calling thread.  All that were granted at first, or
   none: sums over threads must be sums of the same.  */

static void
open_counters (struct mrt_events *e, int32_t tid)
{
  mrt_store (&e->state, MRT_EVENTS_BUSY);
  __atomic_signal_fence (__ATOMIC_SEQ_CST);
  e->tid = tid;
  if (!e->records)
    __atomic_store_n (&e->records, mrt_map (RECORD_BYTES, 4096),
		      __ATOMIC_RELEASE);
  if (e->records)
    mrt_event_open (&e->group, mrt_events_granted);
  bool all = e->group.events == mrt_events_granted;
  if (!all)
    mrt_event_close (&e->group);
  __atomic_signal_fence (__ATOMIC_SEQ_CST);
  mrt_store (&e->state, all ? MRT_EVENTS_OPEN : MRT_EVENTS_NONE);
}

void
mrt_events_open (struct mrt_events *e)
{
  e->begun = e->original_known = e->bound_known = false;
  if (e->state == MRT_EVENTS_BUSY)
    return;
  int32_t tid = own_tid ();
  if (e->state != MRT_EVENTS_UNTRIED && e->tid != tid)
    mrt_events_forked (e);
  if (e->state == MRT_EVENTS_UNTRIED)
    open_counters (e, tid);
}

void
mrt_events_note (struct mrt_events *e)
{
  e->begun = mrt_event_read (&e->group, &e->begin);
  /* The program has closed them.  */
  if (!e->begun)
    {
      mrt_store (&e->state, MRT_EVENTS_NONE);
      mrt_event_close (&e->group);
    }
}

/* Without a product of more than 64 bits: the times lose bits that say
   nothing.  */

uint64_t
mrt_events_scale (uint64_t count, uint64_t enabled, uint64_t running)
{
  if (enabled == running)
    return count;
  while ((enabled | running) >> 31)
    {
      enabled >>= 1;
      running >>= 1;
    }
  running = MRT_MAX (running, 1);
  return count / running * enabled + count % running * enabled / running;
}

void
mrt_events_take (struct mrt_events *e, bool bound)
{
  struct mrt_event_values end;
  bool read = mrt_event_read (&e->group, &end);
  uint64_t enabled = end.enabled - e->begin.enabled;
  uint64_t running = end.running - e->begin.running;
  /* Where the group was not on the processor at all nothing is known.  */
  bool known = read && (int64_t) running > 0
	       && (int64_t) enabled > 0;
  uint64_t *to = bound ? e->bound : e->original;
  e->begun = false;
  for (unsigned i = 0; known && i < MRT_N_EVENTS; i++)
    to[i] = mrt_events_scale (end.value[i] - e->begin.value[i], enabled,
			      running);
  if (bound)
    e->bound_known = known;
  else
    e->original_known = known;
}

/* Keep the least of V and *AT, which is none where FIRST.  */

static void
keep_least (uint64_t *at, uint64_t v, bool first)
{
  if (first || v < mrt_load (at))
    mrt_store (at, v);
}

void
mrt_events_add (struct mrt_events *e, uint32_t index, uint64_t weight,
		uint64_t ticks)
{
  if (!e->original_known || !e->bound_known)
    return;
  struct mrt_event_record *rec = &e->records[index];
  bool first = !mrt_load (&rec->samples);
  bool empty = index == MRT_EMPTY_INDEX;
  e->original_known = e->bound_known = false;
  weight = MRT_MAX (weight, 1);
  for (unsigned i = 0; i < MRT_N_EVENTS; i++)
    if (empty)
      {
	keep_least (&rec->original[i], e->original[i], first);
	keep_least (&rec->bound[i], e->bound[i], first);
      }
    else
      {
	mrt_add (&rec->original[i], weight * e->original[i]);
	mrt_add (&rec->bound[i], weight * e->bound[i]);
      }
  mrt_add (&rec->ticks, weight * ticks);
  mrt_add (&rec->weight, weight);
  mrt_add (&rec->samples, 1);
}

void
mrt_events_close (struct mrt_events *e)
{
  if (e->state == MRT_EVENTS_OPEN)
    mrt_event_close (&e->group);
  e->begun = false;
  mrt_store (&e->state, MRT_EVENTS_UNTRIED);
}

void
mrt_events_forked (struct mrt_events *e)
{
  if (e->state == MRT_EVENTS_OPEN)
    mrt_event_forget (&e->group);
  e->begun = false;
  mrt_store (&e->state, MRT_EVENTS_UNTRIED);
}
