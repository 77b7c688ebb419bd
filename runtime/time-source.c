/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What the machine says about time, for everything that does not measure a
   nest itself.  A file of its own: the tests put a clock in its place that
   jumps and stops.  */

#include "runtime.h"

#include <time.h>

uint64_t
mrt_ticks (void)
{
  return mrt_clock ();
}

uint64_t
mrt_nanoseconds (int clock)
{
  struct timespec t = { 0, 0 };
  mrt_syscall3 (SYS_clock_gettime, clock, &t, 0);
  return (uint64_t) t.tv_sec * 1000000000 + (uint64_t) t.tv_nsec;
}

void
mrt_sleep (uint64_t ns)
{
  const struct timespec t = { (time_t) (ns / 1000000000),
			      (long) (ns % 1000000000) };
  mrt_syscall3 (SYS_nanosleep, &t, NULL, 0);
}

uint64_t
mrt_nominal_hz (void)
{
  return mrt_clock_nominal_hz ();
}
