/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Calls through pointers in functions that count.

   Which function a call reaches does not follow from counts of blocks where it goes
   through a pointer.  There the function's copy counts how often it was the same
   function as before; if it is another it tells the runtime, and each thread has a
   table of caller, block and callee.  So it does where functions outside of the unit
   are passed the address of a function, which they may call.  Where those of the C
   library are told how many bytes to work on the copy adds these up.

   A thread's own signal handlers may come in between at any place: rows and slots are
   taken by one instruction.  What finds no room is not recorded; the calls of the
   block then are more than those of its rows.

   Weakness: a handler that makes the same call to another function, just when the
   copy has seen that it is the same one, gets that call.  */

#include "pointers.h"
#include "count.h"

/* A function's own instructions begin so far behind its address at most: its gate,
   landing marks, what else the compiler was asked to put there.  */
#define MOST_BEFORE 128

/* Numbers that the instructions at a site hold, see entry.S.  */
#define SITE_DESCRIPTOR 3
#define SITE_NUMBER 10

static int32_t
number_at (const unsigned char *p)
{
  return (int32_t) (p[0] | p[1] << 8 | p[2] << 16 | (uint32_t) p[3] << 24);
}

/* The number of the whole function at address FUNCTION, or 0.  */

static uint32_t
find_procedure (uint64_t function)
{
  uint32_t found = 0;
  uint64_t nearest = MOST_BEFORE + 1;
  for (uint32_t i = MRT_EMPTY_INDEX + 1; i < mrt_load (&mrt_n_nests); i++)
    {
      const struct memlb_nest *d = mrt_nest_desc (&mrt_nests[i]);
      if (!d || !(d->flags & MEMLB_NEST_PROCEDURE) || !d->block_table
	  || !mrt_load (&mrt_nests[i].module->info))
	continue;
      const struct memlb_block *first = MEMLB_REL (d->block_table);
      uint64_t behind = (uint64_t) MEMLB_REL (first->original) - function;
      if (behind < nearest)
	{
	  nearest = behind;
	  found = i;
	}
    }
  return found;
}

/* Add ROW to P, to one of the same calls or to a new one.  */

static void
add_row (struct mrt_pointers *p, const struct mrt_pointer_row *row)
{
  enum { MASK = 2 * MRT_POINTER_ROWS - 1 };
  uint64_t hash = (row->function ^ row->nest * UINT64_C (0x9e3779b9)
		   ^ row->block * UINT64_C (0x85ebca6b))
		  * UINT64_C (0x9e3779b97f4a7c15);
  uint32_t at = hash >> 40 & MASK, taken = 0, none = 0;
  for (uint32_t tries = 0; tries <= MASK; tries++, at = (at + 1) & MASK)
    {
      uint32_t slot = __atomic_load_n (&p->slots[at], __ATOMIC_ACQUIRE);
      if (!slot && !taken)
	{
	  if (mrt_load (&p->n) >= MRT_POINTER_ROWS)
	    return;
	  taken = __atomic_fetch_add (&p->n, 1, __ATOMIC_RELAXED) + 1;
	  if (taken > MRT_POINTER_ROWS)
	    return;
	  p->rows[taken - 1] = *row;
	  if (!row->to && row->function)
	    p->rows[taken - 1].to = find_procedure (row->function);
	}
      if (!slot
	  && __atomic_compare_exchange_n (&p->slots[at], &none, taken, false,
					  __ATOMIC_RELEASE, __ATOMIC_RELAXED))
	return;
      slot = slot ? slot : none;
      none = 0;
      struct mrt_pointer_row *r = &p->rows[slot - 1];
      if (r->function == row->function && r->nest == row->nest
	  && r->block == row->block)
	{
	  __atomic_fetch_add (&r->calls, row->calls, __ATOMIC_RELAXED);
	  if (taken)
	    p->rows[taken - 1].calls = 0;
	  return;
	}
    }
}

/* The table of SELF, or NULL.  */

static struct mrt_pointers *
table_of (struct mrt_thread *self)
{
  struct mrt_pointers *p = mrt_load (&self->pointers), *none = NULL;
  if (p)
    return p;
  p = mrt_map (sizeof *p, 4096);
  if (p
      && !__atomic_compare_exchange_n (&self->pointers, &none, p, false,
				       __ATOMIC_RELEASE, __ATOMIC_RELAXED))
    {
      mrt_unmap (p, sizeof *p);
      p = none;
    }
  return p;
}

