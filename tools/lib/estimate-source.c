/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The source of a procedure with what its lines execute, and how many cycles
   more than the model's each of their memory operations took; and that of the
   functions that its loops call, as far as these were counted.  */

#include "estimate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "safe.h"
#include "text.h"
#include "xalloc.h"

/* Lines of a nest that are shown at most.  */
enum { MOST_LINES = 2000 };

/* The part of a loop's ideal time from which on a function that it calls is
   shown.  */
static const double some_of_it = 0.02;

/* What is known of one line.  */
struct line_facts
{
  double executions;		/* of the block there that is executed most */
  double accesses;		/* memory operations, estimated */
  size_t refs;
};

/* What is known of line LINE of the nest E.  A reference is executed as often
   as the line is; blocks cover lines from the first to the last.  */

static struct line_facts
facts_of (const struct estimate *e, double line)
{
  const struct contents *has = e->counted->has;
  struct line_facts f = { 0 };

  for (size_t i = 0; i < has->n_blocks; i++)
    {
      const double *n = has->blocks[i].n;
      if (n[B_LINE] <= line && line <= n[B_END_LINE])
	f.executions = fmax (f.executions, n[B_EXECUTIONS]);
    }
  for (size_t i = 0; i < has->n_refs; i++)
    f.refs += has->refs[i].line == line;
  f.accesses = (double) f.refs * f.executions;
  return f;
}

/* Write the lines of E with source S, or without if that has none.  */

static void
write_lines (FILE *out, const struct estimate *e, const struct source *s)
{
  double first = e->counted->n[N_LINE], last = e->counted->n[N_END_LINE];
  double all = 0;

  if (!(last >= first) || last - first > MOST_LINES)
    last = first;
  for (double line = first; line <= last; line++)
    all += facts_of (e, line).accesses;
  fputs ("        executions  refs  share   line\n", out);
  for (double line = first; line <= last; line++)
    {
      struct line_facts f = facts_of (e, line);
      double share = all > 0 ? f.accesses / all : 0;
      size_t number = (size_t) line;
      char *text = s->text && number && number <= s->n
		   ? source_line (s, number) : xstrdup ("");
      fprintf (out, "%s", share >= 0.2 ? "  >>> " : "      ");
      if (f.executions > 0)
	fprintf (out, "%12.0f", f.executions);
      else
	fprintf (out, "%12s", "");
      if (f.refs)
	fprintf (out, "  %4zu  %3.0f %%", f.refs, 100 * share);
      else
	fprintf (out, "  %4s  %5s", "", "");
      fprintf (out, "  %5zu%s%s\n", number, *text ? "  " : "", text);
      free (text);
    }
}

/* Write the nest E with the source below ROOTS.  */

static void
write_nest (FILE *out, const struct estimates *all, const struct estimate *e,
	    const struct names *roots)
{
  struct source s = { 0 };
  struct fail why;
  char *title = text_title (e->counted), *ideal = text_seconds (e->ideal);
  char *bound = text_seconds (e->bound), *time = text_seconds (e->time);
  bool found = e->counted->in->path
	       && source_open (&s, e->counted->in->path, roots, &why) == 0;

  fprintf (out, "%s: ideal %s, bound %s, measured %s\n", title, ideal, bound,
	   time);
  if (e->accesses > 0 && !isnan (e->overhead))
    fprintf (out, "%.2f extra cycles for each of %.0f memory operations\n",
	     e->overhead * all->hz / (e->scale * e->accesses),
	     e->scale * e->accesses);
  write_lines (out, e, &s);
  if (found)
    source_close (&s);
  free (title);
  free (ideal);
  free (bound);
  free (time);
}

/* Lines of a function, from its blocks.  */
struct lines
{
  double first, last;
  double *executions;		/* by line, from FIRST on */
  double *accesses;
  double all;			/* accesses */
};

/* Find which lines the blocks of SCOPE cover.  */

