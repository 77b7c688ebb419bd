/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The processor's event counters at the borders of sampled runs: what an
   original and its bound copy did, beside the time that they took.

   There is a set of counters per thread, opened at the thread's first sample,
   if the kernel grants it; what it does not grant is not mentioned again.
   Entries that are only timed never get here.  */
#ifndef MRT_EVENTS_H
#define MRT_EVENTS_H

#include "base.h"

enum mrt_event
{
  MRT_EVENT_CYCLES,
  MRT_EVENT_INSTRUCTIONS,
  MRT_EVENT_L1_MISSES,
  MRT_EVENT_LLC_MISSES,
  MRT_N_EVENTS
};

#define MRT_ALL_EVENTS ((1u << MRT_N_EVENTS) - 1)

/* Events as MEMLB_EVENTS names them, and as perf_event_open knows them.  */
struct mrt_event_type
{
  const char *name;
  uint32_t type;
  uint64_t config;
};

extern const struct mrt_event_type mrt_event_types[MRT_N_EVENTS];

/* What the counters of a group say at one moment.  */
struct mrt_event_values
{
  uint64_t value[MRT_N_EVENTS];
  uint64_t enabled;		/* ns that the group has been wanted, */
  uint64_t running;		/* and of these it was on the processor */
};

/* Counters of one thread that are on the processor together, or not.  */
struct mrt_event_group
{
  uint32_t events;		/* set by enum mrt_event, 0: not open */
  bool pages;			/* read through these, without the kernel */
  const void *page[MRT_N_EVENTS];
  int32_t fd[MRT_N_EVENTS];	/* otherwise by these, whose numbers in the */
  uint64_t id[MRT_N_EVENTS];	/* kernel are these */
};

/* The source (event-source.c; tests have one of their own).

   Open and start counters of the calling thread, those of EVENTS that the
   kernel grants; GROUP->events says which.  Read them: false if that cannot
   be.  Close them, for whatever thread.  Forget them in a process that has
   inherited the descriptors, but not the pages.  No errors are told; errno is
   not touched.  Context: any.  */
void mrt_event_open (struct mrt_event_group *group, uint32_t events);
bool mrt_event_read (const struct mrt_event_group *group,
		     struct mrt_event_values *values);
void mrt_event_close (struct mrt_event_group *group);
void mrt_event_forget (struct mrt_event_group *group);

/* One thread's sums for one nest, over samples of which the original's events
   and the bound copy's are both known.  A sample counts as often as it stands
   for entries.  For the empty nest: the least of all samples.  */
struct mrt_event_record
{
  uint64_t original[MRT_N_EVENTS];
  uint64_t bound[MRT_N_EVENTS];
  uint64_t ticks;		/* of the originals */
  uint64_t weight;		/* entries that the samples stand for */
  uint64_t samples;
};

/* Of one thread.  */
struct mrt_events
{
  struct mrt_event_group group;
  struct mrt_event_record *records; /* by nest index, NULL until opened */
  uint32_t state;		/* enum mrt_events_state */
  int32_t tid;			/* whose they are */
  bool begun;			/* `begin' is that of the run under way */
  bool original_known, bound_known; /* of the sample under way */
  struct mrt_event_values begin;
  uint64_t original[MRT_N_EVENTS];
  uint64_t bound[MRT_N_EVENTS];
};

enum mrt_events_state
{
  MRT_EVENTS_UNTRIED,
  MRT_EVENTS_BUSY,		/* being opened */
  MRT_EVENTS_OPEN,
  MRT_EVENTS_NONE
};

/* The events that the kernel grants, of those that are wanted.  */
extern uint32_t mrt_events_granted;

/* Their names, separated by commas, `none' without any, at BUF of
   MRT_EVENT_NAMES bytes.  Context: exit.  */
#define MRT_EVENT_NAMES 128
void mrt_events_names (char *buf);

/* Find out which.  Asked once, at the start: a program may forbid itself the
   call later, on pain of death.  Context: start only.  */
void mrt_events_start (void);

/* What the functions below do where events are granted.  */
void mrt_events_open (struct mrt_events *e);
void mrt_events_note (struct mrt_events *e);
void mrt_events_take (struct mrt_events *e, bool bound);

/* A sample begins on the calling thread, whose E is: open the counters if it
   has none.  Context: as mrt_enter.  */
static inline void
mrt_events_ready (struct mrt_events *e)
{
  if (mrt_events_granted)
    mrt_events_open (e);
}

/* The next run begins: that of the original, or of the bound copy.  */
static inline void
mrt_events_begin (struct mrt_events *e)
{
  if (e->state == MRT_EVENTS_OPEN)
    mrt_events_note (e);
}

/* The run that began last is over, of the copy if BOUND.  */
static inline void
mrt_events_end (struct mrt_events *e, bool bound)
{
  if (e->begun)
    mrt_events_take (e, bound);
}

/* Enter the sample under way into the record of nest INDEX, if both runs are
   known: it stands for WEIGHT entries, 0 for 1, its original took TICKS.  Samples of
   which the time is dropped are not entered.  */
void mrt_events_add (struct mrt_events *e, uint32_t index, uint64_t weight,
		     uint64_t ticks);

/* The thread of E is gone, or its state forgotten.  Context: any.  */
void mrt_events_close (struct mrt_events *e);

/* In a forked child: E counts its parent, or a thread that is not there.  */
void mrt_events_forked (struct mrt_events *e);

/* The change of COUNT while its group was wanted for ENABLED ns and counted in
   RUNNING of these, more than 0: as much as if it had counted all the time.
   Context: any.  */
uint64_t mrt_events_scale (uint64_t count, uint64_t enabled,
			   uint64_t running);

#endif
