/* Where values in a nest come from.
   SPDX-License-Identifier: GPL-3.0-or-later  */
#ifndef MEMLB_SOURCES_H
#define MEMLB_SOURCES_H

/* An access of a place in the frame at a constant distance.  */

struct frame_access
{
  rtx_insn *insn;
  frame_range range;
};

/* Walk back from values to what they are computed from.  */

struct source_search
{
  /* In the nest, or no further than LOOP, if that is not NULL.  */
  source_search (nest *nest, class loop *loop) : n (nest), within (loop) {}

  nest *n;
  class loop *within;
  auto_vec<frame_access> stores;
  auto_vec<rtx_insn *> worklist;
  hash_set<rtx_insn *> seen, steps;
};

/* Find the stores into the frame in the nest's blocks.  */
extern void find_frame_stores (nest *, vec<frame_access> *);

/* Add to the search what the address of the reference is computed from.  */
extern void add_address (source_search *, const nest_ref *);

/* Add to the search what the instruction computes from, in registers and in the frame.  */
extern void add_sources (source_search *, rtx_insn *);

/* True if what was added depends on what a reference of the nest has loaded, or on a call's
   result; within a loop, on what one has loaded from another place in each iteration.  */
extern bool loaded_p (source_search *);

#endif
