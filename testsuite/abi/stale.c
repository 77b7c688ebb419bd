/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A program whose object was built for another version of the runtime: it
   runs, unmeasured.  */

#include "describe.h"

#include <stdio.h>

void triad (double *, const double *, const double *, long);
extern struct memlb_nest triad_desc __attribute__ ((visibility ("hidden")));

/* After the descriptor was filled, before the module registers: both run by
   priority, this one second because it is linked second.  */
__attribute__ ((constructor (100))) static void
age (void)
{
  triad_desc.abi_version = MEMLB_ABI_VERSION + 1;
}

int
main (void)
{
  double a[10], b[10], c[10];
  for (int i = 0; i < 10; i++)
    b[i] = i, c[i] = 1;
  for (int e = 0; e < 100; e++)
    triad (a, b, c, 10);
  printf ("%g %u\n", a[9], triad_desc.index);
  return 0;
}
