/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Observation of a nest.

   Which values a reference loads decides how long a division takes or which
   way a conditional move goes, so a slot is preset with the median of the
   first 64 values seen.  One thread at a time owns the observation of a
   nest; the image is published once, and before that only the owner has a
   bound run.

   Weakness: a value is read when the block is entered, so that a value
   stored and loaded again within one block is seen as it was before.  */

#include "count.h"
#include "enter.h"
#include "ledger.h"
#include "observe.h"
#include "places.h"
#include "recurrence.h"
#include "replay.h"
#include "runtime.h"
#include "settings.h"

#define SAMPLES 64

/* References of at least so many bytes are watched for straddling lines.  */
#define WIDE 16
#define LINE 64

/* Samples of one reference in torture mode, where they are not used.  */
#define TORTURE_SAMPLES 4

/* A reference is looked at for what it reads, and how stores follow one another, so
   often.  */
#define LOOKS (3 * SAMPLES)

/* A visit of a point where a reference wants samples counts as so many others.  */
#define WHOLE_VISIT 4

/* Points where no reference wants anything are passed by, on the way to the loops
   behind: within a budget as often as half of the room allows, but so often in each
   pass, and not more often than this; and ticks that it takes at most.  What it delays
   the loop by is less, for the processor does other work beside it, 1 to 7 ticks in
   loops of 10 to 30: an entry whose time is the only one that is known has so many.  */
#define LEAST_PASSED (1 << 13)
#define MOST_PASSED (1 << 22)
#define ONLY_PASSED (1 << 15)
#define PASSING_COST 15
#define PASSING_DELAY 4

/* Passes that have visited more points than this end the observation, within a
   budget fewer do, and so does the pass of this number, or one that takes no
   sample; a first look, in a trial whose cost nothing is known to pay for, is
   shorter.  */
#define MOST_VISITS (8192 * WHOLE_VISIT)
#define BUDGET_VISITS (2048 * WHOLE_VISIT)
#define GLIMPSE_VISITS (128 * WHOLE_VISIT)
#define MOST_PASSES 8

/* Ticks that a visit takes beside what is measured there.  */
#define VISIT_COST 200

struct mrt_observation
{
  size_t bytes;			/* of the mapping */
  uint32_t visits;		/* in parts of a WHOLE_VISIT */
  uint32_t before;		/* of these, in earlier passes */
  uint32_t passes;
  bool fruitful;		/* this pass has taken samples */
  bool passing;			/* some points with references are passed by */
  uint64_t end;			/* of the last visit */
  uint64_t gap;			/* least ticks from a visit to the next: those of
				   the stub, and of a few instructions */
  uint32_t pending;		/* references with samples to come */
  uint32_t n_refs;
  struct mrt_seen *seen;	/* per web */
  struct mrt_stores stores;
  unsigned char *values;	/* SAMPLES x MRT_LARGEST_REF bytes per reference */
  uint32_t counts[];		/* looks per reference, the first with samples */
};

static inline unsigned char *
samples_of (const struct mrt_observation *o, uint32_t ref)
{
  return o->values + (size_t) ref * SAMPLES * MRT_LARGEST_REF;
}

/* An observation of DESC, with nothing seen, in the mapping SPARE if that is
   large enough, else in a new one.  */

static struct mrt_observation *
make_observation (const struct memlb_nest *desc, struct mrt_observation *spare)
{
  size_t head = (sizeof (struct mrt_observation) + 4 * desc->n_refs + 63)
		& ~(size_t) 63;
  size_t values = (size_t) desc->n_refs * SAMPLES * MRT_LARGEST_REF;
  size_t bytes = head + values + desc->n_webs * sizeof (struct mrt_seen);
  struct mrt_observation *o = spare;
  if (spare && spare->bytes < bytes)
    {
      mrt_unmap (spare, spare->bytes);
      o = NULL;
    }
  if (!o)
    {
      o = mrt_map (bytes, 4096);
      if (!o)
	return NULL;
      o->bytes = bytes;
    }
  bytes = o->bytes;
  mrt_fill (o, 0, head);
  const struct memlb_ref *refs = MEMLB_REL (desc->refs);
  o->bytes = bytes;
  o->gap = MRT_NO_TICKS;
  o->n_refs = desc->n_refs;
  o->values = (unsigned char *) o + head;
  o->seen = (struct mrt_seen *) (o->values + values);
  for (uint32_t i = 0; i < desc->n_webs; i++)
    o->seen[i].n = o->seen[i].stores = o->seen[i].following = 0;
  for (uint32_t i = 0; i < desc->n_refs; i++)
    o->pending += refs[i].treatment == MEMLB_TREAT_SLOT && refs[i].size;
  return o;
}

