/* Counting whole functions.
   SPDX-License-Identifier: GPL-3.0-or-later

   With copies=procedures every function has a copy that counts its blocks; a
   gate at its entry leads there in mode `count'.  It is described as a nest
   whose header is the function's first block, so that counters, facts and
   records are those of nests.  What differs is the graph:

     - a call may not come back (exit, longjmp, an exception), so that a block
       ends behind each;
     - a block that ends in a call or leaves the function has an edge to the
       outside, and one that is reached in other ways than by jumps (the landing
       pad of an exception) one from there.  They have no counters, for nothing
       can stand on them: they are the first edges of the spanning tree, whose
       nodes are the outside and the blocks' entries and ends.

   As counters stand on the other edges alone, counts are exact however a call
   ends.  A counter needs no register, but the flags.

   Functions whose address of a label is taken, that call setjmp, or that have
   asm statements with labels have no such copy.  */

#include "gcc-compat.h"
#include "nest.h"
#include "callees.h"
#include "memlb-target.h"

/* Most words of arguments that a timer copies.  */
static const int most_timer_words = 64;

/* True if control may not come behind the call INSN.  */

static bool
ends_block_p (rtx_insn *insn)
{
  return NONDEBUG_INSN_P (insn) && real_call_p (insn) && !pure_call_p (insn);
}

/* True if there is an instruction behind INSN in BB.  */

static bool
followed_p (basic_block bb, rtx_insn *insn)
{
  while (insn != BB_END (bb))
    {
      insn = NEXT_INSN (insn);
      if (NONDEBUG_INSN_P (insn))
	return true;
    }
  return false;
}

/* True if TEXT, for the assembler, can stand twice in the code: it has no
   labels, and no directives but those that align.  */

static bool
text_twice_p (const char *text)
{
  static const char *const aligning[] = { ".p2align", ".balign", ".align" };

  if (strchr (text, ':'))
    return false;
  while ((text = strchr (text, '.')))
    {
      size_t length = 0;
      for (unsigned i = 0; i < ARRAY_SIZE (aligning) && !length; i++)
	if (!strncmp (text, aligning[i], strlen (aligning[i])))
	  length = strlen (aligning[i]);
      if (!length)
	return false;
      text += length;
    }
  return true;
}

/* True if INSN is no asm statement, or one that can stand twice in the
   code.  */

static bool
asm_twice_p (rtx_insn *insn)
{
  const char *text = asm_text (PATTERN (insn));

  return !text || (!JUMP_P (insn) && text_twice_p (text));
}

/* True if the copy can end as INSN does, the last of its block.  */

static bool
copiable_jump_p (rtx_insn *insn)
{
  return (any_condjump_p (insn) || simplejump_p (insn)
	  || tablejump_p (insn, NULL, NULL)
	  || (ANY_RETURN_P (PATTERN (insn)) || returnjump_p (insn)));
}

/* True if the whole current function can be copied.  */

bool
copiable_function_p (void)
{
  block_chain chain;
  basic_block bb;
  rtx_insn *insn;
  edge e;
  edge_iterator ei;

  if (target_decide_function () != REASON_NONE
      || cfun->calls_setjmp || cfun->has_nonlocal_label
      || cfun->has_forced_label_in_static || crtl->calls_eh_return
      || lookup_attribute ("naked", DECL_ATTRIBUTES (current_function_decl))
      || lookup_attribute ("interrupt", TYPE_ATTRIBUTES
			   (TREE_TYPE (current_function_decl))))
    return false;
  basic_block first = ENTRY_BLOCK_PTR_FOR_FN (cfun)->next_bb;
  if (!single_succ_p (ENTRY_BLOCK_PTR_FOR_FN (cfun))
      || single_succ (ENTRY_BLOCK_PTR_FOR_FN (cfun)) != first)
    return false;
  FOR_EACH_BB_FN (bb, cfun)
    {
      FOR_BB_INSNS (bb, insn)
	if (NONDEBUG_INSN_P (insn)
	    && ((JUMP_P (insn) && !copiable_jump_p (insn))
		|| !asm_twice_p (insn)))
	  return false;
      FOR_EACH_EDGE (e, ei, bb->succs)
	if (((e->flags & EDGE_FALLTHRU)
	     && (e->dest != bb->next_bb
		 || e->dest == EXIT_BLOCK_PTR_FOR_FN (cfun)))
	    || ((e->flags & EDGE_ABNORMAL)
		&& !(e->flags & (EDGE_EH | EDGE_SIBCALL))))
	  return false;
    }
  return end_of_partition (BB_PARTITION (first), &chain);
}

