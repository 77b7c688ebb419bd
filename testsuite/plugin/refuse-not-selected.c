/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Only what the list names is copied: a function, and a line in a loop.  */
/* memlb-options: -fno-tree-vectorize */
/* memlb-options: -fplugin-arg-memlb-loops=@DIR@/not-selected.loops */
/* memlb-reason: not-selected */
/* memlb-copied: 2 */
void
wanted (double *a, long n)
{
  for (long i = 0; i < n; i++)
    a[i] *= 2;
}

void
other (double *a, long n)
{
  for (long i = 0; i < n; i++)
    a[i] *= 3;
}

void
both (double *a, double *b, long n)
{
  for (long i = 0; i < n; i++)
    a[i] *= 5;
  for (long i = 0; i < n; i++)
    b[i] *= 7;			/* line 27 */
}