/* Begin a pass of SELF that may pass N visits by.  */

static void
begin_pass (struct mrt_thread *self, uint64_t n)
{
  mrt_fill (self->passed, 0, sizeof self->passed);
  self->to_pass = self->passed_from = n;
}

/* Visits that the thread SELF can afford to pass by in frame F.  */

static uint64_t
passes_affordable (const struct mrt_thread *self, const struct mrt_frame *f)
{
  if (mrt_settings.budget == MRT_UNLIMITED)
    return f->record->timed ? MOST_PASSED : ONLY_PASSED;
  uint64_t n = f->state & MRT_FRAME_TRIAL
	       ? 0 : mrt_room (self) / (2 * PASSING_COST);
  return MRT_MIN (MRT_MAX (n, LEAST_PASSED), MOST_PASSED);
}

/* From now on pass the point with NUMBER by, whose call returns to RET.  */

static void
pass_by (struct mrt_thread *self, uint32_t number, uint64_t ret)
{
  self->passed[number % 256] = - (uint32_t) ret;
}

void
mrt_observe_charge (struct mrt_thread *self, struct mrt_frame *f)
{
  uint64_t passed = self->passed_from - self->to_pass;
  self->passed_from = self->to_pass;
  f->observed += passed * PASSING_DELAY;
  mrt_spend (self, passed * PASSING_COST);
}

void
mrt_observe_begin (struct mrt_thread *self, struct mrt_frame *f)
{
  self->observation = NULL;
  begin_pass (self, passes_affordable (self, f));
  if (mrt_settings.torture)
    {
      /* The copies are what is tried here, the values are not used.  */
      /* Taken first: a handler may observe too, or jump out of this.  */
      struct mrt_observation *spare = self->spare;
      self->spare = NULL;
      __atomic_signal_fence (__ATOMIC_SEQ_CST);
      self->observation = make_observation (f->desc, spare);
      return;
    }
  struct mrt_nest *nest = &mrt_nests[f->index];
  if (!nest->observation)
    nest->observation = make_observation (f->desc, NULL);
  self->observation = nest->observation;
  if (self->observation)
    {
      self->observation->passes++;
      self->observation->fruitful = false;
      self->observation->before = self->observation->visits;
      mrt_seen_begin (f->desc, self->observation->seen);
    }
}

void
mrt_observe_nothing (struct mrt_thread *self, bool noting)
{
  static struct mrt_observation none;
  begin_pass (self, noting ? MOST_PASSED : 0);
  self->observation = noting ? &none : NULL;
}

void
mrt_observe_release (struct mrt_nest *nest)
{
  __atomic_store_n (&nest->observer, MRT_OBSERVER_NONE, __ATOMIC_RELEASE);
}

void
mrt_fill_ones (unsigned char *p, uint32_t size, uint32_t elem,
	       uint32_t elem_size)
{
  uint64_t one = 1;
  if (elem == MEMLB_ELEM_FLOAT && elem_size == 8)
    one = 0x3ff0000000000000;
  else if (elem == MEMLB_ELEM_FLOAT && elem_size == 4)
    one = 0x3f800000;
  if (!elem_size || elem_size > 8)
    elem_size = 8;
  for (uint32_t i = 0; i < size; i++)
    p[i] = (unsigned char) (one >> 8 * (i % elem_size));
}

