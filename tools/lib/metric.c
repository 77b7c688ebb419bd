/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Derived metrics on every scope of a tree.

   A value that stands in a scope holds for the scope with everything in it.
   Where a scope has none, it is put together from the scopes inside, as the
   metric's kind wants it.  What is not known is left out; it is not zero.

   A derived metric is computed from the same scopes for all of its operands:
   time / bound of a file is that of those loops in it whose bound is known,
   not the time of all by the bounds of some.  So a scope's operands are
   taken together, from the scope itself if it has all of them, else from
   those scopes inside that do.  An amount (seconds, bytes) adds up; where
   its formula is not linear, as max (time - bound, 0), it is computed for
   what the scope has outside of its parts and added to theirs.  */

#include "metric.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "metric-aggregate.h"
#include "xalloc.h"

/* How deep ready metrics may refer to one another.  */
enum { MOST_DEPTH = 20, MOST_OPERANDS = 40 };

/* The number of SCOPE's parent among the scopes; the program has none.  */

static bool
parent_number (const struct node *scope, size_t *number)
{
  const struct node *parent = scope->parent;

  while (parent && parent->kind == SCOPE_NONE)
    parent = parent->parent;
  if (!parent)
    return false;
  *number = parent->number;
  return true;
}

/* What the value VALUE of METRIC M, standing in scope I, is weighted by;
   WEIGHTS are the values of the metric that M's kind refers to.  */

static double
weight_of (const struct metric *m, const double *weights, size_t i)
{
  return m->weight ? (weights ? weights[i] : NAN) : 1;
}

/* The values of METRIC in the scopes of T, everything in a scope included.
   AMOUNTS, if not NULL, receives them with their weights.  DEPTH is that of
   metrics that refer to one another.  */

static double *
inclusive (struct tree *t, int metric, struct amount *amounts, int depth)
{
  double *values = tree_stored (t, metric), *weights = NULL;
  /* By value: another metric may come in and move the array.  */
  struct metric m = t->metrics[metric];
  struct amount *sums = XNEWVEC (struct amount, t->n_scopes + 1);

  if (m.weight && depth < MOST_DEPTH)
    {
      int weight = tree_metric (t, m.weight);
      if (weight != NO_METRIC)
	weights = inclusive (t, weight, NULL, depth + 1);
    }
  for (size_t i = 0; i < t->n_scopes; i++)
    sums[i] = amount_unknown;
  for (size_t i = t->n_scopes; i-- > 0;)
    {
      struct amount whole = { values[i], weight_of (&m, weights, i) };
      size_t parent;
      if (isnan (values[i]))
	whole = amount_end (m.kind, sums[i]);
      values[i] = whole.value;
      if (amounts)
	amounts[i] = whole;
      if (parent_number (t->scopes[i], &parent))
	amount_add (&sums[parent], m.kind, whole);
    }
  free (sums);
  free (weights);
  return values;
}

/* The same, without weights.  To be freed.  */

double *
metric_inclusive (struct tree *t, int metric)
{
  return inclusive (t, metric, NULL, 0);
}

/* The values of METRIC in the scopes of T without the scopes inside, where
   INCLUSIVE holds those with.  Those of a metric that does not add up are
   the scope's own.  To be freed.  */

double *
metric_exclusive (struct tree *t, int metric, const double *inclusive)
{
  double *values = tree_stored (t, metric);
  size_t parent;

  if (t->metrics[metric].kind != KIND_SUM)
    return values;
  memcpy (values, inclusive, t->n_scopes * sizeof *values);
  for (size_t i = 0; i < t->n_scopes; i++)
    if (!isnan (inclusive[i]) && parent_number (t->scopes[i], &parent))
      values[parent] -= inclusive[i];
  /* What is left of equal sums is an error of rounding.  */
  for (size_t i = 0; i < t->n_scopes; i++)
    if (fabs (values[i]) < 1e-12 * fabs (inclusive[i]))
      values[i] = 0;
  return values;
}

/* The operands of one formula in all scopes.  */
struct operands
{
  const struct formula *f;
  struct tree *t;
  int *metrics;			/* number of each */
  enum metric_kind *kinds;
  double **stored;		/* of SELECT_SELF: by scope, else NULL */
  struct amount **whole;	/* of SELECT_SELF: inclusive */
  double **chosen;		/* of other selectors: by scope */
  size_t n;
};

