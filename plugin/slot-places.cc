/* Where slots lie.
   SPDX-License-Identifier: GPL-3.0-or-later

   All slots whose base is one address web form a block.  References that are near to
   one another keep their distances and share lines, as the elements of one
   array do; every slot keeps its place in its line relative to the web's
   value, so that the runtime can move the block to where the original's
   references lie.  Loads far from one another are packed, at those places.
   The plugin places the block where as few slots as possible lie across lines.
   Narrow slots alone lie near to the first one, where displacements are short.

   Behind these blocks come the slots that no web is the base of: loads
   packed, so that they spread over the cache's banks, then stores.

   Stores of neighbouring elements keep their distances too, with or without
   a web: stores that follow one another into one line enter the cache
   together on some processors, and those into different lines one by one (a
   loop with seven stores to a column of a table, on an Intel core of 2023:
   1.5 times too slow with a line for each).  No load has its slot among
   them, but where it shares one.  Nothing here changes the IL.  */

#include "gcc-compat.h"
#include "nest.h"
#include "memlb-target.h"

static const unsigned line_bytes = 64;

/* A web's block can move by almost a line, and the slots of another web can
   come to lie beside it so far away (runtime/places.c).  */
static const unsigned near_bytes = 64;

static const unsigned page_bytes = 4096;

/* How far behind its offset in its block a slot can begin: what best_shift gives,
   and what near_bytes says twice, for the block's start and for its moves.  */
static const unsigned moved_bytes = 3 * line_bytes;

/* Loads come before stores, and those before slots that hold values of
   webs.  */

static int
slot_class (const nest_slot *slot)
{
  return slot->value_p ? 2 : slot->stored;
}

/* Order of what slots X and Y have beside a displacement: 0 if nothing but
   that tells their addresses apart.  */

static int
compare_arrays (const nest_slot *x, const nest_slot *y)
{
  if (x->base != y->base)
    return x->base < y->base ? -1 : 1;
  if (x->other != y->other)
    return x->other < y->other ? -1 : 1;
  if (x->scale != y->scale)
    return x->scale < y->scale ? -1 : 1;
  if (!x->symbol || !y->symbol)
    return !y->symbol - !x->symbol;
  return strcmp (XSTR (x->symbol, 0), XSTR (y->symbol, 0));
}

/* Order of slots A and B of a block: by class, array and displacement.  */

static int
compare_slots (const void *a, const void *b)
{
  const nest_slot *x = *(nest_slot *const *) a;
  const nest_slot *y = *(nest_slot *const *) b;

  if (slot_class (x) != slot_class (y))
    return slot_class (x) < slot_class (y) ? -1 : 1;
  if (int order = compare_arrays (x, y))
    return order;
  if (x->disp != y->disp)
    return x->disp < y->disp ? -1 : 1;
  return x < y ? -1 : x > y;
}

/* True if SLOT, which comes behind BEFORE, is to keep its distance from it.
   What looks like one address may be two: stores must not overlap, nor scalars
   that are loaded, which may have to differ.  */

static bool
near_p (const nest_slot *before, const nest_slot *slot)
{
  HOST_WIDE_INT distance = slot->disp - before->disp;
  bool apart = slot->stored || slot->size < 16;

  return (slot_class (slot) == slot_class (before) && !slot->value_p
	  && compare_arrays (before, slot) == 0
	  && distance >= (apart ? (HOST_WIDE_INT) before->size : 0)
	  && distance <= 2 * line_bytes);
}

/* The number of the first of the sorted SLOTS behind number FIRST that does not
   keep its distance from the one before.  */

static unsigned
end_of_group (vec<nest_slot *> *slots, unsigned first)
{
  unsigned i = first + 1;

  while (i < slots->length () && near_p ((*slots)[i - 1], (*slots)[i]))
    i++;
  return i;
}

/* True if the slots FIRST to LAST - 1 of SLOTS, the first at OFFSET, lie
   beside all before them.  */

static bool
beside_p (vec<nest_slot *> *slots, unsigned first, unsigned last,
	  unsigned offset)
{
  for (unsigned i = first; i < last; i++)
    {
      const nest_slot *slot = (*slots)[i];
      unsigned at = offset + (slot->disp - (*slots)[first]->disp);
      for (unsigned j = 0; j < first; j++)
	if (at < (*slots)[j]->offset + (*slots)[j]->size
	    && (*slots)[j]->offset < at + slot->size)
	  return false;
    }
  return true;
}

/* True if LENGTH bytes of slots at OFFSET from the slot area's start may come to
   lie across two pages, although they fit into one.  */

static bool
across_pages_p (unsigned offset, unsigned length)
{
  unsigned last = length + moved_bytes - 1;

  return last < page_bytes && offset % page_bytes + last >= page_bytes;
}

/* Place the sorted SLOTS of one block, which begins START bytes behind the slot
   area's start: those near to one another keep their distances, and all their
   places in their lines.  Loads take the first such place that is free, so that
   many wide ones do not take the cache; stores have lines of their own.  Offsets
   count from the block's start, where the line of the first slot begins.  Returns
   the block's size.  */

