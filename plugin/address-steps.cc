/* Addresses that an instruction changes beside what it loads or stores, and
   instructions that access two neighbouring places.
   SPDX-License-Identifier: GPL-3.0-or-later

   A load with such a step has two results that have nothing to do with each
   other: where the step is asked for, what is loaded does not matter.  In the
   bound copy the reference uses its slot, and an instruction behind it makes the
   step:

     ldr d0, [x1], 8	==>	ldr d0, [x9, 64]
				add x1, x1, 8

   Weakness: processors that make such a step without an instruction of its own
   have one more to execute in the copy.  */

#include "gcc-compat.h"
#include "nest.h"
#include "memlb-target.h"

/* True if DEF is such a step.  */

bool
address_step_p (df_ref def)
{
  return !DF_REF_IS_ARTIFICIAL (def)
	 && DF_REF_REGNO (def) != STACK_POINTER_REGNUM
	 && DF_REF_FLAGS_IS_SET (def, DF_REF_PRE_POST_MODIFY);
}

/* Append to DEFS the definitions that reach USE; in the place of steps those
   that reach the register before them.  STEPS are the instructions whose steps
   were followed.  */

void
add_reaching (df_ref use, vec<df_ref> *defs, hash_set<rtx_insn *> *steps)
{
  df_ref before;

  for (df_link *def = DF_REF_CHAIN (use); def; def = def->next)
    if (!address_step_p (def->ref))
      defs->safe_push (def->ref);
    else if (!steps->add (DF_REF_INSN (def->ref)))
      FOR_EACH_INSN_USE (before, DF_REF_INSN (def->ref))
	if (DF_REF_REGNO (before) == DF_REF_REGNO (def->ref))
	  add_reaching (before, defs, steps);
}

/* The register of ADDR, and its displacement in *DISP; NULL if it has no such
   form.  */

static const_rtx
address_register (const_rtx addr, HOST_WIDE_INT *disp)
{
  *disp = 0;
  if (GET_CODE (addr) == PLUS && CONST_INT_P (XEXP (addr, 1)))
    {
      *disp = INTVAL (XEXP (addr, 1));
      addr = XEXP (addr, 0);
    }
  return REG_P (addr) ? addr : NULL_RTX;
}

/* True if ADDR is FROM or, on a machine whose instructions access pairs, lies a
   little behind it: *DISTANCE bytes.  */

bool
same_place_p (const_rtx addr, const_rtx from, HOST_WIDE_INT *distance)
{
  HOST_WIDE_INT disp, from_disp;

  *distance = 0;
  if (rtx_equal_p (addr, from))
    return true;
  if (!target_pairs_p ())
    return false;
  const_rtx reg = address_register (addr, &disp);
  const_rtx from_reg = address_register (from, &from_disp);
  *distance = disp - from_disp;
  return (reg && from_reg && REGNO (reg) == REGNO (from_reg)
	  && IN_RANGE (*distance, 1, 16));
}

/* What X, an address with a step, makes of its register; BYTES are accessed.  */

static rtx
step_source (const_rtx x, HOST_WIDE_INT bytes)
{
  switch (GET_CODE (x))
    {
    case PRE_MODIFY:
    case POST_MODIFY:
      return copy_rtx (XEXP (x, 1));
    case PRE_DEC:
    case POST_DEC:
      bytes = -bytes;
      break;
    default:
      break;
    }
  return plus_constant (Pmode, XEXP (x, 0), bytes);
}

/* Emit behind COPY, a bound copy's copy of INSN, the step that INSN makes beside
   a reference that has a slot in N.  Returns the last instruction.  */

rtx_insn *
emit_address_step (nest *n, rtx_insn *insn, rtx_insn *copy)
{
  const nest_ref *ref = redirected_ref (n, insn);

  if (!ref || GET_RTX_CLASS (GET_CODE (ref->addr)) != RTX_AUTOINC)
    return copy;
  if (rtx note = find_reg_note (copy, REG_INC, NULL_RTX))
    remove_note (copy, note);
  rtx set = gen_rtx_SET (copy_rtx (XEXP (ref->addr, 0)),
			 step_source (ref->addr, ref->size));
  rtx_insn *step = emit_insn_after (set, copy);
  gcc_assert (recog_memoized (step) >= 0);
  return step;
}
