/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The clock and the cost of measuring.

   The cost is that of an empty nest, written in assembly (calibrate.S) and
   measured through the same stubs and the same protocol as every other:
   the mean of a hundred entries or so.  */

#include "runtime.h"
#include "module.h"
#include "thread.h"

#include <time.h>

struct mrt_process mrt_process;

uint64_t
mrt_nanoseconds (int clock)
{
  struct timespec t = { 0, 0 };
  mrt_syscall3 (SYS_clock_gettime, clock, &t, 0);
  return (uint64_t) t.tv_sec * 1000000000 + (uint64_t) t.tv_nsec;
}

/* Ticks per 1024 ns, never 0; a guess of 2 GHz to begin with.  It is measured
   when the process is 100,000 ticks old and each time that it has become
   twice as old as at the last time, until that is long enough.  */

static uint64_t
tick_rate (void)
{
  static uint64_t rate = 2048, due = 100000;
  uint64_t due_now = mrt_load (&due);
  if (!due_now)
    return mrt_load (&rate);
  uint64_t passed = mrt_clock () - mrt_process.start_ticks;
  if (passed < due_now)
    return mrt_load (&rate);
  uint64_t ns = mrt_nanoseconds (CLOCK_MONOTONIC) - mrt_process.start_ns;
  uint64_t r = ns > 10000 ? passed / (ns / 1024) : 2048;
  r = MRT_MAX (r, 1);
  mrt_store (&rate, r);
  mrt_store (&due, ns > 10000000 ? 0 : 2 * passed);
  return r;
}

uint64_t
mrt_ticks_to_ns (uint64_t ticks)
{
  uint64_t r = tick_rate ();
  return ticks < (uint64_t) 1 << 50 ? ticks * 1024 / r : ticks / r * 1024;
}

uint64_t
mrt_ns_to_ticks (uint64_t ns)
{
  return ns / 1024 * tick_rate () + ns % 1024 * tick_rate () / 1024;
}

/* Nanoseconds between two looks at a thread's CPU time, while it runs nests
   that need none.  */
#define LOOK_NS 1000000

uint64_t
mrt_lost_ticks (struct mrt_thread *self)
{
  uint64_t cpu = mrt_nanoseconds (CLOCK_THREAD_CPUTIME_ID);
  uint64_t now = mrt_clock ();
  uint64_t passed = mrt_ticks_to_ns (now - self->look_ticks);
  uint64_t used = cpu - self->look_cpu;
  self->look_cpu = cpu;
  self->look_ticks = now;
  self->due = now + mrt_ns_to_ticks (LOOK_NS);
  uint64_t lost = passed > used ? mrt_ns_to_ticks (passed - used) : 0;
  self->lost += lost;
  return lost;
}

uint64_t
mrt_lost_in (struct mrt_thread *self, uint64_t elapsed)
{
  if (elapsed <= self->quick_limit)
    return 0;
  uint64_t lost = mrt_lost_ticks (self);
  return lost >= elapsed / 4 && lost <= elapsed + elapsed / 16 ? lost : 0;
}

/* The descriptor of the empty nest: hidden, named by calibrate.S.  */
struct memlb_nest mrt_empty_desc __attribute__ ((visibility ("hidden")));

static void
describe_empty_nest (void)
{
  struct memlb_nest *d = &mrt_empty_desc;
  d->flags = MEMLB_NEST_COPIED | MEMLB_NEST_TIMED | MEMLB_NEST_VECTOR;
  d->slot_reg = MEMLB_NO_REG;
  d->sp_align = 16;
  d->cell_off = MRT_EMPTY_CELLS;
  d->slot_off = 2 * MRT_EMPTY_CELLS;
  d->bound_entry = (char *) mrt_empty_bound - (char *) &d->bound_entry;
  d->index = MRT_EMPTY_INDEX;
  d->runtime = mrt_nest_word (d->index * sizeof (struct mrt_record), 0);
  d->gate = d->index * sizeof (int32_t);
  mrt_nests[MRT_EMPTY_INDEX].desc = d;
}

/* Mean of the N values at V without outliers.  Not the median: where the
   clock ticks in steps (of 26 on one processor), every value is off by up to
   a step, and only their mean is right.  */

static uint64_t
mean_of_most (uint64_t *v, unsigned n)
{
  uint64_t sum = 0;
  unsigned most = 0;
  for (unsigned i = 1; i < n; i++)
    for (unsigned j = i; j && v[j - 1] > v[j]; j--)
      {
	uint64_t t = v[j];
	v[j] = v[j - 1];
	v[j - 1] = t;
      }
  for (; most < n && v[most] <= 2 * v[n / 2] + 50; most++)
    sum += v[most];
  return most ? (sum + most / 2) / most : 0;
}

/* Enter the empty nest N times after some to warm up, where bound copies run
   also those; note the ticks of each entry in TIMES and of its bound copy in
   BOUNDS.  Returns how many of these there are.  */

static unsigned
time_empty_nest (struct mrt_thread *self, unsigned n, uint64_t *times,
		 uint64_t *bounds)
{
  enum { WARM = 8 };
  struct mrt_record *rec = &self->records[MRT_EMPTY_INDEX];
  unsigned n_bounds = 0;
  for (unsigned i = 0; i < WARM + n; i++)
    {
      uint64_t time = rec->time, runs = rec->samples;
      mrt_empty_nest ();
      if (i < WARM)
	continue;
      times[i - WARM] = rec->time - time;
      if (rec->samples != runs)
	bounds[n_bounds++] = self->run_stop - self->run_start;
    }
  return n_bounds;
}

void
mrt_calibrate (void)
{
  enum { N = 127, N_BOUND = 31 };
  struct mrt_thread *self = mrt_self ? mrt_self : mrt_thread_start ();
  if (!self)
    return;
  uint64_t times[N], bounds[N];
  mrt_set_depth (self, 0);
  self->busy = 0;
  describe_empty_nest ();
  /* The frame needs SP modulo 64 as this call happens to have it.  */
  mrt_empty_desc.sp_mod = 0;
  mrt_empty_desc.sp_align = 1;
  mrt_nests[MRT_EMPTY_INDEX].reason = MRT_REASON_NONE;
  unsigned n = time_empty_nest (self, N_BOUND, times, bounds);
  mrt_process.bound_cost = mean_of_most (bounds, n);
  mrt_nests[MRT_EMPTY_INDEX].reason = MRT_REASON_NO_STACK;
  time_empty_nest (self, N, times, bounds);
  mrt_process.cost = mean_of_most (times, N);
}
