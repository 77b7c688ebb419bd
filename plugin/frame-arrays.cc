/* Local arrays that decide which way a nest goes.
   SPDX-License-Identifier: GPL-3.0-or-later

   Some nests count in a local array, through any number of dimensions:

     for (d = 1; i[d] + 1 == n[d]; d++)
       i[d] = 0;
     i[d]++;

   In a slot of the bound copy such stores would be lost for the loads that decide
   the path.  So all references that may be to such an array stay as they are, in the
   frame that the copy has on the private stack, which is then the user's as a whole.
   What leads there is known by where it comes from (frame-origins.cc).  In the copy
   each address in the frame is the private frame's: those that the nest computes
   without further ado, since its stack pointer is; those that it finds in registers,
   which are vector registers where GCC spills to these, and in places in the frame are
   moved by the runtime.

   Nothing keeps such a store within the private frame but that its index is the
   original's.  So that is computed from registers alone, and no store that is
   redirected may change what decides the path.  A copy that goes astray all the same
   comes to a guard page.
   Nothing here changes the IL.  */

#include "gcc-compat.h"
#include "nest.h"
#include "callees.h"
#include "frame-places.h"
#include "memlb-target.h"

/* A larger frame than these bytes would not stay in the first-level cache.  */
static const HOST_WIDE_INT most_frame_bytes = 2048;

/* True if MEM, of INSN in N, is in the frame, at a place that may vary.  Known are
   those of nests whose local arrays may stay.  */

bool
frame_mem_p (nest *n, rtx_insn *insn, const_rtx mem)
{
  bool existed;

  if (!n->frame_arrays_p)
    return false;
  bool &known = n->frame_mems.get_or_insert (insn, &existed);
  if (!existed)
    known = frame_address_expr_p (insn, XEXP (mem, 0));
  return known;
}

/* True if the copy's value of DEF may be another than the original's, as addresses
   in the frame are.  */

bool
frame_derived_p (const nest *n, df_ref def)
{
  return n->frame_arrays_p && !integer_set_p (DF_REF_INSN (def));
}

/* True if INSN of N refers to the frame at a place that varies; that goes to
   *PLACE.  */

static bool
varying_place_p (nest *n, rtx_insn *insn, frame_place *place)
{
  nest_ref ref;

  return (NONDEBUG_INSN_P (insn) && !CALL_P (insn)
	  && find_reference (insn, &ref) && ref.mem && MEM_P (ref.mem)
	  && find_frame_place (n, insn, ref.mem, place) && place->anywhere);
}

/* Let N's local arrays stay in the frame, if there may be some that can, until
   decide_frame_arrays knows.  Objects of variable size are in no frame that could be
   copied.  */

void
try_frame_arrays (nest *n)
{
  unsigned i;
  basic_block bb;
  rtx_insn *insn;
  frame_place place;
  bool varying_p = false;

  n->frame_arrays_p = (!calls_copies_p (n) && !n->pushes_p && !cfun->calls_alloca
		       && target_frame_distance () <= most_frame_bytes);
  if (!n->frame_arrays_p)
    return;
  FOR_EACH_VEC_ELT (n->blocks, i, bb)
    FOR_BB_INSNS (bb, insn)
      varying_p |= (NONDEBUG_INSN_P (insn) && stored_mem (insn)
		    && varying_place_p (n, insn, &place));
  n->frame_arrays_p = varying_p;
}

/* Let all references of N stay in the frame that may be to what stores of the slice
   change there, at places that vary; and add what their addresses depend on.  */

void
add_frame_arrays (nest *n, vec<rtx_insn *> *worklist)
{
  auto_vec<frame_place> stores;
  unsigned i, j;
  basic_block bb;
  rtx_insn *insn;
  frame_place place;

  FOR_EACH_VEC_ELT (n->blocks, i, bb)
    FOR_BB_INSNS (bb, insn)
      if (n->control.contains (insn) && stored_mem (insn)
	  && varying_place_p (n, insn, &place))
	stores.safe_push (place);
  FOR_EACH_VEC_ELT (n->blocks, i, bb)
    FOR_BB_INSNS (bb, insn)
      {
	bool stays = false;
	if (!stores.is_empty () && varying_place_p (n, insn, &place))
	  for (j = 0; j < stores.length (); j++)
	    stays |= frame_places_overlap_p (&stores[j], &place);
	if (stays && !n->in_frame.add (insn))
	  add_addresses_to_slice (n, insn, worklist);
      }
}

