/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Where mirror copies find the memory of their nests: a few pages, mapped again
   and again, wherever the nest's addresses lead, moved by a constant distance.

   user's pages:	... a  b  c  d  e  f  g  h  i ...
   mirror:		... 0  1  2  3  4  5  0  1  2 ...  (pages of 4 KB)

   They are mapped when a copy first comes there: by the fault that it raises.
   The first pages that a thread comes to have a page of their own, so that what
   fits there is read and written as in the original; these are filled from the
   user's before each run.  Pages that are written first share others than those
   that are read first.  */
#ifndef MRT_MIRROR_H
#define MRT_MIRROR_H

#include "thread.h"

/* Let the copy of nest INDEX that SELF is about to run find its mirror; false
   if it cannot have one.  If FITTING, where mrt_mirror_fits_p, there are its own pages
   alone, at a few places.  Context: as mrt_enter.  */
bool mrt_mirror_begin (struct mrt_thread *self, uint32_t index, bool fitting);

/* The run is over.  */
void mrt_mirror_end (struct mrt_thread *self);

/* The copy that SELF runs has read ADDRESS, or WRITTEN to it, by the instruction at
   INSN, and found nothing: map what is to be there.  False if that is no place of the
   mirror.  Context: the signal's handler.  */
bool mrt_mirror_map (struct mrt_thread *self, uint64_t address,
		     const unsigned char *insn, bool written);

/* True if the last run has mapped pages, which took its time.  */
bool mrt_mirror_grown_p (const struct mrt_thread *self);

/* True if it found no place for a page that the program has.  */
bool mrt_mirror_refused_p (const struct mrt_thread *self);

/* A copy of nest INDEX found no place for its mirror, or faulted in it: it gets
   another place, or none.  */
void mrt_mirror_failed (struct mrt_thread *self, uint32_t index);

/* Let pages of nest INDEX be folded onto the nearest from its next run on; false if they
   are.  */
bool mrt_mirror_nearer (uint32_t index);

/* A copy of nest INDEX had values that its original has not, since memory was
   folded: SELF's pages begin anew, and after some times slots must do.  */
void mrt_mirror_strayed (struct mrt_thread *self, uint32_t index);

/* True if the last copy that ran used memory of SELF's mirror at more places than
   the mirror has pages.  */
bool mrt_mirror_folded_p (const struct mrt_thread *self);

/* The sample is over: give back what is too much to keep.  A nest that came to other
   memory than in samples before finds none of their pages from the next one on: what
   it uses at a time may be little.  */
void mrt_mirror_end_sample (struct mrt_thread *self);

/* In a forked child: T's mirror is shared with the parent's.  */
void mrt_mirror_forked (struct mrt_thread *t);

/* True if bound runs of nest INDEX are runs of its mirror copy: loads were seen
   to wait for stores that slots do not keep.  */
bool mrt_mirror_wanted_p (uint32_t index, const struct mrt_record *rec);

/* True if slots do for nest INDEX, whose entries are in REC, and its mirror copy can
   run beside: an entry takes long enough, and is not known to come to more places than
   that is good for.  */
bool mrt_mirror_fits_p (uint32_t index, const struct mrt_record *rec);

/* The mirror copy of nest INDEX that SELF ran came to more.  True if some of them were
   left from samples before: from now on it finds none of these.  */
bool mrt_mirror_emptied_p (struct mrt_thread *self, uint32_t index);

/* The mirror copy of nest INDEX, which SELF ran, is not to run beside slots again.  */
void mrt_mirror_never_fits (struct mrt_thread *self, uint32_t index);

#endif
