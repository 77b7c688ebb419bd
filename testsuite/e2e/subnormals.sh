#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# subnormals.sh: where the original computes with subnormal numbers, which is slow, and
# the bound copy does not, the bound is no bound of memory: the verdict is `drift'.  A
# few that cost nothing do no harm, nor do many on a processor that computes with them
# as fast; and the program finds its flags as they were.
. "$srcdir/e2e-lib.sh"
native_only "arithmetic on subnormal numbers takes a time of its own"

cat > sums.c <<'END_C'
#include <fenv.h>
#include <stdio.h>
#if defined __x86_64__
#include <xmmintrin.h>
#define STATE (_mm_getcsr () & 0x3f)
#else
#define STATE 0
#endif
#define F __attribute__ ((noipa))
enum { N = 1000 };
static double x[N], y[N], z[N];

F void
slow (double *restrict z, const double *restrict x, const double *restrict y, int n)
{
  for (int i = 0; i < n; i++)
    z[i] = x[i] * y[i] + z[i] * .5;
}

F void
quick (double *restrict z, const double *restrict x, const double *restrict y, int n)
{
  for (int i = 0; i < n; i++)
    z[i] = x[i] * y[i] + z[i] * .5;
}

int
main (void)
{
  double s = 0;
  unsigned states = 0;
  for (int i = 0; i < N; i++)
    x[i] = 1 + i % 5, y[i] = i % 7;
  for (int r = 0; r < 40000; r++)
    {
      quick (z, x, y, N);
      s += z[r % N];
    }
  states = STATE;
  for (int i = 0; i < N; i += 4)
    x[i] = 1e-310;
  for (int r = 0; r < 40000; r++)
    {
      slow (z, x, y, N);
      s += z[r % N];
    }
  printf ("%.17g %x %x\n", s, states, (unsigned) STATE);
}
END_C

# verdict_of FUNCTION: the verdict and the reason of its nest.
verdict_of ()
{
  memlb report --format=csv with.xml \
    | awk -F, -v name="$1" '$5 == name { print $15, $16 }'
}

# won FUNCTION: 1 if the bound says that a fourth of its nest's time is memory's.
won ()
{
  memlb report --format=csv with.xml \
    | awk -F, -v name="$1" '$5 == name { print ($14 > 1.33) }'
}

for gcc in $E2E_GCCS; do
  use_gcc "$gcc"
  case $("$MEMLB_CC" -dumpmachine) in
    x86_64-*) ;;
    *) skip "no flag tells of subnormal operands here" ;;
  esac
  must memlb-gcc -O2 sums.c -o with || continue
  must "$MEMLB_CC" -O2 sums.c -o plain || continue
  ./plain > plain.out
  for budget in 10 unlimited; do
    rm -f with.xml
    MEMLB_BUDGET=$budget MEMLB_OUTPUT=with.xml timeout 60 ./with > with.out
    cmp plain.out with.out || fail "$gcc: $budget: another output, or flags"
    must memlb check with.xml
    case $(verdict_of slow) in
      drift\ subnormal) ;;
      ok*) test "$(won slow)" = 0 || fail "$gcc: $budget: slow is ok, and too fast" ;;
      *) fail "$gcc: $budget: slow is $(verdict_of slow)" ;;
    esac
    case $(verdict_of quick) in
      drift*) fail "$gcc: $budget: quick is $(verdict_of quick)" ;;
    esac
  done
done
finish
