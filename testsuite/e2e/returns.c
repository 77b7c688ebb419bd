/* SPDX-License-Identifier: GPL-3.0-or-later
   returns.c: which returns would a processor predict that remembers calls?

   Usage: returns PROGRAM [ARGS...]

   Steps PROGRAM, on x86-64, from its first breakpoint instruction to its second,
   and prints how many calls and returns there were, and how many of these went
   elsewhere than behind the last call that none had come back from.  Exits with
   PROGRAM's status; with 77 where stepping is not permitted.  */

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

enum { DEPTH = 1 << 16, TRAP_FLAG = 0x100 };
static unsigned long behind[DEPTH];
static unsigned depth, calls, returns, wrong;

enum kind { OTHER, CALL, RETURN };

/* What kind of instruction is at PC of child PID.  */
static enum kind
kind_at (pid_t pid, unsigned long pc)
{
  errno = 0;
  unsigned long bytes = (unsigned long) ptrace (PTRACE_PEEKTEXT, pid, pc, NULL);

  if (errno)
    exit (77);
  /* Prefixes: segments, operand size, bnd and notrack, REX.  */
  while ((bytes & 0xff) == 0x66 || (bytes & 0xff) == 0xf2
	 || (bytes & 0xff) == 0xf3 || (bytes & 0xff) == 0x3e
	 || (bytes & 0xff) == 0x2e || (bytes & 0xf0) == 0x40)
    bytes >>= 8;
  if ((bytes & 0xff) == 0xe8
      || ((bytes & 0xff) == 0xff && ((bytes >> 11 & 7) == 2)))
    return CALL;
  return (bytes & 0xff) == 0xc3 || (bytes & 0xff) == 0xc2 ? RETURN : OTHER;
}

static struct user_regs_struct
registers (pid_t pid)
{
  struct user_regs_struct regs;

  if (ptrace (PTRACE_GETREGS, pid, NULL, &regs) != 0)
    exit (77);
  return regs;
}

/* One step of PID was an instruction of KIND, and led to REGS.  */
static void
note (enum kind kind, const struct user_regs_struct *regs, pid_t pid)
{
  if (kind == CALL && depth < DEPTH)
    {
      calls++;
      behind[depth++]
	= (unsigned long) ptrace (PTRACE_PEEKDATA, pid, regs->rsp, NULL);
    }
  else if (kind == RETURN && depth)
    {
      returns++;
      wrong += behind[--depth] != regs->rip;
    }
}

/* Run the child PID to its end; returns its status.  */
static int
run (pid_t pid)
{
  int status, stepping = 0;
  enum kind kind = OTHER;

  while (waitpid (pid, &status, 0) == pid && WIFSTOPPED (status))
    {
      int signal = WSTOPSIG (status) == SIGTRAP ? 0 : WSTOPSIG (status);
      struct user_regs_struct regs = registers (pid);
      siginfo_t info;

      /* The kernel's own, not a step's.  */
      if (!signal && ptrace (PTRACE_GETSIGINFO, pid, NULL, &info) == 0
	  && info.si_code == SI_KERNEL)
	{
	  stepping = !stepping;
	  kind = OTHER;
	}
      else if (stepping)
	note (kind, &regs, pid);
      /* What flags the program has pushed while it was stepped bring it back.  */
      if (!stepping && regs.eflags & TRAP_FLAG)
	{
	  regs.eflags &= ~(unsigned long long) TRAP_FLAG;
	  if (ptrace (PTRACE_SETREGS, pid, NULL, &regs) != 0)
	    exit (77);
	}
      if (stepping)
	kind = signal ? OTHER : kind_at (pid, regs.rip);
      if (ptrace (stepping ? PTRACE_SINGLESTEP : PTRACE_CONT, pid, NULL,
		  (long) signal) != 0)
	exit (77);
    }
  return WIFEXITED (status) ? WEXITSTATUS (status) : 99;
}

int
main (int argc, char **argv)
{
  pid_t pid = argc > 1 ? fork () : -1;

  if (pid == 0)
    {
      if (ptrace (PTRACE_TRACEME, 0, NULL, NULL) != 0)
	_exit (77);
      execv (argv[1], argv + 1);
      _exit (99);
    }
  if (pid < 0)
    return 99;
  int status = run (pid);
  printf ("%u calls %u returns %u wrong\n", calls, returns, wrong);
  return status;
}
