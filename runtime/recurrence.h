/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Recurrences through memory: do the loads of a nest read what it stored a while
   before?  Context of all: observation.  */
#ifndef MRT_RECURRENCE_H
#define MRT_RECURRENCE_H

#include "module.h"
#include "places.h"

/* Most bytes of a reference that count.  */
#define MRT_LARGEST_REF 64

/* Stores remembered: as many as the store queues of cores hold (64 of Zen 3).  */
#define MRT_STORES 64

struct mrt_store_seen
{
  struct mrt_store_place place;
  uint32_t at;			/* number of the reference in the observation */
};

struct mrt_stores
{
  uint32_t n;
  uint32_t at;			/* references seen */
  struct mrt_store_seen seen[MRT_STORES];
  uint64_t lines[2][4];		/* bits for the lines of the stores since the last
				   multiple of MRT_STORES, and of those before */
};

static inline uint32_t
mrt_sample_size (const struct memlb_ref *ref)
{
  return MRT_MIN (ref->size, MRT_LARGEST_REF);
}

/* Enter into NEST a load REF of ADDRESS behind STORES: does it load what was stored
   just before?  Where store and load share a slot the bound copy waits for it, too,
   and an update of another element then waits in the copy only.  A load that decides
   control flow reads memory in the copy and waits for no store.  */
void mrt_note_load (const struct mrt_stores *stores, struct mrt_nest *nest,
		    const struct memlb_ref *ref, uint64_t address);

/* Enter a store REF to ADDRESS into STORES, and into SEEN, of its web, if it has
   one.  */
void mrt_note_store (struct mrt_stores *stores, struct mrt_seen *seen,
		     const struct memlb_ref *ref, uint64_t address);

#endif
