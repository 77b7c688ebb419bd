/* SPDX-License-Identifier: GPL-3.0-or-later */
/* memlb-options: -mgeneral-regs-only */
/* memlb-reason: function */
/* memlb-copied: 0 */
struct frame;
extern long counts[64];
__attribute__ ((interrupt)) void
handler (struct frame *frame)
{
  (void) frame;
  for (int i = 0; i < 64; i++)
    counts[i] += i;
}
