/* Deciding on the bound copy of a function that nests call.
   SPDX-License-Identifier: GPL-3.0-or-later

   It runs on the private stack, with the stack pointer of the nest's copy, P, at
   the call.  What it pushes and keeps in its frame is private there.  The rest
   of its references are treated in one of these ways:

     - a pointer argument is folded into a window when the copy is called: P +
       WINDOW_OFF + (pointer & WINDOW_MASK).  References that reach it by
       constant displacements keep their form.  So what one call writes the next
       one reads, as in the original, and nothing misses;
     - a load that decides the function's path or its integer result stays real,
       and a pointer that it, or that path, depends on is not folded;
     - others use slots of the function's own at constant distances below P.  In
       a function without loops those of one address, with the same reaching
       definitions, are one place, and share a slot.

   Functions with loops have nests: their gates would be in the way of the time
   of the nest that calls them.  Those that call others would move the stack
   pointer from P.  Both have no such copy, and the frame's size must be known
   at every instruction.  Nothing here changes the IL.  */

#include "gcc-compat.h"
#include "nest.h"
#include "callees.h"
#include "memlb-target.h"
#include "plugin-options.h"

/* Most instructions of a function with a copy.  */
static const unsigned max_insns = 2000;

/* Most bytes of slots.  */
static const unsigned max_slot_bytes = 4096;

/* Bytes of stack for a function of the mathematical library.  */
static const HOST_WIDE_INT library_stack = 0x3000;

static const unsigned line_bytes = 64;
static const unsigned red_zone = 128;

/* Definitions followed from a use, at most.  */
static const unsigned max_chain = 32;

/* Distances of stack and frame pointer from the caller's stack pointer,
   downwards; that of the frame pointer is negative while it is none.  */

struct stack_state
{
  HOST_WIDE_INT sp, fp;
};

/* The arguments that a pointer comes from, and what was added.  */

struct pointer_origin
{
  HARD_REG_SET args;
  HOST_WIDE_INT low, high;
};

/* True if the current function is one that may have a copy.  */

static bool
candidate_p (const vec<nest *> &nests)
{
  basic_block bb, first = ENTRY_BLOCK_PTR_FOR_FN (cfun)->next_bb;
  edge e;
  edge_iterator ei;

  if (!plugin_options.calls || !optimize || !nests.is_empty ()
      || number_of_loops (cfun) > 1 || cfun->stdarg || cfun->calls_alloca
      || crtl->drap_reg || crtl->stack_realign_needed || crtl->profile
      || crtl->has_bb_partition
      || flag_split_stack || TREE_THIS_VOLATILE (current_function_decl)
      || MAIN_NAME_P (DECL_NAME (current_function_decl))
      || !callee_name (current_function_decl, "") || !copiable_function_p ()
      || (plugin_options.max_growth && plugin_options.max_growth < 100))
    return false;
  FOR_EACH_BB_FN (bb, cfun)
    {
      if (BB_PARTITION (bb) != BB_PARTITION (first))
	return false;
      FOR_EACH_EDGE (e, ei, bb->succs)
	if (e->flags & (EDGE_COMPLEX | EDGE_DFS_BACK))
	  return false;
    }
  return true;
}

/* True if X is register REGNO plus a constant, which goes to *OFFSET.  */

static bool
register_plus_p (const_rtx x, unsigned regno, HOST_WIDE_INT *offset)
{
  *offset = 0;
  if (GET_CODE (x) == PLUS && CONST_INT_P (XEXP (x, 1)))
    {
      *offset = INTVAL (XEXP (x, 1));
      x = XEXP (x, 0);
    }
  return REG_P (x) && REGNO (x) == regno;
}

/* The distance that X, a new value of stack or frame pointer, has; -1 if it is
   not known.  OLD is the state before.  */

static HOST_WIDE_INT
distance_of (const_rtx x, const stack_state *old)
{
  HOST_WIDE_INT offset;

  if (register_plus_p (x, STACK_POINTER_REGNUM, &offset))
    return old->sp - offset;
  if (frame_pointer_needed && old->fp >= 0
      && register_plus_p (x, HARD_FRAME_POINTER_REGNUM, &offset))
    return old->fp - offset;
  return -1;
}

/* Let STATE be what SET, a part of an instruction, makes of OLD.  False if that
   is not known.  */

