/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The second file of mixed.c.  */
int part_limit;
double
part_sum (const double *x, int n)
{
  double sum = 0;

  for (int i = 0; i < n; i++)
    if (i % 64 < part_limit)
      sum += x[i] * x[i];
  return sum;
}
