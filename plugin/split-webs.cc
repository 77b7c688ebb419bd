/* Registers that inner loops of a bound copy borrow.
   SPDX-License-Identifier: GPL-3.0-or-later

   GCC versions a loop over arrays that may overlap: one register holds an
   array's pointer in several loops, and is compared with others before them.
   So it is no address web (webs.cc), and the slots of the array's wide
   references could not lie in their lines as the array does.  But within each
   innermost loop it serves for nothing but addresses.  There its live range is
   split: on the edges that enter the loop the bound copy gives the register a
   value of its own, from a cell, and on those that leave it the old one back,
   where that is still needed:

     movq %rdx, SAVE(%rsp)	 ...		movq SAVE(%rsp), %rdx
     movq CELL(%rsp), %rdx

   The part inside the loop is a web.  Its loop pays two or three moves for each
   entry, so this is done for wide references alone, whose places matter, and
   where no register is spare.  Nothing here changes the IL but
   emit_split_moves.  */

#include "gcc-compat.h"
#include "nest.h"
#include "memlb-target.h"
#include "copier.h"

/* True if BB lies in the loop of SPLIT.  */

static bool
inside_p (const nest_split *split, const_basic_block bb)
{
  return bitmap_bit_p (split->inside, bb->index);
}

/* The number of N's split to which register REGNO belongs in BB, or -1.  */

int
split_at (const nest *n, const_basic_block bb, unsigned regno)
{
  for (unsigned i = 0; i < n->splits.length (); i++)
    if (n->splits[i].regno == regno && inside_p (&n->splits[i], bb))
      return i;
  return -1;
}

/* True if the bound copy of N, which runs along E, enters the loop of
   SPLIT.  */

static bool
enters_p (const nest_split *split, const_edge e)
{
  return e->dest == split->header && !inside_p (split, e->src);
}

static bool
leaves_p (const nest_split *split, const_edge e)
{
  return inside_p (split, e->src) && !inside_p (split, e->dest);
}

/* True if what SPLIT's register holds in the original is used behind E, which
   leaves the loop in N's bound copy: in the nest, or when the copy's registers
   are compared at the end.  A cold call abandons the copy.  */

static bool
restored_p (const nest *n, const nest_split *split, const_edge e)
{
  if (copied_p (n, e->dest))
    return REGNO_REG_SET_P (df_get_live_in (e->dest), split->regno);
  return (!in_loop_p (n, e->dest)
	  && (n->ctl_gprs >> target_encoding (split->regno) & 1));
}

/* True if some edge out of SPLIT's loop needs its register's old value.  */

static bool
saved_p (const nest *n, const nest_split *split)
{
  unsigned i;
  basic_block bb;
  edge e;
  edge_iterator ei;

  FOR_EACH_VEC_ELT (n->blocks, i, bb)
    FOR_EACH_EDGE (e, ei, bb->succs)
      if (leaves_p (split, e) && restored_p (n, split, e))
	return true;
  return false;
}

/* True if register REGNO may hold another value in a loop of N.  */

static bool
general_p (unsigned regno)
{
  return (target_encoding (regno) >= 0 && regno != STACK_POINTER_REGNUM
	  && !fixed_regs[regno] && !global_regs[regno]
	  && !(frame_pointer_needed && regno == HARD_FRAME_POINTER_REGNUM));
}

/* True if INSN of N uses REGNO in addresses of slots only, and adds a constant
   to it if it changes it; that is noted in *CHANGED.  */

static bool
only_moves_p (nest *n, rtx_insn *insn, unsigned regno, bool *changed)
{
  df_ref ref;

  FOR_EACH_INSN_DEF (ref, insn)
    if (DF_REF_REGNO (ref) == regno)
      {
	*changed = true;
	return constant_step_p (insn);
      }
  FOR_EACH_INSN_USE (ref, insn)
    if (DF_REF_REGNO (ref) == regno)
      return only_addresses_p (n, insn, regno);
  return true;
}

/* True if the live range of SPLIT's register can be split around its loop.  */

static bool
possible_p (nest *n, const nest_split *split)
{
  bool changed = false;
  basic_block bb;
  rtx_insn *insn;
  edge e;
  edge_iterator ei;
  unsigned i;

  FOR_EACH_VEC_ELT (n->blocks, i, bb)
    if (inside_p (split, bb))
      {
	FOR_EACH_EDGE (e, ei, bb->preds)
	  if (bb != split->header && !inside_p (split, e->src))
	    return false;
	FOR_BB_INSNS (bb, insn)
	  if (NONDEBUG_INSN_P (insn)
	      && !only_moves_p (n, insn, split->regno, &changed))
	    return false;
      }
  /* What has moved cannot be given back.  */
  return !changed || !saved_p (n, split);
}

