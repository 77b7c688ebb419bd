/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Threads' counters, and what happens at an entry in mode `count'.

   In this mode every entry goes on in the observe copy, whose effects are
   the original's.  Its counters are words of the thread: they are true at
   any moment, however the nest is left.  Nothing happens at an exit.

   The copy keeps their address in a register that the program may use
   outside the nest.  What it held is kept beside the counters; the copy puts
   it back on its way out, and the address in its place, so that the counters
   then are not in use.  */

#include "count.h"
#include "pointers.h"
#include "settings.h"
#include "window.h"

/* Bytes of address space from which counters are made.  */
#define CHUNK 0x40000

bool mrt_uncounted;

/* The head of a piece of such space.  */
struct mrt_chunk
{
  struct mrt_chunk *next;
  uint64_t size;
  uint64_t used;
};

/* Zeroed space for N words of SELF, or NULL.  A signal handler may come in
   between at any place: it gets other space.  */

uint64_t *
mrt_count_words (struct mrt_thread *self, uint64_t n)
{
  uint64_t bytes = (8 * n + 63) & ~(uint64_t) 63;
  struct mrt_chunk *c = mrt_load (&self->chunks);
  uint64_t at
    = c ? __atomic_fetch_add (&c->used, bytes, __ATOMIC_RELAXED) : 0;
  if (c && at + bytes <= c->size)
    return (uint64_t *) ((char *) c + at);
  uint64_t size = MRT_MAX (CHUNK, bytes + 64);
  struct mrt_chunk *made = mrt_map (size, 4096);
  if (!made)
    return NULL;
  made->size = size;
  made->used = 64 + bytes;
  made->next = c;
  while (!__atomic_compare_exchange_n (&self->chunks, &made->next, made,
				       false, __ATOMIC_RELEASE,
				       __ATOMIC_RELAXED))
    ;
  return (uint64_t *) made + 8;
}

/* The addresses of the counters of SELF by nest, or NULL.  */

static uint64_t **
table_of (struct mrt_thread *self)
{
  uint64_t **table = mrt_load (&self->counts), **none = NULL;
  if (table)
    return table;
  size_t bytes = MRT_MAX_NESTS * sizeof *table;
  table = mrt_map (bytes, 4096);
  if (table
      && !__atomic_compare_exchange_n (&self->counts, &none, table, false,
				       __ATOMIC_RELEASE, __ATOMIC_RELAXED))
    {
      mrt_unmap (table, bytes);
      table = none;
    }
  return table;
}

/* New counters for the nest of DESC, or NULL.  Where paths are compared there
   is room for as many numbers behind them (steps.c).  */

static uint64_t *
new_counters (struct mrt_thread *self, const struct memlb_nest *desc)
{
  bool twice = mrt_settings.mode == MRT_MODE_BOUND && desc->steps_bytes;
  uint64_t *words
    = (desc->words ? mrt_window_words (self, desc)
       : mrt_count_words (self,
			  MEMLB_COUNT_FIRST + desc->n_counters * (1 + twice)
			  + (twice ? 0 : mrt_spread_words ())));
  if (!words)
    return NULL;
  words[MEMLB_COUNT_OBSERVE]
    = mrt_settings.mode != MRT_MODE_COUNT ? MEMLB_OBSERVING : 0;
  words[MEMLB_COUNT_SAVE] = (uint64_t) words;
  return words;
}

/* True when WORDS may serve an entry at SP.  They are in use if a signal
   handler came while the observe copy ran, and enters its nest; or if the
   nest was left by a jump.  Then the new entry is not below the one that has
   them; on the alternate signal stack that would say nothing.  */

static bool
usable_p (const uint64_t *words, uint64_t sp)
{
  stack_t stack;
  if (words[MEMLB_COUNT_SAVE] == (uint64_t) words)
    return true;
  return sp >= words[MEMLB_COUNT_SP]
	 && mrt_syscall3 (SYS_sigaltstack, NULL, &stack, 0) == 0
	 && !(stack.ss_flags & SS_ONSTACK);
}

/* Counters of SELF for an entry at SP of the nest of DESC, or NULL.  */

