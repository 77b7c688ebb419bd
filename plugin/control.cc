/* The control slice of a nest: what decides which way it goes.
   SPDX-License-Identifier: GPL-3.0-or-later

   Backwards over use-definition chains from every conditional jump but
   those that only guard a cold call; a load from the frame brings in the
   stores to the same place.  The loads of the slice stay real in the bound
   copy.  The registers that hold at the exits what the slice has set must
   have the same values there in original and bound copy: that is how the
   runtime sees that the copy took another path.
   Nothing here changes the IL.  */

#include "gcc-compat.h"
#include "nest.h"
#include "callees.h"
#include "left-out.h"
#include "frame-places.h"
#include "memlb-target.h"

/* Add INSN to the slice of N, once.  */

static void
add_to_slice (nest *n, rtx_insn *insn, vec<rtx_insn *> *worklist)
{
  if (!n->control.add (insn))
    worklist->safe_push (insn);
}

/* True if INSN calls a bound copy in N's.  */

static bool
followed_p (const nest *n, rtx_insn *insn)
{
  return CALL_P (insn) && call_row (n, insn) >= 0;
}

/* True if N's copy is given up at the call INSN.  */

static bool
given_up_p (const nest *n, rtx_insn *insn)
{
  return n->given_up && n->given_up->contains (insn);
}

/* Add the definitions, inside N, of USE.  The integer result of a function with
   a bound copy is as in the original if its arguments are, which are in the
   slice anyway.  */

static void
add_definitions_of (nest *n, df_ref use, vec<rtx_insn *> *worklist)
{
  auto_vec<df_ref> defs;
  unsigned i;
  df_ref def;

  add_reaching (use, &defs, &n->steps_in_slice);
  FOR_EACH_VEC_ELT (defs, i, def)
    {
      if (DF_REF_IS_ARTIFICIAL (def))
	continue;
      rtx_insn *setter = DF_REF_INSN (def);
      if (!setter || !copied_p (n, BLOCK_FOR_INSN (setter))
	  || given_up_p (n, setter))
	continue;
      if (!followed_p (n, setter))
	add_to_slice (n, setter, worklist);
      else if (target_encoding (DF_REF_REGNO (def)) < 0)
	n->call_result_p = true;
      else
	n->results.add (n->calls[call_row (n, setter)]);
    }
}

/* Add the definitions, inside N, of what INSN uses.  */

static void
add_definitions (nest *n, rtx_insn *insn, vec<rtx_insn *> *worklist)
{
  df_ref use;

  FOR_EACH_INSN_USE (use, insn)
    add_definitions_of (n, use, worklist);
}

/* Add the stores of N that may write PLACE.  */

static void
add_frame_stores (nest *n, const frame_place *place, vec<rtx_insn *> *worklist)
{
  unsigned i;
  basic_block bb;
  rtx_insn *insn;

  FOR_EACH_VEC_ELT (n->blocks, i, bb)
    FOR_BB_INSNS (bb, insn)
      if (NONDEBUG_INSN_P (insn) && stores_in_frame_p (n, insn, place))
	add_to_slice (n, insn, worklist);
}

/* True if the conditional jump that ends BB only guards a cold call: values
   that the original has seen do not lead there, and a copy that does go
   there is abandoned.  */

static bool
guards_cold_call_p (nest *n, basic_block bb)
{
  edge e;
  edge_iterator ei;

  FOR_EACH_EDGE (e, ei, bb->succs)
    if (in_loop_p (n, e->dest) && !copied_p (n, e->dest))
      return true;
  return false;
}

/* The bytes at the top of the stack that may be arguments of the call INSN: those
   for any call, and what its block has pushed, but for registers that the function
   saves.  */

static HOST_WIDE_INT
argument_bytes (rtx_insn *insn)
{
  HOST_WIDE_INT bytes = crtl->outgoing_args_size.to_constant ();
  rtx_insn *head = BB_HEAD (BLOCK_FOR_INSN (insn));
  rtx mem;

  for (; insn != head && !CALL_P (PREV_INSN (insn)); insn = PREV_INSN (insn))
    if (NONJUMP_INSN_P (insn) && !RTX_FRAME_RELATED_P (insn)
	&& (mem = stored_mem (insn)))
      bytes += pushed_bytes (mem);
  return bytes;
}

