/* Local arrays that decide which way a nest goes.
   SPDX-License-Identifier: GPL-3.0-or-later

   Some nests count in a local array, through any number of dimensions:

     for (d = 1; i[d] + 1 == n[d]; d++)
       i[d] = 0;
     i[d]++;

   In a slot of the bound copy such stores would be lost for the loads that decide
   the path.  So all references that may be to such an array stay as they are, in the
   frame that the copy has on the private stack, which is then the user's as a whole.
   What leads there is known by where it comes from: an address in the frame, and
   integers added to it, all by reaching definitions, through the places where such
   values are spilled.  In the copy each of them is the private frame's: those that
   the nest computes without further ado, since its stack pointer is; those that it
   finds in registers and spilled are moved by the runtime.

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

/* A value that takes more definitions to know is not known.  */
static const unsigned most_definitions = 500;

/* The definitions that lead to a value.  */

struct origin
{
  hash_set<rtx_insn *> seen;
  unsigned n_seen;
};

/* Remember that INSN leads to O's value.  True if that is news.  */

static bool
add_to_origin (origin *o, rtx_insn *insn)
{
  return !o->seen.add (insn) && ++o->n_seen <= most_definitions;
}

/* True if MEM is a place where GCC keeps a register's value; its place among these
   goes to *PLACE.  */

static bool
spill_p (const_rtx mem, HOST_WIDE_INT *place)
{
  if (!MEM_P (mem) || !MEM_EXPR (mem) || !MEM_OFFSET_KNOWN_P (mem)
      || MEM_EXPR (mem) != get_spill_slot_decl (false))
    return false;
  return MEM_OFFSET (mem).is_constant (place);
}

/* What a walk backwards from a load of a spilled value has found.  */

struct spill_search
{
  const_rtx mem;
  HOST_WIDE_INT place, size;
  vec<rtx_insn *> *stores;	/* of all of it */
  bool known_p;			/* there are no others */
};

/* True if DEST has lost what it is the place of, and may be S's.  */

static bool
nameless_p (const spill_search *s, const_rtx dest)
{
  HOST_WIDE_INT start, other;
  bool from_fp, other_fp;

  return (MEM_P (dest) && !MEM_EXPR (dest)
	  && frame_address_p (XEXP (dest, 0), &start, &from_fp)
	  && frame_address_p (XEXP (s->mem, 0), &other, &other_fp)
	  && (from_fp != other_fp
	      || (start < other + s->size
		  && other < start + (HOST_WIDE_INT)
			     GET_MODE_SIZE (GET_MODE (dest)).to_constant ())));
}

/* True if INSN stores in S's place.  */

static bool
spills_p (spill_search *s, rtx_insn *insn)
{
  struct search { spill_search *s; bool found, whole; } data
    = { s, false, single_set (insn) != NULL_RTX };

  note_stores (insn, [] (rtx dest, const_rtx, void *data)
    {
      search *d = (search *) data;
      HOST_WIDE_INT place;
      d->s->known_p &= !nameless_p (d->s, dest);
      if (!spill_p (dest, &place))
	return;
      HOST_WIDE_INT size = GET_MODE_SIZE (GET_MODE (dest)).to_constant ();
      if (place >= d->s->place + d->s->size || d->s->place >= place + size)
	return;
      d->found = true;
      d->whole &= place == d->s->place && size == d->s->size;
    }, &data);
  if (data.found && data.whole)
    s->stores->safe_push (insn);
  s->known_p &= !data.found || data.whole;
  return data.found;
}

/* Find what in S's place may come from INSN and before it in its block.  True if that
   is all on this way.  */

static bool
search_block (spill_search *s, basic_block bb, rtx_insn *insn)
{
  for (; insn && insn != PREV_INSN (BB_HEAD (bb)); insn = PREV_INSN (insn))
    if (NONDEBUG_INSN_P (insn) && spills_p (s, insn))
      return true;
  return false;
}

/* The stores that reach the spilled MEM, which INSN loads, go to STORES; false if
   they are not known.  Values that do not live at the same time share places.  */

