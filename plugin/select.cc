/* Choosing the loop nests of a function that can be copied.
   SPDX-License-Identifier: GPL-3.0-or-later

   A nest is a maximal natural loop nest that can be copied; where an outer
   loop is refused, or its loops tell more (levels.cc), the loops inside it are
   tried.  Blocks that make a cold call, or lie in the other partition, stay out
   of the copies: the bound copy is abandoned there, the observe copy goes on in
   the original.  Nothing here changes the IL.

   Cycles that are no natural loop are listed, but neither copied nor
   timed.  */

#include "gcc-compat.h"
#include "nest.h"
#include "asm-statements.h"
#include "left-out.h"
#include "callees.h"
#include "memlb-target.h"
#include "names.h"
#include "plugin-options.h"

const char *const reason_slug[REASON_COUNT] =
{
#define REASON(ID, SLUG, TEXT) SLUG,
#include "memlb/reasons.def"
#undef REASON
};

const char *const reason_text[REASON_COUNT] =
{
#define REASON(ID, SLUG, TEXT) TEXT,
#include "memlb/reasons.def"
#undef REASON
};

/* A nest of HEADER without blocks.  */

static nest *
empty_nest (basic_block header)
{
  nest *n = new nest ();

  n->header = header;
  n->in_loop = BITMAP_ALLOC (NULL);
  n->copied = BITMAP_ALLOC (NULL);
  n->slot_reg = n->zero_reg = n->count_reg = -1;
  n->where = n->culprit = UNKNOWN_LOCATION;
  return n;
}

/* A nest for LOOP, with nothing decided.  */

static nest *
new_nest (class loop *loop)
{
  nest *n = empty_nest (loop->header);

  basic_block *body = get_loop_body (loop);
  for (unsigned i = 0; i < loop->num_nodes; i++)
    bitmap_set_bit (n->in_loop, body[i]->index);
  free (body);
  return n;
}

/* Free N.  */

void
free_nest (nest *n)
{
  BITMAP_FREE (n->in_loop);
  BITMAP_FREE (n->copied);
  drop_splits (n);
  delete n;
}

/* True if jump INSN's target can be changed.  */

static bool
redirectable_p (rtx_insn *insn)
{
  return JUMP_P (insn) && (any_condjump_p (insn) || simplejump_p (insn));
}

/* Decide the entry edges of N.  */

static memlb_reason
decide_entries (nest *n)
{
  edge e;
  edge_iterator ei;

  FOR_EACH_EDGE (e, ei, n->header->preds)
    {
      if (in_loop_p (n, e->src))
	continue;
      if (e->flags & EDGE_COMPLEX)
	return REASON_ENTRY_EDGE;
      if (!(e->flags & EDGE_FALLTHRU)
	  && (e->src == ENTRY_BLOCK_PTR_FOR_FN (cfun)
	      || !redirectable_p (BB_END (e->src))))
	return REASON_ENTRY_EDGE;
      if ((e->flags & EDGE_FALLTHRU) && (e->flags & EDGE_CROSSING))
	return REASON_ENTRY_EDGE;
    }
  return REASON_NONE;
}

/* Decide the exit edges of N, counting them.  Those of cold blocks that are
   abnormal carry no call, and those of a nest that is only TIMED: the runtime
   finds out that the nest is over.  */

static memlb_reason
decide_exits (nest *n, bool timed)
{
  basic_block bb;
  edge e;
  edge_iterator ei;
  unsigned exits = 0;

  FOR_EACH_BB_FN (bb, cfun)
    {
      if (!in_loop_p (n, bb))
	continue;
      FOR_EACH_EDGE (e, ei, bb->succs)
	{
	  if (in_loop_p (n, e->dest))
	    continue;
	  if (e->flags & EDGE_COMPLEX)
	    {
	      if (copied_p (n, bb) && !timed)
		return REASON_ABNORMAL_EDGE;
	      continue;
	    }
	  if (e->dest == EXIT_BLOCK_PTR_FOR_FN (cfun))
	    {
	      if (copied_p (n, bb) && !timed)
		return REASON_EXIT_EDGE;
	      continue;
	    }
	  if (!(e->flags & EDGE_FALLTHRU) && !redirectable_p (BB_END (bb)))
	    return REASON_EXIT_EDGE;
	  exits++;
	}
    }
  return exits ? REASON_NONE : REASON_NO_EXIT;
}

