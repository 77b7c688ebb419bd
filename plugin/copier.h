/* A copy of a nest in the making.
   SPDX-License-Identifier: GPL-3.0-or-later  */
#ifndef MEMLB_COPIER_H
#define MEMLB_COPIER_H

struct copier
{
  nest *n;
  copy_kind kind;
  block_chain *chain;
  hash_map<basic_block, rtx_code_label *> labels; /* of the copied blocks */
  hash_map<basic_block, basic_block> blocks;	  /* copies */
  struct pending_edge
  {
    basic_block src;
    edge original;
    int flags;
    profile_probability probability;
    unsigned exit;		/* bound copy: number of the exit pad */
  };
  auto_vec<pending_edge> edges;
  struct edge_jump
  {
    basic_block src;
    edge original;
    rtx_code_label *pad;
  };
  auto_vec<edge_jump> edge_jumps;
  auto_vec<rtx_code_label *> exit_labels; /* bound copy: by exit number */
  rtx_code_label *cold_label;
};

/* True if C makes an observe copy, which runs in the original's place.  */

inline bool
observe_p (const copier *c)
{
  return c->kind == COPY_OBSERVE;
}

/* True if C makes a bound copy that has slots.  */

inline bool
slots_p (const copier *c)
{
  return ((c->kind == COPY_BOUND && !calls_copies_p (c->n))
	  || c->kind == COPY_STEPS || c->kind == COPY_REPLAY);
}

/* True if C makes a bound copy whose addresses are moved.  */

inline bool
mirrors_p (const copier *c)
{
  return (c->kind == COPY_MIRROR
	  || (c->kind == COPY_BOUND && calls_copies_p (c->n)));
}

/* True if C's copy has counters.  */

inline bool
counts_p (const copier *c)
{
  return (c->kind == COPY_OBSERVE || c->kind == COPY_STEPS
	  || c->kind == COPY_PROCEDURE);
}

/* The count of a block of C's copy of which the original has COUNT: none where
   no time is taken, so that neither the copy is aligned nor, on account of
   its exits, what follows the nest.  */

inline profile_count
copy_count (const copier *c, profile_count count)
{
  return counts_p (c) ? profile_count::zero () : count;
}

/* copy.cc: the label in C's copy for the original's edge E.  For the observe
   copy, blocks that are not copied are reached in the original.  The number
   of a bound copy's exit goes to *EXIT.  */
extern rtx_code_label *label_for_edge (copier *c, edge e, unsigned *exit);

/* Note that the edge E of the original, from block SRC of the copy, is to
   be made.  */
extern void defer_edge (copier *c, basic_block src, edge e, int flags,
			profile_probability probability, unsigned exit);

/* copy-places.cc: let the blocks of C's bound copy lie in their lines as the original's
   do.  ANCHOR is a label before them that begins a line.  */
extern void place_copy (copier *c, rtx_code_label *anchor);

/* split-webs.cc: true if C's copy moves something on the original's edge E, and
   the moves, emitted after POS; returns the last instruction.  */
extern bool split_moves_p (copier *c, edge e);
extern rtx_insn *emit_split_moves (copier *c, edge e, rtx_insn *pos);

/* copy-counts.cc: emit the counter of block NUMBER of the original after POS,
   or what C's copy does on the original's edge E, if it has any.  Return the
   last instruction.  */
extern rtx_insn *emit_block_counter (copier *c, unsigned number,
				     rtx_insn *pos);
extern rtx_insn *emit_edge_insns (copier *c, edge e, rtx_insn *pos);

/* Make a place for what C's copy does on E, the fall-through edge of SRC's
   original to the block that is copied next; false if that is nothing.  */
extern bool append_edge_block (copier *c, basic_block src, edge e);

/* The label of the place for what C's copy does on E, the jump of SRC's
   original; NULL if that is nothing.  */
extern rtx_code_label *defer_edge_pad (copier *c, basic_block src, edge e);

/* Make those places.  */
extern void append_edge_pads (copier *c);

#endif /* MEMLB_COPIER_H */
