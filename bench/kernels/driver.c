/* SPDX-License-Identifier: GPL-3.0-or-later */
/* driver.c: calls one kernel many times.

   Usage: kernels [-l] [-s SKEW] [-n SIZE] [-r REPS] [-w WIDTH]
		  KERNEL [ENTRIES]

   Prints the kernel's name, the fastest and the median time of a call in ns,
   and a checksum that depends on every call.  -l lists the kernels.  -s
   moves every array SKEW bytes away from a multiple of 64; -n changes the
   size of the problem, which otherwise fits the first-level cache, -r the
   repetitions inside a call, whose number otherwise makes it last some
   20 us, and -w the entries in a row of the sparse matrix, 8.

   Fortran kernels are called by their assembler names.  */

#define _POSIX_C_SOURCE 200809L
#include "bench.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { POOL = 1 << 26, MAX_ENTRIES = 1000000 };

/* All arrays come from here, in the order of their use, a line apart.  */
static _Alignas (4096) unsigned char pool[POOL];
static size_t used, skew;
static int width = 8;
static uint64_t seed = 88172645463325252u;
static double result;

static uint64_t
random_number (void)
{
  seed ^= seed << 13;
  seed ^= seed >> 7;
  seed ^= seed << 17;
  return seed;
}

static void *
bytes_of_pool (size_t size)
{
  void *p = pool + used + skew;

  used = (used + size + skew + 127) & ~(size_t) 63;
  if (used > POOL)
    abort ();
  return p;
}

/* N numbers near 1.4.  */
static double *
reals (int n)
{
  double *p = bytes_of_pool (sizeof *p * n);

  for (int i = 0; i < n; i++)
    p[i] = 1.37 + (i & 255) * 0.001;
  return p;
}

/* N indices below LIMIT, in no order.  */
static int *
indices (int n, int limit)
{
  int *p = bytes_of_pool (sizeof *p * n);

  for (int i = 0; i < n; i++)
    p[i] = random_number () % limit;
  return p;
}

static int *ix, *row;
static double *d[12];
static unsigned *keys;
static unsigned char *in, *out;
static struct node *nodes;

/* COUNT arrays of N reals.  */
static void
set_reals (int count, int n)
{
  for (int i = 0; i < count; i++)
    d[i] = reals (n);
}

static void
set_gather (int n)
{
  set_reals (1, n);
  ix = indices (n, n);
}

/* Rows of WIDTH entries.  */
static void
set_spmv (int n)
{
  set_reals (2, n);
  d[2] = reals (width * n);
  ix = indices (width * n, n);
  row = bytes_of_pool (sizeof *row * (n + 1));
  for (int i = 0; i <= n; i++)
    row[i] = width * i;
}

static void
set_histogram (int n)
{
  row = bytes_of_pool (sizeof *row * n);
  ix = indices (n, n);
}

/* A list through N nodes in random order.  */
static void
set_chase (int n)
{
  int *order;

  nodes = bytes_of_pool (sizeof *nodes * n);
  order = bytes_of_pool (sizeof *order * n);
  for (int i = 0; i < n; i++)
    order[i] = i;
  for (int i = n - 1; i > 0; i--)
    {
      int j = random_number () % (i + 1), k = order[i];

      order[i] = order[j];
      order[j] = k;
    }
  for (int i = 0; i < n; i++)
    {
      nodes[order[i]].next = i + 1 < n ? nodes + order[i + 1] : NULL;
      nodes[order[i]].value = i & 15;
    }
  row = order;
}

/* Factors of length one.  */
static void
set_butterfly (int n)
{
  set_reals (4, n);
  for (int i = 0; i < n; i++)
    {
      d[2][i] = i & 1 ? 0.6 : 0.8;
      d[3][i] = i & 1 ? 0.8 : 0.6;
    }
}

static void
set_horner (int n)
{
  set_reals (3, n);
  for (int i = 0; i < n; i++)
    d[1][i] *= 0.5;
}

static void
set_recurrence (int n)
{
  set_reals (3, n);
  for (int i = 0; i < n; i++)
    d[2][i] *= 0.5;
}

static void
set_hash (int n)
{
  keys = bytes_of_pool (sizeof *keys * n);
  for (int i = 0; i < n; i++)
    keys[i] = random_number ();
}

