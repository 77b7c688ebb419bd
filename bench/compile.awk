# SPDX-License-Identifier: GPL-3.0-or-later
# compile.awk: a table and a summary of lines
#   used|BUILD|FILE|ELAPSED CPU KB
#   size|BUILD|FUNCTION|HEX
#   copied||FUNCTION|

function number (hex,   i, n)
{
  for (i = 1; i <= length (hex); i++)
    n = 16 * n + index ("0123456789abcdef", substr (hex, i, 1)) - 1
  return n
}

BEGIN { FS = "|" }

$1 == "used" {
  split ($4, field, " ")
  cpu[$2] += field[2]
  kb[$2] += field[3]
  if (field[3] + 0 > most[$2])
    most[$2] = field[3] + 0
  if ($2 == "with") {
    time_ratio[++files] = field[2] / last_cpu
    memory_ratio[files] = field[3] / last_kb
  }
  last_cpu = field[2]
  last_kb = field[3]
}
$1 == "size" {
  size[$2, $3] = number($4)
  all[$2] += size[$2, $3]
}
$1 == "copied" { copied[$3] = 1 }

END {
  for (f in copied)
    if (("plain", f) in size && size["plain", f]) {
      growth[++n] = size["with", f] / size["plain", f]
      plain += size["plain", f]
      with += size["with", f]
    }
  t = median(time_ratio, files)
  m = median(memory_ratio, files)
  g = median(growth, n)
  print "| what | plain | with | ratio | median | 95 % | worst |"
  print "|---|---|---|---|---|---|---|"
  printf "| CPU time, s | %.2f | %.2f | %.3f | %.3f | %.3f | %.3f |\n", \
	 cpu["plain"], cpu["with"], cpu["with"] / cpu["plain"], t, \
	 quantile(time_ratio, files, 0.95), time_ratio[files]
  printf "| memory, MB, mean of files | %.1f | %.1f | %.3f | %.3f | %.3f" \
	 " | %.3f |\n", kb["plain"] / files / 1024, \
	 kb["with"] / files / 1024, kb["with"] / kb["plain"], m, \
	 quantile(memory_ratio, files, 0.95), memory_ratio[files]
  printf "| memory, MB, largest | %.1f | %.1f | %.3f | | | |\n", \
	 most["plain"] / 1024, most["with"] / 1024, \
	 most["with"] / most["plain"]
  printf "| text of %d functions with copies, KB | %.1f | %.1f | %.3f | " \
	 "%.3f | %.3f | %.3f |\n", n, plain / 1024, with / 1024, \
	 with / plain, g, quantile(growth, n, 0.95), growth[n]
  printf "| text of all functions, KB | %.1f | %.1f | %.3f | | | |\n", \
	 all["plain"] / 1024, all["with"] / 1024, all["with"] / all["plain"]
  printf "\ncompile: files=%d time=%.3f memory=%.3f text=%.3f\n", files, \
	 cpu["with"] / cpu["plain"], kb["with"] / kb["plain"], with / plain
}
