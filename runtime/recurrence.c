/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Recurrences through memory.  */

#include "recurrence.h"

#define LINE 64

/* A load waits for a store of the same bytes so few references before it; for
   one that it reads only a part of, or more than, it waits until the cache
   has them.  (With 16, blocked matrix products would be told too, whose bound
   is right.)  */
#define NEAR_EXACT 8
#define NEAR_PARTLY 96

/* Within so many a mirror copy shows whether it does, and as long as the store is
   one of the last MRT_STORES, which is what the store queues of cores hold (64 of Zen
   3): in the original the rows of a sweep in place follow one another, in a copy
   with slots they overlap.  */
#define NEAR_MIRROR 64

/* Rows of a loop that carries no value take as long whether they overlap or not, unless
   they are shorter than what leads from one to the next: an update and its store's
   forwarding, some 15 cycles; or, where a reference lies across two lines, until the
   cache has what was stored (rows of 64 numbers in vectors of 8: 56 cycles, Zen 5).  */
#define NEAR_ROW 32
#define NEAR_ROW_ACROSS 96

/* Among so many stores is one that a slot's update waits for.  */
#define CHAIN_STORES 32


/* The bits of the lines of the SIZE bytes at ADDRESS, of 256 in BITS.  */

static void
set_lines (uint64_t bits[4], uint64_t address, uint32_t size)
{
  uint64_t first = address / LINE % 256;
  uint64_t last = (address + size - 1) / LINE % 256;
  bits[first / 64] |= (uint64_t) 1 << first % 64;
  bits[last / 64] |= (uint64_t) 1 << last % 64;
}

/* False if no store in STORES wrote to a line of the SIZE bytes at ADDRESS.  */

static bool
maybe_stored_p (const struct mrt_stores *stores, uint64_t address,
		uint32_t size)
{
  uint64_t bits[4] = { 0 }, common = 0;
  set_lines (bits, address, size);
  for (unsigned i = 0; i < 4; i++)
    common |= bits[i] & (stores->lines[0][i] | stores->lines[1][i]);
  return common;
}

/* The latest of STORES that wrote a byte of the SIZE at ADDRESS, or NULL.  */

static const struct mrt_store_seen *
latest_store (const struct mrt_stores *stores, uint64_t address, uint32_t size)
{
  if (!maybe_stored_p (stores, address, size))
    return NULL;
  uint32_t n = MRT_MIN (stores->n, MRT_STORES);
  for (uint32_t i = 1; i <= n; i++)
    {
      const struct mrt_store_seen *s
	= &stores->seen[(stores->n - i) % MRT_STORES];
      if (s->place.address < address + size
	  && address < s->place.address + s->place.size)
	return s;
    }
  return NULL;
}

/* True if in the bound copy an update of the SIZE bytes at ADDRESS, in SLOT,
   waits for a store, and in the original it reads something else.  (A load and
   a store that share a slot by themselves do so once for each inner loop at
   most.)  */

static bool
chained_p (const struct mrt_stores *stores, uint32_t slot, uint64_t address,
	   uint32_t size)
{
  uint32_t n = MRT_MIN (stores->n, CHAIN_STORES);
  for (uint32_t i = 1; i <= n; i++)
    {
      const struct mrt_store_place *s
	= &stores->seen[(stores->n - i) % MRT_STORES].place;
      if (s->slot == slot)
	return s->address >= address + size || address >= s->address + s->size;
    }
  return false;
}

void
mrt_note_load (const struct mrt_stores *stores, struct mrt_nest *nest,
	       const struct memlb_ref *ref, uint64_t address)
{
  uint32_t size = mrt_sample_size (ref);
  const struct mrt_store_seen *s = latest_store (stores, address, size);
  bool exact = s && s->place.address <= address
	       && s->place.address + s->place.size >= address + size;
  bool cut = s && (s->place.slot != ref->slot
		   || ref->treatment == MEMLB_TREAT_CONTROL);
  uint32_t distance = s ? stores->at - s->at : 0;
  mrt_add (&nest->loads, 1);
  bool across = address % LINE + size > LINE;
  if (cut && exact && ref->kind & MEMLB_REF_NO_CARRY)
    mrt_add (&nest->in_rows,
	     distance <= (across ? NEAR_ROW_ACROSS : NEAR_ROW));
  else if (cut)
    {
      mrt_add (&nest->recurring,
	       distance <= (exact ? NEAR_EXACT : NEAR_PARTLY));
      mrt_add (distance <= (exact ? NEAR_MIRROR : NEAR_PARTLY)
	       ? &nest->waiting : &nest->queued, 1);
    }
  if (ref->kind & MEMLB_REF_STORE
      && chained_p (stores, ref->slot, address, size))
    mrt_add (&nest->chained, 1);
}

void
mrt_note_store (struct mrt_stores *stores, struct mrt_seen *seen,
		const struct memlb_ref *ref, uint64_t address)
{
  uint32_t size = mrt_sample_size (ref), row = stores->n % MRT_STORES;
  struct mrt_store_seen store = { { address, size, ref->slot }, stores->at };
  if (stores->n && seen)
    mrt_seen_store (seen, &stores->seen[(stores->n - 1) % MRT_STORES].place,
		    &store.place);
  for (unsigned i = 0; i < 4 && !row; i++)
    {
      stores->lines[1][i] = stores->lines[0][i];
      stores->lines[0][i] = 0;
    }
  set_lines (stores->lines[0], address, size);
  stores->seen[row] = store;
  stores->n++;
}
