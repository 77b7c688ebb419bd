/* SPDX-License-Identifier: GPL-3.0-or-later */
/* MTOOL's screens: how much of the time memory costs, where, and what binds
   one nest.  */

#include "estimate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "safe.h"
#include "table.h"
#include "text.h"
#include "xalloc.h"

enum { BAR = 30, ROWS = 20 };

char *
estimate_bar (const struct estimate *e, double most, int width)
{
  double last = isnan (e->time) ? e->ideal : e->time;
  double bound = isnan (e->bound) ? e->ideal : fmin (e->bound, last);
  double ideal = fmin (e->ideal, last);
  int end = most > 0 ? (int) (width * last / most + 0.5) : 0;
  char *bar = xcalloc ((size_t) width + 1, 1);

  for (int i = 0; i < end && i < width; i++)
    {
      double at = (i + 0.5) * most / width;
      bar[i] = at < ideal ? '#' : at < bound ? '=' : '.';
    }
  return bar;
}

/* E as a title.  To be freed.  */

static char *
title_of (const struct estimate *e)
{
  char *title = text_title (e->counted);
  char *whole = e->procedure ? xasprintf ("%s, the function", title) : NULL;

  if (!whole)
    return title;
  free (title);
  return whole;
}

/* Write NAME, SECONDS, and what FORMAT makes of VALUE, unless that is NaN.  */

static void
write_sum (FILE *out, const char *name, double seconds, const char *format,
	   double value)
{
  char *text = text_seconds (seconds);

  fprintf (out, "%-20s %9s", name, text);
  if (!isnan (value))
    {
      fputs ("   ", out);
      fprintf (out, format, value);
    }
  putc ('\n', out);
  free (text);
}

/* Say how much of the OVERHEAD in user time the loops of E do not explain.  What
   theirs is more than it may be SYSTEM time, which their times hold, too.  */

static void
write_unexplained (FILE *out, const struct estimates *e, double overhead,
		   double system)
{
  double rest = overhead - e->explained;
  double held = rest < 0 && system > 0 ? fmin (-rest, system) : 0;

  rest += held;
  char *text = text_seconds (fabs (rest)), *inside = text_seconds (held);
  fprintf (out, "; unexplained overhead %s%s, %.0f %% of the time\n",
	   rest < 0 ? "-" : "", text, 100 * rest / e->times->time);
  if (held > 0)
    fprintf (out, "(the loops' times hold %s of the system's, or more)\n", inside);
  free (text);
  free (inside);
}

/* The first screen: the program with and without what memory costs.  */

static void
write_head (FILE *out, const struct estimates *e)
{
  const struct profile *p = e->times;
  double own = values_get (p->scopes[0].metrics, p->scopes[0].n_metrics,
			   "own-time");
  double system = values_get (p->scopes[0].metrics, p->scopes[0].n_metrics,
			      "system-time");
  double user = p->time - (isnan (system) ? 0 : system);
  double predicted = e->whole ? e->predicted : user - (e->time - e->ideal);
  double overhead = user - predicted;

  write_sum (out, "predicted user time", predicted,
	     "if every load hit the first-level cache, by the model", 0);
  write_sum (out, "measured time", p->time, "without the %.3g s that memlb "
	     "itself took", own > 0 ? own : NAN);
  write_sum (out, "memory overhead", overhead, e->whole
	     ? "%.0f %% of the time"
	     : "%.0f %% of the time; the nests' time less the model's",
	     p->time > 0 ? 100 * overhead / p->time : NAN);
  const char *name = NULL;
  double uncounted
    = e->whole ? calls_uncounted (e->calls, e->predicted * e->hz, &name) : 0;
  if (uncounted > 0)
    fprintf (out, "%33sand what %.3g calls of functions took that were not "
	     "counted, %s first\n", "", uncounted, name);
  write_sum (out, "system time", system, "%.0f %% of the time",
	     p->time > 0 && !isnan (system) ? 100 * system / p->time : NAN);
  fprintf (out, "\nmeasured %.0f %% of %smemory operations, in %zu loop%s",
	   100 * e->measured_accesses / e->all_accesses,
	   e->whole ? "" : "the counted nests' ", e->n_outermost,
	   e->n_outermost == 1 ? "" : "s");
  if (e->n_procedures)
    fprintf (out, " and %zu function%s", e->n_procedures,
	     e->n_procedures == 1 ? "" : "s");
  if (e->whole)
    write_unexplained (out, e, overhead, system);
  else if (!profile_functions_p (e->counts))
    fputs ("\nWhat is outside of nests was not counted: memlb counts no whole "
	   "functions on this\nprocessor.\n", out);
  else
    fputs ("\nWhat is outside of nests was not counted: compile with "
	   "-fplugin-arg-memlb-copies=bound,\ncount,procedures.\n", out);
}

