/* Entry and exit calls of a nest, and its copies.
   SPDX-License-Identifier: GPL-3.0-or-later

     ..., jcc h			..., jcc E
				E: enter (asm goto: bound, observe)
     h: ...		==>	h: ...
	jcc x			   jcc x'
	jcc h			   jcc h
	(falls to y)		   exit; (falls to y)
				x': exit; jmp x

   Exit pads stand behind the nest where control does not fall through
   there, so that the nest's branches stay short, and at the partition's
   end otherwise.  Nothing inside the nest changes but branch targets.  */

#include "gcc-compat.h"
#include "nest.h"
#include "memlb-target.h"
#include "unwind.h"

/* An exit edge's number is kept in its aux field, plus one.  */

static void
set_exit_number (edge e, unsigned number)
{
  e->aux = (void *) (size_t) (number + 1);
}

/* Let edge E, a jump, lead to the block DEST with LABEL instead.  */

static void
redirect_branch (edge e, basic_block dest, rtx_code_label *label)
{
  rtx_insn *jump = BB_END (e->src);
  int ok = redirect_jump (as_a <rtx_jump_insn *> (jump), label, 0);

  gcc_assert (ok);
  redirect_edge_succ (e, dest);
  bool crossing = BB_PARTITION (e->src) != BB_PARTITION (dest);
  CROSSING_JUMP_P (jump) = crossing;
  if (crossing)
    e->flags |= EDGE_CROSSING;
  else
    e->flags &= ~EDGE_CROSSING;
}

/* The name of N's descriptor.  */

static const char *
descriptor_name (nest *n)
{
  return target_local_name ("MEMLBD", n->id);
}

/* Emit exit number NUMBER's gate and call for the edge E of N after POS.  */

static rtx_insn *
emit_exit_after (nest *n, edge e, unsigned number, rtx_insn *pos)
{
  const nest_gate *gate = n->exit_gates.get (e);

  if (n->outer_p)
    number = MEMLB_EXIT_OUTER + n->level;
  return emit_gate_after (target_exit_text (descriptor_name (n), number, gate), gate, vNULL, pos);
}

/* Put exit number NUMBER's call on the fall-through edge E of N.  Returns the
   block that has it.  */

static basic_block
instrument_fallthru_exit (nest *n, edge e, unsigned number)
{
  basic_block dest = e->dest;
  block_chain chain = { e->src, BB_END (e->src) };
  rtx_insn *insn = emit_exit_after (n, e, number, chain.pos);

  basic_block bb = append_block (&chain, insn, insn, e->count ());
  redirect_edge_succ (e, bb);
  connect (bb, dest, EDGE_FALLTHRU, profile_probability::always ());
  return bb;
}

/* Put exit number NUMBER's call on the jump edge E of N, in a pad at
   CHAIN.  */

static void
instrument_branch_exit (nest *n, edge e, unsigned number, block_chain *chain)
{
  basic_block dest = e->dest;
  rtx_code_label *dest_label = as_a <rtx_code_label *> (block_label (dest));
  rtx_code_label *label = gen_label_rtx ();

  rtx_insn *head = emit_label_after (label, chain->pos);
  rtx_insn *insn = emit_exit_after (n, e, number, head);
  insn = emit_jump_to_after (dest_label, insn);
  basic_block bb = append_block (chain, head, insn, e->count ());
  connect (bb, dest, 0, profile_probability::always ());
  chain->pos = emit_barrier_after (insn);
  redirect_branch (e, bb, label);
}

/* Turn the fall-through of BB, which is an exit block, into a jump, so that
   pads can stand behind it; false if that cannot be.  */

static bool
end_with_jump (basic_block bb, block_chain *chain)
{
  edge e = find_fallthru_edge (bb->succs);

  if (!e || e->dest == EXIT_BLOCK_PTR_FOR_FN (cfun))
    return false;
  rtx_code_label *label = as_a <rtx_code_label *> (block_label (e->dest));
  rtx_insn *jump = emit_jump_to_after (label, BB_END (bb));
  BB_END (bb) = jump;
  e->flags &= ~EDGE_FALLTHRU;
  chain->last = bb;
  chain->pos = emit_barrier_after (jump);
  return true;
}

