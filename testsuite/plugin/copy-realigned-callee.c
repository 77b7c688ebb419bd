/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A function that realigns its stack has a bound copy, if it finds its arguments
   without a register of its own for them.  */
/* memlb-plugin: -fplugin-arg-memlb-copies=bound,count,calls */
/* memlb-options: -fno-inline -fno-ipa-cp -mavx2 -mno-avx512f */
/* memlb-asm: ^sweep[.]memlb: */
/* memlb-note: copy-realigned-callee.c:[0-9]+:.*nest of depth 1 copied */
/* memlb-run: - */
/* memlb-executed: 1 */
#include <stdio.h>
#define N 100

static double
sweep (double *x, const double *y)
{
  double old[8] __attribute__ ((aligned (32)));
  for (int i = 0; i < 8; i++)
    old[i] = x[i] / 2;
  for (int i = 0; i < 8; i++)
    x[i] = old[7 - i] + y[i];
  return old[y[0] > 3];
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
  for (int i = 0; i < 8 * N; i++)
    s += x[i];
  printf ("%.17g\n", s);
}
