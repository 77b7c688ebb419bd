# SPDX-License-Identifier: GPL-3.0-or-later
# count.awk: a table and a summary of lines
#   OPTIONS|PROGRAM|BUILD|ELAPSED CPU KB
#   OPTIONS|PROGRAM|differs|BUILD

BEGIN {
  FS = "|"
  n_builds = split ("nests whole gcov", builds, " ")
  print "| options | program | plain, s | nests | whole functions | gcov |"
  print "|---|---|---|---|---|---|"
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
      ratio[i, n] = middle(order[k], builds[i]) / plain
      line = line sprintf (" %.2f |", ratio[i, n])
    }
    print line
  }
  printf "\ncount: n=%d", n
  for (i = 1; i <= n_builds; i++) {
    for (k = 1; k <= n; k++)
      a[k] = ratio[i, k]
    m = median(a, n)
    printf " %s median=%.2f worst=%.2f", builds[i], m, a[n]
  }
  printf " differing-output=%d\n", differs
}
