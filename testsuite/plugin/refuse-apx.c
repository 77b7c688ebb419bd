/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Registers r16 to r31, which neither copies nor stubs save.  */
/* memlb-needs: -mapxf */
/* memlb-options: -mapxf */
/* memlb-reason: function */
/* memlb-copied: 0 */
extern long counts[64];
void
count (void)
{
  for (int i = 0; i < 64; i++)
    counts[i] += i;
}
