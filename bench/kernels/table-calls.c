/* SPDX-License-Identifier: GPL-3.0-or-later */
/* table-calls.c: the nests of callers.c, in the place of table.c's kernels.  They
   have one block of data, in the first-level cache.  */

#include "callees.h"
#include "table.h"
#include "data.h"

double kernel_results;

/* driver.c uses them for kernels of objects.cc.  */
void
vector_fill (int n, int blocks, const double *x, const double *y)
{
  (void) n, (void) blocks, (void) x, (void) y;
}

double
vector_sum (void)
{
  return 0;
}

#define CALL(NAME, ...) \
  static void call_##NAME (int start, int reps, int n) \
  { (void) start; __VA_ARGS__; }
#define RUN(NAME, ...) CALL (NAME, NAME (reps, n, __VA_ARGS__))
#define SUM(NAME, ...) \
  CALL (NAME, kernel_results += NAME (reps, n, __VA_ARGS__))
#define D(K) data.d[K]

RUN (blocks_in_place, D (0), D (2), D (3))
RUN (chain, D (0), D (1), D (2))
RUN (crosses, D (0), D (1), D (2))
RUN (dots, D (2), D (0), D (1))
RUN (polynomials, D (0), D (1), D (2))
RUN (rows, D (0))
RUN (levels, D (0), D (1), D (2))
RUN (sparse_rows, D (0), data.i[0], data.i[1], D (2), D (1))
RUN (decays, D (0), D (1))
SUM (checksums, data.b[0])
RUN (rotations, D (0), D (1), D (2), D (3))
SUM (leasts, D (0))
SUM (answers, D (1), 1.5)
SUM (recursion, D (0))
RUN (chosen, D (0), D (1))
SUM (statuses, D (0), D (1))
RUN (smoothings, D (0))
RUN (straight, D (0), D (1), D (2))
CALL (visits, kernel_results += reps * visits (0, n, D (0), D (1)))

const struct kernel kernels[] = {
#define ROW(NAME, N, REPS, SET) \
  { #NAME, N, REPS, set_##SET, NULL, call_##NAME },
  ROW (blocks_in_place, 36, 4, blocks5)
  ROW (chain, 800, 20, 3)
  ROW (crosses, 801, 20, 3)
  ROW (dots, 28, 20, squares)
  ROW (polynomials, 800, 5, horner)
  ROW (rows, 36, 6, planes)
  ROW (levels, 12, 1, squares)
  ROW (sparse_rows, 160, 10, spmv)
  ROW (decays, 800, 4, sweep)
  ROW (checksums, 8000, 2, text)
  ROW (rotations, 600, 10, butterfly)
  ROW (leasts, 2400, 5, 1)
  ROW (answers, 1200, 5, 2)
  ROW (recursion, 2400, 2, 1)
  ROW (chosen, 1200, 20, 2)
  ROW (statuses, 800, 4, 2)
  ROW (smoothings, 2560, 8, 1)
  ROW (straight, 500, 1, 3)
  ROW (visits, 1900, 1, 2)
};

const size_t n_kernels = sizeof kernels / sizeof kernels[0];
