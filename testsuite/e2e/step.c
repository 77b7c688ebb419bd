/* SPDX-License-Identifier: GPL-3.0-or-later
   step.c: count the executions of each instruction by single-stepping.

   Usage: step FILE PROGRAM [ARGS...]

   Writes to FILE a line `0xADDRESS 0 EXECUTIONS' for each address below 16 MB
   that was executed, where programs lie that were linked with -no-pie.  Exits
   with PROGRAM's status; with 77 where stepping is not permitted.  */

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LIMIT = 1 << 24 };
static unsigned counts[LIMIT];

/* Step the child PID to its end; returns its status.  */
static int
step (pid_t pid)
{
  int status, signal = 0;

  while (waitpid (pid, &status, 0) == pid && WIFSTOPPED (status))
    {
      struct user_regs_struct regs;
      int why = WSTOPSIG (status);

      signal = why == SIGTRAP ? 0 : why;
      if (ptrace (PTRACE_GETREGS, pid, NULL, &regs) != 0)
	exit (77);
      if (regs.rip < LIMIT && !signal)
	counts[regs.rip]++;
      if (ptrace (PTRACE_SINGLESTEP, pid, NULL, (long) signal) != 0)
	exit (77);
    }
  return WIFEXITED (status) ? WEXITSTATUS (status) : 99;
}

int
main (int argc, char **argv)
{
  FILE *out = argc > 2 ? fopen (argv[1], "w") : NULL;
  pid_t pid = out ? fork () : -1;

  if (pid == 0)
    {
      if (ptrace (PTRACE_TRACEME, 0, NULL, NULL) != 0)
	_exit (77);
      execv (argv[2], argv + 2);
      _exit (99);
    }
  if (pid < 0)
    return 99;
  int status = step (pid);
  for (unsigned at = 0; at < LIMIT; at++)
    if (counts[at])
      fprintf (out, "0x%x 0 %u\n", at, counts[at]);
  return fclose (out) == 0 ? status : 99;
}
