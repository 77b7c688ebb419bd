/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Sums over the records of all threads.  */

#include "estimate.h"
#include "level.h"

void
mrt_sums_add (struct mrt_sums *s, const struct mrt_record *rec,
	      uint64_t entries, uint64_t inside)
{
  s->entries += entries + inside;
  s->inside += inside;
  s->nested += inside;
  if (mrt_load (&rec->level) == MRT_LEVEL_INNER)
    {
      s->nested += entries;
      s->threads += mrt_load (&rec->threads);
      return;
    }
  double fresh = (double) (mrt_load (&rec->timed) - mrt_load (&rec->settled));
  double weight = (double) mrt_load (&rec->gap) + 1;
  s->timed += mrt_load (&rec->timed);
  s->weights += (double) mrt_load (&rec->weights) + fresh * weight;
  s->weight_squares
    += (double) mrt_load (&rec->weight_squares) + fresh * weight * weight;
  s->time += (double) mrt_load (&rec->time);
  s->time_squares += 18446744073709551616.0
		     * (double) mrt_load (&rec->squares_high)
		     + (double) mrt_load (&rec->squares_low);
  s->late += (double) mrt_load (&rec->late);
  s->late_weights += (double) mrt_load (&rec->late_weights);
  s->nested += mrt_load (&rec->nested);
  s->samples += mrt_load (&rec->samples);
  s->bound_runs += mrt_load (&rec->bound_runs);
  for (unsigned i = 0; i < MRT_N_ABORTS; i++)
    s->aborts[i] += mrt_load (&rec->aborts[i]);
  s->given_up += (double) mrt_load (&rec->given_up);
  s->registers_differ += mrt_load (&rec->registers_differ);
  s->exit_differs += mrt_load (&rec->exit_differs);
  s->exceptions_differ += mrt_load (&rec->exceptions_differ);
  s->subnormals += mrt_load (&rec->subnormals);
  s->replays += mrt_load (&rec->replays);
  s->replays_whole += mrt_load (&rec->replays_whole);
  s->replays_differ += mrt_load (&rec->replays_differ);
  s->replay += (double) mrt_load (&rec->replay);
  s->replay_bound += (double) mrt_load (&rec->replay_bound);
  s->paths += mrt_load (&rec->paths);
  s->blocks_differ += mrt_load (&rec->blocks_differ);
  s->mirrored += mrt_load (&rec->mirrored);
  s->folded += mrt_load (&rec->folded);
  s->disturbed += mrt_load (&rec->disturbed);
  s->apart += mrt_load (&rec->apart);
  s->n_auxiliary += mrt_load (&rec->n_auxiliary);
  s->auxiliary += (double) mrt_load (&rec->auxiliary);
  s->auxiliary_weights += (double) mrt_load (&rec->auxiliary_weights);
  s->auxiliary_squares += (double) mrt_load (&rec->auxiliary_squares);
  s->faults += mrt_load (&rec->faults);
  s->cuts += mrt_load (&rec->cuts);
  s->cuts_growing += mrt_load (&rec->cuts_growing);
  s->behind += (double) mrt_load (&rec->behind);
  s->paired += mrt_load (&rec->paired);
  s->cut_original += (double) mrt_load (&rec->cut_original);
  s->cut_bound += (double) mrt_load (&rec->cut_bound);
  s->cut_squares += (double) mrt_load (&rec->cut_squares);
  s->n_placed += mrt_load (&rec->n_placed);
  s->warmings += mrt_load (&rec->warmings);
  s->cold += (double) mrt_load (&rec->cold_bound);
  s->warm += (double) mrt_load (&rec->warm_bound);
  s->placed += (double) mrt_load (&rec->placed);
  s->placed_bound += (double) mrt_load (&rec->placed_bound);
  s->n_slots += mrt_load (&rec->n_slots);
  s->slots += (double) mrt_load (&rec->slots);
  s->slots_mirrored += (double) mrt_load (&rec->slots_mirrored);
  s->slots_squares += (double) mrt_load (&rec->slots_squares);
  s->mirrored_squares += (double) mrt_load (&rec->mirrored_squares);
  s->slots_products += (double) mrt_load (&rec->slots_products);
  s->threads += mrt_load (&rec->threads);
  s->inner_passed += (double) mrt_load (&rec->inner_passed);
  s->inner_ticks += (double) mrt_load (&rec->inner_ticks);
  s->shut_passed += mrt_load (&rec->shut);
  s->shut_looked += mrt_load (&rec->shut) > 0;
  if (mrt_load (&rec->first_original)
      && (mrt_load (&rec->first_bound) || !s->first_bound))
    {
      s->first_original = mrt_load (&rec->first_original);
      s->first_bound = mrt_load (&rec->first_bound);
    }
  for (unsigned i = 0; i < MRT_RECENT && i < mrt_load (&rec->n_recent)
		       && s->n_recent < MRT_RECENT; i++)
    s->recent[s->n_recent++] = mrt_load (&rec->recent[i]);
  for (unsigned i = 0; i < MRT_BINS; i++)
    {
      s->bins[i].original += mrt_load (&rec->bins[i].original);
      s->bins[i].bound += mrt_load (&rec->bins[i].bound);
      s->bins[i].n += mrt_load (&rec->bins[i].n);
    }
}

struct mrt_sums
mrt_nest_sums (uint32_t index)
{
  struct mrt_sums s = { 0 };
  for (struct mrt_thread *t = mrt_first_thread (); t; t = t->next)
    mrt_sums_add (&s, &t->records[index], mrt_entries (t, index),
		  mrt_entries_inside (t, index));
  return s;
}
