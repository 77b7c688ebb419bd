/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A program that changes what its profile's name and descriptors mean, as
   argv[1] says, between the nests that it runs.  */

#include "check.h"
#include "kit.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile int done;

/* Close standard input, output and error, and use their numbers for files of
   the program's own.  */

static void
own_files (void)
{
  for (int i = 0; i < 3; i++)
    close (i);
  CHECK_EQUAL (open ("in", O_RDWR | O_CREAT, 0666), 0);
  CHECK_EQUAL (open ("data", O_WRONLY | O_CREAT | O_TRUNC, 0666), 1);
  CHECK_EQUAL (open ("more", O_WRONLY | O_CREAT | O_TRUNC, 0666), 2);
  CHECK (write (1, "data\n", 5) == 5 && write (2, "more\n", 5) == 5);
}

/* Write to numbers that are closed, as long as a daemon would.  */

static void *
write_anyway (void *arg)
{
  while (!done)
    for (int i = 0; i < 3; i++)
      if (write (i, "noise", 5) == 5 && arg)
	failures++;
  return NULL;
}

/* Close everything, again and again.  */

static void *
close_all (void *arg)
{
  while (!done)
    for (int i = 0; i < 1100; i++)
      close (i);
  return arg;
}

/* Run nests beside THREAD for half a second of CPU time or so, with standard
   input, output and error closed.  */

static void
run_beside (void *(*function) (void *))
{
  pthread_t thread;
  for (int i = 0; i < 3; i++)
    close (i);
  pthread_create (&thread, NULL, function, NULL);
  for (int i = 0; i < 500; i++)
    CHECK_EQUAL (kit_run (KIT_OK, 100000, 10), 0);
  done = 1;
  pthread_join (thread, NULL);
}

static void
limit_descriptors (unsigned n)
{
  struct rlimit limit = { n, n };
  CHECK (setrlimit (RLIMIT_NOFILE, &limit) == 0);
}

/* A broken pipe as standard error, since before the runtime started.  */

static void
break_pipe (char **argv)
{
  int ends[2], status;
  CHECK (pipe (ends) == 0);
  pid_t pid = fork ();
  if (!pid)
    {
      dup2 (ends[1], 2);
      close (ends[0]);
      close (ends[1]);
      execl (argv[0], argv[0], "nothing", (char *) NULL);
      _exit (99);
    }
  close (ends[0]);
  close (ends[1]);
  CHECK (waitpid (pid, &status, 0) == pid);
  CHECK (WIFEXITED (status) && WEXITSTATUS (status) == 5);
}

int
main (int argc, char **argv)
{
  if (argc < 2)
    return SKIP;
  const char *way = argv[1];
  CHECK_EQUAL (kit_run (KIT_OK, 1000, 50), 0);
  if (!strcmp (way, "own-files"))
    own_files ();
  else if (!strcmp (way, "write"))
    run_beside (write_anyway);
  else if (!strcmp (way, "close"))
    run_beside (close_all);
  else if (!strcmp (way, "no-descriptor"))
    limit_descriptors (3);
  else if (!strcmp (way, "one-descriptor"))
    limit_descriptors (4);
  else if (!strcmp (way, "pipe"))
    break_pipe (argv);
  else if (!strcmp (way, "chdir"))
    CHECK (chdir ("away") == 0);
  else if (!strcmp (way, "removed"))
    CHECK (chdir ("/") == 0 && rmdir (argv[2]) == 0);
  else if (!strcmp (way, "chroot"))
    CHECK (chroot ("jail") == 0 && chdir (argc > 2 ? argv[2] : "/") == 0);
  else if (!strcmp (way, "chroot-dies"))
    {
      CHECK (chroot ("jail") == 0 && chdir ("/") == 0);
      raise (SIGTERM);
    }
  CHECK_EQUAL (kit_run (KIT_OK, 1000, 50), 0);
  return failures ? 1 : 5;
}
