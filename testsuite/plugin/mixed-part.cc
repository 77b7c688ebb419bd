/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The second file of mixed.cc.  */
#include "mixed.h"

double
part (std::vector<double> &v)
{
  std::vector<double> w (v.size ());

  fill (w, 2.0);
  add (w, v);
  return dot (v, w);
}
