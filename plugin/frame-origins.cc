/* What comes from an address in the frame, and what does not.
   SPDX-License-Identifier: GPL-3.0-or-later

   An address in the frame is the stack or frame pointer, or integers added to one;
   an integer is what comes from none.  Both are followed backwards by reaching
   definitions, and through the places where registers are spilled: there values that
   do not live at the same time share places, so that the stores that reach a load are
   searched along the edges.  What goes round in circles is what enters them.
   Nothing here changes the IL.

   Weakness: an address that was stored elsewhere in memory, and is loaded again,
   counts as an integer.  */

#include "gcc-compat.h"
#include "nest.h"
#include "callees.h"
#include "memlb-target.h"

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

bool
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

bool
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

/* True if X, the address of a reference of INSN, is in the frame.  */

bool
frame_address_expr_p (rtx_insn *insn, const_rtx x)
{
  origin o = origin ();

  return frame_source_p (&o, insn, x);
}

/* True if the register REGNO that INSN uses is an address in the frame.  */

bool
frame_valued_use_p (rtx_insn *insn, unsigned regno)
{
  origin o = origin ();

  return frame_valued_p (&o, insn, regno);
}

/* True if what INSN sets comes from no address in the frame.  */

bool
integer_set_p (rtx_insn *insn)
{
  origin o = origin ();

  return integer_definition_p (&o, insn);
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
  return ((target_string_flags (insn) & MEMLB_CALL_FILL)
	  && frame_address_expr_p (insn, XEXP (SET_DEST (XVECEXP (PATTERN (insn),
								  0, 2)), 0)));
}
