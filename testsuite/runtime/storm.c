/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A storm of the program's own signals over nests that run bound copies:
   every handler runs on the program's stack, none is lost for good, some
   jump out; results stay right.  */

#include "check.h"
#include "kit.h"
#include "thread.h"

#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>

static volatile sig_atomic_t handled, on_foreign_stack, info_lost;
static sigjmp_buf out;
static volatile sig_atomic_t may_jump;
static char *stack_top;

/* Runs a nest itself: it is counted, or measured.  */

static void
alarmed (int sig, siginfo_t *info, void *context)
{
  char here;
  (void) context;
  handled++;
  if (&here > stack_top || &here < stack_top - 0x100000)
    on_foreign_stack++;
  if (info->si_signo != sig || info->si_code != SI_KERNEL)
    info_lost++;
  if (kit (10) != 55)
    failures++;
  if (may_jump && handled % 3 == 0)
    siglongjmp (out, 1);
}

static void
start (void)
{
  struct sigaction act;
  memset (&act, 0, sizeof act);
  act.sa_sigaction = alarmed;
  act.sa_flags = SA_SIGINFO | SA_RESTART;
  sigaction (SIGALRM, &act, NULL);
  struct itimerval t = { { 0, 300 }, { 0, 300 } };
  setitimer (ITIMER_REAL, &t, NULL);
}

static double
now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}

static void
run (double seconds)
{
  volatile double end = now () + seconds;
  while (now () < end)
    {
      sigsetjmp (out, 1);
      CHECK_EQUAL (kit_run (KIT_OK, 20000, 3), 0);
      CHECK_EQUAL (kit_run (KIT_SEGV, 2000, 3), 0);
    }
}

int
main (void)
{
  char top;
  stack_top = &top;
  CHECK_EQUAL (kit_run (KIT_OK, 100, 10), 0);
  start ();
  run (0.5);
  CHECK (handled > 10);
  may_jump = 1;
  run (0.5);
  may_jump = 0;
  struct itimerval none = { { 0, 0 }, { 0, 0 } };
  setitimer (ITIMER_REAL, &none, NULL);
  CHECK_EQUAL (on_foreign_stack, 0);
  CHECK_EQUAL (info_lost, 0);
  struct mrt_record *r = kit_record ();
  printf ("%d signals, %llu runs abandoned for one\n", (int) handled,
	  (unsigned long long) r->aborts[MRT_ABORT_SIGNAL]);
  CHECK (r->aborts[MRT_ABORT_SIGNAL] > 0);
  CHECK_EQUAL (r->registers_differ, 0);
  CHECK_EQUAL (kit_run (KIT_OK, 1000, 100), 0);
  return failures != 0;
}
