/* SPDX-License-Identifier: GPL-3.0-or-later */
/* memlb-options: -march=skylake-avx512 */
/* memlb-reason: scatter */
/* memlb-copied: 0 */
#include <immintrin.h>
void
scatter (double *a, const __m256i *index, const __m512d *v, long n)
{
  for (long i = 0; i < n; i++)
    _mm512_i32scatter_pd (a, _mm256_loadu_si256 (&index[i]), v[i], 8);
}
