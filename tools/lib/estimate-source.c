/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The source of a procedure with what its lines execute, and how many cycles
   more than the model's each of their memory operations took.  */

#include "estimate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "text.h"
#include "xalloc.h"

/* Lines of a nest that are shown at most.  */
enum { MOST_LINES = 2000 };

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
		   ? source_line (s, number - 1) : xstrdup ("");
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

int
estimates_write_source (FILE *out, const struct estimates *e,
			const struct estimate_options *o, struct fail *why)
{
  size_t found = 0;

  for (size_t i = 0; i < e->n; i++)
    {
      const struct surroundings *in = e->at[i].counted->in;
      if ((!in->procedure || strcmp (in->procedure, o->procedure) != 0)
	  && (!in->function || strcmp (in->function, o->procedure) != 0))
	continue;
      if (found++)
	putc ('\n', out);
      write_nest (out, e, &e->at[i], &o->roots);
    }
  if (!found)
    return fail_set (why, e->counts->source, 0, "no counted loop in a procedure "
		     "%s; memlb estimate --top=0 lists them", o->procedure);
  fputs ("\nshare: of the nest's memory operations, as the lines' references "
	 "are executed;\n>>> a fifth or more.\n", out);
  return 0;
}
