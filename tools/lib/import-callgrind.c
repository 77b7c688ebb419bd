/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files that callgrind and cachegrind write.

   A cost line belongs to the function named last (fn=) and to the file named
   last; that is the function's own (fl=, fe=) or one that code was inlined
   from (fi=).  Lines after calls= hold what a callee cost, which stands with
   the callee as well, and are left out.  */

#include "import.h"

#include <ctype.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lines.h"
#include "xalloc.h"

enum { MOST_EVENTS = 100, MOST_NAMES = 4000000 };

/* Names by number, which the format abbreviates them with.  */
struct numbered
{
  const char **names;
  size_t n;
};

/* One reading.  */
struct reading
{
  struct import *im;
  struct lines l;
  struct numbered objects, files, functions;
  const char *object, *file, *function_file, *function;
  int metrics[MOST_EVENTS];
  double sums[MOST_EVENTS], totals[MOST_EVENTS], summary[MOST_EVENTS];
  size_t n_events;
  bool has_totals, has_summary;
  int n_positions;		/* per cost line: address, line or both */
  bool skip;			/* the next costs are those of a callee */
  unsigned long positions[2];	/* addresses may be of any size */
};

/* The name that TEXT, `(NUMBER) NAME', `(NUMBER)' or NAME, means.  NULL after
   a failure.  */

static const char *
named (struct reading *r, struct numbered *table, char *text)
{
  char *end;
  unsigned long number;

  if (text[0] != '(' || !isdigit ((unsigned char) text[1]))
    return tree_string (r->im->t, text);
  number = strtoul (text + 1, &end, 10);
  if (*end != ')' || number >= MOST_NAMES)
    {
      lines_fail (&r->l, "a bad number of a name; the file is damaged");
      return NULL;
    }
  end++;
  end += strspn (end, " ");
  if (number >= table->n)
    {
      size_t n = number < 2 * table->n ? 2 * table->n : number + 1;
      table->names = xrealloc (table->names, n * sizeof *table->names);
      while (table->n < n)
	table->names[table->n++] = NULL;
    }
  if (*end)
    table->names[number] = tree_string (r->im->t, end);
  if (!table->names[number])
    lines_fail (&r->l, "name (%lu) was never given; the file is damaged or "
		"cut off", number);
  return table->names[number];
}

/* KEY=TEXT.  Return false when there is no such key.  */

static bool
take_assignment (struct reading *r, const char *key, char *text)
{
  const char *unused;

  if (strcmp (key, "ob") == 0)
    r->object = named (r, &r->objects, text);
  else if (strcmp (key, "fl") == 0 || strcmp (key, "fi") == 0
	   || strcmp (key, "fe") == 0)
    {
      r->file = named (r, &r->files, text);
      if (key[1] == 'l')
	r->function_file = r->file;
    }
  else if (strcmp (key, "fn") == 0)
    {
      r->function = named (r, &r->functions, text);
      r->function_file = r->file;
    }
  else if (strcmp (key, "cob") == 0)
    unused = named (r, &r->objects, text);
  else if (strcmp (key, "cfl") == 0 || strcmp (key, "cfi") == 0
	   || strcmp (key, "jfi") == 0)
    unused = named (r, &r->files, text);
  else if (strcmp (key, "cfn") == 0 || strcmp (key, "jfn") == 0)
    unused = named (r, &r->functions, text);
  else if (strcmp (key, "calls") == 0)
    r->skip = true;
  else
    return strcmp (key, "jump") == 0 || strcmp (key, "jcnd") == 0;
  (void) unused;
  return true;
}

/* events: NAMES.  */

static void
take_events (struct reading *r, char *names)
{
  char *save = NULL;

  if (r->n_events)
    return;
  for (char *name = strtok_r (names, " \t", &save); name;
       name = strtok_r (NULL, " \t", &save))
    {
      if (r->n_events == MOST_EVENTS)
	{
	  lines_fail (&r->l, "more than %d events; refused", MOST_EVENTS);
	  return;
	}
      int metric = import_metric (r->im, name, "1");
      if (metric == NO_METRIC)
	{
	  r->l.failed = true;
	  return;
	}
      r->metrics[r->n_events++] = metric;
    }
}

/* Numbers in TEXT, added to SUMS.  */

static void
take_totals (struct reading *r, char *text, double *sums)
{
  for (size_t i = 0; i < r->n_events; i++)
    sums[i] += strtod (text, &text);
}

/* KEY: TEXT.  Keys that say nothing about costs are left out.  */