/* VALUES of the scopes that WHERE selects as seen from each scope of T.  To
   be freed.  */

static double *
selected (struct tree *t, enum selector where, const double *values)
{
  static const enum scope_kind kinds[]
    = { [SELECT_MODULE] = SCOPE_MODULE, [SELECT_FILE] = SCOPE_FILE,
	[SELECT_PROCEDURE] = SCOPE_PROCEDURE, [SELECT_LOOP] = SCOPE_LOOP };
  double *chosen = XNEWVEC (double, t->n_scopes + 1);

  for (size_t i = 0; i < t->n_scopes; i++)
    {
      const struct node *from = NULL;
      size_t parent;
      if (where == SELECT_TOTAL)
	from = t->program;
      else if (where == SELECT_PARENT)
	from = parent_number (t->scopes[i], &parent) ? t->scopes[parent]
	       : NULL;
      else
	from = node_inside (t->scopes[i], kinds[where]);
      chosen[i] = from ? values[from->number] : NAN;
    }
  return chosen;
}

/* A derived amount stands in every scope.  Take from STORED, its values in
   the scopes of T, those that say no more than the scopes inside do, so that
   an amount measured in inner scopes only is not set against one of a whole
   program.  */

static void
keep_sources (struct tree *t, double *stored)
{
  double *inside = XCNEWVEC (double, t->n_scopes + 1);
  bool *any = XCNEWVEC (bool, t->n_scopes + 1);
  size_t parent;

  for (size_t i = t->n_scopes; i-- > 0;)
    {
      double value = stored[i];
      if (any[i] && fabs (value - inside[i]) <= 1e-9 * fabs (value))
	stored[i] = NAN;
      if (!isnan (value) && parent_number (t->scopes[i], &parent))
	{
	  inside[parent] += value;
	  any[parent] = true;
	}
    }
  free (inside);
  free (any);
}

/* Fill operand number K of O.  */

static void
fill_operand (struct operands *o, size_t k)
{
  enum selector where = o->f->operands[k].where;
  int metric = o->metrics[k];

  o->kinds[k] = o->t->metrics[metric].kind;
  if (where == SELECT_SELF)
    {
      o->stored[k] = tree_stored (o->t, metric);
      o->whole[k] = XNEWVEC (struct amount, o->t->n_scopes + 1);
      free (inclusive (o->t, metric, o->whole[k], 0));
      if (o->t->metrics[metric].formula && o->kinds[k] == KIND_SUM)
	keep_sources (o->t, o->stored[k]);
      return;
    }
  double *values = metric_inclusive (o->t, metric);
  if (where == SELECT_OWN)
    o->chosen[k] = metric_exclusive (o->t, metric, values);
  else
    o->chosen[k] = selected (o->t, where, values);
  free (values);
}

static void
free_operands (struct operands *o)
{
  for (size_t k = 0; k < o->n; k++)
    {
      free (o->stored[k]);
      free (o->whole[k]);
      free (o->chosen[k]);
    }
  free (o->stored);
  free (o->whole);
  free (o->chosen);
  free (o->metrics);
  free (o->kinds);
}

/* True when scope I has all operands of O that are to be its own.  */

static bool
has_all_p (const struct operands *o, size_t i)
{
  bool any = false;

  for (size_t k = 0; k < o->n; k++)
    if (o->stored[k])
      {
	if (isnan (o->stored[k][i]))
	  return false;
	any = true;
      }
  return any;
}

/* Put the values of O in scope I into VALUES, those of the scope itself from
   AMOUNTS.  */

static void
take_values (const struct operands *o, size_t i,
	     const struct amount *amounts, double *values)
{
  for (size_t k = 0; k < o->n; k++)
    values[k] = o->stored[k] ? amounts[k].value : o->chosen[k][i];
}

/* The operands of O in scope I, all together, into AMOUNTS; PARTS holds what
   its parts gave, if GIVEN.  */

static void
take_together (const struct operands *o, size_t i,
	       const struct amount *parts, bool given,
	       struct amount *amounts)
{
  bool whole = !given || has_all_p (o, i);

  for (size_t k = 0; k < o->n; k++)
    if (!o->stored[k])
      amounts[k] = amount_unknown;
    else
      amounts[k] = whole ? o->whole[k][i]
		   : amount_end (o->kinds[k], parts[k]);
}

