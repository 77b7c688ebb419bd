/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kernels.cc: the C++ kernels, over std::vector; see bench.h.  */

#include "bench.h"

namespace
{

struct particle
{
  double x, y, vx, vy;
};

std::vector<double> xs, ys;
std::vector<particle> cloud;

} // namespace

extern "C" KERNEL void
vector_axpy (int reps, std::vector<double> &y, const std::vector<double> &x,
	     double s)
{
  for (int r = 0; r < reps; r++, s = -s)
    for (std::size_t i = 0; i < y.size (); i++)
      y[i] += s * x[i];
}

/* A structure of four members each, with a reflecting wall.  */
extern "C" KERNEL void
particles (int reps, std::vector<particle> &all, double s)
{
  for (int r = 0; r < reps; r++, s = -s)
    for (particle &p : all)
      {
	p.vx -= s * p.x;
	p.vy -= s * p.y;
	p.x += s * p.vx;
	p.y += s * p.vy;
      }
}

void
vector_fill (int n, const double *x, const double *y)
{
  xs.assign (x, x + n);
  ys.assign (y, y + n);
  cloud.assign (n / 2, particle { 1.25, -0.5, 0.75, 1.5 });
}

void
vector_axpy_run (int reps, double s)
{
  vector_axpy (reps, ys, xs, s);
}

void
particles_run (int reps, double s)
{
  particles (reps, cloud, s);
}

double
vector_sum ()
{
  double sum = 0;

  for (double v : ys)
    sum += v;
  for (const particle &p : cloud)
    sum += p.x + p.y;
  return sum;
}
