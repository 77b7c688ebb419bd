/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The report as CSV (RFC 4180, UTF-8, decimal points) and the list of
   columns that JSON shares.  */

#include "write.h"

#include <math.h>
#include <string.h>
#include "events.h"
#include "output.h"

/* The text columns.  */

static const char *text_loop (const struct loop *l) { return l->id; }
static const char *text_file (const struct loop *l) { return l->in->file; }
static const char *text_function (const struct loop *l)
{ return l->in->function; }
static const char *text_verdict (const struct loop *l)
{
  return l->verdict_name;
}
static const char *text_reason (const struct loop *l) { return l->reason; }
static const char *text_callee_name (const struct loop *l) { return l->callee; }
static const char *text_library (const struct loop *l)
{ return l->has->library; }

/* Columns that are a number of the loop itself.  */

#define PLAIN(NUMBER)							\
  static double								\
  figure_##NUMBER (const struct profile *p __attribute__ ((unused)),	\
		   const struct loop *l)				\
  { return l->n[N_##NUMBER]; }

PLAIN (LINE)
PLAIN (END_LINE)
PLAIN (DEPTH)
PLAIN (ENTRIES)
PLAIN (ITERATIONS)
PLAIN (TIME)
PLAIN (TIME_LOW)
PLAIN (TIME_HIGH)
PLAIN (ATTAINABLE)
PLAIN (REFS)
PLAIN (REFS_REDIRECTED)
PLAIN (REFS_CONTROL)
PLAIN (THREADS)
PLAIN (SAMPLED)

/* Columns that are filled only where the bound is believed.  */

#define BELIEVED(NUMBER)						\
  static double								\
  figure_##NUMBER (const struct profile *p __attribute__ ((unused)),	\
		   const struct loop *l)				\
  { return loop_bound (l, N_##NUMBER); }

BELIEVED (BOUND)
BELIEVED (BOUND_LOW)
BELIEVED (BOUND_HIGH)
BELIEVED (BOUND_PLACED)
BELIEVED (BOUND_REPLAYED)

static double
figure_speedup (const struct profile *p __attribute__ ((unused)),
		const struct loop *l)
{
  return loop_speedup (l);
}

static double
figure_share (const struct profile *p, const struct loop *l)
{
  return loop_share (p, l);
}

static double
figure_recoverable (const struct profile *p __attribute__ ((unused)),
		    const struct loop *l)
{
  return loop_recoverable (l);
}

static double
figure_counters (const struct profile *p __attribute__ ((unused)),
		 const struct loop *l)
{
  return events_estimate (l);
}

const struct column columns[] =
  {
    { "loop", COLUMN_TEXT, text_loop, NULL },
    { "file", COLUMN_TEXT, text_file, NULL },
    { "line", COLUMN_COUNT, NULL, figure_LINE },
    { "end_line", COLUMN_COUNT, NULL, figure_END_LINE },
    { "function", COLUMN_TEXT, text_function, NULL },
    { "depth", COLUMN_COUNT, NULL, figure_DEPTH },
    { "entries", COLUMN_COUNT, NULL, figure_ENTRIES },
    { "iterations", COLUMN_COUNT, NULL, figure_ITERATIONS },
    { "time_s", COLUMN_FIGURE, NULL, figure_TIME },
    { "bound_s", COLUMN_FIGURE, NULL, figure_BOUND },
    { "bound_low_s", COLUMN_FIGURE, NULL, figure_BOUND_LOW },
    { "bound_high_s", COLUMN_FIGURE, NULL, figure_BOUND_HIGH },
    { "attainable_s", COLUMN_FIGURE, NULL, figure_ATTAINABLE },
    { "speedup", COLUMN_FIGURE, NULL, figure_speedup },
    { "verdict", COLUMN_TEXT, text_verdict, NULL },
    { "reason", COLUMN_TEXT, text_reason, NULL },
    { "refs", COLUMN_COUNT, NULL, figure_REFS },
    { "refs_redirected", COLUMN_COUNT, NULL, figure_REFS_REDIRECTED },
    { "refs_control", COLUMN_COUNT, NULL, figure_REFS_CONTROL },
    { "threads", COLUMN_COUNT, NULL, figure_THREADS },
    { "share", COLUMN_FIGURE, NULL, figure_share },
    { "time_low_s", COLUMN_FIGURE, NULL, figure_TIME_LOW },
    { "time_high_s", COLUMN_FIGURE, NULL, figure_TIME_HIGH },
    { "recoverable_s", COLUMN_FIGURE, NULL, figure_recoverable },
    { "sampled", COLUMN_COUNT, NULL, figure_SAMPLED },
    /* Variants of the bound.  */
    { "bound_placed_s", COLUMN_FIGURE, NULL, figure_BOUND_PLACED },
    /* What event counters would have in its place.  */
    { "counters_s", COLUMN_FIGURE, NULL, figure_counters },
    { "bound_replayed_s", COLUMN_FIGURE, NULL, figure_BOUND_REPLAYED },
    /* The function that keeps the loop from a bound, and where it is.  */
    { "callee", COLUMN_TEXT, text_callee_name, NULL },
    { "library", COLUMN_TEXT, text_library, NULL },
  };
const size_t n_columns = sizeof columns / sizeof *columns;

/* Write VALUE, a number of KIND, to OUT with a decimal point.  The tools
   never set LC_NUMERIC, so printf has one in every locale.  */

void
write_number (FILE *out, enum column_kind kind, double value)
{
  /* No count has more than 18 digits.  */
  fprintf (out, kind == COLUMN_COUNT && value < 1e18 ? "%.0f" : "%.9g", value);
}

/* Write the row of LOOP in P to OUT.  */

static void
write_row (FILE *out, const struct profile *p, const struct loop *loop)
{
  for (size_t i = 0; i < n_columns; i++)
    {
      if (i)
	putc (',', out);
      if (columns[i].kind == COLUMN_TEXT)
	{
	  const char *text = columns[i].text (loop);
	  output_csv (out, text ? text : "");
	}
      else
	{
	  double value = columns[i].figure (p, loop);
	  if (!isnan (value))
	    write_number (out, columns[i].kind, value);
	}
    }
  fputs ("\r\n", out);
}

/* Write the loops of R to OUT as CSV.  */

void
write_csv (FILE *out, const struct ranking *r)
{
  for (size_t i = 0; i < n_columns; i++)
    fprintf (out, "%s%s", i ? "," : "", columns[i].name);
  fputs ("\r\n", out);
  for (size_t i = 0; i < r->n; i++)
    write_row (out, r->p, r->rows[i]);
}
