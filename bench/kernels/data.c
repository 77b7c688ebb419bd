/* SPDX-License-Identifier: GPL-3.0-or-later */
/* data.c: blocks of memory, and what each kernel finds in them.

   Every block holds the same numbers, so that branches take the same ways
   in all: a predictor that has learned the one must not be new to the
   others.  Values are near 1.4 where nothing else is said; what kernels do to
   them again and again leaves them in the normal range.  */

#define _POSIX_C_SOURCE 200809L
#include "data.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { ONE_BLOCK = 1 << 22, PAGE = 4096, MOST_ARRAYS = 16 };

/* Arrays begin so many bytes from one another, modulo 4096: a load waits for a
   store before it whose address has the same lowest 12 bits, which the bound
   of course does not.  */
enum { APART = 192 };

struct data data;
size_t data_skew;
int data_width = 8;
int data_apart;

static unsigned char *pool, *first;
static size_t used, block_size;
static size_t unit;		/* blocks are multiples of this */
static int blocks;
static size_t starts[MOST_ARRAYS];	/* of arrays */
static int n_starts;
static uint64_t seed = 88172645463325252u;

/* A number from 0 to LIMIT - 1.  */
static unsigned
below (unsigned limit)
{
  seed ^= seed << 13;
  seed ^= seed >> 7;
  seed ^= seed << 17;
  return (seed >> 32) * limit >> 32;
}

/* True if an array that begins at START is far enough from the others.  */
static int
apart_p (size_t start)
{
  for (int i = 0; i < n_starts; i++)
    {
      size_t distance = (start - starts[i]) % PAGE;

      if (distance < APART || distance > PAGE - APART)
	return 0;
    }
  return 1;
}

static void *
space (size_t size)
{
  size_t start = used;
  void *p;

  while (!apart_p (start) && start < used + PAGE)
    start += 64;
  if (n_starts < MOST_ARRAYS)
    starts[n_starts++] = start;
  p = pool + start + data_skew;
  used = (start + size + data_skew + 127) & ~(size_t) 63;
  if (used > ONE_BLOCK)
    abort ();
  return p;
}

static size_t
round_up (size_t size, size_t to)
{
  return (size + to - 1) / to * to;
}

static void *
pages (size_t size)
{
  void *p = NULL;

  if (posix_memalign (&p, PAGE, round_up (size, PAGE)) != 0)
    abort ();
  return p;
}

void
data_make (void (*set) (int), void (*spread) (int, int), int n, int reps,
	   size_t working_set)
{
  first = pool = pages (ONE_BLOCK);
  memset (pool, 0, ONE_BLOCK);
  unit = 64;
  set (n);
  block_size = round_up (used, unit);
  blocks = working_set / block_size / reps * reps;
  if (blocks == 0)
    blocks = working_set ? reps : 1;
  if (blocks == 1)
    return;
  pool = pages (blocks * block_size);
  for (int b = 0; b < blocks; b++)
    memcpy (pool + b * block_size, first, block_size);
  for (size_t i = 0; i < sizeof data / sizeof (void *); i++)
    {
      unsigned char **p = (unsigned char **) &data + i;

      if (*p)
	*p += pool - first;
    }
  for (int b = 0; spread && b < blocks; b++)
    spread (b, n);
  free (first);
}

int
data_blocks (void)
{
  return blocks;
}

long
data_step (void)
{
  return blocks > 1 ? (long) block_size : 0;
}

double
data_sum (void)
{
  uint64_t sum = 0, word;

  for (size_t i = 0; i < blocks * block_size; i += sizeof word)
    {
      memcpy (&word, pool + i, sizeof word);
      sum = sum * 31 + word;
    }
  return (double) (sum >> 20);
}

/* Arrays of N values.  */

static double *
reals (int n)
{
  double *p = space (sizeof *p * n);

  for (int i = 0; i < n; i++)
    p[i] = 1.37 + (i & 255) * 0.001;
  return p;
}

static double *
scaled (int n, double scale)
{
  double *p = reals (n);

  for (int i = 0; i < n; i++)
    p[i] *= scale;
  return p;
}

static float *
singles (int n)
{
  float *p = space (sizeof *p * n);

  for (int i = 0; i < n; i++)
    p[i] = 1.37f + (i & 255) * 0.001f;
  return p;
}

static int *
indices (int n, int limit)
{
  int *p = space (sizeof *p * n);

  for (int i = 0; i < n; i++)
    p[i] = below (limit);
  return p;
}

static unsigned *
words32 (int n)
{
  unsigned *p = space (sizeof *p * n);

  for (int i = 0; i < n; i++)
    p[i] = below (UINT32_MAX) | 1;
  return p;
}

static unsigned char *
octets (int n, int lowest, int limit)
{
  unsigned char *p = space (n);

  for (int i = 0; i < n; i++)
    p[i] = lowest + below (limit);
  return p;
}

