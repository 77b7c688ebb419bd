/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pure functions of the mathematical library, with and without errno.  */
/* memlb-note: copy-libm.c:(1[0-9]|2[0-9]):.*.*nest of depth 1 copied */
/* memlb-run: -lm */
/* memlb-executed: 1 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
static double x[300];
__attribute__ ((noinline)) double
roots (const double *x, int n)
{
  double s = 0;
  for (int i = 0; i < n; i++)
    s += sqrt (x[i]);
  return s;
}

__attribute__ ((noinline)) double
waves (const double *x, int n)
{
  double s = 0;
  for (int i = 0; i < n; i++)
    s += sin (x[i]) * exp (-x[i]);
  return s;
}

int
main (void)
{
  for (int i = 0; i < 300; i++)
    x[i] = i * 0.25;
  printf ("%.15g %.15g", roots (x, 300), waves (x, 300));
  x[7] = -1;
  errno = 0;
  double r = roots (x, 300);
  printf (" %d %d\n", isnan (r), errno == EDOM);
}