static uint64_t *
find_counters (struct mrt_thread *self, const struct memlb_nest *desc,
	       uint64_t sp)
{
  uint64_t **table = table_of (self);
  if (!table)
    return NULL;
  for (uint64_t **p = &table[desc->index];;)
    {
      uint64_t *words = mrt_load (p), *none = NULL;
      if (!words)
	{
	  words = new_counters (self, desc);
	  if (!words)
	    return NULL;
	  if (!__atomic_compare_exchange_n (p, &none, words, false,
					    __ATOMIC_RELEASE,
					    __ATOMIC_RELAXED))
	    words = none;
	}
      if (usable_p (words, sp))
	return words;
      p = (uint64_t **) &words[MEMLB_COUNT_NEXT];
    }
}

/* Let copies on the calling thread, whose state is SELF, find their counters, if
   they can.  */

static bool
publish (struct mrt_thread *self)
{
  uint64_t **table = mrt_load (&self->counts);
  if (mrt_load (&__memlb_rt_gates.counts))
    return true;
  if (!mrt_window_use (self))
    return false;
  /* The state's last thread may have left some.  */
  for (uint32_t i = 0; i < mrt_load (&mrt_n_nests); i++)
    if (table[i])
      mrt_store (&table[i][MEMLB_COUNT_LOOK], 0);
  mrt_store (&__memlb_rt_gates.counts, table);
  return true;
}

/* Handlers that come before the register is saved find the counters not in
   use and leave them so; those that come later use others.  */

uint64_t
mrt_counts_begin (struct mrt_thread *self, const struct memlb_nest *desc,
		  struct mrt_context *ctx, uint64_t sp)
{
  uint64_t *words = find_counters (self, desc, sp);
  if (!words || !publish (self))
    return MRT_GO_ON;
  if (desc->count_reg < MRT_GPRS)
    {
      mrt_store (&words[MEMLB_COUNT_SP], sp);
      mrt_store (&words[MEMLB_COUNT_SAVE], ctx->regs.gpr[desc->count_reg]);
      __atomic_signal_fence (__ATOMIC_SEQ_CST);
    }
  mrt_store (&__memlb_rt_gates.observing,
	     mrt_settings.mode != MRT_MODE_COUNT);
  if (mrt_settings.mode == MRT_MODE_COUNT)
    mrt_store (&words[MEMLB_COUNT_LOOK], mrt_spread_begin (self, desc, words));
  mrt_add (&words[MEMLB_COUNT_ENTRIES], 1);
  mrt_redirect (ctx, (uint64_t) MEMLB_REL (desc->observe_entry));
  return (uint64_t) words;
}

uint64_t
mrt_counts_sum (const uint64_t *words, const struct memlb_nest *desc)
{
  uint64_t sum = 0;
  for (uint32_t k = 0; k < desc->n_counters; k++)
    sum += words[MEMLB_COUNT_FIRST + k];
  return sum;
}

void
mrt_counts_leave (const struct memlb_nest *desc, struct mrt_context *ctx)
{
  if (desc->count_reg >= MRT_GPRS)
    return;
  uint64_t *words = (uint64_t *) ctx->regs.gpr[desc->count_reg];
  ctx->regs.gpr[desc->count_reg] = words[MEMLB_COUNT_SAVE];
  mrt_store (&words[MEMLB_COUNT_SAVE], (uint64_t) words);
}

/* The thread SELF enters the function of DESC for the first time: make its
   counters, which the copy then finds, and count the entry.  Where there can be
   none nobody comes here again soon.  */

static void
begin_procedure (struct mrt_thread *self, const struct memlb_nest *desc)
{
  uint64_t *words = find_counters (self, desc, 0);
  if (words && publish (self))
    mrt_add (&words[MEMLB_COUNT_ENTRIES], 1);
  else
    {
      mrt_window_refuse ("there is no memory for counters");
      mrt_set_gate (self, desc->index, INT32_MAX);
    }
}

/* The copy of the function WHOLE enters the nest of DESC, which it counts.  */

