/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What spoils the figures of a profile: what is wrong, what it does to the
   figures, and what to do.  */

#include "warnings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "text.h"
#include "xalloc.h"

/* Hand TEXT, which is freed, to SAY.  */

static void
say_and_free (struct warning_sink say, char *text)
{
  say.take (say.context, text);
  free (text);
}

/* The models of the processors of P with their numbers of profiles, if there
   are several, else NULL.  To be freed.  */

static char *
several_cpus (const struct profile *p)
{
  char *list = NULL;
  size_t n = 0;

  for (size_t i = 0; i < p->environment.n; i++)
    {
      const struct item *item = &p->environment.at[i];
      const char *model = item_value (item, "model");
      const char *profiles = item_value (item, "profiles");
      const char *cores = item_value (item, "cores");

      if (strcmp (item->element, "cpu") != 0)
	continue;
      char *more = xasprintf ("%s%s%s (%s cores, profiles: %s)",
			      list ? list : "", list ? "; " : "",
			      model ? model : "unknown", cores ? cores : "?",
			      profiles ? profiles : "1");
      free (list);
      list = more;
      n++;
    }
  if (n > 1)
    return list;
  free (list);
  return NULL;
}

/* Hand to SAY why the profiles of which P was made do not go together.  */

void
warnings_of_mixture (const struct profile *p, struct warning_sink say)
{
  char *cpus = several_cpus (p);

  if (p->n_programs > 1)
    say_and_free (say, xasprintf ("profiles of %zu different programs: loops "
				  "of the same name are added up; merge each "
				  "program apart", p->n_programs));
  if (p->rebuilt)
    say_and_free (say, xasprintf ("profiles of different builds of %s: loops "
				  "are taken for the same by function and "
				  "line; merge each build apart",
				  p->rebuilt));
  if (cpus)
    say_and_free (say, xasprintf ("profiles of different processors: %s; "
				  "times and bounds depend on the processor, "
				  "and so does the imbalance: merge each kind "
				  "apart", cpus));
  free (cpus);
}

/* What is known of the processors that P's threads had; NaN where it is
   not.  */
struct conditions
{
  double threads, bound, sharing, run, wait;	/* see <waiting> */
  double cpus, cores, nodes, online;
  double load_start, load_end;
  double share;			/* of the time that was waiting */
};

static struct conditions
conditions_of (const struct profile *p)
{
  struct conditions c
    = { .threads = profile_condition (p, "waiting", "threads"),
	.bound = profile_condition (p, "waiting", "bound"),
	.sharing = profile_condition (p, "waiting", "sharing"),
	.run = profile_condition (p, "waiting", "run"),
	.wait = profile_condition (p, "waiting", "wait"),
	.cpus = profile_condition (p, "affinity", "n"),
	.cores = profile_condition (p, "affinity", "cores"),
	.nodes = profile_condition (p, "affinity", "nodes"),
	.online = profile_condition (p, "cpu", "cores"),
	.load_start = profile_condition (p, "load", "start"),
	.load_end = profile_condition (p, "load", "end") };

  /* Of a moment's run nothing can be said.  */
  if (c.run + c.wait >= 0.1)
    c.share = c.wait / (c.run + c.wait);
  return c;
}

/* What waiting does to the figures.  */
#define SPOILT "times are too long, recoverable too large; "

/* Why the threads of one process waited, and what to do, in words.  */

static char *
why_waiting (const struct conditions *c)
{
  double share = 100 * c->share;

  if (c->sharing >= 2)
    return xasprintf ("%.0f threads were bound to processors that others were "
		      "bound to, and waited for %.0f %% of the run: " SPOILT
		      "give each its own and repeat: OMP_PROC_BIND=true",
		      c->sharing, share);
  if (c->threads > c->cpus)
    return xasprintf ("%.0f threads shared %.0f processor%s and waited for "
		      "%.0f %% of the run: " SPOILT "use no more than that and "
		      "repeat: OMP_NUM_THREADS=%.0f", c->threads, c->cpus,
		      c->cpus > 1 ? "s" : "", share, c->cpus);
  if (c->load_end > c->threads + 0.5 || c->threads == 1
      || c->bound == c->threads)
    return xasprintf ("the program waited %.0f %% of the run for processors "
		      "that others used%s: " SPOILT "repeat on a quiet "
		      "machine", share,
		      c->load_end > c->threads + 0.5 ? " (see uptime)" : "");
  return xasprintf ("%.0f threads shared a core for %.0f %% of the run: " SPOILT
		    "pin and repeat: OMP_PROC_BIND=true", c->threads, share);
}

/* Hand to SAY how processors that were shared spoil the figures of P.  */

