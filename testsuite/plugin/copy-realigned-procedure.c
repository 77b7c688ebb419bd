/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whole functions whose frames are realigned: two prologues, and the copies of
   their nests behind the functions' copies.  GCC 11 crashed in dwarf2.  */
/* memlb-options: -mavx2 */
/* memlb-plugin: -fplugin-arg-memlb-copies=bound,count,procedures */
/* memlb-asm: memlb procedure */
/* memlb-run: - */
/* memlb-executed: 2 */
#include <stdio.h>
typedef double vec __attribute__ ((vector_size (32)));

__attribute__ ((noinline)) double
last (const vec *v, int n)
{
  return v[n - 1][0] + v[n - 1][3];
}

__attribute__ ((noinline)) double
by_index (const double *x, int n)
{
  vec acc[8] = { { 0 } };
  double s = 0;
  for (int i = 0; i < n; i++)
    acc[i & 7] += (vec) { x[i], x[i] * 2, 3, 4 };
  if (n > 3)
    s = last (acc, 8);
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
    s += acc[n - 1 - i][i & 3] * (i + 1);
  return s + last (acc, n);
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
