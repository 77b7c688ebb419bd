/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions in sections of their own, of which two have the same name, or a register's.  */
/* memlb-options: -w */
/* memlb-copied: 4 */
/* memlb-run: - */
/* memlb-executed: 4 */
#include <stdio.h>

static double a[1000];

#define SCALE(name, ...)					\
  __attribute__ ((noipa, __VA_ARGS__)) void			\
  name (double *x, long n)					\
  {								\
    for (long i = 0; i < n; i++)				\
      x[i] = x[i] * 2 + 1;					\
  }

SCALE (kept, section ("hot"), retain, used)
SCALE (unkept, section ("hot"))
SCALE (named, section ("rax"))
SCALE (retained, retain, used)

int
main (void)
{
  kept (a, 1000);
  unkept (a, 1000);
  named (a, 1000);
  retained (a, 1000);
  printf ("%g\n", a[9]);
  return 0;
}
