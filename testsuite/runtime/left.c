/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Nests that are left without passing an exit (a jump out of a handler in
   the original) do not confuse those that follow.  */

#include "check.h"
#include "kit.h"
#include "thread.h"

#include <setjmp.h>
#include <signal.h>
#include <string.h>
#include <sys/time.h>

static sigjmp_buf out;

static void
jump (int sig)
{
  (void) sig;
  siglongjmp (out, 1);
}

/* Leave kit by a signal, DEPTH calls below the caller.  */

static void __attribute__ ((noinline))
leave (int depth)
{
  volatile char room[256];
  room[0] = (char) depth;
  if (depth)
    leave (depth - 1);
  else
    {
      struct itimerval t = { { 0, 0 }, { 0, 3000 } };
      setitimer (ITIMER_REAL, &t, NULL);
      for (int i = 0; i < 1000; i++)
	kit (100000000);
    }
  room[1] = room[0];
}

int
main (void)
{
  struct sigaction act;
  memset (&act, 0, sizeof act);
  act.sa_handler = jump;
  sigaction (SIGALRM, &act, NULL);
  CHECK_EQUAL (kit_run (KIT_OK, 1000, 20), 0);
  struct mrt_record *r = kit_record ();
  for (volatile int i = 0; i < 20; i++)
    {
      if (!sigsetjmp (out, 1))
	leave (i % 4);
      uint64_t nested = r->nested, timed = r->timed, samples = r->samples;
      CHECK_EQUAL (kit_run (KIT_OK, 1000, 8), 0);
      CHECK (r->timed + r->samples >= timed + samples + 8);
      CHECK_EQUAL (r->nested, nested);
    }
  CHECK_EQUAL (r->registers_differ, 0);
  CHECK_EQUAL (r->exit_differs, 0);
  CHECK (mrt_self->depth == 0);
  return failures != 0;
}
