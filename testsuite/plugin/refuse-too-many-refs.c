/* SPDX-License-Identifier: GPL-3.0-or-later */
/* memlb-options: -fplugin-arg-memlb-max-refs=3 -fno-tree-vectorize */
/* memlb-reason: too-many-refs */
/* memlb-copied: 1 */
void
four (double *a, const double *b, const double *c, const double *d, long n)
{
  for (long i = 0; i < n; i++)
    a[i] = b[i] * c[i] + d[i];
}

void
three (double *a, const double *b, const double *c, long n)
{
  for (long i = 0; i < n; i++)
    a[i] = b[i] - c[i] * 2;
}
