// SPDX-License-Identifier: GPL-3.0-or-later
// Loops that hold nests with copies, call functions with others, call
// themselves, or are left by exceptions and returns.  The lines of loops are
// found by the comments behind them.

#include <cstdio>
#include <stdexcept>

constexpr int size = 4096;
static double a[size], b[size], c[size];

[[gnu::noipa]] static double
sum (const double *p, int n)
{
  double s = 0;
  for (int i = 0; i < n; i++)			// loop: sum
    s += p[i];
  return s;
}

[[gnu::noipa]] static double
steps (int n, double (*f) (const double *, int))
{
  double s = 0;
  for (int k = 0; k < n; k++)			// loop: steps
    {
      for (int i = 0; i < size; i++)		// loop: inner
	a[i] = b[i] + c[i];
      for (int j = 0; j < 4; j++)		// loop: middle
	s += f (a + j, size - 4);
    }
  return s;
}

// Asked in each iteration: where it did not change, a compiler could make two
// loops of the one.
[[gnu::noipa]] static bool
deeper (int depth)
{
  return depth > 0;
}

// Each activation's loop calls this again: one of all is the outermost.
[[gnu::noipa]] static double
tree (int depth, int width)
{
  double s = 0;
  for (int i = 0; i < width; i++)		// loop: tree
    {
      if (deeper (depth))
	s += tree (depth - 1, width);
      s += b[i];
    }
  return s;
}

[[gnu::noipa]] static double
checked (int i)
{
  if (i == 7)
    throw std::runtime_error ("seven");
  return b[i];
}

// Left by an exception, and by a return.
[[gnu::noipa]] static double
thrown (int n)
{
  double s = 0;
  for (int i = 0; i < n; i++)			// loop: thrown
    s += checked (i);
  return s;
}

[[gnu::noipa]] static double
found (int n)
{
  for (int i = 0; i < n; i++)			// loop: found
    if (checked (i) == 3)
      return i;
  return -1;
}

int
main ()
{
  double s = 0;
  for (int i = 0; i < size; i++)		// loop: main
    {
      b[i] = i;
      c[i] = 1;
    }
  s += steps (20, sum);
  s += sum (b, size);
  s += tree (3, 4) + tree (2, 4);
  for (int i = 0; i < 10; i++)			// loop: catch
    {
      try
	{
	  s += thrown (i);
	}
      catch (const std::runtime_error &)
	{
	  s += 1;
	}
      s += found (7);
    }
  std::printf ("%.17g\n", s);
}
