/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What is in a saved extended state; vectors.S saves it.  Tile registers and
   streaming mode (SME) are left alone: no nest is copied that uses them.  */

#include "arch.h"
#include "memlb/abi.h"

#include <sys/auxv.h>

/* Of <asm/hwcap.h>.  */
#define MRT_HWCAP_SVE (1 << 22)

#define EXCEPTIONS 0x9f

_Static_assert (offsetof (struct memlb_gates, active) == MRT_GATES_ACTIVE
		&& offsetof (struct memlb_gates, observing)
		   == MRT_GATES_OBSERVING
		&& MEMLB_EXIT_OUTER == 1 << 30, "used by assembly");

/* Named by vectors.S.  */
uint32_t mrt_xstate_sve __attribute__ ((visibility ("hidden")));
uint64_t mrt_sve_bytes (void);

/* Bytes of a vector register.  */
static uint32_t vector_bytes = 16;

void
mrt_xstate_init (void)
{
  if (!(getauxval (AT_HWCAP) & MRT_HWCAP_SVE))
    return;
  mrt_xstate_sve = 1;
  vector_bytes = (uint32_t) mrt_sve_bytes ();
}

static inline uint32_t *
word (const struct mrt_xstate *state, unsigned at)
{
  return (uint32_t *) (state->bytes + at);
}

void
mrt_xstate_set_exceptions (struct mrt_xstate *state, uint32_t flags)
{
  uint32_t *fpsr = word (state, MRT_XSTATE_FPSR);
  *fpsr = (*fpsr & ~(uint32_t) EXCEPTIONS) | flags;
}

uint32_t
mrt_xstate_exceptions (const struct mrt_xstate *state)
{
  return *word (state, MRT_XSTATE_FPSR) & EXCEPTIONS;
}

uint32_t
mrt_xstate_set_flush (struct mrt_xstate *state, uint32_t bits)
{
  uint32_t *fpcr = word (state, MRT_XSTATE_FPCR);
  uint32_t before = *fpcr & MRT_FLUSH;
  *fpcr = (*fpcr & ~(uint32_t) MRT_FLUSH) | bits;
  return before;
}

void
mrt_xstate_add (struct mrt_xstate *state, unsigned reg, uint64_t x)
{
  *(uint64_t *) (state->bytes + MRT_XSTATE_VECTORS + reg * vector_bytes) += x;
}

/* True when N bytes at OFFSET are equal in A and B.  */

static bool
equal_p (const struct mrt_xstate *a, const struct mrt_xstate *b,
	 uint32_t offset, unsigned n)
{
  for (; n; n--, offset++)
    if (a->bytes[offset] != b->bytes[offset])
      return false;
  return true;
}

bool
mrt_xstate_equal_p (const struct mrt_xstate *a, const struct mrt_xstate *b,
		    uint32_t vecs, uint32_t masks)
{
  uint32_t predicates = MRT_XSTATE_VECTORS + 32 * vector_bytes;
  for (unsigned i = 0; i < 32; i++)
    if ((vecs >> i & 1)
	&& !equal_p (a, b, MRT_XSTATE_VECTORS + i * vector_bytes,
		     vector_bytes))
      return false;
  for (unsigned i = 0; mrt_xstate_sve && i < 16; i++)
    if ((masks >> i & 1)
	&& !equal_p (a, b, predicates + i * (vector_bytes / 8),
		     vector_bytes / 8))
      return false;
  return true;
}