/* What WORDS of a call of DESC's function, at the end of block BLOCK, say.  */

static struct mrt_pointer_row
site_row (const struct memlb_nest *desc, uint32_t block, const uint64_t *words)
{
  return (struct mrt_pointer_row)
    { .nest = desc->index, .block = block,
      .function = mrt_load (&words[MEMLB_SITE_FUNCTION]),
      .calls = mrt_load (&words[MEMLB_SITE_NUMBER]) };
}

void
mrt_pointer_noted (struct mrt_thread *self, const struct memlb_nest *desc,
		   uint32_t site, uint64_t *words)
{
  const uint32_t *sites = MEMLB_REL (desc->sites);
  uint64_t *s = mrt_site_words (desc, site, words);
  struct mrt_pointer_row row = site_row (desc, sites[site], s);
  struct mrt_pointers *p = row.calls ? table_of (self) : NULL;
  mrt_store (&s[MEMLB_SITE_NUMBER], 0);
  if (p)
    add_row (p, &row);
}

void
mrt_pointer_called (const unsigned char *site, uint64_t value)
{
  const unsigned char *field = site + SITE_DESCRIPTOR;
  const struct memlb_nest *desc
    = (const struct memlb_nest *) (field + number_at (field));
  uint32_t number = (uint32_t) number_at (site + SITE_NUMBER);
  struct mrt_thread *self = mrt_self;
  uint64_t *words = self ? mrt_counters_of (self, desc->index) : NULL;
  if (!words)
    return;
  mrt_pointer_noted (self, desc, number, words);
  uint64_t *s = mrt_site_words (desc, number, words);
  mrt_store (&s[MEMLB_SITE_FUNCTION], value);
  /* While it is known which one that is.  */
  struct mrt_pointers *p = table_of (self);
  struct mrt_pointer_row row
    = site_row (desc, ((const uint32_t *) MEMLB_REL (desc->sites))[number], s);
  if (p)
    add_row (p, &row);
}

void
mrt_pointers_reset (struct mrt_thread *self)
{
  uint32_t n = self->pointers ? self->pointers->n : 0;
  for (uint32_t i = 0; i < MRT_MIN (n, MRT_POINTER_ROWS); i++)
    self->pointers->rows[i].calls = 0;
}

/* Add ROW to *SUM, which is made for the first one.  */

static void
add_to_sum (struct mrt_pointers **sum, const struct mrt_pointer_row *row)
{
  if (!*sum)
    *sum = mrt_map (sizeof **sum, 4096);
  if (*sum)
    add_row (*sum, row);
}

/* Add what T has noted of whole function INDEX and the runtime was not told.  */

static void
add_sites (struct mrt_pointers **sum, struct mrt_thread *t, uint32_t index)
{
  const struct memlb_nest *desc = mrt_nest_desc (&mrt_nests[index]);
  uint64_t *words = mrt_counters_of (t, index);
  const uint32_t *sites = desc ? MEMLB_REL (desc->sites) : NULL;
  for (uint32_t site = 0; words && sites && site < desc->n_sites; site++)
    {
      struct mrt_pointer_row row
	= site_row (desc, sites[site], mrt_site_words (desc, site, words));
      if (row.calls)
	add_to_sum (sum, &row);
    }
}

struct mrt_pointers *
mrt_pointers_sum (void)
{
  struct mrt_pointers *sum = NULL;
  for (struct mrt_thread *t = mrt_first_thread (); t; t = t->next)
    {
      const struct mrt_pointers *p
	= __atomic_load_n (&t->pointers, __ATOMIC_ACQUIRE);
      uint32_t n = p ? mrt_load (&p->n) : 0;
      for (uint32_t i = 0; i < MRT_MIN (n, MRT_POINTER_ROWS); i++)
	add_to_sum (&sum, &p->rows[i]);
      for (uint32_t i = 0; i < mrt_load (&mrt_n_nests); i++)
	add_sites (&sum, t, i);
    }
  return sum;
}

void
mrt_pointers_free (struct mrt_pointers *sum)
{
  if (sum)
    mrt_unmap (sum, sizeof *sum);
}
