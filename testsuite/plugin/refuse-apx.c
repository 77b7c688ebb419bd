/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Registers r16 to r31, which neither copies nor stubs save.  */
/* memlb-needs: -mapxf */
/* memlb-options: -mapxf */
/* memlb-reason: function */
/* memlb-copied: 0 */
void
count (long *counts, int n)
{
  for (int i = 0; i < n; i++)
    counts[i] += i;
}
