/* SPDX-License-Identifier: GPL-3.0-or-later */
/* memlb-reason: nontemporal */
/* memlb-copied: 0 */
#include <immintrin.h>
void
fill (double *a, double x, long n)
{
  for (long i = 0; i < n; i += 2)
    _mm_stream_pd (&a[i], _mm_set1_pd (x));
}
