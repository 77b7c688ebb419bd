/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arrays on the stack that are smaller than what a copy has there, or no multiples of what
   the vectors in the frame want: its stack and frame pointers are further apart.  */
/* memlb-options: -mavx2 */
/* memlb-run: - */
/* memlb-executed: 100 */
/* memlb-verdict-not: no-stack */
#include <stdio.h>

struct matrix
{
  double *columns;
  const double *row;
  long n, m;
};

/* More values than there are registers: some are in the frame.  */

__attribute__ ((noinline)) void
outer (const struct matrix *p, const double *l, double a, long k1, long k2,
       long k3, long k4, long k5)
{
  double t[p->m];
  long m = p->m, n = p->n;
  double *d = p->columns;
  const double *r = p->row;
  for (long i = 0; i < m; i++)
    t[i] = a * l[i];
  for (long j = 0; j < n; j++)
    {
      double *e = d + j * m, f = r[j];
      long i = 0;
      for (; i < m - k1; i++)
	e[i] -= t[i] * f * k2;
      for (; i < m; i++)
	e[i] += t[i] * f * k3 + k4 * k5 * t[i ^ k5];
    }
}

int
main (int argc, char **argv)
{
  static double d[8 * 120], r[8], l[120];
  double s = 0;
  (void) argv;
  for (int i = 0; i < 8; i++)
    r[i] = i % 7;
  for (int i = 0; i < 120; i++)
    l[i] = i % 5;
  for (long m = 1; m <= 120; m++)
    {
      struct matrix p = { d, r, 8, m };
      outer (&p, l, 0.5, argc + 9, argc, argc, argc, argc - 1);
    }
  for (int i = 0; i < 8 * 120; i++)
    s += d[i];
  printf ("%.17g\n", s);
  return 0;
}
