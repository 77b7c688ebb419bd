/* Whether a bound copy's path must be checked by counts.
   SPDX-License-Identifier: GPL-3.0-or-later

   The control loads of a bound copy read what the program's memory holds, and
   its control slice computes as the original's does.  So it takes another path
   only where the original stores what a control load reads afterwards: the
   copy's store went to a slot.  Mostly the registers that the slice sets tell
   of that at the exit, but not always: a sort may end with the same indices
   whatever it has moved.  Where there are none nothing tells; nor do they of calls
   that some iterations make, and that copies leave out (left-out.cc).

   For such nests there is a second bound copy, which counts blocks and edges
   as the observe copy does.  The runtime lets both run from the same entry, and
   compares.  Its counters lie in the copy's frame, behind the slots.
   Nothing here changes the IL.  */

#include "gcc-compat.h"
#include "nest.h"
#include "memlb-target.h"

/* Decide whether N has a bound copy that counts.  Needs aliases, control
   registers, slots and counters.  */

void
decide_steps (nest *n)
{
  bool checked_p = n->ctl_gprs || n->ctl_vecs || n->ctl_masks;

  /* What functions do is not counted.  */
  n->steps_off = ROUND_UP (n->slot_off + (HOST_WIDE_INT) n->slot_bytes, 64);
  n->steps_p = ((n->may_alias_p || !checked_p || n->conditional_calls_p)
		&& n->calls.is_empty ()
		&& n->steps_off + 8 * (HOST_WIDE_INT) n->n_counters
		   <= target_cell_reach ());
}
