/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The report as people read it: what matters first, how sure it is, what to
   do next.  */

#include "write.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "reasons.h"
#include "table.h"
#include "text.h"
#include "xalloc.h"

/* Rows of the table unless the user says how many.  */
enum { TEXT_ROWS = 20 };

/* What the head lines say of a whole profile.  */
struct totals
{
  double covered;	/* time of loops whose bound is believed */
  double recoverable;	/* of those */
  double refused;	/* time of loops that were not copied */
  double measured;	/* and of those that were */
  size_t n_refused;
  size_t n_idle;	/* copied but never entered */
};

/* True if LOOP has no copy since the loops inside are measured.  */

static bool
inner_measured_p (const struct loop *loop)
{
  return (loop->reason && (strcmp (loop->reason, "inner-loops") == 0
			   || strcmp (loop->reason, "too-deep") == 0));
}

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
	  t.n_refused += !inner_measured_p (loop);
	  t.refused += inner_measured_p (loop) ? 0 : time;
	}
      else if (!loop_measured_p (loop))
	t.n_idle++;
      else
	t.measured += time;
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

/* Say to OUT that counts are missing in P, which the program wrote before it
   ended by itself, if so.  */

static void
write_incomplete (FILE *out, const struct profile *p)
{
  if (!p->n_incomplete)
    return;
  char *ended = text_safe (p->ended ? p->ended : "");

  if (p->n_files > 1)
    fprintf (out, "%zu of %zu profiles ", p->n_incomplete, p->n_files);
  fprintf (out, "not complete: %s%s; the figures are those until then\n",
	   *ended ? "ended by " : "written while the program ran", ended);
  free (ended);
}

/* Write the head lines of P to OUT.  */

static void
write_head (FILE *out, const struct profile *p, const struct totals *t,
	    time_t now)
{
  char *program = text_safe (p->program ? p->program : "program");
  char *time = text_seconds (p->time);
  char *elapsed = text_seconds (p->elapsed);
  char *start = text_start (p->start, now);
  char *most = text_seconds (t->recoverable);
  char *ranks = ranks_text (p);

  fprintf (out, "%s   %s CPU (%s elapsed)", program, time, elapsed);
  if (p->threads > 0)
    fprintf (out, ", %.0f thread%s", p->threads, p->threads > 1 ? "s" : "");
  if (ranks)
    fprintf (out, ", %s", ranks);
  if (start)
    fprintf (out, "   %s", start);
  fprintf (out, "\nbounds cover %.0f %% of CPU time      "
	   "recoverable: at most %s (%.0f %%)\n",
	   percent (t->covered, p->time), most,
	   percent (t->recoverable, p->time));
  write_incomplete (out, p);
  free (program);
  free (time);
  free (elapsed);
  free (start);
  free (most);
  free (ranks);
}

/* What could be won in LOOP: see bound_sign.  */

static char *
recoverable_cell (const struct loop *loop)
{
  double most = loop_recoverable (loop);

  if (isnan (most))
    return xstrdup ("-");
  char *time = text_seconds (most);
  char *cell = concat (bound_sign (loop->verdict_name, loop->reason), " ", time,
		       NULL);
  free (time);
  return cell;
}

/* The verdict of LOOP with its reason; that of `partial' is the verdict
   itself.  */

static char *
verdict_cell (const struct loop *loop)
{
  if (!loop->reason || strcmp (loop->reason, "real-loads") == 0)
    return xstrdup (loop->verdict_name);
  return concat (loop->verdict_name, ": ", loop->reason, NULL);
}

/* Fill LINE of the main table with LOOP, number ROW.  */

