/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Where the slots of address webs lie.

   The slots of an address web move with the value of its register.  By
   itself a web's slots lie where as few as possible are across cache lines.
   Two things of the original are kept:
   - references that are always near to one another, like a(i-1) and a(i+1) in
     two registers, share lines; slots in lines of their own would meet in the
     cache's banks.  Such a web's slots stay beside another's;
   - in a run of its own, the slots lie in their lines as the references did
     in iterations that were seen: wide ones across two lines where those
     were.

   Such a run has the same places in all its iterations, where the original
   goes from one to the next.  So two things are done to have in each run what
   the original has on average:
   - each web takes another iteration.  References of 16 bytes lie across lines
     in each fourth iteration; where all of them did so in one run and none in
     the next, the slow runs would weigh more than those iterations do, which
     hide behind the others;
   - of the iterations with accesses across lines only a share is taken, where what
     such accesses take in one place is not what they take along an array
     (split-lines.c).  Stores that go along several arrays in turn do not enter the
     cache together in the original either, and are placed as they are.
     (Cycles a store of 32 bytes on a Zen 3 core, aligned, 8 bytes behind along
     arrays, and in one place: 1.2, 1.4 and 2.0 with one array, 1.0, 2.0 and 2.0
     with two, three or four.)  */

#include "places.h"

#define LINE 64

/* References of at least so many bytes can be told to lie across lines.  */
#define WIDE 16

/* Webs this near to one another stay so; the plugin leaves room for it.  */
#define NEAR LINE

/* The slot area's part of one web.  */
struct block
{
  int64_t begin, end;
  bool loads_only;
};

static struct block
block_of (const struct memlb_nest *desc, uint32_t web)
{
  const struct memlb_ref *r = MEMLB_REL (desc->refs);
  struct block b = { INT64_MAX, INT64_MIN, true };
  for (uint32_t i = 0; i < desc->n_refs; i++)
    if (r[i].treatment == MEMLB_TREAT_SLOT && r[i].web == web)
      {
	b.begin = MRT_MIN (b.begin, (int64_t) r[i].slot);
	b.end = MRT_MAX (b.end, (int64_t) r[i].slot + r[i].size);
	b.loads_only &= !(r[i].kind & MEMLB_REF_STORE)
			&& r[i].value_web >= desc->n_webs;
      }
  return b;
}

static inline const struct memlb_ref *
lead (const struct memlb_nest *desc, uint32_t web)
{
  const struct memlb_web *w = MEMLB_REL (desc->webs);
  const struct memlb_ref *r = MEMLB_REL (desc->refs);
  return w[web].lead < desc->n_refs ? &r[w[web].lead] : NULL;
}

void
mrt_seen_begin (const struct memlb_nest *desc, struct mrt_seen *seen)
{
  for (uint32_t i = 0; i < desc->n_webs; i++)
    seen[i].before = seen[i].n;
}

/* True if one of the webs of DESC has SEEN one address less in this entry than N,
   and not none.  */

static bool
one_less_p (const struct memlb_nest *desc, const struct mrt_seen *seen,
	    uint32_t n)
{
  for (uint32_t i = 0; i < desc->n_webs; i++)
    if (n > 1 && seen[i].n - seen[i].before == n - 1)
      return true;
  return false;
}

void
mrt_seen_end (const struct memlb_nest *desc, struct mrt_seen *seen)
{
  uint32_t most = 0;
  for (uint32_t i = 0; i < desc->n_webs; i++)
    most = MRT_MAX (most, seen[i].n - seen[i].before);
  for (uint32_t n = 2; n <= most; n++)
    if (one_less_p (desc, seen, n))
      for (uint32_t i = 0; i < desc->n_webs; i++)
	seen[i].n -= seen[i].n - seen[i].before == n;
}

/* 1 if SIZE bytes at PLACE follow the BEFORE_SIZE bytes at BEFORE, -1 if they
   precede them, else 0.  */

static int
direction (uint64_t before, uint32_t before_size, uint64_t place, uint32_t size)
{
  return before + before_size == place ? 1 : place + size == before ? -1 : 0;
}

void
mrt_seen_store (struct mrt_seen *seen, const struct mrt_store_place *before,
		const struct mrt_store_place *store)
{
  int original = direction (before->address, before->size, store->address,
			    store->size);
  int copy = direction (before->slot, before->size, store->slot, store->size);
  if (original && original == copy)
    return;
  seen->stores++;
  seen->following += original != 0;
}

/* True if in every iteration seen the address of B was that of A and
   *DISTANCE bytes, which are few.  */

