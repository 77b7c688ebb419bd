#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# verdicts.sh: loops whose bound must not be believed, and that with wide
# references across lines has a second bound.
. "$srcdir/e2e-lib.sh"

cat > chains.c <<'END'
#include <stdio.h>
#include <stdlib.h>
#define N 2000
static double x[N], y[N];
static unsigned table[256];
static unsigned char text[N];

/* Each address waits for the value loaded before.  */
__attribute__ ((noipa)) unsigned
walk (const unsigned char *p, int n)
{
  unsigned c = 0;
  for (int i = 0; i < n; i++)
    c = table[(c ^ p[i]) & 255] ^ c >> 8;
  return c;
}

/* The index is computed in a register of its own.  */
__attribute__ ((noipa)) unsigned
apart_walk (int n)
{
  unsigned c = 1;
  for (int i = 0; i < n; i++)
    c = (table[c & 255] ^ c >> 8) + i;
  return c;
}

/* It is the sum of two values, one of which has a meaning beside.  */
static unsigned long halves[256], seen[N];

__attribute__ ((noipa)) void
sum_walk (unsigned long *restrict o, const unsigned char *p, int n)
{
  unsigned long c = 0;
  for (int i = 0; i < n; i++)
    o[i] = c = halves[c + (p[i] & 127)];
}

/* Each row's first load is what the row before stored last.  */
__attribute__ ((noipa)) void
rows (double *w, const double *b, int n)
{
  for (int i = 1; i < n; i++)
    {
      double s = 0.01;
      for (int k = 0; k < i; k++)
	s += b[k * n] * w[i - k - 1];
      w[i] = s;
    }
}

/* The element stored one iteration before: a slot in common.  */
__attribute__ ((noipa)) void
sums (double *restrict w, const double *restrict b, int n)
{
  for (int i = 1; i < n; i++)
    w[i] = w[i - 1] * 0.5 + b[i];
}

/* A row that each turn updates: the store is a dozen references away.  */
__attribute__ ((noipa)) void
product (double *restrict c, const double *restrict b, int rows, int n)
{
  for (int k = 0; k < rows; k++)
    for (int j = 0; j < n; j++)
      c[j] += 1e-3 * b[k * n + j];
}

/* Wide loads that begin eight bytes behind those of a line.  */
__attribute__ ((noipa)) void
shifted (double *restrict w, const double *restrict b, int n, double s)
{
  for (int i = 0; i < n; i++)
    w[i] = s * b[i];
}

/* Such a walk, with all registers in use.  */
static unsigned sums_of[12];

__attribute__ ((noinline)) void
busy_walk (const unsigned char *p, int n, unsigned *restrict a,
	   unsigned long *restrict o)
{
  unsigned long c = 0;
  unsigned r[12];
  for (int k = 0; k < 12; k++)
    r[k] = a[k];
  for (int i = 0; i < n; i++)
    {
      o[i] = c = halves[c + (p[i] & 127)];
      r[0] += c, r[1] ^= r[0], r[2] += r[1], r[3] ^= r[2], r[4] += r[3];
      r[5] ^= r[4], r[6] += r[5], r[7] ^= r[6], r[8] += r[7], r[9] ^= r[8];
      r[10] += r[9], r[11] ^= r[10];
    }
  for (int k = 0; k < 12; k++)
    a[k] = r[k];
}

/* Updates of many places, or of one.  */
static unsigned bins[1024], place[N], zero[N];

__attribute__ ((noinline)) void
count (unsigned *restrict h, const unsigned *restrict at, int n)
{
  for (int i = 0; i < n; i++)
    h[at[i]]++;
}

__attribute__ ((noinline)) void
count_one (unsigned *restrict h, const unsigned *restrict at, int n)
{
  for (int i = 0; i < n; i++)
    h[at[i]]++;
}

/* What decides the branch was stored just before.  The last turn stores what
   was there, so that no register differs at the exit.  */
__attribute__ ((noipa)) int
advance (double *v, double *w, const double *at, const double *by, int n,
	 double limit)
{
  for (int i = 0; i < n; i++)
    {
      v[i] += by[i];
      w[i] += 1e-4;
      if (at[i] + v[i] > limit)
	return i;
    }
  return n;
}