static void
fill_row (struct libscols_line *line, const struct loop *loop, size_t row,
	  bool attainable)
{
  size_t column = 0;

  table_cell (line, column++, xasprintf ("%zu", row));
  table_cell (line, column++, recoverable_cell (loop));
  table_cell (line, column++, text_seconds (loop->n[N_TIME]));
  table_cell (line, column++, text_seconds (loop_bound (loop, N_BOUND)));
  if (attainable)
    table_cell (line, column++, text_seconds (loop->n[N_ATTAINABLE]));
  table_cell (line, column++, text_speedup (loop));
  table_cell (line, column++, verdict_cell (loop));
  table_cell (line, column, text_title (loop));
}

/* True if number WHICH of some loop of R is known.  */

static bool
any_known_p (const struct ranking *r, enum loop_number which)
{
  for (size_t i = 0; i < r->n; i++)
    if (!isnan (r->rows[i]->n[which]))
      return true;
  return false;
}

/* True if LOOP of R is worth a row in a table of which nobody has said how long it shall be: it
   has a thousandth of the program's time, as far as that is known.  Loops without a time are
   not, if there are others: ANY_TIME.  */

static bool
worth_row_p (const struct ranking *r, const struct loop *loop, bool any_time)
{
  return isnan (loop->n[N_TIME]) ? !any_time
	 : !(loop_share (r->p, loop) < 0.001);
}

/* The rows of R that STYLE shows.  Unless the user says how many, loops of
   less than a thousandth of the program's time, or of none, are left out.  A row keeps its
   number, by which --loop finds it, whatever is left out before it.  To be
   freed; their number goes to *N.  */

static size_t *
choose_rows (const struct ranking *r, const struct text_style *style,
	     size_t *n)
{
  size_t *rows = XNEWVEC (size_t, r->n + 1);

  bool any_time = any_known_p (r, N_TIME);

  *n = 0;
  for (size_t i = 0; i < r->n; i++)
    if (style->all || (style->top ? i < style->top
		       : *n < TEXT_ROWS
			 && worth_row_p (r, r->rows[i], any_time)))
      rows[(*n)++] = i;
  return rows;
}

/* Write the N loops of R with the numbers ROWS to OUT.  */

static void
write_rows (FILE *out, const struct ranking *r, const size_t *rows, size_t n,
	    const struct text_style *style)
{
  struct libscols_table *table = table_new (style->terminal);
  bool attainable = any_known_p (r, N_ATTAINABLE);

  table_column (table, "#", true);
  table_column (table, "recoverable", true);
  table_column (table, "time", true);
  table_column (table, "bound", true);
  if (attainable)
    table_column (table, "attainable", true);
  table_column (table, "speed-up", true);
  table_column (table, "verdict", false);
  table_column (table, "loop", false);
  for (size_t i = 0; i < n; i++)
    fill_row (table_line (table), r->rows[rows[i]], rows[i] + 1, attainable);
  table_write (table, out);
}

/* Explain the verdict of LOOP, with its own numbers where they say more than
   the word.  */

static void
write_verdict (FILE *out, const char *head, const struct loop *loop)
{
  char *verdict = text_safe (loop->verdict_name);

  fprintf (out, "%-12s %s: ", head, verdict);
  if (loop->verdict == VERDICT_PARTIAL && loop->n[N_REFS_REAL] > 0)
    {
      char *name = text_safe (loop->in->function);
      fprintf (out, "%.15g of %.15g references in %s stay real,\n%-12s so its "
	       "bound is too high\n", loop->n[N_REFS_REAL], loop->n[N_REFS],
	       name, "");
      free (name);
    }
  else
    fprintf (out, "%s\n", loop_verdict_text (loop));
  free (verdict);
}

/* Explain to OUT the words of the table of the N loops of R with the numbers
   ROWS.  */

static void
write_glossary (FILE *out, const struct ranking *r, const size_t *rows,
		size_t n)
{
  const char *head = "verdict";
  bool seen[VERDICT_OTHER + 1] = { false };

  fputs ("\nbound        the same instructions with no cache miss\n"
	 "recoverable  time - bound: what misses cost, the most you could "
	 "win\n", out);
  for (size_t i = 0; i < n; i++)
    {
      const struct loop *loop = r->rows[rows[i]];
      if (!seen[loop->verdict])
	write_verdict (out, head, loop);
      seen[loop->verdict] = true;
      head = "";
    }
}

