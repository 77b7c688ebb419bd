/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Functions whose bound copies a nest's bound copy calls.  */
#ifndef MRT_CALLEES_H
#define MRT_CALLEES_H

#include "module.h"

/* Let the bound copy of NEST, of descriptor D, find those of the functions that
   it calls.  False where one is missing: D becomes a refused nest, which is not
   timed either, since nests in functions could be entered from it.  Context: when
   a module is registered.  */
bool mrt_callees_decide (struct mrt_nest *nest, struct memlb_nest *d);

/* Fill the slots and the window of the functions that D calls, for a copy of
   stack pointer P, which is a multiple of 64.  */
void mrt_callees_fill (const struct memlb_nest *d, uint64_t p);

#endif