/* The evaluation of a formula in all scopes, from the inside out.  */
struct pass
{
  const struct operands *o;
  struct amount *parts;		/* by scope and operand, from inside */
  bool *given;			/* by scope: PARTS holds something */
  double *sums;			/* by scope: values of the parts */
  double *results;
};

/* Hand the AMOUNTS of scope I, whose value is known, on to its parent.  */

static void
hand_on (struct pass *p, size_t i, const struct amount *amounts)
{
  size_t parent, n = p->o->n;

  if (!parent_number (p->o->t->scopes[i], &parent))
    return;
  for (size_t k = 0; k < n; k++)
    if (p->o->stored[k])
      amount_add (&p->parts[parent * n + k], p->o->kinds[k], amounts[k]);
  p->given[parent] = true;
  if (!isnan (p->results[i]))
    p->sums[parent] = isnan (p->sums[parent]) ? p->results[i]
		      : p->sums[parent] + p->results[i];
}

/* The value of an amount in scope I, whose parts have values: theirs, and
   that of what the scope has outside of them.  AMOUNTS are the scope's
   operands.  */

static double
sum_of_parts (const struct pass *p, size_t i, const struct amount *amounts)
{
  const struct operands *o = p->o;
  struct amount rest[MOST_OPERANDS];
  double values[MOST_OPERANDS];
  bool some = false;

  for (size_t k = 0; k < o->n; k++)
    {
      double inside = p->parts[i * o->n + k].value;
      rest[k] = amounts[k];
      if (!o->stored[k] || isnan (o->stored[k][i]))
	rest[k].value = NAN;
      else if (o->kinds[k] == KIND_SUM)
	{
	  rest[k].value = o->stored[k][i] - (isnan (inside) ? 0 : inside);
	  if (fabs (rest[k].value) < 1e-12 * fabs (o->stored[k][i]))
	    rest[k].value = 0;
	}
      some |= !isnan (rest[k].value);
    }
  if (!some)
    return p->sums[i];
  take_values (o, i, rest, values);
  double outside = formula_value (o->f, values);
  return isnan (outside) ? p->sums[i] : p->sums[i] + outside;
}

/* Evaluate scope I.  */

static void
evaluate_scope (struct pass *p, size_t i, bool by_parts)
{
  const struct operands *o = p->o;
  struct amount amounts[MOST_OPERANDS];
  double values[MOST_OPERANDS];

  take_together (o, i, p->parts + i * o->n, p->given[i], amounts);
  take_values (o, i, amounts, values);
  p->results[i] = by_parts && !isnan (p->sums[i])
		  ? sum_of_parts (p, i, amounts)
		  : formula_value (o->f, values);
  if (formula_known_p (o->f, values))
    hand_on (p, i, amounts);
}

/* The values of O's formula in all scopes; each as the sum over the parts if
   BY_PARTS.  To be freed.  */

static double *
evaluate (const struct operands *o, bool by_parts)
{
  size_t n = o->t->n_scopes;
  struct pass p = { .o = o };

  p.parts = XNEWVEC (struct amount, n * o->n + 1);
  p.given = XCNEWVEC (bool, n + 1);
  p.sums = XNEWVEC (double, n + 1);
  p.results = XNEWVEC (double, n + 1);
  for (size_t i = 0; i < n * o->n; i++)
    p.parts[i] = amount_unknown;
  for (size_t i = 0; i < n; i++)
    p.sums[i] = NAN;
  for (size_t i = n; i-- > 0;)
    evaluate_scope (&p, i, by_parts);
  free (p.parts);
  free (p.given);
  free (p.sums);
  return p.results;
}

/* What is being derived, to find circles.  */
struct derivation
{
  struct tree *t;
  const struct ready *ready;
  struct fail *why;
  int depth;
};

static int derive (struct derivation *d, const struct formula *f);

/* The number of the metric NAME, derived if it is a ready one and not there
   yet; NO_METRIC with the reason recorded if there is none.  */

