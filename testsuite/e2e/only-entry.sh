#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# only-entry.sh: a nest that is entered once, and whose rows are so long that not all of
# its references are observed then, has a bound by what was: its copy divides by no zero.
# One whose copies run first has its time.
. "$srcdir/e2e-lib.sh"

cat > once.c <<'END'
#include <stdio.h>
#define ROWS 400
#define COLUMNS 20000
static int x[COLUMNS], d[ROWS], q[ROWS];

__attribute__ ((noipa)) void
once (int rows, int columns)
{
  for (int i = 0; i < rows; i++)
    {
      int s = 0;
      for (int j = 0; j < columns; j++)
	s += x[j];
      q[i] = s / d[i];
    }
}

/* What it stores may be what it loads to decide by.  */
__attribute__ ((noipa)) void
decided (int *to, const int *until)
{
  for (int i = 0; to[i] != *until; i++)
    to[i] = i;
}

int
main (void)
{
  for (int j = 0; j < COLUMNS; j++)
    x[j] = j;
  for (int i = 0; i < ROWS; i++)
    d[i] = i + 1;
  once (ROWS, COLUMNS);
  int until = -1;
  static int to[1000000];
  to[999999] = until;
  decided (to, &until);
  printf ("%d %d\n", q[0], q[ROWS - 1]);
}
END

for gcc in $E2E_GCCS; do
  use_gcc "$gcc"
  flags="-O2 -fno-tree-vectorize"
  must "$MEMLB_CC" $flags once.c -o plain || continue
  must memlb-gcc $flags once.c -o with || continue
  ./plain > plain.out
  rm -f once.xml
  MEMLB_BUDGET=unlimited MEMLB_OUTPUT=once.xml ./with > with.out 2> said
  cmp plain.out with.out || fail "$gcc: output differs"
  test ! -s said || fail "$gcc: $(cat said)"
  must memlb check once.xml
  loops once.xml '
    $at["function"] == "once" {
      print $at["verdict"], $at["reason"], $at["bound_s"]
      bad += !($at["bound_s"] > 0); n++ }
    $at["function"] == "decided" {
      print $at["verdict"], $at["reason"], $at["time_s"]
      bad += !($at["time_s"] > 1e-4) || $at["reason"] != "no-sample"; n++ }
    END { exit bad || n != 2 }' > loops.txt || fail "$gcc: $(cat loops.txt)"
done
finish
