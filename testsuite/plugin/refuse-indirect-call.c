/* SPDX-License-Identifier: GPL-3.0-or-later */
/* memlb-reason: indirect-call */
/* memlb-copied: 0 */
void
map (double *a, long n, double (*f) (double))
{
  for (long i = 0; i < n; i++)
    a[i] = f (a[i]);
}
