/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is exported of a profile: metrics, scope by scope.  */

#include "export.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "text.h"
#include "xalloc.h"

/* Add METRIC to E, if any scope has a value of it or ALWAYS.  */

static void
add_metric (struct export *e, int metric, bool always)
{
  const struct metric *m = &e->t->metrics[metric];

  if (!m->n_cells && !always)
    return;
  for (size_t i = 0; i < e->n; i++)
    if (strcmp (e->metrics[i].name, m->name) == 0)
      return;
  e->metrics = grow (e->metrics, e->n, sizeof *e->metrics);
  struct exported *one = &e->metrics[e->n++];
  *one = (struct exported) { m->name, m->unit, m->kind, NULL, NULL };
  one->inclusive = metric_inclusive (e->t, metric);
  one->exclusive = metric_exclusive (e->t, metric, one->inclusive);
}

/* Begin to export T: METRICS, which may be ready ones of READY or
   definitions; if none are named, time, bound, entries and all that stand in
   <m>.  Return 0, or -1 with the reason in WHY.  */

int
export_begin (struct export *e, struct tree *t, const struct names *metrics,
	      const struct ready *ready, struct fail *why)
{
  static const char *const usual[] = { "time", "bound", "entries" };

  *e = (struct export) { .t = t };
  tree_number (t);
  for (size_t i = 0; i < metrics->n; i++)
    {
      int metric = metric_derive (t, metrics->at[i], ready, why);
      if (metric == NO_METRIC)
	return -1;
      add_metric (e, metric, true);
    }
  if (metrics->n)
    return 0;
  size_t n = t->n_metrics;
  for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
    add_metric (e, tree_metric (t, usual[i]), false);
  for (size_t i = 0; i < n; i++)
    add_metric (e, (int) i, false);
  if (e->n)
    return 0;
  return fail_set (why, t->source, 0, "no metric has a value; there is nothing "
		   "to export");
}

void
export_free (struct export *e)
{
  for (size_t i = 0; i < e->n; i++)
    {
      free (e->metrics[i].inclusive);
      free (e->metrics[i].exclusive);
    }
  free (e->metrics);
}

/* Number K of E's metrics that add up, NULL if there are fewer.  */

const struct exported *
export_amount (const struct export *e, size_t k)
{
  for (size_t i = 0; i < e->n; i++)
    if (e->metrics[i].kind == KIND_SUM && k-- == 0)
      return &e->metrics[i];
  return NULL;
}

/* By what values of M are multiplied where only integers are written: times
   become nanoseconds.  */

double
export_scale (const struct exported *m)
{
  return m->unit && strcmp (m->unit, "s") == 0 ? 1e9 : 1;
}

/* SCOPE as one frame of a stack; to be freed.  */

char *
export_label (const struct node *scope)
{
  const char *name = scope->kind == SCOPE_LOOP ? node_get (scope, "id") : NULL;
  char *text;

  if (scope->kind == SCOPE_LOOP)
    text = concat ("loop ", name ? name : node_name (scope), NULL);
  else if (scope->kind == SCOPE_LINE)
    text = concat ("line ", node_name (scope), NULL);
  else
    text = xstrdup (node_name (scope));
  char *safe = text_safe (text);
  free (text);
  return safe;
}
