/* Mirror copies.
   SPDX-License-Identifier: GPL-3.0-or-later

   Slots keep a dependence through memory only where its distance is constant
   and known.  A nest that reads in many ways what it has stored (a triangular
   solver, a Cholesky factor, blocks eliminated in place) is too fast with slots
   of its own for each reference.  Such nests have a mirror copy as well, whose
   references keep their addresses but for a constant distance, which is the
   base of a segment:

     movsd (%rcx,%rax,8), %xmm0	==>	movsd %gs:(%rcx,%rax,8), %xmm0

   There the runtime maps the same few pages again and again, so that all of
   what a nest walks over lies in the first-level cache, and what was stored is
   found again by the addresses that the original uses.  The runtime lets this
   copy run in the place of the one with slots where it has seen that loads wait
   for stores.

   What the copy reads is not what the original reads, where more than these
   pages is in use.  So no address, no branch may depend on it: then the copy's
   addresses are the original's, moved, and none of its stores can reach the
   program's memory.  Nothing here changes the IL.

   The same question, where an address comes from, tells of short loops that store
   by loaded indices: in the original the loads wait for the loop's counter, and
   what they start delays its next step; a copy's slots wait for nothing.  */

#include "gcc-compat.h"
#include "nest.h"
#include "sources.h"
#include "memlb-target.h"

/* Most instructions of a loop that is as quick as its counter.  */
#define SCATTERED_INSNS 6

/* True if the addresses of N's references depend on what they have loaded.  */

static bool
addresses_loaded_p (nest *n)
{
  source_search s (n, NULL);
  unsigned i;
  nest_ref *ref;

  find_frame_stores (n, &s.stores);
  FOR_EACH_VEC_ELT (n->refs, i, ref)
    if (ref->treatment == MEMLB_TREAT_SLOT)
      add_address (&s, ref);
  return loaded_p (&s);
}

/* The pattern that INSN's copy has in a mirror copy in the place of its
   reference REF, or NULL if there is none.  */

rtx
mirror_pattern (rtx_insn *insn, const nest_ref *ref)
{
  return redirected_pattern (insn, ref, ref->addr, target_mirror_space ());
}

/* True if register REGNO, or -1, holds a frame address.  */

bool
frame_p (int regno)
{
  return (regno == STACK_POINTER_REGNUM
	  || (regno == HARD_FRAME_POINTER_REGNUM && frame_pointer_needed));
}

/* True if REF's address can be moved by the base of a segment.  */

static bool
movable_p (const nest_ref *ref)
{
  address_parts parts;

  return (MEM_P (ref->mem) && target_decompose (ref->addr, &parts)
	  && !frame_p (parts.base) && !frame_p (parts.index)
	  && mirror_pattern (ref->insn, ref));
}

/* True if LOAD may read what STORE has written, in another iteration, by way of
   two slots.  */

static bool
may_read_p (const nest_ref *load, const nest_ref *store)
{
  return (load->slot != store->slot
	  && !rtx_equal_p (load->addr, store->addr)
	  && true_dependence (store->mem, GET_MODE (store->mem), load->mem));
}

/* The number of instructions in BB.  */

unsigned
insns_of (basic_block bb)
{
  rtx_insn *insn;
  unsigned count = 0;

  FOR_BB_INSNS (bb, insn)
    count += NONDEBUG_INSN_P (insn) && GET_CODE (PATTERN (insn)) != USE
	     && GET_CODE (PATTERN (insn)) != CLOBBER;
  return count;
}

/* The number of instructions in the innermost loop around BB, or 0 if there are
   loops inside it.  */

static unsigned
loop_insns (nest *n, basic_block bb)
{
  class loop *loop = bb->loop_father;
  unsigned i, count = 0;
  basic_block other;

  if (loop->inner)
    return 0;
  FOR_EACH_VEC_ELT (n->blocks, i, other)
    if (other->loop_father == loop)
      count += insns_of (other);
  return count;
}

/* True if N loads what STORE then writes.  */

static bool
update_p (const nest *n, const nest_ref *store)
{
  for (unsigned i = 0; i < n->refs.length (); i++)
    {
      const nest_ref *load = &n->refs[i];
      if ((load->kind & MEMLB_REF_LOAD)
	  && BLOCK_FOR_INSN (load->insn) == BLOCK_FOR_INSN (store->insn)
	  && rtx_equal_p (load->addr, store->addr))
	return true;
    }
  return false;
}

/* Find out whether an innermost loop of N stores where an index that it loads
   leads, and is short or updates what is there: two updates of one place wait
   for each other, or are begun again if that shows too late.  What an outer loop loads
   leads to a row, whose places come one after the other.  */

void
find_scattered (nest *n)
{
  unsigned i;
  nest_ref *ref;

  FOR_EACH_VEC_ELT (n->refs, i, ref)
    {
      unsigned insns = loop_insns (n, BLOCK_FOR_INSN (ref->insn));
      if (ref->treatment != MEMLB_TREAT_SLOT || !(ref->kind & MEMLB_REF_STORE)
	  || !insns || (insns > SCATTERED_INSNS && !update_p (n, ref)))
	continue;
      source_search s (n, BLOCK_FOR_INSN (ref->insn)->loop_father);
      add_address (&s, ref);
      n->scattered_p |= loaded_p (&s);
    }
}

/* True if N may read what it has stored by way of two slots.  */

static bool
may_recur_p (nest *n)
{
  unsigned i, j;
  nest_ref *load, *store;

  FOR_EACH_VEC_ELT (n->refs, j, store)
    if (store->treatment == MEMLB_TREAT_SLOT && (store->kind & MEMLB_REF_STORE))
      FOR_EACH_VEC_ELT (n->refs, i, load)
	if (load->treatment == MEMLB_TREAT_SLOT
	    && (load->kind & MEMLB_REF_LOAD) && may_read_p (load, store))
	  return true;
  return false;
}

/* Decide whether N has a mirror copy.  Needs aliases and slots.  */

void
decide_mirror (nest *n)
{
  unsigned i;
  nest_ref *ref;

  if (!target_copies_p (COPY_MIRROR) || n->may_alias_p || !may_recur_p (n))
    return;
  FOR_EACH_VEC_ELT (n->refs, i, ref)
    if (ref->treatment == MEMLB_TREAT_SLOT && !movable_p (ref))
      return;
  n->mirror_p = !addresses_loaded_p (n);
  if (n->mirror_p)
    find_carried (n);
}
