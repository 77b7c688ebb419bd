/* Slots: where the references of a bound copy point.
   SPDX-License-Identifier: GPL-3.0-or-later

   All slots of a nest fit well into the L1 data cache.  Loads and stores of
   one varying address get slots of their own: a shared one would forward
   the store of one iteration to the load of the next, a chain that the
   original does not have (measured: 7 times too slow).  They share a slot
   where the address is the same throughout the innermost loop, or where
   the load of an iteration reads what the one before stored.

   Loads are packed, so that they spread over the cache's banks; every
   stored slot has a line of its own behind them.

   Slots are addressed from a register that the nest uses for nothing but
   redirected addresses, and from the stack pointer where there is none.
   Nothing here changes the IL.  */

#include "gcc-compat.h"
#include "nest.h"
#include "memlb-target.h"

/* Most bytes of slots: half of a 32 KB cache.  */
static const unsigned max_slot_bytes = 16 * 1024;

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

/* The slot of N that REF can share with an earlier reference, or -1.  */

static int
shared_slot (nest *n, const nest_ref *ref)
{
  basic_block bb = BLOCK_FOR_INSN (ref->insn);

  for (unsigned i = 0; i < n->refs.length (); i++)
    {
      const nest_ref *other = &n->refs[i];
      if (other->slot < 0 || n->slots[other->slot].size < ref->size)
	continue;
      bool same_address = rtx_equal_p (other->addr, ref->addr);
      bool same_kind = other->kind == ref->kind;
      if (same_address
	  && BLOCK_FOR_INSN (other->insn)->loop_father == bb->loop_father
	  && ((same_kind && BLOCK_FOR_INSN (other->insn) == bb)
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

/* Give every redirected reference of N a slot.  */

static void
assign_slots (nest *n)
{
  unsigned i;
  nest_ref *ref;

  FOR_EACH_VEC_ELT (n->refs, i, ref)
    {
      if (ref->treatment != MEMLB_TREAT_SLOT)
	continue;
      ref->slot = shared_slot (n, ref);
      if (ref->slot < 0)
	{
	  nest_slot slot = nest_slot ();
	  slot.size = ref->size;
	  ref->slot = n->slots.length ();
	  n->slots.safe_push (slot);
	}
      if (ref->kind & MEMLB_REF_STORE)
	n->slots[ref->slot].stored = true;
    }
}

/* Place the slots of N: loads packed and naturally aligned, then a line for
   each stored slot.  */

static void
place_slots (nest *n)
{
  unsigned i, end = 0;
  nest_slot *slot;

  FOR_EACH_VEC_ELT (n->slots, i, slot)
    if (!slot->stored)
      {
	unsigned align = MIN (1u << ceil_log2 (slot->size), line_bytes);
	slot->offset = ROUND_UP (end, align);
	end = slot->offset + slot->size;
      }
  FOR_EACH_VEC_ELT (n->slots, i, slot)
    if (slot->stored)
      {
	slot->offset = ROUND_UP (end, line_bytes);
	end = slot->offset + slot->size;
      }
  n->slot_bytes = ROUND_UP (MAX (end, 1), line_bytes);
  /* Displacements from -128 to 127 are the short ones.  */
  n->slot_bias = n->slot_bytes > 128 ? 128 : 0;
}

/* Add to SET the registers that INSN's copy in the bound copy of N mentions.
   Those that only the address of a redirected reference uses are not among
   them.  */

static void
add_mentioned (nest *n, rtx_insn *insn, HARD_REG_SET *set)
{
  subrtx_iterator::array_type array;
  const nest_ref *ref = NULL;
  df_ref def;

  int *index = n->ref_of.get (insn);
  if (index && n->refs[*index].treatment == MEMLB_TREAT_SLOT)
    ref = &n->refs[*index];
  FOR_EACH_INSN_DEF (def, insn)
    SET_HARD_REG_BIT (*set, DF_REF_REGNO (def));
  FOR_EACH_SUBRTX (iter, array, PATTERN (insn), NONCONST)
    {
      const_rtx x = *iter;
      if (ref && (MEM_P (x) || GET_CODE (x) == PREFETCH)
	  && rtx_equal_p (XEXP (x, 0), ref->addr))
	iter.skip_subrtxes ();
      else if (REG_P (x))
	add_to_hard_reg_set (set, GET_MODE (x), REGNO (x));
    }
  if (CALL_P (insn))
    FOR_EACH_INSN_USE (def, insn)
      SET_HARD_REG_BIT (*set, DF_REF_REGNO (def));
}

/* The registers that the bound copy of N mentions.  */

static void
mentioned_registers (nest *n, HARD_REG_SET *set)
{
  unsigned i;
  basic_block bb;
  rtx_insn *insn;

  CLEAR_HARD_REG_SET (*set);
  FOR_EACH_VEC_ELT (n->blocks, i, bb)
    FOR_BB_INSNS (bb, insn)
      if (NONDEBUG_INSN_P (insn))
	add_mentioned (n, insn, set);
  SET_HARD_REG_BIT (*set, STACK_POINTER_REGNUM);
  if (frame_pointer_needed)
    SET_HARD_REG_BIT (*set, HARD_FRAME_POINTER_REGNUM);
}

/* True if a redirected reference of N has an index register.  */

static bool
indexed_p (nest *n)
{
  address_parts parts;

  for (unsigned i = 0; i < n->refs.length (); i++)
    if (n->refs[i].treatment == MEMLB_TREAT_SLOT
	&& target_decompose (n->refs[i].addr, &parts) && parts.index >= 0)
      return true;
  return false;
}

/* Choose N's slot register and, for addresses with an index, a register
   that holds zero.  Those that a function saves or need not save come
   first: unwinding from the bound copy then finds all of the callers'.  */

static void
choose_registers (nest *n)
{
  HARD_REG_SET mentioned;
  bool want_zero = indexed_p (n);

  mentioned_registers (n, &mentioned);
  for (int pass = 0; pass < 2; pass++)
    for (const int *r = target_slot_regs (); *r >= 0; r++)
      {
	bool unwindable = (crtl->abi->clobbers_full_reg_p (*r)
			   || df_regs_ever_live_p (*r));
	if (TEST_HARD_REG_BIT (mentioned, *r) || fixed_regs[*r]
	    || global_regs[*r] || unwindable != (pass == 0)
	    || *r == n->slot_reg)
	  continue;
	if (n->slot_reg < 0)
	  n->slot_reg = *r;
	else if (want_zero && n->zero_reg < 0)
	  n->zero_reg = *r;
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
  unsigned i, cells = MEMLB_CELL_FVALUES + n->fvalues.length ();
  frame_range *range;

  FOR_EACH_VEC_ELT (n->ranges, i, range)
    top = MAX (top, range->end + (range->from_fp && !cfun->calls_alloca
				  ? target_frame_distance () : 0));
  n->sp_mod = target_sp_residue (&n->sp_align) % line_bytes;
  n->cell_off = ROUND_UP (top, 8) + 64;
  n->slot_off = (ROUND_UP (n->cell_off + cells * 8 + n->sp_mod, line_bytes)
		 - n->sp_mod);
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
	    || (parts.index >= 0 && n->zero_reg < 0)
	    || parts.base < 0))
      n->n_form_changed++;
}

/* Decide the slots of N.  */

memlb_reason
decide_slots (nest *n)
{
  assign_slots (n);
  place_slots (n);
  if (n->slot_bytes > max_slot_bytes)
    return REASON_TOO_MANY_REFS;
  choose_registers (n);
  count_form_changes (n);
  place_area (n);
  return REASON_NONE;
}

/* The address of REF's slot, in the original's form where a register is
   left to hold a zero index.  */

rtx
slot_address (const nest *n, const nest_ref *ref)
{
  const nest_slot *slot = &n->slots[ref->slot];
  address_parts parts;
  HOST_WIDE_INT offset;
  rtx addr;

  if (n->slot_reg >= 0)
    {
      addr = gen_rtx_REG (Pmode, n->slot_reg);
      offset = (HOST_WIDE_INT) slot->offset - n->slot_bias;
    }
  else
    {
      addr = stack_pointer_rtx;
      offset = n->slot_off + slot->offset;
    }
  if (n->zero_reg >= 0 && target_decompose (ref->addr, &parts)
      && parts.index >= 0)
    addr = gen_rtx_PLUS (Pmode, addr, gen_rtx_REG (Pmode, n->zero_reg));
  return plus_constant (Pmode, addr, offset);
}
