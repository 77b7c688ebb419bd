/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cycles of the processor that a call of a library's function takes whose data are in
   the first-level cache: one call after the other, none waiting for the one before,
   arguments from the middle of the range.  The least of nine runs.  A row for each
   function, then one for each length of those that work on bytes.  */

#define _GNU_SOURCE
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { VALUES = 1024, ROUNDS = 200, RUNS = 9, MOST_BYTES = 32768 };

static double x[VALUES], y[VALUES];
static float xf[VALUES], yf[VALUES];
static char from[MOST_BYTES], to[MOST_BYTES];
static volatile double sink;
static double hz;

static double
seconds (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}

/* The processor's own clock: a chain of additions, one a cycle.  */

static double
core_hz (void)
{
  double least = INFINITY;
  for (int r = 0; r < 20; r++)
    {
      double begin = seconds ();
      uint64_t sum = 0;
      for (int i = 0; i < 100000; i++)
	__asm__ volatile ("add $1, %0\n\tadd $1, %0\n\tadd $1, %0\n\tadd $1, %0\n\t"
			  "add $1, %0\n\tadd $1, %0\n\tadd $1, %0\n\tadd $1, %0\n\t"
			  "add $1, %0\n\tadd $1, %0" : "+r" (sum));
      least = fmin (least, seconds () - begin);
    }
  return 1e6 / least;
}

/* Print what CALL, an expression of type TYPE in i, takes.  */
#define MEASURE(NAME, TYPE, CALL)					\
  do									\
    {									\
      double least = INFINITY;						\
      for (int run = 0; run < RUNS; run++)				\
	{								\
	  TYPE sum = 0;							\
	  double begin = seconds ();					\
	  for (int r = 0; r < ROUNDS; r++)				\
	    for (int i = 0; i < VALUES; i++)				\
	      sum += CALL;						\
	  least = fmin (least, seconds () - begin);			\
	  sink = sum;							\
	}								\
      printf ("| %s | %.0f |\n", NAME, least * hz / VALUES / ROUNDS);	\
    }									\
  while (0)

#define ONE(F)								\
  do									\
    {									\
      double (*volatile kept) (double) = F;				\
      double (*f) (double) = kept;					\
      MEASURE (#F, double, f (x[i]));					\
    }									\
  while (0);

#define TWO(F)								\
  do									\
    {									\
      double (*volatile kept) (double, double) = F;			\
      double (*f) (double, double) = kept;				\
      MEASURE (#F, double, f (x[i], y[i]));				\
    }									\
  while (0);

#define ONE_FLOAT(F)							\
  do									\
    {									\
      float (*volatile kept) (float) = F;				\
      float (*f) (float) = kept;					\
      MEASURE (#F, float, f (xf[i]));					\
    }									\
  while (0);

#define TWO_FLOAT(F)							\
  do									\
    {									\
      float (*volatile kept) (float, float) = F;			\
      float (*f) (float, float) = kept;					\
      MEASURE (#F, float, f (xf[i], yf[i]));				\
    }									\
  while (0);

/* acosh where it is a number.  */

static double
acosh_of_more (double v)
{
  return acosh (1 + v);
}

static double
sine_and_cosine (double v)
{
  double s, c;
  sincos (v, &s, &c);
  return s + c;
}

/* What one of the functions on N bytes takes: number WHICH.  */

static double
bytes_cycles (int which, size_t n)
{
  void *(*volatile set) (void *, int, size_t) = memset;
  void *(*volatile copy) (void *, const void *, size_t) = memcpy;
  void *(*volatile move) (void *, const void *, size_t) = memmove;
  int (*volatile compare) (const void *, const void *, size_t) = memcmp;
  double least = INFINITY;
  memset (to, 1, sizeof to);
  memset (from, 1, sizeof from);
  for (int run = 0; run < RUNS; run++)
    {
      int sum = 0;
      double begin = seconds ();
      for (int r = 0; r < 2000; r++)
	switch (which)
	  {
	  case 0: set (to, 1, n); break;
	  case 1: copy (to, from, n); break;
	  case 2: move (to, from, n); break;
	  default: sum += compare (to, from, n);
	  }
      least = fmin (least, (seconds () - begin) / 2000);
      sink = sum;
    }
  return least * hz;
}

int
main (void)
{
  static const char *const names[] = { "memset", "memcpy", "memmove", "memcmp" };
  srand (1);
  for (int i = 0; i < VALUES; i++)
    {
      xf[i] = (float) (x[i] = 0.1 + 0.85 * rand () / RAND_MAX);
      yf[i] = (float) (y[i] = 0.5 + 2.0 * rand () / RAND_MAX);
    }
  hz = core_hz ();
  printf ("%.2f GHz.\n\n| function | cycles |\n|---|---|\n", hz / 1e9);
  ONE (acos) ONE (acosh_of_more) ONE (asin) ONE (asinh) ONE (atan) ONE (atanh) ONE (cbrt)
  ONE (ceil) ONE (cos) ONE (cosh) ONE (erf) ONE (erfc) ONE (exp) ONE (exp2)
  ONE (expm1) ONE (fabs) ONE (floor) ONE (lgamma) ONE (log) ONE (log10) ONE (log1p)
  ONE (log2) ONE (nearbyint) ONE (rint) ONE (round) ONE (sin) ONE (sine_and_cosine)
  ONE (sinh) ONE (sqrt) ONE (tan) ONE (tanh) ONE (tgamma) ONE (trunc)
  TWO (atan2) TWO (fmax) TWO (fmin) TWO (fmod) TWO (hypot) TWO (pow) TWO (remainder)
  ONE_FLOAT (acosf) ONE_FLOAT (asinf) ONE_FLOAT (atanf) ONE_FLOAT (cbrtf)
  ONE_FLOAT (ceilf) ONE_FLOAT (cosf) ONE_FLOAT (coshf) ONE_FLOAT (erff)
  ONE_FLOAT (exp2f) ONE_FLOAT (expf) ONE_FLOAT (floorf) ONE_FLOAT (log10f)
  ONE_FLOAT (log2f) ONE_FLOAT (logf) ONE_FLOAT (roundf) ONE_FLOAT (sinf)
  ONE_FLOAT (sinhf) ONE_FLOAT (tanf) ONE_FLOAT (tanhf)
  TWO_FLOAT (atan2f) TWO_FLOAT (fmodf) TWO_FLOAT (hypotf) TWO_FLOAT (powf)
  for (int which = 0; which < 4; which++)
    for (size_t n = 8; n <= MOST_BYTES; n *= 4)
      printf ("| %s, %zu bytes | %.0f |\n", names[which], n, bytes_cycles (which, n));
}
