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

use_gcc "${E2E_GCCS%% *}"
for options in -O2 "-O3 -march=native" "-O3 -mstringop-strategy=rep_4byte -minline-all-stringops"; do
  must "$MEMLB_CC" $options boxes.c -o plain || continue
  must memlb-gcc $options boxes.c -o with || continue
  ./plain > plain.out
  rm -f run.xml
  MEMLB_BUDGET=unlimited MEMLB_OUTPUT=run.xml ./with > with.out
  cmp plain.out with.out || fail "$options: another output"
  nest='//loop[contains(@id, "add@") and @depth=2]'
  verdict=$(xmllint --xpath "string($nest/@verdict)" run.xml)
  case $verdict in
    ok | partial) ;;
    *) fail "$options: verdict '$verdict'" ;;
  esac
done
finish
