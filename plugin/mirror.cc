/* Mirror copies.
   SPDX-License-Identifier: GPL-3.0-or-later

   Slots keep a dependence through memory only where its distance is constant
   and known.  A nest that reads in many ways what it has stored (a triangular
   solver, a Cholesky factor, blocks eliminated in place) is too fast with slots
   of its own for each reference.  Such nests have a mirror copy as well, whose
   references keep their addresses but for a constant distance, which is the
   base of a segment:

     movsd (%rcx,%rax,8), %xmm0	==>	movsd %gs:(%rcx,%rax,8), %xmm0

   There the runtime maps the same few pages again and again, so that all of
   what a nest walks over lies in the first-level cache, and what was stored is
   found again by the addresses that the original uses.  The runtime lets this
   copy run in the place of the one with slots where it has seen that loads wait
   for stores.

   What the copy reads is not what the original reads, where more than these
   pages is in use.  So no address, no branch may depend on it: then the copy's
   addresses are the original's, moved, and none of its stores can reach the
   program's memory.  Nothing here changes the IL.

   The same question, where an address comes from, tells of short loops that store
   by loaded indices: in the original the loads wait for the loop's counter, and
   what they start delays its next step; a copy's slots wait for nothing.  */

#include "gcc-compat.h"
#include "nest.h"
#include "memlb-target.h"

/* Most instructions of a loop that is as quick as its counter.  */
#define SCATTERED_INSNS 6

/* An access of a place in the frame at a constant distance.  */

struct frame_access
{
  rtx_insn *insn;
  frame_range range;
};

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

/* Find the stores into the frame in N's blocks.  */

static void
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

/* Walk back from addresses to what they are computed from.  */

struct source_search
{
  nest *n;
  class loop *within;		/* no further than this, if not NULL */
  auto_vec<frame_access> stores;
  auto_vec<rtx_insn *> worklist;
  hash_set<rtx_insn *> seen, steps;
};

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

/* Add to S what the address of REF is computed from.  */

static void
add_address (source_search *s, const nest_ref *ref)
{
  df_ref use;

  FOR_EACH_INSN_USE (use, ref->insn)
    if (refers_to_regno_p (DF_REF_REGNO (use), ref->addr))
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

/* True if what was added to S depends on what a reference of its nest has loaded,
   or on a call's result; within a loop, on what one has loaded from another place
   in each iteration.  */

static bool
loaded_p (source_search *s)
{
  nest *n = s->n;
  df_ref use;

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
      add_frame_stores (s, insn);
      FOR_EACH_INSN_USE (use, insn)
	add_definitions (s, use);
    }
  return false;
}

/* True if the addresses of N's references depend on what they have loaded.  */

static bool
addresses_loaded_p (nest *n)
{
  source_search s;
  unsigned i;
  nest_ref *ref;

  s.n = n;
  s.within = NULL;
  find_frame_stores (n, &s.stores);
  FOR_EACH_VEC_ELT (n->refs, i, ref)
    if (ref->treatment == MEMLB_TREAT_SLOT)
      add_address (&s, ref);
  return loaded_p (&s);
}

/* The pattern that INSN's copy has in a mirror copy in the place of its
   reference REF, or NULL if there is none.  */

rtx
mirror_pattern (rtx_insn *insn, const nest_ref *ref)
{
  return redirected_pattern (insn, ref, ref->addr, target_mirror_space ());
}

/* True if register REGNO, or -1, holds a frame address.  */

bool
frame_p (int regno)
{
  return (regno == STACK_POINTER_REGNUM
	  || (regno == HARD_FRAME_POINTER_REGNUM && frame_pointer_needed));
}

/* True if REF's address can be moved by the base of a segment.  */

static bool
movable_p (const nest_ref *ref)
{
  address_parts parts;

  return (MEM_P (ref->mem) && target_decompose (ref->addr, &parts)
	  && !frame_p (parts.base) && !frame_p (parts.index)
	  && mirror_pattern (ref->insn, ref));
}

