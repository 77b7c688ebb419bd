/* SPDX-License-Identifier: GPL-3.0-or-later */
/* "rep movs" and "rep stos" that -Os expands inline.  */
/* memlb-options: -mstringop-strategy=rep_8byte -minline-all-stringops */
/* memlb-reason: string-insn */
/* memlb-copied: 0 */
struct record { long v[64]; };
void
copy (struct record *to, struct record *const *from, long n)
{
  for (long i = 0; i < n; i++)
    to[i] = *from[i];
}
