/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A function that counts down an argument where the caller has put it, on the stack,
   since there are more values than registers: there the copy has its own.  */
/* memlb-levels: -O2 -O3 */
/* memlb-plugin: -fplugin-arg-memlb-copies=bound,count,calls */
/* memlb-options: -fno-inline -fno-ipa-cp -fno-ipa-ra -fno-tree-vectorize */
/* memlb-asm: (dec|sub|add)q	([$]-?1, )?[0-9]+[(]%rsp[)] */
/* memlb-asm: ^rows[.]memlb: */
/* memlb-note: copy-stack-argument.c:[0-9]+:.*nest of depth 1 copied */
/* memlb-run: - */
/* memlb-executed: 1 */
#include <stdio.h>
#define N 64

static void
rows (long *a, long *b, long *c, long *d, long s, long t, long n, long u, long v)
{
  for (; n > 0; n--, a += s, b += t, c += u, d += v)
    {
      a[0] += b[t] + c[u] - d[v];
      b[s] ^= a[s] + c[2 * u] + d[2 * v];
      c[3 * u] += b[3 * t] - a[3 * s] + d[3 * v];
      d[5 * v] ^= a[5 * s] + b[5 * t] - c[5 * u];
    }
}

int
main (void)
{
  static long a[4 * N], b[4 * N], c[4 * N], d[4 * N];
  long s = 0;
  for (int i = 0; i < 4 * N; i++)
    a[i] = i % 13, b[i] = i % 7, c[i] = i % 11, d[i] = i % 5;
  for (int i = 0; i < N; i++)
    rows (a + i, b + i, c + i, d + i, 1, 2, 20 + i % 3, 1, 2);
  for (int i = 0; i < 4 * N; i++)
    s = s * 3 + a[i] + b[i] - c[i] + d[i];
  printf ("%ld\n", s);
}
