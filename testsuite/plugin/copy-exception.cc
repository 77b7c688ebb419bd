/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An exception passes through functions with nests, thrown by a cold call
   in a nest and by a function called between nests.  */
/* memlb-options: -fno-tree-vectorize */
/* memlb-run: - */
/* memlb-executed: 2 */
#include <cstdio>
#include <stdexcept>
#include <vector>
struct guard
{
  int *count;
  ~guard () { ++*count; }
};
__attribute__ ((noinline)) static double
at (const std::vector<double> &v, int n, int *count)
{
  guard g = { count };
  double s = 0;
  for (int i = 0; i < n; i++)
    s += v.at (i);
  return s;
}

__attribute__ ((noinline)) static double
between (const std::vector<double> &v, int n, int *count)
{
  double s = 0;
  for (double x : v)
    s += x;
  try
    {
      s += at (v, n, count);
    }
  catch (const std::out_of_range &)
    {
      for (double x : v)
	s -= x * 0.5;
      *count += 100;
      throw 3;
    }
  return s;
}

int
main ()
{
  std::vector<double> v (50, 1.5);
  int count = 0;
  for (int n : { 50, 51, 49, 1000 })
    try
      {
	std::printf ("%g\n", between (v, n, &count));
      }
    catch (int i)
      {
	std::printf ("caught %d\n", i);
      }
  std::printf ("%d\n", count);
}