static void
find_range (struct lines *l, const struct scope *scope)
{
  l->first = INFINITY;
  l->last = 0;
  for (size_t i = 0; i < scope->n_blocks; i++)
    {
      const double *n = scope->blocks[i].n;
      if (!(n[B_LINE] > 0) || !(n[B_EXECUTIONS] > 0))
	continue;
      l->first = fmin (l->first, n[B_LINE]);
      l->last = fmax (l->last, fmax (n[B_LINE], n[B_END_LINE]));
    }
  if (l->last - l->first > MOST_LINES)
    l->last = l->first + MOST_LINES;
}

/* What the lines of the function SCOPE execute; a block's memory operations are
   spread over its lines.  False if no lines are known.  */

static bool
find_lines (struct lines *l, const struct scope *scope)
{
  *l = (struct lines) { 0 };
  find_range (l, scope);
  if (!(l->last >= l->first))
    return false;
  size_t n_lines = (size_t) (l->last - l->first) + 1;
  l->executions = xcalloc (n_lines, sizeof *l->executions);
  l->accesses = xcalloc (n_lines, sizeof *l->accesses);
  for (size_t i = 0; i < scope->n_blocks; i++)
    {
      const double *n = scope->blocks[i].n;
      if (!(n[B_LINE] > 0) || !(n[B_EXECUTIONS] > 0))
	continue;
      double end = fmin (fmax (n[B_LINE], n[B_END_LINE]), l->last);
      double work = n[B_EXECUTIONS] * (n[B_LOADS] + n[B_STORES]);
      for (double line = n[B_LINE]; line <= end; line++)
	{
	  size_t at = (size_t) (line - l->first);
	  l->executions[at] = fmax (l->executions[at], n[B_EXECUTIONS]);
	  l->accesses[at] += work / (end - n[B_LINE] + 1);
	}
      l->all += work;
    }
  return true;
}

/* Write the lines of the function SCOPE with source S, or without.  */

static void
write_function_lines (FILE *out, const struct scope *scope,
		      const struct source *s)
{
  struct lines l;

  if (!find_lines (&l, scope))
    return;
  fputs ("        executions  memory operations   line\n", out);
  for (double line = l.first; line <= l.last; line++)
    {
      size_t at = (size_t) (line - l.first), number = (size_t) line;
      double share = l.all > 0 ? l.accesses[at] / l.all : 0;
      char *text = s->text && number <= s->n ? source_line (s, number)
		   : xstrdup ("");
      fprintf (out, "%s", share >= 0.2 ? "  >>> " : "      ");
      if (l.executions[at] > 0)
	fprintf (out, "%12.0f  %10.0f  %3.0f %%", l.executions[at],
		 l.accesses[at], 100 * share);
      else
	fprintf (out, "%31s", "");
      fprintf (out, "  %5zu%s%s\n", number, *text ? "  " : "", text);
      free (text);
    }
  free (l.executions);
  free (l.accesses);
}

/* The estimate of ALL with most ideal time that function NODE's loops have and
   that was timed, or NULL.  */

static const struct estimate *
timed_in (const struct estimates *all, size_t node)
{
  const struct estimate *found = NULL;

  for (size_t i = 0; i < all->n; i++)
    if (!all->at[i].procedure
	&& all->calls->of_scope[all->at[i].counted->scope] == node
	&& !isnan (all->at[i].overhead)
	&& (!found || all->at[i].cycles > found->cycles))
      found = &all->at[i];
  return found;
}

/* Write what the timer of function NODE says, if it has one.  */

static void
write_timer (FILE *out, const struct estimates *all, size_t node)
{
  for (size_t i = 0; i < all->n; i++)
    {
      const struct estimate *e = &all->at[i];
      if (!e->procedure || all->calls->of_scope[e->counted->scope] != node)
	continue;
      char *time = text_seconds (e->time);
      fprintf (out, "measured %s in %s activations, with what they call: %.2f "
	       "extra cycles for each memory\noperation\n", time,
	       e->recursive ? "outermost" : "all",
	       e->overhead * all->hz / (e->scale * e->all_accesses));
      free (time);
    }
}

/* Write the source of function NODE, which has no loop of its own, if O names
   it.  Returns how many were written.  */

