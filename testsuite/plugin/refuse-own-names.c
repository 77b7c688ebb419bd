/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions of the program's own with names of the C library's: their effects are
   not those.  */
/* memlb-plugin: -fplugin-arg-memlb-copies=bound,count,calls */
/* memlb-options: -std=gnu11 -w */
/* memlb-with: own-names.c */
/* memlb-run: - */
#include <stdio.h>
extern void clog (const char *, int);
extern void log (const char *, int);
extern void sincos (const double *, double *, double *);
extern long logged, noted;

__attribute__ ((noipa)) void
logs (const double *x, int n)
{
  for (int i = 0; i < n; i++)
    if (x[i] > 3)
      clog ("large", i);
}

__attribute__ ((noipa)) void
notes (const double *x, int n)
{
  for (int i = 0; i < n; i++)
    if (x[i] < 7)
      log ("small", i);
}

__attribute__ ((noipa)) void
sums (double *x, double *y, double *z, int n)
{
  for (int i = 0; i < n; i++)
    sincos (x + i, y, z);
}

int
main (void)
{
  static double x[100], y[1], z[1];
  for (int i = 0; i < 100; i++)
    x[i] = i;
  for (int i = 0; i < 50; i++)
    {
      logs (x, 100);
      notes (x, 100);
      sums (x, y, z, 100);
    }
  printf ("%ld %ld %g %g\n", logged, noted, y[0], z[0]);
}
