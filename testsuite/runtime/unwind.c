/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Backtraces reach main from every instruction of the stubs and of the
   runtime behind them, and from a function that a bound copy calls.  */

#include "check.h"
#include "kit.h"
#include "thread.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unwind.h>

int main (void);

static volatile sig_atomic_t steps, lost, calls, lost_in_copy;
static volatile uintptr_t lost_at;

static _Unwind_Reason_Code
visit (struct _Unwind_Context *context, void *arg)
{
  void *pc = (void *) (_Unwind_GetIP (context) - 1);
  if (_Unwind_FindEnclosingFunction (pc) != (void *) main)
    return _URC_NO_REASON;
  /* No further: where main itself is stepped it may just have pushed.  */
  *(int *) arg = 1;
  return _URC_NORMAL_STOP;
}

static int
reaches_main_p (void)
{
  int found = 0;
  _Unwind_Backtrace (visit, &found);
  return found;
}

static void
stepped (int sig, siginfo_t *info, void *context)
{
  ucontext_t *uc = context;
  (void) sig;
  (void) info;
  steps++;
  if (!reaches_main_p () && !lost++)
    lost_at = (uintptr_t) uc->uc_mcontext.gregs[REG_RIP];
}

static void
called_by_copy (void)
{
  calls++;
  lost_in_copy += !reaches_main_p ();
}

/* Run kit with a trap after every instruction.  */

static void
step (void)
{
  __asm__ volatile ("pushfq\n\torq $0x100, (%%rsp)\n\tpopfq"
		    : : : "memory", "cc");
  kit (3);
  __asm__ volatile ("pushfq\n\tandq $~0x100, (%%rsp)\n\tpopfq"
		    : : : "memory", "cc");
}

int
main (void)
{
  struct sigaction act;
  memset (&act, 0, sizeof act);
  act.sa_sigaction = stepped;
  act.sa_flags = SA_SIGINFO;
  kit_call = called_by_copy;
  CHECK_EQUAL (kit_run (KIT_CALL, 1000, 20), 0);
  int timing = !strcmp (getenv ("MEMLB_MODE"), "time");
  CHECK (timing ? !calls : calls > 0);
  CHECK_EQUAL (lost_in_copy, 0);
  /* Until entries take the quick way.  */
  if (timing)
    {
      CHECK_EQUAL (kit_run (KIT_OK, 1000, 100), 0);
      CHECK (kit_record ()->quick > 0);
    }
  sigaction (SIGTRAP, &act, NULL);
  for (int i = 0; i < 20; i++)
    step ();
  printf ("%d steps\n", (int) steps);
  CHECK (steps > 500);
  CHECK_EQUAL (lost, 0);
  if (lost)
    fprintf (stderr, "first lost at main + %#lx\n",
	     (unsigned long) lost_at - (unsigned long) main);
  return failures != 0;
}
