/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a formula comes to: its value, its unit, and how its values add up. */

#include "formula.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "xalloc.h"

static const char *const kind_names[]
  = { "none", "sum", "min", "max", "mean", "ratio", "low", "high" };

/* The name of KIND.  */

const char *
kind_name (enum metric_kind kind)
{
  return kind_names[kind];
}

/* The kind that TEXT names, KIND_NONE if none.  `mean(W)', `low(W)' and
   `high(W)' refer to the metric W, whose name goes to *WEIGHT, to be
   freed.  */

enum metric_kind
kind_parse (const char *text, char **weight)
{
  size_t length = text ? strcspn (text, "(") : 0;

  *weight = NULL;
  for (int k = KIND_SUM; text && k <= KIND_HIGH; k++)
    if (strlen (kind_names[k]) == length
	&& strncmp (kind_names[k], text, length) == 0)
      {
	size_t rest = strlen (text + length);
	if (rest > 2 && text[length + rest - 1] == ')')
	  *weight = xstrndup (text + length + 1, rest - 2);
	else if (rest || k >= KIND_LOW)
	  return KIND_NONE;
	return (enum metric_kind) k;
      }
  return KIND_NONE;
}

/* The evaluation of one formula.  */
struct evaluation
{
  const struct formula *f;
  const double *operands;
};

static double value_of (const struct evaluation *e, int t);

/* The value of min or max over T's arguments, or of sum or mean over those
   that are known.  */

static double
value_of_several (const struct evaluation *e, const struct term *t)
{
  double result = NAN;
  int n = 0;

  for (int a = t->first; a >= 0; a = e->f->terms[a].next)
    {
      double x = value_of (e, a);
      if (isnan (x) && (t->op == T_MIN || t->op == T_MAX))
	return NAN;
      if (isnan (x))
	continue;
      if (!n++)
	result = x;
      else if (t->op == T_MIN)
	result = x < result ? x : result;
      else if (t->op == T_MAX)
	result = x > result ? x : result;
      else
	result += x;
    }
  return t->op == T_MEAN && n ? result / n : result;
}

/* A && B or A || B: one of them may decide though the other is not known. */

static double
value_of_logic (enum term_op op, double a, double b)
{
  double decides = op == T_OR;

  if ((!isnan (a) && (a != 0) == decides)
      || (!isnan (b) && (b != 0) == decides))
    return decides;
  return isnan (a) || isnan (b) ? NAN : !decides;
}

static double
value_of_comparison (enum term_op op, double a, double b)
{
  if (isnan (a) || isnan (b))
    return NAN;
  switch (op)
    {
    case T_LESS: return a < b;
    case T_LESS_EQUAL: return a <= b;
    case T_GREATER: return a > b;
    case T_GREATER_EQUAL: return a >= b;
    case T_EQUAL: return a == b;
    default: return a != b;
    }
}

/* OP of one or two known or unknown numbers.  */

static double
value_of_arithmetic (enum term_op op, double a, double b)
{
  switch (op)
    {
    case T_ADD: return a + b;
    case T_SUBTRACT: return a - b;
    case T_MULTIPLY: return a * b;
    case T_DIVIDE: return b == 0 ? NAN : a / b;
    case T_NEGATE: return -a;
    case T_NOT: return isnan (a) ? NAN : a == 0;
    case T_SQRT: return a < 0 ? NAN : sqrt (a);
    case T_ABS: return fabs (a);
    case T_KNOWN: return !isnan (a);
    case T_DEFAULT: return isnan (a) ? b : a;
    case T_AND: case T_OR: return value_of_logic (op, a, b);
    default: return value_of_comparison (op, a, b);
    }
}

/* The value of term number N.  */

