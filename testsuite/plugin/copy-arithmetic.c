/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions of complex numbers, and those that the compiler calls for arithmetic:
   complex products and quotients, and powers of integers.  */
/* memlb-note: copy-arithmetic.c:18:.*nest of depth 1 copied */
/* memlb-note: copy-arithmetic.c:27:.*nest of depth 1 copied */
/* memlb-note: copy-arithmetic.c:38:.*nest of depth 1 copied */
/* memlb-not: callee-not-pure */
/* memlb-run: -lm */
/* memlb-executed: 3 */
#include <complex.h>
#include <stdio.h>
#define F __attribute__ ((noipa))
#define N 50

F double
divide (double complex *q, const double complex *a, const double complex *b)
{
  for (int i = 0; i < N; i++)
    q[i] = a[i] / b[i] + a[i] * b[i];
  return creal (q[3]);
}

F double
roots (double complex *q, const double complex *a)
{
  double s = 0;
  for (int i = 0; i < N; i++)
    {
      q[i] = csqrt (a[i]) + cexp (q[i] / 1000);
      s += cabs (a[i]);
    }
  return s;
}

F double
powers (double *x, const int *n)
{
  for (int i = 0; i < N; i++)
    x[i] = __builtin_powi (x[i], n[i]);
  return x[5];
}

int
main (void)
{
  static double complex a[N], b[N], q[N];
  static double x[N];
  static int n[N];
  double s;
  for (int i = 0; i < N; i++)
    {
      a[i] = i - 20 + 3 * I, b[i] = i + 1 - i % 7 * I;
      x[i] = 1 + i / 100., n[i] = i % 9 - 3;
    }
  s = divide (q, a, b) + roots (q, a) + powers (x, n);
  for (int i = 0; i < N; i++)
    s += creal (q[i]) + cimag (q[i]) / 2 + x[i];
  printf ("%.15g\n", s);
}
