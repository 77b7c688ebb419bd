/* Deciding on the bound copy of a function that nests call, or other functions.
   SPDX-License-Identifier: GPL-3.0-or-later

   It runs on the private stack, so that what it pushes and keeps in its frame is
   private.  The rest of its references are as in a nest that calls
   (call-memory.cc): in the mirror, or real where they decide the function's
   path, an address, its integer result, or what it passes on.

   It is the body without gates: loops inside are its own, and calls lead to
   bound copies.  Where it comes to a call that cannot be followed, and is not on
   each of its ways, the whole copy is given up.

   Functions whose calls throw to landing pads of their own have no such copy.
   The frame's size must be known at every instruction, up to what a realigned stack
   leaves out.  Nothing here changes the IL.  */

#include "gcc-compat.h"
#include "nest.h"
#include "callees.h"
#include "left-out.h"
#include "memlb-target.h"
#include "plugin-options.h"

/* Most instructions of a function with a copy.  */
static const unsigned max_insns = 20000;

/* Bytes of stack for a function of the mathematical library.  */
static const HOST_WIDE_INT library_stack = 0x3000;

static const unsigned red_zone = 128;

/* True if the current function is one that may have a copy.  */

static bool
candidate_p (void)
{
  basic_block bb;
  edge e;
  edge_iterator ei;

  if (!plugin_options.calls || !optimize
      || cfun->stdarg || cfun->calls_alloca
      || (crtl->drap_reg && !gcc_compares_cfa) || crtl->profile
      || flag_split_stack || TREE_THIS_VOLATILE (current_function_decl)
      || MAIN_NAME_P (DECL_NAME (current_function_decl))
      || !callee_name (current_function_decl, "") || !copiable_function_p ()
      || (plugin_options.max_growth && plugin_options.max_growth < 100))
    return false;
  FOR_EACH_BB_FN (bb, cfun)
    FOR_EACH_EDGE (e, ei, bb->succs)
      if ((e->flags & EDGE_COMPLEX) && !(e->flags & EDGE_SIBCALL))
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
      if (pushed_bytes (x) == UNITS_PER_WORD
	  || (GET_CODE (addr) == POST_INC
	      && XEXP (addr, 0) == stack_pointer_rtx
	      && GET_MODE (x) == word_mode))
	moves_p = true;
      else if (GET_CODE (addr) != SCRATCH
	       && !frame_address_p (addr, &offset, &from_fp)
	       && !(crtl->drap_reg && RTX_FRAME_RELATED_P (insn)
		    && register_plus_p (addr, REGNO (crtl->drap_reg), &offset)))
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

/* True if every way through the function leads through BB.  */

static bool
unavoidable_p (basic_block bb)
{
  auto_bitmap seen;
  auto_vec<basic_block> worklist;
  edge e;
  edge_iterator ei;

  bitmap_set_bit (seen, bb->index);
  worklist.safe_push (ENTRY_BLOCK_PTR_FOR_FN (cfun));
  while (!worklist.is_empty ())
    FOR_EACH_EDGE (e, ei, worklist.pop ()->succs)
      if (e->dest == EXIT_BLOCK_PTR_FOR_FN (cfun))
	return false;
      else if (bitmap_set_bit (seen, e->dest->index))
	worklist.safe_push (e->dest);
  return true;
}

/* Let it be known that C cannot be made for REASON, because of INSN.  Returns
   false.  */

static bool
refuse (callee *c, memlb_reason reason, rtx_insn *insn)
{
  c->reason = reason;
  c->culprit = INSN_HAS_LOCATION (insn) ? INSN_LOCATION (insn) : UNKNOWN_LOCATION;
  return false;
}

/* True if INSN is a call that is hardly ever made, as of what sets errno or ends the
   program, and that no copy can make.  */

static bool
unlikely_call_p (rtx_insn *insn)
{
  basic_block bb = BLOCK_FOR_INSN (insn);

  return (!SIBLING_CALL_P (insn) && !followable_call_p (insn)
	  && (EDGE_COUNT (bb->succs) == 0 || unlikely_block_p (bb)));
}

/* Decide the call INSN of C's function; false if the copy can neither make it nor
   be given up there.  */

static bool
decide_callee_call (callee *c, rtx_insn *insn)
{
  if (unlikely_call_p (insn))
    c->given_up.add (insn);
  else if (pure_call_p (insn) || pure_sibling_call_p (insn))
    {
      c->n->calls_p = true;
      c->n->callees.safe_push (called_symbol (insn));
      c->flags |= MEMLB_CALLEE_DIVIDES;
    }
  else if (followable_call_p (insn))
    add_call (c->n, insn);
  else if (!SIBLING_CALL_P (insn) && !unavoidable_p (BLOCK_FOR_INSN (insn)))
    c->given_up.add (insn);
  else
    {
      memlb_reason reason = decide_insn (insn);
      return refuse (c, reason == REASON_NONE ? REASON_CALL : reason, insn);
    }
  return true;
}

/* True if the copy may contain INSN.  */

static bool
allowed_p (callee *c, rtx_insn *insn)
{
  if (exposes_argument_pointer_p (insn))
    return refuse (c, REASON_FUNCTION, insn);
  if (CALL_P (insn) && real_call_p (insn))
    return decide_callee_call (c, insn);
  if (JUMP_P (insn))
    return (asm_noperands (PATTERN (insn)) < 0
	    || refuse (c, REASON_ASM, insn));
  if (followable_string_p (insn))
    {
      add_call (c->n, insn);
      return true;
    }
  if (frame_insn_p (insn) || target_blockage_p (insn))
    return true;
  if (old_arithmetic_p (insn))
    return refuse (c, REASON_INSN, insn);
  memlb_reason reason = decide_insn (insn);
  return (reason == REASON_NONE || reason == REASON_FRAME_VALUE
	  || refuse (c, reason, insn));
}

/* True if the reference REF, to the frame at OFFSET from the frame pointer if
   FROM_FP, stays in what belongs to the function when the stack is in STATE, which
   its arguments do: others are not written.  */

static bool
own_frame_p (const nest_ref *ref, HOST_WIDE_INT offset, bool from_fp,
	     const stack_state *state)
{
  HOST_WIDE_INT place = offset - (from_fp ? state->fp : state->sp);

  if (from_fp && state->fp < 0)
    return false;
  HOST_WIDE_INT end = place + ref->size;
  return (!(ref->kind & MEMLB_REF_STORE)
	  || (place >= -(state->sp + red_zone) && end <= -UNITS_PER_WORD)
	  || (place >= 0 && known_le (end, crtl->args.size)));
}

/* Decide REF of C, which is no constant place of the private frame; false if the
   copy cannot make it.  */

static bool
decide_treatment (callee *c, nest_ref *ref)
{
  bool store = (ref->kind & MEMLB_REF_STORE) != 0;

  if (target_vector_address_p (ref->addr))
    return false;
  ref->treatment = MEMLB_TREAT_SLOT;
  if (c->n->control.contains (ref->insn) && ref->kind != MEMLB_REF_PREFETCH)
    {
      ref->treatment = MEMLB_TREAT_CONTROL;
      return !store || !(ref->kind & MEMLB_REF_LOAD);
    }
  if (mirror_pattern (ref->insn, ref))
    return true;
  ref->treatment = MEMLB_TREAT_REAL;
  return !store;
}

/* True if REF of C stays as it is, in the private frame.  */

static bool
private_reference_p (const nest_ref *ref)
{
  return MEM_P (ref->mem) && frame_based_p (ref->addr)
	 && !mirrored_frame_p (ref->mem);
}

/* Enter the reference of INSN, in front of which the stack is in STATE, into
   C; false if the copy cannot make it.  */

static bool
add_reference (callee *c, rtx_insn *insn)
{
  nest_ref ref;

  if (JUMP_P (insn) || CALL_P (insn) || string_insn_p (insn)
      || frame_insn_p (insn) || target_blockage_p (insn)
      || argument_load_p (insn))
    return true;
  if (!find_reference (insn, &ref))
    return refuse (c, REASON_STORE, insn);
  if (!ref.mem || private_reference_p (&ref)
      || (ref.kind == MEMLB_REF_LOAD && CONSTANT_P (ref.addr)
	  && fixed_load_p (ref.mem)))
    return true;
  if (!decide_treatment (c, &ref))
    return refuse (c, ref.kind & MEMLB_REF_STORE ? REASON_STORE : REASON_LOAD,
		   insn);
  if (ref.treatment == MEMLB_TREAT_SLOT)
    c->n->n_redirected++;
  else if (loop_depth (BLOCK_FOR_INSN (insn)->loop_father) > 0
	   && varies_in_loop_p (c->n, ref.addr, BLOCK_FOR_INSN (insn)))
    c->n_control_varying++;
  c->n->ref_of.put (insn, c->n->refs.length ());
  c->n->refs.safe_push (ref);
  return true;
}

/* Enter the references of C's function.  Needs its control slice.  */

static bool
add_references (callee *c)
{
  unsigned i;
  basic_block bb;
  rtx_insn *insn;

  FOR_EACH_VEC_ELT (c->n->blocks, i, bb)
    FOR_BB_INSNS (bb, insn)
      if (NONDEBUG_INSN_P (insn) && GET_CODE (PATTERN (insn)) != USE
	  && GET_CODE (PATTERN (insn)) != CLOBBER)
	{
	  if (c->ends.contains (insn))
	    break;
	  if (!add_reference (c, insn))
	    return false;
	}
  return true;
}

/* True if INSN stores to the frame at constant places in what belongs to the
   function alone, when the stack is in STATE: others are not written.  */

static bool
own_stores_p (rtx_insn *insn, const stack_state *state)
{
  nest_ref ref;
  HOST_WIDE_INT offset;
  bool from_fp;

  return (JUMP_P (insn) || CALL_P (insn) || frame_insn_p (insn)
	  || !find_reference (insn, &ref) || !ref.mem
	  || !frame_address_p (ref.addr, &offset, &from_fp)
	  || own_frame_p (&ref, offset, from_fp, state));
}

/* True if INSN, where the stack is in STATE, may stand in C's copy.  */

static bool
possible_p (callee *c, rtx_insn *insn, const stack_state *state)
{
  return (allowed_p (c, insn)
	  && (own_stores_p (insn, state) || refuse (c, REASON_STORE, insn)));
}

/* True if BB ends the program, or makes first of all a call that is unlikely and that
   no copy can make.  */

static bool
doomed_p (basic_block bb)
{
  rtx_insn *insn;

  if (EDGE_COUNT (bb->succs) == 0)
    return true;
  FOR_BB_INSNS (bb, insn)
    if (NONDEBUG_INSN_P (insn) && real_call_p (insn))
      return unlikely_call_p (insn);
  return false;
}

/* Follow the instructions of BB from STATE on, which becomes that behind it.
   False if the copy cannot contain them.  Where it comes to a call that it cannot
   make, which is unlikely, it may be given up before, for instance where arguments
   are pushed.  */

static bool
walk_block (callee *c, basic_block bb, stack_state *state,
	    HOST_WIDE_INT *most)
{
  rtx_insn *insn;
  bool gone = false, doomed = doomed_p (bb);

  FOR_BB_INSNS (bb, insn)
    {
      if (!NONDEBUG_INSN_P (insn) || GET_CODE (PATTERN (insn)) == USE
	  || GET_CODE (PATTERN (insn)) == CLOBBER)
	continue;
      c->n->n_insns++;
      c->depths.put (insn, state->sp);
      if (!gone && !possible_p (c, insn, state))
	{
	  if (!doomed || JUMP_P (insn))
	    return false;
	  c->given_up.add (insn);
	  c->ends.add (insn);
	  c->reason = REASON_FUNCTION;
	  c->culprit = UNKNOWN_LOCATION;
	  gone = true;
	}
      if (!follow_insn (insn, state))
	return refuse (c, REASON_DYNAMIC_STACK, insn);
      *most = MAX (*most, state->sp);
    }
  return true;
}

/* Follow all of the function, whose blocks are reached from one that has been
   followed.  False if the copy cannot contain it.  */

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
  c->stack_bytes = most + red_zone + (c->n->calls_p ? library_stack : 0);
  return good && c->n->n_insns <= max_insns;
}