/* COUNT arrays of N reals.  */
static void
set_reals (int count, int n)
{
  for (int i = 0; i < count; i++)
    data.d[i] = reals (n);
}

/* Fortran's arrays of two dimensions go on in the next block: a step must be
   whole columns of N.  */
static void
whole_columns (int n)
{
  unit = 64 * n;
}

void set_1 (int n) { set_reals (1, n); }
void set_2 (int n) { set_reals (2, n + 12); }
void set_3 (int n) { set_reals (3, n + 12); }
void set_9 (int n) { set_reals (9, n + 12); }
void set_sweep (int n) { set_reals (3, n); }
void set_squares (int n) { set_reals (3, n * n); }
void set_planes (int n) { set_reals (2, n * n); }
void set_cubes (int n) { set_reals (2, n * n * n); }

void
set_horner (int n)
{
  set_reals (1, n);
  data.d[1] = scaled (n, 0.5);
  data.d[2] = reals (16);
}

void
set_recurrence (int n)
{
  set_reals (2, n);
  data.d[2] = scaled (n, 0.5);
}

/* Factors of length one.  */
void
set_butterfly (int n)
{
  set_reals (4, n);
  for (int i = 0; i < n; i++)
    {
      data.d[2][i] = i & 1 ? 0.6 : 0.8;
      data.d[3][i] = i & 1 ? 0.8 : 0.6;
    }
}

void
set_mixed (int n)
{
  set_reals (1, n);
  data.f[0] = singles (n);
  data.f[1] = singles (n);
}

void
set_floats (int n)
{
  data.f[0] = singles (n);
  data.f[1] = singles (n);
}

void
set_quantize (int n)
{
  data.f[0] = singles (n);
  data.b[0] = octets (n, 0, 256);
}

void
set_prefix (int n)
{
  data.u[0] = words32 (n);
}

/* Room for a factor, a factor, and a matrix; their diagonals outweigh the
   rest.  */
void
set_definite (int n)
{
  data.d[0] = reals (n * n);
  for (int a = 1; a < 3; a++)
    {
      double *d = data.d[a] = scaled (n * n, 0.01);

      for (int i = 0; i < n; i++)
	{
	  for (int j = 0; j < i; j++)
	    d[j * n + i] = d[i * n + j];
	  d[i * n + i] = 2;
	}
    }
}

void
set_columns (int n)
{
  set_reals (2, n * n);
  whole_columns (n);
}

void
set_shallow (int n)
{
  set_reals (10, n * n);
  whole_columns (n);
}

void
set_picture (int n)
{
  data.b[0] = octets (n * n, 0, 256);
  data.b[1] = octets (n * n, 0, 256);
}

void
set_life (int n)
{
  data.b[0] = octets (n * n, 0, 2);
  data.b[1] = octets (n * n, 0, 2);
}

/* Rows of data_width entries, to the left of the diagonal or anywhere.  */
void
set_spmv (int n)
{
  int *row, *column;

  set_reals (2, n);
  data.d[2] = scaled (data_width * n, 0.02);
  row = data.i[0] = space (sizeof *row * (n + 1));
  column = data.i[1] = space (sizeof *column * data_width * n);
  for (int i = 0; i <= n; i++)
    row[i] = data_width * i;
  for (int i = 0; i < data_width * n; i++)
    column[i] = below (i / data_width + 1);
}

void
set_gather (int n)
{
  set_reals (2, n);
  data.i[0] = indices (n, n);
}

void
set_histogram (int n)
{
  data.i[0] = space (sizeof (int) * n);
  data.i[1] = indices (n, n);
}

/* A list through N nodes in random order, from the first.  */
void
set_chase (int n)
{
  struct node *nodes = data.nodes = space (sizeof *nodes * n);
  int order[n];

  for (int i = 0; i < n; i++)
    order[i] = i;
  for (int i = n - 1; i > 1; i--)
    {
      int j = 1 + below (i), k = order[i];

      order[i] = order[j];
      order[j] = k;
    }
  for (int i = 0; i < n; i++)
    {
      nodes[order[i]].next = i + 1 < n ? nodes + order[i + 1] : NULL;
      nodes[order[i]].value = i & 15;
    }
}

/* Words of small letters, in lines.  */
void
set_text (int n)
{
  unsigned char *b;

  b = data.b[0] = octets (n, 'A', 58);
  data.b[1] = octets (n, 'A', 58);
  for (int i = 0; i < n; i++)
    if (below (6) == 0)
      b[i] = below (10) ? ' ' : '\n';
}

void
set_crc (int n)
{
  data.b[0] = octets (n, 0, 256);
  data.u[0] = words32 (256);
}

void
set_base64 (int n)
{
  data.b[0] = octets (4 * n, 0, 256);
  data.b[1] = octets (3 * n, 0, 256);
  data.b[2] = octets (64, '0', 64);
}

void
set_find (int n)
{
  data.b[0] = octets (n, 'a', 6);
  data.b[1] = octets (4, 'a', 6);
}