/* Append the definitions that reach USE to WORKLIST.  */

static void
add_definitions (df_ref use, vec<rtx_insn *> *worklist)
{
  for (df_link *def = DF_REF_CHAIN (use); def; def = def->next)
    if (!DF_REF_IS_ARTIFICIAL (def->ref))
      worklist->safe_push (DF_REF_INSN (def->ref));
}

/* True if the values in WORKLIST, definitions in N, come from registers alone, be they
   spilled.  */

static bool
from_registers_p (nest *n, vec<rtx_insn *> *worklist)
{
  hash_set<rtx_insn *> seen;
  subrtx_iterator::array_type array;
  HOST_WIDE_INT place;
  df_ref use;

  while (!worklist->is_empty ())
    {
      rtx_insn *insn = worklist->pop ();
      if (!copied_p (n, BLOCK_FOR_INSN (insn)) || seen.add (insn))
	continue;
      if (CALL_P (insn))
	return false;
      FOR_EACH_SUBRTX (iter, array, PATTERN (insn), NONCONST)
	if (spill_p (*iter, &place))
	  {
	    auto_vec<rtx_insn *> stores;
	    if (!find_spills (insn, *iter, &stores))
	      return false;
	    worklist->safe_splice (stores);
	  }
	else if (MEM_P (*iter))
	  return false;
      FOR_EACH_INSN_USE (use, insn)
	add_definitions (use, worklist);
    }
  return true;
}

/* True if the addresses of what stays in N's frame are computed from registers alone.
   Whatever way a copy goes, then, it steps through its own frame, and comes to a
   guard page if it goes too far.  */

static bool
addresses_certain_p (nest *n)
{
  auto_vec<rtx_insn *> worklist;
  df_ref use;

  for (hash_set<rtx_insn *>::iterator i = n->in_frame.begin ();
       i != n->in_frame.end (); ++i)
    FOR_EACH_INSN_USE (use, *i)
      if (DF_REF_REG_MEM_P (use) || target_string_flags (*i))
	add_definitions (use, &worklist);
  return from_registers_p (n, &worklist);
}

/* True if a store of N that is redirected may change what a load of the slice
   reads.  */

static bool
slice_changes_p (nest *n)
{
  auto_vec<rtx> stores, loads;
  unsigned i, j;
  basic_block bb;
  rtx_insn *insn;
  rtx store, load;
  HOST_WIDE_INT offset;
  bool from_fp;

  FOR_EACH_VEC_ELT (n->blocks, i, bb)
    FOR_BB_INSNS (bb, insn)
      {
	nest_ref ref;
	if (!NONDEBUG_INSN_P (insn) || CALL_P (insn)
	    || !find_reference (insn, &ref) || !ref.mem || !MEM_P (ref.mem)
	    || n->in_frame.contains (insn)
	    || frame_address_p (ref.addr, &offset, &from_fp))
	  continue;
	if (ref.kind & MEMLB_REF_STORE)
	  stores.safe_push (ref.mem);
	else if (n->control.contains (insn))
	  loads.safe_push (ref.mem);
      }
  FOR_EACH_VEC_ELT (stores, i, store)
    FOR_EACH_VEC_ELT (loads, j, load)
      if ((memory_kinds (store) & memory_kinds (load))
	  && true_dependence (store, GET_MODE (store), load))
	return true;
  return false;
}

/* Add to N's pointers what PLACE says, once.  */

