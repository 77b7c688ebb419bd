/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pointers are compared before a loop that was versioned for arrays that may
   overlap, and used behind it: no register is an address web as a whole, and
   those that could take their place are not to be had.  In the inner loops
   the bound copy's registers hold addresses of slots, and behind them what
   they held before.  The sums depend on the pointers.  */
/* memlb-options: -march=x86-64-v3 -fno-strict-aliasing -ffixed-r10 -ffixed-r11 -ffixed-r12 -ffixed-r13 -ffixed-r14 */
/* memlb-levels: -O3 */
/* memlb-asm: # memlb borrows */
/* memlb-asm: # memlb returns */
/* memlb-run: - */
/* memlb-executed: 3 */
#include <stdio.h>
#define N 203
struct span { double *begin, *end; };
static double a[8][N], (*b)[N] = a + 4;

__attribute__ ((noinline)) long
add (struct span *to, struct span *from, int n, double s)
{
  long odd = 0;
  for (int r = 0; r < n; r++)
    {
      double *p = to[r].begin, *q = from[r].begin;
      long m = to[r].end - p;
      if (from[r].end - q < m)
	m = from[r].end - q;
      for (long i = 0; i < m; i++)
	p[i] += s * q[i];
      odd += (p - a[0]) * 3 + (q - a[0]) + r;
    }
  return odd;
}

/* Two loops that borrow the same registers, one behind the other, left in the
   middle or by a jump out of both.  */
__attribute__ ((noinline)) long
twice (struct span *to, struct span *from, int n, double s, double limit)
{
  long odd = 0;
  for (int r = 0; r < n; r++)
    {
      double *p = to[r].begin, *q = from[r].begin;
      long m = to[r].end - p;
      for (long i = 0; i < m; i++)
	p[i] = s * q[i] + 1;
      if (p[0] > limit)
	break;
      for (long i = 0; i < m; i++)
	q[i] -= s * p[i];
      odd += p - q;
    }
  return odd;
}

__attribute__ ((noinline)) void
fill (void)
{
  for (int r = 0; r < 4; r++)
    for (int i = 0; i < N; i++)
      {
	a[r][i] = r + i % 13;
	b[r][i] = 0.25 * (r - i % 7);
      }
}

int
main (void)
{
  struct span to[4], from[4];

  fill ();
  for (int r = 0; r < 4; r++)
    {
      to[r] = (struct span) { a[r], a[r] + N - r };
      from[r] = (struct span) { b[r] + r, b[r] + N };
    }
  from[3] = (struct span) { a[3] + 1, a[3] + 40 };
  long odd = add (to, from, 4, 0.5);
  odd += twice (to, from, 4, 0.25, 2.5);
  double sum = 0;
  for (int r = 0; r < 4; r++)
    for (int i = 0; i < N; i++)
      sum += a[r][i] * (i % 5) - b[r][i];
  printf ("%ld %.17g\n", odd, sum);
}