/* Say which loops of E have no row, and why: those with a hundredth of the
   memory operations or more, N of them at most.  */

static void
write_dropped (FILE *out, const struct estimates *e, size_t n)
{
  size_t dropped = 0, more = 0;

  for (size_t i = 0; i < e->n; i++)
    {
      const struct estimate *one = &e->at[i];
      double share = one->all_accesses / e->all_accesses;
      if (one->drop == ESTIMATE_CHOSEN || one->drop == ESTIMATE_HELD
	  || !(share >= 0.01))
	continue;
      if (dropped >= n)
	{
	  more++;
	  continue;
	}
      if (!dropped++)
	fputs ("\nNot measured, with their share of memory operations:\n",
	       out);
      char *title = title_of (one), *text = text_safe (one->why);
      fprintf (out, "%3.0f %%  %s: %s\n", 100 * share, title, text);
      free (title);
      free (text);
    }
  if (more)
    fprintf (out, "%zu more: --top=0\n", more);
}

/* Write what the rows, N of them, rely on.  */

static void
write_warnings (FILE *out, const struct estimates *e, size_t n)
{
  bool any = false;

  for (size_t i = 0; i < n; i++)
    {
      const struct estimate *one = &e->at[i];
      if (!one->warning && !one->recursive)
	continue;
      if (!any)
	fputs ("\nRelied on:\n", out);
      any = true;
      char *text = text_safe (one->warning ? one->warning : "");
      fprintf (out, "#%zu  %s%s%s\n", i + 1,
	       one->recursive ? "it calls itself: the time is that of its "
				"outermost activations" : "",
	       one->recursive && *text ? "; " : "", text);
      free (text);
    }
}

/* VALUE as a cell with FORMAT, `-' where it is not known.  */

static char *
figure (const char *format, double value)
{
  return isfinite (value) ? xasprintf (format, value) : xstrdup ("-");
}

/* Write the list of nests, N of them.  */

static void
write_list (FILE *out, const struct estimates *e, size_t n)
{
  struct libscols_table *table = table_new (isatty (STDOUT_FILENO));
  double most = 0;

  for (size_t i = 0; i < n; i++)
    most = fmax (most, isnan (e->at[i].time) ? e->at[i].ideal
					     : e->at[i].time);
  table_column (table, "#", true);
  table_column (table, "overhead", true);
  table_column (table, "ideal", true);
  if (e->mca)
    table_column (table, "llvm-mca", true);
  table_column (table, "bound", true);
  table_column (table, "measured", true);
  table_column (table, "excess", true);
  table_column (table, "memory", true);
  table_column (table, "# ideal = bound . measured", false);
  table_column (table, "loop", false);
  for (size_t i = 0; i < n; i++)
    {
      const struct estimate *one = &e->at[i];
      struct libscols_line *line = table_line (table);
      int k = 0;
      table_cell (line, k++, xasprintf ("%zu", i + 1));
      table_cell (line, k++, text_seconds (one->overhead));
      table_cell (line, k++, text_seconds (one->ideal));
      if (e->mca)
	table_cell (line, k++, text_seconds (one->mca));
      table_cell (line, k++, text_seconds (one->bound));
      table_cell (line, k++, text_seconds (one->time));
      table_cell (line, k++, figure ("%.0f %%",
				     100 * one->overhead / one->ideal));
      table_cell (line, k++, figure (one->inner ? "(%.0f %%)" : "%.0f %%",
				     100 * one->all_accesses
				     / e->all_accesses));
      table_cell (line, k++, estimate_bar (one, most, BAR));
      table_cell (line, k++, title_of (one));
    }
  putc ('\n', out);
  table_write (table, out);
}

