#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# pointer-calls.sh: nests that call through pointers, with flags that say how such
# calls are made, do as in the plain build.  Calls that are made by way of something
# else, as -mindirect-branch has them, are not followed: the copy's would be quicker.
. "$srcdir/plugin-lib.sh"

cat > pointers.c <<'END_C'
#include <stdio.h>
#define F __attribute__ ((noipa))
typedef double op (double);

F static double half (double x) { return x / 2; }
F static double more (double x) { return x + 1; }
F static double
some (double x, int n, ...)
{
  return x * (n & 3);
}

F double
changing (op *volatile *p, op *volatile q, const double *a, int n)
{
  double s = 0;
  for (int i = 0; i < n; i++)
    s += p[i & 1] (a[i]) + q (a[i]);
  return s;
}

F double
table (op *const *p, const double *a, int n)
{
  double s = 0;
  for (int i = 0; i < n; i++)
    s += p[i & 1] (a[i]);
  return s;
}

F double
variable (double (*k) (double, int, ...), const double *a, int n)
{
  double s = 0;
  for (int i = 0; i < n; i++)
    s += k (a[i], i, 1.5, i, 2.5);
  return s;
}

/* Its function finds Z by the register of the static chain.  */
F double
nested (const double *a, int n)
{
  double z = a[1], s = 0;
  double in (double x) { return x * z; }
  op *volatile keep = in;
  op *k = keep;
  for (int i = 0; i < n; i++)
    s += k (a[i]);
  return s;
}

int
main (void)
{
  static op *const functions[] = { half, more };
  static op *volatile others[] = { more, half };
  static double a[100];
  double s = 0;
  for (int i = 0; i < 100; i++)
    a[i] = i % 13;
  for (int r = 0; r < 30; r++)
    s += changing (others, half, a, 100) + table (functions, a, 100)
	 + variable (some, a, 100) + nested (a, 100);
  printf ("%.12g\n", s);
}
END_C

# Sets of flags, and whether calls are followed.
sets='
yes -O1
yes -O2
yes -O3 -march=native -fcf-protection=full
yes -Os
yes -O2 -masm=intel
yes -O2 -fPIC -fno-plt
yes -O2 -mcmodel=medium -fPIC
no -O2 -mcmodel=large -fno-pie -no-pie
no -O2 -mindirect-branch=thunk -fcf-protection=none
no -O2 -mindirect-branch=thunk-inline -fcf-protection=none
no -O2 -mindirect-branch=thunk-inline -mindirect-branch-register -fcf-protection=none
no -O2 -mforce-indirect-call
'
for gcc in $PLUGIN_GCCS; do
  use_gcc "$gcc"
  echo "$sets" | sed '/^$/d' > sets
  while read -r followed flags; do
    must "$gcc" $flags pointers.c -o plain.exe || continue
    for copies in bound,count,calls bound,count,procedures; do
      must "$gcc" -fplugin="$plugin" -fplugin-arg-memlb-copies=$copies \
	-fchecking=2 $flags pointers.c $runtime -o memlb.exe || continue
      run_both ./plain.exe ./memlb.exe
    done
    must "$gcc" -S -fplugin="$plugin" \
      -fplugin-arg-memlb-copies=bound,count,calls $flags pointers.c -o out.s
    lookups=$(grep -c 'mov.*r11' out.s)
    test "$followed" = yes || test "$lookups" -eq 0 \
      || fail "$gcc $flags: $lookups calls are followed"
    test "$followed" = no || test "$lookups" -gt 0 \
      || fail "$gcc $flags: no call is followed"
  done < sets
done
finish
