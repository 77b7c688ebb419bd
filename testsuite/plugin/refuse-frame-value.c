/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The address of an element of a local array goes to memory.  */
/* memlb-options: -fno-move-loop-invariants -fno-tree-loop-im -fno-ivopts */
/* memlb-options: -fno-gcse -fno-tree-pre -fno-tree-vectorize */
/* memlb-reason: frame-value */
/* memlb-copied: 0 */
extern void use (int **, int *);
void
link_up (const int *next, int **out, long n)
{
  int buffer[64];
  for (long i = 0; i < n; i++)
    out[i] = &buffer[next[i]];
  use (out, buffer);
}