static bool
follow_set (const_rtx set, const stack_state *old, stack_state *state)
{
  rtx dest = SET_DEST (set), src = SET_SRC (set);

  if (MEM_P (dest) && GET_CODE (XEXP (dest, 0)) == PRE_DEC)
    state->sp += GET_MODE_SIZE (GET_MODE (dest)).to_constant ();
  if (MEM_P (src) && GET_CODE (XEXP (src, 0)) == POST_INC)
    state->sp -= GET_MODE_SIZE (GET_MODE (src)).to_constant ();
  if (REG_P (dest) && REGNO (dest) == STACK_POINTER_REGNUM)
    return (state->sp = distance_of (src, old)) >= 0;
  if (REG_P (dest) && REGNO (dest) == HARD_FRAME_POINTER_REGNUM
      && frame_pointer_needed)
    state->fp = MEM_P (src) ? -1 : distance_of (src, old);
  return true;
}

/* Let *STATE be what INSN makes of it.  False if that is not known.  */

static bool
follow_insn (rtx_insn *insn, stack_state *state)
{
  rtx pattern = PATTERN (insn);
  stack_state old = *state;

  if (GET_CODE (pattern) == SET)
    return follow_set (pattern, &old, state);
  if (GET_CODE (pattern) == PARALLEL)
    for (int i = 0; i < XVECLEN (pattern, 0); i++)
      if (GET_CODE (XVECEXP (pattern, 0, i)) == SET
	  && !follow_set (XVECEXP (pattern, 0, i), &old, state))
	return false;
  return true;
}

/* True if INSN belongs to prologue or epilogue: it moves the stack pointer or
   the frame pointer, or saves a register in the frame, or gets one back from
   the top of the stack.  */

static bool
frame_insn_p (rtx_insn *insn)
{
  subrtx_iterator::array_type array;
  bool moves_p = RTX_FRAME_RELATED_P (insn);
  HOST_WIDE_INT offset;
  bool from_fp;

  FOR_EACH_SUBRTX (iter, array, PATTERN (insn), NONCONST)
    {
      const_rtx x = *iter;
      if (GET_CODE (x) == UNSPEC || GET_CODE (x) == UNSPEC_VOLATILE)
	return false;
      if (GET_CODE (x) == SET && REG_P (SET_DEST (x))
	  && (REGNO (SET_DEST (x)) == STACK_POINTER_REGNUM
	      || (frame_pointer_needed
		  && REGNO (SET_DEST (x)) == HARD_FRAME_POINTER_REGNUM)))
	moves_p = true;
      if (!MEM_P (x))
	continue;
      const_rtx addr = XEXP (x, 0);
      if (MEM_VOLATILE_P (x))
	return false;
      if ((GET_CODE (addr) == PRE_DEC || GET_CODE (addr) == POST_INC)
	  && XEXP (addr, 0) == stack_pointer_rtx && GET_MODE (x) == word_mode)
	moves_p = true;
      else if (GET_CODE (addr) != SCRATCH
	       && !frame_address_p (addr, &offset, &from_fp))
	return false;
    }
  return moves_p;
}

/* True if INSN uses the registers of old, whose arithmetic slows down at values
   that are no number.  */

static bool
old_arithmetic_p (rtx_insn *insn)
{
  subrtx_iterator::array_type array;

  FOR_EACH_SUBRTX (iter, array, PATTERN (insn), NONCONST)
    if (REG_P (*iter) && target_vector_state_p (REGNO (*iter))
	&& target_vector_bit (REGNO (*iter)) < 0
	&& target_mask_bit (REGNO (*iter)) < 0)
      return true;
  return false;
}

/* True if the copy may contain INSN.  */

static bool
allowed_p (rtx_insn *insn)
{
  if (JUMP_P (insn))
    return asm_noperands (PATTERN (insn)) < 0;
  if (CALL_P (insn) && real_call_p (insn))
    return pure_call_p (insn);
  if (frame_insn_p (insn))
    return true;
  if (old_arithmetic_p (insn))
    return false;
  memlb_reason reason = decide_insn (insn);
  return reason == REASON_NONE || reason == REASON_FRAME_VALUE;
}

/* True if the reference REF, to the frame at OFFSET from the frame pointer if
   FROM_FP, stays in what belongs to the function when the stack is in STATE:
   others are not written.  */

static bool
own_frame_p (const nest_ref *ref, HOST_WIDE_INT offset, bool from_fp,
	     const stack_state *state)
{
  HOST_WIDE_INT place = offset - (from_fp ? state->fp : state->sp);

  if (from_fp && state->fp < 0)
    return false;
  return (!(ref->kind & MEMLB_REF_STORE)
	  || (place >= -(state->sp + red_zone)
	      && place + (HOST_WIDE_INT) ref->size <= -UNITS_PER_WORD));
}

