/* SPDX-License-Identifier: GPL-3.0-or-later */
/* memlb-options: -ffixed-r15 */
/* memlb-options: -fno-tree-loop-im -fno-tree-vectorize -fno-tree-pre */
/* memlb-options: -fno-tree-scev-cprop -fno-tree-loop-ivcanon -fno-ivopts */
/* memlb-reason: explicit-register */
/* memlb-copied: 0 */
register long *next __asm__ ("r15");
long
sum (long n)
{
  long total = 0;

  for (long i = 0; i < n; i++)
    total += *next++;
  return total;
}