static void
take_header (struct reading *r, const char *key, char *text)
{
  if (strcmp (key, "events") == 0)
    take_events (r, text);
  else if (strcmp (key, "cmd") == 0)
    {
      text += strspn (text, " ");
      text[strcspn (text, " ")] = '\0';
      import_program (r->im, text);
    }
  else if (strcmp (key, "positions") == 0)
    r->n_positions = strstr (text, "instr") && strstr (text, "line") ? 2 : 1;
  else if (strcmp (key, "totals") == 0)
    {
      take_totals (r, text, r->totals);
      r->has_totals = true;
    }
  else if (strcmp (key, "summary") == 0)
    {
      take_totals (r, text, r->summary);
      r->has_summary = true;
    }
}

/* The position at *TEXT, relative to the one of before, number I of the
   line.  */

static void
take_position (struct reading *r, char **text, int i)
{
  char *at = *text + strspn (*text, " \t");

  if (*at == '*')
    at++;
  else if (*at == '+' || *at == '-')
    r->positions[i] += strtoul (at, &at, 0);
  else if (isdigit ((unsigned char) *at))
    r->positions[i] = strtoul (at, &at, 0);
  else
    lines_fail (&r->l, "not a line of callgrind or cachegrind; the file is "
		"damaged");
  *text = at;
}

/* A cost line TEXT.  */

static void
take_costs (struct reading *r, char *text)
{
  double costs[MOST_EVENTS];
  size_t n = 0;

  for (int i = 0; i < r->n_positions; i++)
    take_position (r, &text, i);
  for (; n < r->n_events && !r->l.failed; n++)
    {
      char *end;
      text += strspn (text, " \t");
      costs[n] = *text == '.' ? 0 : strtod (text, &end);
      if (!*text)
	break;
      if (*text != '.' && !isdigit ((unsigned char) *text))
	lines_fail (&r->l, "a cost is no number; the file is damaged");
      text = *text == '.' ? text + 1 : end;
    }
  if (r->l.failed || r->skip || !n)
    {
      r->skip = false;
      return;
    }
  if (!r->function)
    {
      lines_fail (&r->l, "costs before a function; the file is damaged");
      return;
    }
  bool other = r->file && r->function_file
	       && strcmp (r->file, r->function_file) != 0;
  unsigned long line = r->positions[r->n_positions - 1];
  struct place place = { r->object, r->function_file, r->function,
			 other ? r->file : NULL,
			 line <= LONG_MAX ? (long) line : 0 };
  struct node *node = import_place (r->im, &place);
  for (size_t i = 0; i < r->n_events; i++)
    {
      double cost = i < n ? costs[i] : 0;
      import_value (r->im, node, r->metrics[i], cost);
      r->sums[i] += cost;
    }
}

/* Take the line TEXT.  */

static void
take_line (struct reading *r, char *text)
{
  size_t word;

  text += strspn (text, " \t");
  if (!*text || *text == '#')
    return;
  if (isdigit ((unsigned char) *text) || strchr ("+-*", *text))
    {
      if (!r->n_events)
	lines_fail (&r->l, "costs before `events:'; this is no file of "
		    "callgrind or cachegrind");
      else
	take_costs (r, text);
      return;
    }
  word = strspn (text, "abcdefghijklmnopqrstuvwxyz");
  char sign = text[word];
  if (sign == '=' || sign == ':')
    {
      text[word] = '\0';
      char *rest = text + word + 1;
      rest += strspn (rest, " \t");
      if (sign == ':')
	{
	  take_header (r, text, rest);
	  return;
	}
      if (take_assignment (r, text, rest))
	return;
    }
  lines_fail (&r->l, "not a line of callgrind or cachegrind; is this the "
	      "right format?");
}

/* Tell where the sums are not those that the file itself gives.  */

static void
check_sums (struct reading *r)
{
  const double *given = r->has_totals ? r->totals : r->summary;

  for (size_t i = 0; i < r->n_events
		     && (r->has_totals || r->has_summary); i++)
    if (given[i] != r->sums[i])
      import_tell_conflict (r->im, r->l.file, 0, "its lines have %.0f %s, its "
			    "totals %.0f; the lines count", r->sums[i],
			    r->im->t->metrics[r->metrics[i]].name, given[i]);
}

/* Read FILE into IM.  Return 0, or -1 with the reason in IM's WHY.  */

int
import_callgrind (struct import *im, const char *file)
{
  struct reading r = { .im = im, .n_positions = 1 };
  char *text;

  if (lines_open (&r.l, file, im->why) != 0)
    return -1;
  while ((text = lines_next (&r.l)))
    take_line (&r, text);
  if (!r.l.failed && !r.n_events)
    {
      r.l.number = 0;
      lines_fail (&r.l, "no `events:'; this is no file of callgrind or "
		  "cachegrind");
    }
  if (!r.l.failed)
    check_sums (&r);
  free (r.objects.names);
  free (r.files.names);
  free (r.functions.names);
  return lines_close (&r.l);
}
