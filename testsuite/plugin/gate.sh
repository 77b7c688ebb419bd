#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# gate.sh: the forms of gates: with a dead register, with one that is saved,
# at exits where the flags are live; every entry is counted.
. "$srcdir/plugin-lib.sh"

cat > nests.c <<'END'
#include <stdio.h>
#include <stdlib.h>

/* A register is dead.  */
__attribute__ ((noipa)) double
free_register (double *restrict o, const double *a, int n)
{
  double s = 0;
  for (int i = 0; i < n; i++)
    s += a[i] * o[n - i];
  return s;
}

/* No register but those of the loop is written.  */
__attribute__ ((noipa)) void
no_register (double *restrict o, const double *a, int n)
{
  for (int i = 0; i < n; i++)
    o[i] += a[i] * 3.0;
}

/* The comparison that ends the loop is looked at once more behind it.  */
__attribute__ ((noipa)) int
live_flags (const int *p, int x)
{
  int v;
  do
    v = *p++;
  while (v < x);
  return v > x ? 7 : 3;
}

int
main (int argc, char **argv)
{
  static double a[64], o[64];
  static int k[64];
  long times = argc > 1 ? atol (argv[1]) : 100;
  double sum = 0;
  int found = 0;
  for (int i = 0; i < 64; i++)
    a[i] = i, k[i] = 2 * i;
  for (long i = 0; i < times; i++)
    {
      no_register (o, a, 4 + i % 16);
      sum += free_register (o, a, 4 + i % 13);
      found += live_flags (k, i % 100);
    }
  printf ("%g %d\n", sum, found);
  return 0;
}
END

for gcc in $PLUGIN_GCCS; do
  use_gcc "$gcc"
  must with_plugin nests.c -O2 -S -o nests.s
  grep -q 'subl	$1, (%r[^c]' nests.s || fail "$gcc: no gate has a dead register"
  grep -q 'pushq	%rcx' nests.s || fail "$gcc: no gate saves a register"
  grep -q 'jrcxz' nests.s || fail "$gcc: no gate keeps the flags"
  for level in -O1 -O2 "-O2 -fPIC" "-O2 -mno-red-zone" "-O2 -mcmodel=large" \
	       "-O2 -masm=intel" "-O2 -fno-asynchronous-unwind-tables"; do
    must with_plugin nests.c $level -c -o nests.o || continue
    must "$gcc" nests.o -o memlb $runtime || continue
    must "$gcc" $level nests.c -o plain || continue
    run_both ./plain ./memlb
    ./plain 3000 > plain.out
    for mode in time bound; do
      rm -f count.xml
      MEMLB_MODE=$mode MEMLB_OUTPUT=count.xml ./memlb 3000 > memlb.out
      cmp -s plain.out memlb.out || fail "$gcc $level $mode: output differs"
      for f in free_register no_register live_flags; do
	grep "id=\"$f@" count.xml | grep -q ' entries="3000"' \
	  || fail "$gcc $level $mode: entries of $f"
      done
    done
  done
done
finish
