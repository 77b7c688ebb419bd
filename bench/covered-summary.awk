# SPDX-License-Identifier: GPL-3.0-or-later
# covered-summary.awk: the summary of covered.awk's rows, fields split at "|".

$3 + 0 == $3 {
  value[++n] = $3 + 0
}

END {
  middle = median(value, n)
  printf "\ncovered: n=%d median=%.0f%% worst=%.0f%%\n", n, middle, value[1]
}
