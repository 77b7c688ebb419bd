#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# pointers.sh: nests that call through pointers are measured with what these lead
# to, functions of the same file, of another one and of libraries that come and go,
# and virtual functions.  Where a pointer leads to what has no bound copy, or may
# not be called in one, the verdict says so.
. "$srcdir/e2e-lib.sh"
needs_copies calls

cat > op.h <<'END_C'
#ifdef __cplusplus
extern "C" {
#endif
#define F __attribute__ ((noipa))
typedef double op (const double *, int);
typedef int counter (int *, int);
extern op last, without, unlike;
extern counter look, change;
#ifdef __cplusplus
}
#endif
END_C
cat > part.c <<'END_C'
#include "op.h"
F double
last (const double *p, int n)
{
  return p[n - 1] * .5;
}

F int
look (int *left, int i)
{
  return *left > i;
}

/* What it stores decides how often it is called.  */
F int
change (int *left, int i)
{
  *left -= i == 7;
  return i & 3;
}
END_C
cat > without.c <<'END_C'
#include "op.h"
F double
without (const double *p, int n)
{
  return p[n / 2] * 2;
}
END_C
cat > library.c <<'END_C'
#include "op.h"
F double
product (const double *p, int n)
{
  double s = 1;
  for (int i = 0; i < n; i++)
    s *= p[i];
  return s;
}
END_C
cat > main.cc <<'END_C'
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include "op.h"

struct shape
{
  double side;
  shape (double s) : side (s) {}
  virtual double area (const double *p) const = 0;
  virtual double scaled (const double *p, double f) const
  { return area (p) * f; }
};

struct square : shape
{
  using shape::shape;
  double area (const double *p) const override
  { return side * side + p[0] * p[1] - p[2]; }
};

struct comb : shape
{
  using shape::shape;
  double area (const double *p) const override;
};

double
comb::area (const double *p) const
{
  double s = 0;
  for (int i = 0; i < 300; i++)
    s += p[i] * side;
  return s;
}

F static double
sum (const double *p, int n)
{
  double s = 0;
  for (int i = 0; i < n; i++)
    s += p[i];
  return s;
}

F double
table (op **f, const double *p, double *q, int n)
{
  double s = 0;
  for (int i = 0; i < n; i++)
    s += q[i] = f[i & 1] (p + i, 300);
  return s;
}

F double
passed (op *f, const double *p, int n)
{
  double s = 0;
  for (int i = 0; i < n; i++)
    s += f (p + i, 300);
  return s;
}

F double
unknown (op *f, const double *p, int n)
{
  double s = 0;
  for (int i = 0; i < n; i++)
    s += f (p + i, 300);
  return s;
}

/* Too short for inner loops, if there were some.  */
F double
brief (op *f, const double *p, int n)
{
  double s = 0;
  for (int i = 0; i < n; i++)
    s += f (p + i, 4);
  return s;
}

F double
loaded (op *f, const double *p, int n)
{
  double s = 0;
  for (int i = 0; i < n; i++)
    s += f (p + i, 300);
  return s;
}

F long
counted (counter *f, int *left)
{
  long s = 0;
  for (int i = 0; i < *left; i++)
    s += f (left, i);
  return s;
}

F double
shapes (shape **v, const double *p, int n)
{
  double s = 0;
  for (int i = 0; i < n; i++)
    s += v[i]->scaled (p + i, .5);
  return s;
}

/* A pointer to a member function, whose parts GCC lets alias all that the loop
   stores; and what it leads to ends with a call of the mathematical library.  */
struct machine
{
  double (machine::*kernel) (int, int) const;
  const double *x;
  double gamma;
  double linear (int i, int j) const { return x[i] * x[j]; }
  double rbf (int i, int j) const;
};

double
machine::rbf (int i, int j) const
{
  double d = x[i] - x[j];
  return std::exp (-gamma * d * d);
}

F double
row (const machine *m, float *to, int i, int n)
{
  for (int j = 0; j < n; j++)
    to[j] = (m->*m->kernel) (i, j);
  return to[n / 2];
}

/* The same of an object near the end of addresses.  */
F double
stacked (const machine *m, float *to, int i, int n)
{
  for (int j = 0; j < n; j++)
    to[j] = (m->*m->kernel) (i, j) * .5;
  return to[n / 2];
}

/* What the library says as often as it is loaded.  */
static double
with_library (const char *name, const double *p)
{
  static double (*volatile call) (op *, const double *, int) = loaded;
  double s = 0;
  void *library = dlopen (name, RTLD_NOW);
  op *f = library ? (op *) dlsym (library, "product") : NULL;
  if (!f)
    abort ();
  for (int r = 0; r < 40; r++)
    s += call (f, p, 100);
  dlclose (library);
  return s;
}