static void
enter_inside (struct mrt_thread *self, const struct memlb_nest *desc,
	      uint32_t whole)
{
  const uint64_t *counters = mrt_counters_of (self, whole);
  uint64_t *words = counters ? find_counters (self, desc, 0) : NULL;
  if (words)
    mrt_spread_inside (self, desc, words, mrt_nest_desc (&mrt_nests[whole]),
		       counters);
}

uint64_t
mrt_count_enter (struct mrt_thread *self, struct mrt_record *rec,
		 const struct memlb_nest *desc, struct mrt_context *ctx)
{
  mrt_set_gate (self, desc->index, 0);
  if (rec->serial != self->serial)
    {
      rec->serial = self->serial;
      mrt_store (&rec->threads, rec->threads + 1);
    }
  if (desc->flags & MEMLB_NEST_PROCEDURE)
    {
      begin_procedure (self, desc);
      return MRT_GO_ON;
    }
  if (mrt_nests[desc->index].procedure)
    {
      enter_inside (self, desc, mrt_nests[desc->index].procedure);
      return MRT_GO_ON;
    }
  if (!desc->observe_entry)
    return MRT_GO_ON;
  return mrt_counts_begin (self, desc, ctx,
			   mrt_user_sp (ctx, mrt_red_zone (desc)));
}

uint64_t *
mrt_counters_of (const struct mrt_thread *t, uint32_t index)
{
  uint64_t **table = __atomic_load_n (&t->counts, __ATOMIC_ACQUIRE);
  return table ? __atomic_load_n (&table[index], __ATOMIC_ACQUIRE) : NULL;
}

void
mrt_counts_bury (const struct memlb_nest *desc, uint32_t index)
{
  size_t n = MEMLB_COUNT_FIRST + (size_t) desc->n_counters;
  struct mrt_nest *nest = &mrt_nests[index];
  if (!nest->former)
    nest->former = mrt_keep (8 * n);
  for (struct mrt_thread *t = mrt_first_thread (); t; t = t->next)
    {
      uint64_t *words = mrt_counters_of (t, index);
      if (!words)
	continue;
      mrt_store (&t->counts[index], NULL);
      for (size_t i = 0; nest->former && i < n; i++)
	nest->former[i] += words[i];
      for (uint32_t site = 0; site < desc->n_sites; site++)
	mrt_pointer_noted (t, desc, site, words);
      mrt_fill (words, 0, 8 * mrt_window_size (desc));
    }
}

void
mrt_counts_reset (struct mrt_thread *self)
{
  for (uint32_t i = 0; self->counts && i < mrt_n_nests; i++)
    {
      const struct memlb_nest *desc = mrt_nest_desc (&mrt_nests[i]);
      uint64_t *former = mrt_nests[i].former;
      if (former)
	mrt_fill (former, 0,
		  8 * (MEMLB_COUNT_FIRST + (size_t) desc->n_counters));
      for (uint64_t *words = self->counts[i]; words && desc;
	   words = (uint64_t *) words[MEMLB_COUNT_NEXT])
	{
	  if (self != mrt_self)
	    words[MEMLB_COUNT_SAVE] = (uint64_t) words;
	  words[MEMLB_COUNT_ENTRIES] = words[MEMLB_COUNT_LOOK] = 0;
	  for (uint32_t k = 0; k < desc->n_counters; k++)
	    words[MEMLB_COUNT_FIRST + k] = 0;
	  if (mrt_settings.mode == MRT_MODE_COUNT && !desc->words)
	    mrt_spread_reset (words, desc);
	  for (uint32_t site = 0; desc->words && site < desc->n_sites; site++)
	    mrt_site_words (desc, site, words)[MEMLB_SITE_NUMBER] = 0;
	}
    }
}

bool
mrt_counts_entered_p (const struct mrt_thread *t, uint32_t index)
{
  const uint64_t *words = mrt_counters_of (t, index);
  const uint64_t *former = mrt_load (&mrt_nests[index].former);
  for (; words;
       words = (const uint64_t *) mrt_load (&words[MEMLB_COUNT_NEXT]))
    if (mrt_load (&words[MEMLB_COUNT_ENTRIES]))
      return true;
  return former && former[MEMLB_COUNT_ENTRIES];
}
