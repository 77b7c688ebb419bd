/* Where values in a nest come from: whether addresses, or what is divided, depend on what it
   loads, which a copy's slots do not tell.  See sources.h.
   SPDX-License-Identifier: GPL-3.0-or-later

   Nothing here changes the IL.  */

#include "gcc-compat.h"
#include "nest.h"
#include "sources.h"

/* The place in the frame that MEM is goes to *RANGE; false if it is none.  */

static bool
frame_place (const_rtx mem, frame_range *range)
{
  if (!MEM_P (mem)
      || !frame_address_p (XEXP (mem, 0), &range->start, &range->from_fp))
    return false;
  range->end = range->start + GET_MODE_SIZE (GET_MODE (mem)).to_constant ();
  return true;
}

void
find_frame_stores (nest *n, vec<frame_access> *stores)
{
  unsigned i;
  basic_block bb;
  rtx_insn *insn;

  FOR_EACH_VEC_ELT (n->blocks, i, bb)
    FOR_BB_INSNS (bb, insn)
      if (NONDEBUG_INSN_P (insn))
	{
	  struct search { rtx_insn *insn; vec<frame_access> *stores; } data
	    = { insn, stores };
	  note_stores (insn, [] (rtx dest, const_rtx, void *data)
	    {
	      search *s = (search *) data;
	      frame_access store = { s->insn, frame_range () };
	      while (GET_CODE (dest) == SUBREG || GET_CODE (dest) == ZERO_EXTRACT
		     || GET_CODE (dest) == STRICT_LOW_PART)
		dest = XEXP (dest, 0);
	      if (frame_place (dest, &store.range))
		s->stores->safe_push (store);
	    }, &data);
	}
}

/* Add to S the instructions whose results USE uses.  */

static void
add_definitions (source_search *s, df_ref use)
{
  auto_vec<df_ref> defs;
  unsigned i;
  df_ref def;

  add_reaching (use, &defs, &s->steps);
  FOR_EACH_VEC_ELT (defs, i, def)
    if (!DF_REF_IS_ARTIFICIAL (def) && DF_REF_INSN (def))
      s->worklist.safe_push (DF_REF_INSN (def));
}

/* Add to S what stores where INSN may read in the frame.  */

static void
add_frame_stores (source_search *s, rtx_insn *insn)
{
  subrtx_iterator::array_type array;
  frame_range range;
  frame_access *store;
  unsigned i;

  FOR_EACH_SUBRTX (iter, array, PATTERN (insn), NONCONST)
    if (frame_place (*iter, &range))
      FOR_EACH_VEC_ELT (s->stores, i, store)
	if (store->range.from_fp != range.from_fp
	    || (store->range.start < range.end
		&& range.start < store->range.end))
	  s->worklist.safe_push (store->insn);
}

void
add_address (source_search *s, const nest_ref *ref)
{
  df_ref use;

  FOR_EACH_INSN_USE (use, ref->insn)
    if (refers_to_regno_p (DF_REF_REGNO (use), ref->addr))
      add_definitions (s, use);
}

void
add_sources (source_search *s, rtx_insn *insn)
{
  df_ref use;

  add_frame_stores (s, insn);
  FOR_EACH_INSN_USE (use, insn)
    add_definitions (s, use);
}

/* True if REF's address changes in LOOP.  */

static bool
changes_in_p (const nest_ref *ref, class loop *loop)
{
  df_ref use;

  FOR_EACH_INSN_USE (use, ref->insn)
    if (refers_to_regno_p (DF_REF_REGNO (use), ref->addr))
      for (df_link *def = DF_REF_CHAIN (use); def; def = def->next)
	if (!DF_REF_IS_ARTIFICIAL (def->ref) && DF_REF_INSN (def->ref)
	    && flow_bb_inside_loop_p (loop,
				      BLOCK_FOR_INSN (DF_REF_INSN (def->ref))))
	  return true;
  return false;
}

bool
loaded_p (source_search *s)
{
  nest *n = s->n;

  while (!s->worklist.is_empty ())
    {
      rtx_insn *insn = s->worklist.pop ();
      basic_block bb = BLOCK_FOR_INSN (insn);
      if (!copied_p (n, bb)
	  || (s->within && !flow_bb_inside_loop_p (s->within, bb))
	  || s->seen.add (insn))
	continue;
      int *index = n->ref_of.get (insn);
      const nest_ref *ref = index ? &n->refs[*index] : NULL;
      if (real_call_p (insn)
	  || (ref && ref->treatment == MEMLB_TREAT_SLOT
	      && (ref->kind & MEMLB_REF_LOAD)
	      && (!s->within || changes_in_p (ref, s->within))))
	return true;
      add_sources (s, insn);
    }
  return false;
}

/* True if INSN divides integers.  */

static bool
divides_p (rtx_insn *insn)
{
  subrtx_iterator::array_type array;

  FOR_EACH_SUBRTX (iter, array, PATTERN (insn), NONCONST)
    switch (GET_CODE (*iter))
      {
      case DIV:
      case UDIV:
      case MOD:
      case UMOD:
	if (SCALAR_INT_MODE_P (GET_MODE (*iter)))
	  return true;
	break;
      default:
	break;
      }
  return false;
}

/* Find out whether N divides integers that depend on what it loads.  */

void
find_divisions (nest *n)
{
  source_search s (n, NULL);
  unsigned i;
  basic_block bb;
  rtx_insn *insn;

  FOR_EACH_VEC_ELT (n->blocks, i, bb)
    FOR_BB_INSNS (bb, insn)
      if (NONDEBUG_INSN_P (insn) && divides_p (insn))
	s.worklist.safe_push (insn);
  if (s.worklist.is_empty ())
    return;
  find_frame_stores (n, &s.stores);
  n->divides_loaded_p = loaded_p (&s);
}
