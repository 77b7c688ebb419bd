/* SPDX-License-Identifier: GPL-3.0-or-later */
/* matmul.c: C = A B three ways: naive, blocked, OpenBLAS.

   Usage: matmul [-t] [ORDER [REPEATS [WAYS]]]

   WAYS is a set of letters, n naive, b blocked, o OpenBLAS (where it was
   built in); default: all.  The naive loop walks down a column of B, one
   cache line per element; its lower bound says what the same instructions
   would cost without that, the blocked loop shows how much of it a better
   order wins, and OpenBLAS what the machine can do.  Prints checksums, the
   same for every run of one binary; with -t the times as well, on standard
   error.  */

#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#ifdef HAVE_CBLAS
# include <cblas.h>
#endif

/* Order of a block: three of them fit an L1 cache of 32 KB.  */
enum { BLOCK = 32 };

typedef void multiply_fn (int n, const double *a, const double *b, double *c);

/* C = A B, the definition.  */
void
multiply_naive (int n, const double *a, const double *b, double *c)
{
  for (int i = 0; i < n; i++)	/* hot: naive */
    for (int j = 0; j < n; j++)
      {
	double sum = 0;

	for (int k = 0; k < n; k++)
	  sum += a[(size_t) i * n + k] * b[(size_t) k * n + j];
	c[(size_t) i * n + j] = sum;
      }
}

static int
least (int a, int b)
{
  return a < b ? a : b;
}

/* C += A B for blocks of at most BLOCK rows and columns inside matrices of
   order N.  */
static void
multiply_block (int n, int ni, int nj, int nk,
		const double *a, const double *b, double *restrict c)
{
  for (int i = 0; i < ni; i++)	/* hot: block */
    for (int k = 0; k < nk; k++)
      {
	double t = a[(size_t) i * n + k];

	for (int j = 0; j < nj; j++)
	  c[(size_t) i * n + j] += t * b[(size_t) k * n + j];
      }
}

/* C = A B, block by block.  */
void
multiply_blocked (int n, const double *a, const double *b, double *c)
{
  memset (c, 0, sizeof *c * n * n);
  for (int i = 0; i < n; i += BLOCK)
    for (int k = 0; k < n; k += BLOCK)
      for (int j = 0; j < n; j += BLOCK)
	multiply_block (n, least (BLOCK, n - i), least (BLOCK, n - j),
			least (BLOCK, n - k), a + (size_t) i * n + k,
			b + (size_t) k * n + j, c + (size_t) i * n + j);
}

#ifdef HAVE_CBLAS
static void
multiply_openblas (int n, const double *a, const double *b, double *c)
{
  cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasNoTrans, n, n, n, 1.0,
	       a, n, b, n, 0.0, c, n);
}
#endif

static const struct way
{
  char letter;
  const char *name;
  multiply_fn *multiply;
} ways[] = {
  { 'n', "naive", multiply_naive },
  { 'b', "blocked", multiply_blocked },
#ifdef HAVE_CBLAS
  { 'o', "OpenBLAS", multiply_openblas },
#endif
};

enum { N_WAYS = sizeof ways / sizeof ways[0] };

static double
seconds (void)
{
  struct timespec t;

  clock_gettime (CLOCK_MONOTONIC, &t);
  return (double) t.tv_sec + 1e-9 * (double) t.tv_nsec;
}

/* Fill A of order N with small integers, so that every way of adding gives
   the same sum.  */
static void
fill (int n, double *a, int factor)
{
  for (size_t i = 0; i < (size_t) n * n; i++)
    a[i] = (double) (i * factor % 17) - 8;
}

/* A number that depends on the place of each element of C.  */
static double
checksum (int n, const double *c)
{
  double sum = 0;

  for (size_t i = 0; i < (size_t) n * n; i++)
    sum += c[i] * (double) (i % 13 + 1);
  return sum;
}

/* Run WAY REPEATS times and print its line.  */
static void
run (const struct way *way, int n, int repeats, int times,
     const double *a, const double *b, double *c)
{
  double start = seconds ();

  for (int i = 0; i < repeats; i++)
    way->multiply (n, a, b, c);
  if (times)
    fprintf (stderr, "%-9s %9.3f s\n", way->name, seconds () - start);
  printf ("%-9s %.15e\n", way->name, checksum (n, c));
}

static int
usage (void)
{
  fputs ("usage: matmul [-t] [ORDER [REPEATS [WAYS]]]\n", stderr);
  return 2;
}

int
main (int argc, char **argv)
{
  int times = argc > 1 && strcmp (argv[1], "-t") == 0;
  int n, repeats;
  const char *which;
  double *a, *b, *c;

  argc -= times;
  argv += times;
  n = argc > 1 ? atoi (argv[1]) : 1024;
  repeats = argc > 2 ? atoi (argv[2]) : 1;
  which = argc > 3 ? argv[3] : "nbo";
  if (n < 1 || n > 20000 || repeats < 1)
    return usage ();
  a = malloc (sizeof *a * n * n);
  b = malloc (sizeof *b * n * n);
  c = malloc (sizeof *c * n * n);
  if (!a || !b || !c)
    {
      fputs ("matmul: out of memory\n", stderr);
      return 1;
    }
  fill (n, a, 3);
  fill (n, b, 5);
  printf ("matmul: order %d\n", n);
  for (int i = 0; i < N_WAYS; i++)
    if (strchr (which, ways[i].letter))
      run (&ways[i], n, repeats, times, a, b, c);
  free (a);
  free (b);
  free (c);
  return 0;
}
