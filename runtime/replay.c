/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Replay copies.

   At some entries the observe copy runs in the original's place, and its
   observation points note what the control loads that follow are about to
   read: a record for each execution of a block, one after the other, as long
   as there is room.  That is the window.  Then the replay copy runs from the
   state of the entry, and reads the records.

   A nest whose whole entry fits into the window leaves by its exit, which must
   be the original's, with the same control registers, and all records read.
   Else the copy is stopped by a fault: the records end at a page that cannot be
   read.  What the fault costs is left out, since the copy runs with half of the
   records as well, and only the difference counts.  By how much the entry is
   longer than that, the counters of the observe copy tell.

   The bound copy runs from the same entry, and the sums of both are compared.

   Weakness: a value that the nest stores and loads again within one block is
   noted as it was before.  The windows begin where entries do.  */

#include "replay.h"
#include "bound.h"
#include "bound-check.h"
#include "count.h"
#include "observe.h"
#include "runtime.h"
#include "sample.h"
#include "settings.h"

#include <sys/mman.h>

#define PAGE 4096

/* Bytes of the window: they and the slots fit into a first-level cache, or
   nearly, and come one after the other.  */
#define WINDOW 0x8000
#define TORTURE_WINDOW 0x400

/* Timed runs of a copy that is stopped by a fault.  */
#define STOPPED_RUNS 4

/* A correction has at least so many bytes of the stream.  */
#define BYTES_PER_FIX 16

struct mrt_stream
{
  bool open;			/* values are being noted */
  bool full;			/* and there was no room for more */
  bool failed;			/* or one could not be read */
  uint32_t window;		/* bytes that may be noted */
  uint32_t used;		/* that are */
  uint32_t record;		/* where the block's record begins */
  uint32_t half;		/* bytes of the first half, 0: not reached yet */
  uint32_t placed;		/* bytes that are in place for a copy */
  uint32_t n_fixes;
  uint64_t begun, at_half, at_end; /* the counters' sum */
  uint64_t bound;		/* ticks of the bound run */
  unsigned char *noted;
  unsigned char *end;		/* behind those in place: not readable */
  uint32_t fixes[WINDOW / BYTES_PER_FIX]; /* places of corrections, which are
				   noted for a stream that begins at 0 */
};

/* What became of a run.  */
enum outcome
{
  AS_NOTED,
  DROPPED,			/* it was ended by a signal, or disturbed */
  DIFFERS
};

static struct mrt_stream *
make_stream (void)
{
  size_t head = (sizeof (struct mrt_stream) + PAGE - 1) & -(size_t) PAGE;
  struct mrt_stream *s = mrt_map (head + 2 * WINDOW + PAGE, PAGE);
  if (!s)
    return NULL;
  s->noted = (unsigned char *) s + head;
  s->end = s->noted + 2 * WINDOW;
  mrt_syscall3 (SYS_mprotect, s->end, PAGE, PROT_NONE);
  return s;
}

uint64_t
mrt_replay_first (const struct mrt_thread *self)
{
  const struct mrt_stream *s = self->stream;
  return s ? (uint64_t) (s->end - s->placed) : 0;
}

/* Run the bound copy of F to warm it, unless it is long, and to time it.  */

static bool
run_bound (struct mrt_thread *self, struct mrt_frame *f)
{
  const void *entry = MEMLB_REL (f->desc->bound_entry);
  uint64_t mean = mrt_mean (f->record);
  bool once = mrt_ticks_to_ns (mean) >= MRT_ONCE_NS;
  bool done = (once || mrt_bound_variant (self, f, entry))
	      && mrt_bound_variant (self, f, entry)
	      && (self->run_calm || self->run_cpu);
  self->stream->bound = mrt_run_ticks (self);
  if (f->desc->flags & MEMLB_NEST_VECTOR)
    mrt_xstate_load (&self->snap_x);
  return done;
}

bool
mrt_replay_begin (struct mrt_thread *self, struct mrt_frame *f)
{
  if (!self->stream && !(self->stream = make_stream ()))
    return false;
  struct mrt_stream *s = self->stream;
  s->open = s->full = s->failed = false;
  s->window = mrt_settings.torture ? TORTURE_WINDOW : WINDOW;
  s->used = s->record = s->half = s->placed = s->n_fixes = 0;
  s->bound = 0;
  return mrt_settings.torture || run_bound (self, f);
}

void
mrt_replay_start (struct mrt_thread *self, const struct mrt_frame *f)
{
  self->stream->begun = mrt_counts_sum (self->counted, f->desc);
  self->stream->open = true;
}

/* No more values are noted: the observe copy of F need not tell us where it
   is.  */