/* How many words of arguments the current function finds on the stack, if a
   timer can call it with a copy of these; else -1.  */

static int
find_timer_words (void)
{
  HOST_WIDE_INT bytes;

  if (MAIN_NAME_P (DECL_NAME (current_function_decl))
      || cfun->stdarg || crtl->accesses_prior_frames || wants_return_address_p ()
      || !crtl->args.size.is_constant (&bytes) || bytes < 0
      || bytes > 8 * most_timer_words
      || (bytes && crtl->parm_stack_boundary > 128)
      || !target_timable_function_p ())
    return -1;
  return (bytes + 7) / 8;
}

/* Prepare the current function for a copy of all of it: let its blocks end
   behind calls.  False if there can be none.  Dataflow is to be analysed
   afterwards.  */

bool
prepare_procedure (void)
{
  basic_block bb;
  rtx_insn *insn;

  if (!copiable_function_p ())
    return false;
  FOR_EACH_BB_FN (bb, cfun)
    FOR_BB_INSNS (bb, insn)
      if (ends_block_p (insn) && followed_p (bb, insn))
	{
	  split_block (bb, insn);
	  break;
	}
  return true;
}

/* The nest that stands for the current function.  */

nest *
whole_function (void)
{
  nest *n = new nest ();
  basic_block bb;

  n->header = ENTRY_BLOCK_PTR_FOR_FN (cfun)->next_bb;
  n->in_loop = BITMAP_ALLOC (NULL);
  n->copied = BITMAP_ALLOC (NULL);
  n->procedure_p = true;
  n->timer_words = find_timer_words ();
  n->slot_reg = n->zero_reg = n->count_reg = -1;
  n->where = n->culprit = DECL_SOURCE_LOCATION (current_function_decl);
  FOR_EACH_BB_FN (bb, cfun)
    {
      bitmap_set_bit (n->in_loop, bb->index);
      bitmap_set_bit (n->copied, bb->index);
      n->blocks.safe_push (bb);
    }
  expanded_location where = expand_location (n->where);
  n->file = where.file;
  n->line = where.line;
  n->end_line = expand_location (cfun->function_end_locus).line;
  return n;
}

/* The call that BB, of a whole function, ends in, or NULL.  */

static rtx_insn *
ending_call (basic_block bb)
{
  rtx_insn *last = BB_END (bb);

  while (!NONDEBUG_INSN_P (last) && last != BB_HEAD (bb))
    last = PREV_INSN (last);
  return ends_block_p (last) ? last : NULL;
}

/* List the blocks of N, the whole function.  */

static void
list_procedure_blocks (nest *n)
{
  const HARD_REG_SET none = { };
  unsigned i;
  basic_block bb;
  hash_map<basic_block, unsigned> numbers;

  FOR_EACH_VEC_ELT (n->blocks, i, bb)
    numbers.put (bb, i);
  FOR_EACH_VEC_ELT (n->blocks, i, bb)
    {
      nest_count_block block = nest_count_block ();
      class loop *loop = bb->loop_father;
      unsigned *head = loop ? numbers.get (loop->header) : NULL;
      block.counter = block.reg = -1;
      block.depth = head ? loop_depth (loop) : 0;
      block.head = head ? *head : MEMLB_NO_ROW;
      block.header_p = head && loop->header == bb;
      block.top_tested_p = block.header_p && top_tested_p (loop);
      find_counter_place (bb, none, &block);
      block.call = ending_call (bb);
      n->count_blocks.safe_push (block);
    }
}

