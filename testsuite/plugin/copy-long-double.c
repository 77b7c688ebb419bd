/* SPDX-License-Identifier: GPL-3.0-or-later */
/* x87 registers.  */
/* memlb-run: - */
/* memlb-executed: 1 */
#include <stdio.h>
static long double x[200];
__attribute__ ((noinline)) long double
dot (const long double *x, int n)
{
  long double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i] * x[n - 1 - i];
  return s;
}

int
main (void)
{
  for (int i = 0; i < 200; i++)
    x[i] = 1.0L / (i + 3);
  printf ("%.20Lg\n", dot (x, 200));
}
