/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* One nest, many entries: the result is right and the profile is there.
   Arguments: entries, elements.  */

#include <stdio.h>
#include <stdlib.h>

void triad (double *, const double *, const double *, long);

int
main (int argc, char **argv)
{
  long entries = argc > 1 ? atol (argv[1]) : 1000;
  long n = argc > 2 ? atol (argv[2]) : 1000;
  double *a = calloc (n, 8), *b = calloc (n, 8), *c = calloc (n, 8);
  for (long i = 0; i < n; i++)
    b[i] = i, c[i] = 2.5 * i;
  for (long e = 0; e < entries; e++)
    triad (a, b, c, n);
  double sum = 0;
  for (long i = 0; i < n; i++)
    sum += a[i];
  printf ("%.1f\n", sum);
  return sum != 3.5 * n * (n - 1) / 2;
}
