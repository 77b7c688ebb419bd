/* SPDX-License-Identifier: GPL-3.0-or-later */
/* table.c: the list of the kernels, with the size at which each takes at
   most two thirds of a first-level cache of 32 KB, and how each is
   called.  */

#include "table.h"
#include "data.h"

double kernel_results;

/* In a call: arrays at block START, and the step in bytes or, for Fortran,
   in reals.  */
#define AT(P) ((void *) ((char *) (P) + start * data_step ()))
#define D(K) ((double *) AT (data.d[K]))
#define F(K) ((float *) AT (data.f[K]))
#define I(K) ((int *) AT (data.i[K]))
#define U(K) ((unsigned *) AT (data.u[K]))
#define B(K) ((unsigned char *) AT (data.b[K]))
#define C data_step (), reps, n
#define FORTRAN &step, &reps, &n

#define CALL(NAME, ...) \
  static void call_##NAME (int start, int reps, int n) \
  { \
    int step = data_step () / (long) sizeof (double); \
    (void) step, (void) n, (void) start; \
    __VA_ARGS__; \
  }
#define SUM(NAME, ...) CALL (NAME, kernel_results += NAME (__VA_ARGS__))
#define RUN(NAME, ...) CALL (NAME, NAME (__VA_ARGS__))

SUM (triad, C, D (0), D (1), D (2), 0.5)
RUN (daxpy, C, D (0), D (1), 0.125)
SUM (dot, C, D (0), D (1))
SUM (reduction, C, D (0))
RUN (sqrtdiv, C, D (0), D (1), D (2), 0.5)
RUN (horner, C, D (0), D (1), D (2), 15)
RUN (mixed, C, F (0), D (0), F (1), 0.5)
SUM (widen, C, F (0), F (1))
RUN (quantize, C, (signed char *) B (0), F (0), 80)
RUN (planck, C, D (0), D (1), D (2), 0.5)
RUN (recurrence, C, D (0), D (1), D (2))
RUN (prefix, C, U (0))
RUN (relax, C, D (0), 1.0 / 3)
RUN (butterfly, C, D (0), D (1), D (2), D (3))
RUN (fft, C, D (0), D (1), D (2), D (3))
RUN (matmul_ijk, C, D (0), D (1), D (2))
RUN (matmul_ikj, C, D (0), D (1), D (2))
RUN (matmul_jki, C, D (0), D (1), D (2))
RUN (cholesky, C, D (0), D (data_apart ? 1 : 0), D (2))
RUN (lu, C, D (0), D (2), 1)
RUN (stencil1, C, D (0), D (1), 0.2)
RUN (stencil2, C, D (0), D (1), 0.2)
RUN (stencil3, C, D (0), D (1), 0.2)
RUN (boxes, C, D (0), D (1), 0.2)
RUN (seidel, C, D (0), 0.25)
RUN (blur, C, B (0), B (1))
RUN (life, C, B (0), B (1))
RUN (spmv, C, D (0), I (0), I (1), D (2), data.d[1], 0.5)
RUN (sptrsv, C, D (0), I (0), I (1), D (2), D (1))
SUM (gather, C, I (0), data.d[0])
RUN (scatter, C, data.d[1], I (0), D (0))
RUN (histogram, C, data.i[0], I (1))
SUM (chase, C, AT (data.nodes))
RUN (bytes, C, B (0), B (1))
SUM (words, C, B (0))
SUM (crc, C, B (0), data.u[0])
RUN (base64, C, B (0), B (1), data.b[2])
SUM (find, C, B (0), data.b[1], 3)
SUM (hash, C, U (0))
SUM (probe, C, U (0), 22, U (1))
RUN (insertion, C, I (0), I (1))
RUN (heap, C, I (0), I (1))
SUM (search, C, I (0), I (1))
SUM (filter, C, I (0), I (1), 500000)
SUM (compact, C, I (0), I (1), 500000)
RUN (branches, C, D (0), D (1), I (0), 0.5)
CALL (vector_axpy, vector_axpy_run (start, step != 0, reps, 0.125))
CALL (particles, particles_run (start, step != 0, reps, 1e-3))
CALL (nbody, nbody_run (C, F (0), F (1), F (2), F (3)))
CALL (transform, transform_run (C, F (0), F (1), data.f[2]))
CALL (assemble, assemble_run (C, D (0), D (1), D (2), I (0)))
CALL (calc1, calc1_ (FORTRAN, D (0), D (1), D (2), D (3), D (4), D (5), D (6)))
CALL (calc2, calc2_ (FORTRAN, D (0), D (1), D (2), D (3), D (4), D (5), D (6),
		     D (7), D (8), D (9)))
