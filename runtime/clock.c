/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The clock and the cost of measuring.

   The cost is that of an empty nest, written in assembly (calibrate.S) and
   measured through the same stubs and the same protocol as every other:
   the mean of a hundred entries or so.  */

#include "runtime.h"
#include "module.h"
#include "thread.h"
#include "watch.h"

#include <time.h>

struct mrt_process mrt_process;

/* Times that the counter jumped.  */
static uint64_t jumps;

void
mrt_clock_jumped (void)
{
  __atomic_add_fetch (&jumps, 1, __ATOMIC_RELAXED);
}

uint64_t
mrt_clock_jumps (void)
{
  return mrt_load (&jumps);
}

/* How many ticks are 1024 ns, as measured so far: RATE, never 0, a guess of
   2 GHz to begin with.  It is measured over pieces of time, the first of
   FIRST_PIECE ticks and each twice as long as the one before, until one is
   long enough and says what the one before said: the counter may jump, or the
   machine be suspended, in any of them.  */
static struct
{
  uint64_t rate;
  uint64_t due;			/* ticks after which this piece ends; 0: rate */
				/* is final; BUSY: a thread measures */
  uint64_t ticks, ns;		/* where it began, 0: with the process */
} piece = { .rate = 2048, .due = 100000 };

#define FIRST_PIECE 100000
#define BUSY UINT64_MAX
#define LONG_PIECE_NS 10000000

/* Rates of no counter: under 16 MHz, above 32 GHz.  */
#define LOWEST_RATE 16
#define HIGHEST_RATE 32768

/* Begin another piece of LENGTH ticks.  */

static void
begin_piece (uint64_t ticks, uint64_t ns, uint64_t length)
{
  mrt_store (&piece.ticks, ticks);
  mrt_store (&piece.ns, ns);
  __atomic_store_n (&piece.due, length, __ATOMIC_RELEASE);
}

/* The piece of LENGTH ticks ends now.  */

static void
end_piece (uint64_t length)
{
  uint64_t ns = mrt_nanoseconds (CLOCK_MONOTONIC), now = mrt_ticks ();
  uint64_t ticks = mrt_elapsed (mrt_load (&piece.ticks), now);
  uint64_t passed = ns - mrt_load (&piece.ns);
  uint64_t r = passed <= 10000 || ticks >= (uint64_t) 1 << 50
	       ? 0 : ticks * 1024 / passed;
  if (r < LOWEST_RATE || r > HIGHEST_RATE)
    {
      begin_piece (now, ns, FIRST_PIECE);
      return;
    }
  uint64_t last = mrt_load (&piece.rate);
  bool same = r <= last + last / 16 && r + last / 16 >= last;
  mrt_store (&piece.rate, r);
  if (same && passed >= LONG_PIECE_NS)
    __atomic_store_n (&piece.due, 0, __ATOMIC_RELEASE);
  else
    begin_piece (now, ns, passed < LONG_PIECE_NS ? 2 * length : length);
}

