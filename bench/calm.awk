# SPDX-License-Identifier: GPL-3.0-or-later
# calm.awk: which runs had the core for themselves.  Reads rows as
# fidelity.awk does.
#
# The last word of each field from the third on is the mean time of a loop that
# only computes.  Another thread on the core, which may be another virtual
# machine's, makes it longer, and loops up to twice as slow.  What a calm core
# gives is taken from all runs: a low quantile, and 3 % for chance.

function calm_of (row,   word, n)
{
  n = split (row, word, " ")
  return word[n] + 0
}

{
  for (f = 3; f <= NF; f++)
    if (calm_of($f) > 0)
      all_calm[++n_calm] = calm_of($f)
}

function calm_limit (   i, a)
{
  if (!limit_of_calm) {
    for (i = 1; i <= n_calm; i++)
      a[i] = all_calm[i]
    sort(a, n_calm)
    limit_of_calm = 1.03 * quantile(a, n_calm, 0.1)
  }
  return limit_of_calm
}

function greatest (a, b)
{
  return a > b ? a : b
}
