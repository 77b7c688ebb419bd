/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Replay copies: what control loads have read in the observe copy, read again
   from the cache.  Context of all: as mrt_enter.  */
#ifndef MRT_REPLAY_H
#define MRT_REPLAY_H

#include "thread.h"

/* Prepare to note what the control loads of frame F read, whose entry was
   saved; the bound copy runs, to compare times with.  False if that cannot be.
   The extended state is the entry's again.  */
bool mrt_replay_begin (struct mrt_thread *self, struct mrt_frame *f);

/* The observe copy of F is about to run, with self->counted as counters.  */
void mrt_replay_start (struct mrt_thread *self, const struct mrt_frame *f);

/* Note what the control loads of F will read that follow POINT, whose
   registers are in CTX, and whose stack pointer is SP.  */
void mrt_replay_note (struct mrt_thread *self, struct mrt_frame *f,
		      const struct mrt_context *ctx,
		      const struct memlb_point *point, uint64_t sp);

/* True if something of POINT, of DESC, is noted.  */
bool mrt_replay_notes_p (const struct memlb_nest *desc, const struct memlb_point *point);

/* Note no more of F, nor of later entries: to pass points where nothing is noted takes too
   long.  */
void mrt_replay_give_up (struct mrt_thread *self, const struct mrt_frame *f);

/* The observe copy of F is left at CTX: run the replay copy, and count the
   result.  */
void mrt_replay_end (struct mrt_thread *self, struct mrt_frame *f,
		     const struct mrt_context *ctx);

/* Address of the first record that a replay copy is to read, 0 if none.  */
uint64_t mrt_replay_first (const struct mrt_thread *self);

#endif
