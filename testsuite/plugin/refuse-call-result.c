/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A function's result that is no integer decides the control flow: its copy
   computes with values that are not the original's.  */
/* memlb-plugin: -fplugin-arg-memlb-copies=bound,count,calls */
/* memlb-reason: call-result */
/* memlb-copied: 0 */
__attribute__ ((noinline)) static double
far (const double *p)
{
  return p[0] * p[0] + p[1] * p[1];
}

int
count (double (*p)[2], int n)
{
  int found = 0;
  for (int i = 0; i < n && found < 10; i++)
    if (far (p[i]) > 1)
      found++;
  return found;
}