/* Decide the inner edges and the instructions of the blocks of N that would
   be copied.  */

static memlb_reason
decide_blocks (nest *n)
{
  unsigned i;
  basic_block bb;
  rtx_insn *insn;
  edge e;
  edge_iterator ei;

  FOR_EACH_VEC_ELT (n->blocks, i, bb)
    {
      FOR_BB_INSNS (bb, insn)
	{
	  memlb_reason reason = decide_insn (insn);
	  if ((reason == REASON_PUSH_POP || reason == REASON_DYNAMIC_STACK)
	      && plugin_options.calls && argument_insn_p (insn))
	    {
	      n->pushes_p = true;
	      reason = REASON_NONE;
	    }
	  if ((reason == REASON_STRING_INSN && frame_fill_p (insn))
	      || (reason == REASON_FRAME_VALUE && frame_sum_p (insn)))
	    {
	      n->frame_uses.safe_push (insn);
	      reason = REASON_NONE;
	    }
	  if (reason != REASON_NONE)
	    {
	      if (INSN_HAS_LOCATION (insn))
		n->culprit = INSN_LOCATION (insn);
	      return reason;
	    }
	  if (!NONDEBUG_INSN_P (insn) || GET_CODE (PATTERN (insn)) == USE
	      || GET_CODE (PATTERN (insn)) == CLOBBER)
	    continue;
	  n->n_insns++;
	  if (followable_string_p (insn))
	    {
	      /* The copy's unwind information does not know of a step over it.  */
	      if (target_red_zone ())
		return REASON_STRING_INSN;
	      add_call (n, insn);
	    }
	  else if (real_call_p (insn))
	    {
	      n->calls_p = true;
	      if (followable_call_p (insn))
		add_call (n, insn);
	      else
		n->callees.safe_push (called_symbol (insn));
	    }
	}
      FOR_EACH_EDGE (e, ei, bb->succs)
	if (e->flags & EDGE_COMPLEX)
	  return REASON_ABNORMAL_EDGE;
    }
  if (n->pushes_p && (!calls_copies_p (n) || !find_depths (n)))
    return REASON_PUSH_POP;
  /* Records that are passed by value are not moved to where they are read.  */
  if (moves_memory_p (n)
      && (n->pushes_p || maybe_ne (crtl->outgoing_args_size, 0)))
    return REASON_PUSH_POP;
  return REASON_NONE;
}

/* Let N know which function is called by INSN if that is the REASON why it has
   no copy.  */

static void
note_blocker (nest *n, rtx_insn *insn, memlb_reason reason)
{
  rtx symbol = called_symbol (insn);

  if (symbol && (reason == REASON_CALL || reason == REASON_CALLEE_NOT_PURE))
    n->blocker = targetm.strip_name_encoding (XSTR (symbol, 0));
}

/* Decide the calls of N.  Said before anything else: that a call pushes an
   argument, say, is no reason of its own.  BACK_EDGE: the header is reached
   again without a block that stays out.  */

static memlb_reason
decide_calls (nest *n, bool back_edge)
{
  basic_block bb;
  rtx_insn *insn;

  FOR_EACH_BB_FN (bb, cfun)
    if (in_loop_p (n, bb) && (copied_p (n, bb) || !back_edge)
	&& (insn = first_call (bb, back_edge ? IMPOSSIBLE_CALLS : ALL_CALLS)))
      {
	if (INSN_HAS_LOCATION (insn))
	  n->culprit = INSN_LOCATION (insn);
	memlb_reason reason = decide_insn (insn);
	if (reason == REASON_NONE)
	  reason = REASON_CALL;
	note_blocker (n, insn, reason);
	return reason;
      }
  return back_edge ? REASON_NONE : REASON_CALL;
}

/* Decide whether the function itself allows copies.  */

static memlb_reason
decide_function (void)
{
  if (!optimize)
    return REASON_NOT_OPTIMIZED;
  if (cfun->calls_setjmp || cfun->has_nonlocal_label)
    return REASON_SETJMP;
  memlb_reason reason = target_decide_function ();
  if (reason != REASON_NONE)
    return reason;
  if (lookup_attribute ("naked", DECL_ATTRIBUTES (current_function_decl))
      || lookup_attribute ("interrupt", TYPE_ATTRIBUTES
			   (TREE_TYPE (current_function_decl))))
    return REASON_FUNCTION;
  return REASON_NONE;
}

