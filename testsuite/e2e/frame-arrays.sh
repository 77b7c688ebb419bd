#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# frame-arrays.sh: a nest that counts in a local array, in as many dimensions as it
# is told, has a bound, and is left by the same way as its original.
. "$srcdir/e2e-lib.sh"

cat > boxes.c <<'END_C'
#include <stdio.h>
#include <string.h>
#define F __attribute__ ((noipa))

F void
add (int dims, const int *size, const int *stride, double s, double *x)
{
  int i[5], n[5], skip[5], rows = 1, d;
  for (d = 1; d < dims; d++)
    {
      n[d] = size[d];
      i[d] = 0;
      skip[d] = stride[d] - (d > 1 ? stride[d - 1] * (size[d - 1] - 1) : 0);
      rows *= size[d];
    }
  i[dims] = skip[dims] = 0;
  n[dims] = 2;
  for (int row = 0; row < rows; row++)
    {
      for (int j = 0; j < size[0]; j++)
	x[j] += s * j;
      d = 1;
      while (i[d] + 2 > n[d])
	d++;
      x += skip[d];
      i[d]++;
      memset (i + 1, 0, (d - 1) * sizeof *i);
    }
}

int
main (void)
{
  static double x[12 * 12 * 12 * 3];
  int size[] = { 10, 10, 10, 3 }, stride[] = { 1, 12, 144, 1728 };
  double sum = 0;
  for (int t = 0; t < 2000; t++)
    add (2 + t % 3, size, stride, 0.5, x);
  for (int k = 0; k < 12 * 12 * 12 * 3; k++)
    sum += x[k] * (k % 7);
  printf ("%g\n", sum);
}
END_C

# So many values live in the loop that GCC keeps the address of the counters in a
# vector register, if it has 32 of these.
cat > sweep.c <<'END_C'
#include <stdio.h>
#define F __attribute__ ((noipa))
enum { MAX = 5 };

F unsigned
sweep (int dims, int lo, const int *size, const int *step, double *x,
       const double *a, const double *b, const double *c, const double *e,
       const double *g, const double *h, const double *o, const double *p)
{
  int i[MAX + 1], n[MAX + 1], rows = 1;
  int *first = i + lo, *q;
  unsigned path = 0;
  for (int d = lo; d < dims; d++)
    {
      n[d] = size[d];
      rows *= size[d];
      i[d] = 0;
    }
  i[dims] = 0;
  n[dims] = 2;
  for (int row = 0; row < rows; row++)
    {
      for (int j = 0; j < size[0]; j++)
	x[j] = x[j] * 0.5 + a[j] + b[2 * j] * c[3 * j] + e[4 * j] * g[5 * j]
	       + h[6 * j] * o[7 * j] + p[9 * j];
      for (q = first; *q + 2 > n[q - i]; q++)
	*q = 0;
      ++*q;
      x += step[q - i];
      a += q - i;
      b += *q;
      path = path * 5 + (q - first);
    }
  return path;
}

int
main (void)
{
  static double x[12 * 12 * 12 * 3], y[8][4096];
  int size[] = { 10, 10, 10, 3 }, step[] = { 0, 10, 12, 14, 0 };
  double sum = 0;
  unsigned path = 0;
  for (int k = 0; k < 8 * 4096; k++)
    y[k / 4096][k % 4096] = k % 11 * 0.125;
  for (int t = 0; t < 2000; t++)
    path += sweep (4 - t % 2, 1, size, step, x + t % 8, y[0], y[1], y[2], y[3],
		   y[4], y[5], y[6], y[7]);
  for (int k = 0; k < 12 * 12 * 12 * 3; k++)
    sum += x[k] * (k % 7);
  printf ("%u %g\n", path, sum);
}
END_C

# check PROGRAM FUNCTION OPTIONS: the nest that counts, of FUNCTION in PROGRAM.c, has
# a bound, and the output is that of the plain program.
check ()
{
  must "$MEMLB_CC" $3 "$1.c" -o plain || return
  must memlb-gcc $3 "$1.c" -o with || return
  ./plain > plain.out
  rm -f run.xml
  MEMLB_BUDGET=unlimited MEMLB_OUTPUT=run.xml ./with > with.out
  cmp plain.out with.out || fail "$1 $3: another output"
  nest="//loop[contains(@id, \"$2@\") and @depth=2]"
  verdict=$(xmllint --xpath "string($nest/@verdict)" run.xml)
  case $verdict in
    ok | partial) ;;
    *) fail "$1 $3: verdict '$verdict'" ;;
  esac
  case $(xmllint --xpath "string($nest/@flags)" run.xml) in
    *frame-rows*) ;;
    *) fail "$1 $3: not known to have rows" ;;
  esac
}

use_gcc "${E2E_GCCS%% *}"
for options in -O2 "-O3 -march=native" "-O3 -mstringop-strategy=rep_4byte -minline-all-stringops"; do
  check boxes add "$options"
done
wide="-O3 -march=znver3 -mavx512f -mavx512vl"
if "$MEMLB_CC" $wide -S sweep.c -o sweep.s 2> /dev/null; then
  must memlb-gcc $wide -S sweep.c -o sweep.s
  # A row of the frame's ranges that is of kind MEMLB_MOVED_VECTOR.
  awk '/^\.LMEMLBF/ { n = 0; inside = 1; next }
       inside && /\.long/ { if (++n % 4 == 0 && $2 == 4) found = 1 }
       /popsection/ { inside = 0 }
       END { exit !found }' sweep.s \
    || fail "$wide: no address in a vector register any more"
fi
if grep -q -w avx512vl /proc/cpuinfo; then
  check sweep sweep "$wide"
fi
finish
