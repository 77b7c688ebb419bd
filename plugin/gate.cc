/* Gates: what is inserted before a call, to do without it.
   SPDX-License-Identifier: GPL-3.0-or-later

   Most entries of a short nest are counted and nothing else.  A gate does
   that in place, and an exit's gate sees whether anything was begun.  Both
   need a register, and the flags or a certain register; those that are dead
   there, as dataflow found before anything was inserted.  What the runtime
   compares at the exits must not be changed there, dead or not.

   With -fipa-ra a caller keeps values in registers that this function is
   known not to write.  For the caller to be compiled as in the plain build,
   only those are taken that the function writes anyway.  */

#include "gcc-compat.h"
#include "nest.h"
#include "memlb-target.h"

/* note_stores callback: add what SETTER sets, DEST, to the HARD_REG_SET at
   DATA.  */

static void
add_written (rtx dest, const_rtx, void *data)
{
  if (REG_P (dest) && HARD_REGISTER_P (dest))
    add_to_hard_reg_set ((HARD_REG_SET *) data, GET_MODE (dest),
			 REGNO (dest));
}

/* True if INSN calls the current function, of which GCC takes no call of itself
   for writing what any call may write.  */

static bool
recursive_call_p (rtx_insn *insn)
{
  tree callee = CALL_P (insn) ? get_call_fndecl (insn) : NULL_TREE;

  return (callee == current_function_decl
	  && decl_binds_to_current_def_p (callee));
}

/* The registers that the current function writes.  */

HARD_REG_SET
written_registers (void)
{
  HARD_REG_SET written;
  basic_block bb;
  rtx_insn *insn;

  CLEAR_HARD_REG_SET (written);
  FOR_EACH_BB_FN (bb, cfun)
    FOR_BB_INSNS (bb, insn)
      if (NONDEBUG_INSN_P (insn))
	{
	  note_stores (insn, add_written, &written);
	  if (CALL_P (insn) && !recursive_call_p (insn))
	    written |= insn_callee_abi (insn).full_reg_clobbers ();
	}
  return written;
}

/* What -fipa-ra shall know of the current function: the registers that it
   writes without copies.  Copies write others, but whoever leaves one finds
   every register as the original leaves it.  */

static HARD_REG_SET plain_used;
static bool plain_used_p;

/* Note these, as the pass "final" would collect them.  Nothing may have been
   inserted yet.  */

void
note_used_registers (void)
{
  const HARD_REG_SET clobbered = crtl->abi->full_and_partial_reg_clobbers ();
  rtx_insn *insn;

  plain_used_p = flag_ipa_ra != 0;
  plain_used = fixed_reg_set;
#ifdef STACK_REGS
  for (int i = FIRST_STACK_REG; i <= LAST_STACK_REG; i++)
    SET_HARD_REG_BIT (plain_used, i);
#endif
  for (insn = get_insns (); insn && plain_used_p; insn = NEXT_INSN (insn))
    if (NONDEBUG_INSN_P (insn))
      {
	HARD_REG_SET sets;
	if (CALL_P (insn) && !recursive_call_p (insn))
	  plain_used |= insn_callee_abi (insn).full_and_partial_reg_clobbers ();
	find_all_hard_reg_sets (insn, &sets, false);
	plain_used |= sets;
	/* Nothing is collected then.  */
	if (hard_reg_set_subset_p (clobbered, plain_used))
	  plain_used_p = false;
      }
  plain_used &= clobbered;
}

/* Let callers that are compiled later know just these; after "final".  */

void
restore_used_registers (void)
{
  tree attributes = DECL_ATTRIBUTES (current_function_decl);
  cgraph_rtl_info *info = cgraph_node::rtl_info (current_function_decl);

  if (plain_used_p && info && !lookup_attribute ("noipa", attributes)
      && !lookup_attribute ("naked", attributes))
    info->function_used_regs = plain_used;
  plain_used_p = false;
}

/* True if register REGNO is one of those of N that the runtime compares at
   the exits.  */

bool
control_register_p (const nest *n, unsigned regno)
{
  int number = target_encoding (regno);

  return number >= 0 && (n->ctl_gprs >> number & 1);
}

/* The gate of N for a place where the registers LIVE are live, at an exit if
   EXIT_P, else N is not looked at; WRITTEN are those that the function
   writes.  */

nest_gate
decide_gate (const nest *n, bitmap live, const HARD_REG_SET &written,
	     bool exit_p)
{
  HARD_REG_SET dead = written;

  for (unsigned i = 0; i < FIRST_PSEUDO_REGISTER; i++)
    if (bitmap_bit_p (live, i) || fixed_regs[i] || global_regs[i]
	|| (exit_p && control_register_p (n, i)))
      CLEAR_HARD_REG_BIT (dead, i);
  nest_gate gate = target_gate (dead, live, exit_p);
  gate.calls_p = n && calls_copies_p (n);
  return gate;
}

/* Decide the gates of NESTS, which are those of the current function.  */

void
decide_gates (const vec<nest *> &nests)
{
  HARD_REG_SET written = written_registers ();
  unsigned i, j;
  nest *n;
  edge e;

  FOR_EACH_VEC_ELT (nests, i, n)
    {
      if (!n->timed_p)
	continue;
      auto_vec<edge> exits;
      n->gate = decide_gate (n, df_get_live_in (n->header), written, false);
      find_exits (n, &exits);
      FOR_EACH_VEC_ELT (exits, j, e)
	n->exit_gates.put (e, decide_gate (n, df_get_live_in (e->dest),
					   written, true));
    }
}