/* The contents of the slot area of DESC from observation O; in IMAGE if that is not
   NULL.  */

static unsigned char *
make_image (const struct memlb_nest *desc, const struct mrt_observation *o,
	    unsigned char *image)
{
  if (!image)
    image = mrt_keep (desc->slot_bytes ? desc->slot_bytes : 1);
  const struct memlb_ref *refs = MEMLB_REL (desc->refs);
  for (uint32_t i = 0; image && i < desc->n_refs; i++)
    {
      const struct memlb_ref *r = &refs[i];
      uint32_t size = mrt_sample_size (r);
      if (r->treatment != MEMLB_TREAT_SLOT
	  || (uint64_t) r->slot + size > desc->slot_bytes)
	continue;
      uint32_t n = o ? MRT_MIN (o->counts[i], SAMPLES) : 0;
      if (!n)
	mrt_fill_ones (image + r->slot, size, r->elem, r->elem_size);
      else
	mrt_copy (image + r->slot,
		  samples_of (o, i)
		  + size * mrt_median (samples_of (o, i), n, size,
				       r->elem, r->elem_size),
		  size);
    }
  return image;
}

/* Publish what has been seen of NEST.  */

static void
publish (struct mrt_nest *nest, const struct memlb_nest *desc)
{
  struct mrt_observation *o = nest->observation;
  unsigned char *image = make_image (desc, o, nest->image);
  nest->observation = NULL;
  if (o)
    __atomic_store_n (&nest->places,
		      mrt_keep_places (desc, o->seen, mrt_measured_split_share),
		      __ATOMIC_RELEASE);
  if (o)
    mrt_unmap (o, o->bytes);
  __atomic_store_n (&nest->image, image, __ATOMIC_RELEASE);
  __atomic_store_n (&nest->observer, MRT_OBSERVER_DONE, __ATOMIC_RELEASE);
}

static bool
complete_p (const struct mrt_observation *o)
{
  return !o->pending
	 || o->visits >= (mrt_settings.budget == MRT_UNLIMITED
			  ? MOST_VISITS : BUDGET_VISITS);
}

/* True if in frame F of SELF the observation O has gone on for long enough.  */

static bool
enough_p (const struct mrt_thread *self, const struct mrt_observation *o,
	  const struct mrt_frame *f)
{
  return complete_p (o)
	 || !self->to_pass
	 || (f->state & MRT_FRAME_TRIAL
	     && o->visits - o->before >= GLIMPSE_VISITS);
}

void
mrt_observe_end (struct mrt_thread *self, struct mrt_frame *f, bool wanted)
{
  struct mrt_nest *nest = &mrt_nests[f->index];
  struct mrt_observation *o = self->observation;
  self->observation = NULL;
  if (mrt_settings.torture)
    {
      self->spare = o;
      return;
    }
  if (mrt_load (&nest->observer) != MRT_OBSERVER_BUSY)
    return;
  o = nest->observation;
  if (!o || wanted || complete_p (o) || o->passes >= MOST_PASSES
      || (!o->fruitful && o->visits > o->before))
    publish (nest, f->desc);
  else
    {
      mrt_seen_end (f->desc, o->seen);
      /* Until then for this thread's bound run, that may be the only one.  */
      if (f->state & MRT_FRAME_SNAPSHOT)
	__atomic_store_n (&nest->image, make_image (f->desc, o, nest->image),
			  __ATOMIC_RELEASE);
      mrt_observe_release (nest);
    }
}

uint64_t
mrt_observed_address (const struct memlb_addr *a,
		      const struct mrt_regs *regs, uint64_t sp)
{
  uint64_t address = a->disp + a->symbol;
  if (a->base < MRT_GPRS)
    address += a->base == MRT_SP ? sp : regs->gpr[a->base];
  if (a->index < MRT_GPRS)
    address += regs->gpr[a->index] * a->scale;
  return address;
}

/* Remember how far ADDRESS, of reference number REF of DESC, lies from its
   slot modulo a line, if it tells where a web's slots lie.  */

