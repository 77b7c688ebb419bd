/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A store of a high byte register takes none of the registers that need a
   prefix in its address, so not every register can point at its slot.  */
/* memlb-levels: -O2 -O3 */
/* memlb-run: - */
/* memlb-executed: 1 */
#include <stdio.h>
#define N 97
static unsigned short g[N];
static signed char high[N];
static long b[N + 2];

__attribute__ ((noipa)) int
split (int n, signed char *d, const short *c, int s, double *w)
{
  for (long i = n - 1; i >= 0; i--)
    {
      switch (g[i] & 3)
	{
	case 0:
	  d[n - 1 - i] = (signed char) (g[i] >> 8);
	  break;
	case 1:
	  g[i] = s + b[i + 2];
	  break;
	}
      if ((d[i] * b[i] & 63) == 60)
	{
	  *w -= c[i] * 0.5;
	  return i;
	}
    }
  return -1;
}

int
main (void)
{
  short c[N];
  double w = 1;
  unsigned sum = 0;
  for (int i = 0; i < N; i++)
    {
      g[i] = i * 40503u;
      b[i] = c[i] = i;
    }
  int last = split (N, high, c, 3, &w);
  for (int i = 0; i < N; i++)
    sum = sum * 31 + high[i] + g[i];
  printf ("%d %g %u\n", last, w, sum);
}
