/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An asm without "volatile", whose output is used.  */
/* memlb-reason: asm */
/* memlb-copied: 0 */
void
scale (double *a, long n)
{
  for (long i = 0; i < n; i++)
    {
      double x;
      __asm__ ("movq %1, %0" : "=x" (x) : "x" (a[i]));
      a[i] = x * 2;
    }
}
