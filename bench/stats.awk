# SPDX-License-Identifier: GPL-3.0-or-later
# stats.awk: functions for the benches' scripts.  Arrays run from 1 to N.

function sort (a, n,   i, j, x)
{
  for (i = 2; i <= n; i++) {
    x = a[i]
    for (j = i - 1; j >= 1 && a[j] > x; j--)
      a[j + 1] = a[j]
    a[j + 1] = x
  }
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
