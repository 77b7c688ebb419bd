# SPDX-License-Identifier: GPL-3.0-or-later
# size.awk: a table and a summary of lines
#   PROGRAM TEXT TEXT-WITH FUNCTIONS FUNCTIONS-WITH
# in bytes, without memlb and with it: the program, and its functions that have copies.

BEGIN {
  print "| program | text | times as long | functions with copies: text | times as long |"
  print "|---|---|---|---|---|"
}
{
  all[NR] = $3 / $2
  part[NR] = $4 ? $5 / $4 : 0
  printf "| %s | %d | %.2f | %d | %.2f |\n", $1, $2, all[NR], $4, part[NR]
}
END {
  sort(all, NR)
  sort(part, NR)
  printf "\nsize: n=%d median=%.2f most=%.2f functions: median=%.2f most=%.2f\n",
    NR, quantile(all, NR, 0.5), all[NR], quantile(part, NR, 0.5), part[NR]
}
