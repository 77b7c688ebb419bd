/* SPDX-License-Identifier: GPL-3.0-or-later */
/* expression.c: random expressions, subscripts and conditions.

   An expression is computed in a domain: C's unsigned arithmetic, which
   wraps; signed integers, which are reduced where they could overflow; or
   floating point.  */

#include "nest.h"
#include "syntax.h"

static const struct domain domains[] = {
  { false, false, 4, 1e9 },
  { false, false, 8, 1e18 },
  { true, false, 4, 1e30 },
  { true, false, 8, 1e30 },
  { false, true, 4, 0 },
  { false, true, 8, 0 },
};
enum { FORTRAN_DOMAINS = 4, DOMAINS = sizeof domains / sizeof *domains };

const struct domain *
domain_pick (struct nest *nest)
{
  return &domains[nest_pick (nest, 0,
			     (fortran ? FORTRAN_DOMAINS : DOMAINS) - 1)];
}

static const struct domain *
integer_domain (struct nest *nest)
{
  const struct domain *d = domain_pick (nest);
  while (d->is_float)
    d = domain_pick (nest);
  return d;
}

/* The domain in which values of TYPE are usually computed.  */
const struct domain *
domain_of (const struct type *type)
{
  bool wide = type->bytes == 8;
  if (type->is_float)
    return &domains[2 + wide];
  return &domains[wide + (!fortran && type->is_unsigned ? 4 : 0)];
}

/* V with a magnitude of at most LIMIT.  */
static struct value
reduced (struct value v, const struct domain *d, double limit)
{
  if (d->wraps || v.most <= limit)
    return v;
  if (d->is_float)
    v.text = say ("(%s * %s)", v.text, real_in (d, 0.99 * limit / v.most));
  else
    v.text = remainder_in (d, v.text, (long) limit);
  v.most = limit;
  return v;
}

/* How large elements, or scalars if SUM, of TYPE become.  */
static double
magnitude (const struct type *type, bool sum)
{
  if (type->is_float)
    return sum ? FLOAT_SUM_MOST : FLOAT_MOST;
  return fortran ? type->fortran_most : type->c_most;
}

/* TEXT, which has TYPE and a magnitude of MOST, in the domain D.  */
static struct value
taken (const char *text, const struct type *type, double most,
       const struct domain *d)
{
  struct value v = { .most = most };
  if (!type->is_float && !d->is_float && !d->wraps && most > d->limit / 1000)
    {
      v.most = 10007;
      text = remainder_in (domain_of (type), text, 10007);
    }
  /* A negative number has no unsigned one to be converted to.  */
  if (type->is_float && d->wraps)
    text = say ("(int) %s", text);
  v.text = convert_to (d, text);
  return v;
}

/* A term COEFFICIENT * V of a sum; FIRST if nothing precedes it.  */
static void
add_term (struct text *sum, const struct variable *v, long coefficient,
	  bool as_signed)
{
  const char *name = as_signed && v->is_unsigned
		     ? say ("(long) %s", v->name) : v->name;
  const char *sign = coefficient < 0 ? "-" : sum->length ? "+" : "";
  long size = coefficient < 0 ? -coefficient : coefficient;
  text_add (sum, sum->length ? " %s " : "%s", sign);
  if (size != 1)
    text_add (sum, "%ld * ", size);
  text_put (sum, name, __builtin_strlen (name));
}

static void
add_constant (struct text *sum, long n)
{
  if (!sum->length)
    text_add (sum, "%ld", n);
  else if (n)
    text_add (sum, " %s %ld", n < 0 ? "-" : "+", n < 0 ? -n : n);
}

/* A subscript for dimension DIM of ARRAY, whose extent grows for it.  Its
   value lies between 0 and LIMIT for all values of the variables.  */
