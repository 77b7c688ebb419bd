/* Making the counters of a copy, and what else it does on edges.
   SPDX-License-Identifier: GPL-3.0-or-later

   Where counts.cc put them:

     bb: ...		bb'': ...; add 1, counter	a block
	jcc x		      jcc p			a jump
     (falls to y)	      add 1, counter		a fall-through
			y'':
			...
			p:    add 1, counter; jmp x''

   Where the copy of a whole function enters a nest, the nest's entry call
   follows the counter, so that the runtime sees how far the counters have come
   at each entry.

   On the way out the register of an observe copy's counters gets its value
   back.  Those of a bound copy are in its frame.  The moves of split-webs.cc
   stand in the same places.  */

#include "gcc-compat.h"
#include "nest.h"
#include "memlb-target.h"
#include "copier.h"

/* The counter of the original's edge E in C's copy, or NULL.  */

static const nest_count_edge *
edge_counter (copier *c, edge e)
{
  return counts_p (c) ? counted_edge (c->n, e) : NULL;
}

/* The text of counter COUNTER in C's copy; DIRECT_P: the flags are not in use
   there; REG is dead there, or -1; DEPTH: of the loop that it is in.  */

static const char *
counter_text (copier *c, unsigned counter, bool direct_p, int reg,
	      unsigned depth)
{
  return (observe_p (c) || c->kind == COPY_PROCEDURE
	  ? target_count_text (c->n, counter, direct_p, reg,
			       depth < c->n->depth)
	  : target_step_text (c->n, counter, direct_p));
}

/* The depth of the innermost loop of N that EDGE is in; 0: of none.  */

static unsigned
depth_of_edge (const nest *n, const nest_count_edge *edge)
{
  if (edge->src < 0 || edge->dst < 0)
    return 0;
  return MIN (n->count_blocks[edge->src].depth,
	      n->count_blocks[edge->dst].depth);
}

/* The nest that the copy of a whole function C enters by the original's edge
   E, or NULL.  */

static nest *
entered_nest (copier *c, edge e)
{
  nest *n;
  unsigned i;

  if (c->kind == COPY_PROCEDURE)
    FOR_EACH_VEC_ELT (c->n->inside, i, n)
      if (e->dest == n->header && !in_loop_p (n, e->src))
	return n;
  return NULL;
}

rtx_insn *
emit_block_counter (copier *c, unsigned number, rtx_insn *pos)
{
  const nest_count_block *block = &c->n->count_blocks[number];

  if (!counts_p (c) || block->counter < 0)
    return pos;
  return emit_text_after (counter_text (c, block->counter, block->direct_p,
					block->reg, block->depth), pos);
}

rtx_insn *
emit_edge_insns (copier *c, edge e, rtx_insn *pos)
{
  const nest_count_edge *edge = edge_counter (c, e);

  if (edge)
    pos = emit_text_after (counter_text (c, edge->counter, edge->direct_p,
					 edge->reg, depth_of_edge (c->n, edge)),
			   pos);
  if (edge && edge->dst < 0 && observe_p (c) && c->n->count_reg >= 0)
    pos = emit_text_after (target_count_end (c->n, edge->base_dead_p), pos);
  if (nest *inside = entered_nest (c, e))
    pos = emit_enter_inside (inside, pos);
  return c->kind == COPY_PROCEDURE ? pos : emit_split_moves (c, e, pos);
}

/* True if C's copy has instructions on the original's edge E.  */

static bool
edge_insns_p (copier *c, edge e)
{
  return (edge_counter (c, e) || entered_nest (c, e)
	  || (c->kind != COPY_PROCEDURE && split_moves_p (c, e)));
}

bool
append_edge_block (copier *c, basic_block src, edge e)
{
  if (!edge_insns_p (c, e))
    return false;
  rtx_insn *head = emit_label_after (gen_label_rtx (), c->chain->pos);
  rtx_insn *end = emit_edge_insns (c, e, head);
  basic_block bb = append_block (c->chain, head, end,
				 copy_count (c, e->count ()));
  connect (src, bb, EDGE_FALLTHRU, e->probability);
  defer_edge (c, bb, e, EDGE_FALLTHRU, profile_probability::always (), 0);
  return true;
}

rtx_code_label *
defer_edge_pad (copier *c, basic_block src, edge e)
{
  if (!edge_insns_p (c, e))
    return NULL;
  copier::edge_jump jump = { src, e, gen_label_rtx () };
  c->edge_jumps.safe_push (jump);
  return jump.pad;
}

void
append_edge_pads (copier *c)
{
  copier::edge_jump *jump;
  unsigned i, exit;

  FOR_EACH_VEC_ELT (c->edge_jumps, i, jump)
    {
      edge e = jump->original;
      rtx_code_label *target = label_for_edge (c, e, &exit);
      rtx_insn *head = emit_label_after (jump->pad, c->chain->pos);
      rtx_insn *end = emit_jump_to_after (target,
					  emit_edge_insns (c, e, head));
      basic_block bb = append_block (c->chain, head, end,
				 copy_count (c, e->count ()));
      connect (jump->src, bb, 0, e->probability);
      c->chain->pos = emit_barrier_after (end);
      defer_edge (c, bb, e, 0, profile_probability::always (), exit);
    }
}