static bool
find_spills (rtx_insn *insn, const_rtx mem, vec<rtx_insn *> *stores)
{
  spill_search s = { mem, 0, GET_MODE_SIZE (GET_MODE (mem)).to_constant (), stores,
		     true };
  auto_vec<basic_block> worklist;
  auto_bitmap seen;
  basic_block bb = BLOCK_FOR_INSN (insn);
  edge e;
  edge_iterator ei;

  spill_p (mem, &s.place);
  insn = PREV_INSN (insn);
  for (;;)
    {
      bool done = search_block (&s, bb, insn);
      FOR_EACH_EDGE (e, ei, bb->preds)
	if (!done && bitmap_set_bit (seen, e->src->index))
	  {
	    s.known_p &= e->src != ENTRY_BLOCK_PTR_FOR_FN (cfun);
	    worklist.safe_push (e->src);
	  }
      if (!s.known_p || worklist.is_empty ())
	return s.known_p && !stores->is_empty ();
      bb = worklist.pop ();
      insn = BB_END (bb);
    }
}

static bool frame_valued_p (origin *, rtx_insn *, unsigned);
static bool frame_source_p (origin *, rtx_insn *, const_rtx);
static bool integer_register_p (origin *, rtx_insn *, unsigned);
static bool integer_definition_p (origin *, rtx_insn *);

/* True if what INSN sets is an address in the frame.  */

static bool
frame_definition_p (origin *o, rtx_insn *insn)
{
  rtx set = single_set (insn);

  if (o->seen.contains (insn))
    return true;
  if (returns_first_argument_p (insn))
    return (add_to_origin (o, insn)
	    && frame_valued_p (o, insn, target_first_argument ()));
  return (add_to_origin (o, insn) && set
	  && GET_MODE (SET_DEST (set)) == Pmode
	  && frame_source_p (o, insn, SET_SRC (set)));
}

/* True if the register REGNO that INSN uses is an address in the frame.  */

static bool
frame_valued_p (origin *o, rtx_insn *insn, unsigned regno)
{
  df_ref use;
  bool any = false;

  FOR_EACH_INSN_USE (use, insn)
    if (DF_REF_REGNO (use) == regno)
      for (df_link *def = DF_REF_CHAIN (use); def; def = def->next)
	{
	  if (DF_REF_IS_ARTIFICIAL (def->ref)
	      || !frame_definition_p (o, DF_REF_INSN (def->ref)))
	    return false;
	  any = true;
	}
  return any;
}

/* True if what is spilled in MEM, which INSN loads, is all as PREDICATE says.  */

static bool
spilled_p (origin *o, rtx_insn *insn, const_rtx mem,
	   bool (*predicate) (origin *, rtx_insn *))
{
  auto_vec<rtx_insn *> insns;

  if (!find_spills (insn, mem, &insns))
    return false;
  for (unsigned i = 0; i < insns.length (); i++)
    if (!predicate (o, insns[i]))
      return false;
  return true;
}

/* True if the register REGNO that INSN uses comes from nothing that is in the
   frame.  */

static bool
integer_register_p (origin *o, rtx_insn *insn, unsigned regno)
{
  df_ref use;

  FOR_EACH_INSN_USE (use, insn)
    if (DF_REF_REGNO (use) == regno)
      for (df_link *def = DF_REF_CHAIN (use); def; def = def->next)
	if (!DF_REF_IS_ARTIFICIAL (def->ref)
	    && !integer_definition_p (o, DF_REF_INSN (def->ref)))
	  return false;
  return true;
}

/* True if X, of INSN, comes from no address in the frame.  What is loaded is none,
   but for what was spilled.  */

static bool
integer_p (origin *o, rtx_insn *insn, const_rtx x)
{
  subrtx_iterator::array_type array;
  HOST_WIDE_INT place;

  FOR_EACH_SUBRTX (iter, array, x, NONCONST)
    if (MEM_P (*iter))
      {
	if (spill_p (*iter, &place)
	    && !spilled_p (o, insn, *iter, integer_definition_p))
	  return false;
	iter.skip_subrtxes ();
      }
    else if (REG_P (*iter)
	     && (frame_p (REGNO (*iter))
		 || !integer_register_p (o, insn, REGNO (*iter))))
      return false;
  return true;
}

/* The same of what INSN sets.  */

static bool
integer_definition_p (origin *o, rtx_insn *insn)
{
  rtx set = multiple_sets (insn) ? NULL_RTX : single_set (insn);

  if (o->seen.contains (insn))
    return true;
  if (returns_first_argument_p (insn))
    return (add_to_origin (o, insn)
	    && integer_register_p (o, insn, target_first_argument ()));
  return (add_to_origin (o, insn)
	  && integer_p (o, insn, set ? SET_SRC (set) : PATTERN (insn)));
}

