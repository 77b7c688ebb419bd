/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Entries that pass a gate are counted, each of them, whoever else enters or
   leaves: jumps out of a nest, threads that take over a state, handlers.  */

#include "check.h"
#include "kit.h"
#include "thread.h"

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <string.h>
#include <sys/time.h>

static sigjmp_buf out;
static volatile sig_atomic_t handled;

static int32_t *
gate (void)
{
  return &mrt_self->gates[kit_desc.index];
}

/* Short entries pass, and no entry is lost.  */

static void
check_counts (void)
{
  int passed = 0;
  for (int i = 1; i <= 20000; i++)
    {
      CHECK_EQUAL (kit (3), 6);
      CHECK_EQUAL (kit_entries (), i);
      passed += *gate () > 0;
    }
  CHECK (passed > 0);
  CHECK (kit_record ()->timed < kit_entries ());
}

static void
jump (int sig)
{
  (void) sig;
  siglongjmp (out, 1);
}

static void
set_timer (void (*handler) (int), int usec)
{
  struct sigaction act;
  struct itimerval t = { { 0, 0 }, { 0, usec } };
  memset (&act, 0, sizeof act);
  act.sa_handler = handler;
  sigaction (SIGALRM, &act, NULL);
  setitimer (ITIMER_REAL, &t, NULL);
}

/* A measured nest that is left by a jump closes the gates; the next entry
   finds that out, and its exit is not taken for the other's.  */

static void
check_jump (void)
{
  uint64_t entries = kit_entries ();
  if (!sigsetjmp (out, 1))
    {
      mrt_set_gate (mrt_self, kit_desc.index, 0);
      set_timer (jump, 3000);
      kit (1000000000000);
    }
  CHECK_EQUAL (kit_entries (), entries + 1);
  CHECK_EQUAL (mrt_self->depth, 1);
  CHECK (__memlb_rt_gates.first == mrt_closed_gates);
  uint64_t timed = kit_record ()->timed;
  mrt_set_gate (mrt_self, kit_desc.index, 5);
  CHECK_EQUAL (kit (3), 6);
  CHECK_EQUAL (*gate (), 4);
  CHECK_EQUAL (kit_entries (), entries + 2);
  CHECK_EQUAL (kit_record ()->timed, timed);
  CHECK_EQUAL (mrt_self->depth, 0);
  CHECK (__memlb_rt_gates.first == mrt_self->gates);
  CHECK_EQUAL (__memlb_rt_gates.begun, 0);
}

static void
enter_in_handler (int sig)
{
  (void) sig;
  for (int i = 0; i < 3; i++)
    handled += kit (3) == 6;
}

/* Entries of a handler, wherever it comes.  */

static void
check_handler (void)
{
  uint64_t entries = kit_entries ();
  int own = 0;
  for (int i = 0; i < 50; i++)
    {
      int before = handled;
      set_timer (enter_in_handler, 200 + 17 * i);
      for (; handled == before; own++)
	kit (3);
    }
  CHECK_EQUAL (handled, 150);
  CHECK_EQUAL (kit_entries (), entries + own + handled);
}

static void *
enter_times (void *arg)
{
  for (long i = 0; i < (long) arg; i++)
    kit (3);
  return NULL;
}

/* A thread that takes over a state with an open gate is counted, too.  */

static void
check_threads (void)
{
  static const long times[] = { 10000, 3, 1, 500 };
  uint64_t entries = 0, threads = 0, wanted = 0;
  for (int i = 0; i < 4; i++)
    {
      pthread_t t;
      CHECK_EQUAL (pthread_create (&t, NULL, enter_times,
				   (void *) times[i]), 0);
      pthread_join (t, NULL);
      wanted += times[i];
    }
  for (struct mrt_thread *t = mrt_threads; t; t = t->next)
    if (t != mrt_self)
      {
	entries += mrt_entries (t, kit_desc.index);
	threads += t->records[kit_desc.index].threads;
      }
  CHECK_EQUAL (entries, wanted);
  CHECK_EQUAL (threads, 4);
}

int
main (void)
{
  check_counts ();
  check_jump ();
  check_handler ();
  check_threads ();
  return failures != 0;
}