/* Let notes about N, which has been located, stand at its first line.  */

static void
find_note_location (nest *n)
{
  basic_block bb;
  rtx_insn *insn;

  FOR_EACH_BB_FN (bb, cfun)
    if (in_loop_p (n, bb))
      FOR_BB_INSNS (bb, insn)
	if (NONDEBUG_INSN_P (insn) && INSN_HAS_LOCATION (insn))
	  {
	    location_t location = INSN_LOCATION (insn);
	    expanded_location where = expand_location (location);
	    if (where.line == n->line && where.file
		&& !strcmp (where.file, n->file))
	      {
		n->where = location;
		return;
	      }
	  }
}

/* Decide everything about the nest of LOOP; CONDITIONAL_CALLS_P: calls that an
   iteration can pass by are left out.  */

static nest *
analyze_nest (class loop *loop, memlb_reason function_reason,
	      bool conditional_calls_p)
{
  nest *n = new_nest (loop);

  n->conditional_calls_p = conditional_calls_p;
  bool back_edge = find_copied_blocks (n);
  n->conditional_calls_p |= catches_own_p (n);
  n->depth = nest_depth (loop);
  n->reason = function_reason;
  if (n->reason == REASON_NONE && plugin_options.max_depth
      && n->depth > plugin_options.max_depth)
    n->reason = REASON_TOO_DEEP;
  follow_unknown_callees (n->depth == 1);
  if (n->reason == REASON_NONE)
    n->reason = decide_calls (n, back_edge);
  if (n->reason == REASON_NONE)
    n->reason = decide_blocks (n);
  if (n->reason == REASON_NONE)
    n->reason = decide_entries (n);
  if (n->reason == REASON_NONE)
    n->reason = decide_exits (n, false);
  if (n->reason == REASON_NONE && n->depth < plugin_options.min_depth)
    n->reason = REASON_TOO_SHALLOW;
  locate_nest (n);
  find_note_location (n);
  if (n->reason == REASON_NONE && !nest_selected_p (n))
    n->reason = REASON_NOT_SELECTED;
  if (n->reason == REASON_NONE)
    {
      find_control_slice (n);
      n->reason = (n->call_result_p ? REASON_CALL_RESULT
		   : decide_frame_uses (n));
    }
  if (n->reason == REASON_NONE)
    n->reason = decide_refs (n);
  if (n->reason == REASON_NONE && waits_for_thread_p (n))
    n->reason = REASON_ASM;
  if (n->reason == REASON_NONE)
    {
      find_control_registers (n);
      if (calls_copies_p (n))
	place_cells (n);
      else
	n->reason = decide_slots (n);
    }
  if (n->reason == REASON_NONE)
    {
      find_aliases (n);
      if (!calls_copies_p (n) && stored_control_p (n))
	n->reason = REASON_STORED_CONTROL;
    }
  if (n->reason == REASON_NONE)
    {
      if (calls_copies_p (n))
	find_kinds (n);
      else
	decide_waits (n);
      decide_counts (n);
      find_facts (n);
      decide_steps (n);
      if (!calls_copies_p (n))
	{
	  decide_mirror (n);
	  find_scattered (n);
	  find_divisions (n);
	}
      find_computed_branches (n);
      /* Where a value is in the frame would change.  */
      if (!n->pushes_p)
	decide_progress (n);
      find_ideal (n);
      decide_replay (n);
      n->copied_p = n->timed_p = !n->conditional_calls_p || n->steps_p;
      if (!n->copied_p)
	n->reason = REASON_CALL;
    }
  return n;
}

/* The nest of LOOP; with copies that leave out the calls which an iteration can pass by
   if it is innermost and has none otherwise.  Not where whole functions are timed, and
   loops that call others with them.  */

static nest *
decide_nest (class loop *loop, memlb_reason function_reason)
{
  nest *n = analyze_nest (loop, function_reason, false);

  if (loop->inner || plugin_options.procedures
      || (n->reason != REASON_CALL && n->reason != REASON_CALLEE_NOT_PURE
	  && n->reason != REASON_INDIRECT_CALL))
    return n;
  nest *passing = analyze_nest (loop, function_reason, true);
  if (passing->copied_p)
    std::swap (n, passing);
  free_nest (passing);
  return n;
}

