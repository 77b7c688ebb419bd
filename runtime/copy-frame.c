/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The frame of a bound copy.

   The copy has a frame of its own on the thread's private stack: what the
   nest uses of the user's frame is copied there, cells beside it hold the
   frame addresses that the code uses as values, and the slots that its
   references were redirected to are filled with presets.  The copy can only
   write there, so giving it up leaves no trace.

   The frame ranges are saved at the entry, because the original that runs
   first changes them.  */

#include "copy-frame.h"
#include "distinct-pages.h"
#include "module.h"
#include "places.h"
#include "replay.h"
#include "runtime.h"
#include "settings.h"

#include <sys/mman.h>

#define PAGE 4096

/* Pages that frames and slots lie in, but for large ones: the last ones of the
   private stack, and the first ones of the slots' area.  */
#define STACK_PAGES 8
#define SLOT_PAGES 6

/* Bytes below the copy's frame for signal frames and library calls.  */
#define HEADROOM 0x20000

/* Most bytes that a reference accesses.  */
#define LINE 64

/* Bytes of the red zone, always copied room.  */
#define RED_ZONE 128

/* Most pages that FP and SP are further apart in a copy: slots have 24 KB.  */
#define MOST_APART 8

struct extent
{
  int64_t low, high;
};

static inline void
widen (struct extent *e, int64_t offset, uint64_t size)
{
  e->low = MRT_MIN (e->low, offset);
  e->high = MRT_MAX (e->high, offset + (int64_t) size);
}

static inline bool
slots_in_frame_p (const struct memlb_nest *desc)
{
  return desc->flags & MEMLB_NEST_SLOTS_IN_FRAME;
}

/* Offset of frame range R from SP, when FP - SP is FP_OFF.  */

static inline int64_t
range_offset (const struct memlb_range *r, int64_t fp_off)
{
  return r->offset + (r->from_fp ? fp_off : 0);
}

/* Visit the frame ranges of DESC and, last, saved frame pointer and return
   address where FP is a frame pointer: copy between the frame at FRAME and
   the save buffer.  False when the buffer is too small.  */

static bool
copy_ranges (struct mrt_thread *self, const struct memlb_nest *desc,
	     char *frame, int64_t fp_off, bool out)
{
  const struct memlb_range *ranges = MEMLB_REL (desc->ranges);
  char *p = self->save;
  uint32_t n = desc->n_ranges;
  for (uint32_t i = 0; i <= n; i++)
    {
      if (i < n && ranges[i].moved)
	continue;
      int64_t offset = i < n ? range_offset (&ranges[i], fp_off) : fp_off;
      uint32_t size = i < n ? ranges[i].size
			    : desc->flags & MEMLB_NEST_FRAME ? 16 : 0;
      if ((size_t) (self->save_end - p) < size)
	return false;
      if (out)
	mrt_copy (frame + offset, p, size);
      else
	mrt_copy (p, frame + offset, size);
      p += size;
    }
  return true;
}

/* ADDRESS, or where that is in the frame at TO if it leads to an object of DESC in
   the frame at FROM that moves with the copy.  */

static uint64_t
moved (const struct memlb_nest *desc, uint64_t address, uint64_t from,
       uint64_t to, int64_t fp_off)
{
  const struct memlb_range *ranges = MEMLB_REL (desc->ranges);
  for (uint32_t i = 0; i < desc->n_ranges; i++)
    if (ranges[i].moved == MEMLB_MOVED_OBJECT
	&& address - from - (uint64_t) range_offset (&ranges[i], fp_off)
	   < ranges[i].size)
      return address - from + to;
  return address;
}

static bool
moves_p (const struct memlb_nest *desc)
{
  const struct memlb_range *ranges = MEMLB_REL (desc->ranges);
  return desc->n_ranges && ranges[desc->n_ranges - 1].moved;
}

/* Distance of the frame pointer from the stack pointer at SELF's entry to
   DESC.  */

static int64_t
frame_distance (const struct mrt_thread *self, const struct memlb_nest *desc)
{
  return desc->flags & MEMLB_NEST_FRAME
	 ? (int64_t) (self->snap.gpr[MRT_FP] - self->snap_sp) : 0;
}

/* The same in SELF's copy of DESC.  */

static int64_t
copy_distance (const struct mrt_thread *self, const struct memlb_nest *desc)
{
  return desc->flags & MEMLB_NEST_FRAME
	 ? (int64_t) (self->launch.gpr[MRT_FP] - self->launch.gpr[MRT_SP]) : 0;
}

uint64_t
mrt_copy_frame_back (const struct mrt_thread *self,
		     const struct memlb_nest *desc, uint64_t address)
{
  return moves_p (desc) ? moved (desc, address, self->launch.gpr[MRT_SP],
				 self->snap_sp, frame_distance (self, desc))
			: address;
}