/* True if the conditional jump that ends BB, of a whole function, only guards an
   unlikely call where the copy is given up.  */

static bool
guards_given_up_p (nest *n, basic_block bb)
{
  edge e;
  edge_iterator ei;
  rtx_insn *insn;

  FOR_EACH_EDGE (e, ei, bb->succs)
    if (single_pred_p (e->dest) && EDGE_COUNT (bb->succs) > 1)
      FOR_BB_INSNS (e->dest, insn)
	if (NONDEBUG_INSN_P (insn) && given_up_p (n, insn)
	    && (EDGE_COUNT (e->dest->succs) == 0 || unlikely_block_p (e->dest)))
	  return true;
  return false;
}

/* The bytes at the top of the stack that and the addresses of the function depend on
   that INSN calls a bound copy of: arguments in registers, and what is stored
   where arguments on the stack are passed.  */

static void
add_arguments (nest *n, rtx_insn *insn, vec<rtx_insn *> *worklist)
{
  HARD_REG_SET regs;
  bool stack_p;
  df_ref use;
  HOST_WIDE_INT *depth = n->depths ? n->depths->get (insn) : NULL;

  call_control (insn, &regs, &stack_p);
  FOR_EACH_INSN_USE (use, insn)
    if (TEST_HARD_REG_BIT (regs, DF_REF_REGNO (use))
	? DF_REF_REGNO (use) != STACK_POINTER_REGNUM
	: float_register_p (DF_REF_REGNO (use)) && computed_p (n, use))
      add_definitions_of (n, use, worklist);
  frame_place place = { depth ? -*depth : 0, argument_bytes (insn), false,
			false, false, NULL_TREE, 0 };
  if (stack_p && place.size)
    add_frame_stores (n, &place, worklist);
}

/* Add to the slice of N what the addresses of INSN depend on, but for the
   frame's and those of arguments on the stack.  */

void
add_addresses_to_slice (nest *n, rtx_insn *insn, vec<rtx_insn *> *worklist)
{
  subrtx_iterator::array_type array;
  HOST_WIDE_INT offset;
  bool from_fp;
  df_ref use;

  if (argument_load_p (insn))
    return;
  FOR_EACH_SUBRTX (iter, array, PATTERN (insn), NONCONST)
    if ((MEM_P (*iter) || GET_CODE (*iter) == PREFETCH)
	&& !frame_address_p (XEXP (*iter, 0), &offset, &from_fp)
	&& GET_RTX_CLASS (GET_CODE (XEXP (*iter, 0))) != RTX_AUTOINC)
      FOR_EACH_INSN_USE (use, insn)
	if (refers_to_regno_p (DF_REF_REGNO (use), XEXP (*iter, 0))
	    && !frame_p (DF_REF_REGNO (use)))
	  add_definitions_of (n, use, worklist);
}

/* Add INSN to the slice of N if it stores where a function that is called may
   find what decides its path.  */

static void
add_exposed_store (nest *n, rtx_insn *insn, vec<rtx_insn *> *worklist)
{
  rtx mem = stored_mem (insn);
  frame_place place;

  if (mem && !pushed_bytes (mem)
      && find_frame_place (n, insn, mem, &place) && !RTX_FRAME_RELATED_P (insn)
      && exposed_mem_p (mem) && !mirrored_frame_p (mem)
      && !FLOAT_MODE_P (GET_MODE (mem)))
    add_to_slice (n, insn, worklist);
}

/* Add what copies that call others, or are called, need beside what decides their
   path: all that addresses depend on, and what functions are passed.  */

