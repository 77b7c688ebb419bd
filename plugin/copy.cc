/* Making the copies of a nest.
   SPDX-License-Identifier: GPL-3.0-or-later

   Both copies have, block for block, the instructions of the original in
   the original's order, after the last block of its partition:

     original	bound copy		observe copy
     h: ...	landing pad		landing pad
	jcc h	h': ...			h'': observe; ...
		    jcc h'		     jcc h''
		x': exit number,	     (exits: the original's)
		    jmp stub

   In the bound copy, instructions are changed as bound-insns.cc says, and an
   edge to a block that is not copied abandons the copy.  A second one, where
   the path of the first must be checked (steps.cc), has the observe copy's
   counters; in a third one control loads read a stream (replay.cc), a fourth one
   has the original's addresses in a mirror (mirror.cc).  In the observe copy, each block that has something to observe, or heads a loop, begins with
   an observation point, from which the runtime may go on in the original's
   block; there is one more wherever an address register was changed since the
   last.  It also has the counters that
   counts.cc decided.  */

#include "gcc-compat.h"
#include "nest.h"
#include "memlb-target.h"
#include "unwind.h"
#include "copier.h"
#include "callees.h"

/* True if control leaves the copies of N along E.  */

static bool
leaves_p (const nest *n, edge e)
{
  return !copied_p (n, e->dest);
}

rtx_code_label *
label_for_edge (copier *c, edge e, unsigned *exit)
{
  *exit = 0;
  if (!leaves_p (c->n, e))
    return *c->labels.get (e->dest);
  if (observe_p (c))
    return as_a <rtx_code_label *> (block_label (e->dest));
  if (in_loop_p (c->n, e->dest))
    {
      *exit = MEMLB_EXIT_COLD_CALL;
      return c->cold_label;
    }
  /* instrument.cc stored the number of the exit edge.  */
  *exit = (unsigned) (size_t) e->aux - 1;
  return c->exit_labels[*exit];
}

/* Emit the copy of INSN after POS.  */

static rtx_insn *
copy_insn_after (copier *c, rtx_insn *insn, rtx_insn *pos)
{
  rtx note;

  if (mirrors_p (c) && string_insn_p (insn) && !c->n->in_frame.contains (insn))
    return emit_string_call (c->n, insn, pos);
  rtx_insn *copy = emit_copy_of_insn_after (insn, pos);
  if (!JUMP_P (copy))
    {
      while ((note = find_reg_equal_equiv_note (copy)))
	remove_note (copy, note);
      if ((note = find_reg_note (copy, REG_EH_REGION, NULL_RTX)))
	remove_note (copy, note);
    }
  if (c->kind == COPY_REPLAY && !JUMP_P (copy))
    make_replay_insn (c->n, insn, copy);
  else if (!observe_p (c) && !JUMP_P (copy))
    {
      make_bound_insn (c->n, insn, copy, mirrors_p (c));
      return emit_address_step (c->n, insn, copy);
    }
  return copy;
}

void
defer_edge (copier *c, basic_block src, edge e, int flags,
	    profile_probability probability, unsigned exit)
{
  copier::pending_edge pending = { src, e, flags, probability, exit };
  c->edges.safe_push (pending);
}

/* Add a block that only jumps where the fall-through edge E of SRC's
   original leads.  */

static void
append_jump_block (copier *c, basic_block src, edge e)
{
  unsigned exit;
  rtx_code_label *target = label_for_edge (c, e, &exit);
  rtx_insn *head = emit_label_after (gen_label_rtx (), c->chain->pos);
  rtx_insn *jump = emit_jump_to_after (target,
				       emit_edge_insns (c, e, head));

  basic_block bb = append_block (c->chain, head, jump,
				 copy_count (c, e->count ()));
  connect (src, bb, EDGE_FALLTHRU, e->probability);
  c->chain->pos = emit_barrier_after (jump);
  defer_edge (c, bb, e, 0, profile_probability::always (), exit);
}

