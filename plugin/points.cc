/* The observation points of an observe copy.
   SPDX-License-Identifier: GPL-3.0-or-later

   Each has a number, which its call carries; a table says which references'
   addresses can be computed there.  */

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
