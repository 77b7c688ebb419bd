/* Loops that only what they store themselves ends.
   SPDX-License-Identifier: GPL-3.0-or-later

     while (s->live >= 8)
       {
	 s->out[s->n++] = s->bits >> 24;
	 s->bits <<= 8;
	 s->live -= 8;
       }

   In the bound copy s->live stays what it was, since the store goes to a slot.
   So the copy leaves with the first iteration, or never: nothing that decides
   its exits changes from one iteration to the next.  Where GCC can keep such a
   value in a register, since nothing else may be stored there, it does.
   Nothing here changes the IL.  */

#include "gcc-compat.h"
#include "nest.h"

/* What is the same in all iterations of LOOP in the bound copy of N, but for the
   first one.  */

struct constancy
{
  nest *n;
  class loop *loop;
  hash_set<rtx_insn *> known;	/* these instructions' results are */
  hash_set<rtx_insn *> asked;	/* and those of these are being looked at */
};

/* True if the memory that INSN reads is the same in all iterations of C's loop: it
   reads none, or at one address what stays real and so as it was.  */

static bool
constant_memory_p (constancy *c, rtx_insn *insn)
{
  nest_ref ref;
  int *index = c->n->ref_of.get (insn);

  if (index)
    return (c->n->refs[*index].treatment == MEMLB_TREAT_CONTROL
	    && c->n->refs[*index].invariant);
  return find_reference (insn, &ref) && !ref.mem;
}

/* True if what INSN computes, in C's loop, is the same in all iterations.  What it
   has computed before is not, if it needs that.  */

static bool
constant_insn_p (constancy *c, rtx_insn *insn)
{
  df_ref use;

  if (c->known.contains (insn))
    return true;
  if (CALL_P (insn) || c->asked.add (insn) || !constant_memory_p (c, insn))
    return false;
  FOR_EACH_INSN_USE (use, insn)
    for (df_link *def = DF_REF_CHAIN (use); def; def = def->next)
      {
	rtx_insn *setter = DF_REF_IS_ARTIFICIAL (def->ref)
			   ? NULL : DF_REF_INSN (def->ref);
	if (setter
	    && flow_bb_inside_loop_p (c->loop, BLOCK_FOR_INSN (setter))
	    && !constant_insn_p (c, setter))
	  return false;
      }
  c->known.add (insn);
  return true;
}

/* True if N is a loop without loops inside, whose bound copy would leave at once or
   never.  A loop around such a one may pass it by.  Needs aliases.  */

bool
stored_control_p (nest *n)
{
  constancy c;
  unsigned i;
  basic_block bb;
  edge e;
  edge_iterator ei;

  if (!n->may_alias_p || n->depth > 1)
    return false;
  c.n = n;
  c.loop = n->header->loop_father;
  FOR_EACH_VEC_ELT (n->blocks, i, bb)
    FOR_EACH_EDGE (e, ei, bb->succs)
      if (!in_loop_p (n, e->dest)
	  && !(JUMP_P (BB_END (bb)) && any_condjump_p (BB_END (bb))
	       && constant_insn_p (&c, BB_END (bb))))
	return false;
  return true;
}
