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
  const char **callees;		/* the profile's */
  size_t n_callees;
  size_t n_loops;
  double time;			/* NaN if none was timed */
};

struct blocked_list
{
  struct blocked *at;
  size_t n;
};

/* True if B, a loop of the same procedure as A that calls the same library, has
   A inside: A's time is in B's.  */

static bool
inside_p (const struct loop *a, const struct loop *b)
{
  double from = a->n[N_LINE], to = a->n[N_END_LINE];

  return (b->has->library && a != b && b->scope == a->scope
	  && strcmp (a->has->library, b->has->library) == 0
	  && b->n[N_LINE] <= from && b->n[N_END_LINE] >= to
	  && (b->n[N_LINE] < from || b->n[N_END_LINE] > to || b < a));
}

/* True if the time of loop I of P is in another one's.  Loops of a procedure
   stand together.  */

static bool
counted_p (const struct profile *p, size_t i)
{
  const struct loop *loop = &p->loops[i];

  for (size_t k = i; k > 0 && p->loops[k - 1].scope == loop->scope; k--)
    if (inside_p (loop, &p->loops[k - 1]))
      return true;
  for (size_t k = i + 1; k < p->n_loops && p->loops[k].scope == loop->scope;
       k++)
    if (inside_p (loop, &p->loops[k]))
      return true;
  return false;
}

static struct blocked *
entry_of (struct blocked_list *list, const char *library)
{
  for (size_t i = 0; i < list->n; i++)
    if (strcmp (list->at[i].library, library) == 0)
      return &list->at[i];
  list->at = grow (list->at, list->n, sizeof *list->at);
  struct blocked *b = &list->at[list->n++];
  *b = (struct blocked) { .library = library, .time = NAN };
  return b;
}

static void
add_callee (struct blocked *b, const char *callee)
{
  for (size_t i = 0; i < b->n_callees; i++)
    if (strcmp (b->callees[i], callee) == 0)
      return;
  b->callees = grow (b->callees, b->n_callees, sizeof *b->callees);
  b->callees[b->n_callees++] = callee;
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

  for (size_t i = 0; i < p->n_loops; i++)
    {
      const struct loop *loop = &p->loops[i];
      if (!loop_refused_p (loop) || !loop->has->library)
	continue;
      struct blocked *b = entry_of (&list, loop->has->library);
      b->n_loops++;
      if (loop->callee)
	add_callee (b, loop->callee);
      if (loop->n[N_TIME] > 0 && !counted_p (p, i))
	b->time = (isnan (b->time) ? 0 : b->time) + loop->n[N_TIME];
    }
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
      char *longer = concat (text, i ? ", " : "", in_short, NULL);
      free (name);
      free (in_short);
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
  table_cell (line, 3, xstrdup (b->library));
  table_cell (line, 4, callees_text (b));
}

/* Write to OUT, as STYLE says, which libraries that were not built with memlb
   keep loops of P from a bound, and the time of these loops where they were
   timed.  */

void
write_blocked (FILE *out, const struct profile *p,
	       const struct text_style *style)
{
  struct blocked_list list = find_blocked (p);
  bool timed = list.n && !isnan (list.at[0].time);

  if (list.n)
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
      if (!timed)
	fputs ("Their seconds: compile with "
	       "-fplugin-arg-memlb-copies=bound,count,procedures,\n"
	       "run with MEMLB_MODE=time.\n", out);
    }
  free_blocked (&list);
}

/* True if loops of P that are blocked so were timed and are a hundredth of its
   time.  */

bool
blocked_matter_p (const struct profile *p)
{
  struct blocked_list list = find_blocked (p);
  double time = 0;

  for (size_t i = 0; i < list.n; i++)
    if (!isnan (list.at[i].time))
      time += list.at[i].time;
  free_blocked (&list);
  return time > 0 && time >= 0.01 * p->time;
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
