/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What the process has mapped, and whether as much is free at a distance: copies
   that work there must not meet the program's own memory.  */
#ifndef MRT_ADDRESS_SPACE_H
#define MRT_ADDRESS_SPACE_H

#include "base.h"

#define MRT_MOST_REGIONS 96

struct mrt_address_space
{
  uint64_t when;		/* it was read, ns of CLOCK_MONOTONIC; 0: never */
  uint64_t size;		/* bytes mapped then */
  uint32_t n;			/* regions, by address; wide gaps are between them */
  struct { uint64_t begin, end; } regions[MRT_MOST_REGIONS];
  char text[4096];		/* what is being read */
};

/* Bring SPACE up to date, if much has been mapped or unmapped since it was read,
   or it is old.  Mappings of a shared object for whose number IGNORED_P returns
   true are left out.  False if the kernel does not tell.  Context: any.  */
bool mrt_address_space_read (struct mrt_address_space *space,
			     bool (*ignored_p) (uint64_t inode));

/* True if nothing in SPACE, nor what may soon be mapped beside it, lies DISTANCE
   (bytes) from something in it.  */
bool mrt_address_space_free_p (const struct mrt_address_space *space,
			       int64_t distance);

/* The number of the object that is mapped at ADDRESS, 0 if it has none; SPACE's
   text is overwritten.  */
uint64_t mrt_mapped_inode (struct mrt_address_space *space, uint64_t address);

#endif