/* True if X, which INSN uses, is an address in the frame: an integer may be added to
   one, or taken from it.  */

static bool
frame_source_p (origin *o, rtx_insn *insn, const_rtx x)
{
  HOST_WIDE_INT place;

  switch (GET_CODE (x))
    {
    case REG:
      return frame_p (REGNO (x)) || frame_valued_p (o, insn, REGNO (x));
    case MEM:
      return spill_p (x, &place) && spilled_p (o, insn, x, frame_definition_p);
    case PLUS:
    case MINUS:
      {
	origin integers = origin (), others = origin ();
	if (integer_p (&integers, insn, XEXP (x, 1)))
	  return frame_source_p (o, insn, XEXP (x, 0));
	return (GET_CODE (x) == PLUS && integer_p (&others, insn, XEXP (x, 0))
		&& frame_source_p (o, insn, XEXP (x, 1)));
      }
    default:
      return false;
    }
}

/* True if MEM, of INSN in N, is in the frame, at a place that may vary.  Known are
   those of nests whose local arrays may stay.  */

bool
frame_mem_p (nest *n, rtx_insn *insn, const_rtx mem)
{
  origin o = origin ();
  bool existed;

  if (!n->frame_arrays_p)
    return false;
  bool &known = n->frame_mems.get_or_insert (insn, &existed);
  if (!existed)
    known = frame_source_p (&o, insn, XEXP (mem, 0));
  return known;
}

/* True if INSN computes an address in the frame, beside a constant one.  */

bool
frame_sum_p (rtx_insn *insn)
{
  origin o = origin ();
  rtx set = single_set (insn);

  return (set && REG_P (SET_DEST (set))
	  && target_encoding (REGNO (SET_DEST (set))) >= 0
	  && !frame_p (REGNO (SET_DEST (set))) && frame_definition_p (&o, insn));
}

/* True if INSN is a string instruction that fills a place in the frame.  */

bool
frame_fill_p (rtx_insn *insn)
{
  origin o = origin ();
  rtx pattern = PATTERN (insn);

  return ((target_string_flags (insn) & MEMLB_CALL_FILL)
	  && frame_source_p (&o, insn,
			     XEXP (SET_DEST (XVECEXP (pattern, 0, 2)), 0)));
}

/* True if the copy's value of DEF may be another than the original's, as addresses
   in the frame are.  */

bool
frame_derived_p (const nest *n, df_ref def)
{
  origin o = origin ();

  return (n->frame_arrays_p
	  && !integer_definition_p (&o, DF_REF_INSN (def)));
}

/* True if N's local arrays can stay in the frame at all.  Objects of variable size
   are in none that could be copied.  */

bool
frame_arrays_possible_p (const nest *n)
{
  return !calls_copies_p (n) && !n->pushes_p && !cfun->calls_alloca
	 && target_frame_distance () <= most_frame_bytes;
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
    if (n->frame_pointers[i].register_p == place.register_p
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

/* Add to N's pointers the registers with which INSN finds addresses in the frame
   that come from before the nest, and spilled ones.  */

static void
find_pointers (nest *n, rtx_insn *insn)
{
  subrtx_iterator::array_type array;
  HOST_WIDE_INT place;
  df_ref use;

  FOR_EACH_INSN_USE (use, insn)
    {
      unsigned regno = DF_REF_REGNO (use);
      bool before_p = false;
      for (df_link *def = DF_REF_CHAIN (use); def; def = def->next)
	before_p |= (DF_REF_IS_ARTIFICIAL (def->ref)
		     || !copied_p (n, DF_REF_BB (def->ref)));
      origin o = origin ();
      if (before_p && !frame_p (regno) && target_encoding (regno) >= 0
	  && frame_valued_p (&o, insn, regno))
	add_pointer (n, { true, target_encoding (regno), false });
    }
  FOR_EACH_SUBRTX (iter, array, PATTERN (insn), NONCONST)
    {
      origin o = origin ();
      frame_pointer pointer = frame_pointer ();
      if (spill_p (*iter, &place) && GET_MODE (*iter) == Pmode
	  && frame_address_p (XEXP (*iter, 0), &pointer.place, &pointer.from_fp)
	  && spilled_before_p (n, insn, *iter)
	  && spilled_p (&o, insn, *iter, frame_definition_p))
	add_pointer (n, pointer);
    }
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
      if (NONDEBUG_INSN_P (insn))
	find_pointers (n, insn);
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
