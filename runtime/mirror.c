/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Mirrors.

   A page of the mirror lies DISTANCE from the user's page that it stands for;
   that is the base of a segment while a copy runs. Pages are duplicates of those
   of one shared mapping, made by mremap, which needs no file.

   Many more than fit the first-level cache's sets would not help: PAGES of them
   leave room for the copy's frame. What is not among the first PAGES that a
   thread came to is folded onto them, page by page: what is read first onto those
   that were read first, and what is written first onto the others, where there are
   both. So results do not come among what is only read. (Exponentials that were
   stored among the numbers that they are of soon overflowed.) Nor do integers come
   among floating point, as far as the first instruction that comes to a page tells:
   read as such, they are next to zero or no number at all. Of a nest that has got
   such values all the same, for instance since records hold both, each page is folded
   onto one that the same instruction came to first, so that it is of the same array;
   or else, onto the nearest in the program.  That takes a mapping for each page.

   Weakness: where memory is folded, the copy reaches a line by several addresses,
   which some processors take for different lines, goes from page to page, and misses
   address translations where there are many; such a bound is told as one that is too
   high. So many pages are counted as resident, though they are few, that large mirrors
   are given back after each sample. Memory at low and at high addresses has no mirror
   where addresses are not random; nor has high memory, as the stack is, where the
   base of a segment cannot be negative.  */

#include "mirror.h"
#include "address-space.h"
#include "distinct-pages.h"
#include "module.h"
#include "runtime.h"
#include "settings.h"

#include <sys/mman.h>

#define PAGE 4096
#define PAGES 6

/* How far from user's pages the mirror is tried, one after the other: below, or
   above where they lie too low for that; then nearer, where some lie so high that
   there is nothing above.  What is mapped lies 16 GB below the end of addresses
   at the least, but the stack, up to 16 GB below it, or 128 MB where addresses are
   not random: then low memory and high has no mirror.  */
static const uint64_t distances[]
  = { -((uint64_t) 1 << 38), -((uint64_t) 1 << 42), (uint64_t) 1 << 36,
      (uint64_t) 1 << 33 };

/* The same where nothing can be below: nearer first, for the stack's sake, but
   farther than what must be clear on both sides (address-space.c).  */
static const uint64_t distances_above[]
  = { (uint64_t) 1 << 31, (uint64_t) 1 << 33, (uint64_t) 1 << 36 };

#define COUNT_OF(A) (sizeof (A) / sizeof *(A))

/* mrt_nest's mirror where all places are used up.  */
#define NOWHERE UINT32_MAX

/* Most pages of a mirror, and those from which on it is given back.  */
#define MOST_PAGES 32768
#define LARGE_PAGES 256

/* Mappings from which on what is written is not kept apart from what is read: a
   process can have 65,530, of which the program wants some.  */
#define MOST_APART 4096

/* Places apart that a loop which fits the first-level cache does not use.  */
#define FEW_GROUPS 16

/* mrt_nest's wanders of a nest whose samples find an empty mirror; and of one that uses
   as many places in one sample, so that this would not help.  */
#define WANDERS 1
#define WIDE 2

/* Parts of memory that one can have.  */
#define MOST_RANGES 64

/* Runs with values that no original has, until it is given up.  */
#define MOST_STRAYED 8

/* Loads in a hundred that must have been seen to wait; and to do so for a short row of a
   loop that carries no value.  */
#define WAITING 1
#define WAITING_IN_ROWS 10

/* Entries take as long if those count that may wait in the store queue: a mirror
   makes so few samples of shorter ones affordable that they say less.  */
#define QUEUED_NS 10000

