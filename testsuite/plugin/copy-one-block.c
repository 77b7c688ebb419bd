/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The smallest nests: entry at the start of a function, exit at its end;
   an infinite loop with one exit; two nests that touch.  */
/* memlb-options: -fno-tree-vectorize */
/* memlb-run: - */
/* memlb-executed: 4 */
#include <stdio.h>
struct node { struct node *next; long v; };
__attribute__ ((noinline)) struct node *
last (struct node *p)
{
  while (p->next)
    p = p->next;
  return p;
}

__attribute__ ((noinline)) void
set (long *p, long *end)
{
  do
    *p++ = 3;
  while (p != end);
}

__attribute__ ((noinline)) int
two (long *p)
{
  while (*p++ == 3)
    ;
  p--;
  while (*p-- != 3)
    ;
  return *p;
}

int
main (void)
{
  struct node n[5] = { { n + 1, 1 }, { n + 2, 2 }, { n + 3, 3 }, { 0, 4 } };
  long a[20] = { 0 };
  set (a, a + 9);
  printf ("%ld %d\n", last (n)->v, two (a));
}
