/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counters in a local array, which decide the path, are set to zero by a string
   instruction, reached through pointers that are spilled, and at the end of a frame
   that others share.  */
/* memlb-options: -mstringop-strategy=rep_4byte -minline-all-stringops -fno-inline */
/* memlb-levels: -O2 -O3 -Os */
/* memlb-asm: rep; ?stos|rep stos */
/* memlb-note: walk.*|nest of depth 2 copied */
/* memlb-not: string-insn */
/* memlb-run: - */
/* memlb-executed: 8 */
#include <stdio.h>
#include <string.h>
#define F __attribute__ ((noipa))

enum { DIMS = 4 };

F static unsigned
walk (int dims, const int *size, const int *step, double *x)
{
  int i[DIMS + 1], n[DIMS + 1], rows = 1, d;
  unsigned path = 0;
  for (d = 1; d < dims; d++)
    {
      n[d] = size[d];
      rows *= size[d];
      i[d] = 0;
    }
  i[dims] = 0;
  n[dims] = 2;
  for (int row = 0; row < rows; row++)
    {
      for (int j = 0; j < size[0]; j++)
	x[j] = x[j] * 0.5 + 1;
      d = 1;
      while (i[d] + 2 > n[d])
	d++;
      x += step[d];
      i[d]++;
      path = path * 5 + d;
      memset (&i[1], 0, (d - 1) * sizeof *i);
    }
  return path;
}

/* A pointer that moves through the array, and a value that shares its frame.  */

F static unsigned
turn (int n, const unsigned char *v, unsigned *out)
{
  unsigned char left[48], *p = left, most = 0;
  unsigned steps = 0;
  memset (left, 3, sizeof left);
  for (int k = 0; k < n; k++)
    {
      out[k] += v[k];
      while (*p == 0 && p < left + 47)
	p++;
      --*p;
      if (*p > most)
	most = *p;
      steps = steps * 3 + (p - left) + most;
    }
  return steps;
}

int
main (void)
{
  static double x[4096];
  static unsigned out[200];
  unsigned char v[200];
  int size[] = { 5, 3, 4, 2 }, step[] = { 0, 8, 16, 64, 0 };
  double sum = 0;
  memset (v, 7, sizeof v);
  for (int t = 0; t < 4; t++)
    printf ("%u %u\n", walk (DIMS - t % 2, size, step, x + t),
	    turn (100 + 30 * t, v, out));
  for (int k = 0; k < 4096; k++)
    sum += x[k] * (k % 7) + out[k % 200];
  printf ("%g\n", sum);
}