struct mrt_mirror
{
  char *pages;			/* PAGES of them, shared */
  uint64_t distance;		/* from the user's addresses, modulo 2^64 */
  uint64_t first[PAGES];	/* user's pages that have a page of their own; */
  const unsigned char *insn[PAGES]; /* what has come to them first, */
  bool integers[PAGES];		/* and whether for integers; */
  uint32_t n_read;		/* so many read first, from the lowest on, */
  uint32_t n_written;		/* and so many written first, from the highest */
  uint32_t mapped;		/* pages in all */
  uint32_t groups;		/* mapped together: of each at least one is used; */
  uint32_t groups_before;	/* by samples before the one that is taken */
  bool fitting;			/* it is for a nest that FEW_GROUPS must do for */
  bool sampling;		/* a sample is being taken */
  uint32_t index;		/* of the nest that it was used for last */
  bool nearest;			/* pages are folded onto the nearest, and those
				   with a page of their own are this nest's */
  bool grown;			/* the last copy has made it larger */
  bool refused;			/* or could not do so */
  uint64_t base_before;		/* the segment's base, the program's */
  uint64_t inode;		/* of PAGES' object */
  struct mrt_address_space space;
  uint32_t n_ranges;
  struct { uint64_t begin, end; } ranges[MOST_RANGES];
};

/* The distance after the PLACE, of mrt_nest's mirror, that were of no use; 0 if
   there is none left.  */

static uint64_t
distance_of (uint32_t place)
{
  return mrt_segment_signed
	 ? (place < COUNT_OF (distances) ? distances[place] : 0)
	 : place < COUNT_OF (distances_above) ? distances_above[place] : 0;
}

/* That of nest INDEX.  */

static uint64_t
distance (uint32_t index)
{
  return distance_of (mrt_load (&mrt_nests[index].mirror));
}

/* True if enough loads of NEST, whose entries are in REC, have been seen to read what
   was stored not long before.  */

static bool
waiting_p (const struct mrt_nest *nest, const struct mrt_record *rec)
{
  uint64_t waiting = mrt_load (&nest->waiting);
  if (mrt_ticks_to_ns (mrt_mean (rec)) >= QUEUED_NS)
    waiting += mrt_load (&nest->queued);
  uint64_t loads = mrt_load (&nest->loads);
  return 100 * waiting > WAITING * loads
	 || 100 * (uint64_t) mrt_load (&nest->in_rows) > WAITING_IN_ROWS * loads;
}

/* True if nest INDEX has a copy that can have a mirror.  */

static bool
possible_p (uint32_t index)
{
  const struct memlb_nest *desc = mrt_nests[index].desc;
  return (desc->mirror_entry || desc->n_calls) && mrt_segment_free
	 && distance (index);
}

bool
mrt_mirror_wanted_p (uint32_t index, const struct mrt_record *rec)
{
  const struct mrt_nest *nest = &mrt_nests[index];
  if (!possible_p (index))
    return false;
  return nest->desc->n_calls ? true
	 : mrt_settings.torture ? rec->bound_runs % 2 == 0
	 : waiting_p (nest, rec);
}

bool
mrt_mirror_fits_p (uint32_t index, const struct mrt_record *rec)
{
  const struct mrt_nest *nest = &mrt_nests[index];
  return possible_p (index) && !nest->desc->n_calls && !mrt_settings.torture
	 && !mrt_load (&nest->large)
	 && mrt_load (&nest->observer) == MRT_OBSERVER_DONE
	 && mrt_ticks_to_ns (mrt_mean (rec)) >= QUEUED_NS
	 && !waiting_p (nest, rec);
}

static void
give_back (struct mrt_mirror *m)
{
  for (uint32_t i = 0; i < m->n_ranges; i++)
    mrt_unmap ((void *) m->ranges[i].begin,
	       m->ranges[i].end - m->ranges[i].begin);
  m->n_ranges = m->n_read = m->n_written = m->mapped = m->groups = 0;
}

