/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Units of metrics and their algebra: B / s is B/s, s * s is s^2, and s + B
   is nothing.

   Known weakness: symbols are only names.  ms and s differ by a factor of
   1,000 as much as cycles and s do by the clock rate, but none is known.  */

#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "xalloc.h"

const struct unit unit_unknown = { .unknown = true };
const struct unit unit_any = { .any = true };
const struct unit unit_one = { 0 };

/* Multiply U by the symbol of LENGTH bytes at SYMBOL to the power of
   HALVES / 2.  What cannot be told is unknown.  */

static void
multiply (struct unit *u, const char *symbol, size_t length, int halves)
{
  int i = 0;

  if (length == 1 && *symbol == '1')
    return;
  while (i < u->n && (strncmp (u->factor[i].symbol, symbol, length) != 0
		      || u->factor[i].symbol[length]))
    i++;
  if (i == u->n)
    {
      if (i == UNIT_FACTORS || length >= UNIT_SYMBOL || !length)
	{
	  *u = unit_unknown;
	  return;
	}
      memcpy (u->factor[i].symbol, symbol, length);
      u->factor[i].symbol[length] = '\0';
      u->factor[i].halves = 0;
      u->n++;
    }
  u->factor[i].halves += halves;
  if (!u->factor[i].halves)
    u->factor[i] = u->factor[--u->n];
  else if (abs (u->factor[i].halves) > 40)
    *u = unit_unknown;
}

/* The unit written as TEXT: symbols joined by * and /, each with an exponent
   behind ^ if it has one.  NULL and an empty text: unknown.  */

struct unit
unit_parse (const char *text)
{
  struct unit u = unit_one;
  int sign = 1;

  if (!text || !*text)
    return unit_unknown;
  for (;;)
    {
      size_t length = strcspn (text, "*/^");
      double power = 1;
      const char *end = text + length;
      if (*end == '^')
	{
	  char *after;
	  power = strtod (end + 1, &after);
	  if (after == end + 1 || !(power >= -20 && power <= 20)
	      || (int) (2 * power) != 2 * power)
	    return unit_unknown;
	  end = after;
	}
      multiply (&u, text, length, sign * (int) (2 * power));
      if (u.unknown || !*end)
	return u;
      if (*end != '*' && *end != '/')
	return unit_unknown;
      sign = *end == '/' ? -1 : 1;
      text = end + 1;
    }
}

/* Append the factors of U to OUT, those of positive exponents or the
   others.  Return how many.  */

static int
print_factors (FILE *out, const struct unit *u, bool positive)
{
  int n = 0;

  for (int i = 0; i < u->n; i++)
    if ((u->factor[i].halves > 0) == positive)
      {
	int halves = abs (u->factor[i].halves);
	if (!positive)
	  putc ('/', out);
	else if (n)
	  putc ('*', out);
	fputs (u->factor[i].symbol, out);
	if (halves != 2)
	  fprintf (out, "^%g", halves / 2.0);
	n++;
      }
  return n;
}

/* U as text, to be freed; NULL when it is unknown.  */

char *
unit_text (const struct unit *u)
{
  char *text = NULL;
  size_t size = 0;

  if (u->unknown)
    return NULL;
  FILE *out = open_memstream (&text, &size);
  if (!out)
    return NULL;
  if (!print_factors (out, u, true))
    putc ('1', out);
  print_factors (out, u, false);
  fclose (out);
  return text;
}

/* True unless A and B are known to differ.  */

bool
unit_same_p (const struct unit *a, const struct unit *b)
{
  if (a->unknown || b->unknown || a->any || b->any)
    return true;
  struct unit quotient = unit_product (a, b, -1);
  return quotient.unknown || !quotient.n;
}

/* A * B, or A / B if SIGN is -1.  */

struct unit
unit_product (const struct unit *a, const struct unit *b, int sign)
{
  struct unit u = *a;

  if (a->unknown || b->unknown)
    return unit_unknown;
  for (int i = 0; i < b->n && !u.unknown; i++)
    multiply (&u, b->factor[i].symbol, strlen (b->factor[i].symbol),
	      sign * b->factor[i].halves);
  u.any = a->any && b->any;
  return u;
}

/* The square root of A.  */

struct unit
unit_root (const struct unit *a)
{
  struct unit u = *a;

  for (int i = 0; i < u.n; i++)
    {
      if (u.factor[i].halves % 2)
	return unit_unknown;
      u.factor[i].halves /= 2;
    }
  return u;
}