/* True if more than half of E's ideal time is that of loops whose chains of
   dependences take longer than their instructions.  */

static bool
chained_p (const struct estimate *e)
{
  const struct contents *has = e->counted->has;
  double chains = 0, rest = 0;

  for (size_t i = 0; i < has->n_blocks; i++)
    {
      const double *head = has->blocks[i].n;
      double work = 0;
      for (size_t k = 0; k < has->n_blocks; k++)
	if (has->blocks[k].n[B_HEAD] == head[B_ID])
	  work += has->blocks[k].n[B_EXECUTIONS] * has->blocks[k].n[B_IDEAL];
      double chain = head[B_ITERATIONS] * head[B_IDEAL_CHAIN];
      if (chain > work)
	chains += chain;
      else
	rest += work;
    }
  return chains > rest;
}

/* Say in words what lies between two times of E.  */

static void
write_gaps (FILE *out, const struct estimate *e)
{
  double core = e->bound - e->ideal, memory = e->time - e->bound;

  if (isnan (e->bound))
    {
      fputs ("\nNo bound that can be believed: what lies between ideal and "
	     "measured is memory,\nor dependences and branches.  memlb run -m "
	     "bound tells them apart.\n", out);
      return;
    }
  fprintf (out, "\nideal to bound     %3.0f %%  dependences, front end, "
	   "branches, and the model's error\n",
	   100 * core / e->time);
  fprintf (out, "bound to measured  %3.0f %%  memory: misses of caches and "
	   "TLB, lines split or shared\n", 100 * memory / e->time);
  if (core < -0.1 * e->bound)
    fputs ("\nThe model takes this machine for slower than it is; believe the "
	   "bound.\n", out);
  if (memory >= fmax (core, 0.2 * e->time))
    fprintf (out, "\nMemory binds.  Next: memlb report --loop=%s\n",
	     e->counted->id);
  else if (chained_p (e))
    fputs ("\nA chain of dependences from iteration to iteration binds.  Next: "
	   "several sums\ninstead of one, -O3 -march=native -ffast-math where "
	   "that is allowed.\n", out);
  else if (core > 0.3 * e->bound)
    fputs ("\nDependences or the front end bind.  Next: several sums instead "
	   "of one, fewer\nbranches, -O3 -march=native -ffast-math where that "
	   "is allowed.\n", out);
  else
    fputs ("\nThe number of instructions binds.  Next: fewer or wider ones: "
	   "-O3 -march=native,\nunit strides, arrays that the compiler knows "
	   "to be distinct.\n", out);
}

/* Write NAME and VALUE in FORMAT, unless that is not known.  */

static void
write_figure (FILE *out, const char *name, const char *format, double value)
{
  if (!isfinite (value))
    return;
  fprintf (out, "%-18s ", name);
  fprintf (out, format, value);
  putc ('\n', out);
}

/* Write how many iterations the entries of E have: the mean, and the least and
   the most where that is known, of how many entries if not of all.  */

static void
write_iterations (FILE *out, const struct estimate *e)
{
  const struct contents *has = e->counted->has;
  double most = values_get (has->metrics, has->n_metrics, "iterations-max");
  double least = values_get (has->metrics, has->n_metrics, "iterations-min");
  double looked = values_get (has->metrics, has->n_metrics,
			      "iterations-entries");

  if (!isfinite (e->iterations_mean))
    return;
  fprintf (out, "%-18s %.4g in an entry, on average", "iterations",
	   e->iterations_mean);
  if (!isnan (most))
    fprintf (out, "; %.15g to %.15g", isnan (least) ? 0 : least, most);
  if (looked > 0 && looked < e->counted->n[N_ENTRIES])
    fprintf (out, " in %.15g of %.15g", looked, e->counted->n[N_ENTRIES]);
  putc ('\n', out);
}

/* Write what binds the nest E.  */

