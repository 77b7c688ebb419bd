#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# functions.sh: functions without loops have bounds as nests have; those that call
# themselves in their outermost activations, and no time counts twice.
. "$srcdir/e2e-lib.sh"
needs_copies calls
mirrors_here || skip "no mirrors here"

cat > functions.c <<'END_C'
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#define F __attribute__ ((noipa))
#define E(i, j) c[5 * i + j] -= a[5 * i] * b[j] + a[5 * i + 1] * b[5 + j] \
  + a[5 * i + 2] * b[10 + j] + a[5 * i + 3] * b[15 + j] \
  + a[5 * i + 4] * b[20 + j];
#define ROW(i) E (i, 0) E (i, 1) E (i, 2) E (i, 3) E (i, 4)
#define BLOCK ROW (0) ROW (1) ROW (2) ROW (3) ROW (4) c += 25; a += 25; b += 25;
#define BLOCKS BLOCK BLOCK BLOCK BLOCK BLOCK BLOCK
struct node { struct node *left, *right; double value, sum; };
static jmp_buf out;

F void
blocks (double *restrict c, const double *restrict a, const double *restrict b)
{
  BLOCKS BLOCKS BLOCKS BLOCKS
}

/* Called by the loop of `around' alone.  */
F void
inside (double *restrict c, const double *restrict a, const double *restrict b)
{
  BLOCKS BLOCKS BLOCKS
}

F double
around (double *c, const double *a, const double *b, int n)
{
  double s = 0;
  for (int i = 0; i < n; i++)
    {
      inside (c, a, b);
      s += c[i];
    }
  return s;
}

F double
walk (struct node *n)
{
  if (!n)
    return 0;
  n->sum = walk (n->left) / 2 + walk (n->right) + n->value;
  return n->sum;
}

F double
stroll (struct node *n)
{
  if (!n)
    return 0;
  n->sum = stroll (n->left) / 2 + stroll (n->right) + n->value;
  return n->sum;
}

F double
half (double x)
{
  return x / 2 + 1;
}

struct record { double v[100]; };

F double
middle (struct record r, int i)
{
  return r.v[i] / 2 + r.v[99 - i];
}

/* Passes what the copy does not look for on the stack.  */
F double
passing (const struct record *r)
{
  return middle (*r, 1) + middle (*r, 20) / middle (*r, 3) + middle (*r, 40)
	 - middle (*r, 4) * middle (*r, 50) + middle (*r, 6) / middle (*r, 70)
	 + middle (*r, 6) + middle (*r, 70) / middle (*r, 8) + middle (*r, 90);
}

/* Short, but it calls.  */
F double
brief (double *a, long i, double x, double y, double z)
{
  a[i] = half (x + y) + half (y - z) * half (x * z);
  a[i + 1] += a[i] * x + half (a[i + 2]);
  return a[i] + a[i + 1] + half (z);
}

/* Sums of nine arguments, three of them on the stack; left by a jump at times.  */
F long
jumper (double *c, const double *a, const double *b, long i, long j, long k, long l,
	long m, struct node *n)
{
  blocks (c, a, b);
  c[m] += walk (n) / 1000;
  if (i % 400 == 4)
    longjmp (out, 1);
  return i + j * 2 + k * 3 + l * 4 + m * 5;
}

static struct node *
plant (int depth)
{
  if (!depth)
    return NULL;
  struct node *n = calloc (1, sizeof *n);
  n->left = plant (depth - 1);
  n->right = plant (depth - 1);
  n->value = depth;
  return n;
}

int
main (int argc, char **argv)
{
  static double a[700], b[700], c[700];
  int times = atoi (argv[1]);
  struct node *tree = plant (12), *small = plant (4);
  volatile double s = 0;
  volatile long sum = 0;
  for (int i = 0; i < 700; i++)
    a[i] = i % 7 / 64., b[i] = i % 5 / 32., c[i] = i;
  /* This loop has no copy.  */
  for (volatile int t = 0; t < times; t++)
    {
      __asm__ volatile ("nop");
      blocks (c, a, b);
      s += around (c, a, b, 30) + walk (tree) + stroll (small);
      s += passing ((struct record *) a);
      for (volatile int i = 0; i < 20; i++)
	{
	  __asm__ volatile ("nop");
	  s += brief (c, i, t, i, 1);
	}
      if (!setjmp (out))
	sum += jumper (c, a, b, t, 2, 3, 4, t % 600, tree);
      for (int i = 0; i < 700; i++)
	c[i] /= 2;
    }
  for (int i = 0; i < 700; i++)
    s = s / 2 + c[i];
  printf ("%.17g %ld\n", s, sum);
}
END_C

# The copies call a function of the mathematical library's name: from there backtraces
# reach main, past arguments on the private stack.
cat > roots.c <<'END_C'
#include <math.h>
#include <stdio.h>
#define F __attribute__ ((noipa))
extern long calls, elsewhere, lost;

