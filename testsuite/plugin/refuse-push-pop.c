/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arguments on the stack are pushed before the call itself is met.  */
/* memlb-options: -mpush-args -mno-accumulate-outgoing-args */
/* memlb-reason: push-pop */
/* memlb-copied: 0 */
extern long f (long, long, long, long, long, long, long, long);
void
map (long *a, long n)
{
  for (long i = 0; i < n; i++)
    a[i] = f (1, 2, 3, 4, 5, 6, a[i], i);
}