/* Finish block BB of the copy, which ends like ORIGINAL: redirect its jump
   and note its edges.  NEXT is the block copied next, or NULL.  */

static void
finish_block (copier *c, basic_block bb, basic_block original,
	      basic_block next)
{
  edge e, fallthru = NULL, branch = NULL;
  edge_iterator ei;
  unsigned exit;

  FOR_EACH_EDGE (e, ei, original->succs)
    if (e->flags & EDGE_FALLTHRU)
      fallthru = e;
    else
      branch = e;
  if (branch)
    {
      rtx_code_label *target = label_for_edge (c, branch, &exit);
      if (rtx_code_label *pad = defer_edge_pad (c, bb, branch))
	target = pad;
      else
	defer_edge (c, bb, branch, 0, branch->probability, exit);
      int ok = redirect_jump (as_a <rtx_jump_insn *> (BB_END (bb)), target,
			      0);
      gcc_assert (ok);
      CROSSING_JUMP_P (BB_END (bb)) = 0;
      if (!fallthru)
	c->chain->pos = emit_barrier_after (BB_END (bb));
    }
  if (!fallthru)
    return;
  if (next != fallthru->dest || !copied_p (c->n, next))
    append_jump_block (c, bb, fallthru);
  else if (!append_edge_block (c, bb, fallthru))
    defer_edge (c, bb, fallthru, EDGE_FALLTHRU, fallthru->probability, 0);
}

/* Copy the instructions of block ORIGINAL, number NUMBER, after POS with
   observation points where addresses could not be computed before.
   Returns the last instruction.  */

static rtx_insn *
copy_block_insns (copier *c, basic_block original, unsigned number,
		  rtx_insn *pos)
{
  nest *n = c->n;
  HARD_REG_SET changed;
  rtx_insn *insn;
  df_ref def;

  CLEAR_HARD_REG_SET (changed);
  if (!n->count_blocks[number].before)
    pos = emit_block_counter (c, number, pos);
  FOR_BB_INSNS (original, insn)
    {
      if (!NONDEBUG_INSN_P (insn) || GET_CODE (PATTERN (insn)) == USE
	  || GET_CODE (PATTERN (insn)) == CLOBBER)
	continue;
      int *index = n->ref_of.get (insn);
      if (observe_p (c) && index && observed_p (n, &n->refs[*index]))
	{
	  const nest_ref *ref = &n->refs[*index];
	  if (uses_any_p (ref->addr, changed))
	    {
	      unsigned point = new_observation_point (n, number, NULL);
	      bool gate_p = !n->flags_live.contains (insn);
	      pos = emit_text_after (target_observe_text (n, point, gate_p,
							  false), pos);
	      CLEAR_HARD_REG_SET (changed);
	    }
	  add_observed_address (n, ref, *index);
	}
      if (insn == n->count_blocks[number].before)
	pos = emit_block_counter (c, number, pos);
      bool waits_p = slots_p (c) && !(c->kind == COPY_REPLAY
				      && stream_for_zero_p (n));
      nest_wait *wait = waits_p ? n->waits.get (insn) : NULL;
      if (wait && wait->before_p)
	pos = target_emit_wait (n->zero_reg, wait->regno, pos);
      if (slots_p (c))
	pos = emit_before_web (n, insn, pos);
      if (c->kind == COPY_REPLAY)
	pos = emit_before_read (n, insn, pos);
      pos = copy_insn_after (c, insn, pos);
      if (c->kind == COPY_REPLAY)
	pos = emit_behind_read (n, insn, pos);
      if (wait && !wait->before_p)
	pos = target_emit_wait (n->zero_reg, wait->regno, pos);
      FOR_EACH_INSN_DEF (def, insn)
	SET_HARD_REG_BIT (changed, DF_REF_REGNO (def));
    }
  return pos;
}

