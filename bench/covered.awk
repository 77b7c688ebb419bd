# SPDX-License-Identifier: GPL-3.0-or-later
# covered.awk: a row for the program -v name=NAME, of its profile and its report as
# CSV: what bounds cover of its user time and of its CPU time, and where the rest of
# that is, largest parts first.  (Page faults in loops are system time, and yet in
# the loops' times.)

# CSV without line ends inside fields: split RECORD into FIELD.
function split_csv (record, field,   n, c, i, quoted, text)
{
  for (i = 1; i <= length (record); i++) {
    c = substr (record, i, 1)
    if (c == "\"")
      quoted = !quoted
    else if (c == "," && !quoted) {
      field[++n] = text
      text = ""
    }
    else
      text = text c
  }
  field[++n] = text
  return n
}

# The value of an attribute NAME in the current line.
function attribute (name)
{
  return match ($0, " " name "=\"[^\"]*\"") \
	 ? substr ($0, RSTART + length (name) + 3, RLENGTH - length (name) - 4) : ""
}

FNR == NR {
  if ($1 == "<program")
    time = attribute("time")
  else if (system_time == "" && /n="system-time"/)
    system_time = attribute("v")
  next
}

FNR == 1 {
  n = split_csv($0, f)
  for (i = 1; i <= n; i++)
    column[f[i]] = i
  next
}

{
  split_csv($0, f)
  share = f[column["share"]]
  if (share == "" || share + 0 <= 0)
    next
  known += share
  verdict = f[column["verdict"]]
  if (verdict == "ok" || verdict == "partial")
    covered += share
  else
    rest[verdict " `" f[column["reason"]] "`"] += share
}

END {
  if (known < 1)
    rest["in no nest that is timed"] += 1 - known
  while (1) {
    most = 0
    for (what in rest)
      if (rest[what] > most) {
	most = rest[what]
	which = what
      }
    if (most < 0.02)
      break
    parts = parts sprintf ("%s%.0f %s", parts ? "; " : "", 100 * most, which)
    delete rest[which]
  }
  user = time + 0 > system_time + 0 ? 100 * covered * time / (time - system_time) : 0
  printf "| %s | %.0f | %.0f | %s |\n", name,
	  (user > 100 ? 100 : user), 100 * covered, parts
}
