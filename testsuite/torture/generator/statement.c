/* SPDX-License-Identifier: GPL-3.0-or-later */
/* statement.c: random statements in a loop.  */

#include "syntax.h"

static void
make_store (struct nest *nest)
{
  struct array *array = pick_array (nest, true);
  char *to = element (nest, array);
  const struct domain *d = nest_chance (nest, 60) ? domain_of (array->type)
						  : domain_pick (nest);
  struct value v = expression (nest, d, nest_pick (nest, 0, 3));
  assign (nest, to, converted (&v, d, array->type, FLOAT_MOST));
}

/* An element that changes by what it was: a recurrence if the subscript does
   not vary, a histogram if it was gathered.  */
static void
make_update (struct nest *nest)
{
  struct array *array = pick_array (nest, true);
  const struct type *type = array->type;
  char *to = element (nest, array);
  const struct domain *d = domain_of (type);
  struct value e = expression (nest, d, nest_pick (nest, 0, 2));
  if (!fortran && !type->is_float && (type->is_unsigned || type->bytes < 4)
      && nest_chance (nest, 60))
    {
      line (nest, "%s %c= %s;", to, "+-^|&"[nest_pick (nest, 0, 4)],
	    converted (&e, d, type, 0));
      return;
    }
  struct value v = sum_of (nest, d, taken_element (array, to, d), e);
  assign (nest, to, converted (&v, d, type, FLOAT_MOST));
}

/* An element computed from its neighbour, so that the loop has to go in
   order.  */
static void
make_recurrence (struct nest *nest)
{
  struct array *array = pick_array (nest, true);
  if (array->dims != 1 || !nest->n_variables)
    return make_update (nest);
  const struct variable *v = &nest->variables[nest->n_variables - 1];
  long distance = nest_pick (nest, 1, 4);
  bool forwards = nest_chance (nest, 70);
  long low = fortran ? array->low[0] : 0;
  const char *format = fortran ? "%s(%s + (%ld))" : "%s[%s + %ld]";
  const char *name = v->is_unsigned ? say ("(long) %s", v->name) : v->name;
  char *to = say (format, array->name, name, low + (forwards ? distance : 0));
  char *from = say (format, array->name, name, low + (forwards ? 0 : distance));
  if (array->extent[0] <= v->most + distance)
    array->extent[0] = v->most + distance + 1;
  const struct domain *d = domain_of (array->type);
  struct value sum = sum_of (nest, d, taken_element (array, from, d),
			     expression (nest, d, 1));
  assign (nest, to, converted (&sum, d, array->type, FLOAT_MOST));
}

static const struct scalar *
pick_scalar (struct nest *nest)
{
  return &nest->scalars[nest_pick (nest, 0, nest->n_scalars - 1)];
}

/* S = the lesser or greater of S and E.  */
static void
make_extreme (struct nest *nest)
{
  const struct scalar *s = pick_scalar (nest);
  const struct domain *d = domain_of (s->type);
  struct value v = expression (nest, d, 1);
  char *e = converted (&v, d, s->type, FLOAT_MOST);
  bool least = nest_chance (nest, 50);
  if (fortran && nest_chance (nest, 50))
    assign (nest, s->name, say ("%s (%s, %s)", least ? "min" : "max",
				s->name, e));
  else
    {
      open_if (nest, say ("%s %c %s", e, least ? '<' : '>', s->name), false);
      assign (nest, s->name, e);
      close_if (nest);
    }
}

static void
make_sum (struct nest *nest)
{
  const struct scalar *s = pick_scalar (nest);
  const struct domain *d = domain_of (s->type);
  struct value v = expression (nest, d, nest_pick (nest, 0, 2));
  char *e = converted (&v, d, s->type, FLOAT_MOST);
  if (s->type->is_float && nest_chance (nest, 25))
    assign (nest, s->name, say ("%s * %s + %s", s->name, real_in (d, 0.5), e));
  else if (s->type->is_float)
    assign (nest, s->name, say ("%s %c %s", s->name,
				nest_chance (nest, 70) ? '+' : '-', e));
  else if (fortran)
    assign (nest, s->name,
	    say ("mod (%s + %s, %ld_%d)", s->name, e,
		 (long) s->type->fortran_most, s->type->bytes));
  else
    {
      const char *type = s->type->bytes == 8 ? "uint64_t" : "uint32_t";
      assign (nest, s->name,
	      say ("(%s) ((%s) %s %c (%s) (%s))", s->type->c, type, s->name,
		   "+-^*"[nest_pick (nest, 0, 3)], type, e));
    }
}

