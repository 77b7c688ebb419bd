/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mirror copies: nests that read in many ways what they have stored, with outer
   variables in the frame, indices of all kinds, conversions, conditional
   moves and masks; not where an address or a branch depends on what was
   loaded.  */
/* memlb-levels: -O2 -O3 -O1 */
/* memlb-asm: \.memlb_mirror\.[0-9]+: */
/* memlb-asm: 	%xmm[0-9]+, %gs: */
/* memlb-asm: 	%gs:-?[0-9]*\(%r.*, %xmm[0-9]+$ */
/* memlb-asm-not: (walk|scatter|sieve)\.memlb_mirror */
/* memlb-run: - */
/* memlb-executed: 60 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#define N 48
#define F __attribute__ ((noipa))

static double a[N * N], l[N * N], x[N], fixed[N][N];
static float narrow[N * N];
static int32_t whole[N * N];
static uint8_t bytes[N * N];
static int next[N];

F void
linear (double *w, const double *restrict b, long n)
{
  for (long i = 1; i < n; i++)
    for (long k = 0; k < i; k++)
      w[i] += b[i * n + k] * w[i - k - 1];
}

F void
solve (double *p, const double *m, int n)
{
  for (int j = 0; j < n; j++)
    for (int i = j + 1; i < n; i++)
      p[i] -= p[j] * m[j * n + i];
}

F void
cholesky (double *to, const double *done, const double *from, int n)
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      {
	double sum = from[i * n + j];
	for (int k = 0; k < j; k++)
	  sum -= done[i * n + k] * done[j * n + k];
	to[i * n + j] = i == j ? sum * 0.5 + n : sum / done[j * n + j];
      }
}

/* Constant addresses, and more variables than registers.  */
F void
blocks (int n, int m, int o, int p, int q)
{
  for (int r = 0; r < q; r++)
    for (int k = 0; k < n; k++)
      for (int i = k + 1; i < m; i++)
	for (int j = k + 1; j < o; j++)
	  for (int h = 0; h < p; h++)
	    fixed[i][j] -= fixed[i][k] * fixed[k][j] * 1e-3 * (h + r);
}

F void
mixed (float *f, int32_t *w, uint8_t *b, int n)
{
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++)
      {
	f[i * n + j] += f[(i - 1) * n + j - 1] * w[(i - 1) * n + j];
	w[i * n + j] = w[i * n + j - 1] > w[(i - 1) * n + j]
		       ? w[i * n + j - 1] : w[(i - 1) * n + j] + 1;
	b[i * n + j] ^= b[(i - 1) * n + j] + b[i * n + j - 1];
      }
}

F int
walk (int *o, int n)
{
  int at = 0;
  for (int i = 0; i < n; i++)
    {
      o[at] ^= 1;
      at = o[at + 1] & (N - 2);
    }
  return at;
}

F void
scatter (double *o, const int *at, int n)
{
  for (int i = 1; i < n; i++)
    o[at[i]] += o[at[i - 1]];
}

F int
sieve (uint8_t *o, int n)
{
  int found = 0;
  for (int i = 2; i < n; i++)
    if (!o[i])
      {
	found++;
	for (int k = 2 * i; k < n; k += i)
	  o[k] = 1;
      }
  return found;
}

static double
sum (const double *p, int n)
{
  double s = 0;
  for (int i = 0; i < n; i++)
    s += p[i] * (i % 7 + 1);
  return s;
}

int
main (void)
{
  double f = 0;
  long w = 0, b = 0;
  for (int r = 0; r < 40; r++)
    {
      for (int i = 0; i < N * N; i++)
	{
	  a[i] = (i * 7 % 31) / 64.0 + (i % (N + 1) == 0);
	  fixed[i / N][i % N] = a[i];
	  narrow[i] = a[i];
	  whole[i] = i * 5 % 17;
	  bytes[i] = i * 3;
	}
      for (int i = 0; i < N; i++)
	{
	  x[i] = i % 3 + 1;
	  next[i] = i * 5 % N & ~1;
	}
      solve (x, a, N - r % 3);
      f += sum (x, N);
      linear (x, a, N / 2);
      f += sum (x, N);
      cholesky (l, l, a, N);
      f += sum (l, N * N);
      blocks (5, 6 + r % 2, 7, 2, 3);
      f += sum (fixed[0], N * N);
      mixed (narrow, whole, bytes, N);
      for (int i = 0; i < N * N; i++)
	{
	  w += whole[i] * (long) (narrow[i] * 100);
	  b += bytes[i];
	}
      w += walk (next, N);
      scatter (x, next, N);
      f += sum (x, N);
      bytes[0] = bytes[1] = 0;
      b += sieve (bytes, N * N);
    }
  printf ("%.10g %ld %ld\n", f, w, b);
  return 0;
}
