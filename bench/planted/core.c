/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Planted: the core limits evaluate.  It divides and takes roots of what is always
   in the first-level cache.  */

#include <stdio.h>
#include <math.h>
static double x[512], y[512];
__attribute__ ((noinline)) static void evaluate (void)
{
  for (int r = 0; r < 50; r++)
    for (int i = 0; i < 512; i++)
      y[i] = sqrt (x[i] * 1.0001 + 2) / (1.5 + sqrt (x[i] + 1));
}
__attribute__ ((noinline)) static void fill (void)
{
  for (int i = 0; i < 512; i++)
    x[i] = i;
}
int main (void)
{
  fill ();
  for (int s = 0; s < 3000; s++)
    evaluate ();
  printf ("%g\n", y[5]);
}