static double
value_of (const struct evaluation *e, int n)
{
  const struct term *t = &e->f->terms[n];

  switch (t->op)
    {
    case T_NUMBER: return t->number;
    case T_OPERAND: return e->operands[t->operand];
    case T_MIN: case T_MAX: case T_SUM: case T_MEAN:
      return value_of_several (e, t);
    case T_IF:
      {
	double condition = value_of (e, t->first);
	int yes = e->f->terms[t->first].next;
	return isnan (condition) ? NAN
	       : value_of (e, condition != 0 ? yes : e->f->terms[yes].next);
      }
    default:
      {
	int second = e->f->terms[t->first].next;
	double a = value_of (e, t->first);
	return value_of_arithmetic (t->op, a,
				    second < 0 ? NAN : value_of (e, second));
      }
    }
}

/* The value of F with the values OPERANDS; NaN if it is not known or too
   large for a number.  */

double
formula_value (const struct formula *f, const double *operands)
{
  struct evaluation e = { f, operands };
  double value = value_of (&e, f->root);

  /* A profile's numbers have exponents of two digits.  */
  return fabs (value) < 1e99 ? value : NAN;
}

/* True when enough of term N's operands is known.  */

static bool
term_known_p (const struct evaluation *e, int n)
{
  const struct term *t = &e->f->terms[n];
  bool all = true, some = false;

  if (t->op == T_OPERAND)
    return !isnan (e->operands[t->operand]);
  for (int a = t->first; a >= 0; a = e->f->terms[a].next)
    {
      bool known = term_known_p (e, a);
      all &= known;
      some |= known;
    }
  switch (t->op)
    {
    case T_SUM: case T_MEAN: case T_DEFAULT: return some;
    case T_KNOWN: return true;
    case T_IF: return !isnan (value_of (e, n)) || all;
    case T_AND: case T_OR: return all || !isnan (value_of (e, n));
    default: return all;
    }
}

/* True when F can be computed from OPERANDS, were it not for divisors of
   zero and the like.  */

bool
formula_known_p (const struct formula *f, const double *operands)
{
  struct evaluation e = { f, operands };

  return term_known_p (&e, f->root);
}

/* What is needed to find a formula's unit.  */
struct unit_search
{
  const struct formula *f;
  const struct unit *operands;
  struct fail *why;
  bool failed;
};

/* A and B stand on both sides of a sign: their common unit.  */

static struct unit
common_unit (struct unit_search *s, struct unit a, struct unit b)
{
  if (!unit_same_p (&a, &b) && !s->failed)
    {
      char *x = unit_text (&a), *y = unit_text (&b);
      fail_set (s->why, NULL, 0, "formula of `%.60s' adds or compares %s and "
		"%s; convert one, or give the unit: NAME [UNIT] = ...",
		s->f->name, x, y);
      free (x);
      free (y);
      s->failed = true;
    }
  return a.unknown || a.any ? b : a;
}

/* The unit of term N.  */

static struct unit
unit_of (struct unit_search *s, int n)
{
  const struct term *t = &s->f->terms[n];
  struct unit u = unit_any;
  bool first = true, condition = t->op == T_IF;

  if (t->op == T_NUMBER)
    return unit_any;
  if (t->op == T_OPERAND)
    return s->operands[t->operand];
  for (int a = t->first; a >= 0; a = s->f->terms[a].next)
    {
      struct unit v = unit_of (s, a);
      if (condition)
	condition = false;
      else if (first)
	{
	  u = v;
	  first = false;
	}
      else if (t->op == T_MULTIPLY || t->op == T_DIVIDE)
	u = unit_product (&u, &v, t->op == T_DIVIDE ? -1 : 1);
      else if (t->op != T_AND && t->op != T_OR)
	u = common_unit (s, u, v);
    }
  if (t->op == T_SQRT)
    return unit_root (&u);
  if (t->op == T_NOT || t->op == T_KNOWN || t->op == T_AND || t->op == T_OR
      || (t->op >= T_LESS && t->op <= T_UNEQUAL))
    return unit_one;
  return u;
}

/* Put the unit of F, whose operands have the units OPERANDS, into *UNIT; a
   declared one is taken as it is.  Return 0, or -1 with the reason in WHY
   when F adds what cannot be added.  */

int
formula_unit (const struct formula *f, const struct unit *operands,
	      struct unit *unit, struct fail *why)
{
  struct unit_search s = { f, operands, why, false };