/* The indices of N's blocks in LOOP.  The loops are forgotten before the copies
   are made.  */

static bitmap
blocks_of (nest *n, class loop *loop)
{
  bitmap set = BITMAP_ALLOC (NULL);
  unsigned i;
  basic_block bb;

  FOR_EACH_VEC_ELT (n->blocks, i, bb)
    if (flow_bb_inside_loop_p (loop, bb))
      bitmap_set_bit (set, bb->index);
  return set;
}

/* Split the live range of register REGNO (-1: none) around LOOP of N if that
   is possible; true if it is.  */

static bool
add_split (nest *n, class loop *loop, int regno)
{
  nest_split split = nest_split ();

  if (regno < 0 || !general_p (regno) || loop->inner
      || loop->header == n->header || !copied_p (n, loop->header)
      || split_at (n, loop->header, regno) >= 0)
    return false;
  split.header = loop->header;
  split.inside = blocks_of (n, loop);
  split.regno = regno;
  split.web = split.save = -1;
  if (!possible_p (n, &split))
    {
      BITMAP_FREE (split.inside);
      return false;
    }
  n->splits.safe_push (split);
  return true;
}

void
drop_splits (nest *n)
{
  for (unsigned i = 0; i < n->splits.length (); i++)
    BITMAP_FREE (n->splits[i].inside);
  n->splits.truncate (0);
}

/* Split live ranges of N, as it is laid out, so that wide references of inner
   loops have webs as bases.  True if there is something to split.  */

bool
find_splits (nest *n)
{
  bool found = false;
  unsigned i;
  nest_ref *ref;
  address_parts parts;

  FOR_EACH_VEC_ELT (n->refs, i, ref)
    if (wide_p (ref) && base_of (n, ref) < 0
	&& target_decompose (ref->addr, &parts))
      {
	class loop *loop = BLOCK_FOR_INSN (ref->insn)->loop_father;
	found |= (add_split (n, loop, parts.base)
		  || (parts.scale == 1 && add_split (n, loop, parts.index)));
      }
  return found;
}

/* Number the cells that save registers of N's splits; returns how many there
   are.  */

unsigned
number_saves (nest *n)
{
  unsigned i, count = 0;
  nest_split *split;

  FOR_EACH_VEC_ELT (n->splits, i, split)
    split->save = (split->web >= 0 && saved_p (n, split)
		   ? (int) (web_cell (n, n->webs.length ()) + count++) : -1);
  return count;
}

/* The web that register REGNO holds the value of behind the edge E of N's
   bound copy: -1 for what it held before E, -2 if nothing is known.  */

int
web_on_edge (const nest *n, const_edge e, unsigned regno)
{
  int web = -1;

  for (unsigned i = 0; i < n->splits.length (); i++)
    if (n->splits[i].web >= 0 && n->splits[i].regno == regno)
      {
	if (enters_p (&n->splits[i], e))
	  return n->splits[i].web;
	if (leaves_p (&n->splits[i], e))
	  web = -2;
      }
  return web;
}

bool
split_moves_p (copier *c, edge e)
{
  if (!slots_p (c))
    return false;
  for (unsigned i = 0; i < c->n->splits.length (); i++)
    {
      const nest_split *split = &c->n->splits[i];
      if (split->web >= 0
	  && (enters_p (split, e)
	      || (leaves_p (split, e) && restored_p (c->n, split, e))))
	return true;
    }
  return false;
}

rtx_insn *
emit_split_moves (copier *c, edge e, rtx_insn *pos)
{
  nest *n = c->n;
  unsigned i;
  nest_split *split;

  if (!slots_p (c))
    return pos;
  FOR_EACH_VEC_ELT (n->splits, i, split)
    if (split->web >= 0 && leaves_p (split, e) && restored_p (n, split, e))
      pos = emit_text_after (target_leave_text (n, split), pos);
  FOR_EACH_VEC_ELT (n->splits, i, split)
    if (split->web >= 0 && enters_p (split, e))
      pos = emit_text_after (target_borrow_text (n, split), pos);
  return pos;
}
