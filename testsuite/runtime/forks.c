/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* fork from threads while others run nests, load and are measured: no child
   hangs, counts anything of its parent, or keeps other threads' states.  */

#include "check.h"
#include "kit.h"
#include "thread.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { CHILDREN = 20, RUNNERS = 3 };

static volatile int done;

static void *
run_nests (void *arg)
{
  while (!done)
    CHECK_EQUAL (kit_run (KIT_OK, 1000, 10), 0);
  return arg;
}

/* More threads of the child, each of which runs nests.  */

static void *
run_few (void *arg)
{
  CHECK_EQUAL (kit_run (KIT_OK, 1000, 5), 0);
  return arg;
}

static int
child (int number)
{
  pthread_t thread;
  alarm (60);
  if (kit_record ())
    CHECK_EQUAL (kit_entries (), 0);
  CHECK_EQUAL (kit_run (KIT_OK, 1000, 10), 0);
  CHECK_EQUAL (kit_run (KIT_ENDLESS, 1000, 1), 0);
  pthread_create (&thread, NULL, run_few, NULL);
  pthread_join (thread, NULL);
  if (number % 2)
    _exit (failures ? 1 : 7);
  return failures ? 1 : 7;
}

static void *
fork_children (void *arg)
{
  kit_run (KIT_OK, 1000, arg ? 10 : 0);
  for (int i = 0; i < CHILDREN; i++)
    {
      int status = 0;
      pid_t pid = fork ();
      if (!pid)
	exit (child (i));
      CHECK (waitpid (pid, &status, 0) == pid);
      CHECK (WIFEXITED (status) && WEXITSTATUS (status) == 7);
    }
  return NULL;
}

int
main (void)
{
  pthread_t runners[RUNNERS], forkers[2];
  for (int i = 0; i < RUNNERS; i++)
    pthread_create (&runners[i], NULL, run_nests, NULL);
  /* A thread that runs nests forks, and one that does not.  */
  for (int i = 0; i < 2; i++)
    pthread_create (&forkers[i], NULL, fork_children, i ? &forkers : NULL);
  for (int i = 0; i < 2; i++)
    pthread_join (forkers[i], NULL);
  done = 1;
  for (int i = 0; i < RUNNERS; i++)
    pthread_join (runners[i], NULL);
  return failures != 0;
}
