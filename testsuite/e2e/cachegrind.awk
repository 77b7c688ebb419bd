# SPDX-License-Identifier: GPL-3.0-or-later
# cachegrind.awk: adds up what cachegrind counted of originals and copies.
#
# Input: a profile, cachegrind's file of a run with memlb off, and its file
# of the run that the profile is of.  Variables: functions, assembler names;
# title.  Prints a line for each function.  Exit status 1 if accesses differ
# by 1 % or more (NAME:N allows N %), or if bound copies miss all of whose
# references have slots.

function value(name)
{
  return match ($0, " " name "=\"[^\"]*\"") \
	 ? substr ($0, RSTART + length (name) + 3, \
		   RLENGTH - length (name) - 4) : ""
}

FNR == 1 { file++ }

# The profile: entries and bound runs of each procedure's nests, how many the
# latter are at least (of eight entries one may only observe), and whether all
# references have slots.
file == 1 && / *<procedure / {
  p = value("asm-name") == "" ? value("name") : value("asm-name")
}
file == 1 && / *<loop / && value("verdict") != "refused" {
  n = value("entries")
  entries[p] += n
  least[p] += n - int (n / 8)
  if (value("entries") > 0 && value("refs") != value("refs-redirected"))
    real[p] = 1
}
file == 1 && / *<m n="bound-runs"/ { runs[p] += value("v") }

# Cachegrind's counts: LINE EVENT..., below the name of the function.
file > 1 && /^events: / {
  for (i = 2; i <= NF; i++)
    column[$i] = i
}
file > 1 && /^fn=/ {
  f = substr ($0, 4)
  copy = sub (/\.memlb_bound\.[0-9]+$/, "", f)
}
file > 1 && /^[0-9]/ && copy == (file == 3) {
  accesses[file, f] += $column["Dr"] + $column["Dw"]
  misses[file, f] += $column["D1mr"] + $column["D1mw"]
}

function percent(part, all)
{
  return all > 0 ? 100 * part / all : 0
}

# The name of F without C++'s types and Fortran's module.
function short(f)
{
  if (match (f, /^_ZN3pic[0-9]+[a-z]+/))
    f = substr (f, RSTART, RLENGTH)
  sub (/^_ZN3pic[0-9]+/, "", f)
  sub (/^__[a-z_]+_MOD_/, "", f)
  return f
}

END {
  n = split (functions, name, " ")
  for (i = 1; i <= n; i++)
    {
      f = name[i]
      most = sub (/:.*/, "", f) ? substr (name[i], length (f) + 2) / 100 : 0.01
      if (accesses[2, f] + accesses[3, f] + 0 == 0)
	{ print title ": inlined: " short(f); inlined++; continue }
      if (accesses[2, f] == 0)
	{ print title ": no such function: " f; failed = 1; continue }
      ratio = accesses[3, f] / accesses[2, f]
      if (runs[f] > 0)
	ratio *= entries[f] / runs[f]
      missed = percent(misses[3, f], accesses[3, f])
      wrong = ratio <= 1 - most || ratio >= 1 + most || (missed >= 0.1 && !real[f])
      printf "%-54s %10d %10d %9.4f %8.2f%% %8.3f%%%s%s\n", title ": " short(f), \
	     accesses[2, f], accesses[3, f], ratio, \
	     percent(misses[2, f], accesses[2, f]), missed, \
	     real[f] ? " (some references stay real)" : "", \
	     wrong ? " WRONG" : ""
      few = runs[f] > entries[f] || runs[f] < least[f]
      if (few)
	printf "%s: %d entries, but %d bound runs\n", f, entries[f], runs[f]
      failed += wrong || few
    }
  exit failed > 0 || inlined == n
}
