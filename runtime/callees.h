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

/* True if C is that of FUNCTION, an address.  */
bool mrt_callee_is_p (const struct memlb_callee *c, uint64_t function);

/* Let NEST's copy, which calls functions of which SUM is known, call that of C, too,
   through a pointer.  The reason why it may not, or NONE; then SUM holds for both.
   Context: not at two places at once.  */
enum mrt_reason mrt_callees_join (struct mrt_nest *nest,
				  struct memlb_callee *sum,
				  struct memlb_callee *c);

/* In arch/: what is called in the place of a bound copy that is missing.  It
   faults.  */
void mrt_give_up (void);

/* Likewise: what copies call in the place of functions that copy or fill memory, whose
   address is in r11 (x86-64).  Where all of that is floating point it is in the
   mirror wherever it is in the program.  */
void mrt_copy_memory (void);
void mrt_copy_floats (void);
void mrt_fill_memory (void);
void mrt_fill_floats (void);

/* Of functions that store two results.  */
void mrt_store_floats (void);

/* And in the place of string instructions, which leave rdi, rsi and rcx as these
   do.  */
void mrt_movsb_memory (void);
void mrt_movsb_floats (void);
void mrt_movsl_memory (void);
void mrt_movsl_floats (void);
void mrt_movsq_memory (void);
void mrt_movsq_floats (void);
void mrt_stosb_memory (void);
void mrt_stosb_floats (void);
void mrt_stosl_memory (void);
void mrt_stosl_floats (void);
void mrt_stosq_memory (void);
void mrt_stosq_floats (void);

#endif
