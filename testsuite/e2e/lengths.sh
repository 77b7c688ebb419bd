#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# lengths.sh: of a nest that is entered for long and for short in turn long entries
# are sampled, too, their bound runs cut off; nests of equal entries are not.  Of short
# entries that last differently as many are measured like samples as are sampled, or more; of
# others a quarter, so that half tells them apart.
. "$srcdir/e2e-lib.sh"

cat > grids.c <<'END_C'
#include <stdio.h>
#include <time.h>
#define F __attribute__ ((noipa))
enum { N = 20000 };
static double x[N], y[N], z[N];

F void
smooth (int sweeps, int n, double s, double *restrict o, const double *restrict a,
	const double *restrict b)
{
  for (int r = 0; r < sweeps; r++)
    for (int i = 0; i < n; i++)
      o[i] = a[i] * s + b[i];
}

F void
coarse (int sweeps, int n, double s, double *restrict o, const double *restrict a,
	const double *restrict b)
{
  for (int r = 0; r < sweeps; r++)
    for (int i = 0; i < n; i++)
      o[i] = b[i] - a[i] * s;
}

F void
equal (int sweeps, int n, double s, double *restrict o, const double *restrict a,
       const double *restrict b)
{
  for (int r = 0; r < sweeps; r++)
    for (int i = 0; i < n; i++)
      o[i] = a[i] * s - b[i];
}

F static void
try (int n, double s, double *restrict o, const double *restrict a,
     const double *restrict b)
{
  for (int i = 0; i < n; i++)
    o[i] = a[i] * s + b[i];
}

F void
different (int sweeps, int n, double s, double *restrict o,
	   const double *restrict a)
{
  for (int r = 0; r < sweeps; r++)
    for (int i = 0; i < n; i++)
      o[i] = a[i] * s;
}

static double
seconds (void)
{
  struct timespec t;
  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec + t.tv_nsec * 1e-9;
}

int
main (void)
{
  double sum = 0;
  int sweeps = 1;
  for (int i = 0; i < N; i++)
    y[i] = i % 7, z[i] = i % 5;
  /* So many sweeps as a millisecond has; more where the machine is quicker.  */
  for (double begin = seconds (); seconds () - begin < 0.05; sweeps++)
    try (N, 0.5, x, y, z);
  sweeps = sweeps / 50 + 1;
  for (int t = 0; t < 600; t++)
    {
      smooth (t % 10 ? sweeps / 2 + 1 : 40 * sweeps, N, 0.25, x, y, z);
      sum += x[t];
      coarse (t % 40 ? sweeps / 10 + 1 : 20 * sweeps, N, 0.25, x, y, z);
      sum += x[t];
      equal (sweeps, N, 0.25, x, y, z);
      sum += x[t];
    }
  for (int t = 0; t < 20000; t++)
    {
      different (t % 10 ? 3 : 30, N / 10, 0.25, x, y);
      sum += x[t % 500];
    }
  printf ("%g\n", sum);
}
END_C

use_gcc "${E2E_GCCS%% *}"
must "$MEMLB_CC" -O2 grids.c -o plain || finish
must memlb-gcc -O2 grids.c -o with || finish
./plain > plain.out
rm -f run.xml
MEMLB_OUTPUT=run.xml ./with > with.out
cmp plain.out with.out || fail "another output"
must memlb check run.xml

# of FUNCTION WHAT: an attribute or a metric of its nest.
of ()
{
  xmllint --xpath "string(//loop[contains(@id, \"$1@\") and not(ancestor::loop)]/$2)" \
    run.xml
}

case $(of smooth @verdict) in
  ok | partial) ;;
  *) fail "smooth: $(of smooth @verdict): $(of smooth @reason)" ;;
esac
test "$(of smooth 'm[@n="cut-off"]/@v')" -gt 0 \
  || fail "smooth: no long entry was sampled"
test "$(of smooth @sampled)" -gt "$(of smooth 'm[@n="cut-off"]/@v')" \
  || fail "smooth: no short entry was sampled"
# Most of its entries are too short for looks at the CPU time.
test "$(of coarse 'm[@n="cut-off"]/@v')" -gt 0 \
  || fail "coarse: no long entry was sampled"
test -z "$(of equal 'm[@n="cut-off"]/@v')" || fail "equal: cut off"
auxiliary=$(of different 'm[@n="auxiliary"]/@v')
test "$((2 * ${auxiliary:-0}))" -gt "$(of different @sampled)" \
  || fail "different: auxiliary: $auxiliary of $(of different @sampled)"
echo "smooth: $(of smooth @sampled) samples," \
     "$(of smooth 'm[@n="cut-off"]/@v') cut off"
finish
