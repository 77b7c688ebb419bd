/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stencil.c: kernels that look at neighbours, in one, two and three
   dimensions, of reals and of bytes; see bench.h.  */

#include "bench.h"

KERNEL void
stencil1 (REPEAT, double *restrict o, const double *restrict a, double s)
{
  for (int r = 0; r < reps; r++, s += 1e-9)
    {
      for (int i = 1; i < n - 1; i++)
	o[i] = s * (a[i - 1] + a[i] + a[i + 1]);
      NEXT (o), NEXT (a);
    }
}

KERNEL void
stencil2 (REPEAT, double *restrict o, const double *restrict a, double s)
{
  for (int r = 0; r < reps; r++, s += 1e-9)
    {
      for (int i = 1; i < n - 1; i++)
	for (int j = 1; j < n - 1; j++)
	  o[i * n + j] = s * (a[i * n + j]
			      + a[i * n + j - 1] + a[i * n + j + 1]
			      + a[(i - 1) * n + j] + a[(i + 1) * n + j]);
      NEXT (o), NEXT (a);
    }
}

KERNEL void
stencil3 (REPEAT, double *restrict o, const double *restrict a, double s)
{
  for (int r = 0; r < reps; r++, s += 1e-9)
    {
      for (int i = 1; i < n - 1; i++)
	for (int j = 1; j < n - 1; j++)
	  for (int k = 1; k < n - 1; k++)
	    {
	      int m = (i * n + j) * n + k;

	      o[m] = a[m] + s * (a[m - 1] + a[m + 1] + a[m - n] + a[m + n]
				 + a[m - n * n] + a[m + n * n]);
	    }
      NEXT (o), NEXT (a);
    }
}

/* A box inside of a cube, its rows counted in a local array, for any number of
   dimensions.  */
KERNEL void
boxes (REPEAT, double *restrict o, const double *restrict a, double s)
{
  const int skip[4] = { 0, n, 3 * n, 0 };
  int i[4] = { 0 };

  for (int r = 0; r < reps; r++)
    {
      int m = (n + 1) * n + 1;

      for (int row = 0; row < (n - 2) * (n - 2); row++)
	{
	  int d = 1;

	  for (int k = 0; k < n - 2; k++)
	    o[m + k] += s * a[m + k];
	  while (d < 3 && i[d] == n - 3)
	    i[d++] = 0;
	  i[d]++;
	  m += skip[d];
	}
      NEXT (o), NEXT (a);
    }
}

/* Gauss-Seidel: in place, so that half the neighbours are new.  */
KERNEL void
seidel (REPEAT, double *a, double s)
{
  for (int r = 0; r < reps; r++)
    {
      for (int i = 1; i < n - 1; i++)
	for (int j = 1; j < n - 1; j++)
	  a[i * n + j] = s * (a[i * n + j - 1] + a[i * n + j + 1]
			      + a[(i - 1) * n + j] + a[(i + 1) * n + j]);
      NEXT (a);
    }
}

/* Nine points of a picture, weighted.  */
KERNEL void
blur (REPEAT, unsigned char *restrict o, const unsigned char *restrict a)
{
  for (int r = 0; r < reps; r++)
    {
      for (int i = 1; i < n - 1; i++)
	for (int j = 1; j < n - 1; j++)
	  {
	    const unsigned char *p = a + i * n + j;

	    o[i * n + j] = (p[-n - 1] + 2 * p[-n] + p[-n + 1]
			    + 2 * p[-1] + 4 * p[0] + 2 * p[1]
			    + p[n - 1] + 2 * p[n] + p[n + 1] + 8) >> 4;
	  }
      NEXT (o), NEXT (a);
    }
}

/* A generation of Conway's game of life.  */
KERNEL void
life (REPEAT, unsigned char *restrict o, const unsigned char *restrict a)
{
  for (int r = 0; r < reps; r++)
    {
      for (int i = 1; i < n - 1; i++)
	for (int j = 1; j < n - 1; j++)
	  {
	    const unsigned char *p = a + i * n + j;
	    int around = p[-n - 1] + p[-n] + p[-n + 1] + p[-1] + p[1]
			 + p[n - 1] + p[n] + p[n + 1];

	    o[i * n + j] = around == 3 || (around == 2 && p[0]);
	  }
      NEXT (o), NEXT (a);
    }
}
