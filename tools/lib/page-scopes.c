/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The scopes of a profile as columns of a page: for each attribute and each
   metric the scopes that have it and its values.  Attributes are taken as
   they come, so that a page shows what a later version added too.  */

#include "page-scopes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "names.h"
#include "xalloc.h"

/* Digits of numbers in large pages: of the attributes of scopes, of their
   metrics, and of those of single lines, which are shown with three.  */
enum { ATTRIBUTE_DIGITS = 6, METRIC_DIGITS = 4, LINE_DIGITS = 3 };

/* One attribute, of all scopes that have it.  */
struct column
{
  const char *name;
  bool text;
  size_t n;
  uint32_t *at;
  const char **values;
};

struct columns
{
  struct column *at;
  size_t n;
};

/* True for attributes that are texts, whatever they look like.  */

static bool
text_attribute_p (const char *name)
{
  static const char *const names[]
    = { "id", "name", "path", "asm-name", "build-id", "verdict", "reason",
	"flags", "variable", "array", "kind", "treatment", "address" };

  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strcmp (names[i], name) == 0)
      return true;
  return false;
}

/* The column of C for the attribute NAME.  */

static struct column *
column_of (struct columns *c, const char *name)
{
  size_t i = 0;

  while (i < c->n && strcmp (c->at[i].name, name) != 0)
    i++;
  if (i == c->n)
    {
      c->at = grow (c->at, c->n, sizeof *c->at);
      c->at[c->n++] = (struct column)
	{ .name = name, .text = text_attribute_p (name) };
    }
  return &c->at[i];
}

/* Put the attributes of T's scopes into C.  */

static void
collect (struct columns *c, struct tree *t)
{
  for (size_t i = 0; i < t->n_scopes; i++)
    {
      const struct node *scope = t->scopes[i];
      for (uint32_t k = 0; k < scope->n_attributes; k++)
	{
	  const struct attribute *a = &scope->attributes[k];
	  struct column *column = column_of (c, a->name);
	  if (column->n && column->at[column->n - 1] == i)
	    continue;
	  column->at = grow (column->at, column->n, sizeof *column->at);
	  column->values = grow (column->values, column->n,
				 sizeof *column->values);
	  column->at[column->n] = (uint32_t) i;
	  column->values[column->n++] = a->value;
	  if (!column->text && isnan (node_number (scope, a->name)))
	    column->text = true;
	}
    }
}

static void
free_columns (struct columns *c)
{
  for (size_t i = 0; i < c->n; i++)
    {
      free (c->at[i].at);
      free (c->at[i].values);
    }
  free (c->at);
}

/* How many numbers a page of T would hold.  */

size_t
page_count_numbers (struct tree *t)
{
  size_t n = t->n_cells;

  tree_number (t);
  for (size_t i = 0; i < t->n_scopes; i++)
    n += t->scopes[i]->n_attributes;
  return n;
}

/* Add COLUMN of T to P; its numbers with all digits if EXACT.  */

static void
pack_column (struct pack *p, const struct tree *t, const struct column *column,
	     bool exact)
{
  pack_string (p, "{", "name", column->name);
  pack_key (p, ",", "at");
  pack_integers (p, column->at, column->n);
  if (column->text)
    {
      uint32_t *texts = XNEWVEC (uint32_t, column->n + 1);
      for (size_t i = 0; i < column->n; i++)
	texts[i] = pack_text_number (p, column->values[i]);
      pack_key (p, ",", "texts");
      pack_integers (p, texts, column->n);
      free (texts);
    }
  else
    {
      double *numbers = XNEWVEC (double, column->n + 1);
      for (size_t i = 0; i < column->n; i++)
	numbers[i] = node_number (t->scopes[column->at[i]], column->name);
      pack_key (p, ",", "numbers");
      /* Counts and lines are never rounded: they are small, or are shown
	 in full.  */
      pack_numbers (p, numbers, column->n, exact ? PACK_ALL_DIGITS
		    : strstr (column->name, "line") ? PACK_ALL_DIGITS
		    : ATTRIBUTE_DIGITS);
      free (numbers);
    }
  putc ('}', p->head);
}

/* Add the values of METRIC in those scopes of T that are lines, if LINES, or
   those that are not.  */