static char *
affine (struct nest *nest, struct array *array, int dim, long limit)
{
  long low = fortran ? array->low[dim] : 0;
  for (int tries = 0;; tries++)
    {
      static const long usual[] = { 1, 1, 1, 1, 1, 2, -1, 3, -2 };
      int terms = nest->n_variables && tries < 20
		  ? nest_chance (nest, 4) ? 0 : nest_chance (nest, 75) ? 1 : 2
		  : 0;
      struct text sum = { 0 };
      long least = 0, most = 0;
      bool as_signed = terms != 1;
      for (int i = 0; i < terms; i++)
	{
	  /* The innermost loops' variables are the usual ones.  */
	  int last = nest->n_variables - 1;
	  int pick = nest_chance (nest, 60) ? last - i : nest_pick (nest, 0, last);
	  const struct variable *v = &nest->variables[pick < 0 ? 0 : pick];
	  long c = usual[nest_pick (nest, 0, 8)];
	  as_signed |= c < 0;
	  least += c * (c < 0 ? v->most : v->least);
	  most += c * (c < 0 ? v->least : v->most);
	  add_term (&sum, v, c, as_signed || nest_chance (nest, 50));
	}
      long offset = nest_chance (nest, 50) ? 0 : nest_pick (nest, -2, 3);
      if (least + offset < 0)
	offset = -least;
      if (most + offset >= limit)
	continue;
      if (offset < 0 && !as_signed)
	offset = 0;
      add_constant (&sum, offset + low);
      if (most + offset >= array->extent[dim])
	array->extent[dim] = most + offset + 1;
      return sum.bytes;
    }
}

/* An array of NEST that may be read, or if TO_WRITE, written.  */
struct array *
pick_array (struct nest *nest, bool to_write)
{
  for (;;)
    {
      struct array *array
	= &nest->arrays[nest_pick (nest, 0, nest->n_arrays - 1)];
      if (!to_write || !array->cap)
	return array;
    }
}

/* The element of an index array as a subscript of ARRAY; null if NEST has no
   index array.  */
static char *
gathered (struct nest *nest, struct array *array)
{
  for (int i = 0; i < nest->n_arrays; i++)
    {
      struct array *index = &nest->arrays[i];
      if (!index->cap || index == array)
	continue;
      if (array->extent[0] < index->cap)
	array->extent[0] = index->cap;
      char *text = subscript (nest, index);
      return fortran ? say ("%s + (%ld)", text, array->low[0]) : text;
    }
  return 0;
}

/* *P for a pointer that walks ARRAY; null if there is none.  */
static char *
through_pointer (struct nest *nest, struct array *array)
{
  for (int i = nest->n_variables - 1; i >= 0; i--)
    {
      struct variable *v = &nest->variables[i];
      if (v->points != array || !nest_chance (nest, 70))
	continue;
      long offset = nest_chance (nest, 50) ? 0 : nest_pick (nest, -1, 2);
      if (v->least + offset < 0)
	offset = 0;
      if (array->extent[0] <= v->most + offset)
	array->extent[0] = v->most + offset + 1;
      return offset ? say ("%s[%ld]", v->pointer, offset)
		    : say ("*%s", v->pointer);
    }
  return 0;
}

/* An element of ARRAY by affine subscripts.  */
char *
subscript (struct nest *nest, struct array *array)
{
  static const long limits[] = { 0, 1500, 110, 36 };
  struct text t = { 0 };
  text_add (&t, "%s", array->name);
  for (int i = 0; i < array->dims; i++)
    {
      char *index = affine (nest, array, i, limits[array->dims]);
      if (fortran)
	text_add (&t, "%s%s", i ? "," : "(", index);
      else
	text_add (&t, "[%s]", index);
    }
  if (fortran)
    text_add (&t, ")");
  return t.bytes;
}

/* An element of ARRAY, anyhow.  */
char *
element (struct nest *nest, struct array *array)
{
  char *text = through_pointer (nest, array);
  if (text)
    return text;
  if (array->dims == 1 && !array->cap && nest_chance (nest, 20)
      && (text = gathered (nest, array)))
    return say (fortran ? "%s(%s)" : "%s[%s]", array->name, text);
  return subscript (nest, array);
}

/* A constant, a loop variable, a scalar or an element.  */
static struct value
leaf (struct nest *nest, const struct domain *d)
{
  static const struct type index = { .bytes = 8 };
  int kind = nest_pick (nest, 0, 99);
  if (kind < 15)
    {
      long n = nest_pick (nest, d->wraps ? 0 : -20, 50);
      return (struct value) { d->is_float ? real_in (d, n / 8.0)
			      : constant_in (d, n), 50 };
    }
  if (kind < 30 && nest->n_variables)
    {
      const struct variable *v
	= &nest->variables[nest_pick (nest, 0, nest->n_variables - 1)];
      return taken (v->name, &index, 5000, d);
    }
  if (kind < 40)
    {
      const struct scalar *s
	= &nest->scalars[nest_pick (nest, 0, nest->n_scalars - 1)];
      return taken (s->name, s->type, magnitude (s->type, true), d);
    }
  struct array *array = pick_array (nest, false);
  return taken (element (nest, array), array->type,
		magnitude (array->type, false), d);
}