static void
add_pointer (nest *n, const frame_pointer &place)
{
  for (unsigned i = 0; i < n->frame_pointers.length (); i++)
    if (n->frame_pointers[i].kind == place.kind
	&& n->frame_pointers[i].place == place.place
	&& n->frame_pointers[i].from_fp == place.from_fp)
      return;
  n->frame_pointers.safe_push (place);
}

/* True if what is spilled in MEM, which INSN of N loads, may come from before the
   nest.  */

static bool
spilled_before_p (const nest *n, rtx_insn *insn, const_rtx mem)
{
  auto_vec<rtx_insn *> stores;
  bool before = false;

  if (!find_spills (insn, mem, &stores))
    return false;
  for (unsigned i = 0; i < stores.length (); i++)
    before |= !copied_p (n, BLOCK_FOR_INSN (stores[i]));
  return before;
}

/* True if USE may find a value from before N.  */

static bool
from_before_p (const nest *n, df_ref use)
{
  for (df_link *def = DF_REF_CHAIN (use); def; def = def->next)
    if (DF_REF_IS_ARTIFICIAL (def->ref)
	|| !copied_p (n, DF_REF_BB (def->ref)))
      return true;
  return false;
}

/* Add to N's pointers the register REGNO, which leads into the frame at the entry.
   False if the runtime cannot move what is in such a one.  */

static bool
add_register_pointer (nest *n, unsigned regno)
{
  int number = target_encoding (regno);
  unsigned kind = MEMLB_MOVED_REGISTER;

  if (number < 0)
    {
      number = target_vector_bit (regno);
      kind = MEMLB_MOVED_VECTOR;
      n->vector_p = true;
    }
  if (number >= 0)
    add_pointer (n, { kind, number, false });
  return number >= 0;
}

/* Add to N's pointers the registers with which INSN finds addresses in the frame
   that come from before the nest, and spilled ones; false if there is one that cannot
   be moved.  */

static bool
find_pointers (nest *n, rtx_insn *insn)
{
  subrtx_iterator::array_type array;
  HOST_WIDE_INT place;
  df_ref use;

  FOR_EACH_INSN_USE (use, insn)
    {
      unsigned regno = DF_REF_REGNO (use);
      if (from_before_p (n, use) && !frame_p (regno)
	  && frame_valued_use_p (insn, regno) && !add_register_pointer (n, regno))
	return false;
    }
  FOR_EACH_SUBRTX (iter, array, PATTERN (insn), NONCONST)
    {
      frame_pointer pointer = { MEMLB_MOVED_WORD, 0, false };
      if (spill_p (*iter, &place) && GET_MODE (*iter) == Pmode
	  && frame_address_p (XEXP (*iter, 0), &pointer.place, &pointer.from_fp)
	  && spilled_before_p (n, insn, *iter)
	  && frame_address_expr_p (insn, *iter))
	add_pointer (n, pointer);
    }
  return true;
}

/* Decide whether the references that are to stay in N's frame can, and what of it
   the copy needs; false if not.  */

bool
decide_frame_arrays (nest *n)
{
  unsigned i;
  basic_block bb;
  rtx_insn *insn;

  if (n->in_frame.is_empty () || slice_changes_p (n)
      || !addresses_certain_p (n))
    return false;
  FOR_EACH_VEC_ELT (n->blocks, i, bb)
    FOR_BB_INSNS (bb, insn)
      if (NONDEBUG_INSN_P (insn) && !find_pointers (n, insn))
	return false;
  n->ranges.safe_push (target_frame_range ());
  return true;
}

/* Decide the instructions of N that need a frame which is the copy's.  */

memlb_reason
decide_frame_uses (nest *n)
{
  rtx_insn *insn;
  unsigned i;

  FOR_EACH_VEC_ELT (n->frame_uses, i, insn)
    {
      bool fill_p = target_string_flags (insn) != 0;
      if (fill_p ? n->in_frame.contains (insn) : n->frame_arrays_p)
	continue;
      if (INSN_HAS_LOCATION (insn))
	n->culprit = INSN_LOCATION (insn);
      return fill_p ? REASON_STRING_INSN : REASON_FRAME_VALUE;
    }
  return REASON_NONE;
}
