/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Nests in templates, inline functions and functions that throw; the second
   file, mixed-part.cc, has the same COMDAT functions.  */
#include <cstdio>
#include <stdexcept>
#include "mixed.h"

static double
limited (const std::vector<double> &v, double limit)
{
  double sum = 0;

  for (double x : v)
    {
      sum += x;
      if (sum > limit)
	throw std::runtime_error ("limit");
    }
  return sum;
}

int
main ()
{
  std::vector<double> v (200), w (200);
  double caught = 0;

  fill (v, 0.5);
  fill (w, 0.25);
  add (v, w);
  try
    {
      caught = limited (v, 1e3);
      caught += limited (v, 1e9);
    }
  catch (const std::runtime_error &e)
    {
      caught = -1;
    }
  std::printf ("%.6g %.6g %.6g %.6g\n", dot (v, w), part (v), caught,
	       dot (std::vector<float> (30, 2.0f),
		    std::vector<float> (30, 3.0f)));
}
