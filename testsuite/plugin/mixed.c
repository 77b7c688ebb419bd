/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Nests of many kinds, for the tests of compiler flags: stencil, reduction,
   search with two exits, list walk, histogram, local array, recurrence,
   conditional store, global scalar, thread-local, cold call.  Prints one
   line of figures; the second source file is mixed-part.c.  */
#include <stdio.h>
#include <stdlib.h>

enum { N = 120 };
struct node { struct node *next; int value; };
extern double part_sum (const double *, int);
extern int part_limit;
double a[N][N], b[N][N];
static struct node nodes[N];
static int key[4 * N], count[16];
static __thread long total_tls;
long total;

__attribute__ ((noinline)) void
stencil (void)
{
  for (int i = 1; i < N - 1; i++)
    for (int j = 1; j < N - 1; j++)
      b[i][j] = 0.25 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]);
}

__attribute__ ((noinline)) int
search (const int *v, int n, int what, int limit)
{
  int i;

  for (i = 0; i < n; i++)
    {
      if (v[i] == what)
	return i;
      if (v[i] > limit)
	break;
    }
  return -i;
}

__attribute__ ((noinline)) long
walk (const struct node *p)
{
  long sum = 0;

  for (; p; p = p->next)
    sum += p->value;
  return sum;
}

__attribute__ ((noinline)) void
histogram (void)
{
  for (int i = 0; i < 4 * N; i++)
    count[key[i] & 15]++;
}

__attribute__ ((noinline)) double
local_array (int rounds)
{
  double window[8] = { 1, 2, 3, 4, 5, 6, 7, 8 }, sum = 0;

  for (int r = 0; r < rounds; r++)
    for (int i = 0; i < 8; i++)
      {
	window[i] = window[(i + 3) & 7] * 0.5 + r;
	sum += window[i];
      }
  return sum;
}

__attribute__ ((noinline)) void
recurrence (double *x, int n)
{
  for (int i = 1; i < n; i++)
    x[i] = x[i - 1] * 0.5 + x[i];
}

__attribute__ ((noinline)) void
clip (double *x, int n, double limit)
{
  for (int i = 0; i < n; i++)
    if (x[i] > limit)
      x[i] = limit;
}

__attribute__ ((noinline)) void
totals (void)
{
  for (int i = 0; i < 4 * N; i++)
    {
      total += key[i];
      total_tls ^= key[i] * i;
    }
}

__attribute__ ((noinline)) double
checked (const double *x, int n)
{
  double sum = 0;

  for (int i = 0; i < n; i++)
    {
      if (__builtin_expect (x[i] < -1e9, 0))
	{
	  fprintf (stderr, "x[%d] is bad\n", i);
	  abort ();
	}
      sum += x[i];
    }
  return sum;
}

int
main (void)
{
  for (int i = 0; i < N; i++)
    {
      nodes[i].next = i + 1 < N ? &nodes[i + 1] : NULL;
      nodes[i].value = i * i % 17;
      for (int j = 0; j < N; j++)
	a[i][j] = i * 3 + j % 7;
    }
  for (int i = 0; i < 4 * N; i++)
    key[i] = i * 7 % 23;
  part_limit = 60;
  stencil ();
  histogram ();
  recurrence (a[5], N);
  clip (&b[1][0], N, 9.5);
  totals ();
  printf ("%.6g %d %d %ld %d %.6g %.6g %ld %ld %.6g %.6g\n",
	  checked (&b[0][0], N * N), search (key, 4 * N, 20, 22),
	  search (key, 4 * N, 99, 20), walk (nodes), count[3],
	  local_array (20), a[5][N - 1], total, total_tls,
	  part_sum (&a[0][0], N * N), part_sum (b[7], N));
  return 0;
}
