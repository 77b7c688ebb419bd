#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# passed-by.sh: loops of functions that are too short to be counted while the nest
# that calls these is measured are not seen any more, and the nest has its bound.
# One that has samples of its own is; then it is told that counting it spoils the
# bound of the nest around it.  Where entries of the nest around are too short for all
# of them to be timed, the loop inside is seen.
. "$srcdir/e2e-lib.sh"
needs_copies calls

cat > part.c <<'END'
double
brief (const double *p, int n)
{
  double s = 0;
  for (int i = 0; i < n; i++)
    s += p[i];
  return s;
}

double
both (const double *p, int n)
{
  double s = 1;
  for (int i = 0; i < n; i++)
    s = s * .5 + p[i];
  return s;
}

double
seen (const double *p, int n)
{
  double s = 0;
  for (int i = 0; i < n; i++)
    s += p[i] * p[i];
  return s;
}
END
cat > main.c <<'END'
#include <stdio.h>

#define F __attribute__ ((noipa))
extern double brief (const double *, int), both (const double *, int),
  seen (const double *, int);

F double
around_brief (const double *p, int n)
{
  double s = 0;
  for (int i = 0; i < n; i++)
    s += brief (p + i, 4);
  return s;
}

F double
around_both (const double *p, int n)
{
  double s = 0;
  for (int i = 0; i < n; i++)
    s += both (p + i, 4);
  return s;
}

F double
around_seen (const double *p, int n)
{
  double s = 0;
  for (int i = 0; i < n; i++)
    s += seen (p + i, 4);
  return s;
}

int
main (void)
{
  static double p[20000];
  double s = 0;

  for (int i = 0; i < 20000; i++)
    p[i] = 1 + i % 7 * .01;
  /* These loops have no copies.  */
  for (int r = 0; r < 300; r++)
    {
      __asm__ volatile ("nop");
      s += both (p + r, 3500);
    }
  for (int r = 0; r < 4000; r++)
    {
      __asm__ volatile ("nop");
      s += around_brief (p, 19000) + around_both (p, 19000);
    }
  for (int r = 0; r < 100000; r++)
    {
      __asm__ volatile ("nop");
      s += around_seen (p, 40);
    }
  printf ("%.12g\n", s);
  return 0;
}
END

# loop FUNCTION: verdict and reason of its loop.
loop ()
{
  sed -n "s/.*<loop id=\"$1@.* verdict=\"\([^\"]*\)\" reason=\"\([^\"]*\)\".*/\1 \2/p
s/.*<loop id=\"$1@.* verdict=\"\([^\"]*\)\".*/\1/p" with.xml | head -1
}

copies=-fplugin-arg-memlb-copies=bound,count,calls
mirrors_here || skip "no mirrors here"
for gcc in $E2E_GCCS; do
  use_gcc "$gcc"
  must memlb-gcc -O2 $copies part.c main.c -o with || continue
  must "$MEMLB_CC" -O2 part.c main.c -o plain || continue
  ./plain > plain.out
  for budget in 10 unlimited; do
    rm -f with.xml
    MEMLB_BUDGET=$budget MEMLB_OUTPUT=with.xml timeout 120 ./with > with.out \
      || fail "$gcc, $budget: exit status"
    cmp plain.out with.out || fail "$gcc, $budget: output differs"
    must memlb check with.xml
    case $(loop brief) in
      "unsampled outer-level") ;;
      *) fail "$gcc, $budget: brief: $(loop brief)" ;;
    esac
    case $(loop around_brief) in
      ok* | partial*) ;;
      *) fail "$gcc, $budget: around_brief: $(loop around_brief)" ;;
    esac
    test "$budget" = unlimited || test "$(loop seen)" != "unsampled outer-level" \
      || fail "$gcc, $budget: seen is not, nor is around_seen: $(loop around_seen)"
  done
  test "$(loop around_both)" = "unverified callee-gates" \
    || fail "$gcc: around_both: $(loop around_both)"
done
finish