F double
even (long a, long b, long c, long d, long e, long f, long g, long h, double *p)
{
  p[a] = cbrt (p[b]) + cbrt (p[c]) * p[d];
  return p[e] + p[f] * p[g] - p[h] / cbrt (p[a] + 2);
}

F double
odd (long a, long b, long c, long d, long e, long f, long g, long h, double *p,
     double *q)
{
  double s = even (a, b, c, d, e, f, g, h, q);
  p[a] = s + cbrt (p[b]) + p[c] * p[d];
  return p[e] + p[f] * p[g] - p[h] / cbrt (p[a] + 2);
}

int
main (void)
{
  static double p[16], q[16];
  volatile double s = 0;
  for (int i = 0; i < 16; i++)
    p[i] = i, q[i] = 16 - i;
  for (volatile int i = 0; i < 100; i++)
    {
      __asm__ volatile ("nop");
      s += odd (1, 2, 3, 4, 5, 6, 7, 8, p, q) + even (8, 7, 6, 5, 4, 3, 2, 1, q);
    }
  fprintf (stderr, "%d %d %ld\n", calls > 500, elsewhere > 100, lost);
  printf ("%.17g\n", s);
}
END_C

# value FUNCTION ATTRIBUTE: of the row that is FUNCTION itself, 0 if it is not there.
value ()
{
  python3 - "$@" <<'END'
import sys
import xml.etree.ElementTree as tree
for l in tree.parse ("with.xml").iter ("loop"):
    if l.get ("id").startswith (sys.argv[1] + "@") \
       and "function" in (l.get ("flags") or "").split ():
        values = {m.get ("n"): m.get ("v") for m in l.findall ("m")}
        values.update (l.attrib)
        print (values.get (sys.argv[2], 0))
        break
else:
    print (0)
END
}

# is FUNCTION PATTERN: its verdict and reason match PATTERN.
is ()
{
  found="$(value "$1" verdict) $(value "$1" reason)"
  printf '%s\n' "$found" | grep -q -E -e "^($2)" || fail "$gcc: $1: $found"
}

copies=-fplugin-arg-memlb-copies=bound,count,calls
for gcc in $E2E_GCCS; do
  use_gcc "$gcc"
  rm -f ./*.xml
  must memlb-gcc -O2 $copies functions.c -o with || continue
  must "$MEMLB_CC" -O2 functions.c -o plain || continue
  ./plain 4000 > plain.out
  MEMLB_OUTPUT=with.xml timeout 300 ./with 4000 > with.out
  cmp plain.out with.out || fail "$gcc: another output"
  must memlb check with.xml || continue
  # Where others run the copies may take twice as long, or anything.
  for function in blocks walk; do
    is $function 'ok|partial|unverified (callee-gates|above-time|few-samples)'
  done
  is inside 'unsampled outer-level'
  is stroll 'unmeasurable too-short'
  is passing 'unverified callee-memory'
  is brief 'unmeasurable too-short'
  # 4,000 activations from main, and as many that jumper makes; or from twigs while
  # that is not known to call itself.
  outermost=$(($(value walk entries) - $(value walk nested)))
  test "$outermost" -ge 3000 && test "$outermost" -le 9000 \
    || fail "$gcc: walk has $outermost outermost activations"
  # Too short a function is not counted to the end.
  test "$(value brief entries)" -lt 40000 || fail "$gcc: brief is still counted"
  for mode in off time count torture; do
    MEMLB_MODE=$mode MEMLB_OUTPUT=$mode.xml timeout 300 ./with 100 > with.out \
      || fail "$gcc: $mode: status $?"
    ./plain 100 > plain.out
    cmp plain.out with.out || fail "$gcc: $mode: another output"
  done
  for mode in time count; do
    cp $mode.xml with.xml
    is walk 'unsampled mode'
  done
  cp torture.xml with.xml
  for function in blocks walk jumper brief; do
    test "$(value $function sampled)" -gt 0 || fail "$gcc: $function: no copy ran"
  done
  memlb report --top=0 torture.xml | grep -q ' walk() functions\.c:' \
    || fail "$gcc: the report does not tell functions from loops"

  must "$MEMLB_CC" -O2 -funwind-tables -c "$abs_top_srcdir/testsuite/e2e/cbrt.c" -o cbrt.o || continue
  must "$MEMLB_CC" -O2 roots.c cbrt.o -o plain || continue
  must memlb-gcc -O2 $copies roots.c cbrt.o -o with || continue
  ./plain > plain.out 2> said
  MEMLB_MODE=torture MEMLB_OUTPUT=/dev/null timeout 60 ./with > with.out 2> said
  cmp plain.out with.out || fail "$gcc: roots: another output"
  test "$(cat said)" = "1 1 0" \
    || fail "$gcc: backtraces (many, many, lost): $(cat said)"
done
finish
