# SPDX-License-Identifier: GPL-3.0-or-later
# time.awk: a table and a summary of lines
#   LABEL|plain or with|ELAPSED CPU KB
#   LABEL|entries|ENTRIES SECONDS-IN-NESTS
#   LABEL|differs|

BEGIN {
  FS = "|"
  print "| example | plain, s | time mode / plain, median | of the fastest |" \
	" entries of nests | us per entry |"
  print "|---|---|---|---|---|---|"
}

{ split ($3, field, " ") }

!($1 in seen) {
  seen[$1] = 1
  order[++labels] = $1
}

$2 == "plain" || $2 == "with" { cpu[$1, $2, ++runs[$1, $2]] = field[2] + 0 }
$2 == "differs" { differs++ }
$2 == "entries" {
  entries[$1] = field[1]
  each[$1] = field[1] ? 1e6 * field[2] / field[1] : 0
}

function statistics (label, build,   a, i, n)
{
  n = runs[label, build]
  for (i = 1; i <= n; i++)
    a[i] = cpu[label, build, i]
  middle[build] = median(a, n)
  fastest[build] = a[1]
}

END {
  for (k = 1; k <= labels; k++) {
    label = order[k]
    statistics(label, "plain")
    statistics(label, "with")
    if (label == "start and end") {
      fixed = 1e3 * (middle["with"] - middle["plain"])
      continue
    }
    if (!middle["plain"])
      continue
    ratio = middle["with"] / middle["plain"]
    long += each[label] >= 1
    good += each[label] >= 1 && ratio <= 1.05
    printf "| %s | %.3f | %.3f | %.3f | %d | %.2f |\n", label, \
	   middle["plain"], ratio, fastest["with"] / fastest["plain"], \
	   entries[label], each[label]
  }
  printf "\nStart and end of a program cost %.1f ms more than without " \
	 "memlb.\n\ntime: n=%d entries>=1us=%d of-these<=1.05=%d " \
	 "differing-output=%d\n", fixed, labels - 1, long, good, differs
}
