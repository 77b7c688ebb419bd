#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# timed-entries.sh: how many entries are timed: few of a nest that calls a function with
# loops and is too short for it, in spite of trials, by its name or a pointer; many of one
# whose copies run first and are never like the entries before, without a budget.
. "$srcdir/e2e-lib.sh"

cat > calling.c <<'END'
#include <stdio.h>
static int next[1000], value[1000];

__attribute__ ((noinline)) static int
first_set (int i)
{
  for (; i >= 0; i = next[i])
    if (value[i])
      return i;
  return -1;
}

__attribute__ ((noinline)) static int
calling (int from)
{
  int least = -1, v = 1 << 30;
  for (int i = first_set (from), k = 0; i >= 0 && k < 8;
       k++, i = first_set (next[i]))
    if (value[i] < v)
      {
	v = value[i];
	least = i;
      }
  return least;
}

/* Has no loops.  */
__attribute__ ((noinline)) static int
once (int i)
{
  return value[i] ? next[i] : i;
}

static int (*volatile pointers[]) (int) = { first_set, once };

__attribute__ ((noinline)) static int
pointing (int from, int (*to) (int))
{
  int sum = 0;
  for (int i = 0; i < 3; i++)
    sum += to (from + i);
  return sum;
}

int
main (void)
{
  long sum = 0;
  for (int i = 0; i < 1000; i++)
    {
      next[i] = i - 1;
      value[i] = i * 7 % 11;
    }
  for (int i = 0; i < 1000000; i++)
    {
      sum += calling (i % 3 ? i % 8 : 500);
      sum += pointing (i % 8, pointers[i % 16 == 0]);
    }
  printf ("%ld\n", sum);
}
END

cat > later.c <<'END'
#include <stdio.h>
static int until[1000], y[1000];

__attribute__ ((noipa)) static void
later (int n, const int *until, int *y)
{
  for (int i = 0; i < n; i++)
    {
      for (int p = 0; p < until[i]; p++)
	y[p] += p * i;
      y[i & 7] = i;
    }
}

int
main (void)
{
  for (int i = 0; i < 1000; i++)
    until[i] = 100;
  for (int k = 0; k < 1000; k++)
    later (2, until, y);
  for (int k = 0; k < 1000; k++)
    later (500, until, y);
  printf ("%d\n", y[5]);
}
END

# timed PROFILE FUNCTION: its entries, and those that were timed.
timed ()
{
  awk -v id="id=\"$2@" '
    /<loop / { inside = index ($0, id); if (inside) { all = $0
      sub (/.* entries="/, "", all); sub (/".*/, "", all) } }
    inside && /n="timed"/ { n = $0; sub (/.* v="/, "", n); sub (/".*/, "", n)
      timed = n }
    END { print all + 0, timed + 0 }' "$1"
}

for gcc in $E2E_GCCS; do
  use_gcc "$gcc"
  flags="-O2 -fno-tree-vectorize"
  must memlb-gcc $flags -fplugin-arg-memlb-copies=bound,count,calls calling.c \
    -o calling || continue
  must "$MEMLB_CC" $flags calling.c -o plain || continue
  ./plain > plain.out
  for mode in bound time; do
    rm -f out.xml
    MEMLB_MODE=$mode MEMLB_OUTPUT=out.xml ./calling > with.out
    cmp plain.out with.out || fail "$gcc: $mode: output differs"
    for function in calling pointing; do
      timed out.xml $function > n
      awk '{ exit !($1 > 800000 && $2 < $1 / 10) }' n \
	|| fail "$gcc: $mode: entries of $function and those timed: $(cat n)"
    done
  done
  must memlb-gcc $flags later.c -o with || continue
  must "$MEMLB_CC" $flags later.c -o plain || continue
  ./plain > plain.out
  rm -f out.xml
  MEMLB_BUDGET=unlimited MEMLB_OUTPUT=out.xml ./with > with.out
  cmp plain.out with.out || fail "$gcc: later: output differs"
  timed out.xml later > n
  awk '{ exit !($1 == 2000 && $2 > $1 / 3) }' n \
    || fail "$gcc: later: entries and those timed: $(cat n)"
done
finish
