/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A call that an iteration can pass by keeps no innermost loop from being copied,
   whether any makes it or not; the path must be checked.  One that all make does.  */
/* memlb-options: -fno-tree-vectorize */
/* memlb-note: copy-conditional-call.c:(19|2[0-9]):.*.*nest of depth 1 copied */
/* memlb-note: copy-conditional-call.c:(3[0-9]):.*.*nest not copied: call */
/* memlb-note: copy-conditional-call.c:(4[0-9]):.*.*nest of depth 1 copied */
/* memlb-run: - */
/* memlb-executed: 3 */
#include <stdio.h>
#include <stdlib.h>
int verbose;
static double v[500];
extern double tell (int i, double x);
static double (*hook) (int, double);

__attribute__ ((noinline)) double
sum (const double *v, int n, double most)
{
  double s = 0;
  for (int i = 0; i < n; i++)
    {
      if (verbose || v[i] > most)
	s -= tell (i, v[i]);
      s += v[i];
    }
  return s;
}

__attribute__ ((noinline)) double
all (const double *v, int n)
{
  double s = 0;
  for (int i = 0; i < n; i++)
    {
      if (tell (i, v[i]) > 4)
	s += v[i];
      s += 1;
    }
  return s;
}

__attribute__ ((noinline)) double
hooked (const double *v, int n)
{
  double s = 0;
  for (int i = 0; i < n; i++)
    {
      if (hook)
	s -= hook (i, v[i]);
      s += v[i];
    }
  return s;
}

__attribute__ ((noipa)) double
tell (int i, double x)
{
  printf ("v[%d] is %g\n", i, x);
  return x / 2;
}

int
main (void)
{
  for (int i = 0; i < 500; i++)
    v[i] = i;
  printf ("%g\n", sum (v, 500, 1000));
  printf ("%g\n", sum (v, 500, 497));
  verbose = 1;
  printf ("%g\n", sum (v, 3, 1000));
  printf ("%g\n", all (v, 20));
  printf ("%g\n", hooked (v, 500));
  hook = tell;
  printf ("%g\n", hooked (v, 5));
}
