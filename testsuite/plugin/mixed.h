/* SPDX-License-Identifier: GPL-3.0-or-later */
/* COMDAT functions of mixed.cc and mixed-part.cc.  */
#include <vector>

template <class T> __attribute__ ((noinline)) void
fill (std::vector<T> &v, T step)
{
  for (std::size_t i = 0; i < v.size (); i++)
    v[i] = i * step;
}

template <class T> __attribute__ ((noinline)) void
add (std::vector<T> &v, const std::vector<T> &w)
{
  for (std::size_t i = 0; i < v.size (); i++)
    v[i] += w[i];
}

template <class T> __attribute__ ((noinline)) T
dot (const std::vector<T> &v, const std::vector<T> &w)
{
  T sum = 0;

  for (std::size_t i = 0; i < v.size (); i++)
    sum += v[i] * w[i];
  return sum;
}

double part (std::vector<double> &);
