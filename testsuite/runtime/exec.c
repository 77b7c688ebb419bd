/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Runs nests and then another program in the way that argv[1] names, or what
   the C library says where that is not possible.  Built a second time without
   the runtime (PLAIN), to compare.  */

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef PLAIN
# define RUN(N) ((void) 0)
#else
# include "kit.h"
# define RUN(N) ((void) kit_run (KIT_OK, 1000, N))
#endif

extern char **environ;

static char *const words[] = { "echo", "a", "b c", NULL };
static char *const other[] = { "WORD=other", NULL };
static char *const show[] = { "sh", "-c", "echo $WORD", NULL };

static void
say (const char *what)
{
  printf ("%s: %s\n", what, strerror (errno));
  fflush (stdout);
}

/* Run the program in this process.  */

static void
run (const char *way)
{
  if (!strcmp (way, "execve"))
    execve ("/bin/sh", show, other);
  else if (!strcmp (way, "execv"))
    execv ("/bin/echo", words);
  else if (!strcmp (way, "execvp"))
    execvp ("echo", words);
  else if (!strcmp (way, "execvpe"))
    execvpe ("sh", show, other);
  else if (!strcmp (way, "execl"))
    execl ("/bin/echo", "echo", "1", "2", "3", (char *) NULL);
  else if (!strcmp (way, "execlp"))
    execlp ("echo", "echo", "1", (char *) NULL);
  else if (!strcmp (way, "execle"))
    execle ("/bin/sh", "sh", "-c", "echo $WORD", (char *) NULL, other);
  else if (!strcmp (way, "fexecve"))
    fexecve (open ("/bin/echo", O_RDONLY), words, environ);
  else if (!strcmp (way, "execveat"))
    execveat (open ("/bin", O_RDONLY), "echo", words, environ, 0);
  else if (!strcmp (way, "script"))
    execlp ("script", "script", "x", "y", (char *) NULL);
  else if (!strcmp (way, "script-here"))
    execlp ("./bin/script", "script", "x", "y", (char *) NULL);
  else if (!strcmp (way, "again"))
    execl ("/proc/self/exe", "exec", "end", (char *) NULL);
}

static void
fail_all (void)
{
  char longest[400];
  memset (longest, 'x', sizeof longest - 1);
  longest[sizeof longest - 1] = 0;
  execve ("/none", words, environ);
  say ("execve");
  execv ("bin/script", words);
  say ("execv, script");
  execvp ("", words);
  say ("execvp, nothing");
  execvp ("none-such", words);
  say ("execvp");
  execvp ("denied", words);
  say ("execvp, denied");
  execvp (longest, words);
  say ("execvp, long");
  execlp ("./none", "none", (char *) NULL);
  say ("execlp");
  execl ("/etc/passwd/x", "x", (char *) NULL);
  say ("execl");
  execle ("/none", "none", (char *) NULL, environ);
  say ("execle");
  fexecve (-1, words, environ);
  say ("fexecve");
  execveat (-1, "none", words, environ, 0);
  say ("execveat");
  unsetenv ("PATH");
  execvp ("none-such", words);
  say ("execvp without PATH");
}

static void
wait_for (pid_t pid)
{
  int status;
  if (waitpid (pid, &status, 0) == pid)
    printf ("status %d\n", status);
  fflush (stdout);
}

/* Children that do not share our counts, and those that do.  */

static void
children (void)
{
  pid_t pid = fork ();
  if (!pid)
    {
      execvp ("echo", words);
      _exit (1);
    }
  wait_for (pid);
  pid = fork ();
  if (!pid)
    {
      RUN (7);
      execvp ("none-such", words);
      execvp ("echo", words);
      _exit (1);
    }
  wait_for (pid);
  pid = vfork ();
  if (!pid)
    {
      execvp ("none-such", words);
      execvp ("echo", words);
      _exit (1);
    }
  wait_for (pid);
  if (!posix_spawnp (&pid, "echo", NULL, NULL, words, environ))
    wait_for (pid);
  if (posix_spawnp (&pid, "none-such", NULL, NULL, words, environ))
    puts ("not spawned");
  printf ("system %d\n", system ("echo system"));
  FILE *f = popen ("echo pipe", "r");
  char line[100];
  if (f && fgets (line, sizeof line, f))
    fputs (line, stdout);
  if (f)
    printf ("pclose %d\n", pclose (f));
  fflush (stdout);
}

int
main (int argc, char **argv)
{
  const char *way = argc > 1 ? argv[1] : "end";
  RUN (50);
  if (!strcmp (way, "failing"))
    fail_all ();
  else if (!strcmp (way, "children"))
    children ();
  else
    run (way);
  if (strcmp (way, "early"))
    RUN (50);
  return strcmp (way, "end") ? 3 : 0;
}
