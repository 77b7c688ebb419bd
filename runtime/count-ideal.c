/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* From the counts to the ideal time of a nest, in cycles.

   A loop's blocks take what their instructions need, by the compiler's model
   of the machine, or the time of the chain of dependences that goes from one
   iteration to the next, if that is longer.  When a core gets to the end of an
   inner loop it has begun what follows, perhaps the same loop again: it looks
   so many instructions ahead (WINDOW), and within these the chains of several
   executions of the loop may advance at the same time.

   The least time, which no machine beats, is made in the same way of the
   least that each takes.  */

#include "count.h"

/* No machine is known to look further ahead.  */
#define WINDOW 640.0

/* The loop that block HEAD of DESC heads: what COUNTS say of it, in cycles
   and instructions, over all entries.  Chains advance BACK times.  */
struct inner
{
  double ideal, least, insns;
  double back, entries;
};

static struct inner
inner_of (const struct mrt_counts *counts, const struct memlb_nest *desc,
	  uint32_t head)
{
  const struct memlb_block *b = MEMLB_REL (desc->block_table);
  const struct memlb_edge *e = MEMLB_REL (desc->edges);
  struct inner in = { 0 };
  for (uint32_t i = 0; i < desc->blocks; i++)
    if (b[i].head == head)
      {
	double n = (double) counts->blocks[i];
	in.ideal += n * b[i].ideal / 100;
	in.least += n * b[i].least / 100;
	in.insns += n * b[i].insns;
      }
  for (uint32_t i = 0; i < desc->n_edges; i++)
    if (e[i].dst == head && e[i].flags & MEMLB_EDGE_BACK)
      in.back += (double) counts->edges[i];
  in.entries = (double) counts->blocks[head] - in.back;
  return in;
}

/* The part of the chains of IN that no other execution of the loop hides.  */

static double
exposed (const struct inner *in)
{
  if (in->entries < 1 || in->insns < 1)
    return 0;
  double ahead = WINDOW * in->entries / in->insns;
  return MRT_MAX (1 - ahead, 1 / (ahead + 2));
}

void
mrt_counts_ideal (const struct mrt_counts *counts,
		  const struct memlb_nest *desc, double *ideal, double *least)
{
  const struct memlb_block *b = MEMLB_REL (desc->block_table);
  *ideal = *least = 0;
  for (uint32_t i = 0; i < desc->blocks; i++)
    if (b[i].head == MEMLB_NO_ROW)
      {
	*ideal += (double) counts->blocks[i] * b[i].ideal / 100;
	*least += (double) counts->blocks[i] * b[i].least / 100;
      }
  for (uint32_t i = 0; i < desc->blocks; i++)
    if (b[i].flags & MEMLB_BLOCK_HEADER)
      {
	struct inner in = inner_of (counts, desc, i);
	double back = in.back / 100;
	if (b[i].depth > 1)
	  back *= exposed (&in);
	*ideal += MRT_MAX (in.ideal, back * b[i].ideal_chain);
	*least += MRT_MAX (in.least, back * b[i].least_chain);
      }
}
