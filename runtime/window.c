/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Where the copies of whole functions count.

   A counter of theirs is changed by one instruction, which needs no register:

	addq $1, %gs:WORDS(%eip)

   WORDS lie in the module, but nothing is there: of their address the lower 32
   bits are added to the base of the segment, which is the thread's own.  So each
   thread has a window of 4 GB of addresses, and of memory what it counts in.

   A new thread has the segment of the one that made it, so that nothing may be
   counted before mrt_window_use; gates see to that.

   Weakness: a program that uses the segment for itself cannot be counted, which is
   told; one that begins to do so while it is counted crashes.  */

#include "window.h"
#include "count.h"

#include <sys/mman.h>

#define WHOLE ((uint64_t) 1 << 32)

/* So much is made accessible at once.  */
#define STEP 0x10000

/* Behind what Linux has mappings of programs at, and before what it has those of
   libraries at.  */
#define FAR ((uint64_t) 1 << 45)

/* Modules with a range of their own, where addresses are limited.  */
#define RANGES 16

struct mrt_window
{
  uint64_t base;		/* of the segment */
  uint32_t claimed;		/* ranges in use, or about to be */
  struct { uint64_t begin, end; } ranges[RANGES]; /* reserved, less the base */
};

/* The counters of DESC, less the base: from *BEGIN to *END.  */

static void
find_place (const struct memlb_nest *desc, uint64_t *begin, uint64_t *end)
{
  *begin = (uint32_t) (uintptr_t) MEMLB_REL (desc->words);
  *end = *begin + 8 * mrt_window_size (desc);
}

/* All those of M, in whole steps.  */

static void
find_range (const struct mrt_module *m, uint64_t *begin, uint64_t *end)
{
  *begin = WHOLE;
  *end = 0;
  for (uint32_t i = m->first; i < m->first + m->n; i++)
    {
      const struct memlb_nest *desc = mrt_nest_desc (&mrt_nests[i]);
      uint64_t from, to;
      if (!desc || !desc->words)
	continue;
      find_place (desc, &from, &to);
      *begin = MRT_MIN (*begin, from & -(uint64_t) STEP);
      *end = MRT_MAX (*end, (to + STEP - 1) & -(uint64_t) STEP);
    }
  *end = MRT_MIN (*end, WHOLE);
}

/* Reserve the range from BEGIN to END for W; anywhere, if W has no base yet.  */

static bool
reserve (struct mrt_window *w, uint64_t begin, uint64_t end)
{
  uint64_t at = w->base ? w->base + begin : 0;
  uint32_t k = __atomic_fetch_add (&w->claimed, 1, __ATOMIC_RELAXED);
  if (k >= RANGES)
    return false;
  long p = mrt_syscall6 (SYS_mmap, (long) at, (long) (end - begin), PROT_NONE,
			 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE
			 | (at ? MAP_FIXED_NOREPLACE : 0), -1, 0);
  if (p < 0 && p > -4096)
    return false;
  if ((at && (uint64_t) p != at) || (uint64_t) p <= begin)
    {
      mrt_unmap ((void *) p, end - begin);
      return false;
    }
  mrt_syscall3 (SYS_madvise, p, end - begin, MADV_DONTDUMP);
  w->base = (uint64_t) p - begin;
  w->ranges[k].begin = begin;
  mrt_store (&w->ranges[k].end, end);
  return true;
}

/* Reserve what the counters of DESC and of all of its module need for W.  */

static bool
reserve_for (struct mrt_window *w, const struct memlb_nest *desc)
{
  uint64_t begin, end;
  find_range (mrt_nests[desc->index].module, &begin, &end);
  return reserve (w, begin, end);
}

/* SELF's window, or NULL.  Where the program's addresses are limited it is where
   nobody else has any, and reserved module by module.  A signal handler may come in
   between.  */

static struct mrt_window *
window_of (struct mrt_thread *self)
{
  static uint64_t far = FAR;
  struct mrt_window *w = mrt_load (&self->window), *none = NULL;
  if (w)
    return w;
  w = (struct mrt_window *) mrt_count_words (self, (sizeof *w + 7) / 8);
  if (!w)
    return NULL;
  if (!reserve (w, 0, WHOLE))
    w->base = __atomic_fetch_add (&far, 2 * WHOLE, __ATOMIC_RELAXED);
  if (!__atomic_compare_exchange_n (&self->window, &none, w, false,
				    __ATOMIC_RELEASE, __ATOMIC_RELAXED))
    {
      for (uint32_t k = 0; k < RANGES; k++)
	if (w->ranges[k].end)
	  mrt_unmap ((void *) (w->base + w->ranges[k].begin),
		     w->ranges[k].end - w->ranges[k].begin);
      w = none;
    }
  return w;
}

/* Make the counters of W from BEGIN to END accessible, if they lie in one of its
   ranges.  */

static bool
make_accessible (struct mrt_window *w, uint64_t begin, uint64_t end)
{
  for (uint32_t k = 0; k < RANGES; k++)
    if (begin >= w->ranges[k].begin && end <= mrt_load (&w->ranges[k].end))
      {
	uint64_t from = begin & -(uint64_t) STEP;
	uint64_t to
	  = MRT_MIN ((end + STEP - 1) & -(uint64_t) STEP, w->ranges[k].end);
	return mrt_syscall3 (SYS_mprotect, w->base + from, to - from,
			     PROT_READ | PROT_WRITE) == 0;
      }
  return false;
}

/* True if BASE is that of some thread's window.  */

static bool
window_base_p (uint64_t base)
{
  for (const struct mrt_thread *t = mrt_first_thread (); t; t = t->next)
    {
      const struct mrt_window *w = __atomic_load_n (&t->window, __ATOMIC_ACQUIRE);
      if (w && w->base == base)
	return true;
    }
  return false;
}

bool
mrt_window_refuse (const char *why)
{
  static bool said;
  if (!__atomic_exchange_n (&said, true, __ATOMIC_RELAXED))
    mrt_message ("whole functions are not counted: ", why, NULL);
  mrt_store (&mrt_uncounted, true);
  return false;
}

bool
mrt_window_use (struct mrt_thread *self)
{
  const struct mrt_window *w = mrt_load (&self->window);
  uint64_t base;
  if (!w)
    return true;
  bool known = mrt_ask_segment_base (&base);
  if (known && base == w->base)
    return true;
  if (known && base && !window_base_p (base))
    return mrt_window_refuse ("the program uses segment gs");
  return ((known && mrt_put_segment_base (w->base))
	  || mrt_window_refuse ("the system lets nobody set the base of"
				" segment gs"));
}

uint64_t *
mrt_window_words (struct mrt_thread *self, const struct memlb_nest *desc)
{
  struct mrt_window *w = window_of (self);
  uint64_t begin, end;
  find_place (desc, &begin, &end);
  if (!w
      || !(make_accessible (w, begin, end)
	   || (reserve_for (w, desc) && make_accessible (w, begin, end))))
    {
      mrt_window_refuse ("there is no memory for counters");
      return NULL;
    }
  return mrt_window_use (self) ? (uint64_t *) (w->base + begin) : NULL;
}