static void
add_for_calls (nest *n, vec<rtx_insn *> *worklist)
{
  unsigned i;
  basic_block bb;
  rtx_insn *insn;

  FOR_EACH_VEC_ELT (n->blocks, i, bb)
    FOR_BB_INSNS (bb, insn)
      if (NONDEBUG_INSN_P (insn) && followed_p (n, insn))
	add_arguments (n, insn, worklist);
      else if (NONDEBUG_INSN_P (insn) && string_insn_p (insn))
	add_definitions (n, insn, worklist);
      else if (NONDEBUG_INSN_P (insn) && !CALL_P (insn)
	       && !RTX_FRAME_RELATED_P (insn))
	{
	  add_addresses_to_slice (n, insn, worklist);
	  if (calls_copies_p (n))
	    add_exposed_store (n, insn, worklist);
	}
}

/* Add what is left in WORKLIST, and all it depends on, to the slice of N.  */

static void
complete_slice (nest *n, vec<rtx_insn *> *worklist)
{
  frame_place place;

  while (!worklist->is_empty ())
    {
      rtx_insn *insn = worklist->pop ();
      subrtx_iterator::array_type array;

      add_definitions (n, insn, worklist);
      FOR_EACH_SUBRTX (iter, array, PATTERN (insn), NONCONST)
	if (MEM_P (*iter) && find_frame_place (n, insn, *iter, &place))
	  add_frame_stores (n, &place, worklist);
    }
}

/* Fill N's control slice, with references that stay in the frame if that is
   asked for.  */

static void
find_nest_slice (nest *n)
{
  auto_vec<rtx_insn *> worklist;
  unsigned i;
  basic_block bb;

  FOR_EACH_VEC_ELT (n->blocks, i, bb)
    if (JUMP_P (BB_END (bb)) && any_condjump_p (BB_END (bb))
	&& !guards_cold_call_p (n, bb))
      add_to_slice (n, BB_END (bb), &worklist);
  if (calls_copies_p (n))
    add_for_calls (n, &worklist);
  do
    {
      complete_slice (n, &worklist);
      if (n->frame_arrays_p)
	add_frame_arrays (n, &worklist);
    }
  while (!worklist.is_empty ());
  find_float_arguments (n);
}

/* Fill N's control slice.  */

void
find_control_slice (nest *n)
{
  try_frame_arrays (n);
  find_nest_slice (n);
  if (!n->frame_arrays_p || decide_frame_arrays (n))
    return;
  n->frame_arrays_p = false;
  n->in_frame.empty ();
  n->frame_pointers.truncate (0);
  n->control.empty ();
  n->steps_in_slice.empty ();
  find_nest_slice (n);
}

/* True if REG is a general register that the current function returns.  */

static bool
integer_result_p (unsigned regno)
{
  subrtx_iterator::array_type array;

  if (!crtl->return_rtx || target_encoding (regno) < 0)
    return false;
  FOR_EACH_SUBRTX (iter, array, crtl->return_rtx, NONCONST)
    if (REG_P (*iter) && regno >= REGNO (*iter)
	&& regno < END_REGNO (*iter))
      return true;
  return false;
}

/* The same for N, which stands for the current function: what decides its path,
   its addresses, and if RESULT its integer result.  */

void
find_callee_slice (nest *n, bool result)
{
  auto_vec<rtx_insn *> worklist;
  unsigned i;
  basic_block bb;
  df_ref use;

  FOR_EACH_VEC_ELT (n->blocks, i, bb)
    if (JUMP_P (BB_END (bb)) && (any_condjump_p (BB_END (bb))
				 || tablejump_p (BB_END (bb), NULL, NULL))
	&& !guards_given_up_p (n, bb))
      add_to_slice (n, BB_END (bb), &worklist);
  FOR_EACH_ARTIFICIAL_USE (use, EXIT_BLOCK)
    if (result && integer_result_p (DF_REF_REGNO (use)))
      add_definitions_of (n, use, &worklist);
  add_for_calls (n, &worklist);
  complete_slice (n, &worklist);
  find_float_arguments (n);
}

/* Registers by machine number, as the descriptor has them.  */

struct register_sets
{
  unsigned gprs, vecs, masks;
};

/* Add register REGNO to SETS.  */