  if (f->unit)
    *unit = unit_parse (f->unit);
  else
    *unit = unit_of (&s, f->root);
  unit->any = false;
  return s.failed ? -1 : 0;
}

/* What a term's values do when scopes are put together.  */
enum addition
{
  A_ZERO,		/* the number 0 */
  A_CONSTANT,		/* the same in every scope */
  A_LINEAR,		/* they add up, and so do their parts */
  A_SUM,		/* they add up, but must be computed in each scope */
  A_RATIO		/* they do not */
};

/* That of an argument list for min, max and so on: they choose among
   amounts, and an amount adds up.  */

static enum addition
add_choice (enum addition a, enum addition b)
{
  if (a == A_RATIO || b == A_RATIO)
    return A_RATIO;
  if (a <= A_CONSTANT && b <= A_CONSTANT)
    return A_CONSTANT;
  /* An amount against a constant other than 0.  */
  return a == A_CONSTANT || b == A_CONSTANT ? A_RATIO : A_SUM;
}

static enum addition
add_two (enum term_op op, enum addition a, enum addition b)
{
  switch (op)
    {
    case T_ADD: case T_SUBTRACT:
      if (a == A_ZERO || b == A_ZERO)
	return a > b ? a : b;
      if ((a == A_CONSTANT) != (b == A_CONSTANT))
	return A_RATIO;
      return a > b ? a : b;
    case T_MULTIPLY:
      return a <= A_CONSTANT ? (b == A_ZERO ? A_CONSTANT : b)
	     : b <= A_CONSTANT ? a : A_RATIO;
    case T_DIVIDE:
      return b <= A_CONSTANT ? a : A_RATIO;
    case T_MIN: case T_MAX: case T_SUM: case T_DEFAULT: case T_IF:
      return add_choice (a, b);
    default:
      return a <= A_CONSTANT && b <= A_CONSTANT ? A_CONSTANT : A_RATIO;
    }
}

/* That of term N with operands of the kinds KINDS.  */

static enum addition
addition_of (const struct formula *f, const enum metric_kind *kinds, int n)
{
  const struct term *t = &f->terms[n];
  int arguments = 0;
  enum addition result = A_CONSTANT;

  if (t->op == T_NUMBER)
    return t->number == 0 ? A_ZERO : A_CONSTANT;
  if (t->op == T_OPERAND)
    {
      enum selector where = f->operands[t->operand].where;
      return where == SELECT_TOTAL ? A_CONSTANT
	     : where == SELECT_SELF && kinds[t->operand] == KIND_SUM
	     ? A_LINEAR : A_RATIO;
    }
  for (int a = t->first; a >= 0; a = f->terms[a].next)
    {
      enum addition x = addition_of (f, kinds, a);
      bool condition = t->op == T_IF && a == t->first;
      if (!condition)
	result = arguments++ ? add_two (t->op, result, x) : x;
    }
  if (arguments == 1 && (t->op == T_MIN || t->op == T_MAX || t->op == T_SUM
			 || t->op == T_ABS))
    return result == A_LINEAR ? A_SUM : result;
  if (arguments == 1 && t->op != T_NEGATE)
    return result <= A_CONSTANT ? A_CONSTANT : A_RATIO;
  /* Chosen among constants by the scope's own values.  */
  return t->op == T_IF && result <= A_CONSTANT ? A_RATIO : result;
}

/* The kind of F with operands of the kinds OPERANDS, unless declared:
   KIND_SUM for amounts, KIND_RATIO for what is computed again in every
   scope.  *LINEAR tells whether computing a sum again gives the sum.  */

enum metric_kind
formula_kind (const struct formula *f, const enum metric_kind *operands,
	      bool *linear)
{
  enum addition a = addition_of (f, operands, f->root);

  *linear = a == A_LINEAR;
  if (f->kind != KIND_NONE)
    return f->kind;
  return a == A_LINEAR || a == A_SUM ? KIND_SUM : KIND_RATIO;
}
