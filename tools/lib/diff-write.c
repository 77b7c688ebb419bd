/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two profiles side by side, for people and as CSV.  */

#include "diff.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "output.h"
#include "table.h"
#include "text.h"
#include "xalloc.h"

static const char *const change_names[]
  = { "unknown", "same", "faster", "slower", "new", "gone" };
static const char *const match_names[]
  = { "", "place", "shape", "function" };

/* A change of BY seconds, with its sign.  */

static char *
signed_seconds (double by)
{
  if (isnan (by))
    return xstrdup ("-");
  char *size = text_seconds (fabs (by));
  char *text = concat (by < 0 ? "-" : "+", size, NULL);
  free (size);
  return text;
}

/* By how much X changed, with the noise band.  */

static char *
change_cell (const struct difference *x)
{
  char *by = signed_seconds (x->after - x->before), *band, *text;

  if (isnan (x->band) || isnan (x->after - x->before))
    return by;
  band = text_seconds (x->band);
  text = concat (by, " +-", band, NULL);
  free (by);
  free (band);
  return text;
}

/* What else there is to say of X: another number of entries, and how the
   loop was found again.  */

static char *
remark (const struct difference *x)
{
  const struct match *m = &x->match;
  char *line = m->a && m->b && m->a->n[N_LINE] != m->b->n[N_LINE]
	       ? xasprintf (", was line %.0f", m->a->n[N_LINE])
	       : xstrdup ("");
  char *work = fabs (x->work - 1) > 0.01
	       ? xasprintf (", %.3g times the entries", x->work)
	       : xstrdup ("");
  char *text = concat (line, work, m->by == MATCH_FUNCTION
		       ? ", looks different" : "", NULL);

  free (line);
  free (work);
  return text;
}

static void
fill_row (struct libscols_line *line, const struct difference *x)
{
  const struct loop *loop = x->match.b ? x->match.b : x->match.a;
  char *title = text_title (loop), *rest = remark (x);

  table_cell (line, 0, change_cell (x));
  table_cell (line, 1, text_seconds (x->before));
  table_cell (line, 2, text_seconds (x->after));
  table_cell (line, 3, x->before > 0 && !isnan (x->after)
	      ? xasprintf ("%.2f", x->after / x->before) : xstrdup ("-"));
  table_cell (line, 4, text_seconds (x->match.a
				     ? loop_bound (x->match.a, N_BOUND)
				     : NAN));
  table_cell (line, 5, text_seconds (x->match.b
				     ? loop_bound (x->match.b, N_BOUND)
				     : NAN));
  table_cell (line, 6, xstrdup (change_names[x->change]));
  table_cell (line, 7, concat (title, rest, NULL));
  free (title);
  free (rest);
}

/* True when X is worth a row.  */

static bool
shown_p (const struct diff *d, const struct difference *x,
	 const struct diff_style *style)
{
  double whole = fmax (d->whole.before, d->whole.after);

  if (style->all || x->change == CHANGE_FASTER || x->change == CHANGE_SLOWER)
    return true;
  if (x->change != CHANGE_NEW && x->change != CHANGE_GONE)
    return false;
  return (isnan (x->before) ? x->after : x->before) >= 0.001 * whole;
}

/* Say to OUT what became of the whole program.  */

static void
write_head (FILE *out, const struct diff *d)
{
  char *name = text_safe (d->b->program ? d->b->program : "program");
  char *before = text_seconds (d->whole.before);
  char *after = text_seconds (d->whole.after);
  char *by = change_cell (&d->whole);

  fprintf (out, "%s   %s CPU before, %s after: %s, %s\n", name, before, after,
	   by, change_names[d->whole.change]);
  fprintf (out, "changes within their noise (95 %% intervals, at least %.3g %% "
	   "of a time) count as same\n", 100 * d->noise);
  free (name);
  free (before);
  free (after);
  free (by);
}

/* Warn in OUT where the two runs did not do the same work.  */

static void
write_work (FILE *out, const struct diff *d)
{
  size_t n = 0;

  for (size_t i = 0; i < d->n; i++)
    n += fabs (d->at[i].work - 1) > 0.01;
  if (n)
    fprintf (out, "%zu loop%s entered another number of times: the runs may "
	     "not have done the same work\n", n, n > 1 ? "s" : "");
  if (d->a->program && d->b->program
      && strcmp (d->a->program, d->b->program) != 0)
    fputs ("the programs have different names\n", out);
}

static void
write_table (FILE *out, const struct diff *d, const struct diff_style *style)
{
  static const char *const heads[]
    = { "change", "before", "after", "ratio", "bound before", "bound after",
	"result", "loop" };
  struct libscols_table *table = table_new (style->terminal);
  size_t n = 0;

  for (size_t i = 0; i < 8; i++)
    table_column (table, heads[i], i < 6);
  for (size_t i = 0; i < d->n; i++)
    if (shown_p (d, &d->at[i], style))
      {
	fill_row (table_line (table), &d->at[i]);
	n++;
      }
  if (n)
    {
      putc ('\n', out);
      table_write (table, out);
    }
  else
    scols_unref_table (table);
  if (n < d->n)
    fprintf (out, "\n%zu %sloop%s without a significant change: --all\n",
	     d->n - n, n ? "more " : "", d->n - n > 1 ? "s" : "");
}

/* Write NUMBER to OUT, nothing if it is not known.  */

static void
write_number (FILE *out, double number)
{
  if (!isnan (number))
    fprintf (out, "%.9g", number);
  putc (',', out);
}

/* A loop's id, nothing if there is none.  */

static void
write_id (FILE *out, const struct loop *loop)
{
  output_csv (out, loop ? loop->id : "");
  putc (',', out);
}

static void
write_csv (FILE *out, const struct diff *d)
{
  fputs ("loop_before,loop_after,time_before_s,time_after_s,change_s,band_s,"
	 "bound_before_s,bound_after_s,entries_ratio,matched_by,change\r\n",
	 out);
  for (size_t i = 0; i < d->n; i++)
    {
      const struct difference *x = &d->at[i];
      const struct match *m = &x->match;
      write_id (out, m->a);
      write_id (out, m->b);
      write_number (out, x->before);
      write_number (out, x->after);
      write_number (out, x->after - x->before);
      write_number (out, x->band);
      write_number (out, m->a ? loop_bound (m->a, N_BOUND) : NAN);
      write_number (out, m->b ? loop_bound (m->b, N_BOUND) : NAN);
      write_number (out, x->work);
      fprintf (out, "%s,%s\r\n", match_names[m->by], change_names[x->change]);
    }
}

/* Write D to OUT as STYLE says.  */

void
diff_write (FILE *out, const struct diff *d, const struct diff_style *style)
{
  if (style->csv)
    {
      write_csv (out, d);
      return;
    }
  write_head (out, d);
  write_work (out, d);
  write_table (out, d, style);
}
