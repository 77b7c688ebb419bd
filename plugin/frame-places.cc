/* Places in the frame that instructions load and store.
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "gcc-compat.h"
#include "nest.h"
#include "callees.h"
#include "frame-places.h"

/* The number of bytes of MEM.  */

static HOST_WIDE_INT
mem_bytes (const_rtx mem)
{
  return (GET_MODE (mem) == BLKmode ? MEM_SIZE (mem).to_constant ()
	  : (HOST_WIDE_INT) GET_MODE_SIZE (GET_MODE (mem)).to_constant ());
}

/* The place in the frame that MEM of INSN is goes to *PLACE; false if it is
   none.  What a whole function pushes is one.  */

bool
find_frame_place (nest *n, rtx_insn *insn, const_rtx mem, frame_place *place)
{
  HOST_WIDE_INT *depth = n->depths ? n->depths->get (insn) : NULL;
  rtx addr = XEXP (mem, 0);

  *place = { 0, 0, false, false,
	     MEM_EXPR (mem) && MEM_EXPR (mem) == get_spill_slot_decl (false),
	     frame_object (mem),
	     flag_strict_aliasing ? MEM_ALIAS_SET (mem) : 0 };
  if (GET_MODE (mem) == BLKmode && !MEM_SIZE_KNOWN_P (mem))
    return place->anywhere = (frame_based_p (addr)
			      || frame_mem_p (n, insn, mem));
  place->size = mem_bytes (mem);
  if (pushed_bytes (mem) && depth)
    {
      place->start = -*depth - pushed_bytes (mem);
      return true;
    }
  if (!frame_address_p (addr, &place->start, &place->from_fp))
    return place->anywhere = (frame_based_p (addr)
			      || frame_mem_p (n, insn, mem));
  if (depth && !place->from_fp)
    place->start -= *depth;
  return true;
}

/* True if what is stored in A may be read from B.  Objects that share a place do
   not live at the same time, and nothing that varies is a register's place.  */

bool
frame_places_overlap_p (const frame_place *a, const frame_place *b)
{
  if ((a->object && b->object && a->object != b->object)
      || (a->anywhere && b->spill) || (b->anywhere && a->spill)
      || !alias_sets_conflict_p (a->set, b->set))
    return false;
  if (a->anywhere || b->anywhere)
    return true;
  return (a->from_fp != b->from_fp
	  || (a->start < b->start + b->size && b->start < a->start + a->size));
}

/* The MEM that INSN stores to, or NULL; one, if it stores a pair.  */

rtx
stored_mem (rtx_insn *insn)
{
  rtx mem = NULL_RTX;

  note_stores (insn, [] (rtx dest, const_rtx set, void *data)
    {
      while (GET_CODE (dest) == SUBREG || GET_CODE (dest) == ZERO_EXTRACT
	     || GET_CODE (dest) == STRICT_LOW_PART)
	dest = XEXP (dest, 0);
      if (MEM_P (dest) && GET_CODE (set) != CLOBBER)
	*(rtx *) data = dest;
    }, &mem);
  return mem;
}

/* True if INSN of N may write PLACE.  What only says that a place has no value
   from there on does not.  */

bool
stores_in_frame_p (nest *n, rtx_insn *insn, const frame_place *place)
{
  struct search
  {
    nest *n;
    rtx_insn *insn;
    const frame_place *place;
    bool found;
  } data = { n, insn, place, false };

  note_stores (insn, [] (rtx dest, const_rtx set, void *data)
    {
      search *s = (search *) data;
      frame_place other;
      if (GET_CODE (set) == CLOBBER)
	return;
      while (GET_CODE (dest) == SUBREG || GET_CODE (dest) == ZERO_EXTRACT
	     || GET_CODE (dest) == STRICT_LOW_PART)
	dest = XEXP (dest, 0);
      s->found |= (MEM_P (dest) && find_frame_place (s->n, s->insn, dest, &other)
		   && frame_places_overlap_p (&other, s->place));
    }, &data);
  return data.found;
}