static void
add_register (register_sets *sets, unsigned regno)
{
  int bit;

  if ((bit = target_encoding (regno)) >= 0)
    sets->gprs |= 1u << bit;
  else if ((bit = target_vector_bit (regno)) >= 0)
    sets->vecs |= 1u << bit;
  else if ((bit = target_mask_bit (regno)) >= 0)
    sets->masks |= 1u << bit;
}

/* True if control leaves N from BB, a block of its copies.  */

static bool
exit_block_p (nest *n, basic_block bb)
{
  edge e;
  edge_iterator ei;

  FOR_EACH_EDGE (e, ei, bb->succs)
    if (!in_loop_p (n, e->dest))
      return true;
  return false;
}

/* Sort the definitions in N that reach the end of BB into SLICE, those of
   the control slice, and OTHERS.  */

static void
sort_reaching (nest *n, basic_block bb, register_sets *slice,
	       register_sets *others)
{
  bitmap_iterator bi;
  unsigned i;

  EXECUTE_IF_SET_IN_BITMAP (&DF_RD_BB_INFO (bb)->out, 0, i, bi)
    {
      df_ref def = DF_DEFS_GET (i);
      if (!def || DF_REF_IS_ARTIFICIAL (def))
	continue;
      rtx_insn *insn = DF_REF_INSN (def);
      if (!insn || !copied_p (n, BLOCK_FOR_INSN (insn)))
	continue;
      bool clobber = DF_REF_FLAGS_IS_SET (def, DF_REF_MAY_CLOBBER
					       | DF_REF_MUST_CLOBBER);
      bool in_slice = (n->control.contains (insn)
		       || (address_step_p (def)
			   && n->steps_in_slice.contains (insn)));
      add_register (in_slice && !clobber && !frame_derived_p (n, def)
		    ? slice : others, DF_REF_REGNO (def));
    }
}

/* Add to SETS the registers that functions called by N may change, where the
   gates of their nests use them in the original.  */

static void
add_clobbered (nest *n, register_sets *sets)
{
  unsigned i;
  basic_block bb;
  rtx_insn *insn;

  FOR_EACH_VEC_ELT (n->blocks, i, bb)
    FOR_BB_INSNS (bb, insn)
      if (CALL_P (insn) && followed_p (n, insn))
	{
	  HARD_REG_SET clobbers
	    = insn_callee_abi (insn).full_and_partial_reg_clobbers ();
	  for (unsigned r = 0; r < FIRST_PSEUDO_REGISTER; r++)
	    if (TEST_HARD_REG_BIT (clobbers, r))
	      add_register (sets, r);
	}
}

/* Find the registers that at the exits of N hold what the control slice has
   set, and nothing else.  */

void
find_control_registers (nest *n)
{
  register_sets slice = register_sets (), others = register_sets ();
  unsigned i;
  basic_block bb;

  FOR_EACH_VEC_ELT (n->blocks, i, bb)
    if (exit_block_p (n, bb))
      sort_reaching (n, bb, &slice, &others);
  if (calls_copies_p (n))
    add_clobbered (n, &others);
  n->ctl_gprs = slice.gprs & ~others.gprs;
  n->ctl_vecs = slice.vecs & ~others.vecs;
  n->ctl_masks = slice.masks & ~others.masks;
}

/* True if the redirected store STORE may change what the control load LOAD
   reads.  */

static bool
may_change_p (const nest_ref *store, const nest_ref *load)
{
  return (MEM_P (store->mem) && MEM_P (load->mem)
	  && (store->kind & MEMLB_REF_STORE)
	  && store->treatment == MEMLB_TREAT_SLOT
	  && load->treatment == MEMLB_TREAT_CONTROL
	  && (memory_kinds (store->mem) & memory_kinds (load->mem))
	  && true_dependence (store->mem, GET_MODE (store->mem), load->mem));
}

/* Find out whether a redirected store of N may reach a control load.  */

void
find_aliases (nest *n)
{
  for (unsigned i = 0; i < n->refs.length (); i++)
    for (unsigned j = 0; j < n->refs.length (); j++)
      if (may_change_p (&n->refs[i], &n->refs[j]))
	{
	  n->may_alias_p = true;
	  return;
	}
}
