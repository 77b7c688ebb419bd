/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A function that ends the program with a message whose arguments are pushed, or
   tells of something that hardly ever happens so: its copy is given up before.  */
/* memlb-levels: -O2 -O3 */
/* memlb-plugin: -fplugin-arg-memlb-copies=bound,count,calls */
/* memlb-options: -fno-inline -fno-ipa-cp -fno-ipa-ra -mno-accumulate-outgoing-args */
/* memlb-asm: ^checked[.]memlb: */
/* memlb-asm: ^told[.]memlb: */
/* memlb-note: copy-doomed.c:[0-9]+:.*nest of depth 1 copied */
/* memlb-run: - */
/* memlb-executed: 1 */
#include <stdio.h>
#include <stdlib.h>
#define N 64

static double
checked (const double *x, long a, long b, long c, long d)
{
  if (x[a] < 0)
    {
      fprintf (stderr, "%ld %ld %ld %ld %g %ld %ld\n", a, b, c, d, x[a], a + b,
	       c + d);
      abort ();
    }
  return x[a] + x[b] * x[c] - x[d];
}

static double
told (const double *x, long a, long b, long c, long d)
{
  double s = x[a] * x[b] - x[c];
  if (__builtin_expect_with_probability (x[a] > 12.5, 0, 1))
    {
      printf ("%ld %ld %ld %ld %g %ld %ld\n", a, b, c, d, x[a], a + b, c + d);
      s += d;
    }
  return s + x[d];
}

__attribute__ ((noipa)) static double
all_checked (const double *x, int n)
{
  double s = 0;
  for (int i = 0; i < n; i++)
    s = s / 2 + checked (x, i, 5, n - 1 - i, 3);
  return s;
}

__attribute__ ((noipa)) static double
all_told (const double *x, int n)
{
  double s = 0;
  for (int i = 0; i < n; i++)
    s = s / 2 + told (x, i, 2, n - 1 - i, 3);
  return s;
}

int
main (void)
{
  static double x[N];
  double s = 0;
  for (int i = 0; i < N; i++)
    x[i] = i % 13;
  for (int r = 0; r < 20; r++)
    s += all_checked (x, N - r % 3) + all_told (x, N - r % 5);
  x[5] = 13;
  printf ("%.17g\n", s + all_told (x, N));
}
