# SPDX-License-Identifier: GPL-3.0-or-later
# agreement.awk: a table and a summary of lines
#   PROGRAM|BUDGET|RUN|LOOP|SHARE|BOUND|LOW|HIGH|RATIO|VERDICT|REASON
# LAST is the budget that the others are compared with.  Two bounds with standard
# errors of a 1.96th of their half widths agree if they are no more than 1.96 times
# the root of the sum of squares apart; 95 of 100 should.

BEGIN { FS = "|" }

{
  at = $1 "|" $4
  if (!($1 in programs)) {
    programs[$1] = 1
    order[++n_programs] = $1
  }
  n = ++runs[at, $2]
  loops[at] = $1
  budgets[$2] = 1
  bound[at, $2, n] = $6
  error[at, $2, n] = ($8 - $7) / 2 / 1.96
  if ($5 >= 0.05) {
    width = 50 * ($8 - $7) / $6
    widths[$1, $2, ++n_widths[$1, $2]] = width
    narrow[$1, $2] += width <= 3
  }
}

function show (program, budget,   i, list, line)
{
  line = "| " program " | " budget " |"
  if (pairs[program, budget])
    line = line sprintf (" %d | %.0f %% | %+.2f |", pairs[program, budget],
      100 * agreeing[program, budget] / pairs[program, budget],
      middle(program, budget))
  else
    line = line " | | |"
  for (i = 1; i <= n_widths[program, budget]; i++)
    list[i] = widths[program, budget, i]
  if (i > 1)
    line = line sprintf (" %d of %d | %.1f | %.1f |", narrow[program, budget],
      i - 1, median(list, i - 1), list[i - 1])
  else
    line = line " | | |"
  print line
}

# The median of how many standard errors the bounds with BUDGET are higher.
function middle (program, budget,   i, list)
{
  for (i = 1; i <= pairs[program, budget]; i++)
    list[i] = apart[program, budget, i]
  return median(list, i - 1)
}

END {
  for (at in loops)
    for (budget in budgets)
      for (i = 1; budget != last && i <= runs[at, budget]; i++)
	for (k = 1; k <= runs[at, last]; k++) {
	  e = sqrt(error[at, budget, i] ^ 2 + error[at, last, k] ^ 2)
	  if (e <= 0)
	    continue
	  z = (bound[at, budget, i] - bound[at, last, k]) / e
	  name = loops[at]
	  apart[name, budget, ++pairs[name, budget]] = z
	  agreeing[name, budget] += z <= 1.96 && z >= -1.96
	  all_pairs[budget]++
	  all_agreeing[budget] += z <= 1.96 && z >= -1.96
	}
  print "| program | budget | pairs | agree | higher by (standard errors," \
	" median) | nests of 5 % within 3 % | half width, median, % | most |"
  print "|---|---|---|---|---|---|---|---|"
  for (p = 1; p <= n_programs; p++)
    for (budget in budgets)
      show(order[p], budget)
  print ""
  for (budget in all_pairs)
    printf "agreement: budget=%s pairs=%d agree=%.1f%%\n", budget,
      all_pairs[budget], 100 * all_agreeing[budget] / all_pairs[budget]
}
