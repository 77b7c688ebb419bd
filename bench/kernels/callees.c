/* SPDX-License-Identifier: GPL-3.0-or-later */
/* callees.c: what the nests of callers.c call.  */

#include "callees.h"
#include <math.h>
#include <string.h>

/* Blocks of 5 by 5, by columns: as in the sweeps of a block-tridiagonal
   solver.  */

void
copy5 (double *restrict to, const double *restrict from)
{
  for (int i = 0; i < 25; i++)
    to[i] = from[i];
}

/* C -= A B.  */
void
times5 (double *restrict c, const double *restrict a, const double *restrict b)
{
  for (int j = 0; j < 5; j++)
    for (int i = 0; i < 5; i++)
      c[5 * j + i] -= a[i] * b[5 * j] + a[5 + i] * b[5 * j + 1]
		      + a[10 + i] * b[5 * j + 2] + a[15 + i] * b[5 * j + 3]
		      + a[20 + i] * b[5 * j + 4];
}

/* Y -= A X.  */
void
apply5 (double *restrict y, const double *restrict a, const double *restrict x)
{
  for (int i = 0; i < 5; i++)
    y[i] -= a[i] * x[0] + a[5 + i] * x[1] + a[10 + i] * x[2]
	    + a[15 + i] * x[3] + a[20 + i] * x[4];
}

/* C and Y become the solutions of A in the place of the right sides.  */
void
eliminate5 (double *restrict a, double *restrict c, double *restrict y)
{
  for (int k = 0; k < 5; k++)
    {
      double pivot = 1 / a[6 * k];

      for (int j = k + 1; j < 5; j++)
	a[5 * j + k] *= pivot;
      for (int j = 0; j < 5; j++)
	c[5 * j + k] *= pivot;
      y[k] *= pivot;
      for (int i = 0; i < 5; i++)
	if (i != k)
	  {
	    double f = a[5 * k + i];

	    for (int j = k + 1; j < 5; j++)
	      a[5 * j + i] -= f * a[5 * j + k];
	    for (int j = 0; j < 5; j++)
	      c[5 * j + i] -= f * c[5 * j + k];
	    y[i] -= f * y[k];
	  }
    }
}

void
scale8 (double *restrict y, const double *restrict x, double s)
{
  for (int i = 0; i < 8; i++)
    y[i] = s * x[i];
}

void
add8 (double *restrict y, const double *restrict x)
{
  for (int i = 0; i < 8; i++)
    y[i] = .5 * y[i] + x[i];
}

void
blend8 (double *restrict y, const double *restrict x, const double *restrict z)
{
  for (int i = 0; i < 8; i++)
    y[i] = .25 * (y[i] + x[i]) + .125 * z[i];
}

void
cross (double *restrict o, const double *restrict a, const double *restrict b)
{
  o[0] = a[1] * b[2] - a[2] * b[1];
  o[1] = a[2] * b[0] - a[0] * b[2];
  o[2] = a[0] * b[1] - a[1] * b[0];
}

double
product (const double *a, const double *b, int n)
{
  double sum = 0;

  for (int i = 0; i < n; i++)
    sum += a[i] * b[i];
  return sum;
}

double
value_at (double x, const double *c, int degree)
{
  double value = c[degree];

  while (degree-- > 0)
    value = value * x + c[degree];
  return value;
}

void
relax_row (double *row, const double *above, int n)
{
  for (int i = 1; i < n; i++)
    row[i] = .25 * (row[i] + row[i - 1] + above[i] + above[i - 1]);
}

static void
block_product (double *restrict c, const double *restrict a,
	       const double *restrict b, int n)
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      c[i * n + j] = .5 * c[i * n + j] + .01 * product (a + i * n, b, n);
}

void
block_step (double *restrict c, const double *restrict a,
	    const double *restrict b, const int *n)
{
  block_product (c, a, b, *n);
  for (int i = 1; i < *n; i++)
    relax_row (c + i * *n, c + (i - 1) * *n, *n);
}

double
row_times (const int *column, const double *v, const double *x, int n)
{
  double sum = 0;

  for (int i = 0; i < n; i++)
    sum += v[i] * x[column[i]];
  return sum;
}

double
decay (double x)
{
  return x * exp (-x);
}

unsigned
line_sum (unsigned h, const unsigned char *b, int n)
{
  for (int i = 0; i < n; i++)
    h = h * 31 + b[i];
  return h;
}

void
rotate (double *restrict re, double *restrict im, double c, double s)
{
  double t = c * *re - s * *im;

  *im = s * *re + c * *im;
  *re = t;
}

void
least (const double *a, int n, double *result)
{
  double m = a[0];

  for (int i = 1; i < n; i++)
    m = a[i] < m ? a[i] : m;
  *result = m;
}

int
above (const double *a, double limit)
{
  return *a > limit;
}

double
halves (const double *a, int n)
{
  return n > 1 ? halves (a, n / 2) + halves (a + n / 2, n - n / 2) : a[0];
}

void
checked (double *y, double x, int *status)
{
  *status = x < 0;
  *y = sqrt (x);
}

/* Rows of at most 64.  */
void
smooth_row (double *row, int n)
{
  double old[64];

  memcpy (old, row, n * sizeof *row);
  for (int i = 1; i < n - 1; i++)
    row[i] = .25 * old[i - 1] + .5 * old[i] + .25 * old[i + 1];
}

void
shift_row (double *row, int n)
{
  double first = row[0];

  memmove (row, row + 1, (n - 1) * sizeof *row);
  row[n - 1] = first;
}
