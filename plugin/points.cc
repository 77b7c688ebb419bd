/* The observation points of an observe copy.
   SPDX-License-Identifier: GPL-3.0-or-later

   Each has a number, which its call carries; a table says which references'
   addresses can be computed there.  They stand where there is something to
   observe, and at the headers of loops.  */

#include "gcc-compat.h"
#include "nest.h"
#include "memlb-target.h"

/* Add to point table of N the addresses of REF that can be computed at its
   last point.  */

void
add_observed_address (nest *n, const nest_ref *ref, unsigned index)
{
  address_parts parts;

  if (!target_decompose (ref->addr, &parts))
    return;
  memlb_addr addr = memlb_addr ();
  addr.ref = index;
  addr.base = parts.base < 0 ? MEMLB_NO_REG : target_encoding (parts.base);
  addr.index = parts.index < 0 ? MEMLB_NO_REG : target_encoding (parts.index);
  addr.scale = parts.scale;
  addr.disp = parts.disp;
  n->addrs.safe_push (addr);
  n->addr_symbols.safe_push (parts.symbol);
  n->points.last ().n_addrs++;
}

/* Begin an observation point of block number BLOCK.  */

unsigned
new_observation_point (nest *n, unsigned block, rtx_code_label *original)
{
  memlb_point point = memlb_point ();

  point.first_addr = n->addrs.length ();
  point.block = block;
  n->points.safe_push (point);
  n->point_labels.safe_push (original);
  return n->points.length () - 1;
}

/* True if ADDR uses a register of SET.  */

bool
uses_any_p (const_rtx addr, const HARD_REG_SET &set)
{
  subrtx_iterator::array_type array;

  FOR_EACH_SUBRTX (iter, array, addr, NONCONST)
    if (REG_P (*iter) && TEST_HARD_REG_BIT (set, REGNO (*iter)))
      return true;
  return false;
}

/* True if the runtime wants to know the addresses of REF of N.  A load that
   decides control flow may read what the nest has stored.  */

bool
observed_p (nest *n, const nest_ref *ref)
{
  address_parts parts;

  return ((ref->treatment == MEMLB_TREAT_SLOT
	   || (ref->treatment == MEMLB_TREAT_CONTROL && n->may_alias_p)
	   || (n->replay_p && n->read_of.get (ref->insn)))
	  && target_decompose (ref->addr, &parts));
}

/* True if BB is the header of a loop.  */

bool
loop_header_p (basic_block bb)
{
  edge e;
  edge_iterator ei;

  FOR_EACH_EDGE (e, ei, bb->preds)
    if (e->flags & EDGE_DFS_BACK)
      return true;
  return false;
}

/* True if the copy of ORIGINAL in N's observe copy begins with an observation
   point.  At each iteration of a loop the runtime may go on in the original
   that way.  */

bool
point_wanted_p (nest *n, basic_block original)
{
  rtx_insn *insn;

  if (original == n->header || loop_header_p (original))
    return true;
  FOR_BB_INSNS (original, insn)
    {
      int *index = NONDEBUG_INSN_P (insn) ? n->ref_of.get (insn) : NULL;
      if (index && observed_p (n, &n->refs[*index]))
	return true;
    }
  return false;
}
