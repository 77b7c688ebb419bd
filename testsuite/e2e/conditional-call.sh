#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# conditional-call.sh: a loop with a call that its iterations can pass by has a bound
# if none was seen to make it; and hides nothing of what the call runs, even if it is
# entered once for all of the program.  So it is where the call throws, and the loop
# catches that.
. "$srcdir/e2e-lib.sh"

cat > main.c <<'END'
#include <stdio.h>
#include <stdlib.h>
#define N 20000
#define TURNS 3000
static double x[N];
static int told[TURNS];
int verbose;

__attribute__ ((noipa)) double
tell (double x)
{
  return x / 2;
}

__attribute__ ((noipa)) double
quiet (const double *x)
{
  double s = 0;
  for (int i = 0; i < N; i++)
    {
      if (verbose)
	s += tell (s);
      s += x[i] * 1.5;
    }
  return s;
}

__attribute__ ((noipa)) double
some (const double *x)
{
  double s = 0;
  for (int i = 0; i < N; i++)
    {
      if (x[i] > 0.998)
	s += tell (x[i]);
      s += x[i] * 1.5;
    }
  return s;
}

__attribute__ ((noipa)) double
inner (const double *x)
{
  double s = 0;
  for (int i = 0; i < N; i++)
    s += x[i] * 2;
  return s;
}

__attribute__ ((noipa)) double
around (const int *told)
{
  double s = 0;
  for (int i = 0; i < TURNS; i++)
    {
      if (told[i] == 1)
	s += inner (x);
      s += told[i];
    }
  return s;
}

int
main (int argc, char **argv)
{
  double s = 0;
  verbose = argc > 9;
  for (int i = 0; i < N; i++)
    x[i] = i % 1000 / 1000.;
  for (int i = 0; i < TURNS; i += 10)
    told[i + 5] = 1;
  for (int r = 0; r < 400; r++)
    s += quiet (x) + some (x);
  printf ("%.17g %.17g\n", s, around (told));
}
END

cat > throws.cc <<'END'
#include <cstdio>
#define N 3000
static double v[1000];
static int at[N], bad[N];

[[noreturn]] __attribute__ ((noinline)) void
throws (int i)
{
  throw i;
}

#define GATHER(NAME)							\
  __attribute__ ((noipa)) double					\
  NAME (const int *at, int &caught)					\
  {									\
    double sum = 0;							\
    for (int i = 0; i < N; i++)						\
      try								\
	{								\
	  if (at[i] >= 1000)						\
	    throws (i);							\
	  sum += v[at[i]];						\
	}								\
      catch (int)							\
	{								\
	  caught++;							\
	}								\
    return sum;								\
  }
GATHER (calm)
GATHER (catching)

/* The same in the inner one of two loops.  */
__attribute__ ((noipa)) double
rows_catching (const int *at, int &caught)
{
  double sum = 0;
  for (int k = 0; k < 2; k++)
    for (int i = k; i < N; i += 2)
      try
	{
	  if (at[i] >= 1000)
	    throws (i);
	  sum += v[at[i]];
	}
      catch (int)
	{
	  caught++;
	}
  return sum;
}

int
main ()
{
  double sum = 0;
  int caught = 0;
  for (int i = 0; i < 1000; i++)
    v[i] = i;
  for (int i = 0; i < N; i++)
    at[i] = bad[i] = i * 7919 % 1000;
  bad[100] = bad[2000] = 1000;
  for (int r = 0; r < 20000; r++)
    sum += calm (at, caught) + catching (bad, caught)
	   + rows_catching (bad, caught);
  printf ("%.17g %d\n", sum, caught);
}
END

# of FUNCTION: verdict, reason and entries.
of ()
{
  xmllint --xpath "concat(//loop[starts-with(@id, '$1@')]/@verdict, ' ',
    //loop[starts-with(@id, '$1@')]/@reason, ' ',
    //loop[starts-with(@id, '$1@')]/@entries)" run.xml
}

for gcc in $E2E_GCCS; do
  use_gcc "$gcc"
  must "$MEMLB_CC" -O2 main.c -o plain || continue
  must memlb-gcc -O2 main.c -o with || continue
  ./plain > plain.out
  for budget in 10 unlimited; do
    rm -f run.xml
    MEMLB_BUDGET=$budget MEMLB_OUTPUT=run.xml ./with > with.out
    cmp plain.out with.out || fail "$gcc: another output"
    must memlb check run.xml
    case $(of inner) in
      *" 300") ;;
      *) fail "$gcc, $budget: inner: $(of inner)" ;;
    esac
    case $(of around) in
      "aborted conditional-call"*) ;;
      *) fail "$gcc, $budget: around: $(of around)" ;;
    esac
    test $budget = unlimited || continue
    case $(of some) in
      "aborted conditional-call 400") ;;
      *) fail "$gcc: some: $(of some)" ;;
    esac
    case $(of quiet) in
      *conditional-call*) fail "$gcc: quiet: $(of quiet)" ;;
      "ok "*" 400" | "partial "*" 400") ;;
      *) fail "$gcc: quiet: $(of quiet)" ;;
    esac
  done
  must "$(wrapper_of throws.cc)" -O2 throws.cc -o throws || continue
  rm -f run.xml
  MEMLB_OUTPUT=run.xml ./throws > throws.out
  test "$(cat throws.out)" = "89874000000 80000" \
    || fail "$gcc: throws: $(cat throws.out)"
  must memlb check run.xml
  case $(of calm) in
    "ok "* | "partial "*) ;;
    *) fail "$gcc: calm: $(of calm)" ;;
  esac
  for catching in catching rows_catching; do
    case $(of $catching) in
      "aborted conditional-call"* | "unverified conditional-call"*) ;;
      *) fail "$gcc: $catching: $(of $catching)" ;;
    esac
  done
done
finish
