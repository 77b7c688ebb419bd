/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All registers in use: slots are addressed from the stack pointer.  */
/* memlb-options: -fno-tree-vectorize -fno-ivopts */
/* memlb-levels: -O2 -O3 */
/* memlb-run: - */
/* memlb-executed: 1 */
#include <stdio.h>
static long v[16][64];
__attribute__ ((noinline)) long
mix (long *a, long *b, long *c, long *d, long *e, long *f, long *g, long *h,
     long *k, long *l, long *m, long *o, long *p, long n)
{
  long s = 0;
  for (long i = 0; i < n; i++)
    {
      a[i] = b[i] + c[i];
      s += d[i] * e[i] + f[i] - g[i];
      h[i] ^= k[i] + s;
      l[i] = m[i] - o[i] + p[i];
    }
  return s;
}

int
main (void)
{
  long s;
  for (int i = 0; i < 16; i++)
    for (int j = 0; j < 64; j++)
      v[i][j] = i * j + j;
  s = mix (v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], v[8], v[9], v[10],
	   v[11], v[12], 64);
  for (int i = 0; i < 16; i++)
    for (int j = 0; j < 64; j++)
      s = s * 3 + v[i][j];
  printf ("%ld\n", s);
}
