/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Planted: relax waits for memory.  It goes through its matrices by columns, and
   needs a cache line for each element.  */

#include <stdio.h>
#include <stdlib.h>
#define N 3000
static double *a, *b;
__attribute__ ((noinline)) static void setup (void)
{
  for (int i = 0; i < N * N; i++)
    a[i] = i % 7, b[i] = 0;
}
__attribute__ ((noinline)) static void relax (double *restrict to, const double *restrict from)
{
  for (int j = 1; j < N - 1; j++)		/* column by column: a line for each element */
    for (int i = 1; i < N - 1; i++)
      to[i * N + j] = 0.25 * (from[(i - 1) * N + j] + from[(i + 1) * N + j]
			      + from[i * N + j - 1] + from[i * N + j + 1]);
}
int main (void)
{
  a = malloc (sizeof *a * N * N); b = malloc (sizeof *b * N * N);
  setup ();
  for (int s = 0; s < 12; s++)
    relax (s & 1 ? a : b, s & 1 ? b : a);
  printf ("%g\n", a[N * 5 + 5]);
}
