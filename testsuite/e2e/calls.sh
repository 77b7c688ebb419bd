#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# calls.sh: nests that call functions of another file, which have bound copies
# with -fplugin-arg-memlb-copies=bound,count,calls.  Where a function has none the
# nest is refused, and the profile names it; backtraces from a function reach
# main, and one that faults in the copy gives that up.
. "$srcdir/e2e-lib.sh"
needs_copies calls

# What the copies call: cbrt stands for a function of the mathematical
# library, which they call as it is.
cat > kernels.c <<'END'
#include <math.h>
__attribute__ ((noipa)) void
add (double *restrict y, const double *restrict x, double s)
{
  y[0] = .5 * y[0] + s * x[0];
  y[1] = .5 * y[1] + s * x[1];
  y[2] = .5 * y[2] + s * x[2];
}

__attribute__ ((noipa)) double
root (const double *x)
{
  return cbrt (x[0]) + x[1];
}

__attribute__ ((noipa)) void
blend (double *y, double x)
{
  y[0] = .5 * y[0] + x;
}

__attribute__ ((noipa)) void
limit (double *y, double x)
{
  if (x > 2)
    y[0] = .25 * y[0] + x;
}
END
cat > between.c <<'END'
extern void limit (double *, double);
__attribute__ ((noipa)) void
pass (double *y, double x)
{
  limit (y, x);
  y[1] += x;
}
END
cat > sweep.c <<'END'
#include <stdio.h>
#include <stdlib.h>
extern void add (double *restrict, const double *restrict, double);
extern double root (const double *);
extern void blend (double *, double), pass (double *, double);
extern long lost, elsewhere;

__attribute__ ((noipa)) void
sweep (double (*y)[3], double (*x)[3], int n)
{
  for (int i = 1; i < n; i++)
    {
      add (y[i], x[i], .25);
      add (y[i], y[i - 1], .125);
    }
}

__attribute__ ((noipa)) double
roots (double (*x)[3], int n)
{
  double s = 0;
  for (int i = 0; i < n; i++)
    s += root (x[i]);
  return s;
}

/* Floating-point arguments from memory, where what is called decides nothing by
   them, and where what that calls does; and computed ones.  */
__attribute__ ((noipa)) void
blends (double (*y)[3], double (*x)[3], int n)
{
  for (int i = 0; i < n; i++)
    blend (y[i], x[i][1]);
}

__attribute__ ((noipa)) void
limits (double (*y)[3], double (*x)[3], int n)
{
  for (int i = 0; i < n; i++)
    pass (y[i], x[i][1]);
}

__attribute__ ((noipa)) void
steps (double (*y)[3], int n)
{
  for (int i = 0; i < n; i++)
    pass (y[i], i * .125);
}

int
main (void)
{
  enum { N = 500 };
  static double x[N][3], y[N][3];
  /* So that the loop around them is none that calls copies.  */
  double (*volatile of) (double (*)[3], int) = roots;
  double s = 0;
  for (int i = 0; i < 3 * N; i++)
    x[i / 3][i % 3] = i, y[i / 3][i % 3] = 1;
  for (int r = 0; r < 60; r++)
    {
      sweep (y, x, N);
      blends (y, x, N);
      limits (y, x, N);
      steps (y, N);
      s += of (y, N);
    }
  printf ("%.12g %ld\n", s, lost);
  if (getenv ("TELL"))
    fprintf (stderr, "elsewhere %d\n", elsewhere > 0);
}
END

# loop PROFILE FUNCTION ATTRIBUTE: of the nest that was copied, or should be.
loop ()
{
  sed -n "s/.*<loop id=\"$2@[^>]* $3=\"\([^\"]*\)\".*/\1/p" "$1"
}

# run_with MODE: as the plain program does.
run_with ()
{
  rm -f with.xml
  MEMLB_MODE=$1 MEMLB_BUDGET=unlimited MEMLB_OUTPUT=with.xml \
    timeout 60 ./with > with.out 2> said || fail "$gcc $flags, $1: exit status"
  cmp plain.out with.out || fail "$gcc $flags, $1: output differs"
  must memlb check with.xml
}

# expect WHAT WANTED
expect ()
{
  test "$1" = "$2" || fail "$gcc $flags: $1, not $2"
}

copies=-fplugin-arg-memlb-copies=bound,count,calls
mirrors_here || skip "copies that call need mirrors, which are not here"
for gcc in $E2E_GCCS; do
  use_gcc "$gcc"
  saved=$IFS
  IFS=';'
  for flags in $E2E_FLAGS; do
    IFS=$saved
    # With -flto there are no other files: lto.sh and callees.sh have that.
    case $flags in *-flto*) continue ;; esac
    flags="$flags -fno-math-errno"
    must "$MEMLB_CC" $flags -funwind-tables -c "$abs_top_srcdir/testsuite/e2e/cbrt.c" -o cbrt.o || continue
    must "$MEMLB_CC" $flags kernels.c between.c sweep.c cbrt.o -o plain || continue
    ./plain > plain.out
    must memlb-gcc $flags $copies -c sweep.c -o sweep.o || continue
    must memlb-gcc $flags $copies -c kernels.c -o kernels.o || continue
    must memlb-gcc $flags $copies -c between.c -o between.o || continue
    must memlb-gcc sweep.o between.o kernels.o cbrt.o -o with || continue
    for mode in bound bound,count count time; do
      run_with $mode
      test ! -s said || fail "$gcc $flags, $mode: $(cat said)"
    done
    TELL=1 run_with torture
    expect "$(cat said)" "elsewhere 1"
    expect "$(loop with.xml limits reason)" callee-control
    for function in sweep roots blends steps; do
      expect "$(loop with.xml $function callee)" ""
      case $(loop with.xml $function verdict) in
	refused | '') fail "$gcc $flags: $function: refused" ;;
      esac
    done
    FAULT=1 run_with bound
    expect "$(loop with.xml roots verdict) $(loop with.xml roots reason)" \
      "aborted fault"
    # Compiled without memlb, or without that option.
    must "$MEMLB_CC" $flags -c kernels.c -o kernels.o || continue
    must memlb-gcc sweep.o between.o kernels.o cbrt.o -o with || continue
    run_with bound
    expect "$(loop with.xml sweep reason) $(loop with.xml sweep callee)" \
      "callee-missing add"
    memlb report --refused with.xml > refused 2>&1
    grep -q 'has no bound copy: add *sweep' refused \
      || { fail "$gcc $flags: add is not named"; cat refused; }
    must memlb merge -o merged.xml with.xml
    expect "$(loop merged.xml sweep callee)" add
    rm -f merged.xml
    must memlb-gcc $flags -c kernels.c -o kernels.o || continue
    must memlb-gcc sweep.o between.o kernels.o cbrt.o -o with || continue
    run_with torture
    expect "$(loop with.xml roots reason) $(loop with.xml roots callee)" \
      "callee-missing root"
  done
  IFS=$saved
done
finish
