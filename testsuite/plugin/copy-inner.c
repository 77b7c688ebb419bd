/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The outer loop calls a function; its inner loop is copied.  */
/* memlb-options: -fno-tree-vectorize */
/* memlb-reason: call */
/* memlb-copied: 1 */
extern void step (void);
void
run (double *a, long n, long steps)
{
  for (long s = 0; s < steps; s++)
    {
      for (long i = 0; i < n; i++)
	a[i] *= 2;
      step ();
    }
}
