# SPDX-License-Identifier: GPL-3.0-or-later
# stats.awk: functions for the benches' scripts.  Arrays run from 1 to N.

function sort (a, n,   i, m, x)
{
  for (i = int (n / 2); i >= 1; i--)
    sift(a, i, n)
  for (m = n; m > 1; m--) {
    x = a[m]
    a[m] = a[1]
    a[1] = x
    sift(a, 1, m - 1)
  }
}

# Make A a heap below I, of N, where only A[I] may be out of place.
function sift (a, i, n,   j, x)
{
  x = a[i]
  while ((j = 2 * i) <= n) {
    if (j < n && a[j + 1] > a[j])
      j++
    if (a[j] <= x)
      break
    a[i] = a[j]
    i = j
  }
  a[i] = x
}

# The quantile Q of A, which is sorted.
function quantile (a, n, q,   position, low)
{
  if (n == 0)
    return 0
  position = 1 + q * (n - 1)
  low = int (position)
  if (low >= n)
    return a[n]
  return a[low] + (position - low) * (a[low + 1] - a[low])
}

function median (a, n)
{
  sort(a, n)
  return quantile(a, n, 0.5)
}

function absolute (x)
{
  return x < 0 ? -x : x
}