/* Let what SELF's copy of DESC finds in registers and in its frame lead to the
   objects there, or to that frame, if it is known to lead to the user's.  */

static void
move_addresses (struct mrt_thread *self, const struct memlb_nest *desc)
{
  const struct memlb_range *r = MEMLB_REL (desc->ranges);
  int64_t fp_off = frame_distance (self, desc);
  uint64_t from = self->snap_sp, to = self->launch.gpr[MRT_SP];
  for (unsigned i = 0; i < MRT_GPRS; i++)
    if (i != MRT_SP && !(i == MRT_FP && desc->flags & MEMLB_NEST_FRAME))
      self->launch.gpr[i] = moved (desc, self->snap.gpr[i], from, to, fp_off);
  for (uint32_t i = 0; i < desc->n_fvalues; i++)
    {
      uint64_t *cell = &self->cells[MEMLB_CELL_FVALUES + i];
      *cell = moved (desc, *cell, from, to, fp_off);
    }
  for (uint32_t i = 0; i < desc->n_ranges && !r[i].moved; i++)
    {
      uint64_t begin = to + (uint64_t) range_offset (&r[i], fp_off);
      uint64_t *word = (uint64_t *) ((begin + 7) & -(uint64_t) 8);
      for (; (uint64_t) (word + 1) <= begin + r[i].size; word++)
	*word = moved (desc, *word, from, to, fp_off);
    }
  for (uint32_t i = 0; i < desc->n_ranges; i++)
    if (r[i].moved == MEMLB_MOVED_REGISTER)
      self->launch.gpr[r[i].offset] += to - from;
    else if (r[i].moved == MEMLB_MOVED_WORD)
      *(uint64_t *) (to + (uint64_t) range_offset (&r[i], fp_off)) += to - from;
  self->cells[MEMLB_CELL_SCRATCH] = self->launch.gpr[MRT_LANDING];
}

void
mrt_copy_frame_vectors (struct mrt_thread *self, const struct memlb_nest *desc,
			bool back)
{
  const struct memlb_range *r = MEMLB_REL (desc->ranges);
  uint64_t by = self->launch.gpr[MRT_SP] - self->snap_sp;
  for (uint32_t i = 0; i < desc->n_ranges; i++)
    if (r[i].moved == MEMLB_MOVED_VECTOR)
      mrt_xstate_add (&self->snap_x, (unsigned) r[i].offset, back ? -by : by);
}

/* Cells in the copy's frame of DESC.  */

static inline uint32_t
n_cells (const struct memlb_nest *desc)
{
  return MEMLB_CELL_FVALUES + desc->n_fvalues + desc->n_webs
	 + desc->n_saves;
}

/* Everything that the copy's frame holds, from P.  */

static struct extent
frame_extent (const struct memlb_nest *desc, int64_t fp_off)
{
  struct extent e = { -RED_ZONE, 16 };
  const struct memlb_range *ranges = MEMLB_REL (desc->ranges);
  for (uint32_t i = 0; i < desc->n_ranges; i++)
    widen (&e, range_offset (&ranges[i], fp_off), ranges[i].size);
  if (desc->flags & MEMLB_NEST_FRAME)
    widen (&e, fp_off, 16);
  widen (&e, desc->cell_off, 8 * n_cells (desc));
  if (slots_in_frame_p (desc))
    widen (&e, desc->slot_off, desc->slot_bytes);
  if (desc->steps_bytes)
    widen (&e, desc->steps_off, desc->steps_bytes);
  return e;
}

static inline bool
overlap_p (int64_t a, uint64_t size_a, int64_t b, uint64_t size_b)
{
  return a < b + (int64_t) size_b && b < a + (int64_t) size_a;
}

/* True if the SIZE bytes at OFFSET from P hold no cells, slots nor counters.  */

static bool
free_p (const struct memlb_nest *desc, int64_t offset, uint64_t size)
{
  uint64_t cells = 8 * n_cells (desc);
  return !overlap_p (offset, size, desc->cell_off, cells)
	 && !(slots_in_frame_p (desc)
	      && overlap_p (offset, size, desc->slot_off, desc->slot_bytes))
	 && !overlap_p (offset, size, desc->steps_off, desc->steps_bytes);
}

/* Cells and slots have constant places above those of the ranges from SP.
   True if those from FP, at FP_OFF from SP, keep clear of them; the plugin
   does not know where they are in a function that moves SP.  (The saved
   frame pointer and the return address are not read there.)  */

