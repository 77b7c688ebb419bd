# SPDX-License-Identifier: GPL-3.0-or-later
# layout.awk: a table and a summary of lines
#   OPTIONS|KERNEL|LAYOUT|BUILD|KERNEL FASTEST MEDIAN CHECKSUM

BEGIN {
  FS = "|"
  print "| options | kernel | plain, us | with/plain, median | of medians |" \
	" of means | slowest/fastest layout, plain | with |"
  print "|---|---|---|---|---|---|---|---|"
}

{
  id = $1 "|" $2
  if (!(id in seen)) {
    seen[id] = 1
    order[++ids] = id
  }
  split ($5, field, " ")
  key = id SUBSEP $4 SUBSEP $3
  if (!(key in fastest) || field[2] + 0 < fastest[key])
    fastest[key] = field[2] + 0
  sums[id] = id in sums && sums[id] != field[4] ? "differ" : field[4]
  if ($3 + 0 > last)
    last = $3 + 0
}

# The median of WITH/PLAIN over all pairs of layouts (Hodges and Lehmann, Ann.
# Math. Statist. 34, 1963, on a scale of ratios).  Where a kernel has fast and
# slow layouts, of each about half, the median of either build may fall among
# these or those; this one does not.
function over_pairs (id,   a, i, j, n)
{
  for (i = 0; i <= last; i++)
    for (j = 0; j <= last; j++)
      if ((id, "with", i) in fastest && (id, "plain", j) in fastest)
	a[++n] = fastest[id, "with", i] / fastest[id, "plain", j]
  return median(a, n)
}

# The median over layouts; MEAN and SPREAD of the build are set, too.
function over_layouts (id, build,   a, i, n, sum)
{
  for (i = 0; i <= last; i++)
    if ((id, build, i) in fastest) {
      a[++n] = fastest[id, build, i]
      sum += a[n]
    }
  mean[build] = sum / n
  middle[build] = median(a, n)
  spread[build] = a[n] / a[1]
}

END {
  for (k = 1; k <= ids; k++) {
    id = order[k]
    over_layouts(id, "plain")
    over_layouts(id, "with")
    ratio[k] = over_pairs(id)
    medians[k] = middle["with"] / middle["plain"]
    means[k] = mean["with"] / mean["plain"]
    within += absolute(ratio[k] - 1) <= 0.02
    within_median += absolute(medians[k] - 1) <= 0.02
    within_mean += absolute(means[k] - 1) <= 0.02
    if (sums[id] == "differ")
      wrong++
    printf "| %s | %.1f | %.3f | %.3f | %.3f | %.2f | %.2f |\n", id, \
	   middle["plain"] / 1000, ratio[k], medians[k], means[k], \
	   spread["plain"], spread["with"]
  }
  m = median(ratio, ids)
  printf "\nlayout: n=%d median=%.3f worst=%.3f..%.3f within2=%d " \
	 "within2-medians=%d within2-means=%d differing-output=%d\n", \
	 ids, m, ratio[1], ratio[ids], within, within_median, within_mean, wrong
}
