# SPDX-License-Identifier: GPL-3.0-or-later
# fidelity.awk: a table and summary lines of lines
#   OPTIONS|KERNEL|SMALL[|LARGE|ORIGINAL]
# one for each run, where SMALL and LARGE are rows of kernel-row.awk, or empty: of a
# problem that fits the first-level cache and, with LARGE=1, of the same loops
# over a large working set; ORIGINAL is the time of the former when nothing is
# measured, beside the large one.  Two ratios of each pair of kernel and options
# should be 1: bound/time of the small problem, and the bound of the large one /
# that original time (trip counts are equal, so this is the bound per iteration).
#
# Only runs on a calm core count, see calm.awk; where there are none, the
# calmer half does.  Verdict: the one of most runs.
#
# The line "fidelity:" is about the first ratio, "fidelity-large:" about the
# second with the large problem's verdicts:
#   n           pairs that were measured
#   median      of the ratios with verdict ok
#   p95, worst  95 % quantile and maximum of |ratio - 1| over those with
#               verdict ok
#   ok          how many have verdict ok
#   lies        verdict ok, and off by more than 10 %
#   falseflags  another verdict, though within 5 % of 1
# The line "reached:" says how many of the lies are no fault of the bound: in another
# run on a calm core the original took no more than a tenth longer than it, as where
# the time of a process depends on where its memory lies.
# The line "runs:" is about single runs on a calm core, small and large: how many
# there are, have verdict ok, and have it though off by more than 10 %.
# The line "within:" is about the first ratio over all verdicts: how many are
# within 5 % of 1, how many of verdict ok off by more than 15 %, and how many
# kernels have no figure.

BEGIN {
  FS = "|"
  print "| options | kernel | us per entry | bound/time | spread | runs |" \
	" verdict | reason | refs, in slots, control, form |" \
	(large ? " large: slower | bound/original | spread | runs |" \
		 " verdict |" : "")
  print "|---|---|---|---|---|---|---|---|---|" \
	(large ? "---|---|---|---|---|" : "")
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
}

$3 != "" {
  split ($3, field, " ")
  small_verdict[id, field[2]]++
  reasons[id, field[3]]++
  refs[id] = field[4] ", " field[5] ", " field[6] ", " field[7]
  if (field[1] != "-") {
    ratio[id, ++measured[id]] = field[1]
    time[id, measured[id]] = field[8]
    calm[id, measured[id]] = calm_of($3)
    bound[id, measured[id]] = field[9]
    note_original(id, field[8], calm_of($3))
    loop[id] = field[10]
    tally_run(field[1], field[2], calm_of($3))
  }
}

# The original's time counts as much: both must have had the core.
NF > 3 && $4 != "" {
  split ($4, other, " ")
  large_verdict[id, other[2]]++
  split ($5, original, " ")
  if (loop[id] != "" && other[1] != "-" && loop[id] == other[10] \
      && original[1] > 0) {
    large_ratio[id, ++compared[id]] = other[9] / original[1]
    slower[id, compared[id]] = other[8] / original[1]
    large_bound[id, compared[id]] = other[9]
    note_original(id, original[1], calm_of($5))
    large_calm[id, compared[id]] = greatest(calm_of($4), calm_of($5))
    tally_run(other[9] / original[1], other[2], large_calm[id, compared[id]])
  }
}

# Keep the TIME of an original of pair ID.
function note_original (id, time, calm)
{
  original_time[id, ++originals[id]] = time
  original_calm[id, originals[id]] = calm
}

# True if an original of pair ID took no more than a tenth longer than the median of
# the N bounds of BOUND, with the runs' CALM.
function reached (id, bound, calm, n,   a, i, middle)
{
  n = chosen_of(bound, calm, id, n, a)
  middle = median(a, n)
  for (i = 1; i <= originals[id]; i++)
    if (original_calm[id, i] <= calm_limit() \
	&& original_time[id, i] <= 1.1 * middle)
      return 1
  return 0
}

# Of the N values of KEY those of runs on a calm core, by CALM, go to CHOSEN,
# which is sorted.  Returns how many.
function chosen_of (value, calm, key, n, chosen,   i, w, count, limit)
{
  split ("", chosen)
  for (i = 1; i <= n; i++)
    w[i] = calm[key, i]
  sort(w, n)
  limit = calm_limit()
  if (limit < w[int ((n + 1) / 2)] && limit < w[1])
    limit = w[int ((n + 1) / 2)]
  for (i = 1; i <= n; i++)
    if (calm[key, i] <= limit)
      chosen[++count] = value[key, i] + 0
  sort(chosen, count)
  return count
}

