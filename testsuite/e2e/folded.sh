#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# folded.sh: where a nest that calls reads and writes more memory than a mirror has
# pages, its results do not come among what it only reads: exponentials of the data
# would overflow, and the verdict be `drift'.  Nor do integers come among floating
# point: labels of a byte, read as such, are next to zero.
. "$srcdir/e2e-lib.sh"
needs_copies calls

cat > kernel.c <<'END_C'
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#define F __attribute__ ((noipa))
enum { ROWS = 3000, N = 24 };

F double
dot (const double *x, const double *y, int n)
{
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i] * y[i];
  return s;
}

F void
column (double *out, double *const *x, const double *y, int rows)
{
  for (int i = 0; i < rows; i++)
    out[i] = exp (dot (x[i], y, N)) * 100;
}

F void
labelled (double *out, const signed char *label, double *const *x, const double *y,
	  int rows)
{
  for (int i = 0; i < rows; i++)
    out[i] = label[i] * exp (dot (x[i], y, N));
}

int
main (void)
{
  static signed char label[ROWS];
  double *x[ROWS], *data = malloc (ROWS * N * sizeof *data);
  double *out = malloc (20 * ROWS * sizeof *out), s = 0;
  for (int i = 0; i < ROWS * N; i++)
    data[i] = 0.25 + i % 7 * 0.01;
  for (int i = 0; i < ROWS; i++)
    x[i] = data + N * i, label[i] = i % 3 ? -1 : 1;
  for (int t = 0; t < 40; t++)
    {
      column (out + t % 20 * ROWS, x, x[t * 37 % ROWS], ROWS);
      /* So that this loop is not measured with it.  */
      fflush (stdout);
      labelled (out + t % 20 * ROWS, label, x, x[t * 31 % ROWS], ROWS);
      fflush (stdout);
    }
  for (int i = 0; i < 20 * ROWS; i++)
    s = s / 2 + out[i];
  printf ("%.17g\n", s);
}
END_C

use_gcc "${E2E_GCCS%% *}"
mirrors_here || skip "no mirrors here"
must "$MEMLB_CC" -O2 kernel.c -o plain -lm
must memlb-gcc -O2 -fplugin-arg-memlb-copies=bound,count,calls kernel.c -o with -lm
./plain > plain.out
MEMLB_BUDGET=unlimited MEMLB_OUTPUT=run.xml ./with > with.out
cmp plain.out with.out || fail "another output"
for nest in column labelled; do
  memlb report --format=csv run.xml \
    | awk -F, -v nest=$nest '$5 == nest && $6 == 1 { print $15, $16 }' > verdict
  case $(cat verdict) in
    "partial folded-pages" | "partial above-time" | "control control-loads") ;;
    *) fail "$nest is $(cat verdict)" ;;
  esac
done
finish
