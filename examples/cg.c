/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cg.c: conjugate gradients for Poisson's equation, matrix in CSR.

   Usage: cg [NX [NY [NZ [ITERATIONS]]]]

   -laplace(u) = f on a box of NX x NY x NZ points with zero around it,
   seven points per row (five where NZ is 1).  The product with the sparse
   matrix reads every matrix element once and the vector through column
   numbers, so it lives on memory bandwidth; the vector operations do too.
   Prints the residual's course and checksums, the same for every run of one
   binary.  */

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* Compressed sparse rows: row i has the elements ROW[i] .. ROW[i + 1] - 1
   of COL and VAL.  */
struct csr
{
  int64_t n;
  int64_t *row;
  int32_t *col;
  double *val;
};

/* Points in the three directions.  */
struct grid
{
  int64_t nx, ny, nz;
};

static void *
allocate (int64_t n, size_t size)
{
  void *p = calloc ((size_t) n, size);

  if (!p)
    {
      fputs ("cg: out of memory\n", stderr);
      exit (1);
    }
  return p;
}

/* Append the element VALUE in column COL to A, whose rows hold *K.  */
static void
add (struct csr *a, int64_t *k, int64_t col, double value)
{
  a->col[*k] = (int32_t) col;
  a->val[*k] = value;
  ++*k;
}

/* Append row I of the Laplacian, the point (X, Y, Z) of G.  */
static void
add_row (struct csr *a, int64_t *k, int64_t i, const struct grid *g,
	 int64_t x, int64_t y, int64_t z)
{
  int64_t plane = g->nx * g->ny;

  a->row[i] = *k;
  if (z > 0)
    add (a, k, i - plane, -1);
  if (y > 0)
    add (a, k, i - g->nx, -1);
  if (x > 0)
    add (a, k, i - 1, -1);
  add (a, k, i, g->nz > 1 ? 6 : 4);
  if (x < g->nx - 1)
    add (a, k, i + 1, -1);
  if (y < g->ny - 1)
    add (a, k, i + g->nx, -1);
  if (z < g->nz - 1)
    add (a, k, i + plane, -1);
}

static void
make_laplacian (struct csr *a, const struct grid *g)
{
  int64_t i = 0, k = 0;

  a->n = g->nx * g->ny * g->nz;
  a->row = allocate (a->n + 1, sizeof *a->row);
  a->col = allocate (a->n * 7, sizeof *a->col);
  a->val = allocate (a->n * 7, sizeof *a->val);
  for (int64_t z = 0; z < g->nz; z++)
    for (int64_t y = 0; y < g->ny; y++)
      for (int64_t x = 0; x < g->nx; x++)
	add_row (a, &k, i++, g, x, y, z);
  a->row[i] = k;
}

/* Y = A X.  */
void
spmv (const struct csr *a, const double *x, double *y)
{
  for (int64_t i = 0; i < a->n; i++)	/* hot: spmv */
    {
      double sum = 0;

      for (int64_t k = a->row[i]; k < a->row[i + 1]; k++)
	sum += a->val[k] * x[a->col[k]];
      y[i] = sum;
    }
}

double
dot (int64_t n, const double *x, const double *y)
{
  double sum = 0;

  for (int64_t i = 0; i < n; i++)
    sum += x[i] * y[i];
  return sum;
}

/* X += ALPHA P, R -= ALPHA Q.  */
void
step (int64_t n, double alpha, const double *p, const double *q,
      double *x, double *r)
{
  for (int64_t i = 0; i < n; i++)
    {
      x[i] += alpha * p[i];
      r[i] -= alpha * q[i];
    }
}

/* P = R + BETA P.  */
void
direction (int64_t n, double beta, const double *r, double *p)
{
  for (int64_t i = 0; i < n; i++)
    p[i] = r[i] + beta * p[i];
}

/* Improve X, first 0, towards A X = B by at most ITERATIONS steps; return
   the square of the last residual's norm.  */
static double
solve (const struct csr *a, const double *b, double *x, int64_t iterations)
{
  double *r = allocate (a->n, sizeof *r);
  double *p = allocate (a->n, sizeof *p);
  double *q = allocate (a->n, sizeof *q);
  double rr = dot (a->n, b, b), first = rr;

  for (int64_t i = 0; i < a->n; i++)
    r[i] = p[i] = b[i];
  for (int64_t k = 0; k < iterations && rr > 1e-24 * first; k++)
    {
      double alpha, next;

      spmv (a, p, q);
      alpha = rr / dot (a->n, p, q);
      step (a->n, alpha, p, q, x, r);
      next = dot (a->n, r, r);
      direction (a->n, next / rr, r, p);
      rr = next;
      if ((k & (k + 1)) == 0)
	printf ("step %4lld  r.r %.15e\n", (long long) k + 1, rr);
    }
  free (r);
  free (p);
  free (q);
  return rr;
}

/* Argument I of ARGV as a positive number, DEFLT if there is none.  */
static int64_t
argument (char **argv, int argc, int i, int64_t deflt)
{
  char *end;
  long long n;

  if (i >= argc)
    return deflt;
  errno = 0;
  n = strtoll (argv[i], &end, 10);
  if (errno || *end || end == argv[i] || n < 1 || n > 1000000)
    {
      fprintf (stderr, "cg: not a positive number: %s\n", argv[i]);
      exit (2);
    }
  return n;
}

int
main (int argc, char **argv)
{
  struct grid g;
  struct csr a;
  double *b, *x, rr;
  int64_t iterations;

  g.nx = argument (argv, argc, 1, 96);
  g.ny = argument (argv, argc, 2, g.nx);
  g.nz = argument (argv, argc, 3, g.nx);
  iterations = argument (argv, argc, 4, 200);
  if (g.nx * g.ny > INT32_MAX / g.nz)
    {
      fputs ("cg: too many points\n", stderr);
      return 2;
    }
  make_laplacian (&a, &g);
  b = allocate (a.n, sizeof *b);
  x = allocate (a.n, sizeof *x);
  for (int64_t i = 0; i < a.n; i++)
    b[i] = 1 + (double) (i * 7 % 31) / 31;

  printf ("cg: %lld rows, %lld elements\n", (long long) a.n,
	  (long long) a.row[a.n]);
  rr = solve (&a, b, x, iterations);
  printf ("sum of x  %.15e\n", dot (a.n, x, x));
  printf ("x.b       %.15e\n", dot (a.n, x, b));
  printf ("r.r       %.15e\n", rr);
  free (a.row);
  free (a.col);
  free (a.val);
  free (b);
  free (x);
  return !(rr < 1e30);
}
