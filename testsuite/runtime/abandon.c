/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Copies that fault, run away or take another path leave the program as it
   was, with and without handlers of the program's own, masks and alternate
   stacks; and the program's own faults stay its own.  */

#include "check.h"
#include "kit.h"
#include "thread.h"

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile sig_atomic_t handled;
static sigjmp_buf out;

/* Not an address to write to; unknown to the compiler.  */
static volatile int *volatile nowhere = (volatile int *) 8;

static uint64_t
aborts (enum mrt_abort cause)
{
  return kit_record ()->aborts[cause];
}

/* Runs of KIND are abandoned for CAUSE, and the results are right.  */

static void
expect_aborts (int kind, enum mrt_abort cause, int entries)
{
  uint64_t before = aborts (cause);
  CHECK_EQUAL (kit_run (kind, 1000, entries), 0);
  CHECK_EQUAL (aborts (cause) - before, entries);
}

static void
all_faults (void)
{
  /* Not while the entry number asks for the observe copy alone.  */
  while (kit_entries () % 8)
    kit_run (KIT_OK, 10, 1);
  expect_aborts (KIT_SEGV, MRT_ABORT_FAULT, 7);
  kit_run (KIT_OK, 10, 1);
  expect_aborts (KIT_BUS, MRT_ABORT_FAULT, 7);
  kit_run (KIT_OK, 10, 1);
  expect_aborts (KIT_FPE, MRT_ABORT_FAULT, 7);
  kit_run (KIT_OK, 10, 1);
  expect_aborts (KIT_ILL, MRT_ABORT_FAULT, 7);
  kit_run (KIT_OK, 10, 1);
  expect_aborts (KIT_ENDLESS, MRT_ABORT_LIMIT, 2);
  expect_aborts (KIT_COLD, MRT_ABORT_COLD_CALL, 5);
  CHECK_EQUAL (handled, 0);
}

static void
count (int sig)
{
  (void) sig;
  handled++;
}

static void
jump (int sig, siginfo_t *info, void *context)
{
  (void) sig;
  (void) context;
  handled++;
  CHECK (info->si_addr == (void *) 8);
  siglongjmp (out, 1);
}

/* The program's own fault reaches its own handler.  */

static void
own_fault (void)
{
  handled = 0;
  if (!sigsetjmp (out, 1))
    *nowhere = 1;
  CHECK_EQUAL (handled, 1);
  handled = 0;
}

static void
with_sigaction (int flags)
{
  struct sigaction act, old;
  memset (&act, 0, sizeof act);
  act.sa_sigaction = jump;
  act.sa_flags = SA_SIGINFO | flags;
  sigaddset (&act.sa_mask, SIGUSR1);
  CHECK_EQUAL (sigaction (SIGSEGV, &act, NULL), 0);
  CHECK_EQUAL (sigaction (SIGSEGV, NULL, &old), 0);
  CHECK (old.sa_sigaction == jump);
  CHECK (old.sa_flags == (SA_SIGINFO | flags));
  CHECK (sigismember (&old.sa_mask, SIGUSR1));
  CHECK (!sigismember (&old.sa_mask, SIGUSR2));
  all_faults ();
  own_fault ();
  all_faults ();
  CHECK (signal (SIGSEGV, SIG_DFL)
	 == (flags & SA_RESETHAND ? SIG_DFL : (void (*) (int)) (void *) jump));
}

static void
with_signal (void)
{
  CHECK (signal (SIGSEGV, count) == SIG_DFL);
  signal (SIGFPE, count);
  signal (SIGILL, SIG_IGN);
  all_faults ();
  raise (SIGFPE);
  CHECK_EQUAL (handled, 1);
  handled = 0;
  raise (SIGILL);
  CHECK (signal (SIGILL, SIG_DFL) == SIG_IGN);
  CHECK (signal (SIGSEGV, SIG_DFL) == count);
  signal (SIGFPE, SIG_DFL);
}

static void
with_alternate_stack (void)
{
  stack_t stack = { .ss_sp = malloc (65536), .ss_size = 65536 };
  sigaltstack (&stack, NULL);
  with_sigaction (SA_ONSTACK);
}

/* While a signal that saves us is blocked no copy runs.  */

