/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Address registers of the bound copy that point at slots themselves: a base
   set before the nest, one set in an outer loop, one that walks, a loaded
   index, a loaded pointer.  */
/* memlb-options: -march=x86-64-v3 -fno-tree-slp-vectorize */
/* memlb-levels: -O3 -O2 */
/* memlb-copied: 6 */
/* memlb-run: - */
/* memlb-executed: 5 */
#include <stdio.h>
#define N 96
static double a[N][N], b[N][N], v[N * N];
static double *rows[N];
static int order[N];

__attribute__ ((noinline)) void
blur (double *restrict o, const double *restrict p, int n, double s)
{
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      o[i * n + j] = s * (p[i * n + j - 1] + p[i * n + j + 1]
			  + p[(i - 1) * n + j] + p[(i + 1) * n + j]);
}

__attribute__ ((noinline)) double
columns (const double *p, int n)
{
  double sum = 0;
  for (int j = 0; j < n; j++)
    for (int i = 0; i < n; i++)
      sum += p[i * n + j];
  return sum;
}

__attribute__ ((noinline)) double
gather (const double *p, const int *index, int n)
{
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += p[index[i]];
  return sum;
}

__attribute__ ((noinline)) void
scale_rows (double *restrict const *p, int n, double s)
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      p[i][j] *= s;
}

int
main (void)
{
  for (int i = 0; i < N; i++)
    {
      order[i] = i * 37 % N;
      rows[i] = b[order[i]];
      for (int j = 0; j < N; j++)
	a[i][j] = i - 0.5 * j;
    }
  blur (b[0], a[0], N, 0.25);
  scale_rows (rows, N, 1.5);
  double sum = columns (b[0], N) + gather (a[0], order, N);
  for (int i = 0; i < N * N; i++)
    v[i] = b[0][i] - sum;
  printf ("%.17g %.17g\n", sum, v[N + 5]);
}
