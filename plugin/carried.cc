/* What loops carry from one iteration to the next.
   SPDX-License-Identifier: GPL-3.0-or-later

   Where that is a value, as in a sweep in place, a row takes as long as the chain of
   its iterations.  A row behind it that reads what it has stored can begin no sooner,
   while rows of a copy with slots overlap; a mirror copy's do not.  Where it is nothing
   but counters and addresses, as in a matrix product, rows take as long as their
   instructions, whether they overlap or not.

   Weakness: a value that is carried in the frame is not seen.  */

#include "gcc-compat.h"
#include "nest.h"

/* True if DEF is made by an instruction in LOOP.  */

static bool
made_inside_p (const class loop *loop, df_ref def)
{
  return (!DF_REF_IS_ARTIFICIAL (def)
	  && flow_bb_inside_loop_p (loop, DF_REF_BB (def)));
}

/* True if X is in the frame, as what is spilled.  */

static bool
spilled_p (const_rtx x)
{
  HOST_WIDE_INT offset;
  bool from_fp;

  return MEM_P (x) && frame_address_p (XEXP (x, 0), &offset, &from_fp);
}

/* The use of register REGNO in INSN.  */

static df_ref
use_of (rtx_insn *insn, unsigned regno)
{
  df_ref use;

  FOR_EACH_INSN_USE (use, insn)
    if (DF_REF_REGNO (use) == regno)
      return use;
  return NULL;
}

/* True if X, in INSN, is the same in all iterations of LOOP: a constant, or a register
   that is set before the loop, or from the frame.  */

static bool
invariant_p (const class loop *loop, rtx_insn *insn, const_rtx x)
{
  if (CONSTANT_P (x) || spilled_p (x))
    return true;
  df_ref use = REG_P (x) ? use_of (insn, REGNO (x)) : NULL;
  if (!use)
    return false;
  for (df_link *def = DF_REF_CHAIN (use); def; def = def->next)
    if (made_inside_p (loop, def->ref))
      {
	rtx set = single_set (DF_REF_INSN (def->ref));
	if (!set || !spilled_p (SET_SRC (set)))
	  return false;
      }
  return true;
}

/* True if DEF adds to register REGNO what is the same in all iterations of LOOP, by way
   of up to DEPTH other registers.  */

static bool
step_p (const class loop *loop, df_ref def, unsigned regno, unsigned depth)
{
  rtx_insn *insn = DF_REF_INSN (def);
  rtx set = single_set (insn);

  if (address_step_p (def))
    return true;
  if (!set || !REG_P (SET_DEST (set))
      || !SCALAR_INT_MODE_P (GET_MODE (SET_DEST (set))))
    return false;
  rtx from = SET_SRC (set);
  if (GET_CODE (from) == PLUS || GET_CODE (from) == MINUS)
    {
      if (!invariant_p (loop, insn, XEXP (from, 1)))
	return false;
      from = XEXP (from, 0);
    }
  if (!REG_P (from))
    return false;
  if (REGNO (from) == regno)
    return true;
  df_ref use = use_of (insn, REGNO (from));
  if (!use || !depth)
    return false;
  for (df_link *d = DF_REF_CHAIN (use); d; d = d->next)
    if (!made_inside_p (loop, d->ref)
	|| !step_p (loop, d->ref, regno, depth - 1))
      return false;
  return true;
}

/* True if LOOP carries nothing in registers that it does not step.  */

static bool
carries_steps_only_p (const class loop *loop)
{
  unsigned regno;
  reg_set_iterator i;

  EXECUTE_IF_SET_IN_REG_SET (df_get_live_in (loop->header), 0, regno, i)
    for (df_ref def = DF_REG_DEF_CHAIN (regno); def;
	 def = DF_REF_NEXT_REG (def))
      if (made_inside_p (loop, def) && !step_p (loop, def, regno, 2))
	return false;
  return true;
}

/* Find the references of N in loops that carry nothing but counters and addresses; of
   an outer loop those that are not in loops inside, as what is left of a row when
   vectors have been made of the others.  */

void
find_carried (nest *n)
{
  hash_map<class loop *, bool> known;
  unsigned i;
  nest_ref *ref;

  FOR_EACH_VEC_ELT (n->refs, i, ref)
    {
      class loop *loop = BLOCK_FOR_INSN (ref->insn)->loop_father;
      bool existed, &steps_only = known.get_or_insert (loop, &existed);
      if (!existed)
	steps_only = carries_steps_only_p (loop);
      ref->no_carry = steps_only;
    }
}
