/* SPDX-License-Identifier: GPL-3.0-or-later */
/* callers.c: nests that call, see callees.h.  */

#include "callees.h"

#define NEST __attribute__ ((noinline, noclone))

/* Each block is eliminated with the one before.  */
NEST void
blocks_in_place (int reps, int n, double *y, const double *a, const double *d)
{
  double w[25], c[2][25];

  for (int r = 0; r < reps; r++)
    for (int k = 1; k < n; k++)
      {
	double *mine = c[k & 1], *before = c[~k & 1];

	copy5 (w, d + 25 * k);
	copy5 (mine, a + 25 * k);
	if (k > 1)
	  times5 (w, a + 25 * k, before);
	apply5 (y + 5 * k, a + 25 * k, y + 5 * (k - 1));
	eliminate5 (w, mine, y + 5 * k);
      }
}

/* One function writes what the next reads.  */
NEST void
chain (int reps, int n, double *x, double *y, double *z)
{
  for (int r = 0; r < reps; r++)
    for (int i = 0; i + 8 <= n; i += 8)
      {
	scale8 (y + i, x + i, .5);
	add8 (z + i, y + i);
	blend8 (x + i, z + i, y + i);
      }
}

NEST void
crosses (int reps, int n, double *o, const double *a, const double *b)
{
  for (int r = 0; r < reps; r++)
    for (int i = 0; i + 3 <= n; i += 3)
      cross (o + i, a + i, b + i);
}

NEST void
dots (int reps, int n, double *y, const double *a, const double *x)
{
  for (int r = 0; r < reps; r++)
    for (int i = 0; i < n; i++)
      y[i] = product (a + i * n, x, n);
}

NEST void
polynomials (int reps, int n, double *y, const double *x, const double *c)
{
  for (int r = 0; r < reps; r++)
    for (int i = 0; i < n; i++)
      y[i] = value_at (x[i], c, 7);
}

NEST void
rows (int reps, int n, double *a)
{
  for (int r = 0; r < reps; r++)
    for (int i = 1; i < n; i++)
      relax_row (a + i * n, a + (i - 1) * n, n);
}

/* Functions that call functions; the size goes by reference.  */
NEST void
levels (int reps, int n, double *c, const double *a, const double *b)
{
  int size = 8;

  for (int r = 0; r < reps; r++)
    for (int i = 0; i < n; i++)
      block_step (c + 64 * i, a + 64 * i, b + 64 * i, &size);
}

NEST void
sparse_rows (int reps, int n, double *y, const int *row, const int *column,
	     const double *v, const double *x)
{
  for (int r = 0; r < reps; r++)
    for (int i = 0; i < n; i++)
      y[i] = .5 * y[i] + row_times (column + row[i], v + row[i], x,
				    row[i + 1] - row[i]);
}

NEST void
decays (int reps, int n, double *y, const double *x)
{
  for (int r = 0; r < reps; r++)
    for (int i = 0; i < n; i++)
      y[i] = decay (x[i]);
}

NEST unsigned
checksums (int reps, int n, const unsigned char *b)
{
  unsigned h = 0;

  for (int r = 0; r < reps; r++)
    for (int i = 0; i + 64 <= n; i += 64)
      h ^= line_sum (i, b + i, 64);
  return h;
}

NEST void
rotations (int reps, int n, double *re, double *im, const double *c,
	   const double *s)
{
  for (int r = 0; r < reps; r++)
    for (int i = 0; i < n; i++)
      rotate (re + i, im + i, c[i], s[i]);
}

/* Results go by reference.  */
NEST double
leasts (int reps, int n, const double *a)
{
  double sum = 0;

  for (int r = 0; r < reps; r++)
    for (int i = 0; i + 16 <= n; i += 16)
      {
	double m;

	least (a + i, 16, &m);
	sum += m;
      }
  return sum;
}

/* What follows from loaded values decides.  */
NEST double
answers (int reps, int n, const double *a, double limit)
{
  double sum = 0;

  for (int r = 0; r < reps; r++)
    for (int i = 0; i < n; i++)
      if (above (a + i, limit))
	sum += a[i];
      else
	sum *= .5;
  return sum;
}

NEST double
recursion (int reps, int n, const double *a)
{
  double sum = 0;

  for (int r = 0; r < reps; r++)
    for (int i = 0; i + 16 <= n; i += 16)
      sum += halves (a + i, 16);
  return sum;
}

/* By pointer.  */
NEST void
chosen (int reps, int n, double *y, const double *x)
{
  static void (*const functions[]) (double *restrict, const double *restrict)
    = { add8, copy5 };

  for (int r = 0; r < reps; r++)
    for (int i = 0; i + 25 <= n; i += 25)
      functions[i & 1] (y + i, x + i);
}

/* A status is stored and tested.  */
NEST int
statuses (int reps, int n, double *y, const double *x)
{
  int status, bad = 0;

  for (int r = 0; r < reps; r++)
    for (int i = 0; i < n; i++)
      {
	checked (y + i, x[i], &status);
	if (status)
	  bad++;
      }
  return bad;
}

/* Rows are copied and moved.  */
NEST void
smoothings (int reps, int n, double *x)
{
  for (int r = 0; r < reps; r++)
    for (int i = 0; i + 64 <= n; i += 64)
      {
	smooth_row (x + i, 64);
	shift_row (x + i, 64);
      }
}

#define ELEMENT(I, J) \
  c[5 * (I) + (J)] -= a[5 * (I)] * b[J] + a[5 * (I) + 1] * b[5 + (J)] \
    + a[5 * (I) + 2] * b[10 + (J)] + a[5 * (I) + 3] * b[15 + (J)] \
    + a[5 * (I) + 4] * b[20 + (J)];
#define LINE(I) \
  ELEMENT (I, 0) ELEMENT (I, 1) ELEMENT (I, 2) ELEMENT (I, 3) ELEMENT (I, 4)
#define BLOCK LINE (0) LINE (1) LINE (2) LINE (3) LINE (4) c += 25, a += 25, b += 25;
#define FOUR BLOCK BLOCK BLOCK BLOCK

/* Twenty products of blocks, written out.  */
NEST void
straight (int reps, int n, double *restrict c, const double *restrict a,
	  const double *restrict b)
{
  (void) reps, (void) n;
  FOUR FOUR FOUR FOUR FOUR
}

/* The nodes of a tree from number I on, depth first.  */
NEST double
visits (int i, int n, double *y, const double *x)
{
  if (i >= n)
    return 0;
  y[i] = x[i] + visits (2 * i + 1, n, y, x) / 2 + visits (2 * i + 2, n, y, x);
  return y[i];
}
