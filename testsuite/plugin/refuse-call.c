/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A call in the loop's hot path.  */
/* memlb-reason: call */
/* memlb-copied: 0 */
extern double f (double);
void
map (double *a, long n)
{
  for (long i = 0; i < n; i++)
    a[i] = f (a[i]);
}
