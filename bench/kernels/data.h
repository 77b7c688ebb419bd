/* SPDX-License-Identifier: GPL-3.0-or-later */
/* data.h: what the kernels work on.

   All arrays of a kernel lie side by side in a block, a line apart, and
   there are as many copies of the block as the working set has room for: one
   for a problem that stays in the first-level cache.  */
#ifndef DATA_H
#define DATA_H

#include "bench.h"
#include <stddef.h>

enum { REALS = 12, OTHERS = 4 };

/* The arrays of the first block.  */
struct data
{
  double *d[REALS];
  float *f[OTHERS];
  int *i[OTHERS];
  unsigned *u[OTHERS];
  unsigned char *b[OTHERS];
  struct node *nodes;
};
extern struct data data;

/* How the block is laid out; set before data_make.  */
extern size_t data_skew;	/* bytes that arrays lie off a line */
extern int data_width;		/* entries in a row of a sparse matrix */
extern int data_apart;		/* nothing written is read again, where a
				   kernel can do without */

/* Fill one block with SET (N), copy it until the blocks take WORKING_SET
   bytes and their number is a multiple of REPS, and call SPREAD, unless
   null, for each block.  Aborts without memory.  */
void data_make (void (*set) (int), void (*spread) (int, int), int n,
		int reps, size_t working_set);

/* The number of blocks, and the bytes from one to the next: 0 of a single
   one.  */
int data_blocks (void);
long data_step (void);

/* A sum over all memory.  */
double data_sum (void);

/* Ways to fill a block for a problem of size N.  */
void set_1 (int n), set_2 (int n), set_3 (int n), set_9 (int n);
void set_sweep (int n), set_horner (int n), set_recurrence (int n);
void set_butterfly (int n), set_mixed (int n), set_floats (int n);
void set_quantize (int n), set_prefix (int n), set_squares (int n);
void set_definite (int n), set_planes (int n), set_cubes (int n);
void set_columns (int n), set_shallow (int n), set_picture (int n);
void set_life (int n), set_spmv (int n), set_gather (int n);
void set_histogram (int n), set_chase (int n), set_text (int n);
void set_crc (int n), set_base64 (int n), set_find (int n);
void set_hash (int n), set_probe (int n), set_order (int n);
void set_search (int n), set_branches (int n), set_vectors (int n);
void set_transform (int n), set_nbody (int n), set_assemble (int n);
void set_gemv (int n), set_solve (int n), set_blocks5 (int n);
void set_iccg (int n), set_linear (int n), set_predict (int n);
void set_cells (int n), set_explicit2 (int n), set_implicit2 (int n);

/* Ways to let block B differ from the first.  */
void spread_columns (int b, int n), spread_reals (int b, int n);
void spread_counts (int b, int n), spread_links (int b, int n);

#endif