/* Start the copy of block ORIGINAL, number NUMBER, of the observe copy
   with an observation point in a block of its own.  */

static void
append_point_block (copier *c, basic_block original, unsigned number)
{
  rtx_code_label *back = as_a <rtx_code_label *> (block_label (original));
  unsigned point = new_observation_point (c->n, number, back);
  if (c->n->replay_p)
    c->n->points[point].record_bytes = c->n->record_bytes[number];
  auto_vec<rtx_code_label *> labels;

  labels.safe_push (back);
  rtx_insn *head = emit_label_after (*c->labels.get (original),
				     c->chain->pos);
  bool gate_p = c->n->count_blocks[number].gate_p;
  rtx_insn *jump
    = emit_asm_goto_after (target_observe_text (c->n, point, gate_p, true),
			   labels, head);
  basic_block bb = append_block (c->chain, head, jump,
				 copy_count (c, original->count));
  c->blocks.put (original, bb);
}

/* Copy block ORIGINAL, number NUMBER; NEXT is copied next.  */

static void
copy_block (copier *c, basic_block original, unsigned number,
	    basic_block next)
{
  basic_block point = NULL;
  rtx_insn *head;

  if (observe_p (c) && point_wanted_p (c->n, original))
    {
      append_point_block (c, original, number);
      point = c->chain->last;
      head = emit_label_after (gen_label_rtx (), c->chain->pos);
    }
  else
    head = emit_label_after (*c->labels.get (original), c->chain->pos);
  rtx_insn *end = copy_block_insns (c, original, number, head);
  basic_block bb = append_block (c->chain, head, end,
				 copy_count (c, original->count));
  if (point)
    {
      connect (point, bb, EDGE_FALLTHRU, profile_probability::very_likely ());
      connect (point, original, 0, profile_probability::very_unlikely ());
    }
  else
    c->blocks.put (original, bb);
  finish_block (c, bb, original, next);
}

/* Append the landing pad with TEXT; it leads to the copy of the header.  */

static basic_block
append_landing (copier *c, const char *text, rtx_code_label **label)
{
  nest *n = c->n;
  edge e;
  edge_iterator ei;
  profile_count count = profile_count::zero ();

  /* The sum of the entry edges' counts: the header of the copy is aligned
     as the original's only then.  */
  FOR_EACH_EDGE (e, ei, n->header->preds)
    if (!in_loop_p (n, e->src))
      count += e->count ();
  *label = gen_label_rtx ();
  rtx_insn *head = emit_label_after (*label, c->chain->pos);
  rtx_insn *end = emit_text_after (text, head);
  bool falls_p = n->blocks[0] == n->header;
  if (!falls_p)
    end = emit_jump_to_after (*c->labels.get (n->header), end);
  basic_block bb = append_block (c->chain, head, end, copy_count (c, count));
  if (!falls_p)
    c->chain->pos = emit_barrier_after (end);
  return bb;
}

/* The name of N's copy of kind KIND, for symbolic tools.  */

char *
copy_symbol (nest *n, const char *kind)
{
  const char *name
    = targetm.strip_name_encoding (IDENTIFIER_POINTER
				   (DECL_ASSEMBLER_NAME
				    (current_function_decl)));
  return xasprintf ("%s.memlb_%s.%d", name, kind, n->id);
}

/* What the names of copies have, and of their ends; bound copies of all kinds
   use the first one's linkage table.  */
static const char *const kind_name[]
  = { "bound", "steps", "replay", "mirror", "observe" };
static const char *const kind_end[]
  = { "MEMLBE", "MEMLBT", "MEMLBY", "MEMLBM", NULL };

/* The text at the end of N's bound copy of kind KIND.  The symbol has a size,
   for valgrind takes no notice of others.  */

