/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Programs that a tool runs, and where they are.  */

#include "command.h"

#include <errno.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include "install.h"
#include "xalloc.h"

extern char **environ;

/* Add a copy of TEXT to A.  */

void
arguments_add (struct arguments *a, const char *text)
{
  a->at = xrealloc (a->at, (a->n + 2) * sizeof *a->at);
  a->at[a->n++] = xstrdup (text);
  a->at[a->n] = NULL;
}

/* Add copies of the NULL-ended WORDS to A.  */

void
arguments_add_words (struct arguments *a, char *const *words)
{
  for (; *words; words++)
    arguments_add (a, *words);
}

void
arguments_free (struct arguments *a)
{
  freeargv (a->at);
  *a = (struct arguments) { 0 };
}

/* True when FILE is a program that can be run and is not SELF: a folder of
   links named gcc, g++ ... to the wrapper may stand first in PATH, and the
   wrapper must not find itself there.  */

static bool
program_p (const char *file, const char *self)
{
  struct stat st;

  if (stat (file, &st) != 0 || !S_ISREG (st.st_mode)
      || access (file, X_OK) != 0)
    return false;
  char *real = realpath (file, NULL);
  bool other = !real || strcmp (real, self) != 0;
  free (real);
  return other;
}

/* The file that the command NAME runs, looked for in PATH unless it has a
   slash; NULL when there is none.  To be freed.  */

char *
command_find (const char *name)
{
  const char *path = getenv ("PATH");
  char *self = install_self ();
  char *found = NULL;

  if (strchr (name, '/'))
    found = program_p (name, self) ? xstrdup (name) : NULL;
  else
    for (const char *part = path ? path : "/usr/bin:/bin"; part && !found; )
      {
	size_t length = strcspn (part, ":");
	char *file = length ? xasprintf ("%.*s/%s", (int) length, part, name)
		     : xasprintf ("./%s", name);

	if (program_p (file, self))
	  found = file;
	else
	  free (file);
	part = part[length] ? part + length + 1 : NULL;
      }
  free (self);
  return found;
}

/* Everything that can be read from FD.  To be freed.  */

static char *
read_all (int fd)
{
  size_t n = 0, room = 4096;
  char *text = xmalloc (room);
  ssize_t got;

  while ((got = read (fd, text + n, room - n - 1)) != 0)
    {
      if (got < 0 && errno == EINTR)
	continue;
      if (got < 0)
	break;
      n += got;
      if (room - n < 2)
	text = xrealloc (text, room *= 2);
    }
  text[n] = '\0';
  return text;
}

/* The exit status of the child PID as a shell gives it.  */

static int
wait_for (pid_t pid)
{
  int status;

  while (waitpid (pid, &status, 0) < 0)
    if (errno != EINTR)
      return 127;
  return WIFEXITED (status) ? WEXITSTATUS (status) : 128 + WTERMSIG (status);
}

/* The environment with messages in English, since the output is read by a
   program.  To be freed, its strings not.  */

static char **
plain_environment (void)
{
  static char locale[] = "LC_ALL=C";
  size_t n = 0, kept = 0;

  while (environ[n])
    n++;
  char **plain = XNEWVEC (char *, n + 2);
  for (size_t i = 0; i < n; i++)
    if (strncmp (environ[i], "LC_ALL=", 7) != 0
	&& strncmp (environ[i], "LANGUAGE=", 9) != 0)
      plain[kept++] = environ[i];
  plain[kept++] = locale;
  plain[kept] = NULL;
  return plain;
}

/* Run ARGV with standard input empty and collect what it writes to standard
   output and error in *OUTPUT, to be freed.  Return its exit status, 127
   when it cannot be run.  */

int
command_capture (char *const *argv, char **output)
{
  posix_spawn_file_actions_t actions;
  int ends[2], status = 127;
  pid_t pid;

  *output = NULL;
  if (pipe (ends) != 0)
    return status;
  char **plain = plain_environment ();
  posix_spawn_file_actions_init (&actions);
  posix_spawn_file_actions_addopen (&actions, 0, "/dev/null", 0, 0);
  posix_spawn_file_actions_adddup2 (&actions, ends[1], 1);
  posix_spawn_file_actions_adddup2 (&actions, ends[1], 2);
  posix_spawn_file_actions_addclose (&actions, ends[0]);
  posix_spawn_file_actions_addclose (&actions, ends[1]);
  int error = posix_spawnp (&pid, argv[0], &actions, NULL, argv, plain);
  posix_spawn_file_actions_destroy (&actions);
  free (plain);
  close (ends[1]);
  if (error == 0)
    {
      *output = read_all (ends[0]);
      status = wait_for (pid);
    }
  else
    *output = xstrdup ("");
  close (ends[0]);
  return status;
}

/* Run ARGV with everything inherited.  Return its exit status, 127 when it
   cannot be run.  */

int
command_run (char *const *argv)
{
  pid_t pid;

  return (posix_spawnp (&pid, argv[0], NULL, NULL, argv, environ) == 0
	  ? wait_for (pid) : 127);
}
