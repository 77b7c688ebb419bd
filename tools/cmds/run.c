/* SPDX-License-Identifier: GPL-3.0-or-later */
/* memlb run: run a program with memlb's variables set, end as it ends, and
   report on it.

   The program is a child, so that the report can follow it.  Signals from
   the terminal reach it directly, since it stays in the same process group;
   those that another process sends to memlb are handed on.  */

#include "cmds.h"

#include <argp.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "lib/find.h"
#include "lib/report.h"
#include "lib/xalloc.h"

enum { OPT_LOOPS = 256 };

static const struct argp_option options[] =
  {
    { "mode", 'm', "MODE", 0,
      "What to measure: bound (default), time, count, off; sets MEMLB_MODE", 0 },
    { "budget", 'b', "PERCENT", 0,
      "Most extra time, in per cent, or unlimited; sets MEMLB_BUDGET", 0 },
    { "output", 'o', "PATTERN", 0,
      "Name of the profile (%e program, %p pid, ...); sets MEMLB_OUTPUT", 0 },
    { "loops", OPT_LOOPS, "L", 0,
      "Only these loops (file:line, function, patterns); sets MEMLB_LOOPS",
      0 },
    { "quiet", 'q', NULL, 0, "Print no report", 0 },
    { 0 }
  };

struct request
{
  const char *mode, *budget, *output, *loops;
  bool quiet;
  char **program;
};

/* The values of MEMLB_MODE, as the runtime takes them.  */
static const char *const modes[] = { "bound", "time", "count", "off", "torture" };

/* True if TEXT is a list of modes, separated by commas.  */

static bool
modes_p (const char *text)
{
  for (;; text++)
    {
      size_t n = strcspn (text, ","), i = 0;
      while (i < sizeof modes / sizeof *modes
	     && (strlen (modes[i]) != n || strncmp (modes[i], text, n) != 0))
	i++;
      if (i == sizeof modes / sizeof *modes)
	return false;
      text += n;
      if (!*text)
	return true;
    }
}

/* True if TEXT is a budget: per cent up to 10,000, or `unlimited'.  */

static bool
budget_p (const char *text)
{
  size_t whole = strspn (text, "0123456789"), part = 0;
  const char *end = text + whole;

  if (strcmp (text, "unlimited") == 0)
    return true;
  if (!whole || strtod (text, NULL) > 10000)
    return false;
  if (*end == '.')
    {
      part = strspn (end + 1, "0123456789");
      end += 1 + part;
    }
  end += *end == '%';
  return !*end && (part || !strchr (text, '.'));
}

/* argp: take one option; the first argument ends them.  */

static error_t
parse_option (int key, char *arg, struct argp_state *state)
{
  struct request *q = state->input;

  switch (key)
    {
    case 'm':
      if (!modes_p (arg))
	argp_error (state, "--mode=%s: not a mode; bound, time or off", arg);
      q->mode = arg;
      break;
    case 'b':
      if (!budget_p (arg))
	argp_error (state, "--budget=%s: not a percentage, nor unlimited",
		    arg);
      q->budget = arg;
      break;
    case 'o': q->output = arg; break;
    case OPT_LOOPS: q->loops = arg; break;
    case 'q': q->quiet = true; break;
    case ARGP_KEY_ARG:
      q->program = &state->argv[state->next - 1];
      state->next = state->argc;
      break;
    case ARGP_KEY_NO_ARGS: argp_error (state, "no program to run"); break;
    default: return ARGP_ERR_UNKNOWN;
    }
  return 0;
}

/* True when a launcher started us as one of many ranks.  A batch script
   alone is none: Slurm numbers it as a process, but not as a step.  */

static bool
rank_p (void)
{
  static const char *const variables[]
    = { "OMPI_COMM_WORLD_RANK", "MV2_COMM_WORLD_RANK", "PMI_RANK",
	"PMIX_RANK", "MPI_LOCALRANKID", "PALS_RANKID", "FLUX_TASK_RANK",
	"SLURM_STEP_ID" };

  for (size_t i = 0; i < sizeof variables / sizeof *variables; i++)
    if (getenv (variables[i]))
      return true;
  return false;
}

