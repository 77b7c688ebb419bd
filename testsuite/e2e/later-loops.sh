#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# later-loops.sh: of a nest with several loops one after the other all are observed,
# though the first alone is longer than a look: the second one's references across
# cache lines are in the profile.
. "$srcdir/e2e-lib.sh"

cat > later.c <<'END'
#include <stdio.h>

typedef double pair __attribute__ ((vector_size (16), aligned (8)));
static double a[6000] __attribute__ ((aligned (64)));
static double b[400] __attribute__ ((aligned (64)));

/* The pairs begin 56 bytes behind a line, so that one in four lies across two.  */
__attribute__ ((noipa)) static void
later (int turns)
{
  for (int r = 0; r < turns; r++)
    {
      for (int i = 0; i < 3000; i++)
	a[2 * i] = a[2 * i] * 0.5 + 1;
      for (int i = 0; i < 100; i++)
	*(pair *) (b + 7 + 2 * i) += 1;
    }
}

int
main (void)
{
  for (int i = 0; i < 1000; i++)
    later (8);
  printf ("%g %g\n", a[2], b[8]);
}
END

for gcc in $E2E_GCCS; do
  use_gcc "$gcc"
  flags="-O2 -fno-tree-vectorize"
  must "$MEMLB_CC" $flags later.c -o plain || continue
  must memlb-gcc $flags later.c -o with || continue
  ./plain > plain.out
  rm -f later.xml
  MEMLB_BUDGET=50 MEMLB_OUTPUT=later.xml ./with > with.out 2> said
  cmp plain.out with.out || fail "$gcc: output differs"
  test ! -s said || fail "$gcc: $(cat said)"
  must memlb check later.xml
  awk '/<loop / { inside = /id="later@/ }
    inside && /"straddling-per-cent"/ { gsub (/[^0-9]/, ""); n += $0 }
    END { exit !(n >= 5 && n <= 50) }' later.xml \
    || fail "$gcc: the second loop was not seen: $(grep -A9 'id="later@' later.xml)"
done
finish