static uint64_t
tick_rate (void)
{
  uint64_t due = __atomic_load_n (&piece.due, __ATOMIC_ACQUIRE);
  if (!due || due == BUSY)
    return mrt_load (&piece.rate);
  /* Another thread may have begun another piece meanwhile, as long as that one:
     then this is too early an end of it, and it is too short to count.  */
  uint64_t from = mrt_load (&piece.ticks);
  if (!from)
    from = mrt_process.start_ticks;
  /* Unsigned: a counter that went back ends the piece too.  */
  if (mrt_ticks () - from >= due
      && __atomic_compare_exchange_n (&piece.due, &due, BUSY, false,
				      __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
    {
      if (!mrt_load (&piece.ticks))
	{
	  mrt_store (&piece.ticks, mrt_process.start_ticks);
	  mrt_store (&piece.ns, mrt_process.start_ns);
	}
      end_piece (due);
    }
  return mrt_load (&piece.rate);
}

void
mrt_clock_forked (void)
{
  jumps = 0;
  if (piece.due == BUSY)
    begin_piece (mrt_ticks (), mrt_nanoseconds (CLOCK_MONOTONIC),
		 FIRST_PIECE);
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

uint64_t
mrt_ran_ticks (uint64_t ticks, uint64_t cpu_ns)
{
  return cpu_ns < mrt_ticks_to_ns (ticks) ? mrt_ns_to_ticks (cpu_ns) : ticks;
}

/* Nanoseconds between two looks at a thread's CPU time, while it runs nests
   that need none.  */
#define LOOK_NS 1000000

/* The counter went back to NOW: what was before is so much earlier.  */

static void
go_back (struct mrt_thread *self, uint64_t now)
{
  self->born -= self->look_ticks - now;
  self->look_ticks = now;
  mrt_clock_jumped ();
}

bool
mrt_look_due_p (const struct mrt_thread *self, uint64_t now)
{
  return now > self->due || now < self->look_ticks;
}

uint64_t
mrt_lost_ticks (struct mrt_thread *self)
{
  uint64_t cpu = mrt_nanoseconds (CLOCK_THREAD_CPUTIME_ID);
  uint64_t now = mrt_ticks ();
  if (now < self->look_ticks)
    go_back (self, now);
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
  if (elapsed <= (mrt_watch_offset ? mrt_ns_to_ticks (LOOK_NS)
		  : self->quick_limit))
    return 0;
  uint64_t lost = mrt_lost_ticks (self);
  return lost >= elapsed / 4 && lost <= elapsed + elapsed / 16 ? lost : 0;
}

void
mrt_spend (struct mrt_thread *self, uint64_t ticks)
{
  uint64_t lost = ticks > self->quick_limit ? mrt_lost_ticks (self) : 0;
  mrt_add (&self->spent, ticks - MRT_MIN (ticks, lost));
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

/* The median of what the clock says would not do: where it ticks in steps (of
   26 on one processor), every value is off by up to a step, and only their mean
   is right.  */

uint64_t
mrt_sum_of_most (uint64_t *v, unsigned *count)
{
  unsigned n = *count;
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
  *count = MRT_MAX (most, 1);
  return sum;
}

static uint64_t
mean_of_most (uint64_t *v, unsigned n)
{
  uint64_t sum = mrt_sum_of_most (v, &n);
  return (sum + n / 2) / n;
}

unsigned
mrt_time_nest (struct mrt_thread *self, void (*nest) (void), unsigned n,
	       uint64_t *times, uint64_t *bounds)
{
  enum { WARM = 8 };
  struct mrt_record *rec = &self->records[MRT_EMPTY_INDEX];
  unsigned n_bounds = 0;
  for (unsigned i = 0; i < WARM + n; i++)
    {
      uint64_t time = rec->time, runs = rec->samples;
      nest ();
      if (i < WARM)
	continue;
      times[i - WARM] = rec->time - time;
      if (bounds && rec->samples != runs)
	bounds[n_bounds++] = mrt_elapsed (self->run_start, self->run_stop);
    }
  return n_bounds;
}

/* Ticks that an entry of the empty nest takes on SELF, whose gate lets N
   pass: the least mean of some.  */

static uint64_t
time_inside (struct mrt_thread *self, int32_t n)
{
  enum { BATCHES = 8, N = 32 };
  uint64_t least = UINT64_MAX;
  for (int i = 0; i < BATCHES; i++)
    {
      mrt_set_gate (self, MRT_EMPTY_INDEX, n);
      uint64_t start = mrt_clock ();
      for (int k = 0; k < N; k++)
	mrt_empty_nest ();
      least = MRT_MIN (least, mrt_elapsed (start, mrt_clock ()));
    }
  mrt_set_gate (self, MRT_EMPTY_INDEX, 0);
  return least / N;
}

void
mrt_calibrate_inside (void)
{
  struct mrt_thread *self = mrt_self ? mrt_self : mrt_thread_start ();
  if (!self || self->depth || mrt_process.inside_timed)
    return;
  describe_empty_nest ();
  mrt_nests[MRT_EMPTY_INDEX].reason = MRT_REASON_NO_STACK;
  /* A nest around all that has a stack pointer.  */
  self->frames[0] = (struct mrt_frame) { .sp = UINT64_MAX,
					 .state = MRT_FRAME_AROUND,
					 .desc = &mrt_empty_desc };
  mrt_set_depth (self, 1);
  mrt_process.inside_passed = time_inside (self, INT32_MAX / 2);
  mrt_process.inside_timed = time_inside (self, 0);
  mrt_set_depth (self, 0);
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
  unsigned n = mrt_time_nest (self, mrt_empty_nest, N_BOUND, times, bounds);
  mrt_process.bound_cost = mean_of_most (bounds, n);
  mrt_nests[MRT_EMPTY_INDEX].reason = MRT_REASON_NO_STACK;
  mrt_time_nest (self, mrt_empty_nest, N, times, NULL);
  mrt_process.cost = mean_of_most (times, N);
}