/* Let CHAIN begin right behind the last block of N; FALLTHRU_EXIT is the
   exit block that follows it, or NULL.  False if control falls through
   there for another reason.  */

static bool
chain_behind_nest (nest *n, basic_block fallthru_exit, block_chain *chain)
{
  basic_block last = n->blocks.last ();

  if (fallthru_exit)
    return end_with_jump (fallthru_exit, chain);
  if (find_fallthru_edge (last->succs))
    return false;
  for (rtx_insn *insn = NEXT_INSN (BB_END (last)); insn && !INSN_P (insn);
       insn = NEXT_INSN (insn))
    if (BARRIER_P (insn))
      {
	chain->last = last;
	chain->pos = insn;
	return true;
      }
  return false;
}

/* The exit edges of N that can carry a call.  */

void
find_exits (nest *n, vec<edge> *exits)
{
  basic_block bb;
  edge e;
  edge_iterator ei;

  FOR_EACH_BB_FN (bb, cfun)
    if (in_loop_p (n, bb))
      FOR_EACH_EDGE (e, ei, bb->succs)
	if (!in_loop_p (n, e->dest) && !(e->flags & EDGE_COMPLEX)
	    && e->dest != EXIT_BLOCK_PTR_FOR_FN (cfun))
	  exits->safe_push (e);
}

/* Put a call on every exit edge of N.  */

static void
instrument_exits (nest *n)
{
  auto_vec<edge> exits;
  basic_block behind = NULL;
  block_chain near_chain, far_chain;
  unsigned i;
  edge e;
  bool near_p = false, near_tried = false;

  find_exits (n, &exits);
  n->n_exits = exits.length ();
  FOR_EACH_VEC_ELT (exits, i, e)
    {
      set_exit_number (e, i);
      if (e->flags & EDGE_FALLTHRU)
	{
	  basic_block bb = instrument_fallthru_exit (n, e, i);
	  if (e->src == n->blocks.last ())
	    behind = bb;
	}
    }
  FOR_EACH_VEC_ELT (exits, i, e)
    {
      if (e->flags & EDGE_FALLTHRU)
	continue;
      bool same = BB_PARTITION (e->src) == BB_PARTITION (n->header);
      if (same && !near_tried)
	{
	  near_p = chain_behind_nest (n, behind, &near_chain);
	  near_tried = true;
	}
      if (same && near_p)
	instrument_branch_exit (n, e, i, &near_chain);
      else if (end_of_partition (BB_PARTITION (e->src), &far_chain))
	instrument_branch_exit (n, e, i, &far_chain);
    }
}

/* Emit N's entry gate and call after POS; an asm goto if there are copies.  */

static rtx_insn *
emit_enter_after (nest *n, rtx_insn *pos)
{
  auto_vec<rtx_code_label *> labels;
  bool counted_p = n->copied_p && target_counts_at_gate_p (&n->gate);
  const char *text = target_enter_text (descriptor_name (n), &n->gate,
					counted_p ? n : NULL);

  if (counted_p)
    labels.safe_push (n->observe_start);
  if (n->copied_p)
    {
      labels.safe_push (n->bound_label);
      labels.safe_push (n->observe_label);
      if (n->steps_label)
	labels.safe_push (n->steps_label);
      if (n->replay_label)
	labels.safe_push (n->replay_label);
      if (n->mirror_label)
	labels.safe_push (n->mirror_label);
    }
  return emit_gate_after (text, &n->gate, labels, pos);
}

/* Emit N's entry gate and call after POS in the copy of the whole function that
   counts.  It leads nowhere: the runtime looks at the counters.  */

rtx_insn *
emit_enter_inside (nest *n, rtx_insn *pos)
{
  const char *text = target_enter_text (descriptor_name (n), &n->gate, NULL);

  return emit_gate_after (text, &n->gate, vNULL, pos);
}

/* Make the edges from the entry block ENTRY to HEADER's side and to the
   copies' landing pads PADS.  */

static void
connect_entry (basic_block entry, basic_block header,
	       const vec<basic_block> &pads)
{
  profile_probability rare = profile_probability::very_unlikely ();
  profile_probability all = profile_probability::never ();

  for (unsigned i = 0; i < pads.length (); i++)
    all += rare;
  connect (entry, header, EDGE_FALLTHRU, all.invert ());
  for (unsigned i = 0; i < pads.length (); i++)
    connect (entry, pads[i], 0, rare);
}