/* TEXT, an element of ARRAY, in the domain D.  */
struct value
taken_element (const struct array *array, const char *text,
	       const struct domain *d)
{
  return taken (text, array->type, magnitude (array->type, false), d);
}

struct value
sum_of (struct nest *nest, const struct domain *d, struct value x,
	struct value y)
{
  if (!d->wraps && x.most + y.most > d->limit)
    x = reduced (x, d, 1000003), y = reduced (y, d, 1000003);
  return (struct value) { say ("(%s %c %s)", x.text,
			       nest_chance (nest, 60) ? '+' : '-', y.text),
			  x.most + y.most };
}

static struct value
product_of (const struct domain *d, struct value x, struct value y)
{
  if (!d->wraps && x.most * y.most > d->limit)
    x = reduced (x, d, 10007), y = reduced (y, d, 10007);
  return (struct value) { say ("(%s * %s)", x.text, y.text),
			  x.most * y.most };
}

/* Division by something of at least 1.  */
static struct value
quotient_of (const struct domain *d, struct value x, struct value y)
{
  if (d->is_float)
    return (struct value) {
      say ("(%s / (%s + %s))", x.text, function_in (d, "fabs", y.text),
	   real_in (d, 1)), x.most };
  const char *bits = fortran ? say ("iand (%s, %s)", y.text, constant_in (d, 7))
		     : say ("(%s & %s)", y.text, constant_in (d, 7));
  return (struct value) {
    say ("(%s / (%s + %s))", x.text, bits, constant_in (d, 1)), x.most };
}

/* The lesser or the greater.  */
static struct value
extreme_of (struct nest *nest, struct value x, struct value y)
{
  bool least = nest_chance (nest, 50);
  if (fortran)
    x.text = say ("%s (%s, %s)", least ? "min" : "max", x.text, y.text);
  else
    x.text = say ("(%s %c %s ? %s : %s)", x.text, least ? '<' : '>', y.text,
		  x.text, y.text);
  x.most = x.most > y.most ? x.most : y.most;
  return x;
}

static struct value
bitwise_of (struct nest *nest, struct value x, struct value y)
{
  static const char *const in_fortran[] = { "iand", "ior", "ieor" };
  static const char in_c[] = "&|^";
  int op = nest_pick (nest, 0, 2);
  double most = x.most > y.most ? x.most : y.most;
  return (struct value) {
    fortran ? say ("%s (%s, %s)", in_fortran[op], x.text, y.text)
    : say ("(%s %c %s)", x.text, in_c[op], y.text), 2 * most + 1 };
}

static struct value
shifted (struct nest *nest, const struct domain *d, struct value x)
{
  int count = nest_pick (nest, 1, 11);
  if (fortran)
    x.text = say ("shifta (%s, %d)", x.text, count);
  else
    x.text = say ("(%s %s %d)", x.text,
		  d->wraps && nest_chance (nest, 50) ? "<<" : ">>", count);
  return x;
}

/* A function of the mathematical library, of an argument that suits it.  */
static struct value
function_of (struct nest *nest, const struct domain *d, struct value x)
{
  static const struct { const char *name; double most; } known[] = {
    { "sqrt", 0 }, { "sqrt", 0 }, { "fabs", 0 }, { "floor", 0 },
    { "sin", 1 }, { "cos", 1 }, { "atan", 2 }, { "exp", 150 }, { "log", 50 },
  };
  int pick = nest_pick (nest, 0, nest_chance (nest, 60) ? 2 : 8);
  const char *name = known[pick].name;
  x = reduced (x, d, pick < 4 ? 1e15 : 1e3);
  const char *argument = x.text;
  if (pick == 7)
    argument = reduced (x, d, 5).text;
  if (pick < 2 || pick == 8)
    argument = say ("%s%s", function_in (d, "fabs", x.text),
		    pick == 8 ? say (" + %s", real_in (d, 1)) : "");
  double most = known[pick].most ? known[pick].most : x.most + 1;
  return (struct value) { function_in (d, name, argument), most };
}

