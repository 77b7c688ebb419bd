/* Names of references and loops in C++.
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <cstddef>
#include <numeric>
#include <vector>

struct matrix
{
  double *data;
  int n;
  double &operator() (int i, int j) { return data[i * n + j]; } /* names: ?data[i*n+j] ?data ?n */
  double operator() (int i, int j) const { return data[i * n + j]; } /* names: ?data[i*n+j] ?data ?n */
  void scale (double f)
  {
    for (int i = 0; i < n; i++)
      data[i] *= f;				/* names: data[i] ?data ?n */
  }
};

template <typename T>
void
axpy (T *x, const T *y, int n, T f)
{
  for (int i = 0; i < n; i++)			/* loop: +1 i */
    x[i] += y[i] * f;				/* names: x[i] y[i] */
}

void
twice (double *a, double *b, float *c, float *d, int n)
{
  axpy (a, b, n, 2.0);
  axpy (c, d, n, 3.0f);
  axpy (b, a, n, 1.0);
}

double
vectors (std::vector<double> &v, const std::vector<double> &w)
{
  double s = 0;
  for (std::size_t i = 0; i < v.size (); i++)	/* loop: +1 i */
    v[i] += w[i + 1];				/* names: v[i] ?w[i+1] ?_M_impl._M_start */
  for (auto it = v.begin (); it != v.end (); ++it) /* loop: +1 it */
    s += *it;					/* names: *it */
  s = std::accumulate (v.begin (), v.end (), s); /* loop: +0 ? */
  return s;
}

void
matrices (matrix &r, const matrix &m, const std::vector<std::vector<double>> &vv)
{
  for (int i = 0; i < 10; i++)			/* loop: +1 i */
    r (i, i + 1) = vv[i][2] + m (i, 3);		/* names: ?r(i,i+1) vv[i][2] ?data[i*n+j] ?data ?n ?_M_impl._M_start */
  r.scale (2);
}
