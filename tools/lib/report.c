/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The report that `memlb report' and `memlb run' print.  */

#include "report.h"

#include <stdlib.h>
#include <time.h>
#include <unistd.h>
#include "estimate.h"
#include "write.h"

const struct report_options report_defaults
  = { .keys = { SORT_RECOVERABLE }, .n_keys = 1, .top = -1 };

/* The time that counts as now: that of SOURCE_DATE_EPOCH where a report is
   to be the same every time.  */

static time_t
now (void)
{
  const char *epoch = getenv ("SOURCE_DATE_EPOCH");
  char *end;

  if (epoch && *epoch)
    {
      long long seconds = strtoll (epoch, &end, 10);
      if (!*end)
	return (time_t) seconds;
    }
  return time (NULL);
}

/* Cut R to what O's --top allows in a machine's format.  */

static void
cut (struct ranking *r, const struct report_options *o)
{
  if (o->top > 0 && (size_t) o->top < r->n)
    r->n = o->top;
}

/* Write R to standard output as text.  */

static void
write_as_text (const struct ranking *r, const struct report_options *o)
{
  struct text_style style = { .brief = o->brief, .now = now () };

  style.terminal = isatty (STDOUT_FILENO);
  style.glossary = style.terminal;
  style.all = o->top == 0 || (o->brief && o->top < 0);
  style.top = o->top > 0 ? (size_t) o->top : 0;
  if (o->loop)
    for (size_t i = 0; i < r->n; i++)
      {
	if (i)
	  putchar ('\n');
	write_loop (stdout, r->p, r->rows[i], &style);
	if (o->estimates)
	  estimates_write_binds (stdout, o->estimates, r->rows[i]);
      }
  else if (o->refused)
    write_refused (stdout, r, &style);
  else
    write_text (stdout, r, &style);
}

/* The loops of P that O's --loop means.  A row number counts rows of the
   table; everything else may mean any loop.  */

static struct ranking
pick (const struct profile *p, const struct report_options *o)
{
  bool row = o->loop[0] >= '0' && o->loop[0] <= '9';
  struct ranking all = rank_loops (p, (row && !o->refused ? loop_measured_p
				       : o->refused ? loop_refused_p
				       : loop_any_p), o->keys, o->n_keys);
  struct ranking picked = rank_pick (&all, o->loop);

  ranking_free (&all);
  return picked;
}

/* Write the report of P to standard output as O says.  Return 0, or -1 with
   the reason in WHY.  CSV and JSON hold every loop, the refused ones and
   those never entered too.  */

int
report_write (const struct profile *p, const struct report_options *o,
	      struct fail *why)
{
  struct ranking r;

  if (o->loop)
    r = pick (p, o);
  else
    r = rank_loops (p, (o->refused ? loop_refused_p
			: o->format == REPORT_TEXT ? loop_measured_p
			: loop_any_p), o->keys, o->n_keys);
  if (o->loop && !r.n)
    {
      ranking_free (&r);
      return fail_set (why, p->source, 0, "no loop `%.100s'; memlb report "
		       "lists them", o->loop);
    }
  if (o->format == REPORT_TEXT)
    write_as_text (&r, o);
  else
    {
      cut (&r, o);
      if (o->format == REPORT_CSV)
	write_csv (stdout, &r);
      else
	write_json (stdout, &r);
    }
  ranking_free (&r);
  return 0;
}
