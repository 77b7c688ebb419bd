/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A load that can throw ends its block with an exception edge.  */
/* memlb-options: -fnon-call-exceptions -fno-tree-vectorize */
/* memlb-reason: abnormal-edge */
/* memlb-copied: 0 */
long
sum (const long *a, long n)
{
  long total = 0;

  try
    {
      for (long i = 0; i < n; i++)
	total += a[i];
    }
  catch (...)
    {
      return -1;
    }
  return total;
}
