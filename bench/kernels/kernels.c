/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kernels.c: the C kernels; see bench.h.

   A scalar that changes with every repetition keeps the compiler from
   taking the repetitions together.  */

#include "bench.h"
#include <math.h>

KERNEL double
triad (int reps, int n, double *restrict a, const double *restrict b,
       const double *restrict c, double s)
{
  for (int r = 0; r < reps; r++, s += 1e-9)
    for (int i = 0; i < n; i++)
      a[i] = b[i] + s * c[i];
  return s;
}

KERNEL void
daxpy (int reps, int n, double *restrict y, const double *restrict x, double s)
{
  for (int r = 0; r < reps; r++, s = -s)
    for (int i = 0; i < n; i++)
      y[i] += s * x[i];
}

KERNEL double
dot (int reps, int n, const double *x, const double *y)
{
  double sum = 0;

  for (int r = 0; r < reps; r++, sum *= 0.5)
    for (int i = 0; i < n; i++)
      sum += x[i] * y[i];
  return sum;
}

KERNEL double
reduction (int reps, int n, const double *x)
{
  double sum = 0;

  for (int r = 0; r < reps; r++, sum *= 0.5)
    for (int i = 0; i < n; i++)
      sum += x[i];
  return sum;
}

KERNEL void
matmul_ijk (int reps, int n, double *restrict c, const double *restrict a,
	    const double *restrict b)
{
  for (int r = 0; r < reps; r++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
	{
	  double sum = 0;

	  for (int k = 0; k < n; k++)
	    sum += a[i * n + k] * b[k * n + j];
	  c[i * n + j] = sum;
	}
}

KERNEL void
matmul_ikj (int reps, int n, double *restrict c, const double *restrict a,
	    const double *restrict b)
{
  double s = 1;

  for (int r = 0; r < reps; r++, s = -s)
    for (int i = 0; i < n; i++)
      for (int k = 0; k < n; k++)
	{
	  double t = s * a[i * n + k];

	  for (int j = 0; j < n; j++)
	    c[i * n + j] += t * b[k * n + j];
	}
}

KERNEL void
matmul_jki (int reps, int n, double *restrict c, const double *restrict a,
	    const double *restrict b)
{
  double s = 1;

  for (int r = 0; r < reps; r++, s = -s)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
	{
	  double t = s * b[k * n + j];

	  for (int i = 0; i < n; i++)
	    c[i * n + j] += t * a[i * n + k];
	}
}

KERNEL void
stencil1 (int reps, int n, double *restrict o, const double *restrict a,
	  double s)
{
  for (int r = 0; r < reps; r++, s += 1e-9)
    for (int i = 1; i < n - 1; i++)
      o[i] = s * (a[i - 1] + a[i] + a[i + 1]);
}

KERNEL void
stencil2 (int reps, int n, double *restrict o, const double *restrict a,
	  double s)
{
  for (int r = 0; r < reps; r++, s += 1e-9)
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
	o[i * n + j] = s * (a[i * n + j] + a[i * n + j - 1] + a[i * n + j + 1]
			    + a[(i - 1) * n + j] + a[(i + 1) * n + j]);
}

KERNEL void
stencil3 (int reps, int n, double *restrict o, const double *restrict a,
	  double s)
{
  for (int r = 0; r < reps; r++, s += 1e-9)
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
	for (int k = 1; k < n - 1; k++)
	  {
	    int m = (i * n + j) * n + k;

	    o[m] = a[m] + s * (a[m - 1] + a[m + 1] + a[m - n] + a[m + n]
			       + a[m - n * n] + a[m + n * n]);
	  }
}

KERNEL void
spmv (int reps, int n, double *restrict y, const int *restrict row,
      const int *restrict col, const double *restrict v,
      const double *restrict x, double s)
{
  for (int r = 0; r < reps; r++, s = -s)
    for (int i = 0; i < n; i++)
      {
	double sum = 0;

	for (int k = row[i]; k < row[i + 1]; k++)
	  sum += v[k] * x[col[k]];
	y[i] = s * sum;
      }
}

KERNEL double
gather (int reps, int n, const int *restrict ix, const double *restrict x)
{
  double sum = 0;

  for (int r = 0; r < reps; r++, sum *= 0.5)
    for (int i = 0; i < n; i++)
      sum += x[ix[i]];
  return sum;
}

KERNEL void
histogram (int reps, int n, int *restrict h, const int *restrict ix)
{
  for (int r = 0; r < reps; r++)
    for (int i = 0; i < n; i++)
      h[ix[i]]++;
}

KERNEL void
sqrtdiv (int reps, int n, double *restrict o, const double *restrict a,
	 const double *restrict b, double s)
{
  for (int r = 0; r < reps; r++, s += 1e-9)
    for (int i = 0; i < n; i++)
      o[i] = sqrt (a[i] + s) / b[i];
}

KERNEL double
chase (int reps, const struct node *head)
{
  double sum = 0;

  for (int r = 0; r < reps; r++)
    for (const struct node *p = head; p; p = p->next)
      sum += p->value;
  return sum;
}

/* A decimation in time over pairs at distance N / 2; the twiddle factors
   have length one, the scale keeps values in range.  */
KERNEL void
butterfly (int reps, int n, double *restrict re, double *restrict im,
	   const double *restrict wr, const double *restrict wi)
{
  int half = n / 2;

  for (int r = 0; r < reps; r++)
    for (int i = 0; i < half; i++)
      {
	double tr = wr[i] * re[i + half] - wi[i] * im[i + half];
	double ti = wr[i] * im[i + half] + wi[i] * re[i + half];

	re[i + half] = 0.7 * (re[i] - tr);
	im[i + half] = 0.7 * (im[i] - ti);
	re[i] = 0.7 * (re[i] + tr);
	im[i] = 0.7 * (im[i] + ti);
      }
}

KERNEL void
horner (int reps, int n, double *restrict o, const double *restrict x,
	const double *restrict c, int degree)
{
  for (int r = 0; r < reps; r++)
    for (int i = 0; i < n; i++)
      {
	double p = c[degree];

	for (int d = degree - 1; d >= 0; d--)
	  p = p * x[i] + c[d];
	o[i] = p;
      }
}

/* Livermore kernel 5: each element waits for the one before it.  */
KERNEL void
recurrence (int reps, int n, double *x, const double *restrict y,
	    const double *restrict z)
{
  for (int r = 0; r < reps; r++)
    for (int i = 1; i < n; i++)
      x[i] = z[i] * (y[i] - x[i - 1]);
}

KERNEL unsigned
hash (int reps, int n, const unsigned *key)
{
  unsigned h = 2166136261u;

  for (int r = 0; r < reps; r++)
    for (int i = 0; i < n; i++)
      {
	h ^= key[i];
	h *= 16777619u;
	h ^= h >> 15;
      }
  return h;
}

/* Upper case.  */
KERNEL void
bytes (int reps, int n, unsigned char *restrict o,
       const unsigned char *restrict a)
{
  for (int r = 0; r < reps; r++)
    for (int i = 0; i < n; i++)
      o[i] = a[i] >= 'a' && a[i] <= 'z' ? (unsigned char) (a[i] ^ 32) : a[i];
}
