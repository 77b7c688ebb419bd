/* Floating-point arguments of calls that bound copies follow.
   SPDX-License-Identifier: GPL-3.0-or-later

   Most functions compute with such arguments and decide nothing by them.  So where
   nothing is known of a function, because it is in another file, they need not be
   the original's: what is loaded for them may come from the mirror, where what the
   copies have stored is.  Each call says whether one of its arguments is such a
   value (loose), and whether it passes on what its own function was passed;
   functions say whether they decide by any.  The runtime joins these when it knows
   what is called, and refuses nests whose path would hang on a loose value.

   What is computed without memory is kept the original's in any case.  */

#include "gcc-compat.h"
#include "nest.h"
#include "callees.h"
#include "memlb-target.h"

/* True if REGNO is a register for floating-point arguments.  */

bool
float_register_p (unsigned regno)
{
  return target_vector_bit (regno) >= 0;
}

/* True if INSN, a definition, reads what is not in registers or constants.  */

static bool
reads_memory_p (rtx_insn *insn)
{
  subrtx_iterator::array_type array;

  if (CALL_P (insn))
    return true;
  FOR_EACH_SUBRTX (iter, array, PATTERN (insn), NONCONST)
    if (MEM_P (*iter) && !(CONSTANT_P (XEXP (*iter, 0))
			   && CONSTANT_POOL_ADDRESS_P (XEXP (*iter, 0))))
      return true;
  return false;
}

/* True if the value of USE, in N, is computed without memory.  */

bool
computed_p (nest *n, df_ref use)
{
  hash_set<rtx_insn *> seen, steps;
  auto_vec<df_ref> defs;
  df_ref inner;

  add_reaching (use, &defs, &steps);
  for (unsigned i = 0; i < defs.length (); i++)
    {
      rtx_insn *insn = (DF_REF_IS_ARTIFICIAL (defs[i]) ? NULL
			: DF_REF_INSN (defs[i]));
      if (!insn || !copied_p (n, BLOCK_FOR_INSN (insn)) || seen.add (insn))
	continue;
      if (reads_memory_p (insn))
	return false;
      FOR_EACH_INSN_USE (inner, insn)
	add_reaching (inner, &defs, &steps);
    }
  return true;
}

/* Note what USE, an argument of the call INSN in N, is.  */

static void
note_argument (nest *n, rtx_insn *insn, df_ref use)
{
  rtx callee = n->calls[call_row (n, insn)];
  hash_set<rtx_insn *> steps;
  auto_vec<df_ref> defs;
  unsigned i;
  df_ref def;

  add_reaching (use, &defs, &steps);
  FOR_EACH_VEC_ELT (defs, i, def)
    if (DF_REF_IS_ARTIFICIAL (def))
      n->passing.add (callee);
    else if (copied_p (n, BLOCK_FOR_INSN (DF_REF_INSN (def)))
	     && !n->control.contains (DF_REF_INSN (def)))
      n->loose.add (callee);
}

/* Note which calls of N have such arguments.  Needs its control slice.  */

void
find_float_arguments (nest *n)
{
  unsigned i;
  basic_block bb;
  rtx_insn *insn;
  df_ref use;

  n->loose.empty ();
  n->passing.empty ();
  FOR_EACH_VEC_ELT (n->blocks, i, bb)
    FOR_BB_INSNS (bb, insn)
      if (NONDEBUG_INSN_P (insn) && CALL_P (insn) && call_row (n, insn) >= 0)
	FOR_EACH_INSN_USE (use, insn)
	  if (float_register_p (DF_REF_REGNO (use)))
	    note_argument (n, insn, use);
}