static void
pack_values (struct pack *p, struct tree *t, const double *values, bool lines,
	     bool exact)
{
  uint32_t *at = XNEWVEC (uint32_t, t->n_scopes + 1);
  double *some = XNEWVEC (double, t->n_scopes + 1);
  size_t n = 0;

  for (size_t i = 0; i < t->n_scopes; i++)
    if (!isnan (values[i]) && (t->scopes[i]->kind == SCOPE_LINE) == lines)
      {
	at[n] = (uint32_t) i;
	some[n++] = values[i];
      }
  pack_key (p, "{", "at");
  pack_integers (p, at, n);
  pack_key (p, ",", "numbers");
  pack_numbers (p, some, n, exact ? PACK_ALL_DIGITS
		: lines ? LINE_DIGITS : METRIC_DIGITS);
  putc ('}', p->head);
  free (at);
  free (some);
}

/* Add METRIC of T, one of those that stand in <m>.  */

static void
pack_metric (struct pack *p, struct tree *t, int metric, bool exact)
{
  const struct metric *m = &t->metrics[metric];
  double *values = tree_stored (t, metric);

  pack_string (p, "{", "name", m->name);
  pack_string (p, ",", "unit", m->unit);
  pack_string (p, ",", "kind", kind_name (m->kind));
  pack_string (p, ",", "weight", m->weight);
  pack_string (p, ",", "formula", m->formula);
  pack_key (p, ",", "scopes");
  pack_values (p, t, values, false, exact);
  pack_key (p, ",", "lines");
  pack_values (p, t, values, true, exact);
  putc ('}', p->head);
  free (values);
}

/* Add which element each scope of T is, and its parent's number plus 1.  */

static void
pack_shape (struct pack *p, const struct tree *t)
{
  unsigned char *kinds = XNEWVEC (unsigned char, t->n_scopes + 1);
  uint32_t *parents = XNEWVEC (uint32_t, t->n_scopes + 1);

  for (size_t i = 0; i < t->n_scopes; i++)
    {
      const struct node *parent = t->scopes[i]->parent;
      while (parent && parent->kind == SCOPE_NONE)
	parent = parent->parent;
      kinds[i] = t->scopes[i]->kind;
      parents[i] = parent ? parent->number + 1 : 0;
    }
  pack_key (p, "{", "kinds");
  pack_bytes (p, kinds, t->n_scopes);
  pack_key (p, ",", "parents");
  pack_integers (p, parents, t->n_scopes);
  free (kinds);
  free (parents);
}

/* Add how the procedures of T are called, where that is not their name.  */

static void
pack_functions (struct pack *p, const struct tree *t)
{
  uint32_t *at = NULL, *texts = NULL;
  size_t n = 0;

  for (size_t i = 0; i < t->n_scopes; i++)
    if (t->scopes[i]->kind == SCOPE_PROCEDURE)
      {
	const char *name = node_get (t->scopes[i], "name");
	char *shown = name_of_function (name,
					node_get (t->scopes[i], "asm-name"));
	at = grow (at, n, sizeof *at);
	texts = grow (texts, n, sizeof *texts);
	at[n] = (uint32_t) i;
	texts[n++] = pack_text_number (p, shown);
	free (shown);
      }
  pack_string (p, "{", "name", "shown");
  pack_key (p, ",", "at");
  pack_integers (p, at, n);
  pack_key (p, ",", "texts");
  pack_integers (p, texts, n);
  putc ('}', p->head);
  free (at);
  free (texts);
}

/* Add the scopes of T with their attributes and metrics to P, as one value
   of its head; with all digits if EXACT.  */

void
page_scopes (struct pack *p, struct tree *t, bool exact)
{
  struct columns c = { 0 };

  tree_number (t);
  collect (&c, t);
  pack_shape (p, t);
  pack_key (p, ",", "attributes");
  putc ('[', p->head);
  pack_functions (p, t);
  for (size_t i = 0; i < c.n; i++)
    {
      putc (',', p->head);
      pack_column (p, t, &c.at[i], exact);
    }
  pack_key (p, "],", "metrics");
  putc ('[', p->head);
  const char *before = "";
  for (size_t i = 0; i < t->n_metrics; i++)
    if (!t->metrics[i].builtin)
      {
	fputs (before, p->head);
	pack_metric (p, t, (int) i, exact);
	before = ",";
      }
  fputs ("]}", p->head);
  free_columns (&c);
}
