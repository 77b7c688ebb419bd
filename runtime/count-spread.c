/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Iterations of single entries: the least and the most.

   The iterations of all entries so far are a sum of counters: those that
   count-solve.c would need for the blocks and edges that tell them.  The sum is
   taken at each entry of a nest; its growth since the entry before is that
   one's iterations.  Many short entries are counted without a call of this; so, once
   FULLY of them were looked at, only one of about 32 is, and when there are four times
   as many, one of 128.

   Weakness: a nest that is entered again before it is left (a recursive
   function's) has entries that end where the next one begins.  */

#include "count.h"
#include "settings.h"

/* So many entries are looked at all of them.  */
#define FULLY 256

/* Words of a nest behind its counters.  */
enum
{
  BEGIN,			/* sum at the entry before */
  LEAST, MOST,			/* iterations of those looked at */
  LOOKED,			/* how many there were */
  OPEN,				/* 1: BEGIN is that of the last entry */
  N_WORDS
};

/* A sum of counters, each once or less once: words of SIGN by number.  */
struct mrt_terms
{
  int64_t early;		/* the sum is more by this at the header */
  uint32_t n;
  struct mrt_term at[];
};

uint32_t
mrt_spread_words (void)
{
  return N_WORDS;
}

/* The words of the nest of DESC behind its counters WORDS.  */

static uint64_t *
spread_of (uint64_t *words, const struct memlb_nest *desc)
{
  return words + MEMLB_COUNT_FIRST + desc->n_counters;
}

/* The sum of TERMS over WORDS.  */

static uint64_t
sum_terms (const struct mrt_terms *terms, const uint64_t *words)
{
  uint64_t sum = 0;
  for (uint32_t i = 0; i < terms->n; i++)
    sum += (uint64_t) terms->at[i].sign * mrt_load (&words[terms->at[i].word]);
  return sum;
}

/* The terms of nest INDEX of DESC, whose counters are those of COUNTING; made
   at the first call.  NULL where there is no memory.  */

static const struct mrt_terms *
terms_of (struct mrt_thread *self, const struct memlb_nest *desc,
	  const struct memlb_nest *counting)
{
  struct mrt_nest *nest = &mrt_nests[desc->index];
  const struct mrt_terms *known
    = __atomic_load_n (&nest->terms, __ATOMIC_ACQUIRE);
  if (known)
    return known;
  uint32_t most = counting->n_counters + 1;
  struct mrt_terms *made
    = (struct mrt_terms *) mrt_count_words (self, 2 + most);
  if (!made
      || !mrt_counts_terms (desc, counting, made->at, &made->n, &made->early))
    return NULL;
  __atomic_store_n (&nest->terms, made, __ATOMIC_RELEASE);
  return made;
}

/* The entry before, if it was noted, had what SUM says more than at its
   begin.  */

static void
add_entry (uint64_t *s, uint64_t sum)
{
  uint64_t n = sum - s[BEGIN];
  if (!s[OPEN] || n >> 63)
    return;
  if (!s[LOOKED] || n < s[LEAST])
    mrt_store (&s[LEAST], n);
  if (n > s[MOST])
    mrt_store (&s[MOST], n);
  mrt_add (&s[LOOKED], 1);
}

/* Let the words at S know that an entry begins where the sum is SUM.  Returns how many
   entries after this one shall pass; if it is not 0 this one is not looked at.  */

static uint32_t
begin_entry (struct mrt_thread *self, uint64_t *s, uint64_t sum)
{
  add_entry (s, sum);
  bool pass = s[OPEN] && s[LOOKED] >= FULLY;
  mrt_store (&s[BEGIN], sum);
  mrt_store (&s[OPEN], !pass);
  return pass ? mrt_random (self) & (s[LOOKED] < 4 * FULLY ? 63 : 255) : 0;
}

uint32_t
mrt_spread_begin (struct mrt_thread *self, const struct memlb_nest *desc,
		  uint64_t *words)
{
  const struct mrt_terms *terms = terms_of (self, desc, desc);
  return terms ? begin_entry (self, spread_of (words, desc),
			      sum_terms (terms, words)) : 0;
}

void
mrt_spread_inside (struct mrt_thread *self, const struct memlb_nest *desc,
		   uint64_t *words, const struct memlb_nest *whole,
		   const uint64_t *counters)
{
  const struct mrt_terms *terms = terms_of (self, desc, whole);
  if (!terms)
    return;
  uint64_t sum = sum_terms (terms, counters) - (uint64_t) terms->early;
  uint32_t pass = begin_entry (self, spread_of (words, desc), sum);
  if (pass)
    mrt_set_gate (self, desc->index, (int32_t) pass);
}

/* Add what the words of a nest at S, of a thread whose counters now come to
   SUM, say to COUNTS.  */

static void
add_spread (struct mrt_counts *counts, uint64_t *s, uint64_t sum)
{
  uint64_t mine[N_WORDS];
  for (uint32_t i = 0; i < N_WORDS; i++)
    mine[i] = mrt_load (&s[i]);
  add_entry (mine, sum);
  if (!mine[LOOKED])
    return;
  if (!counts->looked || mine[LEAST] < counts->least)
    counts->least = mine[LEAST];
  counts->most = MRT_MAX (counts->most, mine[MOST]);
  counts->looked += mine[LOOKED];
}

void
mrt_spread_sum (struct mrt_counts *counts, const struct memlb_nest *desc,
		uint32_t index)
{
  const struct mrt_terms *terms
    = __atomic_load_n (&mrt_nests[index].terms, __ATOMIC_ACQUIRE);
  uint32_t whole = mrt_nests[index].procedure;
  if (!terms || mrt_settings.mode != MRT_MODE_COUNT)
    return;
  for (struct mrt_thread *t = mrt_first_thread (); t; t = t->next)
    {
      uint64_t *words = mrt_counters_of (t, index);
      const uint64_t *counters = whole ? mrt_counters_of (t, whole) : NULL;
      for (; words; words = (uint64_t *) mrt_load (&words[MEMLB_COUNT_NEXT]))
	{
	  const uint64_t *from = whole ? counters : words;
	  add_spread (counts, spread_of (words, desc),
		      from ? sum_terms (terms, from) : 0);
	}
    }
}

void
mrt_spread_end (const struct memlb_nest *desc, uint32_t index)
{
  const struct mrt_terms *terms
    = __atomic_load_n (&mrt_nests[index].terms, __ATOMIC_ACQUIRE);
  uint32_t whole = mrt_nests[index].procedure;
  if (!terms || !whole)
    return;
  for (struct mrt_thread *t = mrt_first_thread (); t; t = t->next)
    {
      uint64_t *words = mrt_counters_of (t, index);
      const uint64_t *counters = mrt_counters_of (t, whole);
      if (!words || !counters)
	continue;
      uint64_t *s = spread_of (words, desc);
      add_entry (s, sum_terms (terms, counters));
      mrt_store (&s[OPEN], 0);
    }
}

void
mrt_spread_reset (uint64_t *words, const struct memlb_nest *desc)
{
  uint64_t *s = spread_of (words, desc);
  for (uint32_t i = 0; i < N_WORDS; i++)
    mrt_store (&s[i], 0);
}
