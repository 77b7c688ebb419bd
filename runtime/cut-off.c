/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What bound runs tell that were cut off.

   An entry often begins slowly: it touches pages for the first time, and the caches hold
   what the program did before.  The copy knows nothing of either.  So how much quicker it
   is than the original is read from the second half of what it ran, and the rest of
   the entry is taken to go on like that.

   Where later iterations take longer they touch more, mostly, and the copy does not, so that
   the bound is too high; where they take less time it is too low, as it may be.

   Weakness: where later iterations do other work than those in the same time, the bound is
   theirs only as far as both are alike.  A fault that clears a page of 2 MB counts as one of
   4 KB.  */

#include "cut-off.h"
#include "marks.h"
#include "module.h"
#include "runtime.h"

/* A place must be known to this part of the time from the half to the end.  */
#define KNOWN 10

/* It ends so much of the whole run behind the half, or the ticks of a signal that came late
   are all of it.  */
#define LEAST_PART 4

/* Iterations of the rest that take longer by the inverse of this are of another kind.  */
#define GROWN 2

/* What was run while pages were touched for the first time tells nothing of what follows,
   if page faults, of so many ns at least, have more than a part of the time, and are
   so many times as frequent as later.  */
#define FAULT_NS 500
#define FAULTS_PART 50
#define FREQUENT 2

/* True if an original touched pages from BEGIN to END ns, as a few of its N MARKS tell, and
   hardly any more later.  Those before the first mark may be the observation's.  */

static bool
touching_p (const struct mrt_mark *marks, unsigned n, uint64_t begin, uint64_t end)
{
  uint64_t from = marks[0].ns, to = 0;
  uint32_t before = marks[0].faults, behind = 0;
  unsigned i = 1;
  for (; i < n && marks[i].ns <= begin; i++)
    {
      from = marks[i].ns;
      before = marks[i].faults;
    }
  for (; i < n && to < end; i++)
    {
      to = marks[i].ns;
      behind = marks[i].faults;
    }
  if (to <= from)
    return false;
  uint64_t ns = to - from, faults = behind - before;
  uint64_t rest_ns = marks[n - 1].ns - to, rest = marks[n - 1].faults - behind;
  return faults * FAULT_NS > ns / FAULTS_PART && rest_ns
	 && faults * (rest_ns / 1000) > FREQUENT * rest * (ns / 1000);
}

bool
mrt_cut_off_growing_p (const struct memlb_nest *desc, const struct mrt_mark *marks,
		       unsigned n, const struct mrt_mark *at, uint64_t at_ns)
{
  const struct mrt_mark *from = marks;
  for (unsigned i = 1; i < n && marks[i].ns <= at_ns / 2; i++)
    from = &marks[i];
  uint64_t rest = mrt_mark_rest (desc, marks, n, from, at, at_ns);
  uint64_t is = marks[n - 1].ns - MRT_MIN (marks[n - 1].ns, at_ns);
  return rest && is > rest + rest / GROWN;
}

enum mrt_whole
mrt_cut_off_whole (const struct memlb_nest *desc, const struct mrt_mark *marks,
		   unsigned n, const struct mrt_mark *half,
		   const struct mrt_mark *cut, uint64_t ns, uint64_t *whole)
{
  uint64_t wrong, half_wrong;
  uint64_t original = mrt_mark_time (desc, marks, n, cut, ns, &wrong);
  uint64_t begin = mrt_mark_time (desc, marks, n, half, ns, &half_wrong);
  if (!original || !cut->ns)
    return MRT_WHOLE_NOWHERE;
  if (begin + KNOWN * (wrong + half_wrong) >= original
      || half->ns + cut->ns / LEAST_PART > cut->ns)
    begin = 0;
  if (touching_p (marks, n, begin, original))
    return MRT_WHOLE_TOUCHING;
  uint64_t ran = cut->ns - (begin ? half->ns : 0);
  *whole = cut->ns + mrt_scaled (ns - MRT_MIN (ns, original), ran, original - begin);
  return MRT_WHOLE_KNOWN;
}

/* Enter into REC a bound run that would have taken BOUND ns had it not been cut off,
   and its original of ORIGINAL.  The sum of squares grows by that of the distance
   from the ratio before, by the part of the originals before, as that of a mean
   does (Welford, Technometrics 4, 1962); exactly so if all originals are equal.  */

static void
note_cut (struct mrt_record *rec, uint64_t original, uint64_t bound)
{
  if (rec->cuts)
    {
      /* Without floating point.  */
      uint64_t before = rec->cut_original / 1000 + 1, us = original / 1000;
      uint64_t wanted = us * (rec->cut_bound / 1000) / before;
      int64_t off = (int64_t) wanted - (int64_t) (bound / 1000);
      mrt_add (&rec->cut_squares,
	       (uint64_t) (off * off) * (1024 * before / (before + us)) / 1024);
    }
  mrt_add (&rec->cuts, 1);
  mrt_add (&rec->cut_original, original);
  mrt_add (&rec->cut_bound, bound);
}

uint64_t
mrt_cut_off (struct mrt_thread *self, const struct mrt_frame *f, uint64_t ns)
{
  uint64_t whole = 0;
  uint32_t none = MRT_REASON_NONE;
  enum mrt_whole known
    = mrt_cut_off_whole (f->desc, self->marks, self->n_marks, &self->half,
			 &self->cut, ns, &whole);
  if (known == MRT_WHOLE_KNOWN)
    {
      uint64_t wrong, at = mrt_mark_time (f->desc, self->marks, self->n_marks,
					  &self->cut, ns, &wrong);
      note_cut (f->record, ns, whole);
      mrt_add (&f->record->cuts_growing,
	       mrt_cut_off_growing_p (f->desc, self->marks, self->n_marks,
				      &self->cut, at));
    }
  else if (known == MRT_WHOLE_TOUCHING && !f->record->cuts)
    __atomic_compare_exchange_n (&mrt_nests[f->index].reason, &none,
				 MRT_REASON_PAGE_FAULTS, false,
				 __ATOMIC_RELAXED, __ATOMIC_RELAXED);
  return whole;
}
