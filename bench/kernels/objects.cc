// SPDX-License-Identifier: GPL-3.0-or-later
// objects.cc: the C++ kernels, over std::vector, classes and templates; see
// bench.h.

#include "bench.h"
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <new>
#include <type_traits>
#include <vector>

namespace
{

struct particle
{
  double x, y, vx, vy;
};

// Memory 16 bytes behind the beginning of a line, as malloc gives large blocks: what
// it gives small ones lies now here, now there, and so would the references of small
// and large problems, which are to be alike.
template<typename T> struct line_allocator
{
  using value_type = T;
  static constexpr std::size_t line = 64, behind = 16;

  line_allocator () = default;
  template<typename U> line_allocator (const line_allocator<U> &) {}
  T *allocate (std::size_t n)
  {
    std::size_t bytes = (n * sizeof (T) + behind + line - 1) / line * line;
    void *block = std::aligned_alloc (line, bytes);

    if (!block)
      throw std::bad_alloc ();
    return reinterpret_cast<T *> (static_cast<char *> (block) + behind);
  }
  void deallocate (T *p, std::size_t)
  {
    std::free (reinterpret_cast<char *> (p) - behind);
  }
  bool operator== (const line_allocator &) const { return true; }
  bool operator!= (const line_allocator &) const { return false; }
};

template<typename T> using row = std::vector<T, line_allocator<T>>;

std::vector<row<double>> xs, ys;
std::vector<row<particle>> clouds;

// SIZE values at DATA, which need not own them.
template<typename T> class view
{
  T *data;
  int size;

public:
  view (T *d, int s) : data (d), size (s) {}
  T *begin () const { return data; }
  T *end () const { return data + size; }
  T &operator[] (int i) const { return data[i]; }
  void next (long step)
  {
    data = reinterpret_cast<T *> (
      reinterpret_cast<char *> (const_cast<std::remove_const_t<T> *> (data))
      + step);
  }
};

template<typename T> struct vec3
{
  T x, y, z;

  vec3 operator- (const vec3 &o) const
  {
    return { x - o.x, y - o.y, z - o.z };
  }
  vec3 operator* (T s) const { return { x * s, y * s, z * s }; }
  vec3 &operator+= (const vec3 &o)
  {
    x += o.x, y += o.y, z += o.z;
    return *this;
  }
  T dot (const vec3 &o) const { return x * o.x + y * o.y + z * o.z; }
};

using matrix4 = std::array<std::array<float, 4>, 4>;
using point4 = std::array<float, 4>;

} // namespace

extern "C" KERNEL void
vector_axpy (int at, int move, int reps,
	     std::vector<row<double>> &to, const std::vector<row<double>> &from,
	     double s)
{
  for (int r = 0; r < reps; r++, s = -s, at += move)
    {
      row<double> &y = to[at];
      const row<double> &x = from[at];

      for (std::size_t i = 0; i < y.size (); i++)
	y[i] += s * x[i];
    }
}

// A structure of four members each, in a field that pulls to the middle.
extern "C" KERNEL void
particles (int at, int move, int reps,
	   std::vector<row<particle>> &all, double s)
{
  for (int r = 0; r < reps; r++, s = -s, at += move)
    for (particle &p : all[at])
      {
	p.vx -= s * p.x;
	p.vy -= s * p.y;
	p.x += s * p.vx;
	p.y += s * p.vy;
      }
}

// What N bodies pull at each other.
extern "C" KERNEL void
nbody (REPEAT, view<vec3<float>> pull, view<const float> xs,
       view<const float> ys, view<const float> zs)
{
  for (int r = 0; r < reps; r++)
    {
      for (int i = 0; i < n; i++)
	{
	  vec3<float> here { xs[i], ys[i], zs[i] }, sum { 0, 0, 0 };

	  for (int j = 0; j < n; j++)
	    {
	      vec3<float> d = vec3<float> { xs[j], ys[j], zs[j] } - here;
	      float square = d.dot (d) + 0.01f;

	      sum += d * (1.0f / (square * std::sqrt (square)));
	    }
	  pull[i] = sum;
	}
      pull.next (step), xs.next (step), ys.next (step), zs.next (step);
    }
}

// Points in homogeneous coordinates through a matrix.
extern "C" KERNEL void
transform (REPEAT, point4 *__restrict__ to, const point4 *__restrict__ from,
	   const matrix4 &m)
{
  for (int r = 0; r < reps; r++)
    {
      for (int p = 0; p < n; p++)
	for (int i = 0; i < 4; i++)
	  {
	    float sum = 0;

	    for (int j = 0; j < 4; j++)
	      sum += m[i][j] * from[p][j];
	    to[p][i] = sum;
	  }
      NEXT (to), NEXT (from);
    }
}

// Triangles add to their corners, as finite elements do.
extern "C" KERNEL void
assemble (REPEAT, double *__restrict__ to, const double *__restrict__ x,
	  const double *__restrict__ y, const std::array<int, 3> *corners)
{
  for (int r = 0; r < reps; r++)
    {
      for (int e = 0; e < n; e++)
	{
	  const std::array<int, 3> &c = corners[e];
	  double area = (x[c[1]] - x[c[0]]) * (y[c[2]] - y[c[0]])
			- (x[c[2]] - x[c[0]]) * (y[c[1]] - y[c[0]]);

	  for (int corner : c)
	    to[corner] += area * 0.5;
	}
      NEXT (to), NEXT (x), NEXT (y), NEXT (corners);
    }
}

void
vector_fill (int n, int blocks, const double *x, const double *y)
{
  xs.assign (blocks, row<double> (x, x + n));
  ys.assign (blocks, row<double> (y, y + n));
  clouds.assign (blocks,
		 row<particle> (n / 2, particle { 1.25, -0.5, 0.75, 1.5 }));
}

void
vector_axpy_run (int start, int move, int reps, double s)
{
  vector_axpy (start, move, reps, ys, xs, s);
}

void
particles_run (int start, int move, int reps, double s)
{
  particles (start, move, reps, clouds, s);
}

double
vector_sum ()
{
  double sum = 0;

  for (auto &y : ys)
    for (double v : y)
      sum += v;
  for (auto &cloud : clouds)
    for (const particle &p : cloud)
      sum += p.x + p.y;
  return sum;
}

void
nbody_run (REPEAT, float *a, const float *x, const float *y, const float *z)
{
  nbody (step, reps, n,
	 view<vec3<float>> (reinterpret_cast<vec3<float> *> (a), n),
	 view<const float> (x, n), view<const float> (y, n),
	 view<const float> (z, n));
}

void
transform_run (REPEAT, float *to, const float *from, const float *matrix)
{
  transform (step, reps, n, reinterpret_cast<point4 *> (to),
	     reinterpret_cast<const point4 *> (from),
	     *reinterpret_cast<const matrix4 *> (matrix));
}

void
assemble_run (REPEAT, double *to, const double *x, const double *y,
	      const int *corner)
{
  assemble (step, reps, n, to, x, y,
	    reinterpret_cast<const std::array<int, 3> *> (corner));
}
