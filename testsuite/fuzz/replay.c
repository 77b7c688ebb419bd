/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every reader on every file of its corpus, built as the tools are: none may
   crash or need much memory.  FUZZ_FIXTURES is the folder testsuite/tools;
   the argument is the folder of the corpus.  */

#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>
#include "readers.h"

static char name[4096];		/* of the file being read */

/* Say which file it was.  Context: a signal.  */

static void
crashed (int signal)
{
  static const char text[] = "replay: crashed at ";

  if (write (STDERR_FILENO, text, sizeof text - 1) < 0
      || write (STDERR_FILENO, name, strlen (name)) < 0
      || write (STDERR_FILENO, "\n", 1) < 0)
    _exit (1);
  _exit (128 + signal);
}

/* READER on the files of its folder in CORPUS.  Return how many.  */

static int
replay (const struct fuzz_reader *reader, const char *corpus)
{
  struct dirent **files;
  char folder[2048];
  int n, done = 0;

  snprintf (folder, sizeof folder, "%s/%s", corpus, reader->name);
  n = scandir (folder, &files, NULL, alphasort);
  for (int i = 0; i < n; i++)
    {
      if (files[i]->d_name[0] != '.')
	{
	  snprintf (name, sizeof name, "%s/%s", folder, files[i]->d_name);
	  reader->run (name);
	  done++;
	}
      free (files[i]);
    }
  if (n >= 0)
    free (files);
  return done;
}

int
main (int argc, char **argv)
{
  static const int signals[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT,
				 SIGXCPU };
  struct rlimit memory = { 1 << 30, 1 << 30 };
  int none = 0;

  fuzz_fixtures = getenv ("FUZZ_FIXTURES");
  if (argc != 2 || !fuzz_fixtures || !freopen ("/dev/null", "w", stdout))
    return 99;
  /* The sanitizers keep shadow memory, many terabytes of addresses.  */
  if (!getenv ("FUZZ_ANY_MEMORY"))
    setrlimit (RLIMIT_AS, &memory);
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
    signal (signals[i], crashed);
  for (const struct fuzz_reader *r = fuzz_readers; r->name; r++)
    {
      int n = replay (r, argv[1]);
      fprintf (stderr, "%s: %d files\n", r->name, n);
      none += n == 0;
    }
  return none > 0;
}
