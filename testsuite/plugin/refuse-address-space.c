/* SPDX-License-Identifier: GPL-3.0-or-later */
/* memlb-reason: address-space */
/* memlb-copied: 0 */
long
sum (const __seg_gs long *a, long n)
{
  long total = 0;

  for (long i = 0; i < n; i++)
    total += a[i];
  return total;
}
