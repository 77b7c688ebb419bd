# SPDX-License-Identifier: GPL-3.0-or-later
# overhead.awk: a table and a summary of lines
#   PROGRAM|LABEL|ELAPSED CPU KB
#   PROGRAM|width LABEL|PER-CENT
#   PROGRAM|differs|LABEL

BEGIN {
  FS = "|"
  n_labels = split ("off time 2 10 unlimited count", labels, " ")
  n_widths = split ("2 10 unlimited", widths, " ")
  print "| program | plain, s | off | time | 2 % | 10 % | unlimited | count |" \
	" width 2 % | 10 % | unlimited |"
  print "|---|---|---|---|---|---|---|---|---|---|---|"
}

!($1 in seen) {
  seen[$1] = 1
  order[++programs] = $1
}

$2 == "differs" { differs++; next }
$2 ~ /^width/ { value[$1, $2, ++count[$1, $2]] = $3 + 0; next }
{
  split ($3, field, " ")
  value[$1, $2, ++count[$1, $2]] = field[2] + 0
}

function middle (program, what,   a, i, n)
{
  n = count[program, what]
  for (i = 1; i <= n; i++)
    a[i] = value[program, what, i]
  return n ? median(a, n) : -1
}

END {
  for (k = 1; k <= programs; k++) {
    plain = middle(order[k], "plain")
    if (plain <= 0)
      continue
    line = sprintf ("| %s | %.3f |", order[k], plain)
    for (i = 1; i <= n_labels; i++) {
      ratio = middle(order[k], labels[i]) / plain
      if (ratio < 0) {
	line = line " |"
	continue
      }
      line = line sprintf (" %.3f |", ratio)
      if (ratio > worst[labels[i]])
	worst[labels[i]] = ratio
    }
    for (i = 1; i <= n_widths; i++) {
      width = middle(order[k], "width " widths[i])
      line = line (width < 0 ? " |" : sprintf (" %.1f |", width))
    }
    print line
  }
  printf "\noverhead: n=%d worst off=%.3f time=%.3f 2=%.3f 10=%.3f " \
	 "unlimited=%.3f count=%.3f differing-output=%d\n", programs, worst["off"], \
	 worst["time"], worst["2"], worst["10"], worst["unlimited"], \
	 worst["count"], differs
}
