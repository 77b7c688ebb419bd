# SPDX-License-Identifier: GPL-3.0-or-later
# kernel-row.awk: from a profile and its CSV report, the row of the nest that
# took most of the time in the function KERNEL.  The report hides the bounds
# that are not to be believed; the profile has them.  The bound with wide
# references placed as in the original counts where there is one: the time of
# data that fit the cache has their splits in it too.  Times are those of one
# of CALLS; CALM goes to the end of the row.

function attribute (name)
{
  return match ($0, " " name "=\"[^\"]*\"") \
	 ? substr ($0, RSTART + length (name) + 3, \
		   RLENGTH - length (name) - 4) : ""
}

FNR == NR {
  if ($1 == "<loop") {
    id = attribute("id")
    bound[id] = attribute("bound-placed")
    if (bound[id] == "")
      bound[id] = attribute("bound")
    form[id] = attribute("form-changed") + 0
    flags[id] = attribute("flags")
  }
  next
}

FNR == 1 {
  n = split ($0, title, ",")
  for (i = 1; i <= n; i++)
    column[title[i]] = i
  next
}

{
  split ($0, cell, ",")
  if (cell[column["function"]] != kernel \
      || cell[column["time_s"]] + 0 <= best + 0)
    next
  best = cell[column["time_s"]]
  entry = sprintf ("%.3f", 1e6 * best / calls)
  id = cell[column["loop"]]
  ratio = bound[id] == "" ? "-" : sprintf ("%.4f", bound[id] / best)
  reason = cell[column["reason"]]
  row = ratio " " cell[column["verdict"]] " " \
	(reason == "" ? "-" : reason) " " cell[column["refs"]] " " \
	cell[column["refs_redirected"]] " " cell[column["refs_control"]] \
	" " form[id] " " entry " " \
	sprintf ("%.3f", 1e6 * bound[id] / calls) " " id
}

END { print (row == "" ? "- none - 0 0 0 0 0 0 -" : row) " " calm }
