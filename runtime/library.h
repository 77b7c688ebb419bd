/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Which library has a function that keeps a nest from a bound.  */
#ifndef MRT_LIBRARY_H
#define MRT_LIBRARY_H

#include "module.h"

/* The file name of the library, without copies of its own, from which module M
   has the function with the assembler name NAME; NULL if that is M's own, in a
   module with copies, or not known.  Kept memory.  Context: when a module is
   registered.  */
const char *mrt_library_of (const struct mrt_module *m, const char *name);

#endif
