/* What of a nest is not copied: blocks with calls that copies cannot make.
   SPDX-License-Identifier: GPL-3.0-or-later

   A bound copy is given up where it comes to such a block, and the observe copy goes
   on in the original.  The calls are those that GCC thinks unlikely; in an innermost
   loop that would have no copy otherwise also those that an iteration can pass by,
   as of "realloc" where a table is full, or of "printf" for a debugging option:

     for (i = 0; i < n; i++)
       {
	 if (verbose)
	   printf (...);
	 ...

   Whether any iteration makes these GCC does not know.  So such a nest has a copy
   that counts its steps (steps.cc), and its bound is one if the original has been
   seen to go the same way.  It is the same where a loop catches what it throws: that
   is unlikely for GCC, too, but the loop goes on, and its time has what throwing takes.
   Nothing here changes the IL.  */

#include "gcc-compat.h"
#include "nest.h"
#include "left-out.h"
#include "callees.h"
#include "memlb-target.h"

/* True if GCC knows of each edge to BB that it is hardly ever taken, like that
   to the call that sets errno.  */

static bool
unlikely_p (basic_block bb)
{
  edge e;
  edge_iterator ei;

  FOR_EACH_EDGE (e, ei, bb->preds)
    if (!e->probability.initialized_p ()
	|| e->probability > profile_probability::very_unlikely ())
      return false;
  return EDGE_COUNT (bb->preds) > 0;
}

/* True if a function hardly ever comes to BB.  */

bool
unlikely_block_p (basic_block bb)
{
  return probably_never_executed_bb_p (cfun, bb) || unlikely_p (bb);
}

/* True if BB is executed in less than 1 % of the iterations of HEADER; where
   there is no profile, if it is unlikely or leads nowhere.  (Guessed counts
   make a call cold that two of three iterations make.)  */

bool
cold_block_p (basic_block bb, basic_block header)
{
  if (EDGE_COUNT (bb->succs) == 0)
    return true;
  if (probably_never_executed_bb_p (cfun, bb) || unlikely_p (bb))
    return true;
  if (!bb->count.reliable_p () || !header->count.reliable_p ())
    return false;
  return bb->count < header->count.apply_scale (1, 100);
}

rtx_insn *
first_call (basic_block bb, call_set which)
{
  rtx_insn *insn;

  FOR_BB_INSNS (bb, insn)
    if (NONDEBUG_INSN_P (insn) && real_call_p (insn)
	&& !(which != ALL_CALLS && pure_call_p (insn))
	&& !(which == IMPOSSIBLE_CALLS && followable_call_p (insn)))
      return insn;
  return NULL;
}

/* True if BB of nest N stays out of the copies.  What a profile has seen there are
   calls that are made.  */

static bool
leave_out_p (nest *n, basic_block bb)
{
  if (BB_PARTITION (bb) != BB_PARTITION (n->header))
    return true;
  if (n->conditional_calls_p && !bb->count.reliable_p ()
      && first_call (bb, IMPOSSIBLE_CALLS))
    return true;
  return first_call (bb, ALL_CALLS) && cold_block_p (bb, n->header);
}

bool
find_copied_blocks (nest *n)
{
  auto_vec<basic_block> worklist;
  bool back_edge = false;
  edge e;
  edge_iterator ei;
  basic_block bb;

  if (leave_out_p (n, n->header))
    return false;
  bitmap_set_bit (n->copied, n->header->index);
  worklist.safe_push (n->header);
  while (!worklist.is_empty ())
    FOR_EACH_EDGE (e, ei, worklist.pop ()->succs)
      {
	if (e->dest == n->header)
	  back_edge = true;
	if (!in_loop_p (n, e->dest) || copied_p (n, e->dest))
	  continue;
	if (leave_out_p (n, e->dest))
	  n->cold_calls_p = true;
	else
	  {
	    bitmap_set_bit (n->copied, e->dest->index);
	    worklist.safe_push (e->dest);
	  }
      }
  FOR_EACH_BB_FN (bb, cfun)
    if (copied_p (n, bb))
      n->blocks.safe_push (bb);
  return back_edge;
}

/* True if the loop of N goes on behind an exception that a call in it, which is not
   copied, may throw.  */

bool
catches_own_p (nest *n)
{
  basic_block bb;
  edge e;
  edge_iterator ei;

  FOR_EACH_BB_FN (bb, cfun)
    if (in_loop_p (n, bb) && !copied_p (n, bb))
      FOR_EACH_EDGE (e, ei, bb->succs)
	if ((e->flags & EDGE_EH) && in_loop_p (n, e->dest))
	  return true;
  return false;
}