static void
close_stream (struct mrt_thread *self, const struct mrt_frame *f)
{
  self->stream->open = false;
  if (f->state & MRT_FRAME_OBSERVE)
    return;
  self->observation = NULL;
  mrt_store (&self->counted[MEMLB_COUNT_OBSERVE], 0);
}

/* Begin a record of BYTES.  False if there is no room for it.  */

static bool
begin_record (struct mrt_thread *self, const struct memlb_nest *desc,
	      uint32_t bytes)
{
  struct mrt_stream *s = self->stream;
  bool half = !s->half && s->used >= s->window / 2;
  s->full = bytes > s->window - s->used;
  if (half || s->full)
    {
      uint64_t sum = mrt_counts_sum (self->counted, desc);
      if (half)
	{
	  s->half = s->used;
	  s->at_half = sum;
	}
      s->at_end = sum;
    }
  if (s->full)
    return false;
  s->record = s->used;
  s->used += bytes;
  mrt_fill (s->noted + s->record, 0, bytes);
  return true;
}

/* Note the value of READ, a row of the table, at ADDRESS, and what makes its
   address lead to the value in the stream.  */

static void
note_value (struct mrt_stream *s, const struct memlb_read *read,
	    uint64_t address, const struct mrt_context *ctx, uint64_t sp)
{
  uint32_t at = s->record + read->offset;
  if (at + read->size > s->used
      || mrt_guarded_copy (s->noted + at, (const void *) address, read->size))
    {
      s->failed = true;
      return;
    }
  if (read->fix == MEMLB_NO_FIX)
    return;
  uint64_t wait = read->reg == MRT_SP ? sp : ctx->regs.gpr[read->reg];
  uint64_t fix = at - read->disp - wait * read->scale;
  if (s->n_fixes == WINDOW / BYTES_PER_FIX)
    s->failed = true;
  else
    s->fixes[s->n_fixes++] = s->record + read->fix;
  mrt_copy (s->noted + s->record + read->fix, &fix, sizeof fix);
}

/* The row of DESC's table that is of reference REF, or NULL.  */

static const struct memlb_read *
find_read (const struct memlb_nest *desc, uint32_t ref)
{
  const struct memlb_read *r = MEMLB_REL (desc->reads);
  for (uint32_t i = 0; i < desc->n_reads; i++)
    if (r[i].ref == ref)
      return &r[i];
  return NULL;
}

bool
mrt_replay_notes_p (const struct memlb_nest *desc, const struct memlb_point *point)
{
  const struct memlb_addr *a = MEMLB_REL (desc->addrs);
  bool notes = point->record_bytes;
  for (uint32_t i = 0; i < point->n_addrs && !notes; i++)
    notes = find_read (desc, a[point->first_addr + i].ref);
  return notes;
}

void
mrt_replay_give_up (struct mrt_thread *self, const struct mrt_frame *f)
{
  if (!self->stream->open)
    return;
  self->stream->failed = true;
  if (!(f->desc->flags & MEMLB_NEST_CONDITIONAL_CALLS))
    f->record->next_aside = UINT64_MAX;
  close_stream (self, f);
}

void
mrt_replay_note (struct mrt_thread *self, struct mrt_frame *f,
		 const struct mrt_context *ctx,
		 const struct memlb_point *point, uint64_t sp)
{
  struct mrt_stream *s = self->stream;
  const struct memlb_nest *desc = f->desc;
  if (!s->open)
    return;
  if ((point->record_bytes
       && !begin_record (self, desc, point->record_bytes)) || s->failed)
    {
      close_stream (self, f);
      return;
    }
  const struct memlb_addr *a = MEMLB_REL (desc->addrs);
  a += point->first_addr;
  for (uint32_t i = 0; i < point->n_addrs; i++)
    {
      const struct memlb_read *read = find_read (desc, a[i].ref);
      if (read)
	note_value (s, read, mrt_observed_address (&a[i], &ctx->regs, sp),
		    ctx, sp);
    }
}

/* Put the first BYTES of what was noted in place.  */

static void
place (struct mrt_stream *s, uint32_t bytes)
{
  unsigned char *first = s->end - bytes;
  s->placed = bytes;
  mrt_copy (first, s->noted, bytes);
  for (uint32_t i = 0; i < s->n_fixes && s->fixes[i] < bytes; i++)
    {
      uint64_t fix;
      mrt_copy (&fix, first + s->fixes[i], sizeof fix);
      fix += (uint64_t) first;
      mrt_copy (first + s->fixes[i], &fix, sizeof fix);
    }
}

/* True if the copy that was given up read the last record, and wanted
   another.  */

