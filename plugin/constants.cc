/* What is the same in all iterations of a bound copy.
   SPDX-License-Identifier: GPL-3.0-or-later

   Redirected references read and write slots, so that what a loop computes from
   memory can be constant in its copy where it varies in the loop.  Two things follow
   from that.  A gather whose vector of indices is constant reads the same few elements
   all the time.  And of

     while (s->live >= 8)
       {
	 s->out[s->n++] = s->bits >> 24;
	 s->bits <<= 8;
	 s->live -= 8;
       }

   the copy leaves with the first iteration, or never: s->live stays what it was, since
   the store goes to a slot, and nothing else decides the exits.  Where GCC can keep
   such a value in a register, since nothing else may be stored there, it does.
   Nothing here changes the IL.  */

#include "gcc-compat.h"
#include "nest.h"
#include "memlb-target.h"

/* A search for what is constant in the bound copy of LOOP, of N.  */

struct constancy
{
  nest *n;
  class loop *loop;
  hash_set<rtx_insn *> known;	/* these instructions' results are */
  hash_set<rtx_insn *> asked;	/* and those of these are being looked at */
};

/* True if the memory that INSN reads is the same in all iterations of C's loop: it
   reads none, or a slot, or at one address what stays real and so as it was.  */

static bool
constant_memory_p (constancy *c, rtx_insn *insn)
{
  nest_ref ref;
  int *index = c->n->ref_of.get (insn);

  if (!index)
    return find_reference (insn, &ref) && !ref.mem;
  switch (c->n->refs[*index].treatment)
    {
    case MEMLB_TREAT_SLOT:
    case MEMLB_TREAT_CONSTANT:
      return true;
    case MEMLB_TREAT_CONTROL:
      return c->n->refs[*index].invariant;
    default:
      return false;
    }
}

static bool constant_insn_p (constancy *, rtx_insn *);

/* True if the register of USE is the same there in all iterations of C's loop.  */

static bool
constant_use_p (constancy *c, df_ref use)
{
  for (df_link *def = DF_REF_CHAIN (use); def; def = def->next)
    {
      rtx_insn *setter = DF_REF_IS_ARTIFICIAL (def->ref)
			 ? NULL : DF_REF_INSN (def->ref);
      if (setter
	  && flow_bb_inside_loop_p (c->loop, BLOCK_FOR_INSN (setter))
	  && !constant_insn_p (c, setter))
	return false;
    }
  return true;
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
    if (!constant_use_p (c, use))
      return false;
  c->known.add (insn);
  return true;
}

/* True if the vector of indices of REF, a gather or scatter of C's nest, is the same in
   all iterations.  */

static bool
constant_indices_p (constancy *c, nest_ref *ref)
{
  subrtx_iterator::array_type array;
  df_ref use;

  FOR_EACH_SUBRTX (iter, array, ref->addr, NONCONST)
    if (REG_P (*iter) && target_vector_bit (REGNO (*iter)) >= 0)
      FOR_EACH_INSN_USE (use, ref->insn)
	if (DF_REF_REGNO (use) == REGNO (*iter) && !constant_use_p (c, use))
	  return false;
  return true;
}

/* Mark the gathers of N that read the same few elements all the time.  Needs the other
   references' treatments.  */

void
find_constant_gathers (nest *n)
{
  constancy c;
  unsigned i;
  nest_ref *ref;

  c.n = n;
  c.loop = n->header->loop_father;
  FOR_EACH_VEC_ELT (n->refs, i, ref)
    if (ref->treatment == MEMLB_TREAT_REAL
	&& target_vector_address_p (ref->addr)
	&& constant_indices_p (&c, ref))
      ref->treatment = MEMLB_TREAT_CONSTANT;
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