static int
resolve (struct derivation *d, const char *name)
{
  int metric = tree_metric (d->t, name);
  const struct ready_metric *ready;

  if (metric != NO_METRIC)
    return metric;
  ready = d->ready ? ready_find (d->ready, name) : NULL;
  if (!ready)
    {
      fail_set (d->why, d->t->source, 0, "no metric `%.80s' in this profile; "
		"memlb metric --list shows those there are", name);
      return NO_METRIC;
    }
  if (d->depth >= MOST_DEPTH)
    {
      fail_set (d->why, NULL, 0, "metric `%.80s' refers to itself", name);
      return NO_METRIC;
    }
  struct formula *f = formula_parse (ready->definition, d->why);
  if (!f)
    return NO_METRIC;
  d->depth++;
  metric = derive (d, f);
  d->depth--;
  formula_free (f);
  return metric;
}

/* Put the values of METRIC, computed by O, into the tree.  */

static void
store (const struct operands *o, int metric, const double *values)
{
  struct tree *t = o->t;

  tree_drop_cells (t, metric);
  for (size_t i = 0; i < t->n_scopes; i++)
    if (!isnan (values[i]))
      tree_add_cell (t, metric, t->scopes[i], values[i]);
}

/* Compute O's formula, which has UNIT, as a metric.  Return its number.  */

static int
compute (struct operands *o, const struct unit *unit)
{
  struct tree *t = o->t;
  bool linear;
  enum metric_kind kind;

  tree_number (t);
  for (size_t k = 0; k < o->n; k++)
    fill_operand (o, k);
  kind = formula_kind (o->f, o->kinds, &linear);
  double *values = evaluate (o, kind == KIND_SUM && !linear);
  int metric = tree_add_metric (t, o->f->name);
  char *text = unit_text (unit);
  tree_declare (t, metric, o->f->unit ? o->f->unit : text, kind_name (kind));
  t->metrics[metric].formula = tree_string (t, o->f->text);
  store (o, metric, values);
  free (text);
  free (values);
  return metric;
}

/* True when the name of F is that of a metric that it may not replace: one
   that was measured.  */

static bool
measured_p (struct tree *t, const struct formula *f)
{
  int metric = tree_metric (t, f->name);

  return metric != NO_METRIC && !t->metrics[metric].formula;
}

/* Derive F for D's tree.  Return its number, or NO_METRIC.  */

static int
derive (struct derivation *d, const struct formula *f)
{
  struct operands o = { .f = f, .t = d->t, .n = f->n_operands };
  struct unit units[MOST_OPERANDS], unit;
  int metric = NO_METRIC;
  size_t k;

  if (measured_p (d->t, f))
    {
      fail_set (d->why, d->t->source, 0, "metric `%.80s' is in the profile "
		"already; choose another name", f->name);
      return NO_METRIC;
    }
  for (k = 0; k < o.n; k++)
    if (strcmp (f->operands[k].name, f->name) == 0)
      {
	fail_set (d->why, NULL, 0, "metric `%.80s' refers to itself", f->name);
	return NO_METRIC;
      }
  if (o.n > MOST_OPERANDS)
    {
      fail_set (d->why, NULL, 0, "formula of `%.80s' names more than %d "
		"metrics; divide it into several", f->name, MOST_OPERANDS);
      return NO_METRIC;
    }
  o.metrics = XCNEWVEC (int, o.n + 1);
  o.kinds = XCNEWVEC (enum metric_kind, o.n + 1);
  o.stored = XCNEWVEC (double *, o.n + 1);
  o.whole = XCNEWVEC (struct amount *, o.n + 1);
  o.chosen = XCNEWVEC (double *, o.n + 1);
  for (k = 0; k < o.n; k++)
    {
      o.metrics[k] = resolve (d, f->operands[k].name);
      if (o.metrics[k] == NO_METRIC)
	break;
      units[k] = unit_parse (d->t->metrics[o.metrics[k]].unit);
    }
  if (k == o.n && formula_unit (f, units, &unit, d->why) == 0)
    metric = compute (&o, &unit);
  free_operands (&o);
  return metric;
}

/* Add the metric that DEFINITION defines to T: `NAME = EXPRESSION', or the
   name of a metric of READY, which may be NULL, or of T itself.  Return its
   number, or NO_METRIC with the reason in WHY.  */

int
metric_derive (struct tree *t, const char *definition,
	       const struct ready *ready, struct fail *why)
{
  struct derivation d = { t, ready, why, 0 };

  if (!strpbrk (definition, "=("))
    return resolve (&d, definition);
  struct formula *f = formula_parse (definition, why);
  if (!f)
    return NO_METRIC;
  int metric = derive (&d, f);
  formula_free (f);
  return metric;
}
