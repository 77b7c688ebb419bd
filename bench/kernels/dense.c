/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dense.c: kernels of dense linear algebra; see bench.h.  */

#include "bench.h"
#include <math.h>

KERNEL void
matmul_ijk (REPEAT, double *restrict c, const double *restrict a,
	    const double *restrict b)
{
  for (int r = 0; r < reps; r++)
    {
      for (int i = 0; i < n; i++)
	for (int j = 0; j < n; j++)
	  {
	    double sum = 0;

	    for (int k = 0; k < n; k++)
	      sum += a[i * n + k] * b[k * n + j];
	    c[i * n + j] = sum;
	  }
      NEXT (a), NEXT (b), NEXT (c);
    }
}

KERNEL void
matmul_ikj (REPEAT, double *restrict c, const double *restrict a,
	    const double *restrict b)
{
  double s = 1;

  for (int r = 0; r < reps; r++, s = -s)
    {
      for (int i = 0; i < n; i++)
	for (int k = 0; k < n; k++)
	  {
	    double t = s * a[i * n + k];

	    for (int j = 0; j < n; j++)
	      c[i * n + j] += t * b[k * n + j];
	  }
      NEXT (a), NEXT (b), NEXT (c);
    }
}

KERNEL void
matmul_jki (REPEAT, double *restrict c, const double *restrict a,
	    const double *restrict b)
{
  double s = 1;

  for (int r = 0; r < reps; r++, s = -s)
    {
      for (int j = 0; j < n; j++)
	for (int k = 0; k < n; k++)
	  {
	    double t = s * b[k * n + j];

	    for (int i = 0; i < n; i++)
	      c[i * n + j] += t * a[i * n + k];
	  }
      NEXT (a), NEXT (b), NEXT (c);
    }
}

/* A = L L', by rows: what was computed is read again soon, from DONE, which
   is L unless someone wants to know what that dependence costs.  */
KERNEL void
cholesky (REPEAT, double *l, const double *done, const double *restrict a)
{
  for (int r = 0; r < reps; r++)
    {
      for (int i = 0; i < n; i++)
	for (int j = 0; j <= i; j++)
	  {
	    double sum = a[i * n + j];

	    for (int k = 0; k < j; k++)
	      sum -= done[i * n + k] * done[j * n + k];
	    l[i * n + j] = i == j ? sqrt (sum) : sum / done[j * n + j];
	  }
      NEXT (l), NEXT (done), NEXT (a);
    }
}

/* Elimination without pivoting, on a copy that is scaled with S.  */
KERNEL void
lu (REPEAT, double *restrict l, const double *restrict a, double s)
{
  for (int r = 0; r < reps; r++, s = -s)
    {
      for (int i = 0; i < n * n; i++)
	l[i] = s * a[i];
      for (int k = 0; k < n - 1; k++)
	for (int i = k + 1; i < n; i++)
	  {
	    double t = l[i * n + k] /= l[k * n + k];

	    for (int j = k + 1; j < n; j++)
	      l[i * n + j] -= t * l[k * n + j];
	  }
      NEXT (l), NEXT (a);
    }
}