static void
with_masks (int blocked)
{
  sigset_t set, old;
  sigemptyset (&set);
  sigaddset (&set, blocked);
  pthread_sigmask (SIG_BLOCK, &set, &old);
  uint64_t before = kit_record ()->bound_runs;
  CHECK_EQUAL (kit_run (KIT_SEGV, 1000, 20), 0);
  CHECK_EQUAL (kit_record ()->bound_runs, before);
  sigset_t now;
  sigprocmask (SIG_SETMASK, &old, &now);
  CHECK (sigismember (&now, blocked) && !sigismember (&now, SIGUSR1));
  all_faults ();
}

/* A program that blocks everything else keeps its time limit.  */

static void
with_all_others_blocked (void)
{
  sigset_t set, old;
  sigfillset (&set);
  sigdelset (&set, SIGSEGV);
  sigdelset (&set, SIGBUS);
  sigdelset (&set, SIGFPE);
  sigdelset (&set, SIGILL);
  sigprocmask (SIG_SETMASK, &set, &old);
  all_faults ();
  sigprocmask (SIG_SETMASK, &old, NULL);
}

/* In a child: die of the own fault, at the true address.  */

static void
dies (int sig, void (*how) (void))
{
  int status;
  pid_t pid = fork ();
  if (!pid)
    {
      kit_run (KIT_SEGV, 100, 20);
      how ();
      _exit (0);
    }
  waitpid (pid, &status, 0);
  CHECK (WIFSIGNALED (status));
  CHECK_EQUAL (WTERMSIG (status), sig);
}

static void
fault (void)
{
  *nowhere = 1;
}

static void
ignored_fault (void)
{
  signal (SIGSEGV, SIG_IGN);
  fault ();
}

static void
sent (void)
{
  raise (SIGFPE);
}

static void
blocked_fault (void)
{
  sigset_t set;
  sigfillset (&set);
  sigprocmask (SIG_BLOCK, &set, NULL);
  fault ();
}

static void
other_path (void)
{
  while (kit_entries () % 8)
    kit_run (KIT_OK, 10, 1);
  uint64_t registers = kit_record ()->registers_differ;
  uint64_t exits = kit_record ()->exit_differs;
  CHECK_EQUAL (kit_run (KIT_WRONG, 1000, 5), 0);
  CHECK_EQUAL (kit_record ()->registers_differ - registers, 5);
  kit_run (KIT_OK, 10, 3);
  CHECK_EQUAL (kit_run (KIT_EXIT, 1000, 5), 0);
  CHECK_EQUAL (kit_record ()->exit_differs - exits, 5);
}

/* On the alternate stack no copy runs.  */

static void
nest_in_handler (int sig)
{
  uint64_t before = kit_record ()->bound_runs;
  CHECK_EQUAL (kit_run (KIT_OK, 100, 20), 0);
  handled += kit_record ()->bound_runs == before;
  (void) sig;
}

static void
handler_on_alternate_stack (void)
{
  struct sigaction act;
  memset (&act, 0, sizeof act);
  act.sa_handler = nest_in_handler;
  act.sa_flags = SA_ONSTACK;
  sigaction (SIGUSR1, &act, NULL);
  handled = 0;
  raise (SIGUSR1);
  CHECK_EQUAL (handled, 1);
  handled = 0;
}

int
main (void)
{
  CHECK_EQUAL (kit_run (KIT_OK, 1000, 8), 0);
  CHECK (kit_record ()->bound_runs >= 7);
  CHECK_EQUAL (kit_record ()->registers_differ, 0);
  all_faults ();
  with_signal ();
  with_sigaction (0);
  with_sigaction (SA_NODEFER);
  with_sigaction (SA_RESETHAND);
  with_alternate_stack ();
  handler_on_alternate_stack ();
  with_masks (SIGSEGV);
  with_masks (SIGFPE);
  with_all_others_blocked ();
  dies (SIGSEGV, fault);
  dies (SIGSEGV, ignored_fault);
  dies (SIGSEGV, blocked_fault);
  dies (SIGFPE, sent);
  other_path ();
  kit_desc.flags |= MEMLB_NEST_MAY_ALIAS;
  all_faults ();
  other_path ();
  return failures != 0;
}