static void
make_if (struct nest *nest, int depth)
{
  open_if (nest, condition (nest, 1), false);
  make_statements (nest, depth, nest_pick (nest, 1, 2));
  if (nest_chance (nest, 40))
    {
      open_else (nest);
      make_statements (nest, depth, nest_pick (nest, 1, 2));
    }
  close_if (nest);
}

static void
make_switch (struct nest *nest, int depth)
{
  bool may_break = nest->may_break;
  nest->may_break &= fortran;
  open_switch (nest, bits_of (nest, nest_chance (nest, 50) ? 3 : 15).text);
  int cases = nest_pick (nest, 2, 9);
  for (int i = 0; i < cases; i++)
    {
      open_case (nest, i + (i > 3));
      make_statements (nest, depth, 1);
      close_case (nest, nest_chance (nest, 15));
    }
  if (nest_chance (nest, 60))
    {
      open_default (nest);
      make_statements (nest, depth, 1);
      close_case (nest, false);
    }
  close_switch (nest);
  nest->may_break = may_break;
}

/* A condition that holds now and then only.  */
static char *
seldom (struct nest *nest)
{
  const struct domain *d = domain_pick (nest);
  while (d->is_float)
    d = domain_pick (nest);
  const char *e = expression (nest, d, 1).text;
  int mask = nest_chance (nest, 50) ? 63 : 255;
  return fortran ? say ("iand (%s, %s) == %d", e, constant_in (d, mask),
			mask - 3)
		 : say ("(%s & %d) == %d", e, mask, mask - 3);
}

/* Leave the loop, or all loops, on a condition; or go on with the next
   iteration.  */
static void
make_exit (struct nest *nest)
{
  bool out = nest_chance (nest, 40);
  if (!out && !nest->may_break)
    return make_store (nest);
  open_if (nest, nest_chance (nest, 80) ? seldom (nest) : condition (nest, 0),
	   false);
  if (nest_chance (nest, 40))
    make_sum (nest);
  if (out)
    {
      nest->has_exit = true;
      line (nest, fortran ? "go to 100" : "goto done;");
    }
  else
    line (nest, fortran ? "exit" : "break;");
  close_if (nest);
}

static void
make_continue (struct nest *nest)
{
  if (!nest->may_continue)
    return make_sum (nest);
  open_if (nest, condition (nest, 0), false);
  line (nest, fortran ? "cycle" : "continue;");
  close_if (nest);
}

/* A call of a cold function.  */
static void
make_rare (struct nest *nest)
{
  nest->uses_rare = true;
  open_if (nest, seldom (nest), true);
  struct value bits = bits_of (nest, 127);
  if (fortran)
    line (nest, "call rare%d (int (%s, 8))", nest->number, bits.text);
  else
    line (nest, "rare%d (%s);", nest->number, bits.text);
  close_if (nest);
}

static void
make_statement (struct nest *nest, int depth)
{
  nest->statements--;
  int kind = nest_pick (nest, 0, 99);
  if (kind < 36)
    make_store (nest);
  else if (kind < 48)
    make_update (nest);
  else if (kind < 54)
    make_recurrence (nest);
  else if (kind < 68)
    make_sum (nest);
  else if (kind < 72)
    make_extreme (nest);
  else if (kind < 82)
    make_if (nest, depth);
  else if (kind < 86)
    make_switch (nest, depth);
  else if (kind < 91)
    make_exit (nest);
  else if (kind < 93)
    make_continue (nest);
  else if (kind < 95)
    make_rare (nest);
  else if (depth > 0)
    make_loop (nest, depth);
  else
    make_store (nest);
}

void
make_statements (struct nest *nest, int depth, int count)
{
  make_statement (nest, depth);
  while (--count > 0 && nest->statements > 0)
    make_statement (nest, depth);
}
