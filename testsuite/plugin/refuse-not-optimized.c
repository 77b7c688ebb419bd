/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Without optimisation nothing is copied, and the note says so.  */
/* memlb-levels: -O0 */
/* memlb-reason: not-optimized */
/* memlb-copied: 0 */
void
scale (double *a, long n)
{
  for (long i = 0; i < n; i++)
    a[i] *= 2;
}