/* Find out whether INSN reads what the caller has passed on the stack.  */

static bool
reads_arguments_p (callee *c, rtx_insn *insn)
{
  subrtx_iterator::array_type array;
  HOST_WIDE_INT offset;
  bool from_fp;

  if (argument_load_p (insn))
    return true;
  FOR_EACH_SUBRTX (iter, array, PATTERN (insn), NONCONST)
    if (MEM_P (*iter)
	&& (frame_address_p (XEXP (*iter, 0), &offset, &from_fp)
	    ? from_fp || offset >= *c->depths.get (insn)
	    : frame_based_p (XEXP (*iter, 0))))
      return true;
  return false;
}

/* Find the registers whose value at the entry C's control slice uses.  */

static void
find_control_arguments (callee *c)
{
  basic_block bb;
  rtx_insn *insn;
  df_ref use;
  unsigned i;
  HARD_REG_SET passed;
  bool stack_p;

  FOR_EACH_VEC_ELT (c->n->blocks, i, bb)
    FOR_BB_INSNS (bb, insn)
      if (NONDEBUG_INSN_P (insn) && c->n->control.contains (insn))
	{
	  FOR_EACH_INSN_USE (use, insn)
	    for (df_link *def = DF_REF_CHAIN (use); def; def = def->next)
	      if (DF_REF_IS_ARTIFICIAL (def->ref))
		SET_HARD_REG_BIT (c->control, DF_REF_REGNO (use));
	  if (!CALL_P (insn) && !RTX_FRAME_RELATED_P (insn))
	    c->control_stack |= reads_arguments_p (c, insn);
	}
      /* What is passed on.  */
      else if (NONDEBUG_INSN_P (insn) && CALL_P (insn)
	       && call_row (c->n, insn) >= 0)
	{
	  call_control (insn, &passed, &stack_p);
	  FOR_EACH_INSN_USE (use, insn)
	    for (df_link *def = DF_REF_CHAIN (use); def; def = def->next)
	      if (DF_REF_IS_ARTIFICIAL (def->ref)
		  && (TEST_HARD_REG_BIT (passed, DF_REF_REGNO (use))
		      || !float_register_p (DF_REF_REGNO (use))))
		SET_HARD_REG_BIT (c->control, DF_REF_REGNO (use));
	}
  FOR_EACH_ARTIFICIAL_USE (use, EXIT_BLOCK)
    if (crtl->return_rtx && refers_to_regno_p (DF_REF_REGNO (use),
					       crtl->return_rtx))
      for (df_link *def = DF_REF_CHAIN (use); def; def = def->next)
	if (DF_REF_IS_ARTIFICIAL (def->ref))
	  SET_HARD_REG_BIT (c->control, DF_REF_REGNO (use));
}