static bool
frame_clear_p (const struct memlb_nest *desc, int64_t fp_off)
{
  const struct memlb_range *r = MEMLB_REL (desc->ranges);
  for (uint32_t i = 0; i < desc->n_ranges; i++)
    if (r[i].from_fp && !r[i].moved
	&& !free_p (desc, range_offset (&r[i], fp_off), r[i].size))
      return false;
  return true;
}

/* How far FP is to be from SP in the copy of DESC, where it is FP_OFF in the original, with SP
   there.  An array between them may have less room than cells and slots need, and need not be as
   long as would keep SP aligned: then they are further apart, unless something moves with the
   frame.  Goes to *COPY_OFF; false if no distance will do.  */

static bool
set_apart (const struct memlb_nest *desc, uint64_t sp, int64_t fp_off,
	   int64_t *copy_off)
{
  bool fixed = !(desc->flags & MEMLB_NEST_FRAME) || moves_p (desc);
  uint64_t beyond = slots_in_frame_p (desc)
		    ? (sp - desc->sp_mod) & (desc->sp_align - 1) : 0;
  unsigned pages = fixed ? 0 : MOST_APART;
  if (fixed && beyond)
    return false;
  *copy_off = fp_off + (int64_t) beyond;
  for (; !frame_clear_p (desc, *copy_off); *copy_off += PAGE)
    if (!pages--)
      return false;
  return true;
}

/* The copy's stack pointer for user's SP: the same modulo a page, so that
   the frame falls into the same cache sets and 4K aliasing classes; without
   a slot register the plugin has chosen its value modulo a line, and it is
   moved so that slots do not go on in another page.  0 when
   there is no room, STACK bytes for functions included.  */

static uint64_t
place_frame (const struct mrt_thread *self, const struct memlb_nest *desc,
	     uint64_t sp, int64_t fp_off, uint64_t stack)
{
  uint64_t wanted = sp;
  if (slots_in_frame_p (desc))
    wanted = ((sp - desc->sp_mod) & ~(uint64_t) 63) + desc->sp_mod;
  struct extent e = frame_extent (desc, fp_off);
  int64_t room = self->stack_end - self->stack - HEADROOM - 8192
		 - (int64_t) stack;
  if (e.high - e.low > room || e.high > room || e.low < -room)
    return 0;
  uint64_t top = (uint64_t) self->stack_end - 256 - (uint64_t) e.high;
  uint64_t p = top - ((top - wanted) & 4095);
  uint64_t slots = (p + (uint64_t) (int64_t) desc->slot_off) & (PAGE - 1);
  if (slots_in_frame_p (desc) && desc->sp_align <= LINE
      && slots + desc->slot_bytes > PAGE)
    p -= slots;
  /* Alignments above a page hold by subtraction of what is too much.  */
  if (desc->sp_align > 4096)
    p -= (p - wanted) & (desc->sp_align - 1);
  return p + (uint64_t) e.low < (uint64_t) self->stack + HEADROOM + stack
	 ? 0 : p;
}

/* Let the pages of frames and slots not delay one another, where those of DESC with
   E around its frame have the same places in pages.  */

static void
separate_pages (struct mrt_thread *self, const struct memlb_nest *desc,
		struct extent e)
{
  char *pages[STACK_PAGES + SLOT_PAGES];
  int64_t bytes = e.high - e.low
		  + (slots_in_frame_p (desc) ? 0 : desc->slot_bytes);
  if (self->distinct || bytes <= PAGE / 2 || mrt_settings.torture)
    return;
  self->distinct = true;
  for (unsigned i = 0; i < STACK_PAGES; i++)
    pages[i] = self->stack_end - (i + 1) * PAGE;
  for (unsigned i = 0; i < SLOT_PAGES; i++)
    pages[STACK_PAGES + i] = self->slots + i * PAGE;
  mrt_distinct_pages (pages, STACK_PAGES + SLOT_PAGES, MADV_DONTNEED,
		      mrt_delays_p);
}

bool
mrt_copy_frame_save (struct mrt_thread *self, const struct memlb_nest *desc,
		     const struct mrt_context *ctx, uint64_t sp,
		     uint64_t stack)
{
  self->snap = ctx->regs;
  self->snap_sp = sp;
  int64_t fp_off = desc->flags & MEMLB_NEST_FRAME
		   ? (int64_t) (ctx->regs.gpr[MRT_FP] - sp) : 0;
  int64_t copy_off;
  uint64_t p = set_apart (desc, sp, fp_off, &copy_off)
	       ? place_frame (self, desc, sp, copy_off, stack) : 0;
  if (!p || !copy_ranges (self, desc, (char *) sp, fp_off, false))
    return false;
  if (!slots_in_frame_p (desc)
      && desc->slot_bytes > (size_t) (self->slots_end - self->slots) - 8192)
    return false;
  separate_pages (self, desc, frame_extent (desc, copy_off));
  self->launch = self->snap;
  self->launch.gpr[MRT_SP] = p;
  if (desc->flags & MEMLB_NEST_FRAME)
    self->launch.gpr[MRT_FP] = p + (uint64_t) copy_off;
  self->cells = (uint64_t *) (p + (uint64_t) (int64_t) desc->cell_off);
  if (mrt_vector_p (desc))
    mrt_xstate_save (&self->snap_x);
  return true;
}