/* True if LOAD may read what STORE has written, in another iteration, by way of
   two slots.  */

static bool
may_read_p (const nest_ref *load, const nest_ref *store)
{
  return (load->slot != store->slot
	  && !rtx_equal_p (load->addr, store->addr)
	  && true_dependence (store->mem, GET_MODE (store->mem), load->mem));
}

/* The number of instructions in BB.  */

unsigned
insns_of (basic_block bb)
{
  rtx_insn *insn;
  unsigned count = 0;

  FOR_BB_INSNS (bb, insn)
    count += NONDEBUG_INSN_P (insn) && GET_CODE (PATTERN (insn)) != USE
	     && GET_CODE (PATTERN (insn)) != CLOBBER;
  return count;
}

/* The number of instructions in the innermost loop around BB, or 0 if there are
   loops inside it.  */

static unsigned
loop_insns (nest *n, basic_block bb)
{
  class loop *loop = bb->loop_father;
  unsigned i, count = 0;
  basic_block other;

  if (loop->inner)
    return 0;
  FOR_EACH_VEC_ELT (n->blocks, i, other)
    if (other->loop_father == loop)
      count += insns_of (other);
  return count;
}

/* True if N loads what STORE then writes.  */

static bool
update_p (const nest *n, const nest_ref *store)
{
  for (unsigned i = 0; i < n->refs.length (); i++)
    {
      const nest_ref *load = &n->refs[i];
      if ((load->kind & MEMLB_REF_LOAD)
	  && BLOCK_FOR_INSN (load->insn) == BLOCK_FOR_INSN (store->insn)
	  && rtx_equal_p (load->addr, store->addr))
	return true;
    }
  return false;
}

/* Find out whether an innermost loop of N stores where an index that it loads
   leads, and is short or updates what is there: two updates of one place wait
   for each other, or are begun again if that shows too late.  What an outer loop loads
   leads to a row, whose places come one after the other.  */

void
find_scattered (nest *n)
{
  unsigned i;
  nest_ref *ref;

  FOR_EACH_VEC_ELT (n->refs, i, ref)
    {
      unsigned insns = loop_insns (n, BLOCK_FOR_INSN (ref->insn));
      if (ref->treatment != MEMLB_TREAT_SLOT || !(ref->kind & MEMLB_REF_STORE)
	  || !insns || (insns > SCATTERED_INSNS && !update_p (n, ref)))
	continue;
      source_search s;
      s.n = n;
      s.within = BLOCK_FOR_INSN (ref->insn)->loop_father;
      add_address (&s, ref);
      n->scattered_p |= loaded_p (&s);
    }
}

/* True if N may read what it has stored by way of two slots.  */

static bool
may_recur_p (nest *n)
{
  unsigned i, j;
  nest_ref *load, *store;

  FOR_EACH_VEC_ELT (n->refs, j, store)
    if (store->treatment == MEMLB_TREAT_SLOT && (store->kind & MEMLB_REF_STORE))
      FOR_EACH_VEC_ELT (n->refs, i, load)
	if (load->treatment == MEMLB_TREAT_SLOT
	    && (load->kind & MEMLB_REF_LOAD) && may_read_p (load, store))
	  return true;
  return false;
}

/* Decide whether N has a mirror copy.  Needs aliases and slots.  */

void
decide_mirror (nest *n)
{
  unsigned i;
  nest_ref *ref;

  if (!target_copies_p (COPY_MIRROR) || n->may_alias_p || !may_recur_p (n))
    return;
  FOR_EACH_VEC_ELT (n->refs, i, ref)
    if (ref->treatment == MEMLB_TREAT_SLOT && !movable_p (ref))
      return;
  n->mirror_p = !addresses_loaded_p (n);
  if (n->mirror_p)
    find_carried (n);
}
