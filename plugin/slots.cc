/* Slots: where the references of a bound copy point.
   SPDX-License-Identifier: GPL-3.0-or-later

   All slots of a nest fit well into the L1 data cache.  Loads and stores of
   one varying address get slots of their own: a shared one would forward
   the store of one iteration to the load of the next, a chain that the
   original does not have (measured: 7 times too slow).  They share a slot
   where the address is the same throughout the innermost loop, or where
   the load of an iteration reads what the one before stored.

   A reference whose base register is an address web (webs.cc) has a slot in
   that web's block, at its own displacement where that is possible: the
   block moves as the web's value does, so that the slots of one array keep
   the places in their cache lines that its elements have to one another.
   Other slots are addressed from a register that the nest uses for nothing
   else, and from the stack pointer where there is none.  slot-places.cc
   lays them out.
   Nothing here changes the IL.  */

#include "gcc-compat.h"
#include "nest.h"
#include "memlb-target.h"

/* Most bytes of slots: three quarters of a 32 KB cache.  Not all of them are
   in use at one time.  */
static const unsigned max_slot_bytes = 24 * 1024;

static const unsigned line_bytes = 64;

/* The change of register REGNO per iteration of LOOP goes to *STEP; false
   if it is not a constant.  */

static bool
register_step (nest *n, class loop *loop, unsigned regno,
	       HOST_WIDE_INT *step)
{
  basic_block bb;
  rtx_insn *insn;
  df_ref def;
  unsigned i, sets = 0;

  *step = 0;
  FOR_EACH_VEC_ELT (n->blocks, i, bb)
    if (flow_bb_inside_loop_p (loop, bb))
      FOR_BB_INSNS (bb, insn)
	if (NONDEBUG_INSN_P (insn))
	  FOR_EACH_INSN_DEF (def, insn)
	    if (DF_REF_REGNO (def) == regno)
	      {
		rtx set = single_set (insn);
		if (!set || !REG_P (SET_DEST (set))
		    || GET_CODE (SET_SRC (set)) != PLUS
		    || !REG_P (XEXP (SET_SRC (set), 0))
		    || REGNO (XEXP (SET_SRC (set), 0)) != regno
		    || !CONST_INT_P (XEXP (SET_SRC (set), 1)))
		  return false;
		*step = INTVAL (XEXP (SET_SRC (set), 1));
		sets++;
	      }
  return sets <= 1;
}

/* The change of address PARTS per iteration of LOOP goes to *STEP.  */

static bool
address_step (nest *n, class loop *loop, const address_parts *parts,
	      HOST_WIDE_INT *step)
{
  HOST_WIDE_INT base = 0, index = 0;

  if (parts->base >= 0 && !register_step (n, loop, parts->base, &base))
    return false;
  if (parts->index >= 0 && !register_step (n, loop, parts->index, &index))
    return false;
  *step = base + index * parts->scale;
  return *step != 0;
}

/* True if in the same innermost loop the load LOAD reads what the store
   STORE wrote one iteration before.  */

static bool
recurrence_p (nest *n, const nest_ref *load, const nest_ref *store)
{
  address_parts l, s;
  HOST_WIDE_INT step;
  class loop *loop = BLOCK_FOR_INSN (store->insn)->loop_father;

  if (BLOCK_FOR_INSN (load->insn)->loop_father != loop
      || load->size != store->size
      || !target_decompose (load->addr, &l)
      || !target_decompose (store->addr, &s)
      || l.base != s.base || l.index != s.index || l.scale != s.scale
      || !(l.symbol == s.symbol
	   || (l.symbol && s.symbol && rtx_equal_p (l.symbol, s.symbol)))
      || !address_step (n, loop, &s, &step))
    return false;
  return l.disp + step == s.disp;
}

/* The web of N that is the base of REF's address, or -1.  */

int
base_of (const nest *n, const nest_ref *ref)
{
  if (ref->base_web >= 0 && n->webs[ref->base_web].role == WEB_BASE)
    return ref->base_web;
  if (ref->index_web >= 0 && n->webs[ref->index_web].role == WEB_BASE)
    return ref->index_web;
  return -1;
}

