/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A function of the mathematical library's name, which copies call for real: it counts
   how often it runs on another stack, and backtraces that do not reach main.  */
#include <stdint.h>
#include <stdlib.h>
#include <unwind.h>
long calls, elsewhere, lost;
int main (void);

static _Unwind_Reason_Code
visit (struct _Unwind_Context *context, void *arg)
{
  void *pc = (void *) (_Unwind_GetIP (context) - 1);
  *(int *) arg |= _Unwind_FindEnclosingFunction (pc) == (void *) main;
  return _URC_NO_REASON;
}

double
cbrt (double x)
{
  static char *stack;
  char here;
  int found = 0;
  if (!stack)
    stack = &here;
  int away = labs ((long) (&here - stack)) > 1000000;
  elsewhere += away;
  if (calls++ % 64 == 0)
    {
      _Unwind_Backtrace (visit, &found);
      lost += !found;
    }
  if (away && getenv ("FAULT"))
    *(volatile int *) 8 = 0;
  return x / 3;
}