static void
set_bytes (int n)
{
  in = bytes_of_pool (n);
  out = bytes_of_pool (n);
  for (int i = 0; i < n; i++)
    in[i] = 'A' + random_number () % 58;
}

static void
set_vectors (int n)
{
  set_reals (2, n);
  vector_fill (n, d[0], d[1]);
}

/* Small off the diagonal, so that solutions stay near 1.  */
static void
set_solve (int n)
{
  set_reals (1, n);
  d[1] = reals (n * n);
  for (int i = 0; i < n * n; i++)
    d[1][i] = (i & 1 ? 1e-6 : -1e-6) * d[1][i];
}

static void set_3 (int n) { set_reals (3, n); }
static void set_2 (int n) { set_reals (2, n); }
static void set_squares (int n) { set_reals (3, n * n); }
static void set_planes (int n) { set_reals (2, n * n); }
static void set_cubes (int n) { set_reals (2, n * n * n); }
static void set_shallow (int n) { set_reals (10, n * n); }

static void
set_gemv (int n)
{
  set_reals (2, n);
  d[2] = reals (n * n);
}

void calc1_ (const int *, const int *, double *, double *, double *, double *,
	     const double *, const double *, const double *);
void calc2_ (const int *, const int *, double *, double *, double *,
	     const double *, const double *, const double *, const double *,
	     const double *, const double *, const double *);
void syntax_ (const int *, const int *, double *, const double *,
	      const double *);
void gemv_ (const int *, const int *, double *, const double *,
	    const double *);
void solve_ (const int *, const int *, double *, const double *);

#define CALL(NAME, ...) \
  static void call_##NAME (int r, int n) { (void) n; __VA_ARGS__; }
CALL (triad, result += triad (r, n, d[0], d[1], d[2], 0.5))
CALL (daxpy, daxpy (r, n, d[0], d[1], 0.125))
CALL (dot, result += dot (r, n, d[0], d[1]))
CALL (reduction, result += reduction (r, n, d[0]))
CALL (matmul_ijk, matmul_ijk (r, n, d[0], d[1], d[2]))
CALL (matmul_ikj, matmul_ikj (r, n, d[0], d[1], d[2]))
CALL (matmul_jki, matmul_jki (r, n, d[0], d[1], d[2]))
CALL (stencil1, stencil1 (r, n, d[0], d[1], 0.2))
CALL (stencil2, stencil2 (r, n, d[0], d[1], 0.2))
CALL (stencil3, stencil3 (r, n, d[0], d[1], 0.2))
CALL (spmv, spmv (r, n, d[0], row, ix, d[2], d[1], 0.5))
CALL (gather, result += gather (r, n, ix, d[0]))
CALL (histogram, histogram (r, n, row, ix))
CALL (sqrtdiv, sqrtdiv (r, n, d[0], d[1], d[2], 0.5))
CALL (chase, result += chase (r, nodes + row[0]))
CALL (butterfly, butterfly (r, n, d[0], d[1], d[2], d[3]))
CALL (horner, horner (r, n, d[0], d[1], d[2], 15))
CALL (recurrence, recurrence (r, n, d[0], d[1], d[2]))
CALL (hash, result += hash (r, n, keys))
CALL (bytes, bytes (r, n, out, in))
CALL (vector_axpy, vector_axpy_run (r, 0.125))
CALL (particles, particles_run (r, 1e-3))
CALL (calc1, calc1_ (&r, &n, d[0], d[1], d[2], d[3], d[4], d[5], d[6]))
CALL (calc2, calc2_ (&r, &n, d[0], d[1], d[2], d[3], d[4], d[5], d[6], d[7],
		     d[8], d[9]))
CALL (syntax, syntax_ (&r, &n, d[0], d[1], d[2]))
CALL (gemv, gemv_ (&r, &n, d[0], d[2], d[1]))
CALL (solve, solve_ (&r, &n, d[0], d[1]))

