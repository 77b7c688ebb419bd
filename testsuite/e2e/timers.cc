// SPDX-License-Identifier: GPL-3.0-or-later
// Functions that call themselves without loops, and are left in all ways.  The
// file is compiled twice, with PART=1 and PART=2, for what both have.

#include <csetjmp>
#include <cstdarg>
#include <cstdio>
#include <stdexcept>
#include <thread>
#define OWN [[gnu::noipa]]
#ifndef PINGS
# define PINGS 3000
#endif

struct node
{
  node *left, *right;
  double value;
};

// In both parts, but once in the program.
template <int N> struct shared
{
  OWN static long down (long n)
  {
    return n ? down (n - 1) * 3 + N : 1;
  }
};
long in_other_part (long n);

#if PART == 2
long
in_other_part (long n)
{
  return shared<2>::down (n);
}
#else

static node nodes[1 << 12];

OWN static double
sum (const node *n)
{
  return n ? sum (n->left) + sum (n->right) + n->value : 0;
}

OWN static bool odd (int n);
OWN static bool
even (int n)
{
  return n == 0 ? true : !odd (n - 1) + 0;
}
OWN static bool
odd (int n)
{
  return n == 0 ? false : !even (n - 1);
}

// Arguments on the stack: an even number of words, and an odd one.
OWN static long
eight (long a, long b, long c, long d, long e, long f, long g, long h)
{
  return a ? eight (a - 1, b + 1, c, d, e, f, g + h, h) + 1
	   : b + 2 * c + 3 * d + 4 * e + 5 * f + 6 * g + 7 * h;
}
OWN static long
seven (long a, long b, long c, long d, long e, long f, long g)
{
  return a ? seven (a - 1, b + 1, c, d, e, f, g + a) * 3 + 1
	   : b + 2 * c + 3 * d + 4 * e + 5 * f + 6 * g;
}

struct large { long v[9]; };
OWN static large
by_value (large l, long double x, int n)
{
  if (!n)
    {
      l.v[8] += (long) x;
      return l;
    }
  large m = by_value (l, x + 0.5L, n - 1);
  m.v[n % 9] += n;
  return m;
}

// Where the arguments end is not known: it has no timer.
OWN static int
varying (int n, ...)
{
  va_list list;
  int s = 0;
  va_start (list, n);
  for (int i = 0; i < n; i++)
    s += va_arg (list, int);
  va_end (list);
  return s;
}

// Calls at the end, without growth of the stack.
OWN static long ping (long n, long s);
OWN static long
pong (long n, long s)
{
  return n ? ping (n - 1, s + n) : s;
}
OWN static long
ping (long n, long s)
{
  return n ? pong (n - 1, s ^ n) : s;
}

OWN static int
thrower (int n, bool thrown)
{
  if (!n && thrown)
    throw std::runtime_error ("thrown");
  return n ? thrower (n - 1, thrown) + 1 : 0;
}

static jmp_buf out;
OWN static int
jumper (int n, bool jumps)
{
  if (!n && jumps)
    longjmp (out, 1);
  return n ? jumper (n - 1, jumps) ^ 1 : 0;
}

// Has no counting copy, for it calls setjmp.
OWN static void
jump ()
{
  for (volatile int i = 0; i < 4; i = i + 1)
    if (!setjmp (out))
      std::printf ("%d\n", jumper (10, i >= 2));
}

// Catches what it lets itself throw.
OWN static int
catcher (int n)
{
  try
    {
      if (n > 5)
	throw n;
      return catcher (n + 1) + 1;
    }
  catch (int i)
    {
      return i;
    }
}

static void
work ()
{
  volatile double s = 0;
  for (int i = 0; i < 3; i++)
    s = s + sum (nodes);
}

int
main (int argc, char **)
{
  for (int i = 0; i < 1 << 12; i++)
    {
      nodes[i].value = i;
      nodes[i].left = 2 * i + 1 < 1 << 12 ? &nodes[2 * i + 1] : nullptr;
      nodes[i].right = 2 * i + 2 < 1 << 12 ? &nodes[2 * i + 2] : nullptr;
    }
  double s = 0;
  for (int i = 0; i < 5; i++)
    s += sum (nodes);
  std::printf ("%.17g %d\n", s, even (1001 + argc));
  std::printf ("%ld %ld\n", eight (100, 1, 2, 3, 4, 5, 6, 7),
	       seven (30, 1, 2, 3, 4, 5, 6));
  large l = by_value ({ { 1, 2, 3, 4, 5, 6, 7, 8, 9 } }, 2.5L, 20);
  long v = 0;
  for (int i = 0; i < 9; i++)
    v = v * 10 + l.v[i];
  std::printf ("%ld %d\n", v, varying (9, 1, 2, 3, 4, 5, 6, 7, 8, 9));
  std::printf ("%ld\n", ping (PINGS + argc, 1));
  for (int i = 0; i < 4; i++)
    try
      {
	std::printf ("%d\n", thrower (20, i >= 2));
      }
    catch (const std::runtime_error &e)
      {
	std::printf ("%s\n", e.what ());
      }
  jump ();
  std::printf ("%d\n", catcher (0));
  std::printf ("%ld %ld\n", shared<2>::down (12), in_other_part (11));
  std::thread one (work), two (work);
  one.join ();
  two.join ();
}
#endif
