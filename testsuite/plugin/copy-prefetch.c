/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prefetches are redirected too.  */
/* memlb-options: -fno-tree-vectorize */
/* memlb-note: copy-prefetch.c:1.:.*copied, 2 references redirected, 0 control, 0 real */
/* memlb-run: - */
#include <stdio.h>
static int a[3000];
__attribute__ ((noinline)) long
sum (const int *p, int n)
{
  long s = 0;
  for (int i = 0; i < n; i++)
    {
      __builtin_prefetch (&p[i + 100], 1);
      s += p[i];
    }
  return s;
}

int
main (void)
{
  for (int i = 0; i < 3000; i++)
    a[i] = i;
  printf ("%ld\n", sum (a, 2900));
}
