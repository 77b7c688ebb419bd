/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Time limits of copies.

   A timer of the thread's CPU time ends copies that do not end by themselves.
   To set it and to take it back takes 2.3 us in a virtual machine, as much as the
   rest of a short sample; so it stays set behind a run, and serves those of the next
   milliseconds, too.  It may then expire in the program's own code.  Nothing shows
   of that where the kernel lets such timers expire only on the way back to the
   program: a system call, which a signal would otherwise end with EINTR, or with
   less done than was asked for, is over by then.  Elsewhere the timer is taken
   back.

   Weakness: where a limit that is kept is exceeded, so it is by some milliseconds;
   the next ones of that thread are not kept.  A child that nobody saw fork, or that shares
   our memory (vfork), has no limit for as long.  io_uring_enter may do what is to be done on
   the way back while it waits, and end with EINTR.  */

#include "limit.h"
#include "runtime.h"
#include "settings.h"
#include "signals.h"

#include <signal.h>
#include <sys/utsname.h>
#include <time.h>

/* A limit is kept for so many nanoseconds, if it is no longer itself.  */
#define KEEP_NS 4000000

/* In torture mode most entries have copies, and whatever they do to the program is welcome:
   limits are kept everywhere, and however long.  */
#define TORTURE_KEEP_NS 10000000

/* Limits that are not kept behind one that was exceeded.  */
#define EXACT 64

static bool keeps;

/* The version in the text S, as MRT_KERNEL_VERSION has it; 0 if there is none.  */

static unsigned
version_of (const char *s)
{
  unsigned part[2] = { 0, 0 };
  for (int i = 0; i < 2; i++, s++)
    {
      while (*s >= '0' && *s <= '9')
	part[i] = part[i] * 10 + (unsigned) (*s++ - '0');
      if (!i && *s != '.')
	return 0;
    }
  return MRT_KERNEL_VERSION (part[0], part[1]);
}

void
mrt_limit_start (void)
{
  unsigned first = MRT_CPU_TIMERS_WAIT;
  struct utsname u;
  keeps = first && mrt_syscall3 (SYS_uname, &u, 0, 0) == 0
	  && version_of (u.release) >= first;
}

/* A timer of the thread SELF.  Timers are made when first used.  That of the
   limits counts the thread's CPU time: a copy that is not running is not late,
   and setting it programs no hardware (in a virtual machine that took 5 us, ten
   times what the rest of a short sample takes).  The price: it expires at a
   scheduler tick, up to some milliseconds late, which marks and cuts are not to
   be.  */

static int32_t
make_timer (struct mrt_thread *self, clockid_t clock)
{
  struct sigevent event;
  mrt_fill (&event, 0, sizeof event);
  event.sigev_notify = SIGEV_THREAD_ID;
  event.sigev_signo = mrt_limit_signal ();
  event.sigev_value.sival_ptr = self;
  event._sigev_un._tid = self->tid;
  int32_t timer = -1;
  if (mrt_syscall3 (SYS_timer_create, clock, &event, &timer) < 0)
    return -2;
  return timer;
}

static bool
set_timer (int32_t timer, uint64_t ns)
{
  struct itimerspec t = { { 0, 0 },
			  { (time_t) (ns / 1000000000),
			    (long) (ns % 1000000000) } };
  return timer >= 0
	 && mrt_syscall4 (SYS_timer_settime, timer, 0, &t, NULL) == 0;
}

/* For how long a limit of NS nanoseconds that SELF sets is to be kept.  */

static uint64_t
kept_ns (struct mrt_thread *self, uint64_t ns)
{
  if (mrt_settings.torture)
    return TORTURE_KEEP_NS;
  if (!keeps || ns > KEEP_NS)
    return 0;
  if (self->exact_limits)
    {
      self->exact_limits--;
      return 0;
    }
  return KEEP_NS;
}

bool
mrt_limit_arm (struct mrt_thread *self, uint64_t ns)
{
  uint64_t now = mrt_clock ();
  if (self->limit_set && ns <= self->limit_ns
      && mrt_ticks_to_ns (now - self->limit_set) < self->limit_kept_ns)
    return true;
  uint64_t kept = kept_ns (self, ns);
  if (!mrt_timer_set (self, ns + kept))
    return false;
  self->limit_ns = ns;
  self->limit_kept_ns = kept;
  self->limit_set = kept ? now : 0;
  return true;
}

void
mrt_limit_disarm (struct mrt_thread *self)
{
  if (!self->limit_set)
    set_timer (self->timer, 0);
}

bool
mrt_limit_kept (struct mrt_thread *self, int32_t timer)
{
  bool kept = timer == self->timer && self->limit_set;
  if (kept)
    self->limit_set = 0;
  return kept;
}

void
mrt_limit_exceeded (struct mrt_thread *self)
{
  self->exact_limits = EXACT;
}

bool
mrt_timer_set (struct mrt_thread *self, uint64_t ns)
{
  self->limit_set = 0;
  if (self->timer == -1 && ns)
    self->timer = make_timer (self, CLOCK_THREAD_CPUTIME_ID);
  return set_timer (self->timer, ns);
}

bool
mrt_clock_timer_set (struct mrt_thread *self, uint64_t ns)
{
  if (self->clock_timer == -1 && ns)
    self->clock_timer = make_timer (self, CLOCK_MONOTONIC);
  return set_timer (self->clock_timer, ns);
}

void
mrt_timers_delete (struct mrt_thread *t)
{
  if (t->timer >= 0)
    mrt_syscall3 (SYS_timer_delete, t->timer, 0, 0);
  if (t->clock_timer >= 0)
    mrt_syscall3 (SYS_timer_delete, t->clock_timer, 0, 0);
  t->timer = t->clock_timer = -1;
  t->limit_set = 0;
  t->exact_limits = 0;
}
