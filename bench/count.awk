# SPDX-License-Identifier: GPL-3.0-or-later
# count.awk: a table and a summary of lines
#   OPTIONS|PROGRAM|BUILD|ELAPSED CPU KB
#   OPTIONS|PROGRAM|differs|BUILD

BEGIN {
  FS = "|"
  n_builds = split ("nests whole gcov atomic", builds, " ")
  print "| options | program | plain, s | nests | whole functions | gcov | gcov, atomic |"
  print "|---|---|---|---|---|---|---|"
}

!(($1, $2) in seen) {
  seen[$1, $2] = 1
  order[++rows] = $1 SUBSEP $2
}

$3 == "differs" { differs++; next }
{
  split ($4, field, " ")
  value[$1, $2, $3, ++count[$1, $2, $3]] = field[2] + 0
}

function middle (row, what,   a, i, n)
{
  n = count[row, what]
  for (i = 1; i <= n; i++)
    a[i] = value[row, what, i]
  return n ? median(a, n) : -1
}

END {
  for (k = 1; k <= rows; k++) {
    plain = middle(order[k], "plain")
    if (plain <= 0)
      continue
    split (order[k], name, SUBSEP)
    line = sprintf ("| `%s` | %s | %.3f |", name[1], name[2], plain)
    n++
    for (i = 1; i <= n_builds; i++) {
      used = middle(order[k], builds[i])
      if (used > 0)
	ratio[i, ++measured[i]] = used / plain
      line = line (used > 0 ? sprintf (" %.2f |", used / plain) : " |")
    }
    print line
  }
  printf "\ncount: n=%d", n
  for (i = 1; i <= n_builds; i++) {
    if (!measured[i])
      continue
    split ("", a)
    for (k = 1; k <= measured[i]; k++)
      a[k] = ratio[i, k]
    m = median(a, measured[i])
    printf " %s median=%.2f worst=%.2f", builds[i], m, a[measured[i]]
  }
  printf " differing-output=%d\n", differs
}
