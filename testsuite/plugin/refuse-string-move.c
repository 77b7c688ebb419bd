/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One "movs", without "rep", for each element.  */
/* memlb-options: -fno-tree-vectorize -fno-tree-loop-distribute-patterns */
/* memlb-levels: -O2 -O3 */
/* memlb-reason: string-insn */
/* memlb-copied: 0 */
void
copy (int *to, const int *from, const int *end)
{
  while (from < end)
    *to++ = *from++;
}
