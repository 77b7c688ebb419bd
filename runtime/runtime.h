/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Start and end of the runtime, and its clock.  */
#ifndef MRT_RUNTIME_H
#define MRT_RUNTIME_H

#include "base.h"

struct mrt_clock_info
{
  double hz;			/* ticks a second */
  double cost;			/* ticks of timing nothing */
  double bound_cost;		/* ticks of a bound run of nothing */
  double core_hz;		/* cycles of the processor a second, now */
};

/* Process-wide facts, set at start.  */
struct mrt_process
{
  bool started;
  bool forked;
  int32_t pid;
  uint64_t start_ticks;
  uint64_t start_ns;		/* CLOCK_MONOTONIC */
  uint64_t start_boot_ns;	/* CLOCK_BOOTTIME: goes on in suspension */
  uint64_t start_time;		/* CLOCK_REALTIME, seconds */
  uint64_t inside_passed;	/* ticks that an entry takes which is counted
				   inside another nest, and */
  uint64_t inside_timed;	/* one that is timed; 0 if no nest needs it */
  uint64_t cost;		/* calibrated, ticks; see clock.c */
  uint64_t bound_cost;
  char path[4096];		/* of the program's file */
};

extern struct mrt_process mrt_process;

/* Start the runtime, once; called by the first module that registers.  */
void mrt_start (void);

/* Begin a new life in a forked child.  */
void mrt_restart (void);

/* Ticks in NS nanoseconds and back, by the frequency known so far: good
   enough for limits.  Context: any.  */
uint64_t mrt_ticks_to_ns (uint64_t ticks);
uint64_t mrt_ns_to_ticks (uint64_t ns);

/* Of a measurement of TICKS in which the thread ran for CPU_NS, the ticks in
   which it ran.  (Not the first times the ratio of the two: a nanosecond has
   few ticks, and a quarter of a quotient of them is lost by rounding.)
   Context: any.  */
uint64_t mrt_ran_ticks (uint64_t ticks, uint64_t cpu_ns);

/* What the machine says: the counter that mrt_clock reads, the system's clocks
   in ns, the counter's frequency by the processor or 0; and a pause.
   Context: any.  */
uint64_t mrt_ticks (void);
uint64_t mrt_nanoseconds (int clock);
uint64_t mrt_nominal_hz (void);
void mrt_sleep (uint64_t ns);

/* In the place of ticks that were not measured.  None is a measurement, too: a
   counter may be slower than a loop.  */
#define MRT_NO_TICKS UINT64_MAX

/* Ticks from START to NOW; none if the counter went back: it began anew, or
   the thread has moved to a processor that is behind.  */
static inline uint64_t
mrt_elapsed (uint64_t start, uint64_t now)
{
  return now > start ? now - start : 0;
}

/* Note that the counter jumped; how often it did.  Context: any.  */
void mrt_clock_jumped (void);
uint64_t mrt_clock_jumps (void);

/* In a forked child: no other thread measures.  */
void mrt_clock_forked (void);

/* Ticks since the last call on this thread that it did not run.  Context:
   as mrt_enter.  */
struct mrt_thread;
uint64_t mrt_lost_ticks (struct mrt_thread *self);

/* True when it is a while since the last such call at the time NOW, or the
   counter has gone back since.  */
bool mrt_look_due_p (const struct mrt_thread *self, uint64_t now);

/* The same if they may all have been lost in the last ELAPSED ticks, and are a
   good part of these; else 0.  */
uint64_t mrt_lost_in (struct mrt_thread *self, uint64_t elapsed);

/* The measurement itself took the last TICKS: charge them to the budget, but
   those of a longer time not in which the thread did not run.  */
void mrt_spend (struct mrt_thread *self, uint64_t ticks);

/* Ticks a second: from the processor or measured over the whole run.
   Context: exit.  */
double mrt_clock_hz (void);

/* Cycles of the processor itself a second, now, where ticks are HZ a
   second.  */
double mrt_core_hz (double hz);
void mrt_chain (uint64_t rounds);	/* arch/ */

/* How long the machine was suspended in this run.  Context: exit.  */
uint64_t mrt_suspended_ns (void);

/* Measure what timing and bound runs cost, on the calling thread, which
   forgets what it was measuring.  Context: any thread.  */
void mrt_calibrate (void);

/* Find what measuring nests inside others costs these, once.  Context: start,
   dlopen.  */
void mrt_calibrate_inside (void);

/* Enter NEST, one of those in arch/ that calibrate, N times on SELF after some
   to warm up, where bound copies run also those; note the ticks of each entry
   in TIMES and of its bound copy in BOUNDS, if that is wanted.  Returns how
   many of these there are.  Context: any thread.  */
unsigned mrt_time_nest (struct mrt_thread *self, void (*nest) (void),
			unsigned n, uint64_t *times, uint64_t *bounds);

/* The sum of those of the *N values at V that are no outliers; *N becomes their
   number, never 0.  V is sorted.  */
uint64_t mrt_sum_of_most (uint64_t *v, unsigned *n);

/* What an update of memory takes that waits for the one before, by what one
   takes that does not: 1 where the processor renames memory.
   Context: exit.  */
double mrt_forwarding (void);

/* Ticks that the quickest of some page faults takes, 0 if no memory is to be had.  See
   page-fault.c.  Context: exit.  */
double mrt_page_fault (void);

#endif