/* Make the entry block of N on its fall-through entry edge E; LABEL is for
   the other entries, or NULL.  */

static basic_block
fallthru_entry (nest *n, edge e, rtx_code_label *label, profile_count count)
{
  block_chain chain = { e->src, NULL };
  rtx_insn *head = NULL;

  if (e->src == ENTRY_BLOCK_PTR_FOR_FN (cfun))
    chain.pos = PREV_INSN (BB_HEAD (n->header));
  else
    chain.pos = BB_END (e->src);
  if (label)
    chain.pos = head = emit_label_after (label, chain.pos);
  rtx_insn *end = emit_enter_after (n, chain.pos);
  basic_block bb = append_block (&chain, head ? head : end, end, count);
  BB_COPY_PARTITION (bb, n->header);
  redirect_edge_succ (e, bb);
  return bb;
}

/* Make the entry block of N out of line; all entries jump to LABEL.
   Returns it, and the block that jumps to the header in *BACK.  */

static basic_block
branch_entry (nest *n, rtx_code_label *label, profile_count count,
	      basic_block *back)
{
  block_chain chain;
  bool ok = end_of_partition (BB_PARTITION (n->header), &chain);

  gcc_assert (ok);
  rtx_insn *head = emit_label_after (label, chain.pos);
  rtx_insn *end = emit_enter_after (n, head);
  basic_block bb = append_block (&chain, head, end, count);
  rtx_code_label *header
    = as_a <rtx_code_label *> (block_label (n->header));
  head = emit_label_after (gen_label_rtx (), chain.pos);
  end = emit_jump_to_after (header, head);
  *back = append_block (&chain, head, end, count);
  emit_barrier_after (end);
  connect (*back, n->header, 0, profile_probability::always ());
  return bb;
}

/* Put N's entry call on its entry edges ENTRIES.  PADS are the copies' landing
   pads.  */

static void
instrument_entries (nest *n, const vec<edge> &entries,
		    const vec<basic_block> &pads)
{
  profile_count count = profile_count::zero ();
  edge e, fallthru = NULL;
  unsigned i;
  rtx_code_label *label = NULL;
  basic_block entry, next = n->header;

  FOR_EACH_VEC_ELT (entries, i, e)
    {
      count += e->count ();
      if (e->flags & EDGE_FALLTHRU)
	fallthru = e;
    }
  if (!fallthru || entries.length () > 1)
    label = gen_label_rtx ();
  if (fallthru)
    entry = fallthru_entry (n, fallthru, label, count);
  else
    entry = branch_entry (n, label, count, &next);
  connect_entry (entry, next, pads);
  FOR_EACH_VEC_ELT (entries, i, e)
    if (e != fallthru)
      redirect_branch (e, entry, label);
}

/* Instrument N, and copy it if that was decided.  */

void
instrument_nest (nest *n)
{
  auto_vec<edge> entries;
  auto_vec<basic_block> pads;
  block_chain chain;
  edge e;
  edge_iterator ei;

  if (!n->timed_p)
    return;
  remember_cells (n);
  FOR_EACH_EDGE (e, ei, n->header->preds)
    if (!in_loop_p (n, e->src))
      entries.safe_push (e);
  instrument_exits (n);
  if (n->copied_p)
    {
      bool ok = end_of_partition (BB_PARTITION (n->header), &chain);
      gcc_assert (ok);
      pads.safe_push (make_nest_copy (n, COPY_BOUND, &chain));
      if (n->steps_p)
	pads.safe_push (make_nest_copy (n, COPY_STEPS, &chain));
      if (n->replay_p)
	pads.safe_push (make_nest_copy (n, COPY_REPLAY, &chain));
      if (n->mirror_p)
	pads.safe_push (make_nest_copy (n, COPY_MIRROR, &chain));
      pads.safe_push (make_nest_copy (n, COPY_OBSERVE, &chain));
      if (target_counts_at_gate_p (&n->gate))
	pads.safe_push (BLOCK_FOR_INSN (n->observe_start));
    }
  instrument_entries (n, entries, pads);
  clear_aux_for_edges ();
}
