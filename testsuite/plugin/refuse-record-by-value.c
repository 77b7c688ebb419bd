/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Records that are passed by value are moved to the stack, where the copies of those
   that read them do not look.  */
/* memlb-plugin: -fplugin-arg-memlb-copies=bound,count,calls */
/* memlb-options: -fno-inline -fno-ipa-sra -fno-ipa-cp */
/* memlb-levels: -O2 -O3 */
/* memlb-reason: push-pop */
/* memlb-not: nest of depth 1 copied */
struct record { double v[300]; };

static double
middle (struct record r, int i)
{
  return r.v[i] / 2 + r.v[299 - i];
}

double
sum (const struct record *r, int n)
{
  double s = 0;
  for (int i = 0; i < n; i++)
    s += middle (r[i], i);
  return s;
}
