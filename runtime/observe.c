/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Observation of a nest.

   Which values a reference loads decides how long a division takes or which
   way a conditional move goes, so a slot is preset with the median of the
   first 64 values seen.  One thread at a time owns the observation of a
   nest; the image is published once.

   Weakness: a value is read when the block is entered, so that a value
   stored and loaded again within one block is seen as it was before.  */

#include "count.h"
#include "enter.h"
#include "observe.h"
#include "places.h"
#include "replay.h"
#include "runtime.h"
#include "settings.h"

#define SAMPLES 64

/* References of at least so many bytes are watched for straddling lines.  */
#define WIDE 16
#define LINE 64
#define LARGEST 64

/* Samples of one reference in torture mode, where they are not used.  */
#define TORTURE_SAMPLES 4

/* Passes that have visited more points than this end the observation, within a
   budget fewer do, and so does the pass of this number; a first look, in a trial
   whose cost nothing is known to pay for, is shorter.  */
#define MOST_VISITS 8192
#define BUDGET_VISITS 2048
#define GLIMPSE_VISITS 128
#define MOST_PASSES 8

/* Ticks that a visit takes beside what is measured there.  */
#define VISIT_COST 200

/* A load waits for a store of the same bytes so few references before it; for
   one that it reads only a part of, or more than, it waits until the cache
   has them.  (With 16, blocked matrix products would be told too, whose bound
   is right.)  */
#define NEAR_EXACT 8
#define NEAR_PARTLY 96

/* Within so many a mirror copy shows whether it does.  */
#define NEAR_MIRROR 64

/* Stores remembered.  */
#define STORES 32

struct store
{
  uint64_t address;
  uint32_t size;
  uint32_t slot;
  uint32_t at;			/* number of the reference in the observation */
};

struct mrt_observation
{
  size_t bytes;			/* of the mapping */
  uint32_t visits;
  uint32_t before;		/* of these, in earlier passes */
  uint32_t passes;
  uint32_t pending;		/* references with samples to come */
  uint32_t n_refs;
  struct mrt_seen *seen;	/* per web */
  uint32_t n_stores;
  uint32_t at;			/* references seen */
  struct store stores[STORES];
  unsigned char *values;	/* SAMPLES x LARGEST bytes per reference */
  uint32_t counts[];		/* samples per reference */
};

static inline unsigned char *
samples_of (const struct mrt_observation *o, uint32_t ref)
{
  return o->values + (size_t) ref * SAMPLES * LARGEST;
}

static inline uint32_t
sample_size (const struct memlb_ref *ref)
{
  return MRT_MIN (ref->size, LARGEST);
}

/* An observation of DESC, with nothing seen, in the mapping SPARE if that is
   large enough, else in a new one.  */

static struct mrt_observation *
make_observation (const struct memlb_nest *desc, struct mrt_observation *spare)
{
  size_t head = (sizeof (struct mrt_observation) + 4 * desc->n_refs + 63)
		& ~(size_t) 63;
  size_t values = (size_t) desc->n_refs * SAMPLES * LARGEST;
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
  o->n_refs = desc->n_refs;
  o->values = (unsigned char *) o + head;
  o->seen = (struct mrt_seen *) (o->values + values);
  for (uint32_t i = 0; i < desc->n_webs; i++)
    o->seen[i].n = 0;
  for (uint32_t i = 0; i < desc->n_refs; i++)
    o->pending += refs[i].treatment == MEMLB_TREAT_SLOT && refs[i].size;
  return o;
}

void
mrt_observe_begin (struct mrt_thread *self, struct mrt_frame *f)
{
  self->observation = NULL;
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
      self->observation->before = self->observation->visits;
      mrt_seen_begin (f->desc, self->observation->seen);
    }
}

