/* SPDX-License-Identifier: GPL-3.0-or-later */
/* syntax.c: expressions and statements of the two languages.  */

#include "syntax.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Fortran breaks long lines; the part after the break begins with an
   ampersand, so that it may be in the middle of a word.  */
static void
put_broken (struct text *t, const char *text)
{
  enum { WIDTH = 80 };
  size_t left = strlen (text);
  for (; left > WIDTH; left -= WIDTH, text += WIDTH)
    {
      text_put (t, text, WIDTH);
      text_put (t, "&\n&", 3);
    }
  text_put (t, text, left);
}

void
line (struct nest *nest, const char *format, ...)
{
  char *text;
  va_list list;
  va_start (list, format);
  if (vasprintf (&text, format, list) < 0)
    abort ();
  va_end (list);
  text_add (&nest->body, "%*s", 2 * nest->indent, "");
  if (fortran)
    put_broken (&nest->body, text);
  else
    text_put (&nest->body, text, strlen (text));
  text_put (&nest->body, "\n", 1);
  free (text);
}

char *
constant_in (const struct domain *d, long n)
{
  if (fortran)
    return say (n < 0 ? "(%ld_%d)" : "%ld_%d", n, d->bytes);
  if (d->wraps)
    return say (d->bytes == 8 ? "UINT64_C (%ld)" : "%ldu", n);
  return say (n < 0 ? "(%ld%s)" : "%ld%s", n, d->bytes == 8 ? "L" : "");
}

char *
real_in (const struct domain *d, double x)
{
  if (fortran)
    return say (x < 0 ? "(%.8e_%d)" : "%.8e_%d", x, d->bytes);
  return say (x < 0 ? "(%.8e%s)" : "%.8e%s", x, d->bytes == 4 ? "f" : "");
}

char *
convert_to (const struct domain *d, const char *text)
{
  if (fortran)
    return say ("%s (%s, %d)", d->is_float ? "real" : "int", text, d->bytes);
  if (d->is_float)
    return say ("(%s) %s", d->bytes == 4 ? "float" : "double", text);
  return say ("(%s) %s", d->wraps ? d->bytes == 8 ? "uint64_t" : "uint32_t"
			 : d->bytes == 8 ? "long" : "int", text);
}

char *
function_in (const struct domain *d, const char *name, const char *arg)
{
  if (!fortran)
    return say ("%s%s (%s)", name, d->bytes == 4 ? "f" : "", arg);
  if (!strcmp (name, "fabs"))
    return say ("abs (%s)", arg);
  if (!strcmp (name, "floor"))
    return say ("aint (%s)", arg);
  return say ("%s (%s)", name, arg);
}

char *
choose (const char *condition, const char *yes, const char *no)
{
  return fortran ? say ("merge (%s, %s, %s)", yes, no, condition)
		 : say ("(%s ? %s : %s)", condition, yes, no);
}

char *
remainder_in (const struct domain *d, const char *text, long divisor)
{
  return fortran ? say ("mod (%s, %ld_%d)", text, divisor, d->bytes)
		 : say ("(%s %% %ld)", text, divisor);
}

void
open_if (struct nest *nest, const char *condition, bool unlikely)
{
  if (fortran)
    line (nest, "if (%s) then", condition);
  else if (unlikely)
    line (nest, "if (__builtin_expect (%s, 0)) {", condition);
  else
    line (nest, "if (%s) {", condition);
  nest->indent++;
}

void
open_else (struct nest *nest)
{
  nest->indent--;
  line (nest, fortran ? "else" : "} else {");
  nest->indent++;
}

void
close_if (struct nest *nest)
{
  nest->indent--;
  line (nest, fortran ? "end if" : "}");
}

void
open_switch (struct nest *nest, const char *value)
{
  line (nest, fortran ? "select case (%s)" : "switch (%s) {", value);
}

void
open_case (struct nest *nest, int value)
{
  line (nest, fortran ? "case (%d)" : "case %d:", value);
  nest->indent++;
}

void
open_default (struct nest *nest)
{
  line (nest, fortran ? "case default" : "default:");
  nest->indent++;
}

void
close_case (struct nest *nest, bool falls_through)
{
  if (!fortran && !falls_through)
    line (nest, "break;");
  nest->indent--;
}

void
close_switch (struct nest *nest)
{
  line (nest, fortran ? "end select" : "}");
}

void
assign (struct nest *nest, const char *to, const char *value)
{
  line (nest, fortran ? "%s = %s" : "%s = %s;", to, value);
}
