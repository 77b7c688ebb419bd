/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An endless loop has no exit edge on which it could be timed.  */
/* memlb-reason: no-exit */
/* memlb-copied: 0 */
extern long work[];
void
spin (void)
{
  for (long i = 0;; i = (i + 1) & 15)
    work[i]++;
}

void
hang (void)
{
  for (;;)
    ;
}
