/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sparse.c: kernels with indices and links; see bench.h.

   The vectors that are indexed do not move with the blocks: over many blocks
   their indices go everywhere.  */

#include "bench.h"

KERNEL void
spmv (REPEAT, double *restrict y, const int *restrict row,
      const int *restrict col, const double *restrict v,
      const double *restrict x, double s)
{
  for (int r = 0; r < reps; r++, s = -s)
    {
      for (int i = 0; i < n; i++)
	{
	  double sum = 0;

	  for (int k = row[i]; k < row[i + 1]; k++)
	    sum += v[k] * x[col[k]];
	  y[i] = s * sum;
	}
      NEXT (y), NEXT (row), NEXT (col), NEXT (v);
    }
}

/* A sparse triangular system with a unit diagonal: X is read where it was
   written before.  */
KERNEL void
sptrsv (REPEAT, double *x, const int *restrict row, const int *restrict col,
	const double *restrict v, const double *restrict b)
{
  for (int r = 0; r < reps; r++)
    {
      for (int i = 0; i < n; i++)
	{
	  double sum = b[i];

	  for (int k = row[i]; k < row[i + 1]; k++)
	    sum -= v[k] * x[col[k]];
	  x[i] = sum;
	}
      NEXT (x), NEXT (row), NEXT (col), NEXT (v), NEXT (b);
    }
}

KERNEL double
gather (REPEAT, const int *restrict ix, const double *restrict x)
{
  double sum = 0;

  for (int r = 0; r < reps; r++, sum *= 0.5)
    {
      for (int i = 0; i < n; i++)
	sum += x[ix[i]];
      NEXT (ix);
    }
  return sum;
}

KERNEL void
scatter (REPEAT, double *restrict y, const int *restrict ix,
	 const double *restrict x)
{
  for (int r = 0; r < reps; r++)
    {
      for (int i = 0; i < n; i++)
	y[ix[i]] = x[i];
      NEXT (ix), NEXT (x);
    }
}

KERNEL void
histogram (REPEAT, int *restrict h, const int *restrict ix)
{
  for (int r = 0; r < reps; r++)
    {
      for (int i = 0; i < n; i++)
	h[ix[i]]++;
      NEXT (ix);
    }
}

KERNEL double
chase (REPEAT, const struct node *head)
{
  double sum = n;

  for (int r = 0; r < reps; r++)
    {
      for (const struct node *p = head; p; p = p->next)
	sum += p->value;
      NEXT (head);
    }
  return sum;
}
