/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The extended state: x87, MXCSR, vector and mask registers.  XSAVE where
   the system enabled it, else FXSAVE.  Tile registers and protection keys
   are left alone: nests that use them are not copied.  */

#include "arch.h"
#include "memlb/abi.h"

#include <cpuid.h>

/* x87, SSE, AVX and the three parts of AVX-512.  */
#define MRT_XSTATE_MASK 0xe7u

/* Offsets in the legacy area, and of the parts behind it as CPUID says.  */
#define MXCSR_OFFSET 24
#define XMM_OFFSET 160
#define MXCSR_EXCEPTIONS 0x3f

_Static_assert (offsetof (struct memlb_gates, counts) == MRT_GATES_COUNTS
		&& offsetof (struct memlb_nest, table) == MRT_NEST_TABLE
		&& offsetof (struct memlb_nest, counting) == MRT_NEST_COUNTING
		&& 8 * MEMLB_COUNT_SAVE == MRT_COUNT_SAVE
		&& 8 * MEMLB_COUNT_ENTRIES == MRT_COUNT_ENTRIES
		&& 8 * MEMLB_COUNT_SP == MRT_COUNT_SP
		&& 8 * MEMLB_COUNT_LOOK == MRT_COUNT_LOOK, "used by assembly");

enum part { YMM_HIGH = 2, MASKS = 5, ZMM_HIGH = 6, ZMM_UPPER = 7, N_PARTS };

static uint32_t xmask;		/* 0: FXSAVE */
static uint32_t part_offset[N_PARTS];

void
mrt_xstate_init (void)
{
  unsigned a, b, c, d;
  if (!__get_cpuid (1, &a, &b, &c, &d) || !(c & bit_OSXSAVE))
    return;
  uint32_t lo, hi;
  __asm__ volatile ("xgetbv" : "=a" (lo), "=d" (hi) : "c" (0));
  xmask = lo & MRT_XSTATE_MASK;
  for (unsigned i = YMM_HIGH; i < N_PARTS; i++)
    if (xmask >> i & 1)
      {
	__cpuid_count (0xd, i, a, b, c, d);
	part_offset[i] = b;
      }
}

void
mrt_xstate_save (struct mrt_xstate *to)
{
  if (xmask)
    __asm__ volatile ("xsave64 %0"
		      : "+m" (*to) : "a" (xmask), "d" (0) : "memory");
  else
    __asm__ volatile ("fxsave64 %0" : "+m" (*to) : : "memory");
}

void
mrt_xstate_load (const struct mrt_xstate *from)
{
  if (xmask)
    __asm__ volatile ("xrstor64 %0"
		      : : "m" (*from), "a" (xmask), "d" (0) : "memory");
  else
    __asm__ volatile ("fxrstor64 %0" : : "m" (*from) : "memory");
}

void
mrt_xstate_set_exceptions (struct mrt_xstate *state, uint32_t flags)
{
  uint32_t *mxcsr = (uint32_t *) (state->bytes + MXCSR_OFFSET);
  *mxcsr = (*mxcsr & ~(uint32_t) MXCSR_EXCEPTIONS) | flags;
}

uint32_t
mrt_xstate_exceptions (const struct mrt_xstate *state)
{
  return *(const uint32_t *) (state->bytes + MXCSR_OFFSET) & MXCSR_EXCEPTIONS;
}

uint32_t
mrt_xstate_set_flush (struct mrt_xstate *state, uint32_t bits)
{
  uint32_t *mxcsr = (uint32_t *) (state->bytes + MXCSR_OFFSET);
  uint32_t before = *mxcsr & MRT_FLUSH;
  *mxcsr = (*mxcsr & ~(uint32_t) MRT_FLUSH) | bits;
  return before;
}

void
mrt_xstate_add (struct mrt_xstate *state, unsigned reg, uint64_t x)
{
  uint32_t offset = reg < 16 ? XMM_OFFSET + 16 * reg
			     : part_offset[ZMM_UPPER] + 64 * (reg - 16);
  *(uint64_t *) (state->bytes + offset) += x;
}

/* True when N bytes at OFFSET are equal in A and B.  */

static bool
equal_p (const struct mrt_xstate *a, const struct mrt_xstate *b,
	 uint32_t offset, unsigned n)
{
  const uint64_t *p = (const uint64_t *) (a->bytes + offset);
  const uint64_t *q = (const uint64_t *) (b->bytes + offset);
  for (; n; n -= 8, p++, q++)
    if (*p != *q)
      return false;
  return true;
}

static bool
vector_equal_p (const struct mrt_xstate *a, const struct mrt_xstate *b,
		unsigned reg)
{
  if (reg >= 16)
    return !(xmask >> ZMM_UPPER & 1)
	   || equal_p (a, b, part_offset[ZMM_UPPER] + 64 * (reg - 16), 64);
  return equal_p (a, b, XMM_OFFSET + 16 * reg, 16)
	 && (!(xmask >> YMM_HIGH & 1)
	     || equal_p (a, b, part_offset[YMM_HIGH] + 16 * reg, 16))
	 && (!(xmask >> ZMM_HIGH & 1)
	     || equal_p (a, b, part_offset[ZMM_HIGH] + 32 * reg, 32));
}

bool
mrt_xstate_equal_p (const struct mrt_xstate *a, const struct mrt_xstate *b,
		    uint32_t vecs, uint32_t masks)
{
  for (unsigned i = 0; vecs >> i && i < 32; i++)
    if ((vecs >> i & 1) && !vector_equal_p (a, b, i))
      return false;
  if (!(xmask >> MASKS & 1))
    return true;
  for (unsigned i = 0; i < 8; i++)
    if ((masks >> i & 1) && !equal_p (a, b, part_offset[MASKS] + 8 * i, 8))
      return false;
  return true;
}