/* True if N makes a call that is neither cold nor one that copies can
   make.  */

static bool
calls_others_p (nest *n)
{
  basic_block bb;

  FOR_EACH_BB_FN (bb, cfun)
    if (in_loop_p (n, bb) && first_call (bb, IMPURE_CALLS)
	&& !cold_block_p (bb, n->header))
      return true;
  return false;
}

/* True if the refused nest N can still be timed: its edges allow it; any that
   lead out if it is OUTER, whose calls may throw.  */

static bool
timable_p (nest *n, bool outer)
{
  if (n->reason == REASON_NOT_SELECTED || n->reason == REASON_TOO_SHALLOW)
    return false;
  if (cfun->calls_setjmp || cfun->has_nonlocal_label)
    return false;
  return (!n->blocks.is_empty () && decide_entries (n) == REASON_NONE
	  && decide_exits (n, outer) == REASON_NONE);
}

/* Shorten NESTS to LENGTH.  */

static void
forget_nests (vec<nest *> *nests, unsigned length)
{
  while (nests->length () > length)
    free_nest (nests->pop ());
}

/* Add the nests of LOOP and of the loops inside it to NESTS; true if one of
   them is to be copied.  Where whole functions are counted, for estimates,
   loops are timed that make calls, or hold nests with copies, too.  */

static bool
select_in_loop (class loop *loop, memlb_reason function_reason,
		vec<nest *> *nests)
{
  nest *n = decide_nest (loop, function_reason);
  bool copied = false;

  nests->safe_push (n);
  if (n->copied_p && !inner_loops_wanted_p (n, loop))
    return true;
  unsigned first_inner = nests->length ();
  for (class loop *inner = loop->inner; inner; inner = inner->next)
    copied |= select_in_loop (inner, function_reason, nests);
  if (n->copied_p)
    {
      if (!inner_loops_better_p (n, loop, *nests, first_inner))
	{
	  forget_nests (nests, first_inner);
	  return true;
	}
      n->copied_p = n->timed_p = false;
      n->reason = REASON_INNER_LOOPS;
    }
  if (copied || calls_others_p (n))
    n->timed_p = n->outer_p = plugin_options.procedures && timable_p (n, true);
  else if (timable_p (n, false))
    {
      n->timed_p = true;
      for (unsigned i = first_inner; i < nests->length (); i++)
	(*nests)[i]->timed_p = false;
    }
  return copied;
}

/* True if BB is in one of NESTS that is copied.  */

static bool
in_copied_nest_p (const vec<nest *> &nests, basic_block bb)
{
  for (unsigned i = 0; i < nests.length (); i++)
    if (nests[i]->copied_p && in_loop_p (nests[i], bb))
      return true;
  return false;
}

/* Add to NESTS, as refused, the cycles that are no natural loop: those of a
   back edge whose destination does not dominate its source.  Those inside a
   copied nest are copied with it.  */

static void
add_irreducible_cycles (vec<nest *> *nests)
{
  auto_bitmap seen;
  basic_block bb;
  edge e;
  edge_iterator ei;

  FOR_EACH_BB_FN (bb, cfun)
    FOR_EACH_EDGE (e, ei, bb->succs)
      if ((e->flags & EDGE_DFS_BACK)
	  && !dominated_by_p (CDI_DOMINATORS, bb, e->dest)
	  && !in_copied_nest_p (*nests, e->dest)
	  && bitmap_set_bit (seen, e->dest->index))
	{
	  nest *n = empty_nest (e->dest);
	  bitmap_set_bit (n->in_loop, e->dest->index);
	  n->reason = REASON_IRREDUCIBLE;
	  n->depth = 1;
	  locate_nest (n);
	  nests->safe_push (n);
	}
}

/* Add the nests of the current function to NESTS, decided.  Needs loops,
   dominators and use-definition chains.  */

void
select_nests (vec<nest *> *nests)
{
  memlb_reason reason = decide_function ();

  for (class loop *loop = current_loops->tree_root->inner; loop;
       loop = loop->next)
    select_in_loop (loop, reason, nests);
  limit_growth (nests);
  add_irreducible_cycles (nests);
  find_levels (nests);
}
