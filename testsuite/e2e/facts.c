/* SPDX-License-Identifier: GPL-3.0-or-later
   Ten kernels whose floating-point operations are counted by hand; the
   program prints what each has done, some lines for code of one kind only.  N is a multiple of
   all vectors, since what remains is no loop.  */

#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define N 1024
/* Two more than a number that all vectors leave one of: GCC 15 computes with
   the unused half of a vector for a remainder of two or three.  */
#define M 35
#define NOIPA __attribute__ ((noipa))

static double x[N], y[N], z[N], matrix[3][M][M];
static float u[M][M], v[M][M], w[N];
static double re[N], im[N];
static double complex p[N], q[N], r[N];
static int rows[M + 1], columns[N], keys[N];

NOIPA void
triad (double *a, const double *b, const double *c, double s, int n)
{
  for (int i = 0; i < n; i++)
    a[i] = b[i] + s * c[i];
}

NOIPA void
dgemm (double (*a)[M], double (*b)[M], double (*c)[M])
{
  for (int i = 0; i < M; i++)
    for (int k = 0; k < M; k++)
      for (int j = 0; j < M; j++)
	a[i][j] += b[i][k] * c[k][j];
}

NOIPA void
stencil (float (*a)[M], float (*b)[M], float s)
{
  for (int i = 1; i < M - 1; i++)
    for (int j = 1; j < M - 1; j++)
      a[i][j] = s * (b[i - 1][j] + b[i + 1][j] + b[i][j - 1] + b[i][j + 1]);
}

/* Butterflies of one step: ten operations each.  */
NOIPA void
fft (double *xr, double *xi, double *yr, double *yi, const double *c,
     const double *s, int n)
{
  for (int i = 0; i < n; i++)
    {
      double tr = yr[i] * c[i] - yi[i] * s[i];
      double ti = yr[i] * s[i] + yi[i] * c[i];
      yr[i] = xr[i] - tr;
      yi[i] = xi[i] - ti;
      xr[i] = xr[i] + tr;
      xi[i] = xi[i] + ti;
    }
}

NOIPA void
spmv (double *a, const double *values, const double *b, const int *row,
      const int *column, int n)
{
  for (int i = 0; i < n; i++)
    {
      double sum = 0;
      for (int k = row[i]; k < row[i + 1]; k++)
	sum += values[k] * b[column[k]];
      a[i] = sum;
    }
}

/* With limited range a product is four multiplications and two sums.  */
NOIPA void
complex_product (double complex *a, const double complex *b,
		 const double complex *c, int n)
{
  for (int i = 0; i < n; i++)
    a[i] = b[i] * c[i];
}

/* Three multiplications and additions.  */
NOIPA void
horner (double *a, const double *b, int n)
{
  for (int i = 0; i < n; i++)
    a[i] = ((b[i] * 0.5 + 0.25) * b[i] + 0.125) * b[i] + 1.0;
}

/* Vectors do both under a mask, where the machine has masks.  */
NOIPA void
masked (double *restrict a, const double *restrict b,
	const double *restrict c, int n)
{
  for (int i = 0; i < n; i++)
    if (b[i] > 0.0)
      a[i] = b[i] * c[i] + a[i];
}

NOIPA long
integer (const int *a, int n)
{
  long sum = 0;
  for (int i = 0; i < n; i++)
    sum += a[i] * 3 + (a[i] >> 2);
  return sum;
}

/* One of single and three of double precision, two of them divisions.  */
NOIPA void
mixed (double *a, const float *b, const double *c, int n)
{
  for (int i = 0; i < n; i++)
    {
      double wide = b[i] * 0.5f;
      a[i] = __builtin_sqrt (c[i]) / (wide + 2.0);
    }
}

static void
fill (void)
{
  for (int i = 0; i < N; i++)
    {
      x[i] = 1 + i % 7;
      y[i] = i % 3 - 1;
      z[i] = 0.5 * (i % 5) + 1;
      w[i] = (float) (i % 11);
      re[i] = i % 13;
      im[i] = i % 17;
      p[i] = i % 3 + 1.0 * I;
      q[i] = 0.5 - i % 5 * I;
      columns[i] = i * 7 % N;
      keys[i] = i;
    }
  for (int i = 0; i <= M; i++)
    rows[i] = i * i * (N - 1) / (M * M);
}

int
main (void)
{
  static double a[N], b[N];
  double d = N, positive = 0;

  fill ();
  for (int i = 0; i < N; i++)
    positive += y[i] > 0;
  triad (a, x, y, 3.0, N);
  printf ("triad flops %g bytes-read %g bytes-written %g\n", 2 * d, 16 * d,
	  8 * d);
  dgemm (matrix[0], matrix[1], matrix[2]);
  printf ("dgemm flops %g flops-double %g\n", 2.0 * M * M * M,
	  2.0 * M * M * M);
  stencil (u, v, 0.25f);
  d = (M - 2.0) * (M - 2.0);
  printf ("stencil flops %g flops-single %g bytes-written %g\n", 4 * d, 4 * d,
	  4 * d);
  fft (re, im, a, b, x, z, N);
  printf ("fft flops %g flops-double %g\n", 10.0 * N, 10.0 * N);
  spmv (a, x, y, rows, columns, M);
  printf ("spmv flops %g\n", 2.0 * rows[M]);
  complex_product (r, p, q, N);
  printf ("complex_product scalar flops %g bytes-read %g\n", 6.0 * N, 32.0 * N);
  horner (a, x, N);
  printf ("horner flops %g flops-double %g\n", 6.0 * N, 6.0 * N);
  masked (a, y, z, N);
  printf ("masked branches flops %g\n", 2 * positive);
  printf ("masked masks flops %g bytes-masked %g\n", 2.0 * N, 24.0 * N);
  long sum = integer (keys, N);
  printf ("integer flops 0 bytes-written 0\n");
  mixed (a, w, x, N);
  printf ("mixed flops %g flops-single %g flops-double %g\n", 4.0 * N, 1.0 * N,
	  3.0 * N);
  printf ("mixed scalar divisions %g loads %g branches %g\n", 2.0 * N, 2.0 * N,
	  1.0 * N);
  return sum < 0;
}
