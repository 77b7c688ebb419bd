/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Planted: add loses its time to misalignment.  Its arrays are always in the
   first-level cache, and 4 bytes off.  */

#include <stdio.h>
#include <stdlib.h>
#define N 1000
static float *a, *b, *c;
__attribute__ ((noinline)) static void add (float *restrict a, const float *restrict b, const float *restrict c)
{
  for (int r = 0; r < 20; r++)
    for (int i = 0; i < N; i++)
      a[i] += b[i] + c[i];
}
int main (void)
{
  /* Each vector of 64 bytes lies across two cache lines.  */
  a = (float *) ((char *) aligned_alloc (64, 8192) + 4);
  b = (float *) ((char *) aligned_alloc (64, 8192) + 4);
  c = (float *) ((char *) aligned_alloc (64, 8192) + 4);
  for (int i = 0; i < N; i++)
    a[i] = 0, b[i] = i, c[i] = 1;
  for (int s = 0; s < 60000; s++)
    add (a, b, c);
  printf ("%g\n", a[5]);
}
