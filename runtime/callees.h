/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Functions whose bound copies a nest's bound copy calls.  */
#ifndef MRT_CALLEES_H
#define MRT_CALLEES_H

#include "module.h"

/* Let the bound copy of NEST, of descriptor D, find those of the functions that
   it calls.  False where one is missing, or speaks against a bound: D becomes a
   refused nest, which is not timed either, since nests in functions could be
   entered from it.  Context: when a module is registered.  */
bool mrt_callees_decide (struct mrt_nest *nest, struct memlb_nest *d);

/* In arch/: what is called in the place of a bound copy that is missing.  It
   faults.  */
void mrt_give_up (void);

#endif