static void
note_place (struct mrt_observation *o, const struct memlb_nest *desc,
	    uint32_t ref, uint64_t address)
{
  const struct memlb_ref *r
    = (const struct memlb_ref *) MEMLB_REL (desc->refs) + ref;
  const struct memlb_web *webs = MEMLB_REL (desc->webs);
  if (r->web >= desc->n_webs || webs[r->web].lead != ref)
    return;
  struct mrt_seen *seen = &o->seen[r->web];
  if (seen->n < MRT_PLACES)
    seen->address[seen->n++] = address;
}

static inline uint32_t
samples_wanted (void)
{
  return mrt_settings.torture ? TORTURE_SAMPLES : SAMPLES;
}

enum want { WANT_NOTHING, WANT_LOOKS, WANT_SAMPLES };

static inline bool
observed_p (const struct memlb_ref *ref)
{
  return (ref->treatment == MEMLB_TREAT_SLOT
	  || ref->treatment == MEMLB_TREAT_CONTROL) && ref->size;
}

/* What the N references of rows A in a nest DESC want.  */

static enum want
wanted_by (const struct mrt_observation *o, const struct memlb_nest *desc,
	   const struct memlb_addr *a, uint32_t n)
{
  const struct memlb_ref *refs = MEMLB_REL (desc->refs);
  enum want want = WANT_NOTHING;
  for (uint32_t i = 0; i < n; i++)
    {
      uint32_t count = observed_p (&refs[a[i].ref]) ? o->counts[a[i].ref] : LOOKS;
      if (count < samples_wanted ())
	return WANT_SAMPLES;
      if (count < LOOKS && !mrt_settings.torture)
	want = WANT_LOOKS;
    }
  return want;
}

/* Take a sample of reference number REF of NEST, to ADDRESS.  */

static void
sample (struct mrt_observation *o, struct mrt_nest *nest, uint32_t ref,
	uint64_t address)
{
  const struct memlb_nest *desc = mrt_nest_desc (nest);
  const struct memlb_ref *r
    = (const struct memlb_ref *) MEMLB_REL (desc->refs) + ref;
  uint32_t n = o->counts[ref], size = mrt_sample_size (r);
  if (mrt_guarded_copy (samples_of (o, ref) + (size_t) n * size,
			(const void *) address, size))
    return;
  note_place (o, desc, ref, address);
  if (r->size >= WIDE)
    {
      mrt_add (&nest->wide, 1);
      mrt_add (&nest->straddling, address % LINE + r->size > LINE);
    }
  o->counts[ref] = n + 1;
  if (n + 1 == samples_wanted ())
    o->pending--;
}

/* Visit the reference of row A.  */

static void
visit (struct mrt_observation *o, struct mrt_nest *nest,
       const struct memlb_addr *a, const struct mrt_regs *regs, uint64_t sp)
{
  const struct memlb_nest *desc = mrt_nest_desc (nest);
  const struct memlb_ref *ref
    = (const struct memlb_ref *) MEMLB_REL (desc->refs) + a->ref;
  if (!observed_p (ref))
    return;
  uint64_t address = mrt_observed_address (a, regs, sp);
  uint32_t n = o->counts[a->ref];
  if (n < LOOKS && ref->kind & MEMLB_REF_LOAD)
    mrt_note_load (&o->stores, nest, ref, address);
  if (ref->kind & MEMLB_REF_STORE)
    mrt_note_store (&o->stores, ref->web < desc->n_webs ? &o->seen[ref->web] : NULL,
		    ref, address);
  o->stores.at++;
  /* How often inner loops go round cannot be told once points are passed by.  */
  if (!o->passing)
    mrt_add (ref->kind & MEMLB_REF_INNERMOST
	     ? &nest->in_inner : &nest->in_outer, 1);
  if (n < samples_wanted () && ref->treatment == MEMLB_TREAT_SLOT)
    sample (o, nest, a->ref, address);
  else if (n < LOOKS)
    o->counts[a->ref] = n + 1;
}

/* Leave the observe copy of F for the original at POINT, if that is
   possible, and publish what is complete.  */

