/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The profile is written whole or not at all: to a temporary file, which is
   then given its name.

   The head says what could not be recorded, and that is known only after
   the loops have been summed: so the loops are summed twice.  */

#include "profile.h"
#include "environment.h"
#include "launcher.h"
#include "output-file.h"
#include "output-name.h"
#include "pointers.h"
#include "runtime.h"
#include "settings.h"

#include <time.h>

/* Seconds that a page fault takes at the least, in which a page is mapped and cleared,
   where it cannot be measured: a page may have come with its neighbours.  */
#define FAULT_S 0.5e-6

static struct mrt_xml xml;
static struct mrt_output output = { .fd = -1 };

/* The number that `memlb run' gave this run, 16 hexadecimal digits in
   MEMLB_RUN_ID; 0 if there is none.  */

static uint64_t
given_run_id (void)
{
  const char *s = mrt_env ("MEMLB_RUN_ID");
  uint64_t id = 0;
  unsigned n = 0;
  for (; s && s[n]; n++)
    {
      const char *digit = mrt_find ("0123456789abcdef", s[n]);
      if (!digit || n == 16)
	return 0;
      id = id << 4 | (uint64_t) (digit - mrt_find ("0123456789abcdef", '0'));
    }
  return n == 16 ? id : 0;
}

/* Identifier that all ranks of a job share, or one of this run.  */

static uint64_t
run_id (const char *job)
{
  uint64_t h = given_run_id ();
  if (h)
    return h;
  h = 0xcbf29ce484222325;
  if (!job)
    return mrt_process.start_ticks * 0x9e3779b97f4a7c15
	   ^ (uint64_t) mrt_process.pid << 40 ^ mrt_process.start_time;
  for (; *job; job++)
    h = (h ^ (unsigned char) *job) * 0x100000001b3;
  return h;
}

static void
write_root (struct mrt_xml *x, const struct mrt_ending *ending)
{
  char id[17];
  uint64_t run = run_id (mrt_job.many ? mrt_job.job : NULL);
  for (int i = 0; i < 16; i++)
    id[i] = "0123456789abcdef"[run >> (60 - 4 * i) & 15];
  id[16] = 0;
  mrt_xml_open (x, "memlb");
  mrt_xml_text (x, "version", "1.0");
  mrt_xml_text (x, "run", id);
  mrt_xml_text (x, "complete", ending->complete ? "yes" : "no");
  mrt_xml_text (x, "ended", ending->how);
  mrt_xml_text (x, "mode", mrt_mode_name (&mrt_settings));
}

static void
write_loss (struct mrt_xml *x, const char *what, uint64_t n)
{
  if (!n)
    return;
  mrt_xml_open (x, "loss");
  mrt_xml_text (x, "what", what);
  mrt_xml_number (x, "n", n);
  mrt_xml_close (x);
}

static void
write_losses (struct mrt_xml *x)
{
  uint64_t nested = 0, refused = 0;
  for (struct mrt_thread *t = mrt_first_thread (); t; t = t->next)
    for (uint32_t i = MRT_EMPTY_INDEX + 1; i < mrt_n_nests; i++)
      nested += mrt_load (&t->records[i].nested);
  for (const struct mrt_module *m = mrt_modules; m; m = m->next)
    refused += m->refused ? m->n : 0;
  mrt_xml_open (x, "losses");
  write_loss (x, "nested-entries", nested);
  write_loss (x, "refused-nests", refused);
  write_loss (x, "clock-jumps", mrt_clock_jumps ());
  write_loss (x, "suspended-seconds", mrt_suspended_ns () / 1000000000);
  mrt_xml_close (x);
}

/* Seconds of CPU time that the measurements themselves took.  */

static double
own_seconds (double hz)
{
  double spent = 0;
  for (struct mrt_thread *t = mrt_first_thread (); t; t = t->next)
    spent += (double) mrt_load (&t->spent) / hz;
  return spent;
}

/* Seconds that nests with copies took, which are not inside one another.  */

static double
nests_seconds (double hz)
{
  double time = 0;
  for (uint32_t i = MRT_EMPTY_INDEX + 1; i < mrt_n_nests; i++)
    {
      const struct memlb_nest *d = mrt_nest_desc (&mrt_nests[i]);
      if (!d || !(d->flags & MEMLB_NEST_COPIED) || d->flags & MEMLB_NEST_OUTER)
	continue;
      for (struct mrt_thread *t = mrt_first_thread (); t; t = t->next)
	time += (double) mrt_load (&t->records[i].time) / hz;
    }
  return time;
}

/* Seconds of CPU time that the program itself took, of which OWN were memlb's: where that has
   nearly all, and is not known well, no less than the nests took.  */

static double
program_seconds (double own, double hz)
{
  double cpu = mrt_cpu_seconds (), nests = nests_seconds (hz);
  double rest = cpu - own > nests ? cpu - own : nests;
  return rest < cpu ? rest : cpu;
}

static void
write_program (struct mrt_xml *x, struct mrt_totals *totals, double elapsed)
{
  uint32_t threads = 0;
  for (struct mrt_thread *t = mrt_first_thread (); t; t = t->next)
    threads = MRT_MAX (threads, mrt_load (&t->serial));
  mrt_xml_open (x, "program");
  mrt_xml_text (x, "id", "p");
  mrt_xml_text (x, "name", mrt_basename (mrt_process.path));
  threads = MRT_MAX (threads, 1);
  mrt_xml_real (x, "time", totals->cpu);
  mrt_xml_real (x, "elapsed", elapsed);
  mrt_xml_number (x, "threads", threads);
  mrt_own_time_write (x, totals->own);
  mrt_system_time_write (x);
  totals->pointers = mrt_pointers_sum ();
  mrt_counts_forget ();
  for (const struct mrt_module *m = mrt_modules; m; m = m->next)
    mrt_module_write (x, m, totals);
  mrt_counts_forget ();
  mrt_pointers_free (totals->pointers);
  mrt_xml_close (x);
}

