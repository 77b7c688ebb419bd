#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# replay.sh: loops whose control flow is decided by loads get a bound from a
# replay copy: as a whole or by a window that a fault ends, whatever the copy
# does, and the program goes on as it would.
. "$srcdir/e2e-lib.sh"
native_only "no replay copies"

cat > replay.c <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define N 6000
#define F __attribute__ ((noipa))

struct node { double v; struct node *next; };
static struct node nodes[N];
static int row[N + 1], column[N], keys[N], divisors[N];
static double value[N], x[N], y[N];

/* Few nodes, or more than a window has room for.  */
F double
chase (const struct node *p)
{
  double s = 0;
  for (; p; p = p->next)
    s += p->v;
  return s;
}

F double
long_chase (const struct node *p)
{
  double s = 0;
  for (; p; p = p->next)
    s += p->v;
  return s;
}

F void
rows (double *restrict o, const int *restrict begin, const int *restrict at,
      const double *restrict v, const double *restrict p, int n)
{
  for (int i = 0; i < n; i++)
    {
      double s = 0;
      for (int k = begin[i]; k < begin[i + 1]; k++)
	s += v[k] * p[at[k]];
      o[i] = s;
    }
}

F int
filter (int *restrict o, const int *restrict p, int n)
{
  int m = 0;
  for (int i = 0; i < n; i++)
    if (p[i] > 1000)
      o[m++] = p[i];
  return m;
}

/* Chains of places with the same hash: no register is left for what is added to
   addresses, but where nobody reads one.  */
F unsigned
links (const unsigned char *text, const unsigned short *before, unsigned at,
       unsigned limit, unsigned long *a)
{
  unsigned long b = a[0], c = a[1], d = a[2], e = a[3], f = a[4], g = a[5];
  unsigned long h = a[6];
  unsigned most = 0;
  int left = 200;
  do
    {
      const unsigned char *p = text + at;
      if (p[most] == text[most] && p[0] == text[0])
	{
	  b += h, c ^= b, d += c, e ^= d, f += e, g ^= f, h += g;
	  most = (most + 1) & 7;
	}
      at = before[at & 4095];
    }
  while (at > limit && --left);
  a[0] = b, a[1] = c, a[2] = d, a[3] = e, a[4] = f, a[5] = g, a[6] = h;
  return most + at;
}

/* From zero presets its copies divide by zero.  */
F int
quotients (const int *restrict p, const int *restrict d, int n)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    if (p[i] > 1000)
      s += p[i] / d[i];
  return s;
}

int
main (void)
{
  static int out[N];
  static unsigned char text[N];
  static unsigned short before[N];
  unsigned long a[7] = { 1 };
  double s = 0;
  long m = 0;
  for (int i = 0; i < N; i++)
    {
      nodes[i * 37 % N].v = 0.5 * i;
      nodes[i * 37 % N].next = i + 1 < N ? &nodes[(i + 1) * 37 % N] : NULL;
      row[i + 1] = i / 4 * 3 + i % 4;
      column[i] = i * 37 % N;
      keys[i] = i * 61 % 2000;
      divisors[i] = 3 + i % 5;
      value[i] = x[i] = 1.0 / (i + 1);
      text[i] = 'a' + i * 37 % 11 % 5;
      before[i] = i > 7 ? i - 1 - i % 7 : 0;
    }
  for (int r = 0; r < 120; r++)
    {
      s += chase (&nodes[(N - 300) * 37 % N]) + long_chase (nodes);
      rows (y, row, column, value, x, 1000);
      m += filter (out, keys, 2000) + out[r] + quotients (keys, divisors, 800);
      s += y[r];
      m += links (text, before, 4000 + r, 1, a);
    }
  printf ("%.17g %ld\n", s, m);
}
END

# What is noted is little beside what is passed by.
cat > rows.c <<'END'
#include <stdio.h>
struct row { struct row *next; long n; };
static struct row rows[300];
static double x[20000];

__attribute__ ((noipa)) static double
scan (const struct row *r, const double *x)
{
  double s = 0;
  for (; r; r = r->next)
    for (long k = 0; k < r->n; k++)
      s += x[k];
  return s;
}

int
main (void)
{
  double s = 0;
  for (int i = 0; i < 300; i++)
    rows[i] = (struct row) { i < 299 ? &rows[i + 1] : NULL, 20000 };
  for (int k = 0; k < 10; k++)
    s += scan (rows, x);
  printf ("%g\n", s);
}
END

# Entries that last longer than a thread runs without a break on a busy processor.
cat > long.c <<'END'
#include <stdio.h>
#include <stdlib.h>
struct node { double v; struct node *next; };

__attribute__ ((noipa)) double
chase (const struct node *p)
{
  double s = 0;
  for (; p; p = p->next)
    s += p->v;
  return s;
}

int
main (void)
{
  enum { N = 1 << 20 };
  struct node *nodes = malloc (N * sizeof *nodes);
  double s = 0;
  for (long i = 0; i < N; i++)
    {
      nodes[i * 4097 % N].v = i;
      nodes[i * 4097 % N].next = i + 1 < N ? &nodes[(i + 1) * 4097 % N] : NULL;
    }
  for (int r = 0; r < 12; r++)
    s += chase (nodes);
  printf ("%.17g\n", s);
  free (nodes);
  return 0;
}
END

