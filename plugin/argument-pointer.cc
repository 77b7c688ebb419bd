/* Arguments on the stack of functions that realign it.
   SPDX-License-Identifier: GPL-3.0-or-later

   The prologue puts the caller's stack pointer into a register, by which the
   function finds them (GCC's "dynamic realign argument pointer"):

     lea 8(%rsp), %r10
     and $-64, %rsp
     ...
     mov (%r10), %rcx

   In a bound copy of the function that is an address in the private stack, where
   the caller's copy has put the arguments; what loads them stays as it is, like
   loads by the stack pointer.  Nothing here changes the IL.  */

#include "gcc-compat.h"
#include "nest.h"
#include "callees.h"
#include "frame-places.h"

/* True if DEF is the prologue's definition of the argument pointer.  */

static bool
prologue_definition_p (df_ref def)
{
  return !DF_REF_IS_ARTIFICIAL (def) && RTX_FRAME_RELATED_P (DF_REF_INSN (def));
}

/* True if USE is of the register that is the argument pointer, as the prologue has
   set it; it may have another value, too, unless ALWAYS.  */

static bool
own_pointer_p (df_ref use, bool always)
{
  bool some = false;

  if (DF_REF_REGNO (use) != REGNO (crtl->drap_reg))
    return false;
  for (df_link *def = DF_REF_CHAIN (use); def; def = def->next)
    if (prologue_definition_p (def->ref))
      some = true;
    else if (always)
      return false;
  return some;
}

/* True if INSN moves the argument pointer to another register.  */

static bool
moves_pointer_p (rtx_insn *insn)
{
  rtx set = PATTERN (insn);
  df_ref use;

  if (GET_CODE (set) != SET || !REG_P (SET_DEST (set)) || !REG_P (SET_SRC (set))
      || GET_MODE (SET_DEST (set)) != Pmode || RTX_FRAME_RELATED_P (insn))
    return false;
  FOR_EACH_INSN_USE (use, insn)
    if (!own_pointer_p (use, true))
      return false;
  return DF_INSN_USES (insn) != NULL;
}

/* True if USE is of the argument pointer, or of a register that it was moved to; it
   may have another value, too, unless ALWAYS.  */

static bool
pointer_p (df_ref use, bool always)
{
  bool some = false;

  if (own_pointer_p (use, always))
    return true;
  for (df_link *def = DF_REF_CHAIN (use); def; def = def->next)
    if (!DF_REF_IS_ARTIFICIAL (def->ref)
	&& moves_pointer_p (DF_REF_INSN (def->ref)))
      some = true;
    else if (always)
      return false;
  return some;
}

/* True if INSN loads an argument by the argument pointer, which it uses for nothing
   else.  */

bool
argument_load_p (rtx_insn *insn)
{
  subrtx_iterator::array_type array;
  const_rtx mem = NULL_RTX;
  HOST_WIDE_INT offset;
  df_ref use;
  unsigned regno, n_uses = 0;

  if (!crtl->drap_reg || !NONJUMP_INSN_P (insn) || RTX_FRAME_RELATED_P (insn)
      || stored_mem (insn))
    return false;
  FOR_EACH_SUBRTX (iter, array, PATTERN (insn), NONCONST)
    if (MEM_P (*iter))
      {
	if (mem || MEM_VOLATILE_P (*iter))
	  return false;
	mem = *iter;
      }
  if (!mem)
    return false;
  rtx addr = XEXP (mem, 0);
  regno = REG_P (addr) ? REGNO (addr)
	  : GET_CODE (addr) == PLUS && REG_P (XEXP (addr, 0))
	    ? REGNO (XEXP (addr, 0)) : INVALID_REGNUM;
  if (!register_plus_p (addr, regno, &offset) || offset < 0)
    return false;
  FOR_EACH_INSN_USE (use, insn)
    if (DF_REF_REGNO (use) == regno)
      {
	n_uses++;
	if (!pointer_p (use, true))
	  return false;
      }
  return n_uses == 1;
}

/* True if INSN, no part of prologue or epilogue, uses the argument pointer for what
   is neither an argument's load nor a move to another register.  */

bool
exposes_argument_pointer_p (rtx_insn *insn)
{
  df_ref use;

  if (!crtl->drap_reg || RTX_FRAME_RELATED_P (insn) || moves_pointer_p (insn)
      || argument_load_p (insn))
    return false;
  FOR_EACH_INSN_USE (use, insn)
    if (pointer_p (use, false))
      return true;
  return false;
}