static int
leave (struct mrt_thread *self, struct mrt_frame *f, struct mrt_context *ctx,
       const struct memlb_point *point)
{
  const void *original = MEMLB_REL (point->original);
  if (!original || mrt_settings.torture || mrt_shadow_stack_p ())
    return MRT_GO_ON;
  if (complete_p (self->observation))
    publish (&mrt_nests[f->index], f->desc);
  self->observation = NULL;
  mrt_counts_leave (f->desc, ctx);
  return mrt_leave_copy (ctx, (uint64_t) original, f->red_zone);
}

/* The ticks that the stub takes, by what lies between the last visit in O and the one
   that has begun at BEGIN; 0 while there was only one.  */

static uint64_t
stub_cost (struct mrt_observation *o, uint64_t begin)
{
  if (!o->end)
    return 0;
  o->gap = MRT_MIN (o->gap, mrt_elapsed (o->end, begin));
  return o->gap;
}

/* Frame F of SELF, which is not observed, is at the point with NUMBER, whose call returns to
   RET.  What takes no note there is passed by, as often as it may be.  */

static void
note_nothing (struct mrt_thread *self, const struct mrt_frame *f, uint32_t number,
	      uint64_t ret, bool notes)
{
  if (mrt_settings.torture)
    return;
  if (!notes)
    pass_by (self, number, ret);
  if (self->to_pass)
    return;
  if (mrt_settings.budget == MRT_UNLIMITED)
    begin_pass (self, MOST_PASSED);
  else
    mrt_replay_give_up (self, f);
}

int
mrt_observe (struct mrt_context *ctx, bool tested)
{
  struct mrt_thread *self = mrt_self;
  struct mrt_observation *o = self ? self->observation : NULL;
  if (!o || !self->depth)
    return MRT_GO_ON;
  struct mrt_frame *f = &self->frames[self->depth - 1];
  uint64_t sp = mrt_user_sp (ctx, f->red_zone);
  if (f->sp != sp)
    return MRT_GO_ON;
  uint64_t begin = mrt_clock ();
  uint32_t number = mrt_site_point (ctx->ret, tested);
  const struct memlb_point *point
    = (const struct memlb_point *) MEMLB_REL (f->desc->points) + number;
  bool notes = f->state & MRT_FRAME_REPLAY && mrt_replay_notes_p (f->desc, point);
  if (notes)
    {
      self->busy = sp;
      mrt_replay_note (self, f, ctx, point, sp);
      self->busy = 0;
    }
  if (!(f->state & MRT_FRAME_OBSERVE))
    {
      note_nothing (self, f, number, ctx->ret, notes);
      return MRT_GO_ON;
    }
  if (mrt_settings.torture && complete_p (o))
    return MRT_GO_ON;
  const struct memlb_addr *a = MEMLB_REL (f->desc->addrs);
  int go = MRT_GO_ON;
  self->busy = sp;
  a += point->first_addr;
  enum want want = wanted_by (o, f->desc, a, point->n_addrs);
  uint32_t before = o->stores.at;
  for (uint32_t i = 0; i < point->n_addrs; i++)
    visit (o, &mrt_nests[f->index], &a[i], &ctx->regs, sp);
  if (want == WANT_NOTHING && !(mrt_settings.torture || notes))
    {
      pass_by (self, number, ctx->ret);
      o->passing |= o->stores.at != before;
    }
  o->visits += want == WANT_SAMPLES || mrt_settings.torture ? WHOLE_VISIT : 1;
  o->fruitful |= want == WANT_SAMPLES;
  mrt_observe_charge (self, f);
  f->observed += stub_cost (o, begin);
  uint64_t end = o->end = mrt_clock ();
  if (enough_p (self, o, f))
    {
      go = leave (self, f, ctx, point);
      end = mrt_clock ();
    }
  self->busy = 0;
  uint64_t ticks = mrt_elapsed (begin, end);
  f->observed += ticks;
  mrt_spend (self, ticks + VISIT_COST);
  return go;
}
