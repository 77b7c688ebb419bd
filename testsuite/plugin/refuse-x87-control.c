/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The x87 control word, saved and set for each rounding.  */
/* memlb-options: -mfpmath=387 -mno-sse3 */
/* memlb-copied: 0 */
/* memlb-note: nest not copied: (special-register|store|atomic|frame-value) \( */
void
round_all (long *to, const long double *from, long n)
{
  for (long i = 0; i < n; i++)
    to[i] = from[i];
}