/* A function of the file.  */
static struct value
helped (struct nest *nest, const struct domain *d, struct value x)
{
  static const struct type wide = { .bytes = 8 };
  nest->uses_helper = true;
  x = reduced (x, d, 1000003);
  struct value y = { say (fortran ? "helper%d (int (%s, 8))"
			  : "helper%d (%s)", nest->number, x.text), 3e6 };
  return taken (y.text, &wide, y.most, d);
}

struct value
expression (struct nest *nest, const struct domain *d, int depth)
{
  if (depth <= 0 || nest_chance (nest, 20))
    return leaf (nest, d);
  struct value x = expression (nest, d, depth - 1);
  int op = nest_pick (nest, 0, 99);
  if (op >= 90 && op < 95 && d->is_float)
    return function_of (nest, d, x);
  if (op >= 80 && op < 90 && !d->is_float)
    return shifted (nest, d, x);
  if (op >= 95 && nest->may_call && !d->is_float)
    return helped (nest, d, x);
  struct value y = expression (nest, d, depth - 1);
  if (op < 35)
    return sum_of (nest, d, x, y);
  if (op < 60)
    return product_of (d, x, y);
  if (op < 67)
    return extreme_of (nest, x, y);
  if (op < 73)
    return quotient_of (d, x, y);
  if (op < 80)
    {
      double most = x.most > y.most ? x.most : y.most;
      return (struct value) {
	choose (condition (nest, 0), x.text, y.text), most };
    }
  return d->is_float ? sum_of (nest, d, x, y) : bitwise_of (nest, x, y);
}

/* Some integer from 0 to MASK, which is one less than a power of two.  */
struct value
bits_of (struct nest *nest, int mask)
{
  const struct domain *d = integer_domain (nest);
  const char *text = expression (nest, d, 1).text;
  return (struct value) {
    fortran ? say ("iand (%s, %s)", text, constant_in (d, mask))
    : say ("(%s & %d)", text, mask), mask };
}

char *
condition (struct nest *nest, int depth)
{
  static const char *const in_c[] = { "<", ">", "<=", ">=", "==", "!=" };
  static const char *const in_fortran[] = { "<", ">", "<=", ">=", "==", "/=" };
  if (depth > 0 && nest_chance (nest, 25))
    {
      bool both = nest_chance (nest, 50);
      const char *op = fortran ? (both ? ".and." : ".or.")
		       : both ? "&&" : "||";
      return say ("(%s %s %s)", condition (nest, depth - 1), op,
		  condition (nest, depth - 1));
    }
  if (nest_chance (nest, 25))
    return say ("(%s == %ld)", bits_of (nest, 3).text, nest_pick (nest, 0, 3));
  const struct domain *d = domain_pick (nest);
  int op = nest_pick (nest, 0, nest_chance (nest, 85) ? 3 : 5);
  return say ("(%s %s %s)", expression (nest, d, depth).text,
	      (fortran ? in_fortran : in_c)[op],
	      expression (nest, d, depth).text);
}

/* V of the domain FROM as a value of the type TO, if that is floating-point
   of a magnitude of at most MOST.  */
char *
converted (const struct value *v, const struct domain *from,
	   const struct type *to, double most)
{
  const struct domain *d = domain_of (to);
  struct value x = *v;
  if (to->is_float)
    {
      if (from->wraps)
	x.most = from->bytes == 4 ? 4294967296.0 : 1.9e19;
      x.text = convert_to (d, x.text);
      return reduced (x, d, most).text;
    }
  if (from->is_float)
    {
      x = reduced (x, from, fortran ? FLOAT_MOST : 1e6);
      x.text = fortran ? x.text : say ("(int) (%s)", x.text);
    }
  else if (fortran && x.most > to->fortran_most)
    x = reduced (x, from, to->fortran_most);
  return fortran ? say ("int (%s, %d)", x.text, to->bytes)
		 : say ("(%s) %s%s%s", to->c, from->is_float ? "" : "(",
			x.text, from->is_float ? "" : ")");
}