void
set_hash (int n)
{
  data.u[0] = words32 (n);
}

/* A table of 1,024 places, a third taken; half of the keys are in it.  */
void
set_probe (int n)
{
  unsigned *table = data.u[0] = space (sizeof *table * 1024);
  unsigned *keys = data.u[1] = words32 (n);

  for (int i = 0; i < 340; i++)
    {
      unsigned key = below (UINT32_MAX) | 1, at = key * 2654435761u >> 22;

      while (table[at])
	at = (at + 1) & 1023;
      table[at] = key;
      if (2 * i < n)
	keys[2 * i] = key;
    }
}

void
set_order (int n)
{
  data.i[0] = indices (n, 1000000);
  data.i[1] = indices (n, 1000000);
}

static int
compare (const void *a, const void *b)
{
  int x = *(const int *) a, y = *(const int *) b;

  return (x > y) - (x < y);
}

void
set_search (int n)
{
  set_order (n);
  qsort (data.i[0], n, sizeof *data.i[0], compare);
}

void
set_branches (int n)
{
  set_reals (2, n);
  data.i[0] = indices (n, 3);
}

void
set_vectors (int n)
{
  set_reals (2, n);
}

void
set_transform (int n)
{
  data.f[0] = singles (4 * n);
  data.f[1] = singles (4 * n);
  data.f[2] = singles (16);
}

/* Four arrays, and the first for three members each.  */
void
set_nbody (int n)
{
  data.f[0] = singles (3 * n);
  for (int i = 1; i < 4; i++)
    {
      data.f[i] = singles (n);
      for (int j = 0; j < n; j++)
	data.f[i][j] = below (1000) * 0.001f;
    }
}

void
set_assemble (int n)
{
  set_reals (3, n);
  for (int i = 0; i < n; i++)
    data.d[2][i] = below (1000) * 0.001;
  data.i[0] = indices (3 * n, n);
}

void
set_gemv (int n)
{
  set_reals (2, n);
  data.d[2] = reals (n * n);
  whole_columns (n);
}

/* Small off the diagonal, so that solutions stay near 1.  */
void
set_solve (int n)
{
  set_reals (1, n);
  data.d[1] = reals (n * n);
  for (int i = 0; i < n * n; i++)
    data.d[1][i] *= i & 1 ? 1e-6 : -1e-6;
  whole_columns (n);
}

void
set_blocks5 (int n)
{
  set_reals (2, 5 * n);
  data.d[2] = scaled (25 * n, 0.02);
  data.d[3] = scaled (25 * n, 0.1);
  for (int k = 0; k < n; k++)
    for (int i = 0; i < 5; i++)
      data.d[3][25 * k + 6 * i] = 2;
  whole_columns (25);
}

void
set_iccg (int n)
{
  data.d[0] = reals (2 * n + 2);
  data.d[1] = scaled (2 * n + 2, 0.1);
}

void
set_linear (int n)
{
  data.d[0] = reals (n);
  data.d[1] = scaled (n * n, 0.01);
  whole_columns (n);
}

void
set_predict (int n)
{
  data.d[0] = reals (16 * n);
  data.d[1] = reals (n);
  whole_columns (16);
}

void
set_cells (int n)
{
  data.d[0] = reals (4 * n);
  for (int i = 0; i < 4 * n; i++)
    data.d[0][i] = below (1600) * 0.01;
  data.d[1] = reals (256);
  data.d[2] = reals (256);
  whole_columns (16);
}

void
set_explicit2 (int n)
{
  set_reals (9, 7 * n);
  whole_columns (n);
}

void
set_implicit2 (int n)
{
  data.d[0] = reals (7 * n);
  for (int i = 1; i < 5; i++)
    data.d[i] = scaled (7 * n, 0.14);
  data.d[5] = reals (7 * n);
  whole_columns (n);
}

/* Move P to block B.  */
static void *
in_block (void *p, int b)
{
  return (char *) p + b * block_size;
}

/* N indices at P go to the array in a block of their own choice, whose
   elements have SIZE bytes.  */
static void
spread (int *p, int n, size_t size)
{
  for (int i = 0; i < n; i++)
    p[i] += below (blocks) * (block_size / size);
}

void
spread_columns (int b, int n)
{
  spread (in_block (data.i[1], b), data_width * n, sizeof (double));
}

void
spread_reals (int b, int n)
{
  spread (in_block (data.i[0], b), n, sizeof (double));
}

void
spread_counts (int b, int n)
{
  spread (in_block (data.i[1], b), n, sizeof (int));
}

/* Links still lead into the block that this one is a copy of.  */
void
spread_links (int b, int n)
{
  struct node *nodes = in_block (data.nodes, b);

  for (int i = 0; i < n; i++)
    if (nodes[i].next)
      nodes[i].next = in_block (pool + ((unsigned char *) nodes[i].next
					- first), b);
}
