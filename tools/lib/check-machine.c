/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The checks of `memlb doctor' on the machine: can times be trusted here, and
   can a profile be written?  */

#include "checks.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "xalloc.h"

/* The first line of FILE, as the kernel writes its small files; NULL when it
   cannot be read.  To be freed.  */

static char *
first_line (const char *file)
{
  FILE *in = fopen (file, "re");
  char *line = NULL;
  size_t room = 0;

  if (!in)
    return NULL;
  ssize_t n = getline (&line, &room, in);
  fclose (in);
  if (n < 0)
    {
      free (line);
      return NULL;
    }
  line[strcspn (line, "\n")] = '\0';
  return line;
}

/* True when the word FLAG stands in the blank-separated FLAGS.  */

static bool
has_word (const char *flags, const char *flag)
{
  size_t length = strlen (flag);

  for (const char *at = flags; (at = strstr (at, flag)); at += length)
    if ((at == flags || at[-1] == ' ' || at[-1] == '\t')
	&& (at[length] == ' ' || !at[length]))
      return true;
  return false;
}

/* The processor's flags.  To be freed.  */

static char *
cpu_flags (void)
{
  FILE *in = fopen ("/proc/cpuinfo", "re");
  char *line = NULL, *flags = NULL;
  size_t room = 0;

  while (in && !flags && getline (&line, &room, in) > 0)
    if (strncmp (line, "flags", 5) == 0)
      {
	line[strcspn (line, "\n")] = '\0';
	flags = xstrdup (line);
      }
  if (in)
    fclose (in);
  free (line);
  return flags ? flags : xstrdup ("");
}

/* The clock is the time stamp counter, read without the kernel.  */

void
check_clock (struct checks *c)
{
  char *flags = cpu_flags ();
  char *source = first_line ("/sys/devices/system/clocksource/clocksource0/"
			     "current_clocksource");
  bool constant = has_word (flags, "constant_tsc");
  bool nonstop = has_word (flags, "nonstop_tsc");

  if (constant && nonstop)
    checks_add (c, CHECK_OK, NULL, "the time stamp counter is constant and "
		"never stops");
  else
    checks_add (c, CHECK_WARN, NULL, "the time stamp counter %s; times of "
		"long runs may be wrong", constant ? "stops in deep sleep"
		: "follows the core's frequency");
  if (source && strcmp (source, "tsc") == 0)
    checks_add (c, CHECK_OK, NULL, "the kernel's clock is the time stamp "
		"counter too");
  else
    checks_add (c, CHECK_INFO, NULL, "the kernel's clock is %s, not the time "
		"stamp counter; seconds are calibrated against it",
		source ? source : "unknown");
  if (has_word (flags, "hypervisor"))
    checks_add (c, CHECK_INFO, NULL, "this is a virtual machine: its host may "
		"take the processor away; repeat runs");
  free (source);
  free (flags);
}

/* Try to count cycles.  Return 0, or the error number.  */

static int
try_counter (void)
{
  struct perf_event_attr attr
    = { .type = PERF_TYPE_HARDWARE, .size = sizeof attr,
	.config = PERF_COUNT_HW_CPU_CYCLES, .exclude_kernel = 1,
	.exclude_hv = 1 };
  long fd = syscall (SYS_perf_event_open, &attr, 0, -1, -1, 0);

  if (fd < 0)
    return errno;
  close ((int) fd);
  return 0;
}

void
check_counters (struct checks *c)
{
  char *level = first_line ("/proc/sys/kernel/perf_event_paranoid");
  int error = try_counter ();

  if (!error)
    checks_add (c, CHECK_OK, NULL, "hardware counters can be read "
		"(perf_event_paranoid is %s): profiles have cycles and "
		"misses beside the time", level ? level : "unknown");
  else if (error == EACCES || error == EPERM)
    checks_add (c, CHECK_INFO, "sysctl kernel.perf_event_paranoid=2",
		"hardware counters are forbidden (perf_event_paranoid is %s); "
		"bounds do not need them", level ? level : "unknown");
  else
    checks_add (c, CHECK_INFO, NULL, "no hardware counters (%s); bounds do "
		"not need them", strerror (error));
  free (level);
}

/* Frequencies that change between the original and the copy spoil the
   quotient.  */

void
check_frequency (struct checks *c)
{
  char *governor = first_line ("/sys/devices/system/cpu/cpu0/cpufreq/"
			       "scaling_governor");
  char *boost = first_line ("/sys/devices/system/cpu/cpufreq/boost");
  char *no_turbo = first_line ("/sys/devices/system/cpu/intel_pstate/"
			       "no_turbo");

  if (!governor)
    checks_add (c, CHECK_INFO, NULL, "the frequency cannot be controlled from "
		"here");
  else if (strcmp (governor, "performance") == 0)
    checks_add (c, CHECK_OK, NULL, "the frequency governor is performance");
  else
    checks_add (c, CHECK_WARN, "cpupower frequency-set -g performance",
		"the frequency governor is %s: short runs are timed at changing "
		"frequencies", governor);
  if ((boost && strcmp (boost, "1") == 0)
      || (no_turbo && strcmp (no_turbo, "0") == 0))
    checks_add (c, CHECK_INFO, NULL, "turbo frequencies are on: times vary "
		"with the load of the other cores");
  free (no_turbo);
  free (boost);
  free (governor);
}

void
check_node (struct checks *c)
{
  long cores = sysconf (_SC_NPROCESSORS_ONLN);
  char *smt = first_line ("/sys/devices/system/cpu/smt/active");
  double load;

  if (getloadavg (&load, 1) == 1 && load > 0.25 * (double) cores)
    checks_add (c, CHECK_WARN, "uptime", "the load is %.1f on %ld core%s: "
		"other programs disturb the caches", load, cores,
		cores == 1 ? "" : "s");
  else
    checks_add (c, CHECK_OK, NULL, "the machine is quiet, %ld core%s", cores,
		cores == 1 ? "" : "s");
  if (smt && strcmp (smt, "1") == 0)
    checks_add (c, CHECK_INFO, NULL, "two hardware threads share a core: bind "
		"threads to cores of their own (OMP_PLACES=cores)");
  free (smt);
}

/* The folder into which the output pattern PATTERN leads, up to the first
   part that differs from run to run.  To be freed.  */

static char *
output_folder (const char *pattern)
{
  char *folder = xstrndup (pattern, strcspn (pattern, "%"));
  char *slash = strrchr (folder, '/');

  if (!slash)
    {
      free (folder);
      return xstrdup (".");
    }
  slash[slash == folder] = '\0';
  return folder;
}

/* Try to create a file in FOLDER, as the runtime will: permissions do not
   tell for the superuser.  Return 0, or the error number.  */

static int
try_file (const char *folder)
{
  char *name = concat (folder, "/memlb-XXXXXX", NULL);
  int fd = mkostemp (name, O_CLOEXEC), error = fd < 0 ? errno : 0;

  if (fd >= 0)
    {
      close (fd);
      unlink (name);
    }
  free (name);
  return error;
}

void
check_output (struct checks *c)
{
  const char *pattern = getenv ("MEMLB_OUTPUT");
  char *folder = output_folder (pattern ? pattern : "");
  int error = try_file (folder);
  struct statvfs fs;

  if (error == ENOENT && access (folder, F_OK) != 0)
    checks_add (c, CHECK_INFO, NULL, "the output folder %s does not exist yet",
		folder);
  else if (error)
    checks_add (c, CHECK_FAIL, "export MEMLB_OUTPUT=/tmp/memlb-%e.%p.xml",
		"no profile can be written to %s: %s", folder,
		strerror (error));
  else if (statvfs (folder, &fs) == 0
	   && fs.f_blocks && (double) fs.f_bavail * (double) fs.f_frsize < 64e6)
    checks_add (c, CHECK_WARN, "df -h .", "less than 64 MB are free in %s",
		folder);
  else
    checks_add (c, CHECK_OK, NULL, "profiles can be written to %s",
		strcmp (folder, ".") == 0 ? "this folder" : folder);
  free (folder);
}

/* Variables that a user may have forgotten.  */

void
check_variables (struct checks *c)
{
  extern char **environ;

  for (char **v = environ; *v; v++)
    if (strncmp (*v, "MEMLB_", 6) == 0)
      {
	char *name = xstrndup (*v, strcspn (*v, "="));
	char *todo = concat ("unset ", name, NULL);
	bool off = (strcmp (*v, "MEMLB_MODE=off") == 0
		    || strcmp (*v, "MEMLB_WRAPPER=off") == 0);
	checks_add (c, off ? CHECK_WARN : CHECK_INFO, off ? todo : NULL,
		    "%s is set%s", *v, off ? ": nothing is measured" : "");
	free (todo);
	free (name);
      }
}
