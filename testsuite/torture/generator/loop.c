/* SPDX-License-Identifier: GPL-3.0-or-later */
/* loop.c: random loops: upwards, downwards, with strides, over triangles,
   while and do-while loops, along pointers, with limits that were loaded.  */

#include "syntax.h"

/* A limit of a loop and the range of its values.  */
struct limit
{
  char *text;
  long least, most;
};

struct loop
{
  struct limit low;		/* the first value */
  struct limit high;		/* one more than the last */
  long step;
  int number;
  char *name;
};

enum form { UP, DOWN, WHILE, DO_WHILE, ENDLESS, UNTIL_EQUAL, AND_CONDITION,
	    POINTER, POINTER_DOWN, FORMS, FORTRAN_FORMS = UNTIL_EQUAL };

/* A variable of an outer loop, or null.  */
static const struct variable *
outer (struct nest *nest)
{
  return nest->n_variables
	 ? &nest->variables[nest_pick (nest, 0, nest->n_variables - 1)] : 0;
}

static struct limit
pick_low (struct nest *nest)
{
  const struct variable *v = outer (nest);
  if (v && nest_chance (nest, 20))
    return (struct limit) { say ("%s%s", v->is_unsigned ? "(long) " : "",
				 v->name), v->least, v->most };
  long low = nest_chance (nest, 60) ? 0 : nest_pick (nest, 1, 3);
  return (struct limit) { say ("%ld", low), low, low };
}

/* PLAIN: neither negative nor below the low limit of 0.  */
static struct limit
pick_high (struct nest *nest, bool plain)
{
  const struct variable *v = outer (nest);
  long most = nest->n_most;
  if (nest_chance (nest, 25))
    return (struct limit) { say ("%ld", most), most, most };
  if (plain || nest_chance (nest, 50))
    return (struct limit) { say ("n"), 0, most };
  if (v && nest_chance (nest, 50))
    return (struct limit) { say ("%s%s + 1", v->is_unsigned ? "(long) " : "",
				 v->name), v->least + 1, v->most + 1 };
  if (nest_chance (nest, 30))
    {
      struct value bits = bits_of (nest, 7);
      return (struct limit) { fortran ? say ("int (%s, 4)", bits.text)
			      : say ("(int) %s", bits.text), 0, 7 };
    }
  long less = nest_pick (nest, 1, 3);
  return (struct limit) { say ("n - %ld", less), -less, most - less };
}

/* Make the variable of LOOP known to the statements inside.  */
static void
push_variable (struct nest *nest, const struct loop *loop, bool is_unsigned)
{
  long least = loop->low.least, most = loop->high.most - 1;
  if (most < least)
    most = least;
  nest->variables[nest->n_variables++] = (struct variable) {
    .name = loop->name, .least = least, .most = most,
    .is_unsigned = is_unsigned };
}

static void
body (struct nest *nest, int depth, bool may_continue)
{
  bool could_break = nest->may_break, could_continue = nest->may_continue;
  nest->may_break = true;
  nest->may_continue = may_continue;
  nest->indent++;
  if (depth > 1 && nest->n_loops < MAX_VARIABLES)
    {
      if (nest_chance (nest, 40))
	make_statements (nest, 0, nest_pick (nest, 1, 2));
      make_loop (nest, depth - 1);
      if (nest_chance (nest, 40))
	make_statements (nest, 0, nest_pick (nest, 1, 2));
    }
  else
    make_statements (nest, 0, nest_pick (nest, 1, 5));
  nest->indent--;
  nest->may_break = could_break;
  nest->may_continue = could_continue;
}

/* A type for a loop variable of C; unsigned ones only if PLAIN.  */
static const char *
variable_type (struct nest *nest, bool plain, bool *is_unsigned)
{
  static const char *const names[]
    = { "int", "int", "long", "short", "unsigned", "size_t", "uint16_t" };
  int pick = nest_pick (nest, 0, plain ? 6 : 3);
  *is_unsigned = pick == 4 || pick == 5;
  return names[pick];
}

/* An array along which a pointer can walk, or null.  */
static struct array *
walkable (struct nest *nest)
{
  int first = nest_pick (nest, 0, nest->n_arrays - 1);
  for (int i = 0; i < nest->n_arrays; i++)
    {
      struct array *array = &nest->arrays[(first + i) % nest->n_arrays];
      if (array->dims == 1)
	return array;
    }
  return 0;
}

/* for (T *p = a + low; p < a + high; p += step), or downwards by 1.  The
   variable of such a loop is p - a.  */
