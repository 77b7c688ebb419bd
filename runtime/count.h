/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Counts of blocks: every thread has counters of its own for each nest, which
   the observe copy changes.  A nest's counters, MEMLB_COUNT_*, are words.  */
#ifndef MRT_COUNT_H
#define MRT_COUNT_H

#include "module.h"
#include "thread.h"

/* Let the entry at CTX of the nest of DESC, at stack pointer SP, go on in the
   observe copy: what mrt_enter returns.  Context: as mrt_enter.  */
uint64_t mrt_counts_begin (struct mrt_thread *self,
			   const struct memlb_nest *desc,
			   struct mrt_context *ctx, uint64_t sp);

/* How many of the counters WORDS of DESC have counted, all in all: a measure of
   how far a nest has come, since every way round a loop has one of them.
   Context: as mrt_enter.  */
uint64_t mrt_counts_sum (const uint64_t *words,
			 const struct memlb_nest *desc);

/* The observe copy of DESC is left at CTX for the original: give the register
   of the counters its value back.  Context: as mrt_observe.  */
void mrt_counts_leave (const struct memlb_nest *desc,
		       struct mrt_context *ctx);

/* The entry at CTX of the nest of DESC in mode `count', counted already in
   REC: what mrt_enter returns.  Context: as mrt_enter.  */
uint64_t mrt_count_enter (struct mrt_thread *self, struct mrt_record *rec,
			  const struct memlb_nest *desc,
			  struct mrt_context *ctx);

/* The counters of thread T for nest INDEX, or NULL.  Context: any.  */
uint64_t *mrt_counters_of (const struct mrt_thread *t, uint32_t index);

/* Zeroed space for N words of SELF that lasts, or NULL.  Context: as
   mrt_enter.  */
uint64_t *mrt_count_words (struct mrt_thread *self, uint64_t n);

/* How many words a nest has for the iterations of its entries, behind its
   counters.  */
uint32_t mrt_spread_words (void);

/* An entry of the nest of DESC, which counts in WORDS, begins: note the
   iterations of the one before.  Returns how many entries after this one need not be
   looked at.  Context: as mrt_enter.  */
uint32_t mrt_spread_begin (struct mrt_thread *self, const struct memlb_nest *desc,
		       uint64_t *words);

/* The same in the copy of the function of WHOLE, with the counters COUNTERS,
   which holds the nest; WORDS are the nest's own.  */
void mrt_spread_inside (struct mrt_thread *self,
			const struct memlb_nest *desc, uint64_t *words,
			const struct memlb_nest *whole,
			const uint64_t *counters);

/* The entries of nest INDEX of DESC are over, as far as its whole function counts
   them.  Context: dlclose.  */
void mrt_spread_end (const struct memlb_nest *desc, uint32_t index);

/* Forget the entries of the nest of DESC with WORDS.  Context: a forked
   child.  */
void mrt_spread_reset (uint64_t *words, const struct memlb_nest *desc);

/* The module of nest INDEX, the whole function of DESC, is unloaded: keep its
   counts, since others may count in the same place.  Context: dlclose.  */
void mrt_counts_bury (const struct memlb_nest *desc, uint32_t index);

/* Set when the counts are not all there.  */
extern bool mrt_uncounted __attribute__ ((visibility ("hidden")));

/* Set all counters of SELF to zero, and those of modules that were unloaded.
   Context: a forked child.  */
void mrt_counts_reset (struct mrt_thread *self);

/* True if thread T has entered nest INDEX's copy that counts.  Context: exit.  */
bool mrt_counts_entered_p (const struct mrt_thread *t, uint32_t index);

/* What a nest's counters say, summed over threads.  */
struct mrt_counts
{
  uint64_t entries;		/* into the observe copy */
  uint64_t open;		/* of these, not left by an exit edge */
  uint64_t cold;		/* went on in the original, in a cold block */
  uint64_t *blocks;		/* executions, as the descriptor's block_table */
  uint64_t *edges;
  uint64_t iterations;		/* of the outermost loop */
  uint64_t least, most;		/* of one entry, of those LOOKED at */
  uint64_t looked;
  void *memory;			/* of the arrays, or NULL: all counts are 0 */
  size_t bytes;
};

/* Find the counts of nest INDEX of descriptor DESC; false if it has none.  Where
   nothing was counted there are no arrays.
   Context: exit.  */
bool mrt_counts_solve (struct mrt_counts *counts,
		       const struct memlb_nest *desc, uint32_t index);
void mrt_counts_free (struct mrt_counts *counts);

/* Forget what was found so far; before a profile is written, and behind it.
   Context: exit.  */
void mrt_counts_forget (void);

/* A counter of a sum.  */
struct mrt_term
{
  uint32_t word;		/* of a thread's words of the nest */
  int32_t sign;
};

/* Find the *N TERMS, room for all counters and one more, whose sum is how
   often the outermost loop of DESC was iterated, among the counters of
   COUNTING: DESC itself, or its whole function; *EARLY is what that is too
   much while an entry has come to the loop's header.  False where they are not
   to be had.  Context: as mrt_enter.  */
bool mrt_counts_terms (const struct memlb_nest *desc,
		       const struct memlb_nest *counting,
		       struct mrt_term *terms, uint32_t *n, int64_t *early);

/* Add to COUNTS the iterations of the entries of nest INDEX of DESC.
   Context: exit.  */
void mrt_spread_sum (struct mrt_counts *counts, const struct memlb_nest *desc,
		     uint32_t index);

/* What the nest of DESC takes by COUNTS, in cycles: by the compiler's model
   of the machine, and what no machine beats.  */
void mrt_counts_ideal (const struct mrt_counts *counts,
		       const struct memlb_nest *desc, double *ideal,
		       double *least);

/* How often the loop whose header is block HEADER of DESC was iterated.  */
uint64_t mrt_iterations (const struct mrt_counts *counts,
			 const struct memlb_nest *desc, uint32_t header);

#endif
