/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loops that have no bound since they call functions that were not built with
   memlb: by the library that has these.  */

#include "write.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "names.h"
#include "output.h"
#include "table.h"
#include "text.h"
#include "xalloc.h"

/* Names of functions in a row of the table at most.  */
enum { SHOWN_CALLEES = 3 };

/* The loops that call functions of one library.  */
struct blocked
{
  const char *library;
  const char **callees;		/* the profile's, in their order */
  size_t n_callees;
  size_t n_loops;
  double time;			/* NaN if none was timed */
};

struct blocked_list
{
  struct blocked *at;
  size_t n;
};

static int
compare_numbers (double x, double y)
{
  return x < y ? -1 : x > y;
}

/* By library and procedure, loops before those that are inside of them.  */

static int
compare_loops (const void *a, const void *b)
{
  const struct loop *x = *(const struct loop *const *) a;
  const struct loop *y = *(const struct loop *const *) b;
  int order = strcmp (x->has->library, y->has->library);

  if (order == 0)
    order = (x->scope > y->scope) - (x->scope < y->scope);
  if (order == 0)
    order = compare_numbers (x->n[N_LINE], y->n[N_LINE]);
  return order ? order : compare_numbers (y->n[N_END_LINE], x->n[N_END_LINE]);
}

static int
compare_names (const void *a, const void *b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* The N loops at LOOPS, sorted, all of one library.  The time of a loop inside
   another is in that one's.  */

static struct blocked
blocked_of (const struct loop **loops, size_t n)
{
  struct blocked b = { .library = loops[0]->has->library, .n_loops = n,
		       .time = NAN };
  double end = NAN;		/* the last line so far of this procedure */
  size_t unlike = 0;

  b.callees = xcalloc (n, sizeof *b.callees);
  for (size_t i = 0; i < n; i++)
    {
      const struct loop *l = loops[i];
      if (i == 0 || l->scope != loops[i - 1]->scope)
	end = NAN;
      if (!(l->n[N_END_LINE] <= end) && l->n[N_TIME] > 0)
	b.time = (isnan (b.time) ? 0 : b.time) + l->n[N_TIME];
      if (!(l->n[N_END_LINE] <= end))
	end = l->n[N_END_LINE];
      if (l->callee)
	b.callees[b.n_callees++] = l->callee;
    }
  qsort (b.callees, b.n_callees, sizeof *b.callees, compare_names);
  for (size_t i = 0; i < b.n_callees; i++)
    if (i == 0 || strcmp (b.callees[i], b.callees[i - 1]) != 0)
      b.callees[unlike++] = b.callees[i];
  b.n_callees = unlike;
  return b;
}

/* The longest time first, then most loops, then names.  */

static int
compare_blocked (const void *a, const void *b)
{
  const struct blocked *x = a, *y = b;
  double time_x = isnan (x->time) ? -1 : x->time;
  double time_y = isnan (y->time) ? -1 : y->time;

  return (time_x != time_y ? (time_x < time_y ? 1 : -1)
	  : x->n_loops != y->n_loops ? (x->n_loops < y->n_loops ? 1 : -1)
	  : strcmp (x->library, y->library));
}

/* The libraries that keep loops of P from a bound.  */

static struct blocked_list
find_blocked (const struct profile *p)
{
  struct blocked_list list = { NULL, 0 };
  const struct loop **loops = NULL;
  size_t n = 0;

  for (size_t i = 0; i < p->n_loops; i++)
    if (loop_refused_p (&p->loops[i]) && p->loops[i].has->library)
      {
	loops = grow (loops, n, sizeof *loops);
	loops[n++] = &p->loops[i];
      }
  if (n)
    qsort (loops, n, sizeof *loops, compare_loops);
  for (size_t first = 0, i = 1; i <= n; i++)
    if (i == n || strcmp (loops[i]->has->library,
			  loops[first]->has->library) != 0)
      {
	list.at = grow (list.at, list.n, sizeof *list.at);
	list.at[list.n++] = blocked_of (loops + first, i - first);
	first = i;
      }
  free (loops);
  if (list.n)
    qsort (list.at, list.n, sizeof *list.at, compare_blocked);
  return list;
}

static void
free_blocked (struct blocked_list *list)
{
  for (size_t i = 0; i < list->n; i++)
    free (list->at[i].callees);
  free (list->at);
}

/* The first of B's functions, as people write them.  */

static char *
callees_text (const struct blocked *b)
{
  char *text = xstrdup ("");

  for (size_t i = 0; i < b->n_callees && i < SHOWN_CALLEES; i++)
    {
      char *name = name_of_function (NULL, b->callees[i]);
      char *in_short = name_in_short (name);
      char *safe = text_safe (in_short);
      char *longer = concat (text, i ? ", " : "", safe, NULL);
      free (name);
      free (in_short);
      free (safe);
      free (text);
      text = longer;
    }
  if (b->n_callees <= SHOWN_CALLEES)
    return text;
  char *longer = xasprintf ("%s and %zu more", text,
			    b->n_callees - SHOWN_CALLEES);
  free (text);
  return longer;
}

static void
fill_blocked (struct libscols_line *line, const struct profile *p,
	      const struct blocked *b)
{
  table_cell (line, 0, text_seconds (b->time));
  table_cell (line, 1, isnan (b->time) || !(p->time > 0) ? xstrdup ("-")
	      : xasprintf ("%.1f %%", 100 * b->time / p->time));
  table_cell (line, 2, xasprintf ("%zu", b->n_loops));
  table_cell (line, 3, text_safe (b->library));
  table_cell (line, 4, callees_text (b));
}

/* The time of LIST's loops.  */

static double
time_of (const struct blocked_list *list)
{
  double time = 0;

  for (size_t i = 0; i < list->n; i++)
    if (!isnan (list->at[i].time))
      time += list->at[i].time;
  return time;
}

/* Write to OUT, as STYLE says, which libraries that were not built with memlb
   keep loops of P from a bound, and the time of these loops where they were
   timed; unless ALL, only if that is a hundredth of P's time.  */

void
write_blocked (FILE *out, const struct profile *p,
	       const struct text_style *style, bool all)
{
  struct blocked_list list = find_blocked (p);
  double time = time_of (&list);

  if (all ? list.n > 0 : time > 0 && time >= 0.01 * p->time)
    {
      struct libscols_table *table = table_new (style->terminal);
      fputs ("\nBlocked by functions that were not built with memlb:\n", out);
      table_column (table, "time", true);
      table_column (table, "share", true);
      table_column (table, "loops", true);
      table_column (table, "library", false);
      table_column (table, "functions", false);
      for (size_t i = 0; i < list.n; i++)
	fill_blocked (table_line (table), p, &list.at[i]);
      table_write (table, out);
      if (!(time > 0) && !profile_functions_p (p))
	fputs ("Their seconds are not known: memlb times no functions on this "
	       "processor.\n", out);
      else if (!(time > 0))
	fputs ("Their seconds: compile with "
	       "-fplugin-arg-memlb-copies=bound,count,procedures,\n"
	       "run with MEMLB_MODE=time.\n", out);
    }
  free_blocked (&list);
}

/* Write the same to OUT as the elements of a JSON array.  */

void
write_blocked_json (FILE *out, const struct profile *p)
{
  struct blocked_list list = find_blocked (p);

  for (size_t i = 0; i < list.n; i++)
    {
      const struct blocked *b = &list.at[i];
      fprintf (out, "%s\n    {\"library\": ", i ? "," : "");
      output_json (out, b->library);
      fputs (", \"time_s\": ", out);
      if (isnan (b->time))
	fputs ("null", out);
      else
	write_number (out, COLUMN_FIGURE, b->time);
      fprintf (out, ", \"loops\": %zu, \"callees\": [", b->n_loops);
      for (size_t k = 0; k < b->n_callees; k++)
	{
	  fputs (k ? ", " : "", out);
	  output_json (out, b->callees[k]);
	}
      fputs ("]}", out);
    }
  if (list.n)
    fputs ("\n  ", out);
  free_blocked (&list);
}
