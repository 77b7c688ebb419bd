/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A loop entered in its middle: two entries, no natural loop.  */
/* memlb-options: -fno-tree-vectorize -fno-reorder-blocks -fno-split-loops */
/* memlb-reason: irreducible */
/* memlb-copied: 0 */
extern double a[], b[];
long
f (long i, long n, int inside)
{
  if (inside)
    goto middle;
top:
  a[i] *= 2;
  if (a[i] > 100)
    goto out;
middle:
  b[i] += a[i];
  if (++i < n)
    goto top;
out:
  return i;
}