static size_t
write_straight (FILE *out, const struct estimates *all, size_t node,
		const struct estimate_options *o)
{
  const struct call_node *n = &all->calls->nodes[node];
  const struct scope *file = &all->counts->scopes[n->scope->parent];
  struct source s = { 0 };
  struct fail why;

  if (n->library
      || ((!n->scope->name || strcmp (n->scope->name, o->procedure) != 0)
	  && (!n->scope->function
	      || strcmp (n->scope->function, o->procedure))))
    return 0;
  char *ideal = text_seconds (n->own.ideal / all->hz);
  char *name = text_safe (n->scope->function ? n->scope->function
			  : n->scope->name);
  bool found = file->path && source_open (&s, file->path, &o->roots, &why) == 0;
  fprintf (out, "%s: no loops, ideal %s in %.15g executions\n", name, ideal,
	   n->entries);
  write_timer (out, all, node);
  write_function_lines (out, n->scope, &s);
  if (found)
    source_close (&s);
  free (ideal);
  free (name);
  return 1;
}

/* Write that the loop E calls function NODE of ALL, and its source.  */

static void
write_called (FILE *out, const struct estimates *all, const struct estimate *e,
	      size_t node, const struct names *roots)
{
  const struct call_node *n = &all->calls->nodes[node];
  const struct scope *file = &all->counts->scopes[n->scope->parent];
  const struct estimate *timed = timed_in (all, node);
  struct source s = { 0 };
  struct fail why;
  char *name = text_safe (n->scope->function ? n->scope->function
			  : n->scope->name);
  double share = e->share[node];
  bool found = file->path && source_open (&s, file->path, roots, &why) == 0;

  fprintf (out, "\ncalls %s: %.0f %% of its %.15g executions, %.0f %% of the "
	   "ideal time\n", name, 100 * share, n->entries,
	   100 * share * n->own.ideal / e->cycles);
  if (timed && timed->accesses > 0)
    fprintf (out, "%.2f extra cycles for each memory operation of its loop, line "
	     "%.0f\n", timed->overhead * all->hz
	     / (timed->scale * timed->accesses), timed->counted->n[N_LINE]);
  write_function_lines (out, n->scope, &s);
  if (found)
    source_close (&s);
  free (name);
}

/* Write the source of what the loop E calls, most ideal time first, as far as
   that is some of it; not that of functions in SHOWN, to which they are
   added.  */

static void
write_callees (FILE *out, const struct estimates *all, const struct estimate *e,
	       bool *shown, const struct names *roots)
{
  for (;;)
    {
      size_t best = NO_NODE;
      double most = 0;
      for (size_t w = 0; e->share && w < all->calls->n; w++)
	{
	  double part = e->share[w] * all->calls->nodes[w].own.ideal;
	  if (!shown[w] && part > most)
	    {
	      most = part;
	      best = w;
	    }
	}
      if (best == NO_NODE || !(most >= some_of_it * e->cycles))
	return;
      shown[best] = true;
      write_called (out, all, e, best, roots);
    }
}

int
estimates_write_source (FILE *out, const struct estimates *e,
			const struct estimate_options *o, struct fail *why)
{
  size_t found = 0;
  bool *shown = xcalloc (e->calls->n + 1, sizeof *shown);

  for (size_t i = 0; i < e->n; i++)
    {
      const struct surroundings *in = e->at[i].counted->in;
      if (e->at[i].procedure)
	continue;
      if ((!in->procedure || strcmp (in->procedure, o->procedure) != 0)
	  && (!in->function || strcmp (in->function, o->procedure) != 0))
	continue;
      if (found++)
	putc ('\n', out);
      write_nest (out, e, &e->at[i], &o->roots);
      size_t own = e->calls->of_scope[e->at[i].counted->scope];
      if (own != NO_NODE)
	shown[own] = true;
      write_callees (out, e, &e->at[i], shown, &o->roots);
    }
  for (size_t w = 0; !found && w < e->calls->n; w++)
    found += write_straight (out, e, w, o);
  free (shown);
  if (!found)
    return fail_set (why, e->counts->source, 0, "no counted loop in a procedure "
		     "%s; memlb estimate --top=0 lists them", o->procedure);
  fputs ("\nshare: of the nest's memory operations, as the lines' references "
	 "are executed;\n>>> a fifth or more.\n", out);
  return 0;
}
