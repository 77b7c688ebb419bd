#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# recursion.sh: nests that call functions which call themselves, or one another,
# in one file or two, local or not, are measured.  Where the program calls deeper
# than the private stack goes, the copy is given up, and the program is none the
# worse; frames that are too large for that are refused.
. "$srcdir/e2e-lib.sh"
needs_copies calls

cat > calls.h <<'END_C'
#define F __attribute__ ((noipa))
#define L static __attribute__ ((noinline))
extern int odd (const int *, int), even (const int *, int);
END_C
cat > odd.c <<'END_C'
#include "calls.h"
F int
odd (const int *p, int n)
{
  return n ? even (p + 1, n - 1) - (p[0] & 3) : 1;
}
END_C
cat > main.c <<'END_C'
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include "calls.h"
struct node { struct node *left, *right; double value; };

/* Local; calls itself twice, by what it loads.  */
L double
sum (const struct node *n, double f)
{
  if (!n)
    return 0;
  double here = n->value * f;
  return sum (n->left, f) + here + sum (n->right, f * .999);
}

/* Local ones that call one another.  */
L double down (const double *p, int n, double f);
L double
up (const double *p, int n, double f)
{
  return n ? down (p + 1, n - 1, f) * f + p[0] : f;
}

L double
down (const double *p, int n, double f)
{
  return n ? up (p + 1, n - 1, f) - p[0] * f : 1;
}

/* The other is in another file.  */
F int
even (const int *p, int n)
{
  return n ? odd (p + 1, n - 1) + (p[0] & 1) : 0;
}

/* As deep as wanted.  */
F long
deep (const long *p, long n)
{
  return n ? (deep (p, n - 1) ^ p[n & 63]) * 3 : 1;
}

/* A frame that is too large.  */
L double
wide (const double *p, int n)
{
  double t[150000];
  if (!n)
    return 0;
  for (int i = 0; i < 16; i++)
    t[i * n * 900] = p[i] * n;
  return wide (p, n - 1) + t[7 * n * 900] + t[3 * n * 900];
}

F double
sums (struct node **roots, int n)
{
  double s = 0;
  for (int i = 0; i < n; i++)
    s += sum (roots[i], 1.5);
  return s;
}

F double
ladders (const double *p, int n)
{
  double s = 0;
  for (int i = 0; i < n; i++)
    s += up (p + i, 30, .75);
  return s;
}

F long
parities (const int *p, int n)
{
  long s = 0;
  for (int i = 0; i < n; i++)
    s += even (p + i, 30);
  return s;
}

F long
depths (const long *p, int n, long levels)
{
  long s = 0;
  for (int i = 0; i < n; i++)
    s += deep (p, levels);
  return s;
}

F long
chasms (const long *p, int n, long levels)
{
  long s = 0;
  for (int i = 0; i < n; i++)
    s += deep (p, levels);
  return s;
}

F double
wides (const double *p, int n)
{
  double s = 0;
  for (int i = 0; i < n; i++)
    s += wide (p + i, 5);
  return s;
}

static struct node *
grow (int depth, unsigned *seed)
{
  if (depth <= 0)
    return NULL;
  struct node *n = malloc (sizeof *n);
  *seed = *seed * 1664525 + 1013904223;
  n->value = (double) (*seed >> 8) / (1 << 24);
  n->left = grow (depth - 1 - (int) (*seed >> 30), seed);
  n->right = grow (depth - 1, seed);
  return n;
}

