/* The slots of address webs.
   SPDX-License-Identifier: GPL-3.0-or-later

   All slots whose base is one web form a block.  References that are near to
   one another keep their distances and share lines, as the elements of one
   array do; every slot keeps its place in its line relative to the web's
   value, so that the runtime can move the block to where the original's
   references lie.  The plugin places it where as few slots as possible lie
   across lines.  Nothing here changes the IL.  */

#include "gcc-compat.h"
#include "nest.h"
#include "memlb-target.h"

static const unsigned line_bytes = 64;

/* A web's block can move by almost a line, and the slots of another web can
   come to lie beside it so far away (runtime/places.c).  */
static const unsigned near_bytes = 64;

/* True if slot A of a block comes before B: loads before what has lines of
   its own, one register beside the base after the other, by displacement.
   */

static int
compare_slots (const void *a, const void *b)
{
  const nest_slot *x = *(nest_slot *const *) a;
  const nest_slot *y = *(nest_slot *const *) b;

  if ((x->stored || x->value_p) != (y->stored || y->value_p))
    return x->stored || x->value_p ? 1 : -1;
  if (x->other != y->other)
    return x->other < y->other ? -1 : 1;
  if (x->scale != y->scale)
    return x->scale < y->scale ? -1 : 1;
  if (x->disp != y->disp)
    return x->disp < y->disp ? -1 : 1;
  return x < y ? -1 : x > y;
}

/* Place the sorted SLOTS of one block: those near to one another keep their
   distances, and all their places in their lines.  Offsets count from the
   block's start, where the line of the first slot begins.  Returns the
   block's size.  */

static unsigned
place_block (vec<nest_slot *> *slots)
{
  const nest_slot *before = NULL;
  unsigned i, end = 0;
  nest_slot *slot;

  FOR_EACH_VEC_ELT (*slots, i, slot)
    {
      bool own = slot->stored || slot->value_p;
      if (before && !own && slot->other == before->other
	  && slot->scale == before->scale
	  && slot->disp - before->disp <= 2 * line_bytes)
	slot->offset = before->offset + (slot->disp - before->disp);
      else
	slot->offset = ((end ? ROUND_UP (end, line_bytes) + line_bytes : 0)
			+ (slot->disp & (line_bytes - 1)));
      end = MAX (end, slot->offset + slot->size);
      before = slot;
    }
  return end;
}

/* Penalty of a slot that must be aligned and is not.  */
static const unsigned unaligned_penalty = 0x10000;

/* How many of SLOTS lie across lines, or for those that are not wide across
   their own size, when the block moves by SHIFT; with a penalty for those
   that cannot lie so.  */

static unsigned
straddling (vec<nest_slot *> *slots, unsigned shift)
{
  unsigned i, count = 0;
  nest_slot *slot;

  FOR_EACH_VEC_ELT (*slots, i, slot)
    {
      unsigned unit = slot->size >= 16 ? line_bytes
				       : 1u << ceil_log2 (slot->size);
      count += (slot->offset + shift) % unit + slot->size > unit;
      if (slot->aligned_p && (slot->offset + shift) % slot->size)
	count += unaligned_penalty;
    }
  return count;
}

/* Where the block of SLOTS, number NUMBER of its nest, best begins modulo a
   line: as few slots as possible lie across lines, as if its array began at
   the best place.  Blocks with choice begin in different banks.  */

static unsigned
best_shift (vec<nest_slot *> *slots, unsigned number)
{
  unsigned largest = 1, best = 0, fewest = ~0u;

  for (unsigned i = 0; i < slots->length (); i++)
    largest = MAX (largest, (*slots)[i]->size);
  for (unsigned i = 0; i < line_bytes; i++)
    {
      unsigned shift = (i + number * largest) % line_bytes;
      unsigned count = straddling (slots, shift);
      if (count < fewest)
	{
	  fewest = count;
	  best = shift;
	}
    }
  return best;
}

/* Place the block of web WEB of N from START on; returns its end.  Where
   references at unknown distances must all be aligned, they get slots
   without web.  */

static unsigned
place_web (nest *n, int web, unsigned start)
{
  auto_vec<nest_slot *> slots;
  unsigned i;
  nest_slot *slot;

  FOR_EACH_VEC_ELT (n->slots, i, slot)
    if (slot->web == web)
      slots.safe_push (slot);
  if (slots.is_empty ())
    return start;
  slots.qsort (compare_slots);
  unsigned size = place_block (&slots);
  unsigned shift = best_shift (&slots, web) + near_bytes;
  if (straddling (&slots, shift) >= unaligned_penalty)
    {
      FOR_EACH_VEC_ELT (slots, i, slot)
	slot->web = -1;
      return start;
    }
  /* The first slot has its own displacement.  */
  n->webs[web].offset = start + shift + slots[0]->offset - slots[0]->disp;
  FOR_EACH_VEC_ELT (slots, i, slot)
    slot->offset += start + shift;
  return ROUND_UP (start + shift + size + near_bytes + line_bytes, line_bytes);
}

/* The reference whose address places the block of web WEB of N: the widest,
   in the innermost loop; or -1.  */

static int
leading_ref (nest *n, int web)
{
  int lead = -1;
  unsigned i, depth = 0;
  nest_ref *ref;

  FOR_EACH_VEC_ELT (n->refs, i, ref)
    if (ref->slot >= 0 && n->slots[ref->slot].web == web
	&& ref->kind != MEMLB_REF_PREFETCH)
      {
	unsigned d = loop_depth (BLOCK_FOR_INSN (ref->insn)->loop_father);
	if (lead < 0 || ref->size > n->refs[lead].size
	    || (ref->size == n->refs[lead].size && d > depth))
	  {
	    lead = i;
	    depth = d;
	  }
      }
  return lead;
}

/* Place the slots whose base is a web of N, from the slot area's start on;
   returns their end.  */

unsigned
place_web_slots (nest *n)
{
  unsigned end = 0;

  for (unsigned i = 0; i < n->webs.length (); i++)
    if (n->webs[i].role == WEB_BASE)
      {
	end = place_web (n, i, end);
	n->webs[i].lead = leading_ref (n, i);
      }
  return end;
}
