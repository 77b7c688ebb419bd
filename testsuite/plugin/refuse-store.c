/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What decides the branch is read and written by one instruction: its load
   would have to stay real, its store must not.  */
/* memlb-options: -fno-tree-vectorize */
/* memlb-levels: -O2 -O3 */
/* memlb-reason: store */
/* memlb-copied: 0 */
long
drain (int *credit, const int *who, long n)
{
  long i = 0;

  while (i < n && --credit[who[i]] != 0)
    i++;
  return i;
}
