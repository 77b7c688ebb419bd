/* What innermost loops carry from one iteration to the next.
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

/* True if register REGNO keeps its value in LOOP.  */

static bool
invariant_p (const class loop *loop, unsigned regno)
{
  for (df_ref def = DF_REG_DEF_CHAIN (regno); def; def = DF_REF_NEXT_REG (def))
    if (made_inside_p (loop, def))
      return false;
  return true;
}

/* True if DEF adds to its register what is the same in all iterations of LOOP.  */

static bool
step_p (const class loop *loop, df_ref def)
{
  rtx set = single_set (DF_REF_INSN (def));

  if (address_step_p (def))
    return true;
  if (!set || !REG_P (SET_DEST (set))
      || (GET_CODE (SET_SRC (set)) != PLUS && GET_CODE (SET_SRC (set)) != MINUS)
      || !rtx_equal_p (XEXP (SET_SRC (set), 0), SET_DEST (set)))
    return false;
  rtx step = XEXP (SET_SRC (set), 1);
  return (INTEGRAL_MODE_P (GET_MODE (SET_DEST (set)))
	  && (CONSTANT_P (step)
	      || (REG_P (step) && invariant_p (loop, REGNO (step)))));
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
      if (made_inside_p (loop, def) && !step_p (loop, def))
	return false;
  return true;
}

/* Find the references of N in innermost loops that carry nothing but counters and
   addresses.  */

void
find_carried (nest *n)
{
  hash_map<class loop *, bool> known;
  unsigned i;
  nest_ref *ref;

  FOR_EACH_VEC_ELT (n->refs, i, ref)
    if (ref->innermost)
      {
	class loop *loop = BLOCK_FOR_INSN (ref->insn)->loop_father;
	bool existed, &steps_only = known.get_or_insert (loop, &existed);
	if (!existed)
	  steps_only = carries_steps_only_p (loop);
	ref->no_carry = steps_only;
      }
}
