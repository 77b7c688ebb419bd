/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench.h: the kernels, as the driver calls them.

   Every kernel is one nest in a function of its own name: its outermost
   loop, over REPS, only makes an entry long enough to be timed.  All data
   of a kernel fits a first-level cache of 32 KB, so that its bound should
   equal its time.  */
#ifndef BENCH_H
#define BENCH_H

#ifdef __cplusplus
# include <vector>
# define BENCH_C extern "C"
# define RESTRICT __restrict__
#else
# define BENCH_C
# define RESTRICT restrict
#endif

#define KERNEL __attribute__ ((noinline, noclone))

struct node
{
  struct node *next;
  double value;
};

/* C */
double triad (int reps, int n, double *RESTRICT a, const double *RESTRICT b,
	      const double *RESTRICT c, double s);
void daxpy (int reps, int n, double *RESTRICT y, const double *RESTRICT x,
	    double s);
double dot (int reps, int n, const double *x, const double *y);
double reduction (int reps, int n, const double *x);
void matmul_ijk (int reps, int n, double *RESTRICT c, const double *RESTRICT a,
		 const double *RESTRICT b);
void matmul_ikj (int reps, int n, double *RESTRICT c, const double *RESTRICT a,
		 const double *RESTRICT b);
void matmul_jki (int reps, int n, double *RESTRICT c, const double *RESTRICT a,
		 const double *RESTRICT b);
void stencil1 (int reps, int n, double *RESTRICT o, const double *RESTRICT a,
	       double s);
void stencil2 (int reps, int n, double *RESTRICT o, const double *RESTRICT a,
	       double s);
void stencil3 (int reps, int n, double *RESTRICT o, const double *RESTRICT a,
	       double s);
void spmv (int reps, int n, double *RESTRICT y, const int *RESTRICT row,
	   const int *RESTRICT col, const double *RESTRICT v,
	   const double *RESTRICT x, double s);
double gather (int reps, int n, const int *RESTRICT ix,
	       const double *RESTRICT x);
void histogram (int reps, int n, int *RESTRICT h, const int *RESTRICT ix);
void sqrtdiv (int reps, int n, double *RESTRICT o, const double *RESTRICT a,
	      const double *RESTRICT b, double s);
double chase (int reps, const struct node *head);
void butterfly (int reps, int n, double *RESTRICT re, double *RESTRICT im,
		const double *RESTRICT wr, const double *RESTRICT wi);
void horner (int reps, int n, double *RESTRICT o, const double *RESTRICT x,
	     const double *RESTRICT c, int degree);
void recurrence (int reps, int n, double *x, const double *RESTRICT y,
		 const double *RESTRICT z);
unsigned hash (int reps, int n, const unsigned *key);
void bytes (int reps, int n, unsigned char *RESTRICT o,
	    const unsigned char *RESTRICT a);

/* C++: the driver is C and passes arrays; see kernels.cc.  */
BENCH_C void vector_fill (int n, const double *x, const double *y);
BENCH_C void vector_axpy_run (int reps, double s);
BENCH_C void particles_run (int reps, double s);
BENCH_C double vector_sum (void);

#endif
