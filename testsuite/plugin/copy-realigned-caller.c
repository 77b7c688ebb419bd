/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions that realign their stack by way of a register for the caller's stack
   pointer have a bound copy, if they use it for nothing but to load arguments.  (GCC 11
   cannot compare the unwind information of two such prologues.)  */
/* memlb-plugin: -fplugin-arg-memlb-copies=bound,count,calls */
/* memlb-options: -fno-inline -fno-ipa-cp -fno-ipa-ra -mavx2 -mno-avx512f -mforce-drap -ftrivial-auto-var-init=uninitialized */
/* memlb-needs: -ftrivial-auto-var-init=uninitialized */
/* memlb-asm: leaq	8.%rsp., %r10 */
/* memlb-asm: ^sweep[.]memlb: */
/* memlb-asm: ^many[.]memlb: */
/* memlb-asm-not: ^exposing[.]memlb: */
/* memlb-note: copy-realigned-caller.c:[0-9]+:.*nest of depth 1 copied */
/* memlb-run: - */
/* memlb-executed: 1 */
#include <stdio.h>
#define N 100
typedef double vec __attribute__ ((vector_size (32)));

static void
halve (vec *v, int n)
{
  for (int i = 0; i < n; i++)
    v[i] /= 2;
}

static double
sweep (double *x, const double *y)
{
  vec old[2] = { { x[0], x[1], x[2], x[3] }, { x[4], x[5], x[6], x[7] } };
  halve (old, 2);
  for (int i = 0; i < 8; i++)
    x[i] = old[i / 4][3 - i % 4] + y[i];
  return old[1][y[0] > 3];
}

static double
many (double *x, long a, long b, long c, long d, long e, const double *y, long f)
{
  vec old[2] = { { x[0], x[1], x[2], x[3] }, { a, b, c, d } };
  halve (old, 2);
  x[1] = old[0][2] + old[1][3] + y[f];
  return x[1] / 2 + e;
}

static double
exposing (double *x, long a, long b, long c, long d, long e, const double *y,
	  long f)
{
  vec old[2] = { { x[0], x[1], x[2], x[3] }, { a, b, c, d } };
  long *volatile where = &f;
  halve (old, 2);
  x[1] = old[0][2] + old[1][3] + y[*where];
  return x[1] / 2 + e;
}

int
main (void)
{
  static double x[8 * N], y[8 * N];
  double s = 0;
  for (int i = 0; i < 8 * N; i++)
    x[i] = i % 13, y[i] = i % 7;
  for (int i = 0; i < N; i++)
    s = s / 2 + sweep (x + 8 * i, y + 8 * i);
  for (int i = 0; i < N; i++)
    s = s / 2 + many (x + 8 * i, i, 2, 3, i, 5, y + 8 * i, i % 8);
  for (int i = 0; i < N; i++)
    s = s / 2 + exposing (x + 8 * i, i, 2, 3, i, 5, y + 8 * i, i % 8);
  for (int i = 0; i < 8 * N; i++)
    s += x[i];
  printf ("%.17g\n", s);
}
