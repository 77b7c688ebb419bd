/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What a program does with signals, threads and processes while its bound
   copies fault, run away and are interrupted.  Usage: faults CASE TIMES.
   What it prints must not depend on memlb: faults.sh compares it with that
   of a run in mode `off'.  */

#include "check.h"
#include "kit.h"

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#define N 20000
#define ENTRIES 3

void triad (double *, const double *, const double *, long);

static volatile sig_atomic_t handled, jumping, forks;
static int most_forks;
static sigjmp_buf out;
static unsigned seed = 1;

/* Not an address to write to; unknown to the compiler.  */
static volatile int *volatile nowhere = (volatile int *) 8;

static unsigned
choose (unsigned n)
{
  seed = seed * 1664525u + 1013904223u;
  return (seed >> 16) % n;
}

static void
install (int sig, void (*handler) (int), int flags)
{
  struct sigaction act;
  memset (&act, 0, sizeof act);
  act.sa_handler = handler;
  act.sa_flags = flags;
  sigaction (sig, &act, NULL);
}

static void
tick_every (long us)
{
  struct itimerval t = { { 0, us }, { 0, us } };
  setitimer (ITIMER_REAL, &t, NULL);
}

/* Nests with copies of KIND, and one with vectors.  */

static void
work (int kind)
{
  double a[100], b[100], c[100];
  CHECK_EQUAL (kit_run (kind, N, ENTRIES), 0);
  for (int i = 0; i < 100; i++)
    b[i] = i, c[i] = kind;
  triad (a, b, c, 100);
  for (int i = 0; i < 100; i++)
    CHECK (a[i] == i + kind);
}

static void
count (int sig)
{
  (void) sig;
  handled++;
}

/* Copies that fault, or never end, under all sorts of actions.  */

static void
copies_fault (int kind, int sig, int times)
{
  for (int i = 0; i < times; i++)
    {
      switch (i % 4)
	{
	case 0: signal (sig, SIG_DFL); break;
	case 1: install (sig, count, 0); break;
	case 2: install (sig, count, SA_RESETHAND | SA_NODEFER); break;
	case 3: signal (sig, SIG_IGN); break;
	}
      work (kind);
    }
}

static void
segv (int times)
{
  copies_fault (KIT_SEGV, SIGSEGV, times);
}

static void
bus (int times)
{
  copies_fault (KIT_BUS, SIGBUS, times);
}

static void
fpe (int times)
{
  copies_fault (KIT_FPE, SIGFPE, times);
}

static void
ill (int times)
{
  copies_fault (KIT_ILL, SIGILL, times);
}

static void
endless (int times)
{
  copies_fault (KIT_ENDLESS, SIGALRM, times);
}

static void
jump (int sig)
{
  (void) sig;
  handled++;
  siglongjmp (out, 1);
}

/* The program's own faults, between those of copies, end in a jump.  */

static void
own (int times)
{
  install (SIGSEGV, jump, 0);
  for (volatile int i = 0; i < times; i++)
    {
      if (!sigsetjmp (out, 1))
	*nowhere = 1;
      work (i % 2 ? KIT_SEGV : KIT_OK);
    }
}

static void
jump_if_wanted (int sig)
{
  (void) sig;
  if (jumping)
    siglongjmp (out, 1);
}

/* A handler that jumps out of whatever it interrupts.  */

static void
jumps (int times)
{
  install (SIGALRM, jump_if_wanted, 0);
  tick_every (300);
  for (volatile int i = 0; i < times; i++)
    {
      if (!sigsetjmp (out, 1))
	{
	  jumping = 1;
	  work (i % 2 ? KIT_SEGV : KIT_OK);
	}
      jumping = 0;
      work (KIT_OK);
    }
  tick_every (0);
}

static void
nest_in_handler (int sig)
{
  (void) sig;
  double a[10], b[10] = { 3 }, c[10] = { 4 };
  triad (a, b, c, 10);
  if (kit (100) != 5050 || a[0] != 7)
    failures++;
}

/* Handlers that run nests themselves, on the alternate stack if FLAGS say
   so.  */

static void
nests_in_handlers (int flags, int times)
{
  install (SIGALRM, nest_in_handler, flags);
  install (SIGSEGV, jump, flags);
  tick_every (300);
  for (volatile int i = 0; i < times; i++)
    {
      work (i % 3 ? KIT_SEGV : KIT_OK);
      if (!sigsetjmp (out, 1))
	*nowhere = 1;
    }
  tick_every (0);
}

static void
handlers (int times)
{
  nests_in_handlers (0, times);
}

static void
alternate (int times)
{
  stack_t stack = { .ss_sp = malloc (65536), .ss_size = 65536 };
  sigaltstack (&stack, NULL);
  nests_in_handlers (SA_ONSTACK | SA_RESTART, times);
}

/* Signals that save us are blocked now and then; what is pending arrives
   once they are not.  */

static void
blocked (int times)
{
  const int signals[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGUSR1,
				 SIGRTMAX };
  install (SIGUSR1, count, 0);
  for (int i = 0; i < times; i++)
    {
      sigset_t set, old, now;
      sigemptyset (&set);
      for (unsigned j = 0; j < sizeof signals / sizeof signals[0]; j++)
	if (choose (3) == 0)
	  sigaddset (&set, signals[j]);
      pthread_sigmask (SIG_BLOCK, &set, &old);
      raise (SIGUSR1);
      int before = handled;
      CHECK (before == i + !sigismember (&set, SIGUSR1));
      work (choose (2) ? KIT_SEGV : KIT_ILL);
      sigprocmask (SIG_SETMASK, &old, &now);
      CHECK (handled == i + 1);
      for (int sig = 1; sig < 32; sig++)
	CHECK (sigismember (&now, sig) == sigismember (&set, sig));
    }
}

static void
fork_in_handler (int sig)
{
  (void) sig;
  int status = 1;
  /* Where a child takes longer than from one tick to the next, nothing else
     would ever run.  */
  if (forks >= most_forks)
    return;
  pid_t pid = fork ();
  if (!pid)
    _exit (kit_run (KIT_SEGV, 1000, 3) + kit_run (KIT_OK, 1000, 3));
  waitpid (pid, &status, 0);
  if (status)
    failures++;
  forks++;
}

static void
forking (int times)
{
  most_forks = times;
  install (SIGALRM, fork_in_handler, SA_RESTART);
  tick_every (2000);
  while (forks < times)
    work (KIT_OK);
  tick_every (0);
  forks = times;
}

static void
clean_up (void *arg)
{
  (void) arg;
  __atomic_add_fetch (&handled, 1, __ATOMIC_RELAXED);
}

static volatile int begun;

static void *
cancelled_thread (void *arg)
{
  int old;
  pthread_cleanup_push (clean_up, NULL);
  begun = 1;
  pthread_setcanceltype (PTHREAD_CANCEL_ASYNCHRONOUS, &old);
  for (;;)
    if (kit (N) != (long) N * (N + 1) / 2)
      abort ();
  pthread_cleanup_pop (0);
  return arg;
}

/* Threads that are cancelled wherever they are, mostly in a nest.  */

static void
cancel (int times)
{
  for (int i = 0; i < times; i++)
    {
      pthread_t t;
      void *result = NULL;
      begun = 0;
      kit_kind = i % 2 ? KIT_OK : KIT_ENDLESS;
      pthread_create (&t, NULL, cancelled_thread, NULL);
      while (!begun)
	sched_yield ();
      usleep (choose (300));
      pthread_cancel (t);
      pthread_join (t, &result);
      CHECK (result == PTHREAD_CANCELED);
      kit_kind = KIT_OK;
      work (KIT_OK);
    }
}

static const struct
{
  const char *name;
  void (*run) (int times);
} cases[] = { { "segv", segv },	      { "bus", bus },
	      { "fpe", fpe },	      { "ill", ill },
	      { "endless", endless }, { "own", own },
	      { "jumps", jumps },     { "alternate", alternate },
	      { "blocked", blocked }, { "handlers", handlers },
	      { "forking", forking }, { "cancel", cancel } };

int
main (int argc, char **argv)
{
  int times = argc > 2 ? atoi (argv[2]) : 20;
  for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++)
    if (argc > 1 && !strcmp (argv[1], cases[i].name))
      {
	CHECK_EQUAL (kit_run (KIT_OK, N, 10), 0);
	cases[i].run (times);
	printf ("%s %d: handled %d, forks %d, failures %d\n", argv[1], times,
		(int) handled, (int) forks, failures);
	return failures != 0;
      }
  for (unsigned i = 0; argc < 2 && i < sizeof cases / sizeof cases[0]; i++)
    puts (cases[i].name);
  return argc > 1 ? 99 : 0;
}