static const struct kernel
{
  const char *name;
  int n, reps;
  void (*set) (int n);
  void (*call) (int reps, int n);
} kernels[] = {
#define ROW(NAME, N, REPS, SET) { #NAME, N, REPS, SET, call_##NAME },
  ROW (triad, 800, 100, set_3)
  ROW (daxpy, 1200, 80, set_2)
  ROW (dot, 1200, 20, set_2)
  ROW (reduction, 2400, 10, set_2)
  ROW (matmul_ijk, 28, 3, set_squares)
  ROW (matmul_ikj, 28, 4, set_squares)
  ROW (matmul_jki, 28, 3, set_squares)
  ROW (stencil1, 1200, 60, set_2)
  ROW (stencil2, 36, 40, set_planes)
  ROW (stencil3, 12, 40, set_cubes)
  ROW (spmv, 160, 20, set_spmv)
  ROW (gather, 1600, 12, set_gather)
  ROW (histogram, 2000, 20, set_histogram)
  ROW (sqrtdiv, 800, 10, set_3)
  ROW (chase, 400, 40, set_chase)
  ROW (butterfly, 600, 60, set_butterfly)
  ROW (horner, 800, 4, set_horner)
  ROW (recurrence, 800, 10, set_recurrence)
  ROW (hash, 2000, 8, set_hash)
  ROW (bytes, 8000, 50, set_bytes)
  ROW (vector_axpy, 800, 100, set_vectors)
  ROW (particles, 800, 40, set_vectors)
  ROW (calc1, 18, 60, set_shallow)
  ROW (calc2, 16, 60, set_shallow)
  ROW (syntax, 800, 80, set_3)
  ROW (gemv, 52, 30, set_gemv)
  ROW (solve, 52, 50, set_solve)
};

enum { N_KERNELS = sizeof kernels / sizeof kernels[0] };

static double
now (void)
{
  struct timespec t;

  clock_gettime (CLOCK_MONOTONIC, &t);
  return 1e9 * (double) t.tv_sec + (double) t.tv_nsec;
}

static int
compare (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

/* Call K ENTRIES times with SIZE and REPS; the fastest and the median
   time go to FASTEST and MEDIAN.  */
static void
measure (const struct kernel *k, int size, int reps, int entries,
	 double *fastest, double *median)
{
  double *times = malloc (sizeof *times * entries);

  if (!times)
    abort ();
  for (int i = 0; i < entries; i++)
    {
      double start = now ();

      k->call (reps, size);
      times[i] = now () - start;
    }
  qsort (times, entries, sizeof *times, compare);
  *fastest = times[0];
  *median = times[entries / 2];
  free (times);
}

/* The sum over all memory that kernels write; addresses in a list are not
   the same in every run.  */
static double
checksum (void)
{
  uint64_t sum = 0;

  for (size_t i = 0; !nodes && i < used; i++)
    sum = sum * 31 + pool[i];
  return (double) (sum >> 20) + result;
}

static void
list (void)
{
  for (int i = 0; i < N_KERNELS; i++)
    puts (kernels[i].name);
}

static int
usage (void)
{
  fputs ("usage: kernels [-l] [-s SKEW] [-n SIZE] [-r REPS] "
	"[-w WIDTH] KERNEL [ENTRIES]\n", stderr);
  return 2;
}

static const struct kernel *
find (const char *name)
{
  for (int i = 0; i < N_KERNELS; i++)
    if (strcmp (kernels[i].name, name) == 0)
      return kernels + i;
  return NULL;
}

int
main (int argc, char **argv)
{
  const struct kernel *k;
  int c, size = 0, reps = 0, entries = 1000;
  double fastest, median;

  while ((c = getopt (argc, argv, "ls:n:r:w:")) != -1)
    if (c == 'l')
      return list (), 0;
    else if (c == 's')
      skew = strtoul (optarg, NULL, 10);
    else if (c == 'n')
      size = atoi (optarg);
    else if (c == 'r')
      reps = atoi (optarg);
    else if (c == 'w' && atoi (optarg) > 0)
      width = atoi (optarg);
    else
      return usage ();
  if (optind + 1 < argc)
    entries = atoi (argv[optind + 1]);
  if (optind >= argc || !(k = find (argv[optind])) || reps < 0
      || size < 0 || entries < 1 || entries > MAX_ENTRIES)
    return usage ();
  if (!size)
    size = k->n;
  k->set (size);
  measure (k, size, reps ? reps : k->reps, entries, &fastest, &median);
  printf ("%s %.1f %.1f %.17g\n", k->name, fastest, median,
	  checksum () + vector_sum ());
  return 0;
}
