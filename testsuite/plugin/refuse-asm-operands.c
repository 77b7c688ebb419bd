/* SPDX-License-Identifier: GPL-3.0-or-later */
/* asm statements that may do more than they say: by an address of their own, an
   instruction that memlb does not know, a volatile one, a jump.  */
/* memlb-reason: asm */
/* memlb-copied: 0 */
void
scale (double *a, long n)
{
  for (long i = 0; i < n; i++)
    {
      double x;
      __asm__ ("movq (%1), %0" : "=x" (x) : "r" (&a[i]));
      a[i] = x * 2;
    }
}

static long counter;

void
count (long *a, long n)
{
  for (long i = 0; i < n; i++)
    {
      long x;
      __asm__ ("movq %1, %0; addq %1, %c2" : "=r" (x) : "r" (a[i]), "i" (&counter));
      a[i] = x * 2;
    }
}

void
address (double *a, long n)
{
  for (long i = 0; i < n; i++)
    {
      double x;
      __asm__ ("movq %a1, %0" : "=x" (x) : "r" (&a[i]));
      a[i] = x * 2;
    }
}

void
number (long *a, long n)
{
  for (long i = 0; i < n; i++)
    {
      long x;
      __asm__ ("movq 0x1000, %0" : "=r" (x) : "r" (a[i]));
      a[i] = x * 2;
    }
}

void
bits (unsigned *a, const unsigned *b, long n)
{
  for (long i = 0; i < n; i++)
    {
      unsigned x;
      __asm__ ("btl %2, %1; sbbl %0, %0" : "=r" (x) : "m" (b[0]), "r" (a[i]) : "cc");
      a[i] = x * 2;
    }
}

void
turn (double *a, long n)
{
  for (long i = 0; i < n; i++)
    {
      double x;
      __asm__ ("movq %1, %0; fnop" : "=x" (x) : "x" (a[i]));
      a[i] = x * 2;
    }
}

void
move (double *a, long n)
{
  for (long i = 0; i < n; i++)
    {
      double x;
      __asm__ volatile ("movq %1, %0" : "=x" (x) : "x" (a[i]));
      a[i] = x * 2;
    }
}

void
store (double *a, long n)
{
  for (long i = 0; i < n; i++)
    {
      double x;
      __asm__ ("movq %1, %0" : "=x" (x) : "x" (a[i]) : "memory");
      a[i] = x * 2;
    }
}

void
push (long *a, long n)
{
  for (long i = 0; i < n; i++)
    {
      long x;
      __asm__ ("movq %%rsp, %0" : "=r" (x) : "r" (a[i]));
      a[i] = x * 2;
    }
}

void
blank (double *a, long n)
{
  for (long i = 0; i < n; i++)
    {
      double x = a[i], y = x + 1;
      __asm__ ("" : "+m" (x), "+x" (y));
      a[i] = x * y;
    }
}

void
jump (long *a, long n)
{
  for (long i = 0; i < n; i++)
    {
      __asm__ goto ("" : : "r" (a[i]) : : out);
      a[i] *= 2;
    out:;
    }
}
