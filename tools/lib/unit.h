/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Units of metrics and their algebra.  */

#ifndef MEMLB_TOOLS_UNIT_H
#define MEMLB_TOOLS_UNIT_H

#include <stdbool.h>

enum { UNIT_FACTORS = 6, UNIT_SYMBOL = 24 };

/* A product of symbols with exponents, as in B/s.  No factors: a pure
   number, written 1.  */
struct unit
{
  bool unknown;		/* nothing can be said */
  bool any;		/* a number in a formula: fits every unit */
  int n;
  struct
  {
    char symbol[UNIT_SYMBOL];
    int halves;		/* twice the exponent, never 0 */
  } factor[UNIT_FACTORS];
};

extern const struct unit unit_unknown, unit_any, unit_one;

struct unit unit_parse (const char *text);
char *unit_text (const struct unit *u);
bool unit_same_p (const struct unit *a, const struct unit *b);
struct unit unit_product (const struct unit *a, const struct unit *b,
			  int sign);
struct unit unit_root (const struct unit *a);

#endif /* MEMLB_TOOLS_UNIT_H */
