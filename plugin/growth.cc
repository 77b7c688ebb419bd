/* How much longer copies may make a function.
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "gcc-compat.h"
#include "nest.h"
#include "plugin-options.h"

/* The number of instructions of the current function.  */

static unsigned
count_function_insns (void)
{
  basic_block bb;
  rtx_insn *insn;
  unsigned count = 0;

  FOR_EACH_BB_FN (bb, cfun)
    FOR_BB_INSNS (bb, insn)
      count += NONDEBUG_INSN_P (insn) != 0;
  return count;
}

/* What a copy of N adds to its function, in instructions; two more for what each
   block may need.  */

static unsigned
cost_of_copy (nest *n)
{
  return n->n_insns + 2 * n->blocks.length ();
}

/* Refuse the copies of NESTS that would make the current function more than
   max-growth per cent longer; first the replay copy, then the mirror copy, then
   the one that counts.  */

void
limit_growth (vec<nest *> *nests)
{
  unsigned i, added = 0;
  nest *n;

  if (!plugin_options.max_growth)
    return;
  unsigned limit = (HOST_WIDE_INT) count_function_insns ()
		   * plugin_options.max_growth / 100;
  FOR_EACH_VEC_ELT (*nests, i, n)
    if (n->copied_p)
      {
	unsigned one = cost_of_copy (n), cost = 2 * one;
	/* Without that copy such a nest has no bound.  */
	n->steps_p &= n->conditional_calls_p || added + cost + one <= limit;
	cost += n->steps_p ? one : 0;
	n->mirror_p &= added + cost + one <= limit;
	cost += n->mirror_p ? one : 0;
	n->replay_p &= added + cost + one <= limit;
	cost += n->replay_p ? one : 0;
	if (added + cost <= limit)
	  added += cost;
	else
	  {
	    n->copied_p = false;
	    n->reason = REASON_GROWTH;
	  }
      }
}
