/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The profile's record of where and how it was made.  */

#include "environment.h"
#include "conditions.h"
#include "events.h"
#include "launcher.h"
#include "settings.h"

#include <sys/resource.h>
#include <sys/utsname.h>
#include <time.h>

#ifndef MEMLB_VERSION
# define MEMLB_VERSION "0"
#endif

extern char **environ;

void
mrt_host_name (char *buf)
{
  struct utsname u;
  mrt_syscall3 (SYS_uname, &u, 0, 0);
  mrt_copy (buf, u.nodename, 65);
}

double
mrt_cpu_seconds (void)
{
  struct rusage r;
  mrt_syscall3 (SYS_getrusage, RUSAGE_SELF, &r, 0);
  return (double) (r.ru_utime.tv_sec + r.ru_stime.tv_sec)
	 + 1e-6 * (double) (r.ru_utime.tv_usec + r.ru_stime.tv_usec);
}

#define CACHES "/sys/devices/system/cpu/cpu0/cache/index"

/* The file NAME of cache INDEX as a string without newline, or NULL.  */

static const char *
cache_file (char *buf, size_t n, unsigned index, const char *name)
{
  char path[128] = CACHES;
  size_t at = sizeof CACHES - 1;
  at += mrt_decimal (path + at, index);
  path[at++] = '/';
  mrt_copy (path + at, name, mrt_length (name) + 1);
  long got = mrt_read_file (path, buf, n);
  if (got <= 0)
    return NULL;
  while (got && buf[got - 1] == '\n')
    buf[--got] = 0;
  return buf;
}

/* "32K" as bytes.  */

static uint64_t
size_value (const char *s)
{
  const char *end;
  uint64_t v = mrt_parse_number (s, &end);
  return *end == 'K' ? v << 10 : *end == 'M' ? v << 20 : v;
}

static void
write_caches (struct mrt_xml *x)
{
  char buf[64];
  for (unsigned i = 0; i < 8; i++)
    {
      if (!cache_file (buf, sizeof buf, i, "level"))
	return;
      mrt_xml_open (x, "cache");
      mrt_xml_text (x, "level", buf);
      const char *type = cache_file (buf, sizeof buf, i, "type");
      if (type)
	buf[0] |= 0x20;
      mrt_xml_text (x, "type", type);
      if (cache_file (buf, sizeof buf, i, "size"))
	mrt_xml_number (x, "size", size_value (buf));
      mrt_xml_text (x, "line", cache_file (buf, sizeof buf, i,
					   "coherency_line_size"));
      mrt_xml_text (x, "ways", cache_file (buf, sizeof buf, i,
					   "ways_of_associativity"));
      mrt_xml_close (x);
    }
}

/* SECONDS since 1970 as ISO 8601 in UTC at BUF, 21 bytes.  */

static void
iso_time (char *buf, uint64_t seconds)
{
  /* Days to civil date: years begin in March, eras have 400 years.  */
  uint64_t z = seconds / 86400 + 719468, rest = seconds % 86400;
  uint64_t era = z / 146097, doe = z % 146097;
  uint64_t yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
  uint64_t doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
  uint64_t mp = (5 * doy + 2) / 153;
  uint64_t month = mp < 10 ? mp + 3 : mp - 9;
  uint64_t fields[6] = { yoe + era * 400 + (month <= 2), month,
			 doy - (153 * mp + 2) / 5 + 1, rest / 3600,
			 rest / 60 % 60, rest % 60 };
  const char *ends = "--T::Z";
  for (unsigned i = 0; i < 6; i++)
    {
      for (unsigned d = i ? 10 : 1000; d; d /= 10)
	*buf++ = (char) ('0' + fields[i] / d % 10);
      *buf++ = ends[i];
    }
  *buf = 0;
}

/* The command line: NUL-separated in the file, quoted as little as
   necessary here.  */

static void
write_command (struct mrt_xml *x)
{
  char raw[3000], text[6100];
  long n = mrt_read_file ("/proc/self/cmdline", raw, sizeof raw);
  size_t used = 0;
  for (long i = 0; i < n - 1; i++)
    if (raw[i])
      text[used++] = raw[i];
    else
      text[used++] = ' ';
  text[used] = 0;
  mrt_xml_text (x, "command", text);
}

static void
write_run (struct mrt_xml *x, double elapsed)
{
  char start[24];
  iso_time (start, mrt_process.start_time);
  mrt_xml_open (x, "run");
  mrt_xml_text (x, "program", mrt_basename (mrt_process.path));
  mrt_xml_number (x, "pid", (uint64_t) mrt_process.pid);
  if (mrt_job.numbered)
    mrt_xml_number (x, "rank", mrt_job.number);
  if (mrt_job.many && mrt_job.ranks)
    mrt_xml_number (x, "ranks", mrt_job.ranks);
  mrt_xml_text (x, "start", start);
  mrt_xml_real (x, "elapsed", elapsed);
  if (!mrt_settings.minimal)
    write_command (x);
  mrt_xml_close (x);
}

