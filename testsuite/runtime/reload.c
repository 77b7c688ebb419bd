/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* An instrumented shared object, argv[1], comes and goes; its nests keep
   their numbers and results.  */

#include "check.h"

#include <dlfcn.h>

typedef void triad_type (double *, const double *, const double *, long);

int
main (int argc, char **argv)
{
  double a[100], b[100], c[100];
  if (argc < 2)
    return SKIP;
  for (int round = 0; round < 5; round++)
    {
      void *object = dlopen (argv[1], RTLD_NOW);
      if (!object)
	{
	  fprintf (stderr, "%s\n", dlerror ());
	  return 1;
	}
      triad_type *triad = (triad_type *) dlsym (object, "triad");
      for (int i = 0; i < 100; i++)
	b[i] = i, c[i] = round;
      for (int e = 0; e < 40; e++)
	triad (a, b, c, 100);
      for (int i = 0; i < 100; i++)
	CHECK (a[i] == i + round);
      CHECK_EQUAL (dlclose (object), 0);
      CHECK (round || !dlopen (argv[1], RTLD_NOW | RTLD_NOLOAD));
    }
  return failures != 0;
}
