/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Formulas of derived metrics.  memlb-metric(1) has the grammar.

   A value that is not known is NaN: what is computed from it is not known
   either, and neither is a quotient by zero.  */

#ifndef MEMLB_TOOLS_FORMULA_H
#define MEMLB_TOOLS_FORMULA_H

#include <stdbool.h>
#include <stddef.h>
#include "msg.h"
#include "unit.h"

/* How the values of a metric in parts of a scope make that of the scope.  */
enum metric_kind
{
  KIND_NONE,		/* they do not */
  KIND_SUM,
  KIND_MIN,
  KIND_MAX,
  KIND_MEAN,		/* by a weight, another metric, or all alike */
  KIND_RATIO,		/* computed again from the parts of the formula */
  KIND_LOW, KIND_HIGH	/* ends of an interval around another metric */
};

/* Of which scope an operand's value is taken.  */
enum selector
{
  SELECT_SELF,
  SELECT_OWN,		/* without the scopes inside */
  SELECT_TOTAL,		/* the program */
  SELECT_PARENT,
  SELECT_MODULE, SELECT_FILE, SELECT_PROCEDURE, SELECT_LOOP
};

/* A metric that a formula names.  */
struct operand
{
  char *name;
  enum selector where;
};

enum term_op
{
  T_NUMBER, T_OPERAND,
  T_ADD, T_SUBTRACT, T_MULTIPLY, T_DIVIDE, T_NEGATE, T_NOT,
  T_LESS, T_LESS_EQUAL, T_GREATER, T_GREATER_EQUAL, T_EQUAL, T_UNEQUAL,
  T_AND, T_OR, T_IF,
  T_MIN, T_MAX, T_SUM, T_MEAN, T_SQRT, T_ABS, T_KNOWN, T_DEFAULT
};

/* One node of a formula's tree; its arguments are FIRST and the chain of NEXT
   behind that, by number, -1 for none.  */
struct term
{
  enum term_op op;
  double number;
  size_t operand;
  int first, next;
};

/* NAME [UNIT, KIND] = EXPRESSION.  */
struct formula
{
  char *name;
  char *unit;			/* declared, else NULL */
  enum metric_kind kind;	/* declared, else KIND_NONE */
  char *text;			/* the expression */
  struct term *terms;
  size_t n_terms;
  int root;
  struct operand *operands;
  size_t n_operands;
};

struct formula *formula_parse (const char *text, struct fail *why);
struct formula *formula_parse_expression (const char *name, const char *text,
					  struct fail *why);
void formula_free (struct formula *f);

double formula_value (const struct formula *f, const double *operands);
bool formula_known_p (const struct formula *f, const double *operands);
int formula_unit (const struct formula *f, const struct unit *operands,
		  struct unit *unit, struct fail *why);
enum metric_kind formula_kind (const struct formula *f,
			       const enum metric_kind *operands,
			       bool *linear);

const char *kind_name (enum metric_kind kind);
enum metric_kind kind_parse (const char *text, char **weight);

#endif /* MEMLB_TOOLS_FORMULA_H */
