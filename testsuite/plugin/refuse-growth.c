/* SPDX-License-Identifier: GPL-3.0-or-later */
/* memlb-options: -fplugin-arg-memlb-max-growth=1 */
/* memlb-reason: growth */
/* memlb-copied: 0 */
void
scale (double *a, long n)
{
  for (long i = 0; i < n; i++)
    a[i] *= 2;
}
