/* SPDX-License-Identifier: GPL-3.0-or-later */
/* alone.c: run a command on one processor while others are kept still.

   Usage: alone CPU none|HELD[,HELD...] COMMAND [ARGS...]

   A thread on the same core makes a loop up to twice as slow, and virtual
   machines do not say which processors share one.  So a thread of ours with
   real-time priority sits on each HELD processor, in the pause instruction,
   which leaves the core to the command; with "none" the command only gets a
   real-time priority, itself.  Keep commands short: nothing else
   runs on those processors meanwhile.  Needs the right to real-time
   scheduling; without it the command just runs.  */

#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile int done, held;

static void
use_cpu (int cpu)
{
  cpu_set_t set;

  CPU_ZERO (&set);
  CPU_SET (cpu, &set);
  if (sched_setaffinity (0, sizeof set, &set) != 0)
    perror ("alone: affinity");
}

/* Real-time priority PRIORITY for the calling thread.  */
static int
hurry (int priority)
{
  struct sched_param p = { .sched_priority = priority };

  return sched_setscheduler (0, SCHED_FIFO, &p);
}

/* Hold the processor whose number is at ARGUMENT.  */
static void *
hold (void *argument)
{
  int hurried;

  use_cpu (atoi (argument));
  hurried = hurry (1) == 0;
  __atomic_add_fetch (&held, 1, __ATOMIC_SEQ_CST);
  while (hurried && !done)
    __builtin_ia32_pause ();
  return NULL;
}

int
main (int argc, char **argv)
{
  int status, holding = 0;
  pid_t child;
  pthread_t thread;

  if (argc < 4)
    return fputs ("usage: alone CPU none|HELD[,HELD...] COMMAND [ARGS...]\n",
		  stderr), 2;
  for (char *cpu = strtok (argv[2], ",");
       cpu && strcmp (cpu, "none") != 0; cpu = strtok (NULL, ","))
    if (pthread_create (&thread, NULL, hold, cpu) == 0)
      holding++;
  while (__atomic_load_n (&held, __ATOMIC_SEQ_CST) < holding)
    sched_yield ();
  child = fork ();
  if (child == 0)
    {
      use_cpu (atoi (argv[1]));
      hurry (2);
      execvp (argv[3], argv + 3);
      perror (argv[3]);
      _exit (127);
    }
  use_cpu (atoi (argv[1]));
  if (child < 0 || waitpid (child, &status, 0) != child)
    return perror ("alone"), 1;
  done = 1;
  return WIFEXITED (status) ? WEXITSTATUS (status) : 128;
}