/* PATTERN, an output pattern, made absolute: the program may change its
   folder before it writes.  To be freed.  */

static char *
absolute_pattern (const char *pattern)
{
  char *here, *escaped, *to;

  if (pattern[0] == '/' || !(here = getcwd (NULL, 0)))
    return xstrdup (pattern);
  escaped = to = XNEWVEC (char, 2 * strlen (here) + 1);
  for (const char *from = here; *from; from++)
    {
      if (*from == '%')
	*to++ = '%';
      *to++ = *from;
    }
  *to = '\0';
  char *whole = concat (escaped, "/", pattern, NULL);
  free (escaped);
  free (here);
  return whole;
}

/* Set the variables that Q asks for.  Return the output pattern in force,
   to be freed; NULL where it is left to the runtime.  */

static char *
set_variables (const struct request *q)
{
  const char *given = q->output ? q->output : getenv ("MEMLB_OUTPUT");
  char *pattern;

  if (q->mode)
    setenv ("MEMLB_MODE", q->mode, 1);
  if (q->budget)
    setenv ("MEMLB_BUDGET", q->budget, 1);
  if (q->loops)
    setenv ("MEMLB_LOOPS", q->loops, 1);
  if (given && *given)
    {
      pattern = absolute_pattern (given);
      setenv ("MEMLB_OUTPUT", pattern, 1);
      return pattern;
    }
  return NULL;
}

/* Give the run an id of its own, 16 hex digits in RUN, by which its profiles
   are found.  */

static void
set_run_id (char run[17])
{
  uint64_t number;
  struct timespec now;

  if (getrandom (&number, sizeof number, 0) != sizeof number)
    {
      clock_gettime (CLOCK_REALTIME, &now);
      number = ((uint64_t) now.tv_sec << 32) ^ (uint64_t) now.tv_nsec
	       ^ ((uint64_t) getpid () << 20);
    }
  snprintf (run, 17, "%016llx", (unsigned long long) number);
  setenv ("MEMLB_RUN_ID", run, 1);
}

static volatile pid_t child;

/* Hand SIGNAL on to the program when a process sent it to us alone; the
   terminal's signals reach the program by themselves.  Context: any
   signal.  */

static void
hand_on (int signal, siginfo_t *info, void *context __attribute__ ((unused)))
{
  int saved = errno;

  if (info->si_code <= 0 && child > 0)
    kill (child, signal);
  errno = saved;
}

static const int handed_on[]
  = { SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2, SIGALRM, SIGCONT,
      SIGWINCH };
enum { N_HANDED_ON = sizeof handed_on / sizeof *handed_on };

/* Hand signals on from now; the old actions go to OLD.  What is ignored
   stays ignored, as under nohup.  */

static void
catch_signals (struct sigaction *old)
{
  struct sigaction action = { .sa_sigaction = hand_on,
			      .sa_flags = SA_SIGINFO | SA_RESTART };

  sigfillset (&action.sa_mask);
  for (int i = 0; i < N_HANDED_ON; i++)
    {
      sigaction (handed_on[i], NULL, &old[i]);
      if (old[i].sa_handler != SIG_IGN)
	sigaction (handed_on[i], &action, NULL);
    }
}

/* In the child: become PROGRAM with the signals as we found them; tell
   ERRNO_PIPE when that fails.  */

static void
become_program (char **program, const struct sigaction *old,
		const sigset_t *mask, int errno_pipe)
{
  for (int i = 0; i < N_HANDED_ON; i++)
    sigaction (handed_on[i], &old[i], NULL);
  sigprocmask (SIG_SETMASK, mask, NULL);
  execvp (program[0], program);
  int error = errno;
  if (write (errno_pipe, &error, sizeof error) < 0)
    _exit (127);
  _exit (error == ENOENT ? 127 : 126);
}

/* Start PROGRAM.  Return 0, or the error number.  */

