# SPDX-License-Identifier: GPL-3.0-or-later
# fidelity.awk: a table and a summary line of lines
#   OPTIONS|KERNEL|RATIO VERDICT REASON REFS REDIRECTED CONTROL FORM US
# one for each run.  Of each kernel the fastest half of the runs counts, by
# the original's time: in the others some other program shared its core.  A lie is a median ratio off by more than 15 % (10 % is
# counted too) behind the verdict ok; a false flag is any other verdict where
# the ratio is within 5 %.  Verdicts: the one of most runs.

BEGIN {
  FS = "|"
  print "| options | kernel | us per entry | bound/time | spread | runs |" \
	" verdict | reason | refs, in slots, control, form |"
  print "|---|---|---|---|---|---|---|---|---|"
}

# The key of the greatest number in TALLY that begins with ID.
function most (tally, id,   k, best, name)
{
  best = 0
  for (k in tally)
    if (index (k, id SUBSEP) == 1 && tally[k] > best) {
      best = tally[k]
      name = substr (k, length (id) + 2)
    }
  return name
}

{
  id = $1 "|" $2
  if (!(id in runs))
    order[++ids] = id
  runs[id]++
  split ($3, field, " ")
  if (field[1] != "-") {
    ratio[id, ++measured[id]] = field[1]
    time[id, measured[id]] = field[8]
    if (!(id in least) || field[8] < least[id])
      least[id] = field[8] + 0
  }
  verdicts[id, field[2]]++
  reasons[id, field[3]]++
  refs[id] = field[4] ", " field[5] ", " field[6] ", " field[7]
}

function one (id,   i, a, t, m, count, deviation, verdict)
{
  verdict = most(verdicts, id)
  for (i = 1; i <= measured[id]; i++)
    t[i] = time[id, i] + 0
  sort(t, measured[id])
  for (i = 1; i <= measured[id]; i++)
    if (time[id, i] + 0 <= t[int ((measured[id] + 1) / 2)])
      a[++count] = ratio[id, i] + 0
  if (!measured[id]) {
    printf "| %s | - | - | - | 0 | %s | %s | %s |\n", id, verdict, \
	   most(reasons, id), refs[id]
    return
  }
  m = median(a, count)
  printf "| %s | %.1f | %.3f | %.3f-%.3f | %d | %s | %s | %s |\n", id, \
	 least[id], m, a[1], a[count], count, verdict, most(reasons, id), \
	 refs[id]
  deviation = absolute(m - 1)
  all[++n] = m
  deviations[n] = deviation
  within += deviation <= 0.05
  if (verdict == "ok") {
    ok++
    lies += deviation > 0.15
    lies10 += deviation > 0.10
  } else
    false_flags += deviation <= 0.05
}

END {
  for (k = 1; k <= ids; k++)
    one(order[k])
  sort(deviations, n)
  printf "\nfidelity: n=%d median=%.3f p95=%.3f worst=%.3f within5=%d%% " \
	 "ok=%d lies=%d lies10=%d falseflags=%d unmeasured=%d\n", \
	 n, median(all, n), quantile(deviations, n, 0.95), deviations[n], \
	 n ? 100 * within / n : 0, ok, lies, lies10, false_flags, ids - n
}
