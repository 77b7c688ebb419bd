/* Where the observe copy counts.
   SPDX-License-Identifier: GPL-3.0-or-later

   How often each block and each edge of a nest is executed follows from a
   few of these numbers, because as often as a block is entered it is left.
   Each block is an edge here, too, from its entry to its end; of all edges
   of this graph a maximum spanning tree, by how often they are thought to be
   executed, needs no counter, and the runtime finds its counts from the
   others (Knuth, The Art of Computer Programming, 2.3.4.1; Ball and Larus,
   "Optimally Profiling and Tracing Programs", 1994).  A counter of a block
   stands inside it; one of a branch needs a pad of its own, so that branches
   weigh more.

   The edges that leave the nest are counted all of them: the runtime knows
   the number of entries, and sees whether it went out as often.

   A counter is changed by one instruction, which needs the flags and the
   address of the thread's counters in a register.  Where the nest mentions
   all registers, or the flags are in use, inserted code saves what it changes
   and puts it back.  Nothing here changes the IL.  */

#include "gcc-compat.h"
#include "nest.h"
#include "memlb-target.h"

/* What an edge weighs whose source or destination the pad would have to jump
   to and from, by comparison to a counter inside a block.  */
static const int branch_weight = 3;

/* An edge of the graph, on its way into the tree.  Nodes are the blocks'
   entries and ends: 2 * number and 2 * number + 1.  */

struct graph_edge
{
  unsigned src, dst;
  gcov_type weight;
  unsigned index;		/* into nest::count_edges, or the block */
  bool block_p;
};

/* Heavier edges come first; equal ones in the order of their indices, blocks
   last, so that the result does not depend on the sort.  */

static int
by_weight (const void *a, const void *b)
{
  const graph_edge *x = (const graph_edge *) a;
  const graph_edge *y = (const graph_edge *) b;

  if (x->weight != y->weight)
    return x->weight < y->weight ? 1 : -1;
  if (x->block_p != y->block_p)
    return x->block_p ? 1 : -1;
  return x->index < y->index ? -1 : x->index > y->index;
}

/* How often COUNT says, which is of something in a loop of depth DEPTH.  */

static gcov_type
weight_of (profile_count count, unsigned depth)
{
  gcov_type guess = 1;

  if (count.initialized_p ())
    return MIN (count.to_gcov_type (), (gcov_type) 1 << 48);
  while (depth-- && guess < (gcov_type) 1 << 48)
    guess *= 10;
  return guess;
}

/* The root of NODE's tree in the forest PARENTS.  */

static unsigned
find_root (vec<unsigned> &parents, unsigned node)
{
  while (parents[node] != node)
    node = parents[node] = parents[parents[node]];
  return node;
}

/* True if the flags are not in use at the start of BB.  */

static bool
flags_free_p (basic_block bb)
{
  return !REGNO_REG_SET_P (df_get_live_in (bb), targetm.flags_regnum);
}

/* Find the instructions of block BB of N before which the flags are live,
   and the first one before which they are not; NULL if there is none.  */

static rtx_insn *
find_live_flags (nest *n, basic_block bb)
{
  auto_bitmap live (&reg_obstack);
  rtx_insn *insn, *first = NULL;

  bitmap_copy (live, df_get_live_out (bb));
  df_simulate_initialize_backwards (bb, live);
  FOR_BB_INSNS_REVERSE (bb, insn)
    {
      if (!NONDEBUG_INSN_P (insn))
	continue;
      df_simulate_one_insn_backwards (bb, insn, live);
      if (bitmap_bit_p (live, targetm.flags_regnum))
	n->flags_live.add (insn);
      else if (GET_CODE (PATTERN (insn)) != USE
	       && GET_CODE (PATTERN (insn)) != CLOBBER)
	first = insn;
    }
  return first;
}

/* Remove from FREE the registers that block BB of N mentions.  */

static void
remove_mentioned (nest *n, basic_block bb, HARD_REG_SET *free)
{
  rtx_insn *insn;
  df_ref ref;

  FOR_BB_INSNS (bb, insn)
    if (NONDEBUG_INSN_P (insn))
      {
	FOR_EACH_INSN_DEF (ref, insn)
	  CLEAR_HARD_REG_BIT (*free, DF_REF_REGNO (ref));
	FOR_EACH_INSN_USE (ref, insn)
	  CLEAR_HARD_REG_BIT (*free, DF_REF_REGNO (ref));
	if (CALL_P (insn) && n->calls_p)
	  for (unsigned regno = 0; regno < FIRST_PSEUDO_REGISTER; regno++)
	    if (crtl->abi->clobbers_full_reg_p (regno))
	      CLEAR_HARD_REG_BIT (*free, regno);
      }
}

