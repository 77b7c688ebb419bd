/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Nests that call functions of this file, whose bound copies theirs call:
   saved registers, frames, local arrays, arguments on the stack, structs, tables
   of jumps, results that decide, the mathematical library.  */
/* memlb-plugin: -fplugin-arg-memlb-copies=bound,count,calls */
/* memlb-options: -fno-inline */
/* memlb-levels: -O1 -O2 -O3 -Os */
/* memlb-note: copy-calls.c:(8[0-9]|9[0-9]|1[0-9][0-9]):.*nest of depth [12] copied */
/* memlb-asm: ^dot.memlb: */
/* memlb-asm: call	dot.memlb$ */
/* memlb-run: -lm */
/* memlb-executed: 8 */
#include <math.h>
#include <stdio.h>
#define N 60
struct three { double x, y, z; };
static double a[N], b[N], c[N][4];
static struct three points[N];
static int keys[N], first[N];

static double
dot (const double *p, const double *q)
{
  return p[0] * q[0] + p[1] * q[1] + p[2] * q[2] + p[3] * q[3];
}

static void
add (double *restrict p, const double *restrict q, double s)
{
  p[0] += s * q[0];
  p[1] += s * q[1];
  p[2] = p[0] - p[1];
  p[3] = sqrt (fabs (p[2]));
}

static struct three
turn (struct three p)
{
  struct three q = { p.y, p.z, p.x };
  return q;
}

static int
find (const int *k, int i)
{
  return k[i] & 1;
}

static double
many (double x, int i, int j, int k, int l, int m, int n, int o, double *to)
{
  *to = x + i + j;
  return x * (i + j - k * l + m - n * o);
}

static double
choose (double x, int way)
{
  switch (way)
    {
    case 0: return x + 1;
    case 1: return x * 2;
    case 2: return 3 - x;
    case 3: return x * x;
    case 4: return 5;
    case 5: return -x;
    default: return x;
    }
}

static double
library (double x, double *y)
{
  double t[4] = { x, x + 1, x + 2, x + 3 };
  *y = exp (-x) + t[(int) x & 3];
  return sin (x) + cos (*y);
}

static long
saved (long *p, long i)
{
  long u = p[0] ^ i, v = p[1] + i, w = p[2] - i, x = p[3] * i, y = p[0] + x,
       z = y * w, t = z + u * v, s = t * x - y, r = s ^ w;
  p[0] = u + v * z; p[1] = w - x * t; p[2] = y ^ s; p[3] = r + u + t;
  return u * v + w * x + y * z + s * t + r;
}

int
main (void)
{
  double s = 0, t = 0;
  long words[4] = { 1, 2, 3, 4 }, sum = 0;
  for (int i = 0; i < N; i++)
    {
      a[i] = i * .5, b[i] = N - i, keys[i] = i * 7 % 10;
      points[i].x = i, points[i].y = 2 * i, points[i].z = -i;
    }
  for (int i = 0; i < N; i++)
    s += dot (c[i], c[N - 1 - i]);
  for (int i = 0; i < N; i++)
    add (c[i], a + i % 20, b[i]);
  for (int r = 0; r < 3; r++)
    for (int i = 1; i < N; i++)
      add (c[i], c[i - 1], .25);
  for (int i = 0; i < N; i++)
    points[i] = turn (points[i]);
  for (int i = 0; i < N; i++)
    if (find (keys, i))
      first[i] = i;
  for (int i = 0; i < N; i++)
    t += many (a[i], i, 2, 3, i, 5, 6, i, &b[i]);
  for (int i = 0; i < N; i++)
    t += choose (b[i], keys[i]);
  for (int i = 0; i < N; i++)
    t += library (i * .1, a + i);
  for (int i = 0; i < N; i++)
    sum += saved (words, i);
  for (int i = 0; i < N; i++)
    s += points[i].x + a[i] + first[i] + c[i][2];
  printf ("%.10g %.10g %ld\n", s, t, sum);
}
