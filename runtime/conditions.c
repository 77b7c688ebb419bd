/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What surrounded the run and may have spoilt its times: processors that it
   had to share, frequencies that changed, other programs.

   Whether threads had to wait for a processor is known from the scheduler's
   own counters, whoever it was that they waited for.  Known weakness: threads
   that have ended take theirs along.

   Everything is read by plain system calls, since a dying process writes its
   profile from a signal handler.  What cannot be read is left out.  */

#include "conditions.h"
#include "cpu-set.h"

#include <fcntl.h>
#include <sys/resource.h>

#define MOST_TASKS 1024
#define CPUS "/sys/devices/system/cpu/"
#define NODES "/sys/devices/system/node/"

static struct mrt_cpu_set first_cpus;	/* allowed at the start */
static double first_load = -1;

/* The first line of file PATH at BUF, or NULL if it cannot be read.  */

static const char *
first_line (const char *path, char *buf, size_t n)
{
  if (mrt_read_file (path, buf, n) <= 0)
    return NULL;
  char *end = (char *) mrt_find (buf, '\n');
  if (end)
    *end = 0;
  return buf;
}

/* The first line of HEAD NUMBER TAIL.  */

static const char *
numbered_line (const char *head, uint64_t number, const char *tail, char *buf,
	       size_t n)
{
  char path[128];
  size_t used = mrt_length (head);
  mrt_copy (path, head, used);
  used += mrt_decimal (path + used, number);
  mrt_copy (path + used, tail, mrt_length (tail) + 1);
  return first_line (path, buf, n);
}

double
mrt_parse_load (const char *text)
{
  const char *end;
  double value = (double) mrt_parse_number (text, &end), unit = 1;
  if (end == text)
    return -1;
  if (*end == '.')
    for (end++; *end >= '0' && *end <= '9'; end++)
      value += (unit /= 10) * (*end - '0');
  return value;
}

static double
load_now (void)
{
  char buf[64];
  const char *text = first_line ("/proc/loadavg", buf, sizeof buf);
  return text ? mrt_parse_load (text) : -1;
}

void
mrt_conditions_start (void)
{
  first_load = load_now ();
  mrt_cpu_set_of (&first_cpus, 0);
}

unsigned
mrt_online_cpus (void)
{
  char buf[256];
  const char *list = first_line (CPUS "online", buf, sizeof buf);
  uint64_t from, to;
  unsigned n = 0;
  while (list && mrt_next_range (&list, &from, &to))
    n += (unsigned) (to - from + 1);
  return n;
}

/* "RUN WAIT SLICES", in nanoseconds.  */

bool
mrt_parse_schedstat (const char *text, struct mrt_task *task)
{
  const char *end, *next;
  task->run = mrt_parse_number (text, &end);
  if (end == text || *end != ' ')
    return false;
  task->wait = mrt_parse_number (end + 1, &next);
  return next != end + 1;
}

struct mrt_waiting
mrt_waiting_of (const struct mrt_task *tasks, unsigned n)
{
  struct mrt_waiting w = { 0 };
  uint64_t longest = 0;
  for (unsigned i = 0; i < n; i++)
    longest = MRT_MAX (longest, tasks[i].run);
  for (unsigned i = 0; i < n; i++)
    {
      bool shared = false;
      if (tasks[i].run < longest / 100)
	continue;
      for (unsigned k = 0; k < n && tasks[i].cpu >= 0; k++)
	shared |= k != i && tasks[k].cpu == tasks[i].cpu
		  && tasks[k].run >= longest / 100;
      w.run += tasks[i].run;
      w.wait += tasks[i].wait;
      w.threads++;
      w.bound += tasks[i].cpu >= 0;
      w.sharing += shared;
    }
  return w;
}

/* What is known of thread TID into TASK; where it may run is added to
   CPUS.  */

static bool
read_task (struct mrt_task *task, uint64_t tid, struct mrt_cpu_set *cpus)
{
  char buf[128];
  struct mrt_cpu_set own;
  const char *text = numbered_line ("/proc/self/task/", tid, "/schedstat",
				    buf, sizeof buf);
  if (!text || !mrt_parse_schedstat (text, task))
    return false;
  task->cpu = -1;
  if (!mrt_cpu_set_of (&own, (long) tid))
    return true;
  mrt_cpu_set_union (cpus, &own);
  if (mrt_cpu_set_count (&own) == 1)
    task->cpu = (int32_t) mrt_cpu_set_first (&own);
  return true;
}

/* The threads of this process at TASKS, MOST_TASKS at most; returns how
   many.  */

static unsigned
read_tasks (struct mrt_task *tasks, struct mrt_cpu_set *cpus)
{
  char buf[2048] __attribute__ ((aligned (8)));
  long fd = mrt_syscall4 (SYS_openat, AT_FDCWD, "/proc/self/task",
			  O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0);
  long got;
  unsigned n = 0;
  if (fd < 0)
    return 0;
  while ((got = mrt_syscall3 (SYS_getdents64, fd, buf, sizeof buf)) > 0)
    for (long at = 0; at < got; at += *(uint16_t *) (buf + at + 16))
      {
	/* struct linux_dirent64: inode, offset, length, type, name.  */
	const char *name = buf + at + 19, *end;
	uint64_t tid = mrt_parse_number (name, &end);
	if (end != name && !*end && n < MOST_TASKS)
	  n += read_task (&tasks[n], tid, cpus);
      }
  mrt_syscall3 (SYS_close, fd, 0, 0);
  return n;
}