/* A register that N does not mention, and that unwinders do not look for in
   its place; -1 if there is none.  Its value is kept: callers of this
   function may know that it does not change it (-fipa-ra).  */

static int
choose_register (nest *n)
{
  HARD_REG_SET free;
  basic_block bb;
  unsigned i;

  SET_HARD_REG_SET (free);
  FOR_EACH_VEC_ELT (n->blocks, i, bb)
    remove_mentioned (n, bb, &free);
  for (const int *r = target_slot_regs (); *r >= 0; r++)
    if (TEST_HARD_REG_BIT (free, *r) && !fixed_regs[*r] && !global_regs[*r]
	&& (*r != HARD_FRAME_POINTER_REGNUM || !frame_pointer_needed)
	&& (crtl->abi->clobbers_full_reg_p (*r) || df_regs_ever_live_p (*r)))
      return *r;
  return -1;
}

/* Decide where in BB, which is BLOCK, its counter goes: as soon as flags and a
   register of the set WRITTEN are free, else as soon as the flags are.  */

void
find_counter_place (basic_block bb, const HARD_REG_SET &written,
		    nest_count_block *block)
{
  auto_bitmap live (&reg_obstack);
  rtx_insn *insn;
  int best = 0;

  bitmap_copy (live, df_get_live_out (bb));
  df_simulate_initialize_backwards (bb, live);
  FOR_BB_INSNS_REVERSE (bb, insn)
    {
      if (!NONDEBUG_INSN_P (insn))
	continue;
      df_simulate_one_insn_backwards (bb, insn, live);
      if (GET_CODE (PATTERN (insn)) == USE
	  || GET_CODE (PATTERN (insn)) == CLOBBER)
	continue;
      nest_gate gate = decide_gate (NULL, live, written, false);
      int value = !gate.flags_p ? 0 : gate.regno < 0 ? 1 : 2;
      if (!value || value < best)
	continue;
      best = value;
      block->before = insn;
      block->direct_p = true;
      block->reg = gate.regno;
    }
}

/* The registers that counters of N may change where they are dead: those that
   the function writes, but for those that the runtime compares at the
   exits.  */

static HARD_REG_SET
counter_registers (const nest *n)
{
  HARD_REG_SET regs = written_registers ();

  for (unsigned i = 0; i < FIRST_PSEUDO_REGISTER; i++)
    if (control_register_p (n, i))
      CLEAR_HARD_REG_BIT (regs, i);
  return regs;
}

/* List the edges of N, first the entry.  */

static void
list_edges (nest *n)
{
  unsigned i;
  basic_block bb;
  edge e;
  edge_iterator ei;
  hash_map<basic_block, int> numbers;
  HARD_REG_SET regs = counter_registers (n);

  FOR_EACH_VEC_ELT (n->blocks, i, bb)
    numbers.put (bb, i);
  nest_count_edge entry = { NULL, -1, *numbers.get (n->header), -1, false,
			    false, false, -1, false };
  n->count_edges.safe_push (entry);
  FOR_EACH_VEC_ELT (n->blocks, i, bb)
    FOR_EACH_EDGE (e, ei, bb->succs)
      {
	int *dst = numbers.get (e->dest);
	nest_gate gate = decide_gate (NULL, df_get_live_in (e->dest), regs,
				      false);
	nest_count_edge edge = { e, (int) i, dst ? *dst : -1, -1,
				 (e->flags & EDGE_DFS_BACK) != 0,
				 !dst && in_loop_p (n, e->dest),
				 gate.flags_p,
				 gate.flags_p ? gate.regno : -1,
				 !dst && n->count_reg >= 0
				 && TEST_HARD_REG_BIT (regs, n->count_reg)
				 && !REGNO_REG_SET_P (df_get_live_in (e->dest),
						      n->count_reg) };
	n->count_edges.safe_push (edge);
      }
}

/* True if LOOP is left from its header alone: its last visit is then no
   iteration.  */

bool
top_tested_p (class loop *loop)
{
  edge e;
  edge_iterator ei;
  bool leaves = false;

  FOR_EACH_EDGE (e, ei, loop->header->succs)
    leaves |= !flow_bb_inside_loop_p (loop, e->dest);
  FOR_EACH_EDGE (e, ei, loop->header->preds)
    if (flow_bb_inside_loop_p (loop, e->src))
      {
	edge out;
	edge_iterator oi;
	if (e->src == loop->header)
	  return false;
	FOR_EACH_EDGE (out, oi, e->src->succs)
	  if (!flow_bb_inside_loop_p (loop, out->dest))
	    return false;
      }
  return leaves;
}

/* List the blocks of N.  */