static void *
work (void *unused)
{
  static double (*volatile sum_all) (struct node **, int) = sums;
  static double (*volatile climb) (const double *, int) = ladders;
  static long (*volatile count) (const int *, int) = parities;
  static long (*volatile dive) (const long *, int, long) = depths;
  static long (*volatile fall) (const long *, int, long) = chasms;
  static double (*volatile spread) (const double *, int) = wides;
  static struct node *roots[16];
  static double d[512];
  static int p[512];
  static long q[64];
  unsigned seed = 7;
  double s = 0;
  long k = 0;
  for (int i = 0; i < 16; i++)
    roots[i] = grow (8, &seed);
  for (int i = 0; i < 512; i++)
    d[i] = i % 5, p[i] = i * 7 % 13;
  for (int i = 0; i < 64; i++)
    q[i] = i;
  for (int r = 0; r < 40; r++)
    {
      s += sum_all (roots, 16) + climb (d, 100) + spread (d, 100);
      k += count (p, 100) + dive (q, 4, 1000);
      if (r % 10 == 0)
	k += fall (q, 1, 3000000);
    }
  printf ("%.12g %ld\n", s, k);
  return unused;
}

int
main (void)
{
  pthread_t t;
  pthread_attr_t a;
  pthread_attr_init (&a);
  pthread_attr_setstacksize (&a, (size_t) 1 << 29);
  return pthread_create (&t, &a, work, NULL) || pthread_join (t, NULL);
}
END_C

# loop FUNCTION ATTRIBUTE: of its first loop.
loop ()
{
  sed -n "s/.*<loop id=\"$1@[^>]* $2=\"\([^\"]*\)\".*/\1/p" with.xml | head -1
}

# metric FUNCTION NAME: of its loops.
metric ()
{
  sed -n "/<loop id=\"$1@/,/<\/loop>/"'s/.*n="'"$2"'" v="\([0-9]*\)".*/\1/p' \
    with.xml | head -1
}

# run_with MODE BUDGET: as the plain program does.
run_with ()
{
  rm -f with.xml
  MEMLB_MODE=$1 MEMLB_BUDGET=$2 MEMLB_OUTPUT=with.xml \
    timeout 120 ./with > with.out 2> said \
    || fail "$gcc $flags, $1: exit status"
  cmp plain.out with.out || fail "$gcc $flags, $1: output differs"
  test "$1" = off || must memlb check with.xml
}

# measured FUNCTION: copies of its loop have run to their ends.
measured ()
{
  case $(loop "$1" verdict) in
    refused | aborted | diverged | unsampled | '')
      fail "$gcc $flags: $1: $(loop "$1" verdict) $(loop "$1" reason)" ;;
  esac
  test "$(loop "$1" sampled)" -gt 0 || fail "$gcc $flags: $1: not sampled"
}

copies=-fplugin-arg-memlb-copies=bound,count,calls
mirrors_here || skip "no mirrors here"
for gcc in $E2E_GCCS; do
  use_gcc "$gcc"
  saved=$IFS
  IFS=';'
  for flags in $E2E_FLAGS "-O2 -fcf-protection" "-O2 -flto"; do
    IFS=$saved
    # Without these GCC makes loops of most of them.
    flags="$flags -fno-optimize-sibling-calls -fno-inline -pthread"
    must "$MEMLB_CC" $flags main.c odd.c -o plain || continue
    ./plain > plain.out
    must memlb-gcc $flags $copies main.c odd.c -o with || continue
    run_with bound unlimited
    for function in sums ladders parities depths; do
      measured "$function"
    done
    test "$(loop chasms verdict) $(loop chasms reason)" \
      = "aborted callee-recursive" \
      || fail "$gcc $flags: chasms: $(loop chasms verdict)"
    test "$(metric chasms aborts-depth)" -gt 0 \
      || fail "$gcc $flags: chasms: $(metric chasms aborts-depth) too deep"
    # A function whose frame is realigned has no copy at all.
    ! nm with | grep -q ' wide\.memlb$' \
      || test "$(loop wides verdict) $(loop wides reason)" \
      = "refused callee-recursive" \
      || fail "$gcc $flags: wides: $(loop wides verdict) $(loop wides reason)"
    run_with torture unlimited
    # Gates use only registers that a function which calls itself writes.
    run_with off unlimited
  done
  IFS=$saved
done
finish
