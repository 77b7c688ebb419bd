/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The report as people read it: what matters first, how sure it is, what to
   do next.  */

#include "write.h"

#include <libsmartcols.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "reasons.h"
#include "text.h"
#include "xalloc.h"

/* What the head lines say of a whole profile.  */
struct totals
{
  double covered;	/* time of loops whose bound is believed */
  double recoverable;	/* of those */
  double refused;	/* time of loops that were not copied */
  size_t n_refused;
  size_t n_idle;	/* copied but never entered */
};

static struct totals
sum_up (const struct profile *p)
{
  struct totals t = { 0 };

  for (size_t i = 0; i < p->n_loops; i++)
    {
      const struct loop *loop = &p->loops[i];
      double time = isnan (loop->n[N_TIME]) ? 0 : loop->n[N_TIME];

      if (loop_refused_p (loop))
	{
	  t.n_refused++;
	  t.refused += time;
	}
      else if (!loop_measured_p (loop))
	t.n_idle++;
      if (!isnan (loop_bound (loop, N_BOUND)))
	{
	  t.covered += time;
	  t.recoverable += loop_recoverable (loop);
	}
    }
  return t;
}

/* PART of WHOLE in per cent, at most 100; 0 when WHOLE is not known.  */

static double
percent (double part, double whole)
{
  double share = whole > 0 ? 100 * part / whole : 0;

  return share > 100 ? 100 : share;
}

/* Write the two head lines of P to OUT.  */

static void
write_head (FILE *out, const struct profile *p, const struct totals *t,
	    time_t now)
{
  char *program = text_safe (p->program ? p->program : "program");
  char *time = text_seconds (p->time);
  char *elapsed = text_seconds (p->elapsed);
  char *start = text_start (p->start, now);
  char *most = text_seconds (t->recoverable);

  fprintf (out, "%s   %s CPU (%s elapsed)", program, time, elapsed);
  if (p->threads > 0)
    fprintf (out, ", %.0f thread%s", p->threads, p->threads > 1 ? "s" : "");
  if (p->n_files > 1)
    fprintf (out, ", %zu profiles", p->n_files);
  if (start)
    fprintf (out, "   %s", start);
  fprintf (out, "\nbounds cover %.0f %% of CPU time      "
	   "recoverable: at most %s (%.0f %%)\n",
	   percent (t->covered, p->time), most,
	   percent (t->recoverable, p->time));
  free (program);
  free (time);
  free (elapsed);
  free (start);
  free (most);
}

/* Set the cell of LINE at COLUMN to TEXT, and free TEXT.  */

static void
set_cell (struct libscols_line *line, size_t column, char *text)
{
  scols_line_set_data (line, column, text);
  free (text);
}

/* A new table for lines of STYLE.  */

static struct libscols_table *
new_table (const struct text_style *style)
{
  struct libscols_table *table = scols_new_table ();

  scols_table_set_column_separator (table, "  ");
  if (!style->terminal)
    scols_table_set_termforce (table, SCOLS_TERMFORCE_NEVER);
  return table;
}

static void
add_column (struct libscols_table *table, const char *name, bool right)
{
  scols_table_new_column (table, name, 0, right ? SCOLS_FL_RIGHT : 0);
}

/* Write TABLE to OUT, without blanks at the lines' ends, and free it.  */

static void
write_table (FILE *out, struct libscols_table *table)
{
  char *text = NULL;

  if (scols_print_table_to_string (table, &text) == 0 && text)
    for (char *line = text, *end; *line; line = end)
      {
	end = line + strcspn (line, "\n");
	char *last = end;
	while (last > line && last[-1] == ' ')
	  last--;
	fprintf (out, "%.*s\n", (int) (last - line), line);
	end += *end == '\n';
      }
  free (text);
  scols_unref_table (table);
}

/* What could be won in LOOP: at most so much, or at least where its bound
   is too high.  */

static char *
recoverable_cell (const struct loop *loop)
{
  double most = loop_recoverable (loop);

  if (isnan (most))
    return xstrdup ("-");
  char *time = text_seconds (most);
  char *cell = concat (loop->verdict == VERDICT_PARTIAL ? ">= " : "<= ", time,
		       NULL);
  free (time);
  return cell;
}

/* The verdict of LOOP with its reason where there is no bound to see.  */

static char *
verdict_cell (const struct loop *loop)
{
  char *cell = (loop_believed_p (loop) || !loop->reason
		? xstrdup (loop->verdict_name)
		: concat (loop->verdict_name, ": ", loop->reason, NULL));
  char *safe = text_safe (cell);

  free (cell);
  return safe;
}

/* Fill LINE of the main table with LOOP, number ROW.  */

static void
fill_row (struct libscols_line *line, const struct loop *loop, size_t row,
	  bool attainable)
{
  size_t column = 0;

  set_cell (line, column++, xasprintf ("%zu", row));
  set_cell (line, column++, recoverable_cell (loop));
  set_cell (line, column++, text_seconds (loop->n[N_TIME]));
  set_cell (line, column++, text_seconds (loop_bound (loop, N_BOUND)));
  if (attainable)
    set_cell (line, column++, text_seconds (loop->n[N_ATTAINABLE]));
  set_cell (line, column++, text_speedup (loop));
  set_cell (line, column++, verdict_cell (loop));
  set_cell (line, column, text_title (loop));
}

/* True when some loop of R has an attainable time; its column is left out
   until then.  */

static bool
any_attainable_p (const struct ranking *r)
{
  for (size_t i = 0; i < r->n; i++)
    if (!isnan (r->rows[i]->n[N_ATTAINABLE]))
      return true;
  return false;
}

/* Write the first SHOWN loops of R to OUT.  */

