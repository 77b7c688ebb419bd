/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A program without memlb that loads an instrumented object, and the shared
   runtime with it, while it runs: its signal handlers are set past the
   runtime and must remain its own.  Usage: faults-dlopen OBJECT TIMES.  */

#include "check.h"
#include "kit.h"

#include <dlfcn.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

static volatile sig_atomic_t handled;
static sigjmp_buf out;
static volatile int *volatile nowhere = (volatile int *) 8;
static struct sigaction before;

static void
jump (int sig, siginfo_t *info, void *context)
{
  (void) sig;
  (void) context;
  if (info->si_addr != (void *) nowhere)
    failures++;
  handled++;
  siglongjmp (out, 1);
}

/* Hands on what it does not know to who was there before.  */

static void
chain (int sig, siginfo_t *info, void *context)
{
  if (info->si_addr == (void *) nowhere)
    jump (sig, info, context);
  failures++;
  if (before.sa_flags & SA_SIGINFO)
    before.sa_sigaction (sig, info, context);
  else
    abort ();
}

static void
one_round (int (*run) (int, long, int), int i)
{
  struct sigaction act, old;
  memset (&act, 0, sizeof act);
  act.sa_sigaction = i % 2 ? jump : chain;
  act.sa_flags = SA_SIGINFO;
  sigaction (SIGSEGV, &act, i ? NULL : &before);
  CHECK_EQUAL (run (i % 3 ? KIT_OK : KIT_SEGV, 1000, 5), 0);
  sigaction (SIGSEGV, NULL, &old);
  CHECK (old.sa_sigaction == act.sa_sigaction);
  if (!sigsetjmp (out, 1))
    *nowhere = 1;
  CHECK_EQUAL (run (KIT_SEGV, 1000, 2), 0);
}

int
main (int argc, char **argv)
{
  int times = argc > 2 ? atoi (argv[2]) : 20;
  void *object = argc > 1 ? dlopen (argv[1], RTLD_NOW) : NULL;
  if (!object)
    {
      fprintf (stderr, "%s\n", argc > 1 ? dlerror () : "no object");
      return 99;
    }
  int (*run) (int, long, int) = (int (*) (int, long, int)) dlsym (object,
								  "kit_run");
  CHECK_EQUAL (run (KIT_SEGV, 1000, 5), 0);
  CHECK_EQUAL (run (KIT_OK, 1000, 20), 0);
  for (volatile int i = 0; i < times; i++)
    one_round (run, i);
  printf ("dlopen %d: handled %d, failures %d\n", times, (int) handled,
	  failures);
  return failures != 0;
}
