/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The loop is entered from an asm goto, whose target is not ours to
   change.  */
/* memlb-options: -fno-tree-vectorize */
/* memlb-reason: entry-edge */
/* memlb-copied: 0 */
struct node { struct node *next; long value; };
void
f (struct node *p)
{
  __asm__ goto ("testq %0, %0; jz %l1" : : "r" (p) : "cc" : loop);
  p = p->next;
loop:
  do
    {
      p->value++;
      p = p->next;
    }
  while (p);
}
