/* SPDX-License-Identifier: GPL-3.0-or-later */
/* vector.c: kernels over one index: sums, updates, polynomials, division,
   conversion, recurrences, Fourier transforms; see bench.h.

   A scalar that changes with every repetition keeps the compiler from
   taking the repetitions together.  */

#include "bench.h"
#include <math.h>

KERNEL double
triad (REPEAT, double *restrict a, const double *restrict b,
       const double *restrict c, double s)
{
  for (int r = 0; r < reps; r++, s += 1e-9)
    {
      for (int i = 0; i < n; i++)
	a[i] = b[i] + s * c[i];
      NEXT (a), NEXT (b), NEXT (c);
    }
  return s;
}

KERNEL void
daxpy (REPEAT, double *restrict y, const double *restrict x, double s)
{
  for (int r = 0; r < reps; r++, s = -s)
    {
      for (int i = 0; i < n; i++)
	y[i] += s * x[i];
      NEXT (y), NEXT (x);
    }
}

KERNEL double
dot (REPEAT, const double *x, const double *y)
{
  double sum = 0;

  for (int r = 0; r < reps; r++, sum *= 0.5)
    {
      for (int i = 0; i < n; i++)
	sum += x[i] * y[i];
      NEXT (x), NEXT (y);
    }
  return sum;
}

KERNEL double
reduction (REPEAT, const double *x)
{
  double sum = 0;

  for (int r = 0; r < reps; r++, sum *= 0.5)
    {
      for (int i = 0; i < n; i++)
	sum += x[i];
      NEXT (x);
    }
  return sum;
}

KERNEL void
sqrtdiv (REPEAT, double *restrict o, const double *restrict a,
	 const double *restrict b, double s)
{
  for (int r = 0; r < reps; r++, s += 1e-9)
    {
      for (int i = 0; i < n; i++)
	o[i] = sqrt (a[i] + s) / b[i];
      NEXT (o), NEXT (a), NEXT (b);
    }
}

KERNEL void
horner (REPEAT, double *restrict o, const double *restrict x,
	const double *restrict c, int degree)
{
  for (int r = 0; r < reps; r++)
    {
      for (int i = 0; i < n; i++)
	{
	  double p = c[degree];

	  for (int d = degree - 1; d >= 0; d--)
	    p = p * x[i] + c[d];
	  o[i] = p;
	}
      NEXT (o), NEXT (x);
    }
}

/* Single and double precision in one expression.  */
KERNEL void
mixed (REPEAT, float *restrict y, const double *restrict x,
       const float *restrict z, double s)
{
  for (int r = 0; r < reps; r++, s = -s)
    {
      for (int i = 0; i < n; i++)
	y[i] = (float) (s * x[i]) + z[i] * 0.5f;
      NEXT (y), NEXT (x), NEXT (z);
    }
}

/* A sum in double precision over data in single.  */
KERNEL double
widen (REPEAT, const float *x, const float *y)
{
  double sum = 0;

  for (int r = 0; r < reps; r++, sum *= 0.5)
    {
      for (int i = 0; i < n; i++)
	sum += (double) x[i] * y[i];
      NEXT (x), NEXT (y);
    }
  return sum;
}

/* To eight bits, with saturation.  */
KERNEL void
quantize (REPEAT, signed char *restrict o, const float *restrict x, float s)
{
  for (int r = 0; r < reps; r++, s = -s)
    {
      for (int i = 0; i < n; i++)
	{
	  int v = (int) (x[i] * s);

	  o[i] = (signed char) (v > 127 ? 127 : v < -128 ? -128 : v);
	}
      NEXT (o), NEXT (x);
    }
}

/* After Livermore kernel 22, Planck's distribution: a library call.  */
KERNEL void
planck (REPEAT, double *restrict w, const double *restrict x,
	const double *restrict v, double s)
{
  for (int r = 0; r < reps; r++, s += 1e-9)
    {
      for (int i = 0; i < n; i++)
	w[i] = x[i] / (exp (s * v[i]) - 1);
      NEXT (w), NEXT (x), NEXT (v);
    }
}

/* Livermore kernel 5: each element waits for the one before it.  */
KERNEL void
recurrence (REPEAT, double *x, const double *restrict y,
	    const double *restrict z)
{
  for (int r = 0; r < reps; r++)
    {
      for (int i = 1; i < n; i++)
	x[i] = z[i] * (y[i] - x[i - 1]);
      NEXT (x), NEXT (y), NEXT (z);
    }
}

/* The same in integers, in place.  */
KERNEL void
prefix (REPEAT, unsigned *x)
{
  for (int r = 0; r < reps; r++)
    {
      for (int i = 1; i < n; i++)
	x[i] += x[i - 1];
      NEXT (x);
    }
}

/* Gauss-Seidel in one dimension: one neighbour is new, one is old.  */
KERNEL void
relax (REPEAT, double *x, double s)
{
  for (int r = 0; r < reps; r++)
    {
      for (int i = 1; i < n - 1; i++)
	x[i] = s * (x[i - 1] + x[i] + x[i + 1]);
      NEXT (x);
    }
}

/* Decimation in time over pairs at distance N / 2; the factors have length
   one, the scale keeps the size of values.  */
KERNEL void
butterfly (REPEAT, double *restrict re, double *restrict im,
	   const double *restrict wr, const double *restrict wi)
{
  const double root = 0.70710678118654752;
  int half = n / 2;

  for (int r = 0; r < reps; r++)
    {
      for (int i = 0; i < half; i++)
	{
	  double tr = wr[i] * re[i + half] - wi[i] * im[i + half];
	  double ti = wr[i] * im[i + half] + wi[i] * re[i + half];

	  re[i + half] = root * (re[i] - tr);
	  im[i + half] = root * (im[i] - ti);
	  re[i] = root * (re[i] + tr);
	  im[i] = root * (im[i] + ti);
	}
      NEXT (re), NEXT (im), NEXT (wr), NEXT (wi);
    }
}

/* All stages of a transform of N points, in place, without the final
   reordering: every stage reads what the one before it wrote.  */
KERNEL void
fft (REPEAT, double *restrict re, double *restrict im,
     const double *restrict wr, const double *restrict wi)
{
  const double root = 0.70710678118654752;

  for (int r = 0; r < reps; r++)
    {
      for (int half = n / 2, turn = 1; half >= 1; half /= 2, turn *= 2)
	for (int i = 0; i < n; i += 2 * half)
	  for (int j = 0; j < half; j++)
	    {
	      double ar = re[i + j], ai = im[i + j];
	      double br = re[i + j + half], bi = im[i + j + half];
	      double dr = root * (ar - br), di = root * (ai - bi);

	      re[i + j] = root * (ar + br);
	      im[i + j] = root * (ai + bi);
	      re[i + j + half] = dr * wr[j * turn] - di * wi[j * turn];
	      im[i + j + half] = dr * wi[j * turn] + di * wr[j * turn];
	    }
      NEXT (re), NEXT (im), NEXT (wr), NEXT (wi);
    }
}
