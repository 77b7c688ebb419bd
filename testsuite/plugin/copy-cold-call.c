/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A call that is not expected keeps no nest from being copied, whether it
   comes back or not.  */
/* memlb-options: -fno-tree-vectorize */
/* memlb-note: copy-cold-call.c:(19|2[0-9]):.*.*nest of depth 1 copied */
/* memlb-run: - */
/* memlb-executed: 2 */
#include <stdio.h>
#include <stdlib.h>
static double v[500];
__attribute__ ((noinline, cold)) void
complain (int i)
{
  printf ("v[%d] is %g\n", i, v[i]);
}

__attribute__ ((noinline)) double
sum (const double *v, int n)
{
  double s = 0;
  for (int i = 0; i < n; i++)
    {
      if (v[i] < 0)
	complain (i);
      s += v[i];
    }
  return s;
}

int
main (void)
{
  for (int i = 0; i < 500; i++)
    v[i] = i == 300 || i == 301 ? -1 : i;
  printf ("%g\n", sum (v, 500));
  printf ("%g\n", sum (v, 300));
  printf ("%g\n", sum (v + 301, 199));
}
