/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Masked stores are stores.  */
/* memlb-options: -march=skylake-avx512 */
/* memlb-levels: -O3 */
/* memlb-note: copy-masked-store.c:1[0-9]:.*nest of depth 1 copied */
/* memlb-run: - */
#include <stdio.h>
static int a[1003], b[1003];
__attribute__ ((noinline)) void
clip (int *restrict a, const int *restrict b, int n)
{
  for (int i = 0; i < n; i++)
    if (b[i] & 1)
      a[i] = b[i];
}

int
main (void)
{
  long sum = 0;
  if (!__builtin_cpu_supports ("avx512f"))
    return 0;
  for (int i = 0; i < 1003; i++)
    b[i] = i * i;
  clip (a, b, 1003);
  for (int i = 0; i < 1003; i++)
    sum += a[i];
  printf ("%ld\n", sum);
}
