/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The nests use every register, so that none is free to hold a zero index:
   one that only moved addresses does, and the references keep their form
   (slot-places.sh looks at that).  Were it not zero, the copy would write
   where the program's data lie.  */
/* memlb-options: -march=x86-64-v3 -fno-tree-slp-vectorize */
/* memlb-levels: -O1 -O2 -O3 */
/* memlb-run: - */
/* memlb-executed: 2 */
#include <stdio.h>
#define N 40
static double a[9][N * N];

__attribute__ ((noinline)) void
star (double *restrict o, const double *restrict p, int n, int times,
      long step, double s)
{
  for (int t = 0; t < times; t++, o += step, p += step, s += 0.25)
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
	o[i * n + j] = s * (p[i * n + j - 1] + p[i * n + j + 1]
			    + p[(i - 1) * n + j] + p[(i + 1) * n + j]);
}

__attribute__ ((noinline)) double
sides (double *restrict o, double *restrict r, const double *restrict u,
       const double *restrict v, const double *restrict w, int n)
{
  double sum = 0;
  for (int i = 1; i < n - 1; i++)
    {
      for (int j = 1; j < n - 1; j++)
	{
	  o[i * n + j] = u[(i - 1) * n + j] + v[(i + 1) * n + j] * w[i * n + j];
	  r[(i + 1) * n + j] = u[(i + 1) * n + j - 1]
			       - w[(i - 1) * n + j] * v[(i - 1) * n + j];
	}
      sum += o[i * n + 1] - r[(i + 1) * n + 2];
    }
  return sum;
}

int
main (void)
{
  for (int k = 0; k < 9; k++)
    for (int i = 0; i < N * N; i++)
      a[k][i] = k - 0.5 * (i % 17);
  star (a[5], a[0], N - 8, 4, 3, 0.25);
  double sum = sides (a[6], a[7], a[5], a[1], a[2], N);
  printf ("%.17g %.17g %.17g %.17g\n", sum, a[5][77], a[6][N + 5],
	  a[7][3 * N + 3]);
}
