/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Volatile records that are copied by a string instruction.  */
/* memlb-plugin: -fplugin-arg-memlb-copies=bound,count,calls */
/* memlb-options: -mstringop-strategy=rep_8byte -minline-all-stringops -fno-tree-loop-distribute-patterns */
/* memlb-copied: 0 */
struct record { long v[64]; };
extern volatile struct record device;
void
copy (struct record *to, long n)
{
  for (long i = 0; i < n; i++)
    to[i] = device;
}