static bool
beside_p (const struct mrt_seen *a, const struct mrt_seen *b,
	  int64_t *distance)
{
  uint32_t n = MRT_MIN (a->n, b->n);
  if (!n)
    return false;
  *distance = (int64_t) (b->address[0] - a->address[0]);
  for (uint32_t i = 1; i < n; i++)
    if ((int64_t) (b->address[i] - a->address[i]) != *distance)
      return false;
  return *distance >= -NEAR && *distance <= NEAR;
}

/* Let web number WEB of PLACES stay beside an earlier one if it was.  */

static void
find_root (const struct memlb_nest *desc, struct mrt_places *places,
	   const struct mrt_seen *seen, uint32_t web)
{
  struct mrt_web_places *p = &places->webs[web];
  struct block mine = block_of (desc, web);
  p->root = web;
  for (uint32_t i = 0; i < web && mine.loads_only && lead (desc, web); i++)
    {
      struct block other = block_of (desc, i);
      int64_t distance;
      if (places->webs[i].root != i || !lead (desc, i) || !other.loads_only
	  || !beside_p (&seen[i], &seen[web], &distance))
	continue;
      distance += (int64_t) lead (desc, i)->slot - lead (desc, web)->slot;
      if (mine.begin + distance < other.begin - NEAR
	  || mine.end + distance > other.end + NEAR)
	continue;
      p->root = i;
      p->distance = (int32_t) distance;
      return;
    }
}

/* How many references to slots of ROOT, and of webs that stay beside it, lie
   across lines when its slots are moved by SHIFT; the largest size goes to
   *LARGEST.  */

static uint32_t
straddling (const struct memlb_nest *desc, const struct mrt_places *places,
	    uint32_t root, int64_t shift, uint32_t *largest)
{
  const struct memlb_ref *r = MEMLB_REL (desc->refs);
  uint32_t n = 0;
  for (uint32_t i = 0; i < desc->n_refs; i++)
    if (r[i].treatment == MEMLB_TREAT_SLOT && r[i].web < desc->n_webs
	&& places->webs[r[i].web].root == root)
      {
	int64_t at = r[i].slot + shift + places->webs[r[i].web].distance;
	n += (uint64_t) at % LINE + r[i].size > LINE;
	*largest = MRT_MAX (*largest, r[i].size);
      }
  return n;
}

/* Choose where the slots of ROOT lie in runs with aligned slots if others stay
   beside them: as few as possible across lines.  The plugin has known
   only its own.  Some instruction may want its operand aligned, so they lie
   as in the original modulo the largest size.  */

static void
align_group (const struct memlb_nest *desc, struct mrt_places *places,
	     uint32_t root)
{
  struct mrt_web_places *p = &places->webs[root];
  uint32_t members = 0, largest = 1, fewest = UINT32_MAX;
  for (uint32_t i = 0; i < desc->n_webs; i++)
    members += places->webs[i].root == root;
  if (members < 2 || !p->n)
    return;
  straddling (desc, places, root, 0, &largest);
  for (uint32_t k = 0; k < LINE; k += largest)
    {
      int64_t shift = (p->shift[0] + k) % LINE;
      uint32_t n = straddling (desc, places, root, shift, &largest);
      if (n < fewest)
	{
	  fewest = n;
	  p->aligned = (int32_t) shift;
	}
    }
}

/* True if most wide references of DESC have slots that can be placed.  */

static bool
placeable_p (const struct memlb_nest *desc)
{
  const struct memlb_ref *refs = MEMLB_REL (desc->refs);
  uint32_t wide = 0;
  for (uint32_t i = 0; i < desc->n_refs; i++)
    wide += refs[i].treatment == MEMLB_TREAT_SLOT && refs[i].size >= WIDE;
  return wide && desc->wide_unplaced * 4 <= wide;
}

/* The accesses of a group of webs that stay beside one another.  */
struct accesses
{
  uint32_t widest_store;	/* bytes, 0 if no wide store is among them */
  uint32_t widest;
  bool along;			/* stores go along arrays, one after another */
};

static struct accesses
accesses_of (const struct memlb_nest *desc, const struct mrt_places *places,
	     const struct mrt_seen *seen, uint32_t root)
{
  const struct memlb_ref *r = MEMLB_REL (desc->refs);
  struct accesses a = { .along = true };
  for (uint32_t i = 0; i < desc->n_refs; i++)
    if (r[i].treatment == MEMLB_TREAT_SLOT && r[i].web < desc->n_webs
	&& places->webs[r[i].web].root == root)
      {
	const struct mrt_seen *s = &seen[r[i].web];
	a.widest = MRT_MAX (a.widest, r[i].size);
	if (r[i].kind & MEMLB_REF_STORE && r[i].size >= WIDE)
	  a.widest_store = MRT_MAX (a.widest_store, r[i].size);
	a.along &= 2 * s->following >= s->stores;
      }
  return a;
}