/* True when CPU is the first of those on its core that are in SET.  */

static bool
first_on_core_p (const struct mrt_cpu_set *set, uint64_t cpu)
{
  char buf[256];
  const char *list = numbered_line (CPUS "cpu", cpu,
				    "/topology/thread_siblings_list", buf,
				    sizeof buf);
  uint64_t from, to;
  while (list && mrt_next_range (&list, &from, &to))
    for (; from <= to && from < cpu; from++)
      if (mrt_cpu_set_has (set, from))
	return false;
  return true;
}

static unsigned
cores_of (const struct mrt_cpu_set *set)
{
  unsigned n = 0;
  for (uint64_t cpu = 0; cpu < MRT_MOST_CPUS; cpu++)
    n += mrt_cpu_set_has (set, cpu) && first_on_core_p (set, cpu);
  return n;
}

/* How many memory nodes the processors in SET belong to.  */

static unsigned
nodes_of (const struct mrt_cpu_set *set)
{
  char online[256], buf[1024];
  const char *nodes = first_line (NODES "online", online, sizeof online);
  uint64_t node, last, cpu, to;
  unsigned n = 0;
  while (nodes && mrt_next_range (&nodes, &node, &last))
    for (; node <= last; node++)
      {
	const char *list = numbered_line (NODES "node", node, "/cpulist",
					  buf, sizeof buf);
	bool hit = false;
	while (list && mrt_next_range (&list, &cpu, &to))
	  for (; cpu <= to && cpu < MRT_MOST_CPUS; cpu++)
	    hit |= mrt_cpu_set_has (set, cpu);
	n += hit;
      }
  return n;
}

static void
write_affinity (struct mrt_xml *x, const struct mrt_cpu_set *cpus)
{
  char list[512];
  unsigned nodes = nodes_of (cpus);
  mrt_cpu_set_list (cpus, list, sizeof list);
  mrt_xml_open (x, "affinity");
  mrt_xml_text (x, "cpus", list);
  mrt_xml_number (x, "n", mrt_cpu_set_count (cpus));
  mrt_xml_number (x, "cores", cores_of (cpus));
  if (nodes)
    mrt_xml_number (x, "nodes", nodes);
  mrt_xml_close (x);
}

static void
write_waiting (struct mrt_xml *x, const struct mrt_waiting *w)
{
  struct rusage r;
  mrt_xml_open (x, "waiting");
  mrt_xml_number (x, "threads", w->threads);
  mrt_xml_number (x, "bound", w->bound);
  mrt_xml_number (x, "sharing", w->sharing);
  mrt_xml_real (x, "run", 1e-9 * (double) w->run);
  mrt_xml_real (x, "wait", 1e-9 * (double) w->wait);
  if (mrt_syscall3 (SYS_getrusage, RUSAGE_SELF, &r, 0) == 0)
    mrt_xml_number (x, "preempted", (uint64_t) r.ru_nivcsw);
  mrt_xml_close (x);
}

/* A file of kilohertz as hertz.  */

static void
write_khz (struct mrt_xml *x, const char *name, const char *path)
{
  char buf[64];
  const char *text = first_line (path, buf, sizeof buf), *end;
  if (text)
    mrt_xml_number (x, name, 1000 * mrt_parse_number (text, &end));
}

/* Whether the processor may go beyond its nominal frequency, or NULL.  */

static const char *
turbo (void)
{
  char buf[16];
  const char *text = first_line (CPUS "intel_pstate/no_turbo", buf,
				 sizeof buf);
  if (text)
    return *text == '0' ? "yes" : "no";
  text = first_line (CPUS "cpufreq/boost", buf, sizeof buf);
  return !text ? NULL : *text == '1' ? "yes" : "no";
}

static void
write_frequency (struct mrt_xml *x)
{
  char buf[64];
  const char *text = first_line (CPUS "cpu0/cpufreq/scaling_governor", buf,
				 sizeof buf);
  if (!text && !turbo ())
    return;
  mrt_xml_open (x, "frequency");
  mrt_xml_text (x, "governor", text);
  mrt_xml_text (x, "driver", first_line (CPUS "cpu0/cpufreq/scaling_driver",
					 buf, sizeof buf));
  mrt_xml_text (x, "turbo", turbo ());
  write_khz (x, "least-hz", CPUS "cpu0/cpufreq/scaling_min_freq");
  write_khz (x, "most-hz", CPUS "cpu0/cpufreq/scaling_max_freq");
  mrt_xml_close (x);
}

void
mrt_conditions_write (struct mrt_xml *x)
{
  static struct mrt_task tasks[MOST_TASKS];
  struct mrt_cpu_set cpus = first_cpus;
  unsigned n = read_tasks (tasks, &cpus);
  struct mrt_waiting w = mrt_waiting_of (tasks, n);
  write_frequency (x);
  if (mrt_cpu_set_count (&cpus))
    write_affinity (x, &cpus);
  mrt_xml_open (x, "load");
  mrt_xml_real (x, "start", first_load);
  mrt_xml_real (x, "end", load_now ());
  mrt_xml_close (x);
  if (n)
    write_waiting (x, &w);
}