static void
list_blocks (nest *n)
{
  unsigned i;
  basic_block bb;
  unsigned outside = loop_depth (n->header->loop_father) - 1;
  hash_map<basic_block, unsigned> numbers;
  HARD_REG_SET regs = counter_registers (n);

  FOR_EACH_VEC_ELT (n->blocks, i, bb)
    numbers.put (bb, i);
  FOR_EACH_VEC_ELT (n->blocks, i, bb)
    {
      nest_count_block block = nest_count_block ();
      class loop *loop = bb->loop_father;
      block.counter = block.reg = -1;
      block.depth = loop_depth (loop) - outside;
      block.head = *numbers.get (loop->header);
      block.header_p = loop->header == bb;
      block.top_tested_p = block.header_p && top_tested_p (loop);
      block.before = find_live_flags (n, bb);
      block.gate_p = flags_free_p (bb);
      block.direct_p = block.before || block.gate_p;
      if (n->count_reg < 0)
	find_counter_place (bb, regs, &block);
      n->count_blocks.safe_push (block);
    }
}

/* Add the blocks and inner edges of N to GRAPH, with their weights; and those
   of a whole function from and to the outside, which is a node there.  */

static void
make_graph (nest *n, vec<graph_edge> *graph)
{
  unsigned i;
  unsigned outside = 2 * n->blocks.length ();
  basic_block bb;
  nest_count_edge *edge;

  FOR_EACH_VEC_ELT (n->blocks, i, bb)
    {
      graph_edge g = { 2 * i, 2 * i + 1,
		       weight_of (bb->count, n->count_blocks[i].depth), i,
		       true };
      graph->safe_push (g);
    }
  FOR_EACH_VEC_ELT (n->count_edges, i, edge)
    if (!edge->e && i > 0)
      {
	/* Nothing can stand there: no other edge is heavier.  */
	graph_edge g = { edge->src < 0 ? outside : edge->src * 2 + 1,
			 edge->dst < 0 ? outside : edge->dst * 2,
			 (gcov_type) 1 << 60, i, false };
	graph->safe_push (g);
      }
    else if (edge->src >= 0 && edge->dst >= 0)
      {
	gcov_type weight
	  = weight_of (edge->e->count (), n->count_blocks[edge->dst].depth);
	if (!(edge->e->flags & EDGE_FALLTHRU))
	  weight *= branch_weight;
	graph_edge g = { (unsigned) edge->src * 2 + 1,
			 (unsigned) edge->dst * 2, weight, i, false };
	graph->safe_push (g);
      }
}

/* Give a counter to what of GRAPH no spanning tree needs.  */

static void
choose_counted (nest *n, vec<graph_edge> *graph)
{
  auto_vec<unsigned> parents;
  unsigned i;
  graph_edge *g;

  for (i = 0; i <= 2 * n->blocks.length (); i++)
    parents.safe_push (i);
  graph->qsort (by_weight);
  FOR_EACH_VEC_ELT (*graph, i, g)
    {
      unsigned src = find_root (parents, g->src);
      unsigned dst = find_root (parents, g->dst);
      if (src != dst)
	parents[src] = dst;
      else if (g->block_p)
	n->count_blocks[g->index].counter = n->n_counters++;
      else
	n->count_edges[g->index].counter = n->n_counters++;
    }
}

/* Decide which of N's blocks and edges, which have been listed, have
   counters.  */

void
decide_counters (nest *n)
{
  auto_vec<graph_edge> graph;

  make_graph (n, &graph);
  choose_counted (n, &graph);
}

/* Decide where the observe copy of N counts.  Needs dataflow and loops.  */

void
decide_counts (nest *n)
{
  unsigned i;
  nest_count_edge *edge;

  n->count_reg = choose_register (n);
  list_blocks (n);
  list_edges (n);
  decide_counters (n);
  FOR_EACH_VEC_ELT (n->count_edges, i, edge)
    if (edge->dst < 0)
      edge->counter = n->n_counters++;
}

/* List the blocks and edges of all of the loop of N, which has no copy: that
   of its whole function counts them.  If it was to have one, others were listed.  */

void
list_without_copy (nest *n)
{
  basic_block bb;

  n->blocks.truncate (0);
  n->count_blocks.truncate (0);
  n->count_edges.truncate (0);
  n->rows.truncate (0);
  n->n_counters = 0;
  FOR_EACH_BB_FN (bb, cfun)
    if (in_loop_p (n, bb))
      n->blocks.safe_push (bb);
  list_blocks (n);
  list_edges (n);
}

/* The edge of N that is E if it has a counter, else NULL.  */

const nest_count_edge *
counted_edge (const nest *n, const_edge e)
{
  for (unsigned i = 0; i < n->count_edges.length (); i++)
    if (n->count_edges[i].e == e)
      return n->count_edges[i].counter < 0 ? NULL : &n->count_edges[i];
  return NULL;
}