/* The web of N that stays REF's index, with value zero, or -1.  */

static int
index_of (const nest *n, const nest_ref *ref)
{
  address_parts parts;

  if (ref->index_web >= 0 && n->webs[ref->index_web].role == WEB_INDEX)
    return ref->index_web;
  if (ref->base_web < 0 || n->webs[ref->base_web].role != WEB_INDEX)
    return -1;
  return (!n->webs[ref->base_web].zero_p
	  || (target_decompose (ref->addr, &parts) && parts.index >= 0)
	  ? ref->base_web : -1);
}

/* True if the registers of REF's address hold at REF what they held at the
   reference OTHER earlier in its block.  */

static bool
same_registers_p (const nest_ref *other, const nest_ref *ref)
{
  df_ref def;

  for (rtx_insn *insn = other->insn; insn && insn != ref->insn;
       insn = NEXT_INSN (insn))
    if (NONDEBUG_INSN_P (insn))
      FOR_EACH_INSN_DEF (def, insn)
	if (refers_to_regno_p (DF_REF_REGNO (def), ref->addr))
	  return false;
  return true;
}

/* The slot of N that REF can share with an earlier reference, or -1.  */

static int
shared_slot (nest *n, const nest_ref *ref)
{
  basic_block bb = BLOCK_FOR_INSN (ref->insn);

  for (unsigned i = 0; i < n->refs.length (); i++)
    {
      const nest_ref *other = &n->refs[i];
      if (other->slot < 0 || n->slots[other->slot].size < ref->size
	  || ref->value_web >= 0 || other->value_web >= 0)
	continue;
      bool same_address = rtx_equal_p (other->addr, ref->addr);
      bool same_kind = other->kind == ref->kind;
      if (same_address
	  && BLOCK_FOR_INSN (other->insn)->loop_father == bb->loop_father
	  && ((same_kind && BLOCK_FOR_INSN (other->insn) == bb
	       && same_registers_p (other, ref))
	      || (ref->invariant && other->invariant)))
	return other->slot;
      if (ref->kind == MEMLB_REF_LOAD && other->kind == MEMLB_REF_STORE
	  && recurrence_p (n, ref, other))
	return other->slot;
      if (ref->kind == MEMLB_REF_STORE && other->kind == MEMLB_REF_LOAD
	  && recurrence_p (n, other, ref))
	return other->slot;
    }
  return -1;
}

/* A new slot of N for REF; returns its number.  */

static int
new_slot (nest *n, const nest_ref *ref)
{
  nest_slot slot = nest_slot ();
  address_parts parts;

  slot.size = ref->size;
  slot.web = base_of (n, ref);
  slot.value_p = ref->value_web >= 0;
  slot.base = slot.other = -1;
  if (target_decompose (ref->addr, &parts))
    {
      slot.disp = parts.disp;
      slot.scale = parts.scale;
      int reg = slot.web >= 0 ? (int) n->webs[slot.web].regno : -1;
      if (slot.web >= 0 && (parts.base == reg || parts.index == reg
			    || n->webs[slot.web].spare_p))
	slot.other = parts.index == reg ? parts.base : parts.index;
      else
	{
	  slot.base = parts.base;
	  slot.other = parts.index;
	  slot.symbol = (parts.symbol && GET_CODE (parts.symbol) == SYMBOL_REF
			 ? parts.symbol : NULL_RTX);
	}
    }
  n->slots.safe_push (slot);
  return n->slots.length () - 1;
}

/* Give every redirected reference of N a slot.  */

static void
assign_slots (nest *n)
{
  unsigned i;
  nest_ref *ref;

  n->slots.truncate (0);
  FOR_EACH_VEC_ELT (n->refs, i, ref)
    ref->slot = -1;
  FOR_EACH_VEC_ELT (n->refs, i, ref)
    {
      if (ref->treatment != MEMLB_TREAT_SLOT)
	continue;
      ref->slot = shared_slot (n, ref);
      if (ref->slot < 0)
	ref->slot = new_slot (n, ref);
      nest_slot *slot = &n->slots[ref->slot];
      if (slot->web != base_of (n, ref))
	slot->web = -1;
      slot->stored |= (ref->kind & MEMLB_REF_STORE) != 0;
      slot->aligned_p |= (MEM_P (ref->mem) && ref->size >= 16
			  && MEM_ALIGN (ref->mem) >= ref->size * BITS_PER_UNIT);
    }
}

