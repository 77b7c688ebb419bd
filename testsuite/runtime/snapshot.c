/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A program that runs nests until two snapshots of its profile s.xml were
   written, keeps them as first.xml and second.xml, and ends as argv[1]
   says.  */

#include "check.h"
#include "kit.h"
#include "thread.h"

#include <fenv.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* Run nests until the file s.xml in folder WHERE has another number than
   AFTER; keep it there as NAME.  Returns its number.  */

static ino_t
wait_for_snapshot (const char *where, ino_t after, const char *name)
{
  char from[4200], to[4200];
  struct stat s = { .st_ino = after };
  snprintf (from, sizeof from, "%s/s.xml", where);
  snprintf (to, sizeof to, "%s/%s", where, name);
  do
    CHECK_EQUAL (kit_run (KIT_OK, 1000, 100), 0);
  while (stat (from, &s) || s.st_ino == after);
  CHECK (link (from, to) == 0);
  return s.st_ino;
}

static void *
run_nests (void *arg)
{
  while (!*(volatile int *) arg)
    CHECK_EQUAL (kit_run (KIT_OK, 1000, 100), 0);
  return NULL;
}

/* Two snapshots while another thread runs nests too.  */

static void
two_snapshots (const char *where)
{
  pthread_t thread;
  int done = 0;
  pthread_create (&thread, NULL, run_nests, &done);
  ino_t first = wait_for_snapshot (where, 0, "first.xml");
  wait_for_snapshot (where, first, "second.xml");
  *(volatile int *) &done = 1;
  pthread_join (thread, NULL);
}

static void
fork_child (void)
{
  int status;
  pid_t pid = fork ();
  if (!pid)
    {
      CHECK_EQUAL (kit_run (KIT_OK, 1000, 10), 0);
      exit (failures ? 1 : 3);
    }
  CHECK (waitpid (pid, &status, 0) == pid && WIFEXITED (status)
	 && WEXITSTATUS (status) == 3);
}

/* The rounding that the program has chosen is its own.  */

static void
check_rounding (void)
{
  volatile double one = 1, three = 3;
  volatile double up = one / three;
  fesetround (FE_DOWNWARD);
  volatile double down = one / three;
  CHECK (down < up);
  fesetround (FE_UPWARD);
}

int
main (int argc, char **argv)
{
  char where[4096];
  if (argc < 2 || !getcwd (where, sizeof where))
    return SKIP;
  alarm (100);
  fesetround (FE_UPWARD);
  if (!strcmp (argv[1], "chdir"))
    CHECK (chdir ("/") == 0);
  two_snapshots (where);
  CHECK (fegetround () == FE_UPWARD);
  check_rounding ();
  if (!strcmp (argv[1], "kill"))
    raise (SIGKILL);
  if (!strcmp (argv[1], "term"))
    raise (SIGTERM);
  if (!strcmp (argv[1], "fork"))
    fork_child ();
  if (!strcmp (argv[1], "removed"))
    CHECK (unlink ("s.xml") == 0 && link ("/dev/null", "s.xml"));
  return failures != 0;
}