static bool
stopped_p (const struct mrt_thread *self)
{
  uint64_t end = (uint64_t) self->stream->end;
  return self->abort_cause == MRT_ABORT_FAULT && self->fault_address >= end
	 && self->fault_address < end + PAGE;
}

/* True if the copy of F that reached an exit came there as the original did,
   which is at CTX, and has read all records.  */

static bool
arrived_p (const struct mrt_thread *self, const struct mrt_frame *f,
	   const struct mrt_context *ctx)
{
  unsigned stream = f->desc->stream_reg % MRT_GPRS;
  return mrt_bound_same_p (self, f->desc, ctx, f->desc->fix_gprs | 1u << stream)
	 && self->copy.gpr[stream] == (uint64_t) self->stream->end;
}

/* Run the replay copy of F, whose original is left at CTX, with BYTES of the
   stream: first to warm it, then timed.  The fault that ends it hides whether
   anything else has disturbed it; so then the quickest run counts.  */

static enum outcome
run_replay (struct mrt_thread *self, struct mrt_frame *f,
	    const struct mrt_context *ctx, uint32_t bytes, uint64_t *ticks)
{
  const void *entry = MEMLB_REL (f->desc->replay_entry);
  bool whole = !self->stream->full;
  uint64_t mean = mrt_mean (f->record);
  bool once = mrt_settings.torture
	      || (whole && mrt_ticks_to_ns (mean) >= MRT_ONCE_NS);
  int runs = once ? 1 : whole ? 2 : 1 + STOPPED_RUNS;
  *ticks = UINT64_MAX;
  place (self->stream, bytes);
  for (int i = 0; i < runs; i++)
    {
      bool done = mrt_bound_variant (self, f, entry);
      if (!done && (self->abort_cause == MRT_ABORT_SIGNAL
		    || self->abort_cause == MRT_ABORT_LIMIT))
	return DROPPED;
      if (!(done ? whole && arrived_p (self, f, ctx)
		 : !whole && stopped_p (self)))
	return DIFFERS;
      if (i == runs - 1 || (i && !whole))
	*ticks = MRT_MIN (*ticks, mrt_run_ticks (self));
    }
  return !whole || self->run_calm || self->run_cpu || mrt_settings.torture
	 ? AS_NOTED : DROPPED;
}

/* TICKS for PART of something, of which there is WHOLE.  */

static uint64_t
scale (uint64_t ticks, uint64_t whole, uint64_t part)
{
  while ((whole | ticks) >> 31)
    if (whole > ticks)
      {
	whole >>= 1;
	part >>= 1;
      }
    else
      {
	ticks >>= 1;
	part >>= 1;
      }
  return part ? ticks * whole / part : 0;
}

/* Run the replay copy of F as often as it takes to know the ticks of an entry
   that goes STEPS far; they go to *TICKS.  */

static enum outcome
replay (struct mrt_thread *self, struct mrt_frame *f,
	const struct mrt_context *ctx, uint64_t steps, uint64_t *ticks)
{
  struct mrt_stream *s = self->stream;
  uint64_t all;
  enum outcome outcome = run_replay (self, f, ctx, s->used, &all);
  *ticks = all;
  if (outcome != AS_NOTED || !s->full)
    return outcome;
  if (!s->half || s->half == s->used || s->at_end == s->at_half)
    return DROPPED;
  uint64_t half;
  outcome = run_replay (self, f, ctx, s->half, &half);
  *ticks = scale (mrt_elapsed (half, all), steps, s->at_end - s->at_half);
  return outcome;
}

void
mrt_replay_end (struct mrt_thread *self, struct mrt_frame *f,
		const struct mrt_context *ctx)
{
  struct mrt_stream *s = self->stream;
  struct mrt_record *rec = f->record;
  bool vector = f->desc->flags & MEMLB_NEST_VECTOR;
  uint64_t ticks, steps = mrt_counts_sum (self->counted, f->desc) - s->begun;
  close_stream (self, f);
  mrt_store (&self->counted[MEMLB_COUNT_OBSERVE], MEMLB_OBSERVING);
  if (s->failed || !s->used)
    return;
  if (vector)
    mrt_xstate_save (&self->exit_x);
  enum outcome outcome = replay (self, f, ctx, steps, &ticks);
  if (vector)
    mrt_xstate_load (&self->exit_x);
  s->placed = 0;
  mrt_add (&rec->replays_differ, outcome == DIFFERS);
  if (outcome != AS_NOTED)
    return;
  mrt_add (&rec->replays, 1);
  mrt_add (&rec->replays_whole, !s->full);
  mrt_add (&rec->replay, ticks);
  mrt_add (&rec->replay_bound, s->bound);
}
