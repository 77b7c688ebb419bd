/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Who started this process: which rank of which job it is.

   Launchers say so in variables, which nest: mpirun inside a Slurm job leaves
   Slurm's in place, and those count its daemons, not the ranks.  So the
   innermost launcher is asked first.  MPICH's names the rank but not the job;
   the address that its proxies report to, which all of them have on their
   command line, tells one mpirun from another on all nodes.  */

#include "launcher.h"

struct mrt_job mrt_job;

/* The variables of launchers.  JOB is the same in all ranks of one start and
   no other's.  */
static const struct launcher
{
  const char *rank, *ranks, *job;
} launchers[] = {
  { "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "PMIX_NAMESPACE" },
  { "MV2_COMM_WORLD_RANK", "MV2_COMM_WORLD_SIZE", NULL },
  { "PMI_RANK", "PMI_SIZE", NULL },
  { "PALS_RANKID", NULL, "PALS_APID" },
  { "FLUX_TASK_RANK", "FLUX_JOB_SIZE", "FLUX_JOB_ID" },
  { "PMIX_RANK", NULL, "PMIX_NAMESPACE" },
};

static char job[256];

/* The variable NAME if it is there and not empty.  */

static const char *
value_of (const char *name)
{
  const char *value = name ? mrt_env (name) : NULL;
  return value && *value ? value : NULL;
}

/* Append PART to the job's name, behind a point if there is something.  */

static void
add_to_job (const char *part)
{
  size_t n = mrt_length (job);
  if (n && n < sizeof job - 1)
    job[n++] = '.';
  while (*part && n < sizeof job - 1)
    job[n++] = *part++;
  job[n] = 0;
}

bool
mrt_job_proxy (const char *line, size_t n, char *buf, size_t size)
{
  const char *end = line + n, *name = mrt_basename (line);
  if (!n || !mrt_prefix_p (name, "hydra_pmi_proxy"))
    return false;
  for (const char *p = line; p < end; p += mrt_length (p) + 1)
    if (mrt_equal_p (p, "--control-port") && p + 15 < end)
      {
	p += 15;
	for (n = 0; p[n] && n < size - 1; n++)
	  buf[n] = p[n] == ':' || p[n] == '/' ? '.' : p[n];
	buf[n] = 0;
	return n > 0;
      }
  return false;
}

/* "/proc/PID/NAME" at BUF.  */

static void
proc_name (char *buf, uint64_t pid, const char *name)
{
  size_t n = sizeof "/proc/" - 1;
  mrt_copy (buf, "/proc/", n);
  n += mrt_decimal (buf + n, pid);
  buf[n++] = '/';
  mrt_copy (buf + n, name, mrt_length (name) + 1);
}

/* The parent of process PID, or 0.  Its name may hold anything: what follows
   the last parenthesis counts.  */

static uint64_t
parent_of (uint64_t pid)
{
  char path[64], text[256];
  const char *at = NULL, *end;
  proc_name (path, pid, "stat");
  if (mrt_read_file (path, text, sizeof text) <= 0)
    return 0;
  for (const char *p = text; (p = mrt_find (p, ')')); p++)
    at = p;
  /* ") S PPID": */
  return at && at[1] && at[2] && at[3] ? mrt_parse_number (at + 4, &end) : 0;
}

/* The job of the nearest MPICH proxy above this process; shells and wrappers
   may stand between.  */

static bool
find_proxy (char *buf, size_t size)
{
  char path[64], line[512];
  uint64_t pid = (uint64_t) mrt_syscall3 (SYS_getppid, 0, 0, 0);
  for (int i = 0; i < 8 && pid > 1; i++, pid = parent_of (pid))
    {
      proc_name (path, pid, "cmdline");
      long n = mrt_read_file (path, line, sizeof line);
      if (n > 0 && mrt_job_proxy (line, (size_t) n, buf, size))
	return true;
    }
  return false;
}

/* What Slurm says where it started the process itself.  A batch script has a
   number too, but is no step.  */

static void
read_slurm (void)
{
  const char *step = value_of ("SLURM_STEP_ID"), *end;
  const char *ranks = value_of ("SLURM_STEP_NUM_TASKS");
  if (!ranks)
    ranks = value_of ("SLURM_NTASKS");
  mrt_job.rank = value_of ("SLURM_PROCID");
  mrt_job.many = mrt_job.rank && step;
  if (mrt_job.many && ranks)
    mrt_job.ranks = mrt_parse_number (ranks, &end);
  if (step)
    add_to_job (step);
}

/* What the launcher L says; where it names no job, Slurm or its proxy may.  */

static void
read_launcher (const struct launcher *l)
{
  const char *ranks = value_of (l->ranks), *name = value_of (l->job), *end;
  char proxy[128];
  mrt_job.rank = value_of (l->rank);
  mrt_job.ranks = ranks ? mrt_parse_number (ranks, &end) : 0;
  if (!name && find_proxy (proxy, sizeof proxy))
    name = proxy;
  else if (!name)
    name = value_of ("SLURM_STEP_ID");
  if (name)
    add_to_job (name);
  mrt_job.many = name != NULL;
}

void
mrt_job_read (void)
{
  const char *slurm = value_of ("SLURM_JOB_ID"), *end;
  const struct launcher *l = launchers;
  const struct launcher *none = l + sizeof launchers / sizeof *launchers;
  mrt_job = (struct mrt_job) { 0 };
  job[0] = 0;
  if (slurm)
    add_to_job (slurm);
  while (l < none && !value_of (l->rank))
    l++;
  /* PMIx is also how Slurm starts ranks itself.  */
  if (l == none || (mrt_equal_p (l->rank, "PMIX_RANK")
		    && value_of ("SLURM_STEP_ID")))
    read_slurm ();
  else
    read_launcher (l);
  mrt_job.job = job[0] ? job : NULL;
  if (mrt_job.rank)
    {
      mrt_job.number = mrt_parse_number (mrt_job.rank, &end);
      mrt_job.numbered = !*end;
    }
}
