/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Local arrays of vectors realign the frame; one nest uses them by index,
   one by pointer, one in a function with variable-length arrays.  */
/* memlb-options: -mavx2 */
/* memlb-run: - */
/* memlb-executed: 3 */
#include <stdio.h>
#include <string.h>
extern void *memset (void *, int, unsigned long);
typedef double vec __attribute__ ((vector_size (32)));
__attribute__ ((noinline)) double
by_index (const double *x, int n)
{
  vec acc[8];
  double s = 0;
  memset (acc, 0, sizeof acc);
  for (int i = 0; i < n; i++)
    acc[i & 7] += (vec) { x[i], x[i] * 2, 3, 4 };
  for (int i = 0; i < 8; i++)
    s += acc[i][0] + acc[i][1] + acc[i][3];
  return s;
}

__attribute__ ((noinline)) double
variable (const double *x, int n)
{
  vec acc[n];
  double s = 0;
  for (int i = 0; i < n; i++)
    acc[i] = (vec) { x[i], x[i] * 2, 3, 4 };
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 4; k++)
      s += acc[n - 1 - i][k] * (i + k);
  return s;
}

int
main (void)
{
  double x[100];
  if (!__builtin_cpu_supports ("avx2"))
    return 0;
  for (int i = 0; i < 100; i++)
    x[i] = i * 0.5;
  printf ("%.17g %.17g\n", by_index (x, 100), variable (x, 100));
}