# Keep a run with RATIO and VERDICT for the count of those on a calm core.
function tally_run (ratio, verdict, calm)
{
  run_calm[++single] = calm
  run_ok[single] = verdict == "ok"
  run_off[single] = verdict == "ok" && absolute(ratio - 1) > 0.10
}

function summary_of_runs (   i, n, ok, off)
{
  for (i = 1; i <= single; i++)
    if (run_calm[i] <= calm_limit()) {
      n++
      ok += run_ok[i]
      off += run_off[i]
    }
  printf "runs: n=%d ok=%d beyond10=%d\n", n, ok, off
}

# Count RATIO with VERDICT in summary S.
function tally (s, ratio, verdict,   off)
{
  off = absolute(ratio - 1)
  count[s, "n"]++
  if (verdict != "ok") {
    count[s, "false flags"] += off <= 0.05
    return
  }
  oks[s, ++count[s, "ok"]] = ratio
  count[s, "lies"] += off > 0.10
}

function summary (name, s,   a, off, i, n)
{
  n = count[s, "ok"] + 0
  for (i = 1; i <= n; i++) {
    a[i] = oks[s, i]
    off[i] = absolute(a[i] - 1)
  }
  sort(off, n)
  printf "%s: n=%d median=%.3f p95=%.3f worst=%.3f ok=%d lies=%d " \
	 "falseflags=%d\n", name, count[s, "n"], median(a, n), \
	 quantile(off, n, 0.95), n ? off[n] : 0, n, count[s, "lies"], \
	 count[s, "false flags"]
}

function row_of_large (id,   a, b, n, middle, verdict)
{
  verdict = most(large_verdict, id)
  n = chosen_of(large_ratio, large_calm, id, compared[id] + 0, a)
  if (n == 0)
    return " - | - | - | 0 | " verdict " |"
  middle = median(a, n)
  chosen_of(slower, large_calm, id, compared[id], b)
  tally("large", middle, verdict)
  if (verdict == "ok" && middle < 0.9)
    count["large", "reached"] += reached(id, large_bound, large_calm, compared[id])
  remember(id, middle, verdict, "large")
  return sprintf (" %.1f | %.3f | %.3f-%.3f | %d | %s |", median(b, n), \
		  middle, a[1], a[n], n, verdict)
}

# Note for the list of exceptions.
function remember (id, ratio, verdict, size,   off)
{
  off = absolute(ratio - 1)
  if (off > 0.05 || (verdict != "ok" && size == "small"))
    exception[++exceptions] = sprintf ("%s|%s|%.3f|%s", id, size, ratio, \
				       verdict)
}

function one (id,   a, t, n, m, verdict)
{
  verdict = most(small_verdict, id)
  n = chosen_of(ratio, calm, id, measured[id] + 0, a)
  if (n == 0) {
    missing++
    printf "| %s | - | - | - | 0 | %s | %s | %s |%s\n", id, verdict, \
	   most(reasons, id), refs[id], large ? " - | - | - | 0 | - |" : ""
    return
  }
  m = median(a, n)
  chosen_of(time, calm, id, measured[id], t)
  tally("small", m, verdict)
  if (verdict == "ok" && m < 0.9)
    count["small", "reached"] += reached(id, bound, calm, measured[id])
  within5 += absolute(m - 1) <= 0.05
  beyond15 += verdict == "ok" && absolute(m - 1) > 0.15
  remember(id, m, verdict, "small")
  printf "| %s | %.1f | %.3f | %.3f-%.3f | %d | %s | %s | %s |%s\n", id, \
	 median(t, n), m, a[1], a[n], n, verdict, most(reasons, id), refs[id], \
	 large ? row_of_large(id) : ""
}

function list_exceptions (   i)
{
  print "\nOff by more than 5 %, or flagged:\n"
  print "| options | kernel | size | ratio | verdict |\n|---|---|---|---|---|"
  for (i = 1; i <= exceptions; i++)
    print "| " exception[i] " |"
}

END {
  for (k = 1; k <= ids; k++)
    one(order[k])
  if (large)
    list_exceptions()
  print ""
  summary("fidelity", "small")
  if (large)
    summary("fidelity-large", "large")
  if (count["small", "lies"] + count["large", "lies"] > 0)
    printf "reached: lies=%d large=%d\n", count["small", "reached"], \
	   count["large", "reached"]
  summary_of_runs()
  n = count["small", "n"]
  printf "within: n=%d within5=%d%% beyond15=%d unmeasured=%d\n", n, \
	 n ? 100 * within5 / n : 0, beyond15, missing
}
