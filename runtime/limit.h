/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Time limits of copies, and the timers of a thread.  */
#ifndef MRT_LIMIT_H
#define MRT_LIMIT_H

#include "thread.h"

#include <stdbool.h>
#include <stdint.h>

/* The kernel's version MAJOR.MINOR, to be compared.  */
#define MRT_KERNEL_VERSION(MAJOR, MINOR) ((MAJOR) * 1000 + (MINOR))

/* See how timers behave here.  Context: start only.  */
void mrt_limit_start (void);

/* Begin and end the time limit of bound runs, NS nanoseconds of the thread's CPU time.
   False when the thread SELF cannot have one.  Context: as mrt_enter.  */
bool mrt_limit_arm (struct mrt_thread *self, uint64_t ns);
void mrt_limit_disarm (struct mrt_thread *self);

/* TIMER of SELF has expired: true if it was a limit's that stayed set behind the runs that
   it was for.  From then on none is set.  Context: signal handler.  */
bool mrt_limit_kept (struct mrt_thread *self, int32_t timer);

/* The limit of SELF's run was exceeded.  Context: signal handler.  */
void mrt_limit_exceeded (struct mrt_thread *self);

/* Let the timer of the limits expire, once, when the thread SELF has run for NS
   nanoseconds, 0 for never, at a tick of the scheduler.  False when it cannot have one.
   Context: as mrt_enter, or the timer's handler.  */
bool mrt_timer_set (struct mrt_thread *self, uint64_t ns);

/* Let the timer of elapsed time expire, once, in NS nanoseconds, to the microsecond, 0
   for never: setting it programs hardware.  False when the thread SELF cannot have one.
   Context: as mrt_enter, or the timer's handler.  */
bool mrt_clock_timer_set (struct mrt_thread *self, uint64_t ns);

/* Take back and forget the timers of T, if it has any.  Context: T's thread, or T's has
   ended.  */
void mrt_timers_delete (struct mrt_thread *t);

#endif
