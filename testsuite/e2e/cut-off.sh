#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# cut-off.sh: loops that are entered once for long, within a small budget: the
# program's output is its own, and each has a bound or a reason for having none.
. "$srcdir/e2e-lib.sh"

# Each iteration waits for what the last one stored, which only mirror copies keep.
cat > carried.c <<'END'
#include <stdio.h>
#include <stdlib.h>

__attribute__ ((noipa)) void
carried (double *x, const double *b, long n, long d, int times)
{
  for (int t = 0; t < times; t++)
    for (long i = d; i < n; i++)
      x[i] = x[i - d] * 0.5 + b[i];
}

int
main (int argc, char **argv)
{
  static double x[500], b[500];
  for (int i = 0; i < 500; i++)
    b[i] = i % 17 / 16.;
  for (int e = 0; e < 20; e++)
    carried (x, b, 500, argc, 20000);
  printf ("%.17g\n", x[499]);
  return 0;
}
END

# Later iterations do more than the first ones, and only they leave the caches.
cat > growing.c <<'END'
#include <stdio.h>
#define ROWS 3000
static double x[ROWS * 400], y[ROWS];

__attribute__ ((noipa)) void
growing (int rows)
{
  for (int i = 0; i < rows; i++)
    {
      double s = 0;
      for (int k = 0; k < i * 400; k += 8)
	s += x[k];
      y[i] = s;
    }
}

int
main (void)
{
  for (int i = 0; i < ROWS * 400; i++)
    x[i] = i % 7;
  growing (ROWS);
  printf ("%g\n", y[ROWS - 1]);
}
END

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
    loops out.xml '
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
    loops out.xml '
      $at["reason"] == "cut-off" {
	print
	bad += ($at["sampled"] > 1) != ($at["bound_low_s"] != "")
      }
      END { exit bad > 0 }' > loops.txt \
      || { fail "$gcc $level: intervals"; cat loops.txt; }
    # What the first iterations tell of the later ones is no bound to be sure of, if
    # anything is known at all.
    must memlb-gcc $level growing.c -o growing || continue
    rm -f out.xml
    MEMLB_BUDGET=5 MEMLB_OUTPUT=out.xml timeout 300 ./growing > with.out \
      || fail "$gcc $level: growing: exit status $?"
    loops out.xml '
      $at["function"] == "growing" {
	n++
	print $at["verdict"], $at["reason"]
	bad += ($at["verdict"] " " $at["reason"]) \
	  !~ /^(partial (cut-off|above-time)|unsampled (no-sample|no-counter|page-faults))$/
      }
      END { exit bad > 0 || n != 1 }' > loops.txt \
      || fail "$gcc $level: growing: $(cat loops.txt)"
    # Where other machines have no mirror copies, slots tell that.
    must memlb-gcc $level carried.c -o carried || continue
    rm -f out.xml
    MEMLB_BUDGET=10 MEMLB_OUTPUT=out.xml timeout 300 ./carried > with.out \
      || fail "$gcc $level: carried: exit status $?"
    loops out.xml '
      $at["function"] == "carried" && $at["reason"] != "never-entered" {
	print $at["verdict"], $at["reason"], ($at["sampled"] > 1 ? "samples" : "") }
      ' > loops.txt
    mirrors=$(awk '/n="mirrored"/ { print "mirrored"; exit }' out.xml)
    case $(uname -m),$mirrors,$(cat loops.txt) in
      x86_64,mirrored,ok\ cut-off\ samples) ;;
      x86_64,mirrored,partial\ *\ samples) ;;
      x86_64,*) fail "$gcc $level: carried: $mirrors $(cat loops.txt)" ;;
    esac
  done
done
finish