char *
bound_end_text (nest *n, copy_kind kind)
{
  char *symbol = copy_symbol (n, kind_name[kind]);
  char *linkage = kind == COPY_BOUND ? target_linkage_text (n) : xstrdup ("");
  char *text = xasprintf ("%s%s:\n\t.size\t%s, .-%s\n\t" UNWIND_MARK " end 0",
			  linkage, target_local_name (kind_end[kind], n->id),
			  symbol, symbol);
  free (linkage);
  free (symbol);
  return text;
}

/* Let the descriptor of C's nest tell how long its blocks are in the bound copy,
   behind which comes PAD.  */

static void
note_length (copier *c, rtx_code_label *pad)
{
  nest *n = c->n;

  if (c->kind != COPY_BOUND || n->bound_code_bytes)
    return;
  char *text = xasprintf ("(.L%d-.L%d)", CODE_LABEL_NUMBER (pad),
			  CODE_LABEL_NUMBER (*c->labels.get (n->blocks[0])));
  n->bound_code_bytes = ggc_strdup (text);
  free (text);
}

/* Append the bound copy's exit pad number EXIT; LAST if it is the last.  */

static basic_block
append_exit_pad (copier *c, rtx_code_label *label, unsigned exit, bool last)
{
  char *end = last ? bound_end_text (c->n, c->kind) : NULL;
  note_length (c, label);
  rtx_insn *head = emit_label_after (label, c->chain->pos);
  rtx_insn *insn = emit_text_after (target_bound_exit (c->n, exit,
						       end ? end : ""), head);
  free (end);
  basic_block bb = append_block (c->chain, head, insn,
				 profile_count::zero ());
  c->chain->pos = emit_barrier_after (insn);
  return bb;
}

/* Make the labels of C's blocks and exits.  */

static void
make_labels (copier *c)
{
  unsigned i;
  basic_block bb;

  FOR_EACH_VEC_ELT (c->n->blocks, i, bb)
    c->labels.put (bb, gen_label_rtx ());
  if (observe_p (c))
    return;
  for (i = 0; i < c->n->n_exits; i++)
    c->exit_labels.safe_push (gen_label_rtx ());
  c->cold_label = gen_label_rtx ();
}

/* If the last block of C only jumps to an exit pad, let it fall into that, and
   return the number of the exit; else -1.  */

static int
drop_last_jump (copier *c)
{
  rtx_insn *jump = BB_END (c->chain->last);
  unsigned i;
  copier::pending_edge *pending;

  if (!JUMP_P (jump) || !simplejump_p (jump))
    return -1;
  FOR_EACH_VEC_ELT (c->edges, i, pending)
    if (pending->src == c->chain->last && leaves_p (c->n, pending->original)
	&& pending->exit != MEMLB_EXIT_COLD_CALL)
      {
	gcc_assert (BARRIER_P (c->chain->pos));
	remove_insn (c->chain->pos);
	c->chain->pos = PREV_INSN (jump);
	delete_insn (jump);
	pending->flags = EDGE_FALLTHRU;
	return pending->exit;
      }
  return -1;
}

/* Append the exit pads of C's bound copy that are used; PADS[EXIT] is the
   block, or NULL.  */

static void
append_exit_pads (copier *c, vec<basic_block> *pads, basic_block *cold)
{
  unsigned i, exit;
  copier::pending_edge *pending;
  auto_vec<bool> used;
  auto_vec<unsigned> exits;
  bool cold_used = false;
  int first = drop_last_jump (c);

  used.safe_grow_cleared (c->n->n_exits);
  pads->safe_grow_cleared (c->n->n_exits);
  FOR_EACH_VEC_ELT (c->edges, i, pending)
    if (leaves_p (c->n, pending->original))
      {
	if (pending->exit == MEMLB_EXIT_COLD_CALL)
	  cold_used = true;
	else
	  used[pending->exit] = true;
      }
  if (first >= 0)
    exits.safe_push (first);
  for (i = 0; i < used.length (); i++)
    if (used[i] && (int) i != first)
      exits.safe_push (i);
  FOR_EACH_VEC_ELT (exits, i, exit)
    (*pads)[exit] = append_exit_pad (c, c->exit_labels[exit], exit,
				     i + 1 == exits.length () && !cold_used);
  if (cold_used)
    *cold = append_exit_pad (c, c->cold_label, MEMLB_EXIT_COLD_CALL, true);
}