/* True if misalignment is most of what LOOP can win, and a tenth of its
   time.  */

static bool
misaligned_p (const struct loop *loop)
{
  double cost = loop_misaligned (loop);

  return cost >= 0.1 * loop->n[N_TIME]
	 && cost >= loop_recoverable (loop) - cost;
}

/* True if next to nothing of LOOP waits for memory.  */

static bool
core_p (const struct loop *loop)
{
  return loop->verdict == VERDICT_OK
	 && loop_recoverable (loop) < 0.1 * loop->n[N_TIME];
}

/* Say which loop of R to look at first, if one promises anything worth it.  */

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
  if (loop_promise (first) < 0.01 * r->p->time)
    {
      fputs ("\nNo loop with a bound that can be believed would win 1 % of "
	     "the time.\n", out);
      return;
    }
  char *name = text_safe (first->in->function);
  char *time = text_seconds (first->n[N_TIME]);
  char *most = text_seconds (misaligned_p (first) ? loop_misaligned (first)
			     : loop_recoverable (first));
  if (misaligned_p (first))
    fprintf (out, "\nLook first at %s: about %s of its %s is misalignment.\n",
	     name, most, time);
  else
    fprintf (out, "\nLook first at %s: %s%s %s of its %s wait for memory.\n",
	     name, core_p (first) ? "its instructions take the time, only " : "",
	     bound_words (bound_sign (first->verdict_name, first->reason)),
	     most, time);
  fprintf (out, "Next: memlb report --loop=%-10zu evidence, and what to try\n",
	   row);
  free (name);
  free (time);
  free (most);
}

/* True if LOOP has no bound because none was asked for.  */

static bool
unasked_p (const struct loop *loop)
{
  return loop->reason && (strcmp (loop->reason, "mode") == 0
			  || strcmp (loop->reason, "not-requested") == 0);
}

/* Say which loop of R takes most of the time of those without a bound that can
   be believed, and why, if that is a tenth of the program's.  */

static void
write_unbounded (FILE *out, const struct ranking *r)
{
  const struct loop *most = NULL;
  size_t row = 0;

  for (size_t i = 0; i < r->n; i++)
    if (!loop_believed_p (r->rows[i]) && !unasked_p (r->rows[i])
	&& r->rows[i]->n[N_TIME] > (most ? most->n[N_TIME] : 0))
      {
	most = r->rows[i];
	row = i + 1;
      }
  if (!most || !(most->n[N_TIME] >= 0.1 * r->p->time))
    return;
  char *name = text_safe (most->in->function);
  char *time = text_seconds (most->n[N_TIME]);
  fprintf (out, "\nNo bound for %s, %s (%.0f %% of the time): %s.\n", name, time,
	   100 * loop_share (r->p, most),
	   most->reason ? reason_text (most->reason)
	   : verdict_text (most->verdict));
  fprintf (out, "Why, and what to try: memlb report --loop=%zu\n", row);
  free (name);
  free (time);
}

/* Say to OUT how many loops of R, beside the N with the numbers ROWS, the
   table leaves out, and their time.  */

static void
write_left_out (FILE *out, const struct ranking *r, const size_t *rows,
		size_t n)
{
  double time = 0;
  size_t next = 0;

  if (n == r->n)
    return;
  for (size_t i = 0; i < r->n; i++)
    if (next < n && rows[next] == i)
      next++;
    else if (!isnan (r->rows[i]->n[N_TIME]))
      time += r->rows[i]->n[N_TIME];
  char *text = text_seconds (time);
  fprintf (out, "%zu more loop%s, %s: memlb report --top=0\n", r->n - n,
	   r->n - n > 1 ? "s" : "", text);
  free (text);
}

