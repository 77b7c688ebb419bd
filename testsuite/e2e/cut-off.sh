#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# cut-off.sh: loops that are entered once for long, within a small budget: the
# program's output is its own, and each has a bound or a reason for having none.
. "$srcdir/e2e-lib.sh"

for gcc in $E2E_GCCS; do
  use_gcc "$gcc"
  for level in -O2 -O3; do
    must "$(plain_of matmul.c)" $level "$examples/matmul.c" -o plain || continue
    must "$(wrapper_of matmul.c)" $level "$examples/matmul.c" -o with || continue
    ./plain 512 1 nb > plain.out
    rm -f out.xml
    MEMLB_BUDGET=2 MEMLB_OUTPUT=out.xml timeout 300 ./with 512 1 nb > with.out \
      || fail "$gcc $level: exit status $?"
    cmp -s plain.out with.out || fail "$gcc $level: output differs"
    must memlb check out.xml || continue
    # Any other reason is one that the loop has whatever it lasts.
    memlb report --format=csv out.xml | awk -F, '
      NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
      $at["function"] !~ /^multiply_(naive|blocked)$/ { next }
      {
	n++
	print $at["loop"], $at["verdict"], $at["reason"], $at["bound_s"]
	bound = $at["verdict"] == "ok" || $at["reason"] == "above-time"
	if (bound != ($at["bound_s"] > 0)) bad = 1
	if ($at["verdict"] != "ok" && $at["reason"] == "") bad = 1
	if ($at["verdict"] == "unsampled" \
	    && $at["reason"] !~ /^(no-counter|no-sample)$/) bad = 1
      }
      END { exit bad || n < 2 }' > loops.txt \
      || { fail "$gcc $level: bounds"; cat loops.txt; }
    # More than one run has an interval.
    rm -f out.xml
    MEMLB_BUDGET=10 MEMLB_OUTPUT=out.xml timeout 300 ./with 200 12 n > with.out \
      || fail "$gcc $level: twelve times: exit status $?"
    memlb report --format=csv out.xml | awk -F, '
      NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
      $at["reason"] == "cut-off" {
	print
	bad += ($at["sampled"] > 1) != ($at["bound_low_s"] != "")
      }
      END { exit bad > 0 }' > loops.txt \
      || { fail "$gcc $level: intervals"; cat loops.txt; }
  done
done
finish
