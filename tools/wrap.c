/* SPDX-License-Identifier: GPL-3.0-or-later */
/* memlb-gcc, memlb-g++, memlb-gfortran, memlb-mpicc, memlb-mpicxx and
   memlb-mpifort: one program with as many names.  It is apart from memlb
   because it starts with every compilation, and so must not load the
   libraries that the reports need.  */

#include "lib/wrapper.h"

int
main (int argc, char **argv)
{
  return wrapper_exec_as (argv[0], argc - 1, argv + 1);
}
