/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A program whose nests, and the functions that they call, copy and fill
   memory: in arrays, frames, records, and at the end of a function.  Common
   to copy-memory-calls.c and copy-string.c.  */
#include <stdio.h>
#include <string.h>
#define N 40
struct item { double v[30]; int count; };
static double a[N][N], b[N][N];
static struct item items[N];

static void
row (double *to, const double *from, int n)
{
  double old[N];
  memcpy (old, from, n * sizeof *old);
  for (int i = 1; i < n; i++)
    to[i] = to[i] / 2 + old[i] + old[i - 1] / 4;
}

static void
shift (double *to, int n)
{
  double first = to[0];
  memmove (to, to + 1, (n - 1) * sizeof *to);
  to[n - 1] = first;
}

static void
exchange (struct item *p, struct item *q)
{
  struct item t = *p;
  *p = *q;
  t.v[1] += t.count;
  *q = t;
}

/* Ends in a call.  */
static void *
twice (double *to, const double *from, int n)
{
  to[0] = from[0] * 2;
  return memcpy (to + 1, from, (n - 1) * sizeof *to);
}

int
main (void)
{
  double s = 0;
  for (int i = 0; i < N; i++)
    {
      items[i].count = i;
      for (int j = 0; j < N; j++)
	a[i][j] = i - j, b[i][j] = i * j;
      for (int j = 0; j < 30; j++)
	items[i].v[j] = i + j;
    }
  for (int i = 1; i < N; i++)
    row (a[i], b[i - 1], N);
  for (int i = 0; i < N; i++)
    shift (b[i], N - i);
  for (int i = 0; i < N / 2; i++)
    exchange (&items[i], &items[N - 1 - i]);
  for (int i = 0; i < N; i++)
    twice (a[i], b[N - 1 - i], N - 1);
  for (int i = 0; i < N; i += 3)
    memset (b[i], 0, (i + 1) * sizeof **b);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      s = s / 2 + a[i][j] + b[j][i] + items[i].v[j % 30] + items[j].count;
  printf ("%.17g\n", s);
}
