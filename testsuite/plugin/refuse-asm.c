/* SPDX-License-Identifier: GPL-3.0-or-later */
/* memlb-reason: asm */
/* memlb-copied: 0 */
void
scale (double *a, long n)
{
  for (long i = 0; i < n; i++)
    {
      a[i] *= 2;
      __asm__ volatile ("nop" : : : "memory");
    }
}

/* What another thread has to answer.  */
void
hand_over (long *a, long *b, long n)
{
  for (long i = 0; i < n; i++)
    {
      a[i] = i;
      while (b[i] != i)
	__asm__ volatile ("" : : : "memory");
    }
}
