/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Where the slots of address webs lie.  Context: observation and bound
   runs.  */
#ifndef MRT_PLACES_H
#define MRT_PLACES_H

#include "base.h"
#include "module.h"
#include "split-lines.h"

/* Aligned slots instead of those of an iteration.  */
#define MRT_ALIGNED 0xffffffffu

/* Addresses of a web's leading reference in the first iterations seen.  */
struct mrt_seen
{
  uint32_t n;
  uint32_t before;		/* of these in earlier entries */
  uint64_t address[MRT_PLACES];
  uint32_t stores;		/* but for those that are beside the one before
				   them, in slots as well as in memory */
  uint32_t following;		/* of these, the ones beside it in memory */
};

/* SIZE bytes that were stored at ADDRESS, and in the bound copy at SLOT.  */
struct mrt_store_place
{
  uint64_t address;
  uint32_t size;
  uint32_t slot;
};

/* An entry begins, or its observation has ended, maybe in the middle of an
   iteration: let the webs of DESC that have SEEN one address more than others
   forget it.  Else what follows in the next entry would be taken for another
   iteration's, and webs that are always near one another would not seem to be.  */
void mrt_seen_begin (const struct memlb_nest *desc, struct mrt_seen *seen);
void mrt_seen_end (const struct memlb_nest *desc, struct mrt_seen *seen);

/* Enter into SEEN, of its web, that STORE follows BEFORE.  */
void mrt_seen_store (struct mrt_seen *seen, const struct mrt_store_place *before,
		     const struct mrt_store_place *store);

/* What SEEN, a row for each web of DESC, tells of the slots' places, in memory
   that stays; NULL if it is nothing.  SHARE: mrt_measured_split_share, or a
   test's.  */
struct mrt_places *mrt_keep_places (const struct memlb_nest *desc,
				    const struct mrt_seen *seen,
				    mrt_split_share *share);

/* Bytes from the place in the slot area of the slots of web number WEB to
   where they are in a run with PLACES (NULL: none known), iteration number AT
   or MRT_ALIGNED.  */
int64_t mrt_web_shift (const struct memlb_nest *desc,
		       const struct mrt_places *places, uint32_t at,
		       uint32_t web);

/* The value of web number WEB of DESC, whose slot area is at SLOTS,
   likewise.  */
uint64_t mrt_web_value (const struct memlb_nest *desc, const char *slots,
			const struct mrt_places *places, uint32_t at,
			uint32_t web);

#endif
