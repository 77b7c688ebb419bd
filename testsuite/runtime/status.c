/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Run argv[1] with its arguments and say how it ended.  */

#include "check.h"

#include <sys/wait.h>
#include <unistd.h>

int
main (int argc, char **argv)
{
  int status;
  if (argc < 2)
    return SKIP;
  pid_t pid = fork ();
  if (!pid)
    {
      execv (argv[1], argv + 1);
      _exit (99);
    }
  if (waitpid (pid, &status, 0) != pid)
    return 99;
  if (WIFEXITED (status))
    printf ("exit %d\n", WEXITSTATUS (status));
  else
    printf ("signal %d%s\n", WTERMSIG (status),
	    WCOREDUMP (status) ? " core" : "");
  return 0;
}
