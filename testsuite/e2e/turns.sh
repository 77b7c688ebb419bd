#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# turns.sh: a nest that is entered for long and for short in turn, and whose bound
# runs come before originals that have no time: the runs are not all those of one
# kind, and the times those of the other.
. "$srcdir/e2e-lib.sh"

cat > turns.c <<'END_C'
#include <stdio.h>
#define F __attribute__ ((noipa))

/* For all that is known its stores may change *N.  */
F void
update (int *a, const int *n)
{
  for (int i = 0; i < *n; i++)
    a[i] = a[i] * 3 + 1;
}

int
main (void)
{
  static int a[40000];
  int sizes[] = { 40000, 1000 };
  unsigned sum = 0;
  for (int t = 0; t < 400; t++)
    update (a, &sizes[t % 2]);
  for (int i = 0; i < 40000; i++)
    sum = sum * 5 + (unsigned) a[i];
  printf ("%u\n", sum);
}
END_C

use_gcc "${E2E_GCCS%% *}"
must "$MEMLB_CC" -O2 -fwrapv turns.c -o plain || finish
must memlb-gcc -O2 -fwrapv turns.c -o with || finish
./plain > plain.out
MEMLB_BUDGET=unlimited MEMLB_OUTPUT=run.xml ./with > with.out
cmp plain.out with.out || fail "another output"
flags=$(xmllint --xpath 'string(//loop[contains(@id, "update@")]/@flags)' run.xml)
case $flags in
  *may-alias*) ;;
  *) fail "the nest is not one whose bound runs come first: $flags" ;;
esac
# Of one kind for the other they would be 40 times too short or too long.
ratio=$(xmllint --xpath 'string(//loop[contains(@id, "update@")]/@ratio)' run.xml)
awk -v ratio="$ratio" 'BEGIN { exit !(ratio > 0.1 && ratio < 10) }' \
  || fail "bound / time is $ratio"
finish
