/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Only one path of the function has a frame, and a frame pointer; the nest on
   the other path runs before the prologue and must not take the caller's
   register for one.  */
/* memlb-run: - */
/* memlb-executed: 1 */
#include <stdio.h>
void g (double *);
__attribute__ ((noinline)) double
f (int n, int stride, const double *a)
{
  double s = 0;
  if (stride == 1)
    {
      double t[8] __attribute__ ((aligned (64))) = { n };
      g (t);
      return t[0];
    }
  for (int i = 0; i < n; i++)
    s += a[i * stride];
  return s;
}
double x[4000];
__attribute__ ((noinline)) void g (double *t) { t[0] += 1; __asm__ volatile ("" : : "r" (t) : "memory"); }
int main (void) { double s = 0; for (int i = 0; i < 20; i++) s += f (1000, 2, x); s += f (3, 1, x); printf ("%g\n", s); return 0; }