CALL (redblack, redblack_ (FORTRAN, D (0), D (1)))
CALL (syntax, syntax_ (FORTRAN, D (0), D (1), D (2)))
CALL (gemv, gemv_ (FORTRAN, D (0), D (2), D (1)))
CALL (solve, solve_ (FORTRAN, D (0), D (1)))
CALL (blocks5, blocks5_ (FORTRAN, D (0), D (1), D (2), D (3)))
CALL (hydro, hydro_ (FORTRAN, D (0), D (1), D (2)))
CALL (iccg, iccg_ (FORTRAN, D (0), D (1)))
CALL (linear, linear_ (FORTRAN, D (0), D (1)))
CALL (state, state_ (FORTRAN, D (0), D (1), D (2), D (3)))
CALL (integrate, integrate_ (FORTRAN, D (0)))
CALL (predict, predict_ (FORTRAN, D (0), D (1)))
CALL (first_sum, first_sum_ (FORTRAN, D (0), D (1)))
CALL (first_diff, first_diff_ (FORTRAN, D (0), D (1)))
CALL (cells, cells_ (FORTRAN, D (0), D (1), D (2)))
CALL (explicit2, explicit2_ (FORTRAN, D (0), D (1), D (2), D (3), D (4),
			     D (5), D (6), D (7), D (8)))
CALL (sweep, sweep_ (FORTRAN, D (0), D (1), D (2)))
CALL (ordinates, ordinates_ (FORTRAN, D (0), D (1), D (2), D (3), D (4),
			     D (5), D (6), D (7)))
CALL (implicit2, implicit2_ (FORTRAN, D (0), D (1), D (2), D (3), D (4),
			     D (5)))
CALL (first_min, int place = 0; first_min_ (FORTRAN, D (0), &place);
      kernel_results += place)

const struct kernel kernels[] = {
#define ROW(NAME, N, REPS, SET) \
  { #NAME, N, REPS, set_##SET, NULL, call_##NAME },
#define APART(NAME, N, REPS, SET, SPREAD) \
  { #NAME, N, REPS, set_##SET, spread_##SPREAD, call_##NAME },
  ROW (triad, 800, 100, 3)
  ROW (daxpy, 1200, 80, 2)
  ROW (dot, 1200, 20, 2)
  ROW (reduction, 2400, 10, 2)
  ROW (sqrtdiv, 800, 10, 3)
  ROW (horner, 800, 4, horner)
  ROW (mixed, 1200, 60, mixed)
  ROW (widen, 2400, 10, floats)
  ROW (quantize, 4000, 15, quantize)
  ROW (planck, 800, 4, sweep)
  ROW (recurrence, 800, 10, recurrence)
  ROW (prefix, 5000, 10, prefix)
  ROW (relax, 2400, 3, 1)
  ROW (butterfly, 600, 60, butterfly)
  ROW (fft, 256, 10, butterfly)
  ROW (matmul_ijk, 28, 3, squares)
  ROW (matmul_ikj, 28, 4, squares)
  ROW (matmul_jki, 28, 3, squares)
  ROW (cholesky, 32, 3, definite)
  ROW (lu, 32, 5, definite)
  ROW (stencil1, 1200, 60, 2)
  ROW (stencil2, 36, 40, planes)
  ROW (stencil3, 12, 40, cubes)
  ROW (boxes, 12, 40, cubes)
  ROW (seidel, 50, 3, planes)
  ROW (blur, 96, 5, picture)
  ROW (life, 96, 4, life)
  APART (spmv, 160, 20, spmv, columns)
  ROW (sptrsv, 160, 20, spmv)
  APART (gather, 1600, 12, gather, reals)
  APART (scatter, 1100, 40, gather, reals)
  APART (histogram, 2000, 20, histogram, counts)
  APART (chase, 400, 40, chase, links)
  ROW (bytes, 8000, 30, text)
  ROW (words, 8000, 3, text)
  ROW (crc, 8000, 1, crc)
  ROW (base64, 3000, 5, base64)
  ROW (find, 8000, 2, find)
  ROW (hash, 2000, 8, hash)
  ROW (probe, 680, 20, probe)
  ROW (insertion, 100, 20, order)
  ROW (heap, 128, 20, order)
  ROW (search, 512, 4, search)
  ROW (filter, 2000, 10, order)
  ROW (compact, 2000, 20, order)
  ROW (branches, 800, 20, branches)
  ROW (vector_axpy, 800, 100, vectors)
  ROW (particles, 800, 80, vectors)
  ROW (nbody, 60, 2, nbody)
  ROW (transform, 600, 40, transform)
  ROW (assemble, 500, 12, assemble)
  ROW (calc1, 18, 60, shallow)
  ROW (calc2, 16, 60, shallow)
  ROW (redblack, 36, 12, columns)
  ROW (syntax, 800, 80, 3)
  ROW (gemv, 52, 30, gemv)
  ROW (solve, 52, 50, solve)
  ROW (blocks5, 44, 4, blocks5)
  ROW (hydro, 800, 80, 3)
  ROW (iccg, 512, 40, iccg)
  ROW (linear, 48, 15, linear)
  ROW (state, 600, 40, 9)
  ROW (integrate, 160, 60, predict)
  ROW (predict, 140, 60, predict)
  ROW (first_sum, 1200, 12, 2)
  ROW (first_diff, 1200, 60, 2)
  ROW (cells, 320, 16, cells)
  ROW (explicit2, 36, 30, explicit2)
  ROW (sweep, 800, 4, sweep)
  ROW (ordinates, 300, 3, 9)
  ROW (implicit2, 60, 12, implicit2)
  ROW (first_min, 2400, 4, 1)
};

const size_t n_kernels = sizeof kernels / sizeof kernels[0];