static void
pointer_loop (struct nest *nest, struct loop *loop, struct array *array,
	      int depth, bool down)
{
  const char *a = array->name, *p = say ("p%d", loop->number);
  const char *type = array->type->c;
  if (array->extent[0] < loop->high.most + loop->step)
    array->extent[0] = loop->high.most + loop->step;
  loop->name = say ("(%s - %s)", p, a);
  push_variable (nest, loop, false);
  nest->variables[nest->n_variables - 1].points = array;
  nest->variables[nest->n_variables - 1].pointer = say ("%s", p);
  if (down)
    {
      line (nest, "for (%s *%s = %s + %s; %s > %s + %s; ) {", type, p, a,
	    loop->high.text, p, a, loop->low.text);
      line (nest, "  %s--;", p);
    }
  else
    line (nest, "for (%s *%s = %s + %s; %s < %s + %s; %s += %ld) {", type, p,
	  a, loop->low.text, p, a, loop->high.text, p, loop->step);
  body (nest, depth, true);
  line (nest, "}");
}

/* A loop of C's that counts.  */
static void
c_loop (struct nest *nest, struct loop *loop, enum form form, bool plain,
	int depth)
{
  bool is_unsigned;
  const char *type = variable_type (nest, plain && form != DOWN, &is_unsigned);
  const char *i = loop->name, *low = loop->low.text, *high = loop->high.text;
  char *head = say ("for (%s %s = %s; %s", type, i, low, i);
  long step = loop->step;
  if (form == AND_CONDITION)
    high = say ("%s && !(%s)", high, condition (nest, 0));
  push_variable (nest, loop, is_unsigned);
  switch (form)
    {
    case DOWN:
      line (nest, "for (%s %s = %s - 1; %s >= %s; %s -= %ld) {", type, i, high,
	    i, low, i, step);
      break;
    case ENDLESS:
      line (nest, "for (%s %s = %s;; %s += %ld) {", type, i, low, i, step);
      line (nest, "  if (%s >= %s) break;", i, high);
      break;
    case UNTIL_EQUAL:
      line (nest, "%s != %s; %s++) {", head, high, i);
      break;
    case WHILE:
      line (nest, "%s %s = %s;", type, i, low);
      line (nest, "while (%s < %s) {", i, high);
      break;
    case DO_WHILE:
      line (nest, "%s %s = %s;", type, i, low);
      line (nest, "do {");
      break;
    default:
      line (nest, "%s < %s; %s += %ld) {", head, high, i, step);
    }
  bool counts_last = form == WHILE || form == DO_WHILE;
  body (nest, depth, !counts_last);
  if (counts_last)
    line (nest, "  %s += %ld;", i, step);
  if (form == DO_WHILE)
    line (nest, "} while (%s < %s);", i, high);
  else
    line (nest, "}");
}

static void
fortran_loop (struct nest *nest, struct loop *loop, enum form form, int depth)
{
  const char *i = loop->name, *low = loop->low.text, *high = loop->high.text;
  text_add (&nest->declarations, "  integer(%d) :: %s\n",
	    nest_chance (nest, 70) ? 4 : 8, i);
  push_variable (nest, loop, false);
  if (form == UP && loop->step == 1)
    line (nest, "do %s = %s, %s - 1", i, low, high);
  else if (form == UP)
    line (nest, "do %s = %s, %s - 1, %ld", i, low, high, loop->step);
  else if (form == DOWN)
    line (nest, "do %s = %s - 1, %s, %ld", i, high, low, -loop->step);
  else
    line (nest, "%s = %s", i, low);
  if (form == WHILE)
    line (nest, "do while (%s < %s)", i, high);
  else if (form > DOWN)
    line (nest, "do");
  if (form == ENDLESS)
    line (nest, "  if (%s >= %s) exit", i, high);
  body (nest, depth, form <= DOWN);
  if (form > DOWN)
    line (nest, "  %s = %s + %ld", i, i, loop->step);
  if (form == DO_WHILE)
    line (nest, "  if (%s >= %s) exit", i, high);
  line (nest, "end do");
}

void
make_loop (struct nest *nest, int depth)
{
  enum form form = nest_chance (nest, 45) ? UP
		   : nest_pick (nest, 0, (fortran ? FORTRAN_FORMS : FORMS) - 1);
  bool plain = nest_chance (nest, 40) || form >= UNTIL_EQUAL;
  int scope = nest->n_variables;
  struct array *array = form >= POINTER ? walkable (nest) : 0;
  if (form >= POINTER && !array)
    form = UP;
  struct loop loop = { .number = nest->n_loops++ };
  loop.name = say ("i%d", loop.number);
  loop.low = form == UNTIL_EQUAL || form == POINTER_DOWN
	     ? (struct limit) { say ("0"), 0, 0 } : pick_low (nest);
  loop.high = pick_high (nest, plain);
  loop.step = nest_chance (nest, 70) ? 1 : nest_pick (nest, 2, 5);
  if (form == DO_WHILE && loop.high.most <= loop.low.most)
    loop.high.most = loop.low.most + 1;
  if (fortran)
    fortran_loop (nest, &loop, form, depth);
  else if (form >= POINTER)
    pointer_loop (nest, &loop, array, depth, form == POINTER_DOWN);
  else
    c_loop (nest, &loop, form, plain, depth);
  nest->n_variables = scope;
}
