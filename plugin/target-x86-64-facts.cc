/* What x86-64's own operations do.
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "gcc-compat.h"
#include "nest.h"
#include "memlb-target.h"

unsigned
target_unspec_operations (const_rtx x)
{
  switch (XINT (x, 1))
    {
    case UNSPEC_RCP:
    case UNSPEC_RCP14:
    case UNSPEC_RSQRT:
    case UNSPEC_RSQRT14:
      return 1;
    case UNSPEC_FMADDSUB:
      return 2;
    default:
      return 0;
    }
}

/* The instructions executed where the call INSN goes through a pointer by way of
   -mindirect-branch=thunk-inline; 0 if it does not.  That is written with labels and
   unwind information of its own: jmp, call, call, mov, ret.  */

unsigned
target_thunk_insns (rtx_insn *insn)
{
  return (CALL_P (insn) && !called_symbol (insn)
	  && (cfun->machine->indirect_branch_type
	      == indirect_branch_thunk_inline) ? 5 : 0);
}

/* "fxam; fnstsw; fstp", for one, is one pattern.  */

bool
target_several_insns_p (rtx_insn *insn)
{
  df_ref ref;

  FOR_EACH_INSN_DEF (ref, insn)
    if (STACK_REGNO_P (DF_REF_REGNO (ref)))
      return true;
  FOR_EACH_INSN_USE (ref, insn)
    if (STACK_REGNO_P (DF_REF_REGNO (ref)))
      return true;
  return false;
}

bool
target_masked_move_p (const_rtx x)
{
  return (GET_CODE (x) == UNSPEC
	  && (XINT (x, 1) == UNSPEC_MASKMOV || XINT (x, 1) == UNSPEC_MASKLOAD));
}
