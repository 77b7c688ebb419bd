/* Places in the frame that instructions load and store.
   SPDX-License-Identifier: GPL-3.0-or-later  */
#ifndef MEMLB_FRAME_PLACES_H
#define MEMLB_FRAME_PLACES_H

/* A place in the frame: from the stack pointer, or the caller's where the depths
   are known, or from the frame pointer; or somewhere in OBJECT, if that is
   known.  */

struct frame_place
{
  HOST_WIDE_INT start, size;
  bool from_fp, anywhere;
  bool spill;			/* of a register's value, which nothing points at */
  tree object;
  alias_set_type set;		/* 0: any */
};

/* frame-places.cc */
extern bool find_frame_place (nest *, rtx_insn *, const_rtx, frame_place *);
extern bool frame_places_overlap_p (const frame_place *, const frame_place *);
extern rtx stored_mem (rtx_insn *);
extern bool stores_in_frame_p (nest *, rtx_insn *, const frame_place *);

#endif /* MEMLB_FRAME_PLACES_H */
