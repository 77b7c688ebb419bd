#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# memory-calls.sh: nests that copy and fill memory, themselves and in functions, by
# calls of the C library and by string instructions, and such that call sincos, have
# bounds; those whose ways hang on what may be written so are refused.
. "$srcdir/e2e-lib.sh"
needs_copies calls
mirrors_here || skip "no mirrors here"

cat > moves.c <<'END_C'
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define F __attribute__ ((noipa))
#define L static __attribute__ ((noinline))
enum { N = 64, ROWS = 40 };
struct item { double v[24]; int count; };

/* Each angle follows from the one before.  */
F double
spiral (const double *x, int n)
{
  double a = x[0];
  for (int i = 0; i < n; i++)
    {
      double angle = a + x[i];
      a = sin (angle) + x[i] * cos (angle);
    }
  return a;
}

/* Writes what it reads next, in its frame.  */
L void
smooth (double *row, size_t n)
{
  double old[N];
  memcpy (old, row, n * sizeof *row);
  for (size_t i = 1; i < n - 1; i++)
    row[i] = .25 * old[i - 1] + .5 * old[i] + .25 * old[i + 1];
}

F void
smoothings (double *a, int rows, size_t n)
{
  for (int i = 0; i < rows; i++)
    {
      smooth (a + i * N, n);
      memmove (a + i * N + 1, a + i * N, (n - 1) * sizeof *a);
    }
}

/* Each item by its number: the type is a record's, the numbers are loaded.  */
F void
sorted (double (*to)[25], double (*from)[25], const int *order, int n)
{
  for (int i = 0; i < n; i++)
    memcpy (to[i], from[order[i]], sizeof *to);
}

F void
cleared (double *a, int rows, size_t n)
{
  for (int i = 0; i < rows; i++)
    memset (a + i * N, 0, n * sizeof *a);
}

/* Nobody knows what is written, but nothing hangs on it.  */
F void
untyped (char *a, const char *b, int rows, size_t n)
{
  for (int i = 0; i < rows; i++)
    memcpy (a + i * n, b + i * n, n);
}

/* GCC makes one call of both, which stores two results; and what one function
   stores so another one reads.  */
L void
turn (double *x, double *y, double angle)
{
  double s = sin (angle), c = cos (angle), t = *x * c - *y * s;
  *y = *x * s + *y * c;
  *x = t;
}

F double
turned (double *x, double *y, const double *angle, int n)
{
  double sum = 0;
  for (int i = 0; i < n; i++)
    {
      turn (x + i, y + i, angle[i]);
      sum += sin (y[i]) + 2 * cos (y[i]);
    }
  return sum;
}

/* The bounds of rows may be written.  */
F int
shifted (int *length, int *key, int rows)
{
  int sum = 0;
  for (int i = 0; i < rows - 1; i++)
    {
      memmove (key, key + length[i], length[i + 1] * sizeof *key);
      sum += key[0];
    }
  return sum;
}

/* And all of a record, by the address of its first member.  */
struct mixed { double x; int index[9]; };

F int
members (struct mixed *to, const struct mixed *from, int n)
{
  int large = 0;
  for (int i = 0; i < n; i++)
    {
      memcpy (&to->x, &from[i].x, sizeof *to - (n > 1000));
      if (to->index[2] > 3)
	large++;
    }
  return large;
}

/* So may these, of a record with an integer.  */
L void
exchange (struct item *p, struct item *q)
{
  struct item t = *p;
  *p = *q;
  *q = t;
}

F void
exchanges (struct item *a, const int *order, int n)
{
  for (int i = 0; i < n; i++)
    exchange (&a[i], &a[order[i]]);
}

int
main (int argc, char **argv)
{
  int times = argc > 1 ? atoi (argv[1]) : 300, sum = 0;
  static double a[ROWS * N], b[ROWS * N], to[ROWS][25], from[ROWS][25];
  static struct item items[ROWS];
  static struct mixed mixed[ROWS], last;
  static int order[ROWS], length[ROWS], key[200];
  for (int i = 0; i < ROWS * N; i++)
    a[i] = b[i] = i % 17;
  for (int i = 0; i < ROWS; i++)
    {
      mixed[i].index[2] = i % 7;
      order[i] = i * 7 % ROWS, length[i] = i % 5, items[i].count = i;
      for (int k = 0; k < 24; k++)
	items[i].v[k] = from[i][k] = i + k;
    }
  for (int t = 0; t < times; t++)
    {
      smoothings (a, ROWS, N);
      sorted (to, from, order, ROWS);
      untyped ((char *) b, (const char *) a, ROWS, 200);
      exchanges (items, order, ROWS);
      sum += members (&last, mixed, ROWS);
      sum += shifted (length, key, ROWS);
      a[2] += spiral (from[3], 25) / 1000;
      a[1] += turned (to[1], to[2], from[3], 25) / 1000;
      if (t % 8 == 0)
	cleared (b, ROWS, N / 2);
    }
  for (int i = 1; i < ROWS * N; i++)
    a[0] = a[0] / 2 + a[i] + b[i] + to[i % ROWS][3] + items[i % ROWS].v[7];
  printf ("%.17g %d\n", a[0], sum);
}
END_C

# reason_of FUNCTION: the verdict and the reason of its nest.
reason_of ()
{
  memlb report --format=csv run.xml \
    | awk -F, -v name="$1" '$5 == name { print $15, $16 }'
}

# One compiler, with calls and with instructions.
for strategy in libcall rep_8byte rep_byte; do
  options="-O2 -mstringop-strategy=$strategy"
  test "$strategy" = libcall || options="$options -minline-all-stringops"
  MEMLB_CC=${E2E_GCCS%% *}
  export MEMLB_CC
  must "$MEMLB_CC" $options moves.c -o plain -lm
  must memlb-gcc $options -fplugin-arg-memlb-copies=bound,count,calls moves.c \
    -o with -lm
  rm -f run.xml torture.xml
  must env MEMLB_BUDGET=unlimited MEMLB_OUTPUT=run.xml ./with
  ./plain 300 > plain.out
  MEMLB_MODE=torture MEMLB_OUTPUT=torture.xml ./with 300 > with.out
  cmp plain.out with.out || fail "$strategy: another output"
  for nest in smoothings sorted cleared untyped turned spiral; do
    case $(reason_of "$nest") in
      ok* | partial* | unmeasurable* | unverified\ nothing-to-check) ;;
      # One entry that a busy machine has held up unseen outweighs all others.
      unverified\ few-samples) ;;
      *) fail "$strategy: $nest: $(reason_of "$nest")" ;;
    esac
  done
  for nest in shifted members exchanges; do
    test "$(reason_of "$nest")" = "refused callee-control" \
      || fail "$strategy: $nest: $(reason_of "$nest")"
  done
  test "$(sed -n 's/.* sampled="\([0-9]*\)".*/\1/p' torture.xml \
	  | awk '{ sum += $1 } END { print (sum > 1000) }')" = 1 \
    || fail "$strategy: few copies ran"
done
finish
