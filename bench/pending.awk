# SPDX-License-Identifier: GPL-3.0-or-later
# pending.awk: of the lines OPTIONS|FOLDER|KERNEL of the last file those with
# fewer than WANTED runs on a calm core among the rows of the file before it, and
# behind each which: small, large, or both.

BEGIN { FS = "|" }

NF > 3 {
  id = $1 "|" $2
  if ($3 != "")
    small[id, ++n_small[id]] = calm_of($3)
  if ($4 != "")
    large[id, ++n_large[id]] = greatest(calm_of($4), calm_of($5))
  next
}

function wanting (calm, n, id,   i, count)
{
  for (i = 1; i <= n; i++)
    count += calm[id, i] <= calm_limit()
  return count < wanted
}

{
  id = $1 "|" $3
  few_small = wanting(small, n_small[id], id)
  few_large = wanting(large, n_large[id], id)
  if (few_small || few_large)
    print $1 "|" $2 "|" $3 "|" \
	  (few_small && few_large ? "both" : few_small ? "small" : "large")
}