static double v[N], w[N], at[N], by[N];

/* Memory that the kernel has not cleared yet.  */
__attribute__ ((noinline)) void
touch (double *a, int n)
{
  for (int i = 0; i < n; i++)
    a[i] = 1.5;
}

int
main (void)
{
  unsigned c = 0;
  double *fresh = malloc (64 << 20);
  double *a = aligned_alloc (64, 2 * N * sizeof *a);
  for (int i = 0; i < 256; i++)
    {
      table[i] = i * 2654435761u;
      halves[i] = i * 37 & 127;
    }
  for (int i = 0; i < N; i++)
    {
      text[i] = i * 7;
      by[i] = i < N - 1;
      place[i] = i * 37 % 1024;
      a[i] = a[i + N] = x[i] = y[i] = 1.0 / (i + 1);
    }
  for (int i = 0; i < 200; i++)
    {
      c += walk (text, N) + apart_walk (N) + seen[N / 2];
      busy_walk (text, N, sums_of, seen);
      sum_walk (seen, text, N);
      count (bins, place, N);
      count_one (bins, zero, N);
      rows (x, y, 44);
      sums (y, x, N);
      product (a + N, a, N / 16, 16);
      shifted (a + 1, a + N + 1, N - 16, 0.5);
      c += advance (v, w, at, by, N, 1e9);
    }
  touch (fresh, 8 << 20);
  c += bins[0] + 3 * bins[1] + sums_of[11] + (unsigned) fresh[8000000];
  printf ("%u %.17g %.17g %.17g\n", c, x[N - 1], y[N - 1], a[N / 2]);
}
END

# verdict FUNCTION ANSWER...: of its longest loop the verdict and the reason
# are one of these.
verdict ()
{
  function=$1
  shift
  found=$(memlb report --format=csv with.xml | awk -F, -v f="$function" '
    NR > 1 && $5 == f && $9 >= most { most = $9; is = $15 " " $16 }
    END { print is }')
  for answer do
    test "$found" != "$answer" || return 0
  done
  fail "$function: '$found', none of: $(printf "'%s' " "$@")"
}

# sound FUNCTION [REASON]: nothing is wrong with its bound.  On a machine that
# others use, too, the copy may take longer than the original did, or fewer
# runs than wanted may have been left alone.
sound ()
{
  verdict "$1" "ok ${2-}" 'ok ' 'ok few-samples' 'ok mirrored' \
    'partial above-time'
}

use_gcc gcc
must "$(plain_of chains.c)" -O3 -mavx2 chains.c -o plain
must "$(wrapper_of chains.c)" -O3 -mavx2 chains.c -o with
if grep -q -w avx2 /proc/cpuinfo; then
  ./plain > plain.out
  MEMLB_BUDGET=unlimited MEMLB_OUTPUT=with.xml ./with > with.out
  cmp plain.out with.out || fail "output differs"
  must memlb check with.xml
  sound walk
  sound apart_walk
  verdict sum_walk 'partial address-wait'
  verdict busy_walk 'unverified address-recurrence'
  # A mirror copy shows what slots do not, unless its values go wrong.
  verdict rows 'ok mirrored' 'unverified memory-recurrence' \
    'partial above-time'
  verdict advance 'unverified memory-recurrence'
  sound sums
  sound product
  sound shifted misaligned
  verdict count 'unverified scattered-stores'
  verdict count_one 'unverified scattered-stores'
  # How many faults there are depends on the size of pages.
  verdict touch 'ok page-faults' 'ok few-samples' 'ok ' 'partial above-time'
  memlb report --loop=touch with.xml | grep -q '^page-faults *[1-9]' \
    || fail "touch: no page faults"
  memlb report --format=csv with.xml \
    | awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
	$5 == "shifted" && $at["bound_placed_s"] > 0 { print $1 }' \
    > placed
  test -s placed || fail "shifted: no bound with placed references"
  memlb report --loop="$(cat placed)" with.xml | grep -q '^placed' \
    || fail "report: nothing of the placed bound"
fi
finish
