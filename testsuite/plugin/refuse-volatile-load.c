/* SPDX-License-Identifier: GPL-3.0-or-later */
/* memlb-reason: volatile */
/* memlb-copied: 0 */
long
wait_for (volatile int *flag, long *count, long n)
{
  long i = 0;

  while (i < n && !*flag)
    count[i++]++;
  return i;
}