/* Place the slots of N.  */

static void
place_slots (nest *n)
{
  unsigned webs_end = place_web_slots (n);
  unsigned end = place_common_slots (n, webs_end);
  n->common_bytes = end - webs_end;
  n->slot_bytes = MAX (end, line_bytes);
}

/* True if REF of N has an index that no web keeps.  */

bool
wants_zero_p (const nest *n, const nest_ref *ref)
{
  address_parts parts;

  return (target_index_fits_p ()
	  && ref->treatment == MEMLB_TREAT_SLOT && index_of (n, ref) < 0
	  && target_decompose (ref->addr, &parts) && parts.index >= 0);
}

/* True if a redirected reference of N wants an index of value zero.  */

static bool
indexed_p (nest *n)
{
  for (unsigned i = 0; i < n->refs.length (); i++)
    if (wants_zero_p (n, &n->refs[i]))
      return true;
  return false;
}

/* Choose N's slot register, if it has slots that no web is the base of, and
   for addresses with an index a register that holds zero.  Those that a
   function saves or need not save come first: unwinding from the bound copy
   then finds all of the callers'.  */

static void
choose_registers (nest *n)
{
  HARD_REG_SET mentioned;
  bool want_zero = indexed_p (n), want_slots = n->common_bytes > 0;

  n->slot_reg = n->zero_reg = -1;
  mentioned_registers (n, &mentioned);
  for (int pass = 0; pass < 2; pass++)
    {
      bool unwindable = pass == 0;
      if (want_slots && n->slot_reg < 0
	  && (n->slot_reg = next_free_register (mentioned, unwindable)) >= 0)
	SET_HARD_REG_BIT (mentioned, n->slot_reg);
      if (want_zero && n->zero_reg < 0
	  && (n->zero_reg = next_free_register (mentioned, unwindable)) >= 0)
	SET_HARD_REG_BIT (mentioned, n->zero_reg);
    }
}

/* Lay out N's part of the private stack: above the frame ranges lie the
   cells, and behind them the slots where no register is free for their
   address.  In a function with variable-sized objects the distance of the
   frame pointer is unknown; the runtime checks for an overlap.  */

static void
place_area (nest *n)
{
  HOST_WIDE_INT top = 0;
  unsigned i, cells;
  frame_range *range;

  FOR_EACH_VEC_ELT (n->ranges, i, range)
    top = MAX (top, range->end + (range->from_fp && !cfun->calls_alloca
				  ? target_frame_distance () : 0));
  n->n_saves = number_saves (n);
  cells = web_cell (n, n->webs.length ()) + n->n_saves;
  n->sp_mod = target_sp_residue (&n->sp_align) % line_bytes;
  n->cell_off = ROUND_UP (top, 8) + 64;
  n->slot_off = (ROUND_UP (n->cell_off + cells * 8 + n->sp_mod, line_bytes)
		 - n->sp_mod);
}

/* Place the cells of N, which has no slots.  */

void
place_cells (nest *n)
{
  n->slot_reg = n->zero_reg = -1;
  place_area (n);
}

/* Count the redirected references of N whose addressing form the slots do
   not keep: an index where no register holds zero, and no register at
   all.  */

static void
count_form_changes (nest *n)
{
  address_parts parts;

  for (unsigned i = 0; i < n->refs.length (); i++)
    if (n->refs[i].treatment == MEMLB_TREAT_SLOT
	&& (!target_decompose (n->refs[i].addr, &parts)
	    || (wants_zero_p (n, &n->refs[i]) && n->zero_reg < 0
		&& n->refs[i].zero < 0)
	    || (parts.index >= 0 && !target_index_fits_p ())
	    || parts.base < 0))
      n->n_form_changed++;
}

/* True if every redirected reference of N can use its slot's address.  Some
   instructions take only the first eight registers.  */

