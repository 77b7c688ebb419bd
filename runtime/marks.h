/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Marks of a long entry: where it was at which time.  */
#ifndef MRT_MARKS_H
#define MRT_MARKS_H

#include "base.h"
#include "memlb/abi.h"

/* Loops inside one another that are looked at, loops of a nest, and marks of
   an entry.  */
#define MRT_LEVELS 8
#define MRT_ROWS 64
#define MRT_MARKS 64

/* A place in the iterations of a nest.  */
struct mrt_mark
{
  uint64_t ns;			/* the thread's CPU time since the entry, without
				   what earlier marks took, or was observed */
  uint32_t row;			/* innermost loop there, row of progress */
  uint32_t n;			/* loops around it, this one included */
  uint32_t turn;		/* signals that had come then, */
  uint32_t faults;		/* and page faults */
  uint64_t value[MRT_LEVELS];	/* of their counters, outermost first */
};

struct mrt_thread;
struct mrt_frame;

/* True if nest DESC tells how far it is: at least in its outermost loop, the first
   row.  */
static inline bool
mrt_markable_p (const struct memlb_nest *desc)
{
  const struct memlb_progress *rows = MEMLB_REL (desc->progress);
  return desc->n_progress && desc->n_progress <= MRT_ROWS
	 && rows->kind != MEMLB_PROGRESS_NONE;
}

/* Which of a nest's codes runs.  */
enum mrt_code { MRT_CODE_ORIGINAL, MRT_CODE_BOUND, MRT_CODE_MIRROR };

/* Where in the iterations of DESC the CODE is that UC has interrupted; goes to
   *MARK.  False if it is nowhere there.  Context: the handler of UC's signal.  */
bool mrt_mark_read (const struct memlb_nest *desc, const ucontext_t *uc,
		    enum mrt_code code, struct mrt_mark *mark);

/* The time at which an original of END_NS, whose N marks in the order of time
   are at MARKS, was at AT, and by how many ns that may be WRONG; 0 if it cannot be
   said to a tenth.  Context: any.  */
uint64_t mrt_mark_time (const struct memlb_nest *desc,
			const struct mrt_mark *marks, unsigned n,
			const struct mrt_mark *at, uint64_t end_ns,
			uint64_t *wrong);

/* Nanoseconds that an original of DESC, whose N marks in the order of time are at MARKS, would
   have taken at most from AT to its last mark if all iterations of its outermost loop that has
   got on took as long as those from FROM, of its ns, to AT, at AT_NS; 0 if that is not known.
   Context: any.  */
uint64_t mrt_mark_rest (const struct memlb_nest *desc, const struct mrt_mark *marks,
			unsigned n, const struct mrt_mark *from,
			const struct mrt_mark *at, uint64_t at_ns);

/* The original of frame F is about to begin: mark it from now on, if it may
   be long.  Context: as mrt_enter.  */
void mrt_marks_begin (struct mrt_thread *self, struct mrt_frame *f);

/* It has ended: what its marks took is in mark_ticks, is charged, and is added to what
   was observed in F; or was left, F is NULL.  Context: as mrt_exit.  */
void mrt_marks_end (struct mrt_thread *self, struct mrt_frame *f);

/* The timer has interrupted the original at UC: make a mark.  Context: signal
   handler.  */
void mrt_marks_take (struct mrt_thread *self, const ucontext_t *uc);

/* The time of a bound run is over at UC, or half of it, whose mark goes to half.  True if it
   shall be given up; its mark is in cut, with no loops if it is nowhere known.  Context: signal
   handler.  */
bool mrt_marks_cut (struct mrt_thread *self, const ucontext_t *uc);

/* Ticks that the timer's signals took in SELF's last run that might be cut off.  Context:
   any.  */
uint64_t mrt_marks_cut_took (const struct mrt_thread *self);

#endif