/* What the accesses A of ROOT's group take more than aligned ones when its slots are
   moved by SHIFT: of stores whether they are misaligned, of loads how many lie across
   lines.  */

static uint32_t
cost_of_shift (const struct memlb_nest *desc, const struct mrt_places *places,
	       uint32_t root, const struct accesses *a, int shift)
{
  uint32_t largest = 1;
  return a->widest_store
	 ? (shift - places->webs[root].aligned) % (int) a->widest_store != 0
	 : straddling (desc, places, root, shift, &largest);
}

/* Let only a SHARE of the iterations in which ROOT's accesses lie across lines have
   their places in placed runs, as those cost more in one place than along an array.
   The others have an aligned place, or, of loads, one that cost least.  */

static void
thin_places (const struct memlb_nest *desc, struct mrt_places *places,
	     const struct mrt_seen *seen, uint32_t root, mrt_split_share *share)
{
  struct mrt_web_places *p = &places->webs[root];
  if (p->root != root || !p->n)
    return;
  struct accesses a = accesses_of (desc, places, seen, root);
  if (a.widest < WIDE || a.widest >= LINE || (a.widest_store && !a.along))
    return;
  uint32_t least = a.widest_store ? 0 : UINT32_MAX;
  uint8_t cheap = (uint8_t) (p->aligned % LINE);
  for (uint32_t i = 0; i < p->n; i++)
    {
      uint32_t cost = cost_of_shift (desc, places, root, &a, p->shift[i]);
      if (cost < least)
	{
	  least = cost;
	  cheap = p->shift[i];
	}
    }
  unsigned kept = share (a.widest_store ? a.widest_store : a.widest,
			 a.widest_store != 0);
  unsigned due = 0;
  for (uint32_t i = 0; i < p->n; i++)
    {
      if (cost_of_shift (desc, places, root, &a, p->shift[i]) == least)
	continue;
      due += kept;
      if (due < 100)
	p->shift[i] = cheap;
      else
	due -= 100;
    }
}

/* Fill row WEB of PLACES.  */

static void
fill_place (const struct memlb_nest *desc, struct mrt_places *places,
	    const struct mrt_seen *seen, uint32_t web)
{
  struct mrt_web_places *p = &places->webs[web];
  const struct memlb_ref *r = lead (desc, web);
  p->n = r ? seen->n : 0;
  for (uint32_t i = 0; i < p->n; i++)
    p->shift[i] = (seen->address[i] - r->slot) % LINE;
}

/* True if slots of wide references lie elsewhere in placed runs than aligned.  */

static bool
moved_p (const struct memlb_nest *desc, const struct mrt_places *places)
{
  for (uint32_t web = 0; web < desc->n_webs; web++)
    {
      const struct memlb_ref *r = lead (desc, web);
      for (uint32_t i = 0; r && r->size >= WIDE && i < places->webs[web].n; i++)
	if (mrt_web_shift (desc, places, i, web)
	    != mrt_web_shift (desc, places, MRT_ALIGNED, web))
	  return true;
    }
  return false;
}

struct mrt_places *
mrt_keep_places (const struct memlb_nest *desc, const struct mrt_seen *seen,
		 mrt_split_share *share)
{
  if (!desc->n_webs)
    return NULL;
  struct mrt_places *places
    = mrt_keep (sizeof *places + desc->n_webs * sizeof *places->webs);
  if (!places)
    return NULL;
  for (uint32_t i = 0; i < desc->n_webs; i++)
    {
      fill_place (desc, places, &seen[i], i);
      find_root (desc, places, seen, i);
    }
  for (uint32_t i = 0; i < desc->n_webs; i++)
    {
      align_group (desc, places, i);
      thin_places (desc, places, seen, i, share);
    }
  places->moved = moved_p (desc, places) && placeable_p (desc);
  return places;
}

int64_t
mrt_web_shift (const struct memlb_nest *desc, const struct mrt_places *places,
	       uint32_t at, uint32_t web)
{
  if (!places || web >= desc->n_webs)
    return 0;
  const struct mrt_web_places *p = &places->webs[web];
  const struct mrt_web_places *root = &places->webs[p->root];
  if (at == MRT_ALIGNED)
    return p->distance + root->aligned;
  return p->distance + (root->n ? root->shift[(at + p->root) % root->n] : 0);
}

uint64_t
mrt_web_value (const struct memlb_nest *desc, const char *slots,
	       const struct mrt_places *places, uint32_t at, uint32_t web)
{
  const struct memlb_web *w
    = (const struct memlb_web *) MEMLB_REL (desc->webs) + web;
  return w->index ? 0
		  : (uint64_t) slots + w->offset
		    + (uint64_t) mrt_web_shift (desc, places, at, web);
}
