/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Calls through pointers in functions that count.  */
#ifndef MRT_POINTERS_H
#define MRT_POINTERS_H

#include "module.h"
#include "thread.h"

/* Calls of one function from the end of one block, or of another one that it is
   passed to there; or bytes that are passed, then without function.  */
struct mrt_pointer_row
{
  uint32_t nest;		/* number of the whole function that calls, */
  uint32_t block;		/* and row of its block_table, perhaps with
				   MEMLB_POINTER_* */
  uint32_t to;			/* number of the one that is called; 0 if that is
				   not counted */
  uint64_t function;		/* its address */
  uint64_t calls;
};

#define MRT_POINTER_ROWS 4096

/* A hash table of rows, which are added and never taken away.  */
struct mrt_pointers
{
  uint32_t n;			/* rows taken, or that were wanted beyond them */
  uint32_t slots[2 * MRT_POINTER_ROWS]; /* number of a row + 1, or 0 */
  struct mrt_pointer_row rows[MRT_POINTER_ROWS];
};

/* The words of SITE of the whole function of DESC, whose counters are at WORDS.  */
static inline uint64_t *
mrt_site_words (const struct memlb_nest *desc, uint32_t site, uint64_t *words)
{
  return words + MEMLB_COUNT_FIRST + desc->n_counters
	 + MEMLB_SITE_WORDS * (uint64_t) site;
}

/* Entry of assembly (__memlb_rt_pointer): the calling thread calls the function at
   address VALUE, or passes that, at the place that the two instructions at SITE tell,
   and has not done so the last time.  Context: any thread, any signal.  */
void mrt_pointer_called (const unsigned char *site, uint64_t value);

/* Enter what the words of SITE of the whole function of DESC say, among those at
   WORDS, into the table of SELF.  Context: as before, or when the function is not
   executed.  */
void mrt_pointer_noted (struct mrt_thread *self, const struct memlb_nest *desc,
			uint32_t site, uint64_t *words);

/* Forget what SELF called.  Context: a forked child.  */
void mrt_pointers_reset (struct mrt_thread *self);

/* What all threads called so far, or NULL: nothing, or there is no memory.
   Context: exit.  */
struct mrt_pointers *mrt_pointers_sum (void);
void mrt_pointers_free (struct mrt_pointers *sum);

#endif
