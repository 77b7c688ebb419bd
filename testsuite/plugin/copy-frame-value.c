/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The end of a local array is an address that the nest compares with: the
   copy has to see the user's frame, or it never ends.  */
/* memlb-options: -fno-tree-vectorize */
/* memlb-run: - */
/* memlb-executed: 2 */
#include <stdio.h>
__attribute__ ((noinline)) int
last_below (const int *v, int n, int limit)
{
  int heap[40], *top = heap;
  for (int i = 0; i < n; i++)
    {
      *top = v[i];
      while (top > heap && top[-1] > *top)
	{
	  int t = *top;
	  *top = top[-1];
	  top[-1] = t;
	  top--;
	}
      if (*top < limit && top < heap + 39)
	top++;
    }
  return *top * 100 + (top - heap);
}

int
main (void)
{
  int v[300];
  for (int i = 0; i < 300; i++)
    v[i] = i * 77 % 201;
  printf ("%d %d\n", last_below (v, 300, 100), last_below (v, 20, 300));
}