/* Make the edges that C deferred.  */

static void
connect_copy (copier *c)
{
  auto_vec<basic_block> pads;
  basic_block cold = NULL;
  unsigned i;
  copier::pending_edge *pending;

  if (!observe_p (c))
    append_exit_pads (c, &pads, &cold);
  FOR_EACH_VEC_ELT (c->edges, i, pending)
    {
      basic_block dest = pending->original->dest;
      if (!leaves_p (c->n, pending->original))
	dest = *c->blocks.get (dest);
      else if (!observe_p (c))
	dest = pending->exit == MEMLB_EXIT_COLD_CALL ? cold
						     : pads[pending->exit];
      connect (pending->src, dest, pending->flags, pending->probability);
    }
}

/* The label that begins a line for the copy of N whose landing pad has LABEL: that of
   the first one in the function and its section.  A label for each would take 30 bytes
   of nops.  */

static rtx_code_label *
line_anchor (const nest *n, rtx_code_label *label)
{
  static rtx_code_label *anchors[2];
  static int function = -1;
  bool cold_p = BB_PARTITION (n->header) == BB_COLD_PARTITION;

  if (function != current_function_funcdef_no)
    anchors[0] = anchors[1] = NULL;
  function = current_function_funcdef_no;
  if (!anchors[cold_p])
    anchors[cold_p] = label;
  return anchors[cold_p];
}

/* Make a copy of N at CHAIN; returns its landing pad, with LABEL.  */

static basic_block
make_copy (copier *c, const char *landing, rtx_code_label **label)
{
  nest *n = c->n;
  unsigned i;
  basic_block bb;

  make_labels (c);
  basic_block pad = append_landing (c, landing, label);
  FOR_EACH_VEC_ELT (n->blocks, i, bb)
    copy_block (c, bb, i,
		i + 1 < n->blocks.length () ? n->blocks[i + 1] : NULL);
  append_edge_pads (c);
  connect (pad, *c->blocks.get (n->header),
	   n->blocks[0] == n->header ? EDGE_FALLTHRU : 0,
	   profile_probability::always ());
  connect_copy (c);
  if (!counts_p (c))
    place_copy (c, line_anchor (n, *label));
  return pad;
}

/* Make the copy of N of kind KIND at CHAIN; returns its landing pad.  */

basic_block
make_nest_copy (nest *n, copy_kind kind, block_chain *chain)
{
  copier c = copier ();
  char *symbol = copy_symbol (n, kind_name[kind]);
  rtx_code_label **label = (kind == COPY_BOUND ? &n->bound_label
			    : kind == COPY_STEPS ? &n->steps_label
			    : kind == COPY_REPLAY ? &n->replay_label
			    : kind == COPY_MIRROR ? &n->mirror_label
			    : &n->observe_label);

  c.n = n;
  c.kind = kind;
  c.chain = chain;
  basic_block bb
    = make_copy (&c, kind == COPY_OBSERVE ? target_observe_landing (n, symbol)
		 : target_bound_landing (n, symbol, mirrors_p (&c) ? COPY_MIRROR
						: kind), label);
  if (kind == COPY_OBSERVE)
    n->observe_start = *c.labels.get (n->header);
  if (kind == COPY_BOUND || kind == COPY_MIRROR)
    for (unsigned i = 0; i < n->blocks.length (); i++)
      (kind == COPY_BOUND ? &n->bound_labels : &n->mirror_labels)
	->safe_push (*c.labels.get (n->blocks[i]));
  free (symbol);
  return bb;
}
