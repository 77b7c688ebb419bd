# SPDX-License-Identifier: GPL-3.0-or-later
# pending.awk: of the lines OPTIONS|FOLDER|KERNEL of the last file those with
# fewer than RUNS runs on a calm core among the rows of the file before it.

BEGIN { FS = "|" }

function greatest (a, b, c)
{
  a = a > b ? a : b
  return a > c ? a : c
}

NF > 3 {
  id = $1 "|" $2
  least_calm[id, ++runs[id]] = greatest(calm_of($3), calm_of($4), calm_of($5))
  next
}

{
  id = $1 "|" $3
  calm = 0
  for (i = 1; i <= runs[id]; i++)
    calm += least_calm[id, i] <= calm_limit()
  if (calm < wanted)
    print
}
