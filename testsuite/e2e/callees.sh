#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# callees.sh: nests that call functions with loops, which call others, pass
# addresses of their locals and more arguments than registers hold.  They are
# measured with all that, or the loops inside are, and no time counts twice; what
# may not be copied is refused by name.
. "$srcdir/e2e-lib.sh"
needs_copies calls

cat > kernels.c <<'END_C'
#include <stdio.h>
#define F __attribute__ ((noipa))
F void
product (double *restrict c, const double *a, const double *b, const int *np)
{
  int n = *np;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      {
	double s = c[i * n + j];
	for (int k = 0; k < n; k++)
	  s -= a[i * n + k] * b[k * n + j];
	c[i * n + j] = s;
      }
}

F void
solve (double *b, const double *a, const int *np, const double *scale)
{
  for (int i = 0; i < *np; i++)
    {
      double s = b[i];
      for (int k = 0; k < i; k++)
	s -= a[i * *np + k] * b[k];
      b[i] = s * *scale;
    }
}

F void
report (int n)
{
  printf ("bad size %d\n", n);
}

/* More arguments than registers hold, locals by reference, and a call that is
   never made.  */
F void
step (double *c, const double *a, const double *b, int n, double f, int first,
      int second, int third, const int *extra)
{
  int m = n + first - second;
  double t = f * a[0] + .5;
  if (m < 0 || *extra < 0)
    {
      report (m);
      return;
    }
  product (c, a, b, &m);
  solve (c, a, &m, &t);
  c[third] += .25;
}

F int
depth (const double *p, int n)
{
  return n ? depth (p + 1, n - 1) + (p[0] > 1) : 0;
}

/* Where it searches is what others have stored.  */
F int
largest (const double *p, int n)
{
  int at = 0;
  for (int i = 1; i < n; i++)
    if (p[i] > p[at])
      at = i;
  return at;
}
END_C
cat > sweep.c <<'END_C'
#include <stdio.h>
#include <stdlib.h>
#define F __attribute__ ((noipa))
extern void step (double *, const double *, const double *, int, double, int,
		  int, int, const int *);
extern int depth (const double *, int), largest (const double *, int);

F void
sweep (double *c, const double *a, int n, int blocks)
{
  for (int i = 1; i < blocks; i++)
    {
      int extra = i & 7;
      step (c + i * n * n, a + i * n * n, c + (i - 1) * n * n, n, .001, i, i,
	    i % n, &extra);
    }
}

F long
depths (const double *c, int n, int blocks)
{
  long s = 0;
  for (int i = 0; i < blocks; i++)
    s += depth (c + i * n * n, n);
  return s;
}

F void
pivots (double *c, int n, int blocks)
{
  for (int i = 0; i < blocks; i++)
    c[i * n * n + largest (c + i * n * n, n)] *= .5;
}

int
main (int argc, char **argv)
{
  int n = 6, blocks = 60, turns = argc > 1 ? atoi (argv[1]) : 80;
  double *a = malloc (sizeof *a * n * n * blocks);
  double *c = malloc (sizeof *c * n * n * blocks), s = 0;
  void (*volatile of) (double *, const double *, int, int) = sweep;
  long found = 0;
  for (int i = 0; i < n * n * blocks; i++)
    a[i] = .01 * (i % 7), c[i] = 1 + i % 3;
  for (int r = 0; r < turns; r++)
    {
      of (c, a, n, blocks);
      found += depths (c, n, blocks);
      pivots (c, n, blocks);
    }
  for (int i = 0; i < n * n * blocks; i++)
    s += c[i];
  printf ("%.12g %ld\n", s, found);
}
END_C

# loop FUNCTION ATTRIBUTE: of its outermost loop.
loop ()
{
  sed -n "s/.*<loop id=\"$1@[^>]* $2=\"\([^\"]*\)\".*/\1/p" with.xml | head -1
}

# sum FUNCTION ATTRIBUTE: over its loops.
sum ()
{
  sed -n "s/.*<loop id=\"$1@[^>]* $2=\"\([^\"]*\)\".*/\1/p" with.xml \
  | awk '{ s += $1 } END { print s + 0 }'
}

# nested FUNCTION: its entries inside others.
nested ()
{
  sed -n "/<loop id=\"$1@/,/<\/loop>/"'s/.*n="nested" v="\([0-9]*\)".*/\1/p' \
    with.xml
}

# run_with MODE BUDGET: as the plain program does.
run_with ()
{
  rm -f with.xml
  MEMLB_MODE=$1 MEMLB_BUDGET=$2 MEMLB_OUTPUT=with.xml \
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
mirrors=yes
mirrors_here || mirrors=no
for gcc in $E2E_GCCS; do
  use_gcc "$gcc"
  saved=$IFS
  IFS=';'
  for flags in $E2E_FLAGS; do
    IFS=$saved
    # What functions may exchange is known by the kinds of their references.
    flags="$flags -fno-math-errno -fno-optimize-sibling-calls"
    flags="$flags -fstrict-aliasing"
    must "$MEMLB_CC" $flags kernels.c sweep.c -o plain || continue
    ./plain > plain.out
    must memlb-gcc $flags $copies -c sweep.c -o sweep.o || continue
    must memlb-gcc $flags $copies -c kernels.c -o kernels.o || continue
    must memlb-gcc $flags $copies sweep.o kernels.o -o with || continue
    run_with count unlimited
    inside=$(sum product entries)
    run_with bound unlimited
    if test $mirrors = no; then
      echo "no mirrors here"
      expect "$(loop sweep reason)" no-mirror
      continue
    fi
    # A function whose frame is realigned has no copy, and calls of it, further
    # down, give up the copy of what calls.
    if ! nm with | grep -q ' product\.memlb$'; then
      expect "sweep: $(loop sweep verdict)" "sweep: aborted"
      continue
    fi
    # The sweep is measured with all that is inside, which is counted as long as
    # that takes little time.
    case $(loop sweep verdict) in
      refused | aborted | diverged | unsampled | '')
	fail "$gcc $flags: sweep: $(loop sweep verdict) $(loop sweep reason)" ;;
    esac
    expect "$(loop sweep sampled | grep -c '^[1-9]')" 1
    expect "product: $(loop product reason)" "product: outer-level"
    counted=$(nested product)
    test "${counted:-0}" -gt 0 && test "$counted" -le "$inside" \
      || fail "$gcc $flags: product: $counted of $inside"
    expect "$(loop depths sampled | grep -c '^[1-9]')" 1
    expect "pivots: $(loop pivots reason)" "pivots: callee-control"
    # Now and then the outer one has a copy, and else the inner ones.
    run_with torture unlimited
    expect "$(loop sweep sampled | grep -c '^[1-9]')" 1
    expect "$(loop product sampled | grep -c '^[1-9]')" 1
    expect "torture: $(loop sweep verdict | grep -c diverged)" "torture: 0"
  done
  IFS=$saved
done
finish
