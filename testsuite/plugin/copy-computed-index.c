/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Indices that are computed from loaded values: by shifts and masks alone, from
   a value that has another meaning, by what is loaded at the index itself, with
   a condition, as a 64-bit sum.  */
/* memlb-levels: -O1 -O2 -O3 */
/* memlb-run: - */
/* memlb-executed: 7 */
#include <stdio.h>
#define N 300
static unsigned char text[3 * N], out[4 * N], letters[64];
static unsigned table[256], next[N];
static int key[N], kept[N];
static double weight[N], sums[4 * N];

__attribute__ ((noinline)) void
encode (unsigned char *restrict o, const unsigned char *restrict a, int n)
{
  for (int i = 0; i < n; i++)
    {
      unsigned v = a[3 * i] << 16 | a[3 * i + 1] << 8 | a[3 * i + 2];
      o[4 * i] = letters[v >> 18];
      o[4 * i + 1] = letters[v >> 12 & 63];
      o[4 * i + 2] = letters[v >> 6 & 63];
      o[4 * i + 3] = letters[v & 63];
    }
}

__attribute__ ((noinline)) unsigned
walk (const unsigned char *p, int n)
{
  unsigned c = 0;
  for (int i = 0; i < n; i++)
    c = table[(c ^ p[i]) & 255] ^ c >> 8;
  return c;
}

__attribute__ ((noinline)) unsigned
hop (int n)
{
  unsigned at = 0;
  for (int i = 0; i < n; i++)
    at = next[at];
  return at;
}

__attribute__ ((noinline)) int
keep (int *restrict o, const int *restrict a, int n, int limit)
{
  int m = 0;
  for (int i = 0; i < n; i++)
    {
      o[m] = a[i];
      m += a[i] > limit;
    }
  return m;
}

__attribute__ ((noinline)) double
pick (const int *restrict a, const double *restrict w, int n)
{
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += w[(a[i] & 1 ? a[i] : 2 * a[i]) & 127] + w[a[i] % 16 + 3];
  return sum;
}

__attribute__ ((noinline)) void
add (double *restrict s, const int *restrict a, const double *restrict w,
     int n, long rows)
{
  for (int i = 0; i < n; i++)
    {
      double *row = s + a[i] % rows * 4;
      row[0] += w[i];
      row[3] -= w[i];
    }
}

__attribute__ ((noinline)) unsigned long
mix (const unsigned *restrict t, int n)
{
  unsigned long h = 1;
  for (int i = 0; i < n; i++)
    {
      unsigned k = t[i & 255] * 2654435761u;
      h = h * 31 + t[k >> 24] + (k >> 28);
    }
  return h;
}

int
main (void)
{
  for (int i = 0; i < 256; i++)
    table[i] = i * 0x9e3779b1u ^ i << 7;
  for (int i = 0; i < 64; i++)
    letters[i] = ' ' + i;
  for (int i = 0; i < 3 * N; i++)
    text[i] = i * i * 7 >> 3;
  for (int i = 0; i < N; i++)
    {
      next[i] = (i * 37 + 11) % N;
      key[i] = i * 71 % 113;
      weight[i] = 1 + i * 0.25;
    }
  encode (out, text, N);
  add (sums, key, weight, N, 50);
  printf ("%u %u %d %.17g %lu\n", walk (text, 3 * N), hop (5 * N),
	  keep (kept, key, N, 50), pick (key, weight, N), mix (table, 1000));
  unsigned long sum = 0;
  for (int i = 0; i < 4 * N; i++)
    sum = sum * 31 + out[i] + (unsigned long) (sums[i] * 16) + kept[i % N];
  printf ("%lu\n", sum);
  return 0;
}