int
main ()
{
  static op *both[] = { sum, last };
  static double p[1000], q[1000];
  double (*volatile in_table) (op **, const double *, double *, int) = table;
  double (*volatile by_pointer) (op *, const double *, int) = passed;
  double (*volatile to_unknown) (op *, const double *, int) = unknown;
  double (*volatile shortly) (op *, const double *, int) = brief;
  long (*volatile count) (counter *, int *) = counted;
  double (*volatile all) (shape **, const double *, int) = shapes;
  double (*volatile in_row) (const machine *, float *, int, int) = row;
  shape *v[100];
  float *out = new float[1000];
  double s = 0;
  long k = 0;
  double (*volatile in_stacked) (const machine *, float *, int, int) = stacked;
  machine *m = new machine { &machine::rbf, p, .5 };
  if (std::getenv ("LINEAR"))
    m->kernel = &machine::linear;
  machine here = *m;
  for (int i = 0; i < 100; i++)
    v[i] = i % 3 ? (shape *) new square (i) : new comb (i);
  for (int i = 0; i < 1000; i++)
    p[i] = 1 + i % 3 * .01;
  for (int r = 0; r < 60; r++)
    {
      int left = 500;
      s += in_table (both, p, q, 100) + by_pointer (sum, p, 100);
      s += to_unknown (without, p, 100) + all (v, p, 100);
      s += in_row (m, out, r, 900) + in_stacked (&here, out, r, 900);
      k += count (look, &left) + count (change, &left);
    }
  for (int r = 0; r < 20000; r++)
    s += shortly (last, p + r % 100, 3);
  s += with_library ("./library.so", p) + with_library ("./library.so", p);
  std::printf ("%.12g %ld\n", s, k);
}
END_C

# loop FUNCTION ATTRIBUTE: of its first loop.
loop ()
{
  sed -n "s/.*<loop id=\"[^\"]*$1[^\"]*@[^>]* $2=\"\([^\"]*\)\".*/\1/p" with.xml \
  | head -1
}

# run_with MODE BUDGET: as the plain program does.
run_with ()
{
  rm -f with.xml
  MEMLB_MODE=$1 MEMLB_BUDGET=$2 MEMLB_OUTPUT=with.xml \
    timeout 120 $within ./with > with.out 2> said \
    || fail "$gcc $flags, $1: exit status"
  cmp plain.out with.out || fail "$gcc $flags, $1: output differs"
  test "$1" = off || must memlb check with.xml
}

# measured FUNCTION: copies of its loop have run to their ends.
measured ()
{
  case $(loop "$1" verdict) in
    refused | aborted | diverged | unsampled | '')
      fail "$gcc $flags: $1: $(loop "$1" verdict) $(loop "$1" reason)" ;;
  esac
  test "$(loop "$1" sampled)" -gt 0 || fail "$gcc $flags: $1: not sampled"
}

# expect FUNCTION VERDICT REASON CALLEE
expect ()
{
  said="$(loop "$1" verdict) $(loop "$1" reason) $(loop "$1" callee)"
  test "$said" = "$2 $3 $4" || fail "$gcc $flags: $1: $said, not $2 $3 $4"
}

within=
copies=-fplugin-arg-memlb-copies=bound,count,calls
mirrors_here || skip "no mirrors here"
for gcc in $E2E_GCCS; do
  use_gcc "$gcc"
  saved=$IFS
  IFS=';'
  for flags in $E2E_FLAGS "-O2 -fcf-protection" "-O2 -fPIC -fno-plt"; do
    IFS=$saved
    "$MEMLB_CC" -O2 -c without.c -o without.o
    must "$MEMLB_CC" $flags -shared -fPIC library.c -o library.so || continue
    must "$MEMLB_CXX" $flags main.cc -x c part.c -x none without.o -o plain -ldl \
      || continue
    ./plain > plain.out
    must memlb-gcc $flags $copies -shared -fPIC library.c -o library.so \
      || continue
    must memlb-gcc $flags $copies -c part.c -o part.o || continue
    must memlb-g++ $flags $copies main.cc part.o without.o -o with -ldl \
      || continue
    run_with bound unlimited
    for function in table passed loaded shapes; do
      measured "$function"
    done
    case $flags in
      # The call of exp is a jump through memory.
      *-fno-plt*) expect row aborted indirect-call '' ;;
      # Without -fstrict-aliasing a float stored may be the pointer.
      -O1) expect row refused callee-control '' ;;
      *) measured row ;;
    esac
    # Where segments have no negative base, as without the processor's
    # instructions for that, nothing is behind the stack.
    within="setarch -R"
    $within true 2> errors || within=
    run_with bound unlimited
    within=
    case $flags in
      *-fno-plt* | -O1) ;;
      *)
	case "$(loop stacked verdict) $(loop stacked reason)" in
	  "unsampled no-mirror") ;;
	  *) measured stacked ;;
	esac ;;
    esac
    expect unknown aborted indirect-call ''
    expect counted aborted callee-control change
    grep -q 'n="aborts-pointer" v="[1-9]' with.xml \
      || fail "$gcc $flags: nothing met in vain"
    run_with torture unlimited
    run_with bound 10
    test "$(loop brief reason)" != inner-level \
      || fail "$gcc $flags: brief: given up for what is inside"
    run_with off unlimited
  done
  IFS=$saved
done
finish