static unsigned
place_block (vec<nest_slot *> *slots, unsigned start)
{
  unsigned i, first, last, end = 0;

  for (first = 0; first < slots->length (); first = last)
    {
      nest_slot *slot = (*slots)[first];
      unsigned offset = slot->disp & (line_bytes - 1);
      last = end_of_group (slots, first);
      unsigned length = ((*slots)[last - 1]->disp - slot->disp
			 + (*slots)[last - 1]->size);
      if (slot_class (slot) != 0 && end)
	offset += ROUND_UP (end, line_bytes) + line_bytes;
      while (across_pages_p (start + offset, length)
	     || (slot_class (slot) == 0
		 && !beside_p (slots, first, last, offset)))
	offset += line_bytes;
      for (i = first; i < last; i++)
	{
	  (*slots)[i]->offset = offset + ((*slots)[i]->disp - slot->disp);
	  end = MAX (end, (*slots)[i]->offset + (*slots)[i]->size);
	}
    }
  return end;
}

/* True if none of SLOTS can lie across two lines.  */

static bool
narrow_p (vec<nest_slot *> *slots)
{
  for (unsigned i = 0; i < slots->length (); i++)
    if ((*slots)[i]->size >= 16)
      return false;
  return true;
}

/* Place the sorted SLOTS of a block, all of them narrow, near to the first one,
   which has its own displacement, so that others' are short, too.  Those near to
   one another keep their distances; loads are packed; stores, on both sides, lie
   in lines of their own wherever the block begins.  Offsets and result as of
   place_block.  */

static unsigned
place_narrow_block (vec<nest_slot *> *slots)
{
  HOST_WIDE_INT low = 0, high = 0, origin = (*slots)[0]->disp;
  unsigned i, first, last;

  for (first = 0; first < slots->length (); first = last)
    {
      nest_slot *slot = (*slots)[first];
      last = end_of_group (slots, first);
      unsigned align = 1u << ceil_log2 (slot->size);
      HOST_WIDE_INT length = ((*slots)[last - 1]->disp - slot->disp
			      + (*slots)[last - 1]->size);
      HOST_WIDE_INT at = ROUND_UP (high, align);
      if (slot_class (slot) != 0 && first)
	{
	  HOST_WIDE_INT above = ROUND_UP (high + line_bytes - 1, align);
	  HOST_WIDE_INT below
	    = -ROUND_UP (length + line_bytes - 1 - low, align);
	  at = origin + above <= -(origin + below) ? above : below;
	}
      for (i = first; i < last; i++)
	(*slots)[i]->offset = at + ((*slots)[i]->disp - slot->disp);
      low = MIN (low, at);
      high = MAX (high, at + length);
    }
  low = -ROUND_UP (-low, line_bytes);
  for (i = 0; i < slots->length (); i++)
    (*slots)[i]->offset -= low;
  return high - low;
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
  unsigned size = (target_lengths_vary_p () && narrow_p (&slots)
		   ? place_narrow_block (&slots) : place_block (&slots, start));
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

/* Place SLOTS, which keep their distances, from START on, so that as few as
   possible lie across lines; each in a line of its own if some could not be
   aligned as they must be.  Returns their end.  */

static unsigned
place_group (vec<nest_slot *> *slots, unsigned start)
{
  unsigned i, end = start;
  nest_slot *slot;

  FOR_EACH_VEC_ELT (*slots, i, slot)
    slot->offset = slot->disp - (*slots)[0]->disp;
  unsigned shift = best_shift (slots, 0);
  bool fits = straddling (slots, shift) < unaligned_penalty;
  FOR_EACH_VEC_ELT (*slots, i, slot)
    {
      slot->offset = fits ? start + shift + slot->offset
			  : ROUND_UP (end, line_bytes);
      end = slot->offset + slot->size;
    }
  return end;
}

/* Place N's stored slots that no web is the base of, from START on, each
   group of neighbours in lines of its own.  Returns their end.  */

static unsigned
place_common_stores (nest *n, unsigned start)
{
  auto_vec<nest_slot *> slots, group;
  unsigned i, end = start;
  nest_slot *slot;

  FOR_EACH_VEC_ELT (n->slots, i, slot)
    if (slot->web < 0 && slot->stored)
      slots.safe_push (slot);
  slots.qsort (compare_slots);
  FOR_EACH_VEC_ELT (slots, i, slot)
    {
      group.safe_push (slot);
      if (i + 1 < slots.length () && near_p (slot, slots[i + 1]))
	continue;
      end = place_group (&group, ROUND_UP (end, line_bytes));
      group.truncate (0);
    }
  return end;
}

/* Place the slots of N that no web is the base of, from START on: loads
   packed and naturally aligned, then the stores.  Returns their end.  */

unsigned
place_common_slots (nest *n, unsigned start)
{
  unsigned i, end = start;
  nest_slot *slot;

  FOR_EACH_VEC_ELT (n->slots, i, slot)
    if (slot->web < 0 && !slot->stored)
      {
	unsigned align = MIN (1u << ceil_log2 (slot->size), line_bytes);
	slot->offset = ROUND_UP (end, align);
	end = slot->offset + slot->size;
      }
  end = place_common_stores (n, end);
  /* Displacements from -128 to 127 are the short ones.  */
  n->slot_bias = start + (end - start > 128 ? 128 : 0);
  return ROUND_UP (end, line_bytes);
}