static bool
addresses_fit_p (nest *n)
{
  unsigned i;
  nest_ref *ref;

  FOR_EACH_VEC_ELT (n->refs, i, ref)
    if (ref->treatment == MEMLB_TREAT_SLOT
	&& !redirected_pattern (ref->insn, ref, slot_address (n, ref)))
      return false;
  return true;
}

/* Give the references of N their slots, with the webs that it has.  True if
   they are small enough, and each can be addressed.  */

static bool
lay_out (nest *n)
{
  assign_slots (n);
  place_slots (n);
  if (n->slot_bytes > max_slot_bytes)
    return false;
  choose_registers (n);
  assign_zeros (n);
  place_area (n);
  return addresses_fit_p (n);
}

/* Find N's webs, ALL or those worth while, with ZEROS as zero indices, and lay
   out its slots; false if that fails.  */

static bool
lay_out_webs (nest *n, bool all, const vec<unsigned> &zeros)
{
  find_webs (n, all, zeros);
  if (!all)
    add_spare_webs (n);
  adopt_references (n);
  return lay_out (n);
}

/* Decide the slots of N.  Where no register is free for their addresses, all
   webs serve for that, if their slots are not too large together; slots in the
   frame, which any instruction can address, are what is left.  Where none is
   free for a zero index, some webs may serve for that.  */

memlb_reason
decide_slots (nest *n)
{
  auto_vec<unsigned> zeros;
  bool all = false, done = lay_out_webs (n, all, zeros);

  if (done && n->common_bytes && n->slot_reg < 0)
    {
      all = lay_out_webs (n, true, zeros);
      if (!all)
	lay_out_webs (n, false, zeros);
    }
  if (done && find_splits (n) && !lay_out_webs (n, all, zeros))
    {
      drop_splits (n);
      done = lay_out_webs (n, all, zeros);
    }
  if (done && n->zero_reg < 0 && indexed_p (n))
    {
      choose_zero_webs (n, &zeros);
      done = lay_out_webs (n, all, zeros);
    }
  if (!done)
    {
      drop_webs (n);
      lay_out (n);
      if (n->slot_bytes > max_slot_bytes)
	return REASON_TOO_MANY_REFS;
      if (!addresses_fit_p (n))
	n->slot_reg = n->zero_reg = -1;
      if (!addresses_fit_p (n))
	return REASON_STORE;
    }
  if (n->slot_off > target_cell_reach ())
    return REASON_NO_STACK;
  count_form_changes (n);
  return REASON_NONE;
}

/* The register that is the index of REF's slot, with value zero, or -1.  */

static int
zero_index (const nest *n, const nest_ref *ref)
{
  int index = index_of (n, ref);

  if (index >= 0)
    return n->webs[index].regno;
  if (!wants_zero_p (n, ref))
    return -1;
  return ref->zero >= 0 ? ref->zero : n->zero_reg;
}

/* The address of REF's slot, in the original's form where a register is
   left to hold a zero index.  */

rtx
slot_address (const nest *n, const nest_ref *ref)
{
  const nest_slot *slot = &n->slots[ref->slot];
  int index = zero_index (n, ref);
  address_parts parts;
  HOST_WIDE_INT offset = slot->offset;
  rtx addr;

  if (slot->web >= 0)
    {
      addr = gen_rtx_REG (Pmode, n->webs[slot->web].regno);
      offset -= n->webs[slot->web].offset;
    }
  else if (n->slot_reg >= 0)
    {
      addr = gen_rtx_REG (Pmode, n->slot_reg);
      offset -= n->slot_bias;
    }
  else
    {
      addr = stack_pointer_rtx;
      offset += n->slot_off;
    }
  if (index >= 0 && target_decompose (ref->addr, &parts))
    {
      rtx zero = gen_rtx_REG (Pmode, index);
      if (parts.index >= 0 && parts.scale > 1)
	addr = gen_rtx_PLUS (Pmode, gen_rtx_MULT (Pmode, zero,
						  GEN_INT (parts.scale)), addr);
      else
	addr = gen_rtx_PLUS (Pmode, addr, zero);
    }
  return plus_constant (Pmode, addr, offset);
}