static void
warn_of_sharing (const struct profile *p, const struct conditions *c,
		 struct warning_sink say)
{
  if (c->share >= 0.05 && p->n_files > 1)
    say_and_free (say, xasprintf ("the processes waited for processors %.0f %% "
				  "of the time: " SPOILT "give each its own "
				  "and repeat: mpirun --bind-to core, srun "
				  "--cpu-bind=cores", 100 * c->share));
  else if (c->share >= 0.05)
    say_and_free (say, why_waiting (c));
  else if (c->load_start > 0.5 * c->online)
    say_and_free (say, xasprintf ("other programs were running when this one "
				  "began (load %.1f on %.0f processors): they "
				  "take cache and memory bandwidth; repeat on "
				  "a quiet machine", c->load_start,
				  c->online));
  if (p->n_files == 1 && c->threads > c->cores && c->threads <= c->cpus)
    say_and_free (say, xasprintf ("%.0f threads ran on %.0f cores: threads on "
				  "one core slow each other down, in the bound "
				  "too; for the bound of a core alone: "
				  "OMP_NUM_THREADS=%.0f OMP_PLACES=cores",
				  c->threads, c->cores, c->cores));
  if (p->n_files == 1 && c->nodes > 1 && c->bound < c->threads)
    say_and_free (say, xasprintf ("threads could move between %.0f memory "
				  "nodes: times depend on where their memory "
				  "was; bind them and repeat: "
				  "OMP_PROC_BIND=true", c->nodes));
}

/* Hand to SAY how the clock and the frequency spoil the figures of P.  */

static void
warn_of_clock (const struct profile *p, struct warning_sink say)
{
  const char *invariant = profile_environment (p, "clock", "invariant");
  const char *kernel = profile_environment (p, "clock", "kernel");
  const char *governor = profile_environment (p, "frequency", "governor");

  if (invariant && strcmp (invariant, "no") == 0)
    say.take (say.context, "the time stamp counter of this processor stops or "
	      "changes its rate: times may be wrong, ratios of bound and time "
	      "less so; compare with a run on a newer processor");
  else if (kernel && (strcmp (kernel, "hpet") == 0
		      || strcmp (kernel, "acpi_pm") == 0))
    say_and_free (say, xasprintf ("the kernel does not trust the time stamp "
				  "counter and uses %s: times may be wrong; see "
				  "its log for the reason", kernel));
  if (governor && strcmp (governor, "performance") != 0 && p->elapsed < 1)
    say_and_free (say, xasprintf ("a run of less than a second under the "
				  "frequency governor %s: the frequency was "
				  "still changing; run longer, or cpupower "
				  "frequency-set -g performance", governor));
}

/* True if a bound run was made at each entry, whatever it cost.  */

static bool
unlimited_p (const struct profile *p)
{
  for (size_t i = 0; i < p->environment.n; i++)
    {
      const struct item *item = &p->environment.at[i];
      const char *name = item_value (item, "name");
      const char *value = item_value (item, "value");

      if (strcmp (item->element, "setting") == 0 && name && value
	  && strcmp (name, "budget") == 0 && strcmp (value, "unlimited") == 0)
	return true;
    }
  return false;
}

/* Seconds of entries whose times bound runs at all others spoil.  (Entries of 20 us took 49
   to 64 in bobyqa of NLopt 2.7.1.)  */
#define SPOILT_ENTRY 100e-6

/* Hand to SAY of which loop in P the bound runs spoil the time most: what comes
   behind a bound run finds branch predictors, vector units and caches otherwise than
   without.  Within a budget the times that count are those of other entries, and so
   they are of functions.  */

static void
warn_of_bound_runs (const struct profile *p, struct warning_sink say)
{
  const struct loop *most = NULL;

  if (!unlimited_p (p))
    return;
  for (size_t i = 0; i < p->n_loops; i++)
    {
      const struct loop *l = &p->loops[i];

      if (l->n[N_SAMPLED] > 0 && l->n[N_TIME] >= 0.01 * p->time
	  && l->n[N_TIME] < SPOILT_ENTRY * l->n[N_ENTRIES]
	  && !whole_function_p (l)
	  && (!most || l->n[N_TIME] > most->n[N_TIME]))
	most = l;
    }
  if (most)
    say_and_free (say, xasprintf ("with MEMLB_BUDGET=unlimited the times of "
				  "loops that take under 100 us an entry, as %s, "
				  "are a fifth too long, of some up to three times "
				  "as long, and recoverable is too large; repeat "
				  "with a budget", most->id));
}

/* Hand to SAY what around the run of P spoils its figures.  */

void
warnings_of_run (const struct profile *p, struct warning_sink say)
{
  struct conditions c = conditions_of (p);

  warn_of_sharing (p, &c, say);
  warn_of_clock (p, say);
  warn_of_bound_runs (p, say);
}
