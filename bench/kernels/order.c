/* SPDX-License-Identifier: GPL-3.0-or-later */
/* order.c: kernels whose path depends on the data: sorting, searching,
   filters, branches; see bench.h.  */

#include "bench.h"

/* The path depends on what the loop itself has written.  */
KERNEL void
insertion (REPEAT, int *restrict a, const int *restrict from)
{
  for (int r = 0; r < reps; r++)
    {
      for (int i = 0; i < n; i++)
	{
	  int x = from[i], j = i;

	  for (; j > 0 && a[j - 1] > x; j--)
	    a[j] = a[j - 1];
	  a[j] = x;
	}
      NEXT (a), NEXT (from);
    }
}

/* Heap sort: the same, with jumps.  */
KERNEL void
heap (REPEAT, int *restrict a, const int *restrict from)
{
  for (int r = 0; r < reps; r++)
    {
      for (int i = 0; i < n; i++)
	{
	  int x = from[i], j = i;

	  for (; j > 0 && a[(j - 1) / 2] < x; j = (j - 1) / 2)
	    a[j] = a[(j - 1) / 2];
	  a[j] = x;
	}
      for (int m = n - 1; m > 0; m--)
	{
	  int x = a[m], j = 0, k;

	  a[m] = a[0];
	  while ((k = 2 * j + 1) < m)
	    {
	      if (k + 1 < m && a[k + 1] > a[k])
		k++;
	      if (a[k] <= x)
		break;
	      a[j] = a[k];
	      j = k;
	    }
	  a[j] = x;
	}
      NEXT (a), NEXT (from);
    }
}

/* Binary search of N keys in a table of N.  */
KERNEL unsigned
search (REPEAT, const int *restrict table, const int *restrict key)
{
  unsigned sum = 0;

  for (int r = 0; r < reps; r++)
    {
      for (int i = 0; i < n; i++)
	{
	  int low = 0, high = n;

	  while (low < high)
	    {
	      int middle = (low + high) / 2;

	      if (table[middle] < key[i])
		low = middle + 1;
	      else
		high = middle;
	    }
	  sum += low;
	}
      NEXT (table), NEXT (key);
    }
  return sum;
}

/* A store behind a branch on data.  */
KERNEL unsigned
filter (REPEAT, int *restrict o, const int *restrict a, int limit)
{
  unsigned sum = 0;

  for (int r = 0; r < reps; r++)
    {
      int m = 0;

      for (int i = 0; i < n; i++)
	if (a[i] > limit)
	  o[m++] = a[i];
      sum += m;
      NEXT (o), NEXT (a);
    }
  return sum;
}

/* The same without a branch: what the data decide is only the address.  */
KERNEL unsigned
compact (REPEAT, int *restrict o, const int *restrict a, int limit)
{
  unsigned sum = 0;

  for (int r = 0; r < reps; r++)
    {
      int m = 0;

      for (int i = 0; i < n; i++)
	{
	  o[m] = a[i];
	  m += a[i] > limit;
	}
      sum += m;
      NEXT (o), NEXT (a);
    }
  return sum;
}

/* Three cases by the kind of the element.  */
KERNEL void
branches (REPEAT, double *restrict o, const double *restrict a,
	  const int *restrict kind, double s)
{
  for (int r = 0; r < reps; r++, s += 1e-9)
    {
      for (int i = 0; i < n; i++)
	if (kind[i] == 0)
	  o[i] = a[i] / s;
	else if (kind[i] == 1)
	  o[i] = a[i] * a[i] + s;
	else
	  o[i] = s;
      NEXT (o), NEXT (a), NEXT (kind);
    }
}