/* Say to OUT if most of the time of P is not that of loops which have any.  */

static void
write_outside (FILE *out, const struct profile *p, const struct totals *t)
{
  double rest = p->time - t->measured - t->refused;

  if (rest == p->time || !(rest > 0.5 * p->time))
    return;
  char *time = text_seconds (rest);
  fprintf (out, "%s (%.0f %% of the time) outside of the loops that were timed: "
	   "memlb help report\n", time, percent (rest, p->time));
  free (time);
}

/* Say to OUT what P holds beside the measured loops.  */

static void
write_rest (FILE *out, const struct profile *p, const struct totals *t)
{
  write_outside (out, p, t);
  if (t->n_refused)
    {
      char *time = text_seconds (t->refused);
      fprintf (out, "%zu loop%s refused, %s: memlb report --refused\n",
	       t->n_refused, t->n_refused > 1 ? "s" : "",
	       t->refused > 0 ? time : "not timed");
      free (time);
    }
  if (t->n_idle)
    fprintf (out, "%zu loop%s never entered\n", t->n_idle,
	     t->n_idle > 1 ? "s" : "");
  for (size_t i = 0; i < p->n_losses; i++)
    if (p->losses[i].n > 0)
      {
	char *what = text_safe (p->losses[i].what);
	fprintf (out, "not recorded: %.0f %s\n", p->losses[i].n, what);
	free (what);
      }
}

/* Write the loops of R to OUT as STYLE says.  */

void
write_text (FILE *out, const struct ranking *r,
	    const struct text_style *style)
{
  struct totals t = sum_up (r->p);
  size_t n;
  size_t *rows = choose_rows (r, style, &n);

  if (!style->brief)
    {
      write_head (out, r->p, &t, style->now);
      write_warnings (out, r->p);
      putc ('\n', out);
    }
  if (n)
    write_rows (out, r, rows, n, style);
  else
    fputs ("no loop was measured\n", out);
  if (!style->brief)
    {
      if (style->glossary && n)
	write_glossary (out, r, rows, n);
      write_first (out, r);
      write_unbounded (out, r);
      write_ranks (out, r);
      write_left_out (out, r, rows, n);
      write_rest (out, r->p, &t);
      write_blocked (out, r->p, style, false);
    }
  free (rows);
}

/* Fill LINE of the table of refused loops with LOOP of P.  */

static void
fill_refused (struct libscols_line *line, const struct profile *p,
	      const struct loop *loop)
{
  double share = loop_share (p, loop);
  const char *reason = loop->reason ? loop->reason : "?";
  char *callee = text_callee (loop);

  table_cell (line, 0, text_seconds (loop->n[N_TIME]));
  table_cell (line, 1, isnan (share) ? xstrdup ("-")
	      : xasprintf ("%.1f %%", 100 * share));
  table_cell (line, 2, concat (reason, ": ", reason_text (reason),
			       callee ? ": " : NULL, callee, NULL));
  free (callee);
  table_cell (line, 3, text_title (loop));
}

/* Write the refused loops R to OUT: where the time is that no bound
   covers, and why.  */

void
write_refused (FILE *out, const struct ranking *r,
	       const struct text_style *style)
{
  struct libscols_table *table = table_new (style->terminal);
  size_t shown = style->top && style->top < r->n ? style->top : r->n;

  table_column (table, "time", true);
  table_column (table, "share", true);
  table_column (table, "reason", false);
  table_column (table, "loop", false);
  for (size_t i = 0; i < shown; i++)
    fill_refused (table_line (table), r->p, r->rows[i]);
  if (shown)
    table_write (table, out);
  else
    {
      scols_unref_table (table);
      fputs ("no loop was refused\n", out);
    }
  if (shown < r->n)
    fprintf (out, "%zu more refused loops: memlb report --refused --top=0\n",
	     r->n - shown);
  write_blocked (out, r->p, style, true);
}