/* Variables that change what is measured.  */

static bool
wanted_variable_p (const char *e)
{
  return mrt_prefix_p (e, "MEMLB_") || mrt_prefix_p (e, "OMP_")
	 || mrt_prefix_p (e, "GOMP_") || mrt_prefix_p (e, "OPENBLAS_NUM_")
	 || mrt_prefix_p (e, "MALLOC_");
}

static void
write_variables (struct mrt_xml *x)
{
  for (char **e = environ; !mrt_settings.minimal && e && *e; e++)
    {
      char name[128];
      const char *eq = mrt_find (*e, '=');
      size_t n = eq ? (size_t) (eq - *e) : 0;
      if (!n || n >= sizeof name || !wanted_variable_p (*e))
	continue;
      mrt_copy (name, *e, n);
      name[n] = 0;
      mrt_xml_open (x, "env");
      mrt_xml_text (x, "name", name);
      mrt_xml_text (x, "value", eq + 1);
      mrt_xml_close (x);
    }
}

static void
write_setting (struct mrt_xml *x, const char *name, const char *value)
{
  mrt_xml_open (x, "setting");
  mrt_xml_text (x, "name", name);
  mrt_xml_text (x, "value", value);
  mrt_xml_close (x);
}

static void
write_settings (struct mrt_xml *x)
{
  char budget[64] = "unlimited", events[MRT_EVENT_NAMES];
  if (mrt_settings.budget != MRT_UNLIMITED)
    mrt_real (budget, mrt_settings.budget / 10.0);
  write_setting (x, "mode", mrt_mode_name (&mrt_settings));
  write_setting (x, "budget", budget);
  mrt_events_names (events);
  write_setting (x, "events", events);
  if (mrt_settings.loops)
    write_setting (x, "loops", mrt_settings.loops);
}

/* The clock that the kernel itself uses, or NULL: another one than the
   counter where the kernel does not trust that.  */

static const char *
kernel_clock (char *buf, size_t n)
{
  long got = mrt_read_file ("/sys/devices/system/clocksource/clocksource0/"
			    "current_clocksource", buf, n);
  while (got > 0 && buf[got - 1] == '\n')
    buf[--got] = 0;
  return got > 0 ? buf : NULL;
}

static void
write_machine (struct mrt_xml *x, const struct mrt_clock_info *clock)
{
  char text[80];
  struct utsname u;
  mrt_host_name (text);
  mrt_xml_open (x, "host");
  mrt_xml_text (x, "name", text);
  mrt_xml_close (x);
  mrt_cpu_model (text);
  mrt_xml_open (x, "cpu");
  mrt_xml_text (x, "model", text);
  if (mrt_online_cpus ())
    mrt_xml_number (x, "cores", mrt_online_cpus ());
  mrt_xml_close (x);
  write_caches (x);
  mrt_conditions_write (x);
  mrt_xml_open (x, "clock");
  mrt_xml_text (x, "source", MRT_CLOCK_NAME);
  mrt_xml_real (x, "hz", clock->hz);
  mrt_xml_real (x, "cost-cycles", clock->cost);
  mrt_xml_real (x, "bound-cost-cycles", clock->bound_cost);
  mrt_xml_real (x, "core-hz", clock->core_hz);
  mrt_xml_text (x, "invariant", mrt_clock_invariant_p () ? "yes" : "no");
  mrt_xml_text (x, "kernel", kernel_clock (text, sizeof text));
  mrt_xml_close (x);
  mrt_syscall3 (SYS_uname, &u, 0, 0);
  mrt_xml_open (x, "os");
  mrt_xml_text (x, "name", u.sysname);
  mrt_xml_text (x, "release", u.release);
  mrt_xml_text (x, "machine", u.machine);
  mrt_xml_close (x);
}

void
mrt_environment_write (struct mrt_xml *x, const struct mrt_clock_info *clock,
		       double elapsed)
{
  mrt_xml_open (x, "environment");
  write_machine (x, clock);
  write_run (x, elapsed);
  mrt_xml_open (x, "tool");
  mrt_xml_text (x, "name", "memlb");
  mrt_xml_text (x, "version", MEMLB_VERSION);
  mrt_xml_close (x);
  write_variables (x);
  write_settings (x);
  mrt_xml_close (x);
}
