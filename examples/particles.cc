// SPDX-License-Identifier: GPL-3.0-or-later
// particles.cc: charged particles in a periodic box, particle-in-cell.
//
// Usage: particles [CELLS [PARTICLES-PER-CELL [STEPS]]]
//
// Each step deposits the particles' charge on a grid, relaxes the potential
// there, and pushes the particles by the field interpolated at their places.
// Particles lie in memory in random order, so that deposit and push reach
// the grid at random: with many cells they wait for memory, with 16 x 16
// everything stays in the L1 cache.  The number type and the containers are
// template parameters; the data lie in std::vector.
// Prints checksums, the same for every run of one binary.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

namespace pic
{

// A plane of n x n values, periodic in both directions; n is a power of two.
template <typename Real> class Grid
{
public:
  explicit Grid (int n)
    : n_ (n), mask_ (n - 1), value_ (static_cast<std::size_t> (n) * n)
  {
  }

  int size () const { return n_; }
  int wrap (int i) const { return i & mask_; }

  Real &operator() (int i, int j)
  {
    return value_[static_cast<std::size_t> (i) * n_ + j];
  }
  Real operator() (int i, int j) const
  {
    return value_[static_cast<std::size_t> (i) * n_ + j];
  }

  std::vector<Real> &all () { return value_; }
  const std::vector<Real> &all () const { return value_; }

private:
  int n_, mask_;
  std::vector<Real> value_;
};

// Places and velocities, in cells and cells per step: structure of arrays.
template <typename Real> struct Particles
{
  explicit Particles (std::size_t n) : x (n), y (n), vx (n), vy (n) {}

  std::size_t size () const { return x.size (); }

  std::vector<Real> x, y, vx, vy;
};

// Where a particle lies in its cell, and the weights of the four corners.
template <typename Real> struct Cell
{
  Cell (const Grid<Real> &g, Real x, Real y)
    : i0 (static_cast<int> (x)), j0 (static_cast<int> (y)),
      i1 (g.wrap (i0 + 1)), j1 (g.wrap (j0 + 1)),
      fx (x - static_cast<Real> (i0)), fy (y - static_cast<Real> (j0))
  {
  }

  int i0, j0, i1, j1;
  Real fx, fy;
};

// Add the charge of P to RHO, shared among the corners of each cell.
template <typename Real>
void
deposit (const Particles<Real> &p, Grid<Real> &rho)
{
  for (Real &r : rho.all ())
    r = 0;
  for (std::size_t k = 0; k < p.size (); k++)	// hot: deposit
    {
      const Cell<Real> c (rho, p.x[k], p.y[k]);

      rho (c.i0, c.j0) += (1 - c.fx) * (1 - c.fy);
      rho (c.i1, c.j0) += c.fx * (1 - c.fy);
      rho (c.i0, c.j1) += (1 - c.fx) * c.fy;
      rho (c.i1, c.j1) += c.fx * c.fy;
    }
}

// One Jacobi sweep for laplace (PHI) = MEAN - RHO, into NEXT.
template <typename Real>
void
relax (const Grid<Real> &phi, const Grid<Real> &rho, Real mean,
       Grid<Real> &next)
{
  const int n = phi.size ();

  for (int i = 0; i < n; i++)	// hot: relax
    {
      const int up = phi.wrap (i + 1), down = phi.wrap (i - 1);

      for (int j = 0; j < n; j++)
	next (i, j) = Real (0.25) * (phi (up, j) + phi (down, j)
				     + phi (i, phi.wrap (j + 1))
				     + phi (i, phi.wrap (j - 1))
				     + rho (i, j) - mean);
    }
}

// The field, minus the gradient of PHI.
template <typename Real>
void
differentiate (const Grid<Real> &phi, Grid<Real> &ex, Grid<Real> &ey)
{
  const int n = phi.size ();

  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      {
	ex (i, j) = Real (0.5) * (phi (phi.wrap (i - 1), j)
				  - phi (phi.wrap (i + 1), j));
	ey (i, j) = Real (0.5) * (phi (i, phi.wrap (j - 1))
				  - phi (i, phi.wrap (j + 1)));
      }
}

// The value of G at the place C.
template <typename Real>
inline Real
interpolate (const Grid<Real> &g, const Cell<Real> &c)
{
  return (1 - c.fy) * ((1 - c.fx) * g (c.i0, c.j0) + c.fx * g (c.i1, c.j0))
	 + c.fy * ((1 - c.fx) * g (c.i0, c.j1) + c.fx * g (c.i1, c.j1));
}

// X, moved by at most a box, back into [0, N).
template <typename Real>
inline Real
periodic (Real x, Real n)
{
  x = x < 0 ? x + n : x;
  x = x >= n ? x - n : x;
  return x;
}

// Move P through the field EX, EY for a step DT.
template <typename Real>
void
push (Particles<Real> &p, const Grid<Real> &ex, const Grid<Real> &ey,
      Real dt)
{
  const Real n = static_cast<Real> (ex.size ());

  for (std::size_t k = 0; k < p.size (); k++)	// hot: push
    {
      const Cell<Real> c (ex, p.x[k], p.y[k]);

      p.vx[k] += dt * interpolate (ex, c);
      p.vy[k] += dt * interpolate (ey, c);
      p.x[k] = periodic (p.x[k] + dt * p.vx[k], n);
      p.y[k] = periodic (p.y[k] + dt * p.vy[k], n);
    }
}

// Numbers in [0, 1), the same on every machine.
class Random
{
public:
  double operator() ()
  {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return static_cast<double> (state_ >> 11) * 0x1p-53;
  }

private:
  std::uint64_t state_ = 20240229;
};

template <typename Real>
void
scatter (Particles<Real> &p, int n)
{
  Random random;

  for (std::size_t k = 0; k < p.size (); k++)
    {
      p.x[k] = static_cast<Real> (random () * n);
      p.y[k] = static_cast<Real> (random () * n);
      p.vx[k] = static_cast<Real> (random () - 0.5);
      p.vy[k] = static_cast<Real> (random () - 0.5);
    }
}

template <typename T>
double
sum (const std::vector<T> &v)
{
  double s = 0;

  for (const T &x : v)
    s += static_cast<double> (x);
  return s;
}

template <typename Real>
double
energy (const Particles<Real> &p)
{
  double e = 0;

  for (std::size_t k = 0; k < p.size (); k++)
    e += static_cast<double> (p.vx[k] * p.vx[k] + p.vy[k] * p.vy[k]);
  return 0.5 * e;
}

// Run STEPS steps with PER_CELL particles in each of N x N cells; return
// whether all charge is still there.
template <typename Real>
bool
simulate (const char *type, int n, int per_cell, int steps)
{
  const std::size_t cells = static_cast<std::size_t> (n) * n;
  Particles<Real> p (cells * per_cell);
  Grid<Real> rho (n), phi (n), next (n), ex (n), ey (n);
  const Real dt = Real (0.05);

  scatter (p, n);
  for (int s = 0; s < steps; s++)
    {
      deposit (p, rho);
      for (int sweep = 0; sweep < 4; sweep++)
	{
	  relax (phi, rho, static_cast<Real> (per_cell), next);
	  std::swap (phi.all (), next.all ());
	}
      differentiate (phi, ex, ey);
      push (p, ex, ey, dt);
    }
  deposit (p, rho);

  const double total = static_cast<double> (p.size ());
  const double missing = sum (rho.all ()) - total;

  std::printf ("particles: %d x %d cells, %zu particles, %d steps, %s\n", n,
	       n, p.size (), steps, type);
  std::printf ("sum of x  %.15e\n", sum (p.x));
  std::printf ("energy    %.15e\n", energy (p));
  std::printf ("potential %.15e\n", sum (phi.all ()));
  return missing < 1e-3 * total && missing > -1e-3 * total;
}

} // namespace pic

// Argument I as a positive number, DEFLT if there is none.
static int
argument (int argc, char **argv, int i, int deflt)
{
  if (i >= argc)
    return deflt;

  const int n = std::atoi (argv[i]);

  if (n < 1)
    {
      std::fprintf (stderr, "particles: not a positive number: %s\n",
		    argv[i]);
      std::exit (2);
    }
  return n;
}

int
main (int argc, char **argv)
{
  const int cells = argument (argc, argv, 1, 1024);
  const int per_cell = argument (argc, argv, 2, 4);
  const int steps = argument (argc, argv, 3, 10);

  if ((cells & (cells - 1)) != 0)
    {
      std::fprintf (stderr, "particles: CELLS must be a power of two\n");
      return 2;
    }

  const bool ok = pic::simulate<double> ("double", cells, per_cell, steps)
		  && pic::simulate<float> ("float", cells, per_cell, steps);

  if (!ok)
    std::puts ("charge is not conserved");
  return !ok;
}
