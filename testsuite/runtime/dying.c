/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A program that ends in the way that argv[1] names after it has run nests;
   with a second argument from a thread, while another one runs nests.  */

#include "check.h"
#include "kit.h"
#include "thread.h"

#include <fenv.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

static const char *way;
static volatile int zero;
static sig_atomic_t handled;

static void
count (int sig)
{
  (void) sig;
  handled++;
}

/* What a handler does that adds a line and dies after all.  */

static void
say_and_die (int sig)
{
  static const char text[] = "handled\n";
  if (write (1, text, sizeof text - 1) < 0)
    return;
  signal (sig, SIG_DFL);
  raise (sig);
}

static void *
run_nests (void *arg)
{
  for (;;)
    CHECK_EQUAL (kit_run (KIT_OK, 1000, 10), 0);
  return arg;
}

/* Damage the memory that the writer reads.  */

static void
damage (void)
{
  environ = (char **) (intptr_t) 8;
  raise (SIGTERM);
}

/* Die where there is hardly any stack left.  */

static void *
die_on_small_stack (void *arg)
{
  raise (SIGTERM);
  return arg;
}

static void
small_stack (void)
{
  pthread_t thread;
  pthread_attr_t attr;
  pthread_attr_init (&attr);
  pthread_attr_setstacksize (&attr, 0x4000);
  pthread_create (&thread, &attr, die_on_small_stack, NULL);
  pthread_join (thread, NULL);
}

static int __attribute__ ((noinline))
overflow (int n)
{
  volatile char room[4096];
  room[0] = (char) n;
  return n ? overflow (n + 1) + room[0] : 0;
}

static void
limit_files (void)
{
  struct rlimit none = { 0, 0 };
  setrlimit (RLIMIT_FSIZE, &none);
}

static void
limit_cpu (void)
{
  struct rlimit one = { 1, 2 };
  setrlimit (RLIMIT_CPU, &one);
  for (;;)
    kit (1000);
}

/* As a program that traps floating-point exceptions.  */

static void
trap_and_exit (void)
{
  feenableexcept (FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW | FE_UNDERFLOW
		  | FE_INEXACT);
  exit (4);
}

static void
own_handler (void (*handler) (int), int sig)
{
  struct sigaction old;
  CHECK (sigaction (sig, NULL, &old) == 0 && old.sa_handler == SIG_DFL);
  signal (sig, handler);
  raise (sig);
  CHECK_EQUAL (handled, 1);
  CHECK (signal (sig, SIG_IGN) == handler);
  raise (sig);
  CHECK (signal (sig, SIG_DFL) == SIG_IGN);
}

static void
at_quick_end (void)
{
  static const char text[] = "quick\n";
  if (write (1, text, sizeof text - 1) < 0)
    abort ();
}

static void
end (void)
{
  if (!strncmp (way, "raise-", 6))
    raise (atoi (way + 6));
  else if (!strcmp (way, "segv"))
    *(volatile int *) (intptr_t) zero = 1;
  else if (!strcmp (way, "fpe"))
    zero = 7 % zero;
  else if (!strcmp (way, "ill"))
    __builtin_trap ();
  else if (!strcmp (way, "bus"))
    zero = *(volatile int *) kit_bus_page;
  else if (!strcmp (way, "trap"))
    __asm__ volatile ("int3");
  else if (!strcmp (way, "abort"))
    abort ();
  else if (!strcmp (way, "overflow"))
    overflow (1);
  else if (!strcmp (way, "damage"))
    damage ();
  else if (!strcmp (way, "small-stack"))
    small_stack ();
  else if (!strcmp (way, "xcpu"))
    limit_cpu ();
  else if (!strcmp (way, "handler"))
    {
      own_handler (count, SIGTERM);
      own_handler (count, SIGSEGV);
      exit (failures ? 1 : 3);
    }
  else if (!strcmp (way, "handler-dies"))
    {
      signal (SIGTERM, say_and_die);
      raise (SIGTERM);
    }
  else if (!strcmp (way, "ignored"))
    {
      signal (SIGTERM, SIG_IGN);
      raise (SIGTERM);
      exit (5);
    }
  else if (!strcmp (way, "_exit"))
    _exit (6);
  else if (!strcmp (way, "_Exit"))
    _Exit (7);
  else if (!strcmp (way, "quick_exit"))
    {
      at_quick_exit (at_quick_end);
      quick_exit (8);
    }
  else if (!strcmp (way, "no-room"))
    {
      limit_files ();
      exit (9);
    }
  else if (!strcmp (way, "no-room-dies"))
    {
      limit_files ();
      raise (SIGTERM);
    }
  else if (!strcmp (way, "loop"))
    run_nests (NULL);
  else if (!strcmp (way, "traps"))
    trap_and_exit ();
}


static void *
end_thread (void *arg)
{
  end ();
  return arg;
}

int
main (int argc, char **argv)
{
  pthread_t thread;
  if (argc < 2)
    return SKIP;
  way = argv[1];
  CHECK_EQUAL (kit_run (KIT_OK, 1000, 50), 0);
  if (write (1, "ran\n", 4) != 4 || failures)
    return 1;
  if (argc == 2)
    end ();
  else
    {
      pthread_create (&thread, NULL, run_nests, NULL);
      pthread_create (&thread, NULL, end_thread, NULL);
      pthread_join (thread, NULL);
    }
  return 2;
}
