/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Paths of bound copies, compared block by block.

   At some entries the bound copy that counts runs first, and then the observe
   copy in the place of the original.  Both have the same counters: where these
   have grown by the same numbers, every block and edge was executed equally
   often.  Nothing is timed in such an entry.

   The counts of the bound copy lie on the private stack, which other copies
   use before the observe copy is left.  So what the observe copy's counters
   must be at the exit stands behind these.

   Weakness: blocks executed equally often, in another order, are not told; a
   path through the same blocks takes the same time but for its branches.  */

#include "steps.h"
#include "bound.h"
#include "module.h"
#include "sample.h"

static inline uint64_t *
expected (uint64_t *counters, const struct memlb_nest *desc)
{
  return counters + MEMLB_COUNT_FIRST + desc->n_counters;
}

static uint64_t *
steps_of (const struct mrt_thread *self, const struct memlb_nest *desc)
{
  return (uint64_t *) (self->launch.gpr[MRT_SP]
		       + (uint64_t) (int64_t) desc->steps_off);
}

bool
mrt_steps_run (struct mrt_thread *self, struct mrt_frame *f)
{
  const struct memlb_nest *desc = f->desc;
  mrt_fill (steps_of (self, desc), 0, desc->steps_bytes);
  bool done = mrt_bound_variant (self, f, MEMLB_REL (desc->steps_entry));
  if (desc->flags & MEMLB_NEST_VECTOR)
    mrt_xstate_load (&self->snap_x);
  return done;
}

void
mrt_steps_expect (struct mrt_thread *self, const struct mrt_frame *f,
		  uint64_t *counters)
{
  const uint64_t *steps = steps_of (self, f->desc);
  uint64_t *end = expected (counters, f->desc);
  for (uint32_t k = 0; k < f->desc->n_counters; k++)
    end[k] = counters[MEMLB_COUNT_FIRST + k] + steps[k];
}

/* True if the original of DESC left its copy for a call that this cannot make: the
   COUNTED are not those at END.  */

static bool
called_p (const struct memlb_nest *desc, const uint64_t *counted,
	  const uint64_t *end)
{
  const struct memlb_edge *edges = MEMLB_REL (desc->edges);
  for (uint32_t i = 0; i < desc->n_edges; i++)
    if (edges[i].flags & MEMLB_EDGE_COLD
	&& counted[MEMLB_COUNT_FIRST + edges[i].counter] != end[edges[i].counter])
      return true;
  return false;
}

void
mrt_steps_compare (struct mrt_thread *self, struct mrt_frame *f)
{
  const uint64_t *end = expected (self->counted, f->desc);
  bool equal = true;
  for (uint32_t k = 0; k < f->desc->n_counters; k++)
    equal &= self->counted[MEMLB_COUNT_FIRST + k] == end[k];
  mrt_add (&f->record->paths, 1);
  mrt_add (&f->record->blocks_differ, !equal);
  if (!equal && f->desc->flags & MEMLB_NEST_CONDITIONAL_CALLS
      && called_p (f->desc, self->counted, end))
    mrt_store (&mrt_nests[f->index].called, 1);
}