static void
write_binds (FILE *out, const struct estimates *all, const struct estimate *e)
{
  static const char *const names[]
    = { "least", "ideal", "llvm-mca", "bound", "measured" };
  double times[] = { e->least, e->ideal, e->mca, e->bound, e->time };
  double work = e->scale * e->instructions;

  for (int i = 0; i < 5; i++)
    {
      if (i == 2 && !all->mca)
	continue;
      char *text = text_seconds (times[i]);
      fprintf (out, "%-18s %9s", names[i], text);
      if (times[i] > 0 && work > 0)
	fprintf (out, "   %5.2f instructions in a cycle",
		 work / (times[i] * all->hz));
      putc ('\n', out);
      free (text);
    }
  putc ('\n', out);
  write_iterations (out, e);
  write_figure (out, "instructions", "%.0f", e->instructions);
  write_figure (out, "loads and stores", "%.0f", e->accesses);
  write_figure (out, "  of instructions", "%.0f %%",
		100 * e->accesses / e->instructions);
  write_figure (out, "flops", "%.0f", e->flops);
  if (e->flops_masked > 0)
    write_figure (out, "  under masks", "%.0f, so many at the most",
		  e->flops_masked);
  write_figure (out, "bytes per flop", "%.2f", e->bytes / e->flops);
  write_figure (out, "bytes accessed", "%.0f", e->bytes);
  if (e->counted->has->model)
    fprintf (out, "%-18s %s, %.2f GHz\n", "model", e->counted->has->model,
	     all->hz / 1e9);
  if (fabs (e->scale - 1) > 0.001)
    write_figure (out, "entries", "%.3g times those of the counted run",
		  e->scale);
  if (!isnan (e->time))
    write_gaps (out, e);
}

void
estimates_write_binds (FILE *out, const struct estimates *e,
		       const struct loop *timed)
{
  for (size_t i = 0; i < e->n; i++)
    if (e->at[i].timed == timed)
      {
	fputs ("\nWhat binds it, by counts and the model:\n", out);
	write_binds (out, e, &e->at[i]);
	return;
      }
  fputs ("\nThis loop was not counted.\n", out);
}

/* True if TEXT names the nest E, number ROW.  */

static bool
names_p (const char *text, const struct estimate *e, size_t row)
{
  char *end;
  unsigned long number = strtoul (text, &end, 10);
  char *place = text_place (e->counted);
  bool named
    = (end != text && !*end ? number == row
       : strcmp (text, e->counted->id) == 0 || strcmp (text, place) == 0
	 || (e->counted->in->function
	     && strcmp (text, e->counted->in->function) == 0));

  free (place);
  return named;
}

/* Write the nests that O names.  */

static int
write_named (FILE *out, const struct estimates *e,
	     const struct estimate_options *o, struct fail *why)
{
  size_t found = 0;

  for (size_t i = 0; i < e->n; i++)
    if (names_p (o->loop, &e->at[i], i + 1))
      {
	if (found++)
	  putc ('\n', out);
	char *title = title_of (&e->at[i]);
	fprintf (out, "%s\n\n", title);
	free (title);
	write_binds (out, e, &e->at[i]);
      }
  return found ? 0 : fail_set (why, e->counts->source, 0, "no counted loop %s; "
			       "memlb estimate --top=0 lists them", o->loop);
}

/* Write E to OUT as O says.  */

int
estimates_write (FILE *out, const struct estimates *e,
		 const struct estimate_options *o, struct fail *why)
{
  size_t rows = 0, limit = o->top < 0 ? ROWS : o->top ? (size_t) o->top : e->n;

  if (o->loop)
    return write_named (out, e, o, why);
  if (o->procedure)
    return estimates_write_source (out, e, o, why);
  while (rows < e->n && e->at[rows].drop == ESTIMATE_CHOSEN)
    rows++;
  size_t n = rows < limit ? rows : limit;
  if (e->times)
    write_head (out, e);
  else
    fputs ("Nothing was timed in these profiles: memlb run -m bound, and give "
	   "memlb estimate\nboth.\n", out);
  if (n)
    write_list (out, e, n);
  if (n < rows)
    fprintf (out, "%zu more: --top=0\n", rows - n);
  if (!e->times)
    return 0;
  write_warnings (out, e, n);
  write_dropped (out, e, limit);
  if (n)
    fputs ("\nNext: memlb estimate --loop=1 with these profiles: what binds "
	   "it; --procedure=NAME:\nits source.\n", out);
  return 0;
}
