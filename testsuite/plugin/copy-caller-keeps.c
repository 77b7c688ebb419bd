/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A caller that keeps values in registers which its callees, as GCC knows them
   (-fipa-ra), do not write: their copies do.  */
/* memlb-levels: -O1 -O2 -O3 */
/* memlb-run: - */
/* memlb-executed: 3 */
#include <stdio.h>
#define N 64

static long values[N];
static unsigned next[N];

static __attribute__ ((noinline)) long
sum (const long *a, long n)
{
  long s = 0;
  for (long i = 0; i < n; i++)
    s += a[i] * 3;
  return s;
}

static __attribute__ ((noinline)) unsigned
hop (unsigned at, int n)
{
  for (int i = 0; i < n; i++)
    at = next[at];
  return at;
}

__attribute__ ((noinline)) long
keep (const long *a, long n, long p, long q, long r, long t)
{
  long s = 0;
  for (long i = 0; i < n; i++)
    {
      s += sum (a, i + 1) ^ (p + i * q) ^ (r * i) ^ t;
      s ^= hop ((unsigned) i, 9) * (p ^ q) + (r | t);
    }
  return s;
}

/* A call of its own function does not count for GCC as one that writes what any
   function may write; where its loop begins most registers are in use.  */
static __attribute__ ((noinline)) double
again (const double *p, int n)
{
  double t[100];
  if (!n)
    return 0;
  for (int i = 0; i < 16; i++)
    t[i * n] = p[i] * n;
  return again (p, n - 1) + t[7 * n] + t[3 * n];
}

__attribute__ ((noinline)) double
keep_more (const double *p, int n)
{
  double s = 0;
  for (int i = 0; i < n; i++)
    s += again (p + i, 5);
  return s;
}

int
main (void)
{
  static double numbers[N];
  double t = 0;
  for (int i = 0; i < N; i++)
    {
      values[i] = i * 7919;
      next[i] = (i * 5 + 3) % N;
    }
  long s = 0;
  for (int i = 0; i < 20; i++)
    s += keep (values, N, i, 3 * i, 5 * i, 7 * i);
  for (int i = 0; i < N; i++)
    numbers[i] = i % 7;
  for (int i = 0; i < 20; i++)
    t += keep_more (numbers, N - 16);
  printf ("%ld %g\n", s, t);
}
