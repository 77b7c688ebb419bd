/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* How long a load waits for a store to the same place.

   An instruction that updates an element of an array updates the same slot
   again and again in the bound copy.  Some processors let it wait for the
   update before, which is 4 to 6 cycles each time, others rename memory and do
   not wait.  So what it takes here is measured: it decides whether the bound
   of such a nest is too high.  Context: exit.  */

#include "runtime.h"

#define UPDATES 1000
#define REPEATS 7

/* Bytes over which updates that do not wait are spread, and their step.  */
#define SPREAD 1024
#define STEP 64

/* In calibrate.S.  */
void mrt_updates (uint32_t *p, uint64_t n, uint64_t step, uint64_t mask);

/* Ticks of UPDATES updates STEP bytes apart.  */

static uint64_t
time_updates (uint32_t *p, uint64_t step)
{
  uint64_t begin = mrt_clock ();
  mrt_updates (p, UPDATES, step, SPREAD - 1);
  return mrt_clock () - begin;
}

double
mrt_forwarding (void)
{
  uint32_t place[SPREAD / sizeof (uint32_t)] = { 0 };
  uint64_t same = UINT64_MAX, spread = UINT64_MAX;
  for (unsigned i = 0; i < REPEATS; i++)
    {
      same = MRT_MIN (same, time_updates (place, 0));
      spread = MRT_MIN (spread, time_updates (place, STEP));
    }
  return spread ? (double) same / (double) spread : 1;
}
