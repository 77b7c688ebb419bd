#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# given-up.sh: a function's bound copy that comes to a call of a function without one
# ends, and the nest is told for that, not for a fault.
. "$srcdir/e2e-lib.sh"
native_only "no mirror copies"

cat > main.c <<'END'
#include <stdio.h>
double other (double x);
static double x[1000];

__attribute__ ((noipa)) void
halve (double *p, int i)
{
  if (i % 10 == 9)
    *p = other (*p);
  else
    *p *= 0.5;
}

__attribute__ ((noipa)) void
all (void)
{
  for (int i = 0; i < 1000; i++)
    halve (&x[i], i);
}

int
main (void)
{
  double s = 0;
  for (int r = 0; r < 500; r++)
    {
      for (int i = 0; i < 1000; i++)
	x[i] = i % 7 + r % 3;
      all ();
      s += x[r] + x[99];
    }
  printf ("%g\n", s);
}
END
cat > other.c <<'END'
double
other (double x)
{
  return x + 1;
}
END

for gcc in $E2E_GCCS; do
  use_gcc "$gcc"
  must "$MEMLB_CC" -O2 -c other.c || continue
  must "$MEMLB_CC" -O2 main.c other.o -o plain || continue
  must memlb-gcc -O2 -fplugin-arg-memlb-copies=bound,calls main.c other.o \
    -o with || continue
  ./plain > plain.out
  rm -f run.xml
  MEMLB_BUDGET=unlimited MEMLB_OUTPUT=run.xml ./with > with.out
  cmp plain.out with.out || fail "$gcc: another output"
  must memlb check run.xml
  found=$(xmllint --xpath 'concat(//loop[contains(@id, "main@")]/@verdict, " ",
    //loop[contains(@id, "main@")]/@reason)' run.xml)
  case $found in
    'aborted cold-call') ;;
    'unsampled no-mirror') echo "no mirrors here" ;;
    *) fail "$gcc: main: $found" ;;
  esac
done
finish