/* Let the nests take no more time than the program.  Those without copies may
   hold others, and do not count.  */

static void
settle_overlap (struct mrt_totals *totals)
{
  struct mrt_overlap *o = &totals->costs.overlap;
  double sum = 0, hideable = 0;
  for (uint32_t i = MRT_EMPTY_INDEX + 1; i < mrt_load (&mrt_n_nests); i++)
    {
      const struct memlb_nest *desc = mrt_nest_desc (&mrt_nests[i]);
      if (!desc || !(desc->flags & MEMLB_NEST_COPIED))
	continue;
      struct mrt_sums s = mrt_nest_sums (i);
      double entries = (double) (s.entries - s.nested);
      double time = mrt_estimate_time (&s, &totals->costs);
      if (time <= 0 || entries <= 0)
	continue;
      sum += time;
      hideable += entries * mrt_hideable (time / entries);
    }
  mrt_overlap_settle (o, sum, hideable, totals->cpu * totals->hz);
}

/* What all threads know of interrupts, to COSTS.  */

static void
settle_interrupts (struct mrt_costs *costs)
{
  double ran = 0, taken = 0;
  for (struct mrt_thread *t = mrt_first_thread (); t; t = t->next)
    {
      ran += (double) mrt_load (&t->interrupts.ran);
      taken += (double) mrt_load (&t->interrupts.taken);
      costs->n_interrupts += (double) mrt_load (&t->interrupts.n);
    }
  costs->interrupts = ran > 0 ? taken / ran : 0;
}

static bool
write_all (int fd, const struct mrt_ending *ending, struct mrt_totals *totals)
{
  static const char head[] = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  double elapsed = 1e-9 * (double) (mrt_nanoseconds (CLOCK_MONOTONIC)
				    - mrt_process.start_ns);
  struct mrt_clock_info clock
    = { mrt_clock_hz (), (double) mrt_process.cost,
	(double) mrt_process.bound_cost, 0 };
  clock.core_hz = mrt_core_hz (clock.hz);
  totals->hz = clock.hz;
  totals->own = own_seconds (clock.hz);
  totals->cpu = program_seconds (totals->own, clock.hz);
  double fault = mrt_page_fault (), least = FAULT_S * clock.hz;
  totals->costs = (struct mrt_costs) { clock.cost, clock.bound_cost,
				       mrt_forwarding (),
				       MRT_MAX (fault, least), mrt_overlap, 0, 0 };
  settle_interrupts (&totals->costs);
  settle_overlap (totals);
  mrt_xml_begin (&xml, fd);
  mrt_copy (xml.buf, head, sizeof head - 1);
  xml.used = sizeof head - 1;
  write_root (&xml, ending);
  mrt_environment_write (&xml, &clock, elapsed);
  write_losses (&xml);
  mrt_metrics_declare (&xml);
  write_program (&xml, totals, elapsed);
  mrt_xml_close (&xml);
  return mrt_xml_end (&xml);
}

static void
report_totals (const char *name, const struct mrt_totals *totals)
{
  char n[4][24];
  mrt_decimal (n[0], totals->nests);
  mrt_decimal (n[1], totals->entered);
  mrt_decimal (n[2], totals->bound_runs);
  mrt_decimal (n[3], totals->aborted);
  mrt_message (name, ": ", n[0], " nests, ", n[1], " entered, ", n[2],
	       " bound runs, ", n[3], " aborted", NULL);
}

static bool
expand_name (char *name)
{
  char host[65];
  mrt_host_name (host);
  struct mrt_name_parts parts
    = { .program = mrt_process.path, .host = host, .rank = mrt_job.rank,
	.job = mrt_job.job, .pid = (uint64_t) mrt_process.pid,
	.time = mrt_process.start_time };
  if (mrt_output_name (name, mrt_settings.output, &parts))
    return true;
  mrt_message ("MEMLB_OUTPUT=", mrt_settings.output,
	       ": not a usable pattern; the default is used", NULL);
  return mrt_output_name (name, NULL, &parts);
}

void
mrt_profile_measure (void *unused)
{
  (void) unused;
  mrt_calibrate ();
  mrt_overlap_calibrate ();
}

void
mrt_profile_write (void *arg)
{
  const struct mrt_ending *ending = arg;
  struct mrt_totals totals = { 0 };
  if (!mrt_output_ours_p (&output) && !expand_name (output.name))
    return;
  bool done = mrt_output_place (&output, mrt_settings.snapshot != 0)
	      && mrt_output_open (&output, (uint64_t) mrt_process.pid)
	      && write_all (output.fd, ending, &totals);
  done = mrt_output_close (&output, done);
  if (ending->silent && mrt_settings.verbose < 2)
    return;
  if (mrt_settings.verbose && done)
    report_totals (output.name, &totals);
  else if (!done && (mrt_settings.verbose || mrt_env ("MEMLB_RUN_ID")))
    mrt_message (output.name, ": the profile could not be written; is there "
		 "room, and may the folder be written?", NULL);
}

void
mrt_profile_abandon (void)
{
  mrt_output_close (&output, false);
}

void
mrt_profile_withdraw (void)
{
  mrt_output_remove (&output);
}

void
mrt_profile_forget (void)
{
  mrt_output_forget (&output);
}
