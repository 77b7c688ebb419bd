/* SPDX-License-Identifier: GPL-3.0-or-later */
/* runtime/limit.c: limits stay set behind the runs that they are for, where that does
   not show.  */

#include "check-main.h"
#include "limit.h"
#include "signals.h"

#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#define MS 1000000

static struct mrt_thread thread;
static bool kernel_waits;

static void
set_up (void)
{
  unsigned major = 0, minor = 0;
  struct utsname u;
  uname (&u);
  sscanf (u.release, "%u.%u", &major, &minor);
  kernel_waits = MRT_CPU_TIMERS_WAIT
		 && MRT_KERNEL_VERSION (major, minor) >= MRT_CPU_TIMERS_WAIT;
  memset (&thread, 0, sizeof thread);
  thread.timer = thread.clock_timer = -1;
  thread.tid = (int32_t) gettid ();
  mrt_self = &thread;
  mrt_signals_start ();
  ck_assert_int_ne (mrt_limit_signal (), 0);
}

/* Nanoseconds until the timer of the limits expires, 0 if it is not set.  */

static uint64_t
left (void)
{
  struct itimerspec t = { 0 };
  ck_assert_int_eq (mrt_syscall3 (SYS_timer_gettime, thread.timer, &t, 0), 0);
  return (uint64_t) t.it_value.tv_sec * 1000000000
	 + (uint64_t) t.it_value.tv_nsec;
}

START_TEST (kept)
{
  ck_assert (mrt_limit_arm (&thread, MS / 20));
  ck_assert_uint_gt (left (), 0);
  mrt_limit_disarm (&thread);
  ck_assert (!kernel_waits == !left ());
  if (!kernel_waits)
    return;
  /* It holds for another run, and a shorter one; a longer one sets it anew.  However long
     the test takes to come here.  */
  uint64_t set = thread.limit_set = mrt_clock ();
  ck_assert (mrt_limit_arm (&thread, MS / 20));
  ck_assert (mrt_limit_arm (&thread, MS / 40));
  ck_assert_uint_eq (thread.limit_set, set);
  ck_assert_uint_gt (left (), MS / 20);
  ck_assert (mrt_limit_arm (&thread, MS));
  ck_assert_uint_ne (thread.limit_set, set);
  ck_assert_uint_gt (left (), MS);
  mrt_limit_disarm (&thread);
  /* If it expires it is nobody's, once.  */
  ck_assert (!mrt_limit_kept (&thread, thread.timer + 1));
  ck_assert (mrt_limit_kept (&thread, thread.timer));
  ck_assert (!mrt_limit_kept (&thread, thread.timer));
}
END_TEST

START_TEST (not_kept)
{
  /* Long ones, for which setting it twice is nothing.  */
  ck_assert (mrt_limit_arm (&thread, 50 * MS));
  ck_assert_uint_gt (left (), 40 * MS);
  mrt_limit_disarm (&thread);
  ck_assert_uint_eq (left (), 0);
  /* And those behind one that was exceeded.  */
  mrt_limit_exceeded (&thread);
  for (int i = 0; i < 64; i++)
    {
      ck_assert (mrt_limit_arm (&thread, MS / 20));
      ck_assert_uint_le (left (), MS / 20);
      mrt_limit_disarm (&thread);
      ck_assert_uint_eq (left (), 0);
    }
  ck_assert (mrt_limit_arm (&thread, MS / 20));
  mrt_limit_disarm (&thread);
  ck_assert (!kernel_waits == !left ());
}
END_TEST

START_TEST (other_uses)
{
  /* A timer that was set for something else is no limit.  */
  ck_assert (mrt_limit_arm (&thread, MS / 20));
  mrt_limit_disarm (&thread);
  ck_assert (mrt_timer_set (&thread, 100 * MS));
  ck_assert_uint_gt (left (), 50 * MS);
  ck_assert (!mrt_limit_kept (&thread, thread.timer));
  ck_assert (mrt_limit_arm (&thread, MS / 20));
  ck_assert_uint_lt (left (), 50 * MS);
  ck_assert (mrt_timer_set (&thread, 0));
  ck_assert_uint_eq (left (), 0);
  /* Where none can be had, there is no limit.  */
  thread.timer = -2;
  ck_assert (!mrt_limit_arm (&thread, MS / 20));
}
END_TEST

int
main (void)
{
  TCase *tests = tcase_create ("limit");
  /* In one process, whose timers these are.  */
  setenv ("CK_FORK", "no", 1);
  tcase_add_checked_fixture (tests, set_up, NULL);
  tcase_add_test (tests, kept);
  tcase_add_test (tests, not_kept);
  tcase_add_test (tests, other_uses);
  return run_tests (tests);
}
