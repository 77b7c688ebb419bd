#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# exits.sh: a loop of 300 exits: copies tell the runtime which they took, the first one
# by nothing, those from 256 on by a longer number than the others.
. "$srcdir/e2e-lib.sh"

cat > exits.c <<'END_C'
#include <stdio.h>

#define E1(k) if (a[i] == limit[k]) return k;
#define E10(k) E1 (k) E1 (k + 1) E1 (k + 2) E1 (k + 3) E1 (k + 4) E1 (k + 5) \
  E1 (k + 6) E1 (k + 7) E1 (k + 8) E1 (k + 9)
#define E100(k) E10 (k) E10 (k + 10) E10 (k + 20) E10 (k + 30) E10 (k + 40) \
  E10 (k + 50) E10 (k + 60) E10 (k + 70) E10 (k + 80) E10 (k + 90)

__attribute__ ((noipa)) int
which (const int *a, int n, const int *limit, double *restrict x)
{
  for (int i = 0; i < n; i++)
    {
      x[i] = x[i] * 0.5 + 1;
      E100 (1) E100 (101) E100 (201)
    }
  return 0;
}

int
main (void)
{
  static int a[64], limit[301];
  static double x[64];
  unsigned long sum = 0;
  for (int k = 0; k <= 300; k++)
    limit[k] = k;
  for (int t = 0; t < 6000; t++)
    {
      a[63] = t % 301;
      sum = sum * 31 + which (a, 64, limit, x);
    }
  printf ("%lu %g\n", sum, x[5]);
  return 0;
}
END_C

for gcc in $E2E_GCCS; do
  use_gcc "$gcc"
  must "$MEMLB_CC" -O2 exits.c -o plain || continue
  must memlb-gcc -O2 exits.c -o with || continue
  ./plain > plain.out
  rm -f run.xml
  MEMLB_BUDGET=unlimited MEMLB_OUTPUT=run.xml ./with > with.out
  cmp plain.out with.out || fail "$gcc: another output"
  loop='//loop[starts-with(@id, "which@")]'
  differ=$(xmllint --xpath "string($loop/m[@n='exit-differs']/@v)" run.xml)
  runs=$(xmllint --xpath "string($loop/m[@n='bound-runs']/@v)" run.xml)
  test "${runs:-0}" -gt 1000 || fail "$gcc: '$runs' bound runs"
  test -z "$differ" || fail "$gcc: $differ exits differ"
done
finish
