/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* How many ticks a second has.

   The whole run is the best measure, unless the counter jumped in it: while
   the machine was suspended or moved to another host, the counter went on or
   began anew, and the system's clock did not.  What is measured in a short
   time at the end has no such jump in it, or is measured again.  */

#include "runtime.h"

#include <time.h>

/* The short time; and by how much it may be wrong.  */
#define SHORT_NS 2000000
#define SHORT_ERROR 0.005

/* How wrong the processor's word may be.  */
#define NOMINAL_ERROR 0.001

static bool
near_p (double a, double b, double error)
{
  return a > b * (1 - error) && a < b * (1 + error);
}

/* Ticks a second since the clocks were at TICKS and NS; 0 if neither has gone
   on.  */

static double
rate_since (uint64_t ticks, uint64_t ns)
{
  uint64_t now_ns = mrt_nanoseconds (CLOCK_MONOTONIC);
  uint64_t now = mrt_ticks ();
  return now > ticks && now_ns > ns
	 ? (double) (now - ticks) * 1e9 / (double) (now_ns - ns) : 0;
}

/* The same over a short time: two that agree, or the last of a few.  */

static double
rate_now (void)
{
  double last = 0;
  for (unsigned i = 0; i < 5; i++)
    {
      uint64_t ns = mrt_nanoseconds (CLOCK_MONOTONIC);
      uint64_t ticks = mrt_ticks ();
      mrt_sleep (SHORT_NS);
      double rate = rate_since (ticks, ns);
      if (near_p (rate, last, SHORT_ERROR))
	return rate;
      last = rate;
    }
  return last;
}

double
mrt_clock_hz (void)
{
  double nominal = (double) mrt_nominal_hz ();
  uint64_t age = mrt_nanoseconds (CLOCK_MONOTONIC) - mrt_process.start_ns;
  /* A short run cannot be measured well.  */
  if (nominal > 0 && age < 10000000)
    return nominal;
  double whole = rate_since (mrt_process.start_ticks, mrt_process.start_ns);
  if (nominal > 0 && near_p (whole, nominal, NOMINAL_ERROR))
    return nominal;
  double now = rate_now ();
  if (near_p (whole, now, SHORT_ERROR))
    return whole;
  mrt_clock_jumped ();
  return nominal > 0 && near_p (now, nominal, SHORT_ERROR) ? nominal : now;
}

/* Rounds of the chain in one trial, about two microseconds; the shortest
   trial is the one that nothing disturbed.  */
#define ROUNDS 100
#define TRIALS 25

double
mrt_core_hz (double hz)
{
  uint64_t least = UINT64_MAX;
  for (unsigned i = 0; i < TRIALS; i++)
    {
      uint64_t start = mrt_clock ();
      mrt_chain (ROUNDS);
      uint64_t ticks = mrt_elapsed (start, mrt_clock ());
      least = MRT_MIN (least, ticks);
    }
  return least ? hz * (ROUNDS * MRT_CHAIN) / (double) least : 0;
}

uint64_t
mrt_suspended_ns (void)
{
  uint64_t running = mrt_nanoseconds (CLOCK_MONOTONIC) - mrt_process.start_ns;
  uint64_t all = mrt_nanoseconds (CLOCK_BOOTTIME) - mrt_process.start_boot_ns;
  return all > running ? all - running : 0;
}
