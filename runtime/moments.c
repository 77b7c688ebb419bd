/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Which entries a thread remembers one by one.  */

#include "moments.h"
#include "thread.h"

static void
put (struct mrt_moment *at, const struct mrt_moment *m)
{
  mrt_store (&at->begin, mrt_load (&m->begin));
  mrt_store (&at->time, mrt_load (&m->time));
  mrt_store (&at->bound, mrt_load (&m->bound));
  mrt_store (&at->index, mrt_load (&m->index));
  mrt_store (&at->thread, mrt_load (&m->thread));
}

/* The first BITS bits, less than 64, of a number like random that N gives (Knuth, The Art
   of Computer Programming, 6.4: multiplicative hashing).  */

static uint64_t
mixed (uint64_t n, unsigned bits)
{
  return bits ? n * 0x9e3779b97f4a7c15 >> (64 - bits) : 0;
}

/* What becomes of the next moment of a nest: the first of two is kept, or the second.  */
enum turn { FIRST, DROP, KEEP };

/* Forget one of two moments of each nest of SELF that has more than one; but keep the
   first.  */

static void
thin (struct mrt_thread *self)
{
  struct mrt_moments *all = &self->moments;
  uint32_t n = all->n, kept = 0;
  for (uint32_t i = 0; i < n; i++)
    {
      struct mrt_record *rec = &self->records[all->at[i].index];
      bool keep = rec->moment_turn == KEEP;
      if (rec->moment_turn == FIRST)
	{
	  keep = !rec->moment_thinned || mixed (mrt_load (&all->at[i].begin), 1);
	  rec->moment_turn = keep ? DROP : KEEP;
	}
      else
	rec->moment_turn = FIRST;
      if (keep)
	put (&all->at[kept++], &all->at[i]);
      else
	rec->moment_thinned = 1;
    }
  mrt_store (&all->n, kept);
  for (uint32_t i = 0; i < kept; i++)
    {
      struct mrt_record *rec = &self->records[all->at[i].index];
      rec->moment_shift += rec->moment_thinned;
      rec->moment_thinned = rec->moment_turn = 0;
    }
}

/* True if entry number N of REC, from 0, is the one to be kept of so many.  */

static bool
wanted_p (const struct mrt_record *rec, uint64_t n)
{
  unsigned shift = rec->moment_shift;
  return (n & (((uint64_t) 1 << shift) - 1)) == mixed (n >> shift, shift);
}

void
mrt_moment_add (struct mrt_thread *self, struct mrt_record *rec,
		const struct mrt_moment *m)
{
  struct mrt_moments *all = &self->moments;
  uint64_t number = rec->moments;
  if (all->busy)
    return;
  mrt_store (&rec->moments, number + 1);
  if (!wanted_p (rec, number))
    return;
  all->busy = 1;
  __atomic_signal_fence (__ATOMIC_SEQ_CST);
  if (all->n == MRT_MOMENTS)
    thin (self);
  /* Where all are of different nests there is no room for another.  */
  if (all->n < MRT_MOMENTS && wanted_p (rec, number))
    {
      put (&all->at[all->n], m);
      __atomic_store_n (&all->n, all->n + 1, __ATOMIC_RELEASE);
    }
  __atomic_signal_fence (__ATOMIC_SEQ_CST);
  all->busy = 0;
}