# loop PROFILE FUNCTION: its entered nest: verdict, whether it has a replayed
# bound, and the metrics replays, replays-whole and replays-differ.
loop ()
{
  awk -v name="<loop id=\"$2@" '
    function attribute(n) {
      return match ($0, " " n "=\"[^\"]*\"") \
	     ? substr ($0, RSTART + length (n) + 3, RLENGTH - length (n) - 4) \
	     : "-" }
    index ($0, name) && attribute("entries") > 0 {
      on = 1; replays = whole = differ = 0; verdict = attribute("verdict")
      bound = attribute("bound-replayed") == "-" ? "no" : "yes" }
    on && /n="replays"/ { replays = attribute("v") }
    on && /n="replays-whole"/ { whole = attribute("v") }
    on && /n="replays-differ"/ { differ = attribute("v") }
    on && /<\/loop/ { print verdict, bound, replays, whole, differ; exit }' "$1"
}

# expect PROFILE FUNCTION REGEX
expect ()
{
  loop "$1" "$2" > got
  grep -q -E -x -e "$3" got \
    || fail "$gcc $flags, $1: $2 has $(cat got), not $3"
}

processor=$(taskset -p -c $$ | sed 's/.*[:,-] *//')
for gcc in $E2E_GCCS; do
  use_gcc "$gcc"
  saved=$IFS
  IFS=';'
  for flags in $E2E_FLAGS; do
    IFS=$saved
    # Masked vectors have no branch.
    flags="$flags -fno-tree-vectorize"
    must "$MEMLB_CC" $flags replay.c -o plain || continue
    must memlb-gcc $flags replay.c -o with || continue
    ./plain > plain.out
    rm -f *.xml
    for mode in bound torture; do
      MEMLB_MODE=$mode MEMLB_BUDGET=unlimited MEMLB_OUTPUT=$mode.xml \
	timeout 60 ./with > with.out 2> said || fail "$mode: exit status"
      cmp plain.out with.out || fail "$mode: output differs"
      test ! -s said || fail "$mode: $(cat said)"
      must memlb check $mode.xml
    done
    # A replay leaves no doubt about control loads.  What fits the window is
    # replayed as a whole, what does not never is.
    legal='(ok|partial|unmeasurable|unverified)'
    for f in chase rows filter links; do
      expect bound.xml $f "$legal yes ([1-9][0-9]*) \2 0"
    done
    expect bound.xml long_chase "$legal yes [1-9][0-9]* 0 0"
    for f in chase long_chase rows filter links; do
      expect torture.xml $f '[a-z]+ [a-z]+ [1-9][0-9]* [0-9]+ 0'
    done
    # The copy's own fault is not the one that ends a window.
    expect torture.xml quotients '[a-z]+ no 0 0 [1-9][0-9]*'
    memlb report --loop=chase bound.xml > text
    if loop bound.xml chase | grep -q -E '^(ok|partial)'; then
      grep -q '^replayed' text || fail "report: nothing of the replay"
      memlb report --format=csv bound.xml \
	| awk -F, 'NR == 1 { while (++n <= NF) column[$n] = n }
	    $5 == "chase" && $column["bound_replayed_s"] > 0 { found = 1 }
	    END { exit !found }' \
	|| fail "CSV: nothing of the replay"
    fi
    # Where the copies may add little the replay copy is the first to go.
    # With -flto what the compiler writes is no code.
    case $flags in *-flto*) continue ;; esac
    must memlb-gcc $flags -S -fplugin-arg-memlb-max-growth=200 replay.c -o few.s
    must memlb-gcc $flags -S replay.c -o all.s
    few=$(grep -c 'memlb_replay.*:$' few.s)
    all=$(grep -c 'memlb_replay.*:$' all.s)
    test "$few" -lt "$all" || fail "max-growth: $few of $all replay copies"
    test "$(grep -c 'memlb_bound.*:$' few.s)" -gt "$few" \
      || fail "max-growth: no bound copy without a replay copy"
  done
  IFS=$saved
  must memlb-gcc -O2 rows.c -o rows || continue
  rm -f rows.xml
  MEMLB_BUDGET=unlimited MEMLB_OUTPUT=rows.xml timeout 100 ./rows > with.out \
    || fail "$gcc: rows: exit status"
  expect rows.xml scan '(ok|partial|unverified) yes ([1-9][0-9]*) \2 0'
  must memlb-gcc -O2 long.c -o long || continue
  sh -c 'while :; do :; done' &
  busy=$!
  taskset -p -c "$processor" $busy > /dev/null
  MEMLB_BUDGET=unlimited MEMLB_OUTPUT=long.xml \
    timeout 100 taskset -c "$processor" ./long > with.out \
    || fail "$gcc: long: exit status"
  kill $busy
  expect long.xml chase '(ok|partial|unverified) yes [1-9][0-9]* 0 0'
done
finish