static int
start_program (char **program)
{
  struct sigaction old[N_HANDED_ON];
  sigset_t all, mask;
  int ends[2], error = 0;

  if (pipe2 (ends, O_CLOEXEC) != 0)
    return errno;
  fflush (NULL);
  /* No signal between the handlers and the child's number.  */
  sigfillset (&all);
  sigprocmask (SIG_BLOCK, &all, &mask);
  catch_signals (old);
  child = fork ();
  if (child == 0)
    become_program (program, old, &mask, ends[1]);
  if (child < 0)
    error = errno;
  sigprocmask (SIG_SETMASK, &mask, NULL);
  close (ends[1]);
  if (child > 0)
    while (read (ends[0], &error, sizeof error) < 0 && errno == EINTR)
      continue;
  close (ends[0]);
  return error;
}

/* The wait status of the program.  */

static int
wait_for_program (void)
{
  int status = 0;

  while (waitpid (child, &status, 0) < 0 && errno == EINTR)
    continue;
  child = 0;
  return status;
}

/* Put into FILES the profiles of RUN that PATTERN named; where it is NULL,
   the runtime's own patterns: PROGRAM may have been a launcher of ranks, or
   this a batch job.  Return how many.  */

static int
find_profiles (struct names *files, const char *pattern, const char *run)
{
  if (pattern)
    return find_run (files, pattern, run);
  return (find_run (files, "memlb-%e.%p.xml", run)
	  + find_run (files, "memlb-%e.%j/%r.xml", run));
}

/* Print the report on the profiles of RUN that PATTERN named.  */

static void
report (const char *pattern, const char *run, const char *program)
{
  struct names files = { 0 };
  struct profile *p = NULL;
  struct fail why;

  if (find_profiles (&files, pattern, run) == 0)
    msg_warning ("%s left no profile; if it has not said why, was it "
		 "compiled and linked with memlb-gcc? (memlb status %s)",
		 program, program);
  else if (!(p = read_profiles (&files, msg_progress, &why))
	   || report_write (p, &report_defaults, &why) != 0)
    msg_fail (&why);
  if (p)
    fprintf (stderr, "memlb: profile%s %s%s\n", files.n > 1 ? "s" : "",
	     files.at[0], files.n > 1 ? " and others of this run" : "");
  profile_free (p);
  names_free (&files);
  fflush (stdout);
}

/* Say where the profile of RUN is if it is not in the file PATTERN that was asked for: what
   is there already is kept.  */

static void
tell_other_name (const char *pattern, const char *run)
{
  struct names files = { 0 };

  if (pattern && !strchr (pattern, '%') && find_run (&files, pattern, run) > 0
      && strcmp (files.at[0], pattern) != 0)
    fprintf (stderr, "memlb: %s was there already; profile %s\n", pattern,
	     files.at[0]);
  names_free (&files);
}

/* End as the program with the wait status STATUS ended.  A signal's death is
   repeated, without a second core file, so that a shell sees it; the same
   number as exit status is the fallback.  */

static int
end_like (int status)
{
  struct rlimit none = { 0, 0 };

  if (WIFEXITED (status))
    return WEXITSTATUS (status);
  setrlimit (RLIMIT_CORE, &none);
  signal (WTERMSIG (status), SIG_DFL);
  raise (WTERMSIG (status));
  return 128 + WTERMSIG (status);
}

int
cmd_run (int argc, char **argv)
{
  static const struct argp argp
    = { options, parse_option, "[--] PROGRAM [ARGS...]",
	"Run PROGRAM, end with its status, and report on its loops.\v"
	"Under srun or mpirun the ranks only write their profiles; see memlb "
	"report.", NULL, NULL, NULL };
  struct request q = { 0 };
  bool rank = rank_p ();
  char run[17] = "";

  argp_parse (&argp, argc, argv, ARGP_IN_ORDER, NULL, &q);
  char *pattern = set_variables (&q);
  if (!rank)
    set_run_id (run);
  int error = start_program (q.program);
  if (error)
    {
      msg_error ("cannot run %s: %s", q.program[0], strerror (error));
      free (pattern);
      return error == ENOENT ? 127 : 126;
    }
  int status = wait_for_program ();
  const char *mode = getenv ("MEMLB_MODE");
  bool wrote = !rank && (!mode || strcmp (mode, "off") != 0);
  if (wrote && q.quiet)
    tell_other_name (pattern, run);
  else if (wrote)
    report (pattern, run, q.program[0]);
  free (pattern);
  return end_like (status);
}
