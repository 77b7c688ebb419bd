// SPDX-License-Identifier: GPL-3.0-or-later
// A function that runs before main and that a nest's copy could call: its code
// is followed by the record of its address, in another section, when the size
// of its copy is said.
// memlb-plugin: -fplugin-arg-memlb-copies=bound,count,calls
// memlb-levels: -O1 -O2 -O3
// memlb-asm: ^_GLOBAL__sub_I_.*[.]memlb:
// memlb-run: -
#include <cstdio>

struct noted
{
  double *x;
  explicit noted (int n) : x (new double[n]) { x[0] = n; }
  ~noted () { delete[] x; }
};
static noted first (10), second (20);

__attribute__ ((noinline)) double
product (const double *x, const double *y)
{
  return x[0] * y[0] + x[1] * y[1];
}

int
main ()
{
  double a[64], s = 0;
  for (int i = 0; i < 64; i++)
    a[i] = i;
  for (int i = 0; i < 62; i++)
    s += product (a + i, a + 2);
  std::printf ("%.17g %.17g\n", s, first.x[0] + second.x[0]);
}
