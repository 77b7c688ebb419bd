/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A profile as stacks of scopes: collapsed ones for flame graphs, speedscope's
   JSON, and Chrome's trace events.

   A profile holds sums, and moments only of single entries of loops.  A trace
   has these where they were, thread by thread; and, as a process of its own,
   the scopes one after the other in the order of the file, each as long as its
   figure.  */

#include "export.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "output.h"
#include "xalloc.h"

/* What scope number I has of M by itself, 0 if not known.  */

static double
own (const struct exported *m, size_t i)
{
  return m->exclusive[i] > 0 ? m->exclusive[i] : 0;
}

/* Write SCOPE and what is around it to OUT, the program first, separated by
   semicolons.  */

static void
write_stack (FILE *out, const struct node *scope)
{
  const struct node *parent = scope->parent;
  char *label = export_label (scope);

  if (scope->kind != SCOPE_PROGRAM && parent)
    {
      write_stack (out, parent);
      putc (';', out);
    }
  for (char *c = label; *c; c++)
    if (*c == ';')
      *c = ':';
  fputs (label, out);
  free (label);
}

/* The first amount of E as collapsed stacks: SCOPE;SCOPE;... INTEGER.  */

void
export_collapsed (const struct export *e)
{
  const struct exported *m = export_amount (e, 0);

  for (size_t i = 0; m && i < e->t->n_scopes; i++)
    {
      double value = round (own (m, i) * export_scale (m));
      if (!(value > 0))
	continue;
      write_stack (e->out, e->t->scopes[i]);
      fprintf (e->out, " %.0f\n", value);
    }
}

/* Write the numbers of SCOPE and of what is around it to OUT, the program
   first.  */

static void
write_numbers (FILE *out, const struct node *scope)
{
  if (scope->kind != SCOPE_PROGRAM && scope->parent)
    {
      write_numbers (out, scope->parent);
      putc (',', out);
    }
  fprintf (out, "%u", (unsigned) scope->number);
}

/* Write the frames of speedscope: one for each scope, in order.  */

static void
write_frames (const struct export *e)
{
  for (size_t i = 0; i < e->t->n_scopes; i++)
    {
      const struct node *scope = e->t->scopes[i];
      const struct node *file = node_inside (scope, SCOPE_FILE);
      double line = node_number (scope, "line");
      char *label = export_label (scope);
      fputs (i ? ",\n{\"name\":" : "{\"name\":", e->out);
      output_json (e->out, label);
      if (file)
	{
	  const char *path = node_get (file, "path");
	  fputs (",\"file\":", e->out);
	  output_json (e->out, path ? path : node_name (file));
	}
      if (file && line > 0)
	fprintf (e->out, ",\"line\":%.0f", line);
      putc ('}', e->out);
      free (label);
    }
}

/* Write the stacks of M, or their weights if WEIGHTS.  Return the sum of
   the weights.  */

static double
write_samples (const struct export *e, const struct exported *m, bool weights)
{
  double sum = 0;
  bool any = false;

  for (size_t i = 0; i < e->t->n_scopes; i++)
    if (own (m, i) > 0)
      {
	if (any)
	  putc (',', e->out);
	if (weights)
	  fprintf (e->out, "%.17g", own (m, i));
	else
	  {
	    putc ('[', e->out);
	    write_numbers (e->out, e->t->scopes[i]);
	    putc (']', e->out);
	  }
	sum += own (m, i);
	any = true;
      }
  return sum;
}

/* The unit of M as speedscope calls it.  */

static const char *
speedscope_unit (const struct exported *m)
{
  if (m->unit && strcmp (m->unit, "s") == 0)
    return "seconds";
  if (m->unit && strcmp (m->unit, "ns") == 0)
    return "nanoseconds";
  return m->unit && strcmp (m->unit, "B") == 0 ? "bytes" : "none";
}

/* E as a file of speedscope, with a profile for each amount.  */

void
export_speedscope (const struct export *e)
{
  const struct exported *m;

  fputs ("{\"$schema\":\"https://www.speedscope.app/file-format-schema.json\","
	 "\n\"exporter\":\"memlb\",\"name\":", e->out);
  output_json (e->out, node_name (e->t->program));
  fputs (",\n\"shared\":{\"frames\":[\n", e->out);
  write_frames (e);
  fputs ("\n]},\n\"profiles\":[", e->out);
  for (size_t k = 0; (m = export_amount (e, k)); k++)
    {
      fputs (k ? ",\n{\"type\":\"sampled\",\"name\":"
	     : "\n{\"type\":\"sampled\",\"name\":", e->out);
      output_json (e->out, m->name);
      fprintf (e->out, ",\"unit\":\"%s\",\"startValue\":0,\n\"samples\":[",
	       speedscope_unit (m));
      write_samples (e, m, false);
      fputs ("],\n\"weights\":[", e->out);
      double sum = write_samples (e, m, true);
      fprintf (e->out, "],\n\"endValue\":%.17g}", sum);
    }
  fputs ("\n]}\n", e->out);
}