/* Enter the reference of INSN, in front of which the stack is in STATE, into
   C; false if the copy cannot make it.  */

static bool
add_reference (callee *c, rtx_insn *insn, const stack_state *state)
{
  nest_ref ref;
  HOST_WIDE_INT offset;
  bool from_fp;

  if (JUMP_P (insn) || CALL_P (insn) || frame_insn_p (insn))
    return true;
  if (!find_reference (insn, &ref))
    return false;
  if (!ref.mem)
    return true;
  if (frame_address_p (ref.addr, &offset, &from_fp))
    return own_frame_p (&ref, offset, from_fp, state);
  if (ref.kind == MEMLB_REF_LOAD && CONSTANT_P (ref.addr)
      && (MEM_READONLY_P (ref.mem) || real_constant_load_p (c->n, ref.mem)))
    return true;
  if (target_vector_address_p (ref.addr))
    return false;
  ref.treatment = MEMLB_TREAT_SLOT;
  if (c->n->control.contains (insn) && ref.kind != MEMLB_REF_PREFETCH)
    {
      if (ref.kind & MEMLB_REF_STORE)
	return false;
      ref.treatment = MEMLB_TREAT_CONTROL;
    }
  else if (!redirected_pattern (insn, &ref,
				plus_constant (Pmode, stack_pointer_rtx, -1024)))
    return false;
  c->n->ref_of.put (insn, c->n->refs.length ());
  c->n->refs.safe_push (ref);
  return true;
}

/* Follow the instructions of BB from STATE on, which becomes that behind it.
   False if the copy cannot contain them.  */

static bool
walk_block (callee *c, basic_block bb, stack_state *state,
	    HOST_WIDE_INT *most)
{
  rtx_insn *insn;

  FOR_BB_INSNS (bb, insn)
    {
      if (!NONDEBUG_INSN_P (insn) || GET_CODE (PATTERN (insn)) == USE
	  || GET_CODE (PATTERN (insn)) == CLOBBER)
	continue;
      c->n->n_insns++;
      c->depths.put (insn, state->sp);
      if (!allowed_p (insn) || !add_reference (c, insn, state)
	  || !follow_insn (insn, state))
	return false;
      if (CALL_P (insn) && real_call_p (insn))
	{
	  c->n->calls_p = true;
	  c->n->callees.safe_push (called_symbol (insn));
	  c->flags |= MEMLB_CALLEE_DIVIDES;
	}
      *most = MAX (*most, state->sp);
    }
  return true;
}

/* Follow all of the function, whose blocks are reached in the order of a
   graph without cycles.  False if the copy cannot contain it.  */

static bool
walk_function (callee *c)
{
  hash_map<basic_block, stack_state> states;
  stack_state start = { UNITS_PER_WORD, -1 };
  HOST_WIDE_INT most = 0;
  int *order = XNEWVEC (int, n_basic_blocks_for_fn (cfun));
  int count = pre_and_rev_post_order_compute (NULL, order, false);
  bool good = true;
  edge e;
  edge_iterator ei;

  states.put (c->n->header, start);
  for (int i = 0; i < count && good; i++)
    {
      basic_block bb = BASIC_BLOCK_FOR_FN (cfun, order[i]);
      stack_state *known = states.get (bb);
      stack_state state = known ? *known : start;
      good = known && walk_block (c, bb, &state, &most);
      FOR_EACH_EDGE (e, ei, bb->succs)
	if (good && e->dest != EXIT_BLOCK_PTR_FOR_FN (cfun))
	  {
	    stack_state *there = states.get (e->dest);
	    if (!there)
	      states.put (e->dest, state);
	    else if (there->sp != state.sp)
	      good = false;
	    else if (there->fp != state.fp)
	      there->fp = -1;
	  }
    }
  free (order);
  return (good && c->n->n_insns <= max_insns
	  && most + red_zone + (c->n->calls_p ? library_stack : 0)
	     <= MEMLB_CALLEE_STACK);
}

/* Find the registers whose value at the entry C's control slice uses.  */

