# SPDX-License-Identifier: GPL-3.0-or-later
# matmul.awk: tables of lines
#   OPTIONS|clock|WAY SECONDS s
#   OPTIONS|nest|FUNCTION SECONDS BOUND VERDICT LOW HIGH

BEGIN { FS = "|" }

!($1 in seen) {
  seen[$1] = 1
  order[++sets] = $1
}

{ split ($3, field, " ") }

$2 == "clock" { add($1 "|clock|" field[1], field[2]) }
$2 == "nest" {
  way = field[1] == "multiply_naive" ? "naive" \
	: field[1] ~ /^multiply_block/ ? "blocked" : ""
  if (way != "") {
    add($1 "|time|" way, field[2])
    if (field[3] != "-")
      add($1 "|bound|" way, field[3])
    verdict[$1, way] = field[4]
  }
}

function add (id, x) { values[id, ++count[id]] = x + 0 }

function middle (id,   a, i)
{
  for (i = 1; i <= count[id]; i++)
    a[i] = values[id, i]
  return median(a, count[id])
}

function cell (x) { return x > 0 ? sprintf ("%.3f s", x) : "-" }

END {
  for (k = 1; k <= sets; k++) {
    o = order[k]
    naive = middle(o "|time|naive")
    bound = middle(o "|bound|naive")
    blocked = middle(o "|time|blocked")
    inner = middle(o "|bound|blocked")
    blas = middle(o "|clock|OpenBLAS")
    print "| " o " | time | lower bound | verdict | GFLOP/s |"
    print "|---|---|---|---|---|"
    flops = 2 * n * n * n / 1e9
    printf "| naive | %s | %s | %s | %.2f |\n", cell(naive), cell(bound), \
	   verdict[o, "naive"], flops / naive
    printf "| blocked | %s | %s | %s | %.2f |\n", cell(blocked), \
	   cell(inner), verdict[o, "blocked"], flops / blocked
    if (blas)
      printf "| OpenBLAS | %s | - | - | %.2f |\n", cell(blas), flops / blas
    if (!naive || !bound || !blocked || !inner)
      continue
    printf "\nOf the %.2f s of the naive loop, %.2f s (%.0f %%) are cache " \
	   "misses by its bound; blocking won %.0f %% of that. ", naive, \
	   naive - bound, 100 * (naive - bound) / naive, \
	   100 * (naive - blocked) / (naive - bound)
    printf "The blocked loop still takes %.1f times its own bound.", \
	   blocked / inner
    if (blas)
      printf " OpenBLAS takes %.2f times the naive bound: what it gains " \
	     "beyond that is in its instructions, not in the cache.", \
	     blas / bound
    print "\n"
  }
}
