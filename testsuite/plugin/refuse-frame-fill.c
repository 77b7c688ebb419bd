/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A string instruction fills a place in the frame whose index is loaded: in the copy
   that could be any.  */
/* memlb-options: -mstringop-strategy=rep_4byte -minline-all-stringops -fno-tree-loop-distribute-patterns */
/* memlb-levels: -O2 -O3 */
/* memlb-reason: string-insn */
/* memlb-copied: 0 */
#include <string.h>
extern void use (int *);
void
clear (const int *where, const int *length, int n, int *out)
{
  int i[64];
  use (i);
  for (int k = 0; k < n && i[k % 64] < 100; k++)
    {
      out[k] = k;
      memset (&i[where[k]], 0, length[k] * sizeof *i);
      i[where[k]]++;
    }
  use (i);
}