/* True if the current function is passed a record on the stack: there is no telling
   whether its copy would look for it there or in the mirror.  */

bool
passed_record_p (void)
{
  for (tree arg = DECL_ARGUMENTS (current_function_decl); arg;
       arg = DECL_CHAIN (arg))
    {
      rtx place = DECL_INCOMING_RTL (arg);
      if (place && MEM_P (place) && AGGREGATE_TYPE_P (TREE_TYPE (arg)))
	return true;
    }
  return false;
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

/* Find what C's function does with memory, if its integer result shall be the
   original's or not, as RESULT says.  False if the copy cannot be made.  */

static bool
decide_memory (callee *c, bool result)
{
  nest *n = c->n;

  n->control.empty ();
  n->ref_of.empty ();
  n->refs.truncate (0);
  n->results.empty ();
  n->n_redirected = n->store_kinds = n->control_kinds = 0;
  n->call_result_p = n->apart_p = false;
  c->n_control_varying = 0;
  find_callee_slice (n, result);
  if (n->call_result_p)
    {
      c->reason = REASON_CALL_RESULT;
      c->culprit = UNKNOWN_LOCATION;
    }
  if (n->call_result_p || !add_references (c))
    return false;
  find_kinds (n);
  return true;
}

/* Say, with explain, why the current function has no bound copy, REASON, at CULPRIT if
   that is known.  */

static void
tell_refusal (memlb_reason reason, location_t culprit)
{
  if (plugin_options.explain && plugin_options.calls && optimize)
    inform (culprit == UNKNOWN_LOCATION
	    ? DECL_SOURCE_LOCATION (current_function_decl) : culprit,
	    "memlb: function has no bound copy: %s (%s)", reason_slug[reason],
	    reason_text[reason]);
}

/* Decide on a bound copy of the current function, whose nests are NESTS; NULL if
   it gets none.  Needs
   loops and use-definition chains.  */

callee *
decide_callee (const vec<nest *> &nests)
{
  if (!candidate_p ())
    {
      tell_refusal (REASON_FUNCTION, UNKNOWN_LOCATION);
      return NULL;
    }
  callee *c = new callee ();
  c->reason = REASON_FUNCTION;
  c->culprit = UNKNOWN_LOCATION;
  c->n = whole_function ();
  c->n->depths = &c->depths;
  c->n->given_up = &c->given_up;
  follow_unknown_callees (true);
  if (walk_function (c))
    {
      bool good = decide_memory (c, true);
      /* The result may be computed from what the function stores.  */
      if (!good || c->n->store_kinds & c->n->control_kinds)
	{
	  good = decide_memory (c, false);
	  c->flags |= MEMLB_CALLEE_LOOSE;
	}
      if (good)
	{
	  find_control_arguments (c);
	  for (unsigned i = 0; i < FIRST_PSEUDO_REGISTER; i++)
	    if (float_register_p (i) && TEST_HARD_REG_BIT (c->control, i))
	      c->flags |= MEMLB_CALLEE_FLOATS;
	  find_divisions (c);
	  if (c->n->apart_p || passed_record_p ())
	    c->flags |= MEMLB_CALLEE_APART;
	  for (unsigned i = 0; i < nests.length (); i++)
	    c->flags |= nests[i]->timed_p ? MEMLB_CALLEE_LOOPS : 0;
	  c->measured = decide_function_nest (c);
	  return c;
	}
    }
  tell_refusal (c->reason, c->culprit);
  free_callee (c);
  return NULL;
}
