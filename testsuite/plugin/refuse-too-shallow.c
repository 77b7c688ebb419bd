/* SPDX-License-Identifier: GPL-3.0-or-later */
/* memlb-options: -fplugin-arg-memlb-min-depth=2 -fno-tree-vectorize */
/* memlb-options: -fno-tree-loop-distribute-patterns */
/* memlb-levels: -O1 -O2 */
/* memlb-reason: too-shallow */
/* memlb-copied: 1 */
void
shallow (double *a, long n)
{
  for (long i = 0; i < n; i++)
    a[i] *= 2;
}

void
deep (double *a, long n, long m)
{
  for (long j = 0; j < m; j++)
    for (long i = 0; i < n; i++)
      a[i] = a[i] * 2 + j;
}
