/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench.h: the kernels, as the table calls them.

   Every kernel is one nest in a function of its own name.  Its outermost
   loop runs REPS times over a block of data that fits a first-level cache of
   32 KB; after each time all pointers move on by STEP bytes, to the next
   block.  With a STEP of 0 the kernel stays in the cache, and its bound
   should equal its time; with blocks side by side over many megabytes it is
   the same code with the same trip counts, and its bound should not change.

   Fortran kernels take the step in elements and keep an offset, since there
   are no pointers to move.  */
#ifndef BENCH_H
#define BENCH_H

#ifdef __cplusplus
# define BENCH_C extern "C"
# define restrict __restrict__
#else
# define BENCH_C
#endif

#define KERNEL __attribute__ ((noinline, noclone))

/* Move pointer P to the next block.  */
#define NEXT(P) ((P) = (__typeof__ (P)) ((char *) (P) + step))

/* What every kernel takes first.  */
#define REPEAT long step, int reps, int n

struct node
{
  struct node *next;
  double value;
};

/* vector.c */
double triad (REPEAT, double *restrict a, const double *restrict b,
	      const double *restrict c, double s);
void daxpy (REPEAT, double *restrict y, const double *restrict x, double s);
double dot (REPEAT, const double *x, const double *y);
double reduction (REPEAT, const double *x);
void sqrtdiv (REPEAT, double *restrict o, const double *restrict a,
	      const double *restrict b, double s);
void horner (REPEAT, double *restrict o, const double *restrict x,
	     const double *restrict c, int degree);
void mixed (REPEAT, float *restrict y, const double *restrict x,
	    const float *restrict z, double s);
double widen (REPEAT, const float *x, const float *y);
void quantize (REPEAT, signed char *restrict o, const float *restrict x,
	       float s);
void planck (REPEAT, double *restrict w, const double *restrict x,
	     const double *restrict v, double s);
void recurrence (REPEAT, double *x, const double *restrict y,
		 const double *restrict z);
void prefix (REPEAT, unsigned *x);
void relax (REPEAT, double *x, double s);
void butterfly (REPEAT, double *restrict re, double *restrict im,
		const double *restrict wr, const double *restrict wi);
void fft (REPEAT, double *restrict re, double *restrict im,
	  const double *restrict wr, const double *restrict wi);

/* dense.c */
void matmul_ijk (REPEAT, double *restrict c, const double *restrict a,
		 const double *restrict b);
void matmul_ikj (REPEAT, double *restrict c, const double *restrict a,
		 const double *restrict b);
void matmul_jki (REPEAT, double *restrict c, const double *restrict a,
		 const double *restrict b);
void cholesky (REPEAT, double *l, const double *done,
	       const double *restrict a);
void lu (REPEAT, double *restrict l, const double *restrict a, double s);

/* stencil.c */
void stencil1 (REPEAT, double *restrict o, const double *restrict a,
	       double s);
void stencil2 (REPEAT, double *restrict o, const double *restrict a,
	       double s);
void stencil3 (REPEAT, double *restrict o, const double *restrict a,
	       double s);
void boxes (REPEAT, double *restrict o, const double *restrict a, double s);
void seidel (REPEAT, double *a, double s);
void blur (REPEAT, unsigned char *restrict o,
	   const unsigned char *restrict a);
void life (REPEAT, unsigned char *restrict o,
	   const unsigned char *restrict a);

/* sparse.c */
void spmv (REPEAT, double *restrict y, const int *restrict row,
	   const int *restrict col, const double *restrict v,
	   const double *restrict x, double s);
void sptrsv (REPEAT, double *x, const int *restrict row,
	     const int *restrict col, const double *restrict v,
	     const double *restrict b);
double gather (REPEAT, const int *restrict ix, const double *restrict x);
void scatter (REPEAT, double *restrict y, const int *restrict ix,
	      const double *restrict x);
void histogram (REPEAT, int *restrict h, const int *restrict ix);
double chase (REPEAT, const struct node *head);

/* bytes.c */
void bytes (REPEAT, unsigned char *restrict o,
	    const unsigned char *restrict a);
unsigned words (REPEAT, const unsigned char *a);
unsigned crc (REPEAT, const unsigned char *restrict a,
	      const unsigned *restrict table);
void base64 (REPEAT, unsigned char *restrict o,
	     const unsigned char *restrict a,
	     const unsigned char *restrict table);
unsigned find (REPEAT, const unsigned char *a,
	       const unsigned char *pattern, int length);
unsigned hash (REPEAT, const unsigned *key);
unsigned probe (REPEAT, const unsigned *restrict table, int shift,
		const unsigned *restrict key);

/* order.c */
void insertion (REPEAT, int *restrict a, const int *restrict from);
void heap (REPEAT, int *restrict a, const int *restrict from);
unsigned search (REPEAT, const int *restrict table,
		 const int *restrict key);
unsigned filter (REPEAT, int *restrict o, const int *restrict a, int limit);
unsigned compact (REPEAT, int *restrict o, const int *restrict a, int limit);
void branches (REPEAT, double *restrict o, const double *restrict a,
	       const int *restrict kind, double s);

/* objects.cc: C++.  Vectors are filled before, with one pair for each of
   BLOCKS, and START is the first of them that a call uses.  */
BENCH_C void vector_fill (int n, int blocks, const double *x,
			  const double *y);
BENCH_C void vector_axpy_run (int start, int move, int reps, double s);
BENCH_C void particles_run (int start, int move, int reps, double s);
BENCH_C double vector_sum (void);
BENCH_C void nbody_run (REPEAT, float *a, const float *x, const float *y,
			const float *z);
BENCH_C void transform_run (REPEAT, float *to, const float *from,
			    const float *matrix);
BENCH_C void assemble_run (REPEAT, double *to, const double *x,
			   const double *y, const int *corner);

/* Fortran, by assembler names: grid.f90, algebra.f90, livermore.f90.  */
#define F_REPEAT const int *step, const int *reps, const int *n
void calc1_ (F_REPEAT, double *, double *, double *, double *,
	     const double *, const double *, const double *);
void calc2_ (F_REPEAT, double *, double *, double *, const double *,
	     const double *, const double *, const double *, const double *,
	     const double *, const double *);
void redblack_ (F_REPEAT, double *, const double *);
void syntax_ (F_REPEAT, double *, const double *, const double *);
void gemv_ (F_REPEAT, double *, const double *, const double *);
void solve_ (F_REPEAT, double *, const double *);
void blocks5_ (F_REPEAT, double *, const double *, const double *,
	       const double *);
void hydro_ (F_REPEAT, double *, const double *, const double *);
void iccg_ (F_REPEAT, double *, const double *);
void linear_ (F_REPEAT, double *, const double *);
void state_ (F_REPEAT, double *, const double *, const double *,
	     const double *);
void integrate_ (F_REPEAT, double *);
void predict_ (F_REPEAT, double *, const double *);
void first_sum_ (F_REPEAT, double *, const double *);
void first_diff_ (F_REPEAT, double *, const double *);
void cells_ (F_REPEAT, double *, double *, const double *);
void explicit2_ (F_REPEAT, double *, double *, double *, double *, double *,
		 double *, const double *, const double *, const double *);
void sweep_ (F_REPEAT, double *, const double *, const double *);
void ordinates_ (F_REPEAT, double *, double *, const double *,
		 const double *, const double *, const double *,
		 const double *, const double *);
void implicit2_ (F_REPEAT, double *, const double *, const double *,
		 const double *, const double *, const double *);
void first_min_ (F_REPEAT, const double *, int *);

#endif
