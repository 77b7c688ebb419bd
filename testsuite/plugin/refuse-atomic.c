/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A locked read-modify-write, compare-and-exchange loops and fences.  */
/* memlb-reason: atomic */
/* memlb-copied: 0 */
#include <stdatomic.h>
void
count (atomic_int *counts, const int *key, long n)
{
  for (long i = 0; i < n; i++)
    atomic_fetch_add (&counts[key[i]], 1);
}

void
maximum (atomic_int *max, const int *v, long n)
{
  for (long i = 0; i < n; i++)
    {
      int old = *max;
      while (old < v[i] && !atomic_compare_exchange_weak (max, &old, v[i]))
	;
    }
}

void
publish (int *a, const int *b, long n)
{
  for (long i = 0; i < n; i++)
    {
      a[i] = b[i];
      atomic_thread_fence (memory_order_seq_cst);
    }
}
