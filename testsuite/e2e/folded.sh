#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# folded.sh: where a nest that calls reads and writes more memory than a mirror has
# pages, its results do not come among what it only reads: exponentials of the data
# would overflow, and the verdict be `drift'.  Nor do numbers, in the end, come where
# records have something else: here what is no number, and signals that.
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

struct element { int index, stamp; double value; };

F double
sparse_dot (const struct element *x, const struct element *y)
{
  double s = 0;
  while (x->index != -1 && y->index != -1)
    if (x->index == y->index)
      s += x++->value * y++->value;
    else if (x->index > y->index)
      y++;
    else
      x++;
  return s;
}

F void
radial (float *out, struct element *const *x, const double *square, int i, int rows)
{
  for (int j = 0; j < rows; j++)
    out[j] = exp (-.5 * (square[i] + square[j] - 2 * sparse_dot (x[i], x[j])));
}

int
main (void)
{
  static struct element all[ROWS * (N + 1)], *row[ROWS];
  static double square[ROWS];
  static float near[20 * ROWS];
  double *x[ROWS], *data = malloc (ROWS * N * sizeof *data);
  double *out = malloc (20 * ROWS * sizeof *out), s = 0;
  for (int i = 0; i < ROWS * N; i++)
    data[i] = 0.25 + i % 7 * 0.01;
  for (int i = 0; i < ROWS; i++)
    {
      x[i] = data + N * i;
      row[i] = all + (N + 1) * i;
      for (int k = 0; k < N; k++)
	{
	  row[i][k] = (struct element) { 1 + 2 * k + (i + k) % 2, 0x7ff40000,
					 .1 + (i + k) % 5 * .02 };
	  square[i] += row[i][k].value * row[i][k].value;
	}
      row[i][N] = (struct element) { -1, 0x7ff40000, 0 };
    }
  for (int t = 0; t < 40; t++)
    {
      column (out + t % 20 * ROWS, x, x[t * 37 % ROWS], ROWS);
      /* So that this loop is not measured with it.  */
      fflush (stdout);
      radial (near + t % 20 * ROWS, row, square, t * 37 % ROWS, ROWS);
      fflush (stdout);
    }
  for (int i = 0; i < 20 * ROWS; i++)
    s = s / 2 + out[i] + near[i];
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
for nest in column radial; do
  memlb report --format=csv run.xml \
    | awk -F, -v nest=$nest '$5 == nest { print $15, $16 }' > verdict
  case $(cat verdict) in
    "partial folded-pages" | "partial above-time" | "control control-loads") ;;
    *) fail "$nest is $(cat verdict)" ;;
  esac
done
finish