/* Write the event of SCOPE: from BEGIN, LENGTH long, in microseconds.  */

static void
write_event (const struct export *e, const struct node *scope, double begin,
	     double length)
{
  const char *verdict = node_get (scope, "verdict");
  char *label = export_label (scope);

  fputs (",\n{\"ph\":\"X\",\"pid\":1,\"tid\":1,\"name\":", e->out);
  output_json (e->out, label);
  fprintf (e->out, ",\"cat\":\"%s\",\"ts\":%.17g,\"dur\":%.17g,\"args\":{",
	   scope->element, begin, length);
  if (verdict)
    {
      fputs ("\"verdict\":", e->out);
      output_json (e->out, verdict);
    }
  bool any = verdict != NULL;
  for (size_t k = 0; k < e->n; k++)
    {
      double value = e->metrics[k].inclusive[scope->number];
      if (isnan (value))
	continue;
      fputs (any ? "," : "", e->out);
      output_json (e->out, e->metrics[k].name);
      fprintf (e->out, ":%.9g", value);
      any = true;
    }
  fputs ("}}", e->out);
  free (label);
}

/* Call process PID of a trace NAME, and WHAT it shows.  */

static void
write_process (FILE *out, int pid, const char *name, const char *what)
{
  char *text = concat (name, what, NULL);

  fprintf (out, "{\"ph\":\"M\",\"pid\":%d,\"name\":\"process_name\","
	   "\"args\":{\"name\":", pid);
  output_json (out, text);
  fputs ("}}", out);
  free (text);
}

/* Ranks that have a process of their own with a name.  */
enum { MOST_RANKS = 65536 };

/* The process of RANK, NaN if it has none.  */

static int
process_of (double rank)
{
  return rank >= 0 && rank < MOST_RANKS ? 3 + (int) rank : 2;
}

/* Write NODE, an entry of LOOP, if it is one, and mark its process in SEEN.  */

static void
write_entry (FILE *out, bool *seen, const struct node *loop, const struct node *node)
{
  double start = node_number (node, "start");
  double time = node_number (node, "time");
  double bound = node_number (node, "bound");
  double thread = node_number (node, "thread");
  double rank = node_number (node, "rank");

  if (strcmp (node->element, "entry") != 0 || isnan (start) || isnan (time))
    return;
  char *label = export_label (loop);
  fprintf (out, ",\n{\"ph\":\"X\",\"pid\":%d,\"tid\":%.0f,\"name\":",
	   process_of (rank), isnan (thread) ? 0 : thread);
  output_json (out, label);
  fprintf (out, ",\"cat\":\"entry\",\"ts\":%.17g,\"dur\":%.17g,\"args\":{",
	   1e6 * start, 1e6 * time);
  if (!isnan (bound))
    fprintf (out, "\"bound_us\":%.9g", 1e6 * bound);
  fputs ("}}", out);
  free (label);
  seen[process_of (rank)] = true;
}

/* Write the entries of all loops of E; each rank is a process.  */

static void
write_entries (const struct export *e)
{
  bool *seen = XCNEWVEC (bool, MOST_RANKS + 3);

  for (size_t i = 0; i < e->t->n_scopes; i++)
    for (const struct node *n = e->t->scopes[i]->kind == SCOPE_LOOP
	 ? e->t->scopes[i]->first : NULL; n; n = n->next)
      write_entry (e->out, seen, e->t->scopes[i], n);
  for (int pid = 2; pid < MOST_RANKS + 3; pid++)
    if (seen[pid])
      {
	char what[64];
	snprintf (what, sizeof what, pid > 2 ? ", rank %d: measured entries"
		  : ": measured entries", pid - 3);
	fputs (",\n", e->out);
	write_process (e->out, pid, node_name (e->t->program), what);
      }
  free (seen);
}

/* E as trace events of Chrome: the entries of loops that the profile knows,
   and of the first amount the scopes one after the other, each inside the one
   around it.  */

void
export_chrome (const struct export *e)
{
  const struct exported *m = export_amount (e, 0);
  double *next = XCNEWVEC (double, e->t->n_scopes + 1);
  double scale = m && m->unit && strcmp (m->unit, "s") == 0 ? 1e6 : 1;

  fputs ("{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n", e->out);
  write_process (e->out, 1, node_name (e->t->program), "");
  write_entries (e);
  for (size_t i = 0; m && i < e->t->n_scopes; i++)
    {
      const struct node *scope = e->t->scopes[i], *parent = scope->parent;
      double length = m->inclusive[i] * scale;
      if (!(length > 0))
	continue;
      while (parent && parent->kind == SCOPE_NONE)
	parent = parent->parent;
      double begin = parent ? next[parent->number] : 0;
      if (parent)
	next[parent->number] += length;
      next[i] = begin;
      write_event (e, scope, begin, length);
    }
  fputs ("\n]}\n", e->out);
  free (next);
}