static void
write_rows (FILE *out, const struct ranking *r, size_t shown,
	    const struct text_style *style)
{
  struct libscols_table *table = new_table (style);
  bool attainable = any_attainable_p (r);

  add_column (table, "#", true);
  add_column (table, "recoverable", true);
  add_column (table, "time", true);
  add_column (table, "bound", true);
  if (attainable)
    add_column (table, "attainable", true);
  add_column (table, "speed-up", true);
  add_column (table, "verdict", false);
  add_column (table, "loop", false);
  for (size_t i = 0; i < shown; i++)
    fill_row (scols_table_new_line (table, NULL), r->rows[i], i + 1,
	      attainable);
  write_table (out, table);
}

/* Explain the verdicts of the first SHOWN loops of R.  */

static void
write_verdicts (FILE *out, const struct ranking *r, size_t shown)
{
  const char *head = "verdict      ";

  for (int verdict = 0; verdict <= VERDICT_OTHER; verdict++)
    for (size_t i = 0; i < shown; i++)
      if (r->rows[i]->verdict == (enum verdict) verdict)
	{
	  char *name = text_safe (r->rows[i]->verdict_name);
	  fprintf (out, "%s%s: %s\n", head, name,
		   verdict_text ((enum verdict) verdict));
	  free (name);
	  head = "             ";
	  break;
	}
}

/* Explain to OUT the words of the table of the first SHOWN loops of R.  */

static void
write_glossary (FILE *out, const struct ranking *r, size_t shown)
{
  fputs ("\nbound        the same instructions with no cache miss\n"
	 "recoverable  time - bound: what misses cost, the most you could "
	 "win\n", out);
  write_verdicts (out, r, shown);
}

/* Say which loop of R to look at first, if one promises anything.  */

static void
write_first (FILE *out, const struct ranking *r)
{
  const struct loop *first = NULL;
  size_t row = 0;

  for (size_t i = 0; i < r->n; i++)
    if (loop_promise (r->rows[i]) > (first ? loop_promise (first) : 0))
      {
	first = r->rows[i];
	row = i + 1;
      }
  if (!first)
    return;
  char *name = text_safe (first->function);
  char *time = text_seconds (first->n[N_TIME]);
  char *most = text_seconds (loop_recoverable (first));
  fprintf (out, "\nLook first at %s: %s %s of its %s wait for memory.\n", name,
	   first->verdict == VERDICT_PARTIAL ? "at least" : "up to", most,
	   time);
  fprintf (out, "Next: memlb report --loop=%-10zu evidence, and what to try\n",
	   row);
  free (name);
  free (time);
  free (most);
}

/* Say to OUT what the table leaves out.  */

static void
write_rest (FILE *out, const struct ranking *r, const struct totals *t,
	    size_t shown)
{
  if (shown < r->n)
    fprintf (out, "%zu more loops: memlb report --top=0\n", r->n - shown);
  if (t->n_refused)
    {
      char *time = text_seconds (t->refused);
      fprintf (out, "%zu loop%s refused, %s: memlb report --refused\n",
	       t->n_refused, t->n_refused > 1 ? "s" : "", time);
      free (time);
    }
  if (t->n_idle)
    fprintf (out, "%zu loop%s never entered\n", t->n_idle,
	     t->n_idle > 1 ? "s" : "");
  for (size_t i = 0; i < r->p->n_losses; i++)
    if (r->p->losses[i].n > 0)
      {
	char *what = text_safe (r->p->losses[i].what);
	fprintf (out, "not recorded: %.0f %s\n", r->p->losses[i].n, what);
	free (what);
      }
}

/* Write the loops of R to OUT as STYLE says.  */

void
write_text (FILE *out, const struct ranking *r,
	    const struct text_style *style)
{
  struct totals t = sum_up (r->p);
  size_t shown = style->top && style->top < r->n ? style->top : r->n;

  if (!style->brief)
    write_head (out, r->p, &t, style->now);
  if (shown)
    {
      if (!style->brief)
	putc ('\n', out);
      write_rows (out, r, shown, style);
    }
  else
    fputs ("no loop was measured\n", out);
  if (style->brief)
    return;
  if (style->glossary && shown)
    write_glossary (out, r, shown);
  write_first (out, r);
  write_rest (out, r, &t, shown);
}

/* Write the refused loops R to OUT: where the time is that no bound
   covers, and why.  */

void
write_refused (FILE *out, const struct ranking *r,
	       const struct text_style *style)
{
  struct libscols_table *table = new_table (style);
  size_t shown = style->top && style->top < r->n ? style->top : r->n;

  if (!r->n)
    fputs ("no loop was refused\n", out);
  add_column (table, "time", true);
  add_column (table, "share", true);
  add_column (table, "reason", false);
  add_column (table, "loop", false);
  for (size_t i = 0; i < shown; i++)
    {
      const struct loop *loop = r->rows[i];
      struct libscols_line *line = scols_table_new_line (table, NULL);
      double share = loop_share (r->p, loop);
      const char *reason = loop->reason ? loop->reason : "?";

      set_cell (line, 0, text_seconds (loop->n[N_TIME]));
      set_cell (line, 1, isnan (share) ? xstrdup ("-")
		: xasprintf ("%.1f %%", 100 * share));
      char *text = concat (reason, ": ", reason_text (reason), NULL);
      set_cell (line, 2, text_safe (text));
      free (text);
      set_cell (line, 3, text_title (loop));
    }
  if (shown)
    write_table (out, table);
  else
    scols_unref_table (table);
  if (shown < r->n)
    fprintf (out, "%zu more refused loops: memlb report --refused --top=0\n",
	     r->n - shown);
}