static void
find_control_arguments (callee *c)
{
  basic_block bb;
  rtx_insn *insn;
  df_ref use;
  unsigned i;
  subrtx_iterator::array_type array;
  HOST_WIDE_INT offset;
  bool from_fp;

  FOR_EACH_VEC_ELT (c->n->blocks, i, bb)
    FOR_BB_INSNS (bb, insn)
      if (NONDEBUG_INSN_P (insn) && c->n->control.contains (insn))
	{
	  FOR_EACH_INSN_USE (use, insn)
	    for (df_link *def = DF_REF_CHAIN (use); def; def = def->next)
	      if (DF_REF_IS_ARTIFICIAL (def->ref))
		SET_HARD_REG_BIT (c->control, DF_REF_REGNO (use));
	  FOR_EACH_SUBRTX (iter, array, PATTERN (insn), NONCONST)
	    if (MEM_P (*iter))
	      {
		c->control_stack |= frame_address_p (XEXP (*iter, 0), &offset,
						     &from_fp);
		if (control_memory_p (*iter))
		  c->flags |= MEMLB_CALLEE_CTL_MEMORY;
	      }
	}
  FOR_EACH_ARTIFICIAL_USE (use, EXIT_BLOCK)
    if (crtl->return_rtx && refers_to_regno_p (DF_REF_REGNO (use),
					       crtl->return_rtx))
      for (df_link *def = DF_REF_CHAIN (use); def; def = def->next)
	if (DF_REF_IS_ARTIFICIAL (def->ref))
	  SET_HARD_REG_BIT (c->control, DF_REF_REGNO (use));
}

/* Find out whether register REGNO in INSN is made of pointer arguments and
   constants alone, whose sum so far is OFFSET, and enter them into ORIGIN.  *LEFT
   limits the search.  */

static bool
find_origin (rtx_insn *insn, unsigned regno, HOST_WIDE_INT offset,
	     pointer_origin *origin, unsigned *left)
{
  df_ref use;
  df_link *chain = NULL;
  HOST_WIDE_INT step;

  FOR_EACH_INSN_USE (use, insn)
    if (DF_REF_REGNO (use) == regno)
      chain = DF_REF_CHAIN (use);
  if (!chain)
    return false;
  for (df_link *def = chain; def; def = def->next)
    {
      if (!(*left)--)
	return false;
      if (DF_REF_IS_ARTIFICIAL (def->ref))
	{
	  if (!FUNCTION_ARG_REGNO_P (regno) || target_encoding (regno) < 0)
	    return false;
	  SET_HARD_REG_BIT (origin->args, regno);
	  origin->low = MIN (origin->low, offset);
	  origin->high = MAX (origin->high, offset);
	  continue;
	}
      rtx_insn *setter = DF_REF_INSN (def->ref);
      rtx set = setter && !CALL_P (setter) ? single_set (setter) : NULL_RTX;
      if (!set || !REG_P (SET_DEST (set)) || GET_MODE (SET_DEST (set)) != Pmode)
	return false;
      rtx src = SET_SRC (set);
      rtx reg = GET_CODE (src) == PLUS ? XEXP (src, 0) : src;
      if (!REG_P (reg) || !register_plus_p (src, REGNO (reg), &step)
	  || !find_origin (setter, REGNO (reg), offset + step, origin, left))
	return false;
    }
  return true;
}

/* True if REF of C lies in the window when pointers are folded; these are then
   added to the arguments to be folded.  */

static bool
fold_reference (callee *c, const nest_ref *ref)
{
  pointer_origin origin = pointer_origin ();
  address_parts parts;
  unsigned left = max_chain;

  if (ref->treatment != MEMLB_TREAT_SLOT
      || !target_decompose (ref->addr, &parts) || parts.base < 0
      || parts.index >= 0 || parts.symbol
      || !IN_RANGE (parts.disp, -MEMLB_WINDOW_MARGIN, MEMLB_WINDOW_MARGIN))
    return false;
  origin.low = MEMLB_WINDOW_MARGIN;
  origin.high = -MEMLB_WINDOW_MARGIN;
  if (!find_origin (ref->insn, parts.base, parts.disp, &origin, &left)
      || origin.low < -MEMLB_WINDOW_MARGIN
      || origin.high + (HOST_WIDE_INT) ref->size > MEMLB_WINDOW_MARGIN
      || !hard_reg_set_empty_p (origin.args & c->control))
    return false;
  c->folded_args |= origin.args;
  return true;
}

/* True if the registers of ADDR have the same definitions in A and B.  */

static bool
same_definitions_p (rtx_insn *a, rtx_insn *b, rtx addr)
{
  df_ref x, y;

  FOR_EACH_INSN_USE (x, a)
    if (refers_to_regno_p (DF_REF_REGNO (x), addr))
      FOR_EACH_INSN_USE (y, b)
	if (DF_REF_REGNO (x) == DF_REF_REGNO (y))
	  {
	    df_link *i = DF_REF_CHAIN (x), *j = DF_REF_CHAIN (y);
	    for (; i && j && i->ref == j->ref; i = i->next)
	      j = j->next;
	    if (i || j)
	      return false;
	  }
  return true;
}

