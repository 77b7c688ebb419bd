/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Nests for identity.sh and refused.sh: addresses of all forms that this
   processor has.  Prints a sum for each.  */

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define N 96

static double a[N * N], b[N * N], c[N * N];
static float f[N], g[N];
static int32_t index_of[N];
static int8_t bytes[N];
static struct { double re, im; } z[N];
double scalar = 1.5;

#define NEST(NAME) __attribute__ ((noipa)) static void NAME

NEST (triad) (long n)
{
  for (long i = 0; i < n; i++)
    a[i] = b[i] + scalar * c[i];
}

NEST (walk) (double *p, const double *q, long n)
{
  while (n-- > 0)
    *p++ += *q++ * 0.5;
}

NEST (walk_down) (float *p, const float *q, int n)
{
  while (n-- > 0)
    *--p = *--q + 1;
}

NEST (product) (int n)
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      {
	double s = 0;
	for (int k = 0; k < n; k++)
	  s += a[i * N + k] * b[k * N + j];
	c[i * N + j] = s;
      }
}

NEST (complex_scale) (long n)
{
  for (long i = 0; i < n; i++)
    {
      double re = z[i].re * 0.6 - z[i].im * 0.8;
      z[i].im = z[i].re * 0.8 + z[i].im * 0.6;
      z[i].re = re;
    }
}

NEST (gather) (double *sum, long n)
{
  double s = 0;
  for (long i = 0; i < n; i++)
    s += a[index_of[i]];
  *sum = s;
}

NEST (chase) (int *at, long n)
{
  int i = *at;
  while (n-- > 0)
    i = index_of[i];
  *at = i;
}

NEST (count_bytes) (long *n)
{
  long count = 0;
  for (int i = 0; i < N; i++)
    if (bytes[i] > 0)
      count++;
  *n = count;
}

NEST (roots) (long n)
{
  for (long i = 0; i < n; i++)
    c[i] = sin (fabs (b[i])) + sqrt (fabs (a[i]));
}

NEST (stencil) (long n)
{
  for (long i = 1; i < n - 1; i++)
    for (long j = 1; j < n - 1; j++)
      c[i * N + j] = (a[i * N + j - 1] + a[i * N + j + 1] + a[(i - 1) * N + j]
		      + a[(i + 1) * N + j]) * 0.25;
}

/* Needs more registers than there are.  */

NEST (many) (double *restrict p[12], double *restrict q, long n)
{
  for (long i = 0; i < n; i++)
    q[i] = p[0][i] * p[1][i] + p[2][i] * p[3][i] + p[4][i] * p[5][i]
	   + p[6][i] * p[7][i] + p[8][i] * p[9][i] + p[10][i] * p[11][i];
}

static double
sum (const double *x)
{
  double s = 0;

  for (int i = 0; i < N * N; i++)
    s += x[i];
  return s;
}

int
main (void)
{
  double *p[12], s = 0;
  long n = 0;
  int at = 0;

  for (int i = 0; i < N * N; i++)
    {
      a[i] = i % 17;
      b[i] = 1.0 / (i + 1);
      c[i] = 0.25 * i;
    }
  for (int i = 0; i < N; i++)
    {
      f[i] = g[i] = i;
      index_of[i] = (i * 29 + 7) % N;
      bytes[i] = i % 5 - 2;
      z[i].re = i;
      z[i].im = 1;
    }
  for (int k = 0; k < 5; k++)
    {
      triad (N - k);
      walk (a, b, 40 + k);
      walk_down (f + N, g + N, N);
      product (12);
      complex_scale (N);
      gather (&s, N);
      chase (&at, 50);
      count_bytes (&n);
      roots (N);
      stencil (20);
      for (int i = 0; i < 12; i++)
	p[i] = a + 10 * i;
      many (p, b, 50);
    }
  printf ("%.12g %.12g %.12g %g %g %d %ld %.12g %.12g\n", sum (a), sum (b),
	  sum (c), s, (double) f[3], at, n, z[5].re, z[N - 1].im);
  return 0;
}
