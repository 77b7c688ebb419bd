/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Gathers stay real or are redirected; their index loads are redirected.  */
/* memlb-options: -march=skylake-avx512 */
/* memlb-note: note: memlb: nest of depth 1 copied, [23] references redirected, 0 control, [01] real */
/* memlb-asm: vgather */
/* memlb-run: - */
#include <immintrin.h>
#include <stdio.h>
static double x[1000], y[400];
static int col[400];
__attribute__ ((noinline)) void
gather (double *y, const double *x, const int *col, int n)
{
  for (int i = 0; i < n; i += 8)
    {
      __m256i index = _mm256_loadu_si256 ((const __m256i *) &col[i]);
      __m512d v = _mm512_i32gather_pd (index, x, 8);
      _mm512_storeu_pd (&y[i], _mm512_add_pd (v, v));
    }
}

int
main (void)
{
  double sum = 0;
  if (!__builtin_cpu_supports ("avx512f"))
    return 0;
  for (int i = 0; i < 1000; i++)
    x[i] = i;
  for (int i = 0; i < 400; i++)
    col[i] = i * 37 % 1000;
  gather (y, x, col, 400);
  for (int i = 0; i < 400; i++)
    sum += y[i];
  printf ("%g\n", sum);
}
