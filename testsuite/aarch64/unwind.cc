/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Backtraces reach main from what a bound copy calls, and from wherever a timer's
   signal finds the program: in copies, in the stubs, in the runtime.  Exceptions
   pass through functions with copies, out of their nests, and out of handlers of
   signals that have come into one.  */

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unwind.h>

int main (int, char **);

static volatile sig_atomic_t wanted, calls, lost, in_alarm, alarms;
static volatile sig_atomic_t lost_in_alarm;
static volatile unsigned long lost_at;

static _Unwind_Reason_Code
visit (_Unwind_Context *context, void *arg)
{
  void *pc = (void *) (_Unwind_GetIP (context) - 1);
  if (_Unwind_FindEnclosingFunction (pc) != (void *) main)
    return _URC_NO_REASON;
  *(int *) arg = 1;
  return _URC_NORMAL_STOP;
}

static int
reaches_main_p ()
{
  int found = 0;
  _Unwind_Backtrace (visit, &found);
  return found;
}

/* In the place of the C library's, which copies call.  */

extern "C" double
cbrt (double x)
{
  calls++;
  if (!in_alarm && !reaches_main_p ())
    lost++;
  return x * 0.5;
}

__attribute__ ((noipa)) static double
roots (const double *a, double *b, int n)
{
  double s = 0;
  for (int i = 0; i < n; i++)
    s += b[i] = __builtin_cbrt (a[i]);
  return s;
}

__attribute__ ((noipa)) static long
sums (const long *a, long *b, int n)
{
  long s = 0;
  for (int i = 0; i < n; i++)
    {
      b[i] += a[i];
      s += b[i] ^ i;
    }
  return s;
}

struct too_large { int at; };

/* Thrown out of a nest, and through a function that has another.  */

__attribute__ ((noipa)) static long
guarded (const long *a, long *b, int n, long limit)
{
  long s = 0;
  for (int i = 0; i < n; i++)
    {
      if (__builtin_expect (a[i] > limit, 0))
	throw too_large { i };
      s += b[i] ^= a[i];
    }
  return s;
}

__attribute__ ((noipa)) static long
through (const long *a, long *b, int n, long limit)
{
  long s = guarded (a, b, n, limit);
  for (int i = 0; i < n; i++)
    s += b[i] += a[i];
  return s;
}

/* A nest that a fault ends: the handler throws.  */

__attribute__ ((noipa)) static long
follow (const long *const *p, int n)
{
  long s = 0;
  for (int i = 0; i < n; i++)
    s += *p[i];
  return s;
}

static void
on_fault (int)
{
  sigset_t one;
  sigemptyset (&one);
  sigaddset (&one, SIGSEGV);
  sigprocmask (SIG_UNBLOCK, &one, NULL);
  throw too_large { -1 };
}

/* Ask for the next alarm, in a time in which the program gets on.  */

static void
arm ()
{
  itimerval once = { { 0, 0 }, { 0, 300 + 37 * (alarms % 16) } };
  setitimer (ITIMER_VIRTUAL, &once, NULL);
}

static void
on_alarm (int, siginfo_t *, void *context)
{
  in_alarm = 1;
  alarms++;
  if (!reaches_main_p () && !lost_in_alarm++)
    lost_at = ((ucontext_t *) context)->uc_mcontext.pc;
  in_alarm = 0;
  if (alarms < wanted)
    arm ();
}

/* Enter nests until so many ALARMS have come.  */

static long
under_alarms (const long *a, long *b, int n, int most)
{
  struct sigaction act;
  long s = 0;

  wanted = most;
  memset (&act, 0, sizeof act);
  act.sa_sigaction = on_alarm;
  act.sa_flags = SA_SIGINFO | SA_RESTART;
  sigaction (SIGVTALRM, &act, NULL);
  arm ();
  while (alarms < most)
    s += sums (a, b, n);
  return s != 0;
}

int
main (int argc, char **argv)
{
  static double x[100], y[100];
  static long a[100], b[100];
  static const long *p[100];
  long sum = 0;

  for (int i = 0; i < 100; i++)
    {
      x[i] = i;
      a[i] = i * 3;
      p[i] = &a[i];
    }
  for (int i = 0; i < 20; i++)
    sum += (long) roots (x, y, 100);
  for (int i = 0; i < 20; i++)
    try
      {
	sum += through (a, b, 100, i % 2 ? 1000 : 200);
      }
    catch (too_large &t)
      {
	sum += t.at;
      }
  signal (SIGSEGV, on_fault);
  for (int i = 0; i < 6; i++)
    try
      {
	p[70] = i % 2 ? (const long *) 16 : &a[70];
	sum += follow (p, 100);
      }
    catch (too_large &t)
      {
	sum += t.at;
      }
  sum += under_alarms (a, b, 20, argc > 1 ? atoi (argv[1]) : 100);
  printf ("%ld, %d, %d, %d\n", sum, calls > 0, lost, lost_in_alarm);
  if (lost_in_alarm)
    fprintf (stderr, "%d of %d, first lost at main %+ld\n", lost_in_alarm,
	     alarms, (long) (lost_at - (unsigned long) main));
  return lost || lost_in_alarm;
}
