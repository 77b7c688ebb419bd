/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The blocks of a nest in the profile.  */

#include "count.h"
#include "profile.h"

/* Address AT as the file of module M has it, in hexadecimal.  */

static void
write_address (struct mrt_xml *x, const struct mrt_module *m, const void *at)
{
  char buf[19] = "0x";
  uint64_t address = (uint64_t) at - m->base;
  unsigned n = 2, shift = 60;
  while (shift && !(address >> shift))
    shift -= 4;
  for (;; shift -= 4)
    {
      buf[n++] = "0123456789abcdef"[address >> shift & 15];
      if (!shift)
	break;
    }
  buf[n] = 0;
  mrt_xml_text (x, "address", buf);
}

void
mrt_counts_write (struct mrt_xml *x, const struct mrt_module *m,
		  const struct memlb_nest *desc,
		  const struct mrt_counts *counts)
{
  const struct memlb_block *b = MEMLB_REL (desc->block_table);
  for (uint32_t i = 0; i < desc->blocks; i++, b++)
    {
      mrt_xml_open (x, "block");
      mrt_xml_number (x, "id", i + 1);
      if (b->line > 0)
	mrt_xml_number (x, "line", (uint64_t) b->line);
      if (b->end_line > 0)
	mrt_xml_number (x, "end-line", (uint64_t) b->end_line);
      mrt_xml_number (x, "depth", b->depth);
      mrt_xml_number (x, "executions", counts->blocks[i]);
      if (b->flags & MEMLB_BLOCK_HEADER)
	mrt_xml_number (x, "iterations", mrt_iterations (counts, desc, i));
      mrt_xml_number (x, "insns", b->insns);
      if (b->original)
	write_address (x, m, MEMLB_REL (b->original));
      mrt_xml_close (x);
    }
}
