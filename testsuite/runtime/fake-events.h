/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Event counters in the place of the kernel's: each reading finds the first
   fake_step further than the last, the second twice as much, and so on; and
   the group has been on the processor since then, or for half of the time.
   With FAKE_REFUSES in the environment there are none.  */
#ifndef FAKE_EVENTS_H
#define FAKE_EVENTS_H

#include "events.h"

extern uint64_t fake_step;
extern int fake_half;
extern int fake_opens, fake_closes, fake_forgets;

/* The calling thread's counters go on by N, twice N, ...  */
void fake_count (uint64_t n);

#endif