/* Add to N's edges one between numbers SRC and DST, of which one is -1, that
   can have no counter.  */

static void
push_outside_edge (nest *n, int src, int dst)
{
  nest_count_edge edge = { NULL, src, dst, -1, false, false, false, -1,
			   false };

  n->count_edges.safe_push (edge);
}

/* True if nothing can stand on edge E.  */

static bool
bare_edge_p (edge e)
{
  return ((e->flags & EDGE_COMPLEX)
	  || e->dest == EXIT_BLOCK_PTR_FOR_FN (cfun));
}

/* List the edges of N, the whole function, first the entry.  */

static void
list_procedure_edges (nest *n)
{
  const HARD_REG_SET none = { };
  unsigned i;
  basic_block bb;
  edge e;
  edge_iterator ei;
  hash_map<basic_block, int> numbers;

  FOR_EACH_VEC_ELT (n->blocks, i, bb)
    numbers.put (bb, i);
  push_outside_edge (n, -1, 0);
  FOR_EACH_VEC_ELT (n->blocks, i, bb)
    {
      bool leaves = EDGE_COUNT (bb->succs) == 0, comes = false;
      leaves |= n->count_blocks[i].call != NULL;
      FOR_EACH_EDGE (e, ei, bb->succs)
	if (bare_edge_p (e))
	  leaves = true;
	else
	  {
	    nest_gate gate = decide_gate (NULL, df_get_live_in (e->dest),
					  none, false);
	    nest_count_edge edge = { e, (int) i, *numbers.get (e->dest), -1,
				     (e->flags & EDGE_DFS_BACK) != 0, false,
				     gate.flags_p, -1, false };
	    n->count_edges.safe_push (edge);
	  }
      FOR_EACH_EDGE (e, ei, bb->preds)
	comes |= (e->flags & EDGE_COMPLEX) != 0;
      if (leaves)
	push_outside_edge (n, i, -1);
      if (comes)
	push_outside_edge (n, -1, i);
    }
}

/* Note which blocks and edges of P, the function, those of nest N are.  */

static void
find_rows (nest *n, nest *p)
{
  hash_map<basic_block, int> blocks;
  hash_map<edge, int> edges;
  unsigned i;
  basic_block bb;
  nest_count_edge *edge;

  FOR_EACH_VEC_ELT (p->blocks, i, bb)
    blocks.put (bb, i);
  FOR_EACH_VEC_ELT (p->count_edges, i, edge)
    if (edge->e)
      edges.put (edge->e, i);
  n->procedure = p;
  if (n->timed_p)
    p->inside.safe_push (n);
  FOR_EACH_VEC_ELT (n->blocks, i, bb)
    n->rows.safe_push (*blocks.get (bb));
  FOR_EACH_VEC_ELT (n->count_edges, i, edge)
    {
      int *row = edge->e ? edges.get (edge->e) : NULL;
      n->rows.safe_push (row ? *row : -1);
    }
}

/* True if the copy of the whole function counts N, too: it has a copy, or is
   entered by edges that are counted.  */

static bool
shares_counts_p (nest *n)
{
  edge e;
  edge_iterator ei;

  if (n->copied_p)
    return true;
  if (n->reason == REASON_IRREDUCIBLE)
    return false;
  FOR_EACH_EDGE (e, ei, n->header->preds)
    if (e->flags & EDGE_COMPLEX)
      return false;
  return true;
}

/* Decide where the copy of the whole current function counts, which has been
   prepared; the nests among NESTS share the counts.  Needs dataflow and
   loops.  */

nest *
decide_procedure (const vec<nest *> &nests)
{
  nest *p = whole_function (), *n;
  unsigned i;

  list_procedure_blocks (p);
  list_procedure_edges (p);
  decide_counters (p);
  find_facts (p);
  find_ideal (p);
  FOR_EACH_VEC_ELT (nests, i, n)
    if (shares_counts_p (n))
      {
	if (!n->copied_p)
	  {
	    list_without_copy (n);
	    find_facts (n);
	    find_ideal (n);
	  }
	find_rows (n, p);
      }
  return p;
}
