#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# inner-loops.sh: a program that is one loop until nothing changes any more, whose end
# depends on all its loads, has bounds for the loops inside, and no time counts twice.
. "$srcdir/e2e-lib.sh"

cat > relax.c <<'END'
#include <stdio.h>

enum { N = 400 };
static double a[N][N], b[N][N];

int
main (void)
{
  double change = 1;
  int steps = 0;

  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      a[i][j] = i * j % 17;
  while (change > 0.01 && steps < 200)
    {
      change = 0;
      for (int i = 1; i < N - 1; i++)
	for (int j = 1; j < N - 1; j++)
	  b[i][j] = 0.25 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1]
			    + a[i][j + 1]);
      for (int i = 1; i < N - 1; i++)
	for (int j = 1; j < N - 1; j++)
	  {
	    double d = __builtin_fabs (b[i][j] - a[i][j]);
	    change = d > change ? d : change;
	    a[i][j] = b[i][j];
	  }
      steps++;
    }
  printf ("%d %g\n", steps, change);
}
END

# Other processors have no copies of whole functions.
procedures=yes
test -z "${TEST_COMPILERS-}" || procedures=no

for gcc in $E2E_GCCS; do
  use_gcc "$gcc"
  saved=$IFS
  IFS=';'
  for flags in $E2E_FLAGS; do
    IFS=$saved
    must "$MEMLB_CC" $flags relax.c -o plain || continue
    must memlb-gcc $flags -g relax.c -o with || continue
    ./plain > plain.out
    rm -f relax.xml
    MEMLB_BUDGET=unlimited MEMLB_OUTPUT=relax.xml ./with > with.out 2> said
    cmp plain.out with.out || fail "$gcc $flags: output differs"
    test ! -s said || fail "$gcc $flags: $(cat said)"
    must memlb check relax.xml
    # The two nests of the steps: entered once in each, and sampled.
    memlb report --format=csv relax.xml > relax.csv
    awk -F, -v steps="$(cut -d' ' -f1 plain.out)" '
      FNR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
      $column["entries"] == steps && $column["sampled"] >= 5 \
	&& $column["refs_control"] == 0 { n++ }
      { share += $column["share"] }
      END { exit !(n == 2 && share < 1.05) }' relax.csv \
      || { fail "$gcc $flags: not two nests with samples"; cat relax.csv; }
    memlb report relax.xml > report.out
    ! grep -q "refused\|never entered" report.out \
      || { fail "$gcc $flags: measured inside, but said to be missing"; cat report.out; }
    memlb report --refused relax.xml > refused.out
    grep -q "inner-loops.*relax.c:15" refused.out \
      || { fail "$gcc $flags: not said why"; cat refused.out; }
    # The copy of the whole function counts the loop around them right.
    test "$procedures" = yes || continue
    must memlb-gcc $flags -g -fplugin-arg-memlb-copies=bound,count,procedures \
      relax.c -o counted || continue
    rm -f relax.xml
    MEMLB_MODE=count MEMLB_OUTPUT=relax.xml ./counted > with.out
    cmp plain.out with.out || fail "$gcc $flags, count: output differs"
    grep -q 'id="main@relax.c:15".* entries="1" .* iterations="200"' relax.xml \
      || fail "$gcc $flags: counted $(grep 'id="main@relax.c:15"' relax.xml)"
  done
done
finish