/* Where the slot area of DESC lies: in the frame, or, where it fits, half a page
   away from it modulo a page.  None but an area that is larger than a page goes on
   in another one, and that begins with a page, as the plugin expects.  */

static char *
slot_area (const struct mrt_thread *self, const struct memlb_nest *desc)
{
  uint64_t p = self->launch.gpr[MRT_SP];
  if (slots_in_frame_p (desc))
    return (char *) (p + (uint64_t) (int64_t) desc->slot_off);
  uint64_t at = (p + PAGE / 2) & (PAGE - LINE);
  if (at + desc->slot_bytes > PAGE)
    at = desc->slot_bytes > PAGE / 2 ? 0 : PAGE - desc->slot_bytes;
  return self->slots + at;
}

/* Fill the slots of DESC at SLOTS from IMAGE, NULL for zeros.  Slots that
   hold the value of a web come last, where they cannot be overwritten.  */

static void
fill_slots (const struct memlb_nest *desc, char *slots,
	    const unsigned char *image, const struct mrt_places *places,
	    uint32_t at)
{
  const struct memlb_ref *r = MEMLB_REL (desc->refs);
  if (image)
    mrt_copy (slots, image, desc->slot_bytes);
  else
    mrt_fill (slots, 0, desc->slot_bytes);
  if (!desc->n_webs)
    return;
  for (uint32_t i = 0; image && places && i < desc->n_refs; i++)
    if (r[i].treatment == MEMLB_TREAT_SLOT)
      {
	int64_t shift = mrt_web_shift (desc, places, at, r[i].web);
	if (shift)
	  mrt_copy (slots + r[i].slot + shift, image + r[i].slot,
		    MRT_MIN (r[i].size, LINE));
      }
  for (uint32_t i = 0; i < desc->n_refs; i++)
    if (r[i].value_web < desc->n_webs && r[i].size <= 8)
      {
	uint64_t value = mrt_web_value (desc, slots, places, at, r[i].value_web);
	mrt_copy (slots + r[i].slot + mrt_web_shift (desc, places, at, r[i].web),
		  &value, r[i].size);
      }
}

static void
fill_cells (struct mrt_thread *self, const struct memlb_nest *desc,
	    const char *slots, const struct mrt_places *places, uint32_t at)
{
  uint64_t *c = self->cells;
  uint64_t fp = self->snap.gpr[MRT_FP];
  c[MEMLB_CELL_SCRATCH] = self->snap.gpr[MRT_LANDING];
  c[MEMLB_CELL_SLOTS] = (uint64_t) slots + desc->slot_bias;
  c[MEMLB_CELL_EXIT] = 0;
  c[MEMLB_CELL_STREAM] = mrt_replay_first (self);
  c[MEMLB_CELL_SP] = self->snap_sp;
  c[MEMLB_CELL_FP] = fp;
  const struct memlb_fvalue *v = MEMLB_REL (desc->fvalues);
  for (uint32_t i = 0; i < desc->n_fvalues; i++)
    c[MEMLB_CELL_FVALUES + i] = (v[i].from_fp ? fp : self->snap_sp)
				+ (uint64_t) (int64_t) v[i].offset;
  for (uint32_t i = 0; i < desc->n_webs; i++)
    c[MEMLB_CELL_FVALUES + desc->n_fvalues + i]
      = mrt_web_value (desc, slots, places, at, i);
}

void
mrt_copy_frame_fill (struct mrt_thread *self, const struct memlb_nest *desc,
		     const struct mrt_nest *nest, uint32_t at)
{
  const struct mrt_places *places
    = __atomic_load_n (&nest->places, __ATOMIC_ACQUIRE);
  char *p = (char *) self->launch.gpr[MRT_SP];
  copy_ranges (self, desc, p, copy_distance (self, desc), true);
  char *slots = slot_area (self, desc);
  const unsigned char *image
    = __atomic_load_n (&nest->image, __ATOMIC_ACQUIRE);
  fill_slots (desc, slots, mrt_settings.torture ? NULL : image, places, at);
  fill_cells (self, desc, slots, places, at);
  if (moves_p (desc))
    move_addresses (self, desc);
  mrt_fence ();
}