void
mrt_observe_nothing (struct mrt_thread *self, bool noting)
{
  static struct mrt_observation none;
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

/* The contents of the slot area of DESC from observation O.  */

static unsigned char *
make_image (const struct memlb_nest *desc, const struct mrt_observation *o)
{
  unsigned char *image = mrt_keep (desc->slot_bytes ? desc->slot_bytes : 1);
  const struct memlb_ref *refs = MEMLB_REL (desc->refs);
  for (uint32_t i = 0; image && i < desc->n_refs; i++)
    {
      const struct memlb_ref *r = &refs[i];
      uint32_t size = sample_size (r);
      if (r->treatment != MEMLB_TREAT_SLOT
	  || (uint64_t) r->slot + size > desc->slot_bytes)
	continue;
      if (!o || !o->counts[i])
	mrt_fill_ones (image + r->slot, size, r->elem, r->elem_size);
      else
	mrt_copy (image + r->slot,
		  samples_of (o, i)
		  + size * mrt_median (samples_of (o, i), o->counts[i], size,
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
  unsigned char *image = make_image (desc, o);
  nest->observation = NULL;
  if (o)
    __atomic_store_n (&nest->places, mrt_keep_places (desc, o->seen),
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

/* True if in frame F the observation O has gone on for long enough.  */

static bool
enough_p (const struct mrt_observation *o, const struct mrt_frame *f)
{
  return complete_p (o)
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
  if (!o || wanted || complete_p (o) || o->passes >= MOST_PASSES)
    publish (nest, f->desc);
  else
    {
      mrt_seen_end (f->desc, o->seen);
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

/* The latest store in O that wrote a byte of the SIZE at ADDRESS, or NULL.  */

static const struct store *
latest_store (const struct mrt_observation *o, uint64_t address, uint32_t size)
{
  uint32_t n = MRT_MIN (o->n_stores, STORES);
  for (uint32_t i = 1; i <= n; i++)
    {
      const struct store *s = &o->stores[(o->n_stores - i) % STORES];
      if (s->address < address + size && address < s->address + s->size)
	return s;
    }
  return NULL;
}

/* True if in the bound copy an update of the SIZE bytes at ADDRESS, in SLOT,
   waits for a store, and in the original it reads something else.  (A load and
   a store that share a slot by themselves do so once for each inner loop at
   most.)  */

static bool
chained_p (const struct mrt_observation *o, uint32_t slot, uint64_t address,
	   uint32_t size)
{
  uint32_t n = MRT_MIN (o->n_stores, STORES);
  for (uint32_t i = 1; i <= n; i++)
    {
      const struct store *s = &o->stores[(o->n_stores - i) % STORES];
      if (s->slot == slot)
	return s->address >= address + size || address >= s->address + s->size;
    }
  return false;
}

/* Enter a reference REF to ADDRESS of NEST into O: does it load what was
   stored just before?  Where store and load share a slot the bound copy waits
   for it, too, and an update of another element then waits in the copy
   only.  A load that decides control flow reads memory in the copy and waits
   for no store.  */

static void
note_recurrence (struct mrt_observation *o, struct mrt_nest *nest,
		 const struct memlb_ref *ref, uint64_t address)
{
  uint32_t size = sample_size (ref);
  o->at++;
  if (ref->kind & MEMLB_REF_LOAD)
    {
      const struct store *s = latest_store (o, address, size);
      bool exact = s && s->address <= address
		   && s->address + s->size >= address + size;
      bool cut = s && (s->slot != ref->slot
		       || ref->treatment == MEMLB_TREAT_CONTROL);
      mrt_add (&nest->loads, 1);
      if (cut && o->at - s->at <= (exact ? NEAR_EXACT : NEAR_PARTLY))
	mrt_add (&nest->recurring, 1);
      if (cut && o->at - s->at <= (exact ? NEAR_MIRROR : NEAR_PARTLY))
	mrt_add (&nest->waiting, 1);
      if (ref->kind & MEMLB_REF_STORE
	  && chained_p (o, ref->slot, address, size))
	mrt_add (&nest->chained, 1);
    }
  if (ref->kind & MEMLB_REF_STORE)
    o->stores[o->n_stores++ % STORES]
      = (struct store) { address, size, ref->slot, o->at };
}

/* Take a sample of the reference of row A.  */

static void
sample (struct mrt_observation *o, struct mrt_nest *nest,
	const struct memlb_addr *a, const struct mrt_regs *regs, uint64_t sp)
{
  const struct memlb_nest *desc = mrt_nest_desc (nest);
  const struct memlb_ref *ref
    = (const struct memlb_ref *) MEMLB_REL (desc->refs) + a->ref;
  uint32_t n = o->counts[a->ref], size = sample_size (ref);
  uint32_t wanted = mrt_settings.torture ? TORTURE_SAMPLES : SAMPLES;
  if ((ref->treatment != MEMLB_TREAT_SLOT
       && ref->treatment != MEMLB_TREAT_CONTROL) || !size)
    return;
  uint64_t address = mrt_observed_address (a, regs, sp);
  note_recurrence (o, nest, ref, address);
  mrt_add (ref->kind & MEMLB_REF_INNERMOST ? &nest->in_inner : &nest->in_outer, 1);
  if (ref->treatment == MEMLB_TREAT_CONTROL || n >= wanted)
    return;
  if (mrt_guarded_copy (samples_of (o, a->ref) + (size_t) n * size,
			(const void *) address, size))
    return;
  note_place (o, desc, a->ref, address);
  if (ref->size >= WIDE)
    {
      mrt_add (&nest->wide, 1);
      mrt_add (&nest->straddling, address % LINE + ref->size > LINE);
    }
  o->counts[a->ref] = n + 1;
  if (n + 1 == wanted)
    o->pending--;
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

int
mrt_observe (struct mrt_context *ctx)
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
  uint32_t number = mrt_site_point (ctx->ret);
  const struct memlb_point *point
    = (const struct memlb_point *) MEMLB_REL (f->desc->points) + number;
  if (f->state & MRT_FRAME_REPLAY)
    {
      self->busy = sp;
      mrt_replay_note (self, f, ctx, point, sp);
      self->busy = 0;
    }
  if (!(f->state & MRT_FRAME_OBSERVE)
      || (mrt_settings.torture && complete_p (o)))
    return MRT_GO_ON;
  const struct memlb_addr *a = MEMLB_REL (f->desc->addrs);
  int go = MRT_GO_ON;
  self->busy = sp;
  a += point->first_addr;
  for (uint32_t i = 0; i < point->n_addrs; i++)
    sample (o, &mrt_nests[f->index], &a[i], &ctx->regs, sp);
  o->visits++;
  if (enough_p (o, f))
    go = leave (self, f, ctx, point);
  self->busy = 0;
  uint64_t ticks = mrt_elapsed (begin, mrt_clock ());
  f->observed += ticks;
  mrt_spend (self, ticks + VISIT_COST);
  return go;
}
