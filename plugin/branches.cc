/* Branches that follow what a loop computes.
   SPDX-License-Identifier: GPL-3.0-or-later

   A bound copy repeats what the original has just done.  Where a branch inside of it
   follows a generator of random numbers in registers

     x ^= x << 13; x ^= x >> 7; x ^= x << 17;
     if (x & 1) ...

   no predictor knows its way in the original, and in the copy's second run one may, as
   with branches that loaded data decide.  The runtime is to look at the first runs
   then.  A loop counter is no such number.
   Nothing here changes the IL.  */

#include "gcc-compat.h"
#include "nest.h"

/* Append to WORKLIST the instructions in the copies of N that define what INSN uses.  */

static void
add_definitions (const nest *n, rtx_insn *insn, vec<rtx_insn *> *worklist)
{
  auto_vec<df_ref> defs;
  hash_set<rtx_insn *> steps;
  unsigned i;
  df_ref use, def;

  FOR_EACH_INSN_USE (use, insn)
    add_reaching (use, &defs, &steps);
  FOR_EACH_VEC_ELT (defs, i, def)
    if (!DF_REF_IS_ARTIFICIAL (def) && DF_REF_INSN (def)
	&& copied_p (n, BLOCK_FOR_INSN (DF_REF_INSN (def))))
      worklist->safe_push (DF_REF_INSN (def));
}

/* True if INSN copies a register, or adds to one what may be a step.  */

static bool
step_p (rtx_insn *insn)
{
  rtx set = single_set (insn), src = set ? SET_SRC (set) : NULL_RTX;

  return (src && (REG_P (src)
		  || ((GET_CODE (src) == PLUS || GET_CODE (src) == MINUS)
		      && REG_P (XEXP (src, 0))
		      && (REG_P (XEXP (src, 1)) || CONSTANT_P (XEXP (src, 1))))));
}

/* True if what INSN of N computes is computed from what it was in an earlier
   iteration.  */

static bool
recurs_p (const nest *n, rtx_insn *insn)
{
  auto_vec<rtx_insn *> worklist;
  hash_set<rtx_insn *> seen;

  add_definitions (n, insn, &worklist);
  while (!worklist.is_empty ())
    {
      rtx_insn *from = worklist.pop ();
      if (from == insn)
	return true;
      if (!seen.add (from))
	add_definitions (n, from, &worklist);
    }
  return false;
}

/* True if the conditional jump JUMP of N follows what the nest computes from iteration to
   iteration, but for counters.  */

static bool
computed_p (const nest *n, rtx_insn *jump)
{
  auto_vec<rtx_insn *> worklist;
  hash_set<rtx_insn *> seen;

  add_definitions (n, jump, &worklist);
  while (!worklist.is_empty ())
    {
      rtx_insn *insn = worklist.pop ();
      if (seen.add (insn))
	continue;
      if (!step_p (insn) && recurs_p (n, insn))
	return true;
      add_definitions (n, insn, &worklist);
    }
  return false;
}

/* True if the conditional jump at the end of BB goes on in N, whichever way it goes.  That
   which ends N is wrong once at most.  */

static bool
inside_p (const nest *n, basic_block bb)
{
  edge e;
  edge_iterator ei;

  FOR_EACH_EDGE (e, ei, bb->succs)
    if (!copied_p (n, e->dest))
      return false;
  return any_condjump_p (BB_END (bb));
}

/* Find out whether such a branch is in N.  */

void
find_computed_branches (nest *n)
{
  unsigned i;
  basic_block bb;

  FOR_EACH_VEC_ELT (n->blocks, i, bb)
    if (inside_p (n, bb) && computed_p (n, BB_END (bb)))
      {
	n->computed_branches_p = true;
	return;
      }
}
