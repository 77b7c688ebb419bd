/* SPDX-License-Identifier: GPL-3.0-or-later */
/* callees.h: nests that call functions of another file (callers.c), and these
   functions (callees.c), which GCC sees nothing of when it compiles the nests.

   Every nest is in a function of its own name, and runs REPS times over data that
   stay in a first-level cache of 32 KB.  The last two are functions without loops.  */
#ifndef CALLEES_H
#define CALLEES_H

/* callees.c */
void copy5 (double *restrict to, const double *restrict from);
void times5 (double *restrict c, const double *restrict a,
	     const double *restrict b);
void apply5 (double *restrict y, const double *restrict a,
	     const double *restrict x);
void eliminate5 (double *restrict a, double *restrict c, double *restrict y);
void scale8 (double *restrict y, const double *restrict x, double s);
void add8 (double *restrict y, const double *restrict x);
void blend8 (double *restrict y, const double *restrict x,
	     const double *restrict z);
void cross (double *restrict o, const double *restrict a,
	    const double *restrict b);
double product (const double *a, const double *b, int n);
double value_at (double x, const double *c, int degree);
void relax_row (double *row, const double *above, int n);
void block_step (double *restrict c, const double *restrict a,
		 const double *restrict b, const int *n);
double row_times (const int *column, const double *v, const double *x, int n);
double decay (double x);
unsigned line_sum (unsigned h, const unsigned char *b, int n);
void rotate (double *restrict re, double *restrict im, double c, double s);
void least (const double *a, int n, double *result);
int above (const double *a, double limit);
double halves (const double *a, int n);
void checked (double *y, double x, int *status);
void smooth_row (double *row, int n);
void shift_row (double *row, int n);

/* callers.c */
void blocks_in_place (int reps, int n, double *y, const double *a,
		      const double *d);
void chain (int reps, int n, double *x, double *y, double *z);
void crosses (int reps, int n, double *o, const double *a, const double *b);
void dots (int reps, int n, double *y, const double *a, const double *x);
void polynomials (int reps, int n, double *y, const double *x,
		  const double *c);
void rows (int reps, int n, double *a);
void levels (int reps, int n, double *c, const double *a, const double *b);
void sparse_rows (int reps, int n, double *y, const int *row,
		  const int *column, const double *v, const double *x);
void decays (int reps, int n, double *y, const double *x);
unsigned checksums (int reps, int n, const unsigned char *b);
void rotations (int reps, int n, double *re, double *im, const double *c,
		const double *s);
double leasts (int reps, int n, const double *a);
double answers (int reps, int n, const double *a, double limit);
double recursion (int reps, int n, const double *a);
void chosen (int reps, int n, double *y, const double *x);
int statuses (int reps, int n, double *y, const double *x);
void smoothings (int reps, int n, double *x);
void straight (int reps, int n, double *restrict c, const double *restrict a,
	       const double *restrict b);
double visits (int i, int n, double *y, const double *x);

#endif