static struct mrt_mirror *
make (void)
{
  struct mrt_mirror *m = mrt_map (sizeof *m, PAGE);
  if (!m)
    return NULL;
  long p = mrt_syscall6 (SYS_mmap, 0, PAGES * PAGE, PROT_READ | PROT_WRITE,
			 MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  m->pages = p < 0 && p > -PAGE ? NULL : (char *) p;
  if (!m->pages)
    return m;
  char *pages[PAGES];
  for (unsigned i = 0; i < PAGES; i++)
    pages[i] = m->pages + i * PAGE;
  if (!mrt_settings.torture)
    mrt_distinct_pages (pages, PAGES, MADV_REMOVE, mrt_delays_p);
  mrt_store (&m->inode, mrt_mapped_inode (&m->space, (uint64_t) p));
  return m;
}

/* Enter the range from BEGIN to END into M; false if there are too many.  */

static bool
add_range (struct mrt_mirror *m, uint64_t begin, uint64_t end)
{
  for (uint32_t i = 0; i < m->n_ranges; i++)
    if (m->ranges[i].end == begin || m->ranges[i].begin == end)
      {
	m->ranges[i].begin = MRT_MIN (m->ranges[i].begin, begin);
	m->ranges[i].end = MRT_MAX (m->ranges[i].end, end);
	return true;
      }
  if (m->n_ranges == MOST_RANGES)
    return false;
  m->ranges[m->n_ranges].begin = begin;
  m->ranges[m->n_ranges++].end = end;
  return true;
}

/* Linux 5.14; where it is not known pages come by their faults, at 10 us each in some
   virtual machines, where this takes 1.  */
#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23
#endif

/* Map N of M's pages from number FIRST on at AT, if there is nothing.  */

static bool
map (struct mrt_mirror *m, uint64_t at, uint32_t first, uint32_t n)
{
  long p = mrt_syscall6 (SYS_mmap, (long) at, n * PAGE, PROT_NONE,
			 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE
			 | MAP_FIXED_NOREPLACE, -1, 0);
  if (p < 0 && p > -PAGE)
    return false;
  if (p == (long) at)
    p = mrt_syscall6 (SYS_mremap, (long) (m->pages + first * PAGE), 0, n * PAGE,
		      MREMAP_MAYMOVE | MREMAP_FIXED, (long) at, 0);
  if (p != (long) at || !add_range (m, at, at + n * PAGE))
    {
      mrt_unmap ((void *) (p == (long) at || p < 0 ? (long) at : p), n * PAGE);
      return false;
    }
  mrt_syscall3 (SYS_madvise, (long) at, n * PAGE, MADV_POPULATE_WRITE);
  m->mapped += n;
  m->groups++;
  return true;
}

/* Give PAGE of M, that INSN has WRITTEN or read first, a page of its own.  */

static bool
map_first (struct mrt_mirror *m, uint64_t page, const unsigned char *insn,
	   bool written)
{
  uint32_t number = written ? PAGES - 1 - m->n_written : m->n_read;
  if (!map (m, page, number, 1))
    return false;
  m->first[number] = page - m->distance;
  m->insn[number] = insn;
  m->integers[number] = mrt_integer_access_p (insn);
  *(written ? &m->n_written : &m->n_read) += 1;
  return true;
}

/* Of the *N pages of M from number *BEGIN on let *N and *BEGIN be the longest row of
   those that hold INTEGERS, or do not.  False if there is none.  */

static bool
longest_row (const struct mrt_mirror *m, uint32_t *begin, uint32_t *n,
	     bool integers)
{
  uint32_t best = 0, at = *begin, row = 0;
  for (uint32_t i = *begin; i < *begin + *n; i++)
    {
      row = m->integers[i] == integers ? row + 1 : 0;
      if (row > best)
	{
	  best = row;
	  at = i + 1 - row;
	}
    }
  if (!best)
    return false;
  *begin = at;
  *n = best;
  return true;
}

/* Fold PAGE of M, that INSN has WRITTEN or read first, onto the nearest of those that
   it came to first; if there are none, of those that were written or read.  */

static bool
map_nearest (struct mrt_mirror *m, uint64_t page, const unsigned char *insn,
	     bool written)
{
  uint64_t user = page - m->distance, least = UINT64_MAX;
  uint32_t number = 0;
  unsigned best = 0;
  for (uint32_t i = 0; i < PAGES; i++)
    {
      bool like = written ? i >= PAGES - m->n_written : i < m->n_read;
      unsigned fit = m->insn[i] == insn ? 2 : like;
      uint64_t d = user > m->first[i] ? user - m->first[i] : m->first[i] - user;
      if (fit > best || (fit == best && d < least))
	{
	  best = fit;
	  least = d;
	  number = i;
	}
    }
  return map (m, page, number, 1);
}

/* Fold PAGE of M, that INSN has WRITTEN or read first, onto others of that kind, with
   those beside it that lead to the others of these.  */

static bool
map_folded (struct mrt_mirror *m, uint64_t page, const unsigned char *insn,
	    bool written)
{
  bool integers = mrt_integer_access_p (insn);
  uint32_t n = written ? m->n_written : m->n_read;
  uint32_t begin = written ? PAGES - n : 0;
  if (m->nearest && m->groups < MOST_APART)
    return map_nearest (m, page, insn, written);
  if (m->groups >= MOST_APART || !longest_row (m, &begin, &n, integers))
    {
      begin = 0;
      n = PAGES;
      if (m->groups < MOST_APART)
	longest_row (m, &begin, &n, integers);
    }
  uint32_t number = (uint32_t) (page / PAGE % n);
  return map (m, page - number * PAGE, begin, n)
	 || map (m, page, begin + number, 1);
}

/* True if another page of M, WRITTEN or read first, gets one of its own.  Where pages
   are folded onto the nearest one is kept for what is written, or read.  */

static bool
own_left_p (const struct mrt_mirror *m, bool written)
{
  uint32_t left = PAGES - m->n_read - m->n_written;
  bool kept = m->nearest && !(written ? m->n_read : m->n_written);
  return left > kept;
}

bool
mrt_mirror_map (struct mrt_thread *self, uint64_t address,
		const unsigned char *insn, bool written)
{
  struct mrt_mirror *m = self->mirror;
  uint64_t page = address & ~(uint64_t) (PAGE - 1);
  unsigned char there;
  if (!m || !self->mirrored || !page)
    return false;
  /* Where the program has nothing its loops have no business, either.  */
  if (mrt_syscall3 (SYS_mincore, (long) (page - m->distance), PAGE,
		    (long) &there))
    return false;
  m->refused = m->mapped >= MOST_PAGES
	       || (m->fitting && m->groups >= FEW_GROUPS);
  if (m->refused)
    return false;
  m->grown = true;
  m->refused = !(own_left_p (m, written)
		 ? map_first (m, page, insn, written)
		 : map_folded (m, page, insn, written));
  return !m->refused;
}

/* Fill the pages of M that are some user's page's own.  By the addresses that
   the copy uses: some processors find lines by them.  */

static void
refresh (const struct mrt_mirror *m)
{
  for (uint32_t i = 0; i < PAGES; i++)
    if (i < m->n_read || i >= PAGES - m->n_written)
      mrt_guarded_copy ((void *) (m->first[i] + m->distance),
			(const void *) m->first[i], PAGE);
}

/* True if INODE is that of some thread's mirror.  */

static bool
mirror_p (uint64_t inode)
{
  for (const struct mrt_thread *t = mrt_first_thread (); t; t = t->next)
    {
      const struct mrt_mirror *m = mrt_load (&t->mirror);
      if (m && mrt_load (&m->inode) == inode)
	return true;
    }
  return false;
}

/* True if M's distance leads to nothing but mirrors; sets *KNOWN_P to false if
   that cannot be told.  A page of another thread's may be half mapped when the
   list is read.  */

static bool
clear_p (struct mrt_mirror *m, bool *known_p)
{
  for (int tries = 0; tries < 3; tries++)
    {
      *known_p = m->inode && mrt_address_space_read (&m->space, mirror_p);
      if (!*known_p
	  || mrt_address_space_free_p (&m->space, (int64_t) m->distance))
	return *known_p;
      m->space.when = 0;
    }
  return false;
}

bool
mrt_mirror_begin (struct mrt_thread *self, uint32_t index, bool fitting)
{
  if (!self->mirror)
    self->mirror = make ();
  struct mrt_mirror *m = self->mirror;
  uint64_t next = distance (index);
  bool known;
  if (!m || !m->pages || !next)
    return false;
  bool nearest = mrt_load (&mrt_nests[index].nearest);
  if (m->distance != next || m->nearest != nearest || m->fitting != fitting
      || ((nearest || fitting) && m->index != index)
      || (!m->sampling && mrt_load (&mrt_nests[index].wanders) == WANDERS))
    give_back (m);
  if (!m->sampling)
    m->groups_before = m->groups;
  m->sampling = true;
  m->distance = next;
  m->nearest = nearest;
  m->fitting = fitting;
  m->index = index;
  if (!clear_p (m, &known))
    {
      if (known)
	mrt_mirror_failed (self, index);
      return false;
    }
  refresh (m);
  m->base_before = mrt_segment_base ();
  m->grown = m->refused = false;
  self->mirror_distance = m->distance;
  mrt_set_segment_base (m->distance);
  return true;
}

void
mrt_mirror_end (struct mrt_thread *self)
{
  mrt_set_segment_base (self->mirror->base_before);
}

bool
mrt_mirror_grown_p (const struct mrt_thread *self)
{
  return self->mirrored && self->mirror->grown;
}

bool
mrt_mirror_refused_p (const struct mrt_thread *self)
{
  return self->mirror->refused;
}

bool
mrt_mirror_folded_p (const struct mrt_thread *self)
{
  return self->mirrored && self->mirror->groups > FEW_GROUPS;
}

void
mrt_mirror_failed (struct mrt_thread *self, uint32_t index)
{
  uint32_t place = mrt_load (&mrt_nests[index].mirror);
  uint64_t next = distance_of (place);
  /* Unless another thread has found that before.  */
  if (next && next == self->mirror->distance)
    mrt_store (&mrt_nests[index].mirror, place + 1);
  give_back (self->mirror);
}

bool
mrt_mirror_nearer (uint32_t index)
{
  return !__atomic_exchange_n (&mrt_nests[index].nearest, 1, __ATOMIC_RELAXED);
}

void
mrt_mirror_strayed (struct mrt_thread *self, uint32_t index)
{
  struct mrt_nest *nest = &mrt_nests[index];
  mrt_add (&nest->strayed, 1);
  if (mrt_load (&nest->strayed) >= MOST_STRAYED)
    mrt_store (&nest->mirror, NOWHERE);
  give_back (self->mirror);
}

void
mrt_mirror_never_fits (struct mrt_thread *self, uint32_t index)
{
  mrt_store (&mrt_nests[index].large, 1);
  give_back (self->mirror);
}

bool
mrt_mirror_emptied_p (struct mrt_thread *self, uint32_t index)
{
  struct mrt_mirror *m = self->mirror;
  if (!m->groups_before)
    return false;
  mrt_store (&mrt_nests[index].wanders, WANDERS);
  give_back (m);
  m->groups_before = 0;
  return true;
}

void
mrt_mirror_end_sample (struct mrt_thread *self)
{
  struct mrt_mirror *m = self->mirror;
  if (!m->sampling)
    return;
  m->sampling = false;
  if (m->groups > FEW_GROUPS)
    {
      uint32_t *wanders = &mrt_nests[m->index].wanders;
      if (!mrt_load (wanders) && m->groups_before
	  && m->groups > m->groups_before)
	mrt_store (wanders, WANDERS);
      else if (!m->groups_before)
	mrt_store (wanders, WIDE);
    }
  if (m->mapped >= LARGE_PAGES && !m->grown)
    give_back (m);
}

void
mrt_mirror_forked (struct mrt_thread *t)
{
  if (!t->mirror)
    return;
  give_back (t->mirror);
  if (t->mirror->pages)
    mrt_unmap (t->mirror->pages, PAGES * PAGE);
  mrt_unmap (t->mirror, sizeof *t->mirror);
  t->mirror = NULL;
}
