/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A variable-length array whose life ends in each iteration.  */
/* memlb-reason: dynamic-stack */
/* memlb-copied: 1 */
long
sum (const int *length, const long *a, long n)
{
  long total = 0;

  for (long i = 0; i < n; i++)
    {
      long buffer[length[i]];
      for (int k = 0; k < length[i]; k++)
	buffer[k] = a[k] * i;
      __asm__ ("" : : "r" (buffer) : "memory");
      total += buffer[length[i] / 2];
    }
  return total;
}
