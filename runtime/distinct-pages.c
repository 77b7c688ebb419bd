/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Pages of which none delays another.

   Where a load has the same place in its page as a store shortly before it, the
   processor compares no more than a part of the rest of their addresses at first,
   and lets the load wait if that is equal.  On AMD's Zen 4 it is four bits made of the
   physical address: 16 classes of pages.  A vector of 64 bytes waits for 15 cycles
   then, others for one.  What a copy stores to and what it loads are in a dozen pages,
   so that one program in sixteen had a bound of a loop that was more than twice as
   high as in the others (doc/fidelity.md, Pages).

   Which pages those are can be had by trying.  Where all pages delay one another, as
   on processors that compare the places alone, or none does, nothing is done.  */

#include "distinct-pages.h"
#include "arch.h"
#include "runtime.h"

#include <sys/mman.h>
#include <sys/syscall.h>

#define PAGE 4096

/* Stores and loads of a trial, and trials of which the quickest counts.  */
#define ROUNDS 128
#define TRIALS 3

/* Most pages taken in exchange, in all; and for the second page, which the first
   delays in vain where all pages do.  */
#define MOST_DRAWS 128
#define IN_VAIN 6

/* How often all pages are gone through: a trial can be disturbed.  */
#define SWEEPS 2

/* Ticks of storing to A and loading from B, in turns.  */

static uint64_t
ticks_of (volatile char *a, const volatile char *b)
{
  uint64_t least = UINT64_MAX;
  for (unsigned t = 0; t < TRIALS; t++)
    {
      uint64_t begin = mrt_clock ();
      for (unsigned i = 0; i < ROUNDS; i++)
	{
	  a[0] = 0;
	  (void) b[0];
	  a[8] = 0;
	  (void) b[8];
	}
      least = MRT_MIN (least, mrt_elapsed (begin, mrt_clock ()));
    }
  return least;
}

bool
mrt_delays_p (char *store, char *load)
{
  /* On Zen 4 a round takes 3.6 ticks instead of 1.2, and reading the clock as long as
     some dozens of them.  */
  return 2 * ticks_of (store, load) > 3 * ticks_of (store, load + PAGE / 2);
}

/* True if one of the N pages at PAGES delays PAGE, by DELAYS.  */

static bool
delayed_p (char *const *pages, unsigned n, char *page, mrt_delays *delays)
{
  for (unsigned i = 0; i < n; i++)
    if (delays (pages[i], page))
      return true;
  return false;
}

/* Give PAGE other memory.  What is given back comes again at once, unless OTHER
   takes it, which has had none.  */

static void
exchange (char *page, volatile char *other, int advice)
{
  mrt_syscall3 (SYS_madvise, page, PAGE, advice);
  *other = 0;
  *(volatile char *) page = 0;
}

/* Go through the N pages at PAGES once; OTHERS are pages to take in exchange, of
   which *TAKEN are used.  False when there is no use in going on.  */

static bool
sweep (char *const *pages, unsigned n, char *others, unsigned *taken,
       int advice, mrt_delays *delays)
{
  unsigned draws = 0;
  for (unsigned i = 1; i < n; i++)
    while (delayed_p (pages, i, pages[i], delays))
      {
	if (*taken == MOST_DRAWS || (i == 1 && draws++ == IN_VAIN))
	  return false;
	exchange (pages[i], others + (*taken)++ * PAGE, advice);
      }
  return true;
}

unsigned
mrt_distinct_pages (char *const *pages, unsigned n, int advice,
		    mrt_delays *delays)
{
  unsigned taken = 0;
  char *others = mrt_map (MOST_DRAWS * PAGE, PAGE);
  if (!others)
    return 0;
  for (unsigned i = 0; i < n; i++)
    *(volatile char *) pages[i] = 0;
  for (unsigned i = 0;
       i < SWEEPS && sweep (pages, n, others, &taken, advice, delays); i++)
    ;
  mrt_unmap (others, MOST_DRAWS * PAGE);
  return taken;
}
