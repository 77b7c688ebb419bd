/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Descriptors for hand-made nests: filled before the stubs register the
   module.  */
#ifndef DESCRIBE_H
#define DESCRIBE_H

#include "memlb/abi.h"

/* Define the descriptor NAME in the section that the runtime reads.  */
#define NEST(NAME)							\
  struct memlb_nest NAME						\
    __attribute__ ((section ("memlb_nests"), used,			\
		    visibility ("hidden"), aligned (8)))

/* A function that runs before the module registers.  */
#define DESCRIBE __attribute__ ((constructor (100))) static void describe

/* Make the REL field FIELD point to TARGET.  */
#define POINT(FIELD, TARGET)						\
  ((FIELD) = (int64_t) ((const char *) (TARGET) - (const char *) &(FIELD)))

extern struct memlb_unit test_unit;

/* Fill what all nests have in common: a copied nest FUNCTION at LINE of
   FILE with cells at CELLS.  */
void describe_nest (struct memlb_nest *d, const char *function,
		    const char *file, int line, int cells);

/* A load or store of SIZE bytes of double or integer elements.  */
void describe_ref (struct memlb_ref *r, const char *name, uint32_t kind,
		   uint32_t elem, uint32_t elem_size, uint32_t slot);

#endif
