/* SPDX-License-Identifier: GPL-3.0-or-later */
/* asm statements without text, and such as say all that they do.  */
/* memlb-note: copy-asm.c:21:.*copied, 4 references redirected */
/* memlb-note: copy-asm.c:33:.*copied, 1 references redirected */
/* memlb-note: copy-asm.c:45:.*copied, 2 references redirected */
/* memlb-note: copy-asm.c:58:.*copied, 2 references redirected */
/* memlb-note: copy-asm.c:89:.*copied, 3 references redirected */
/* memlb-run: - */
/* memlb-executed: 6 */
/* memlb-verdict-not: aborted */
#include <stdio.h>

typedef double pair __attribute__ ((vector_size (16)));
static double a[2048] __attribute__ ((aligned (16))), b[2048];
static unsigned long u[2048], v[2048];

/* What compilers may not move.  */
__attribute__ ((noipa)) void
barrier (double *x, long n)
{
  for (long i = 0; i < n; i++)
    {
      x[i] *= 2;
      __asm__ volatile ("" : : : "memory");
      x[i] += 1;
    }
}

/* What benchmarks do with results.  */
__attribute__ ((noipa)) void
kept (const double *x, long n)
{
  for (long i = 0; i < n; i++)
    {
      double y = x[i] * 3;
      __asm__ volatile ("" : "+m" (y) : : "memory");
      __asm__ volatile (" " : : "r,m" (i) : "memory");
    }
}

/* Comments, to find the place in the assembly.  */
__attribute__ ((noipa)) void
remarked (double *x, long n)
{
  for (long i = 0; i < n; i++)
    {
      __asm__ ("# begin");
      x[i] *= 0.5;
      __asm__ ("\n\t# end\n # of i");
    }
}

/* Reads two elements, of which it names the first.  */
__attribute__ ((noipa)) pair
halves (const double *x, double *y, long n)
{
  pair sum = { 0, 0 };
  for (long i = 0; i < n; i += 2)
    {
      pair two;
      __asm__ ("movapd %1, %0" : "=x" (two) : "m" (x[i]));
      sum += two;
      y[i] = sum[0];
    }
  return sum;
}

/* The same, with others at odd places beside.  */
__attribute__ ((noipa)) pair
beside (const double *x, double *y, long n)
{
  pair sum = { 0, 0 };
  for (long i = 0; i < n; i += 2)
    {
      pair two;
      __asm__ ("movapd %1, %0" : "=x" (two) : "m" (x[i]));
      double odd = x[i + 1];
      y[i + 1] = odd;
      sum += two;
      y[i] = sum[0] + x[i + 3];
    }
  return sum;
}

__attribute__ ((noipa)) void
products (unsigned long *to, const unsigned long *x, long n)
{
  unsigned long carry = 0;
  for (long i = 0; i < n; i++)
    {
      unsigned long low, high;
      __asm__ ("mul{q} %3" : "=a" (low), "=d" (high)
	       : "%0" (x[i]), "rm" (to[i]) : "cc");
      __asm__ ("addq %4, %1\n\tadcq $0, %0" : "=r" (high), "=&r" (low)
	       : "0" (high), "1" (low), "r" (carry) : "cc");
      to[i] = low;
      carry = high;
    }
}

int
main (void)
{
  for (int r = 0; r < 40; r++)
    {
      for (int i = 0; i < 2048; i++)
	{
	  a[i] = i + r;
	  u[i] = v[i] = 0x9e3779b97f4a7c15UL * (i + r);
	}
      barrier (a, 2000);
      kept (a, 2000);
      remarked (a, 2000);
      pair sum = halves (a, b, 2000);
      sum += beside (a, b, 2000);
      products (u, v, 2000);
      printf ("%g %g %g %lx\n", sum[0], sum[1], b[1998], u[1999]);
    }
  return 0;
}