/* Give reference number NUMBER of C a slot.  */

static void
give_slot (callee *c, unsigned number)
{
  nest *n = c->n;
  nest_ref *ref = &n->refs[number];
  nest_slot slot = nest_slot ();

  for (unsigned i = 0; i < number; i++)
    {
      const nest_ref *other = &n->refs[i];
      if (other->slot >= 0 && n->slots[other->slot].size >= ref->size
	  && rtx_equal_p (other->addr, ref->addr)
	  && same_definitions_p (other->insn, ref->insn, ref->addr))
	{
	  ref->slot = other->slot;
	  return;
	}
    }
  slot.web = -1;
  slot.size = ref->size;
  slot.offset = ROUND_UP (c->slot_bytes,
			  MIN (1u << ceil_log2 (slot.size), line_bytes));
  c->slot_bytes = slot.offset + slot.size;
  ref->slot = n->slots.length ();
  n->slots.safe_push (slot);
}

/* Where the slots of C begin.  Those of different functions are best apart.  */

static HOST_WIDE_INT
place_slots (const callee *c)
{
  const char *name = callee_name (current_function_decl, "");
  unsigned lines = (MEMLB_CALLEE_SLOTS_BYTES
		    - ROUND_UP (c->slot_bytes, line_bytes)) / line_bytes;

  return (MEMLB_CALLEE_SLOTS_OFF
	  + (HOST_WIDE_INT) line_bytes * (htab_hash_string (name)
					  % (lines + 1)));
}

/* The address of the slot of REF of C.  */

rtx
callee_slot_address (const callee *c, const nest_ref *ref)
{
  HOST_WIDE_INT depth
    = *const_cast<callee *> (c)->depths.get (ref->insn);

  return plus_constant (Pmode, stack_pointer_rtx,
			depth + c->slot_off + c->n->slots[ref->slot].offset);
}

/* Decide the references of C; false if some can be made in no way.  */

static bool
place_references (callee *c)
{
  unsigned i;
  nest_ref *ref;

  FOR_EACH_VEC_ELT (c->n->refs, i, ref)
    if (fold_reference (c, ref))
      {
	c->folded.add (ref->insn);
	c->flags |= ((ref->kind & MEMLB_REF_LOAD ? MEMLB_CALLEE_LOADS : 0)
		     | (ref->kind & MEMLB_REF_STORE ? MEMLB_CALLEE_STORES : 0));
      }
    else if (ref->treatment == MEMLB_TREAT_SLOT)
      {
	give_slot (c, i);
	c->flags |= ((ref->kind & MEMLB_REF_LOAD ? MEMLB_CALLEE_SLOT_LOADS : 0)
		     | (ref->kind & MEMLB_REF_STORE
			? MEMLB_CALLEE_SLOT_STORES : 0));
      }
  if (c->slot_bytes > max_slot_bytes)
    return false;
  c->slot_off = place_slots (c);
  FOR_EACH_VEC_ELT (c->n->refs, i, ref)
    if (ref->slot >= 0
	&& !redirected_pattern (ref->insn, ref, callee_slot_address (c, ref)))
      return false;
  return true;
}

/* Find out whether the time of C's instructions depends on their operands.  */

static void
find_divisions (callee *c)
{
  subrtx_iterator::array_type array;
  unsigned i;
  basic_block bb;
  rtx_insn *insn;

  FOR_EACH_VEC_ELT (c->n->blocks, i, bb)
    FOR_BB_INSNS (bb, insn)
      if (NONDEBUG_INSN_P (insn))
	FOR_EACH_SUBRTX (iter, array, PATTERN (insn), NONCONST)
	  switch (GET_CODE (*iter))
	    {
	    case DIV: case MOD: case UDIV: case UMOD: case SQRT:
	      c->flags |= MEMLB_CALLEE_DIVIDES;
	      break;
	    default:
	      break;
	    }
}

/* Decide on a bound copy of the current function, whose nests are NESTS; NULL
   if it gets none.  Needs loops and use-definition chains.  */

callee *
decide_callee (const vec<nest *> &nests)
{
  if (!candidate_p (nests))
    return NULL;
  callee *c = new callee ();
  c->n = whole_function ();
  find_callee_slice (c->n);
  if (walk_function (c))
    {
      find_control_arguments (c);
      find_divisions (c);
      if (place_references (c))
	return c;
    }
  free_callee (c);
  return NULL;
}
