/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Single entries of loops in several profiles: some of them, each with its
   rank, so that the memory needed does not grow with the profiles.

   Of each loop every first, second, fourth, ... entry that comes is kept: when
   there are too many every second one is dropped, and from then on only half
   as many are taken, so that all profiles have their part.  How many are too
   many of one loop is halved when there are too many of all.  */

#include "combining.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_OF_LOOP = 1024, MOST_OF_ALL = 32768, LEAST_OF_LOOP = 4 };

/* Drop every second entry of loop NUMBER of C.  */

static void
thin_loop (struct combination *c, size_t number)
{
  struct contents *has = loop_contents (&c->p->loops[number]);
  size_t n = 0;

  for (size_t i = 0; i < has->n_entries; i += 2)
    has->entries[n++] = has->entries[i];
  c->n_entries -= has->n_entries - n;
  has->n_entries = n;
  c->sums[number].entry_step *= 2;
}

/* Leave fewer entries of each loop of C.  */

static void
thin_all (struct combination *c)
{
  c->most_entries /= 2;
  for (size_t i = 0; i < c->p->n_loops; i++)
    while (c->p->loops[i].has->n_entries >= c->most_entries)
      thin_loop (c, i);
}

/* Add the entries of FROM, a loop of ONE, to those of loop NUMBER of C.  */

void
combine_entries (struct combination *c, const struct profile *one,
		 const struct loop *from, size_t number)
{
  struct combined_loop *sum = &c->sums[number];
  const struct contents *has = from->has;

  if (!c->most_entries)
    c->most_entries = MOST_OF_LOOP;
  if (!sum->entry_step)
    sum->entry_step = 1;
  for (size_t i = 0; i < has->n_entries; i++)
    {
      if (sum->entries_seen++ % sum->entry_step)
	continue;
      struct contents *to = loop_contents (&c->p->loops[number]);
      to->entries = grow (to->entries, to->n_entries, sizeof *to->entries);
      struct entry *entry = &to->entries[to->n_entries++];
      *entry = has->entries[i];
      if (isnan (entry->rank))
	entry->rank = one->rank;
      if (++c->n_entries >= MOST_OF_ALL && c->most_entries > LEAST_OF_LOOP)
	thin_all (c);
      else if (to->n_entries >= c->most_entries)
	thin_loop (c, number);
    }
}
