/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the runtime calls on another stack can be unwound: a backtrace reaches
   main, and an exception leaves the registers that a function saves for its
   caller as they were.  */

#include <stdio.h>
#include <unwind.h>

extern "C" bool mrt_aside (void (*) (void *), void *, void *);

int main (int, char **);

static _Unwind_Reason_Code
visit (_Unwind_Context *context, void *arg)
{
  void *pc = (void *) (_Unwind_GetIP (context) - 1);
  if (_Unwind_FindEnclosingFunction (pc) != (void *) main)
    return _URC_NO_REASON;
  *(int *) arg = 1;
  return _URC_NORMAL_STOP;
}

static void
trace (void *found)
{
  _Unwind_Backtrace (visit, found);
}

static void
leave (void *)
{
  asm volatile ("mov x19, 0\n\tmov x20, 0\n\tmov x21, 0\n\tmov x22, 0\n\t"
		"mov x23, 0\n\tmov x24, 0\n\tmov x25, 0\n\tmov x26, 0\n\t"
		"mov x27, 0\n\tmov x28, 0"
		: : : "x19", "x20", "x21", "x22", "x23", "x24", "x25", "x26",
		"x27", "x28");
  throw 1;
}

static char stack[1 << 16] __attribute__ ((aligned (16)));

/* The registers of its caller, each with a value of its own, behind an
   exception: their sum by powers of ten.  A frame of a SIZE that the compiler
   does not know is found by x29.  */

__attribute__ ((noipa)) static unsigned long
registers (int size)
{
  char *volatile room = (char *) __builtin_alloca (size);
  register unsigned long r19 asm ("x19") = 1, r20 asm ("x20") = 2,
    r21 asm ("x21") = 3, r22 asm ("x22") = 4, r23 asm ("x23") = 5,
    r24 asm ("x24") = 6, r25 asm ("x25") = 7, r26 asm ("x26") = 8,
    r27 asm ("x27") = 9, r28 asm ("x28") = 10;
  unsigned long sum = 0;

  room[size - 1] = 1;
  asm volatile ("" : "+r" (r19), "+r" (r20), "+r" (r21), "+r" (r22),
		"+r" (r23), "+r" (r24), "+r" (r25), "+r" (r26), "+r" (r27),
		"+r" (r28));
  try
    {
      mrt_aside (leave, NULL, stack + sizeof stack);
    }
  catch (int)
    {
      asm volatile ("" : "+r" (r19), "+r" (r20), "+r" (r21), "+r" (r22),
		    "+r" (r23), "+r" (r24), "+r" (r25), "+r" (r26),
		    "+r" (r27), "+r" (r28));
      const unsigned long all[] = { r19, r20, r21, r22, r23, r24, r25, r26,
				    r27, r28 };
      for (unsigned long value : all)
	sum = sum * 10 + value;
    }
  return sum * room[size - 1];
}

int
main (int argc, char **)
{
  int found = 0;

  if (!mrt_aside (trace, &found, stack + sizeof stack))
    return 2;
  unsigned long sum = registers (argc * 100);
  printf ("%d %lu\n", found, sum);
  return !found || sum != 1234567900;
}
