/* Making the copy of a whole function that counts.
   SPDX-License-Identifier: GPL-3.0-or-later

     f:	...	==>	f: gate (asm goto: the copy)
			h: ...
			l: landing (asm goto: h, if there are no counters)
			h': ...

   The gate reads one word, which the runtime sets in mode `count'.  An asm
   goto at the start lets the copy have the unwind information of the entry;
   its prologue and its epilogues are marked as the original's.

   Jump tables are copied with it, and landing pads of exceptions: the copy's
   calls lead to pads of its own.  All lies in the partition of the function's
   entry.  */

#include "gcc-compat.h"
#include "nest.h"
#include "memlb-target.h"
#include "copier.h"
#include "records.h"
#include "callees.h"
#include "unwind.h"

/* The copy in the making, beside what nests have.  */
struct procedure_copier
{
  copier c;
  callee *to_call;		/* this is its bound copy; or NULL */
  hash_map<rtx_insn *, rtx_code_label *> tables; /* labels of jump tables */
  hash_map<int_hash<int, 0, -1>, int> pads;	 /* numbers of landing pads */
  hash_map<basic_block, rtx_code_label *> counted; /* where the jump table of
						      this block goes instead */
};

/* Let INSN, a copy, use the copies of jump tables.  */

static void
replace_tables (procedure_copier *p, rtx_insn *insn)
{
  subrtx_iterator::array_type array;
  auto_vec<rtx_insn *> used;
  rtx_insn *label;
  unsigned i;

  FOR_EACH_SUBRTX (iter, array, PATTERN (insn), ALL)
    if (GET_CODE (*iter) == LABEL_REF)
      {
	label = label_ref_label (*iter);
	if (p->tables.get (label))
	  used.safe_push (label);
      }
  FOR_EACH_VEC_ELT (used, i, label)
    replace_label_in_insn (insn, label, *p->tables.get (label), true);
}

/* The number of the copy's landing pad for the original's NUMBER; its label is
   that of the copied block.  */

static int
copied_pad (procedure_copier *p, int number)
{
  int *known = p->pads.get (number);

  if (known)
    return *known;
  eh_landing_pad from = get_eh_landing_pad_from_number (number);
  eh_landing_pad to = gen_eh_landing_pad (from->region);
  basic_block bb = BLOCK_FOR_INSN (from->landing_pad);
  to->post_landing_pad = from->post_landing_pad;
  to->landing_pad = *p->c.labels.get (bb);
  LABEL_PRESERVE_P (to->landing_pad) = 1;
  p->pads.put (number, to->index);
  return to->index;
}

/* Emit the copy of INSN after POS.  */

static rtx_insn *
copy_one (procedure_copier *p, rtx_insn *insn, rtx_insn *pos)
{
  rtx_insn *copy = emit_copy_of_insn_after (insn, pos);
  rtx note;

  if (!p->tables.is_empty ())
    replace_tables (p, copy);
  if (JUMP_P (copy))
    {
      /* All of the copy is in one section.  */
      CROSSING_JUMP_P (copy) = 0;
      return copy;
    }
  while ((note = find_reg_equal_equiv_note (copy)))
    remove_note (copy, note);
  note = find_reg_note (copy, REG_EH_REGION, NULL_RTX);
  if (note && INTVAL (XEXP (note, 0)) > 0)
    XEXP (note, 0) = GEN_INT (copied_pad (p, INTVAL (XEXP (note, 0))));
  if (p->to_call)
    make_callee_insn (p->to_call, insn, copy);
  return copy;
}

/* The register of the address of a function that is passed to one of TYPE; NULL if
   there is none, or if it is behind an argument that is neither a number nor a
   pointer.  */

static rtx
passed_function (tree type)
{
  /* The address of the result may come first.  */
  unsigned n = aggregate_value_p (TREE_TYPE (type), type);

  for (tree arg = TYPE_ARG_TYPES (type); arg && TREE_VALUE (arg);
       arg = TREE_CHAIN (arg))
    {
      tree t = TREE_VALUE (arg);
      int reg = target_argument_register (n);
      if (POINTER_TYPE_P (t) && FUNC_OR_METHOD_TYPE_P (TREE_TYPE (t)))
	return reg < 0 ? NULL_RTX : gen_rtx_REG (Pmode, reg);
      if (POINTER_TYPE_P (t)
	  || (INTEGRAL_TYPE_P (t) && TYPE_PRECISION (t) <= BITS_PER_WORD))
	n++;
      else if (!SCALAR_FLOAT_TYPE_P (t))
	return NULL_RTX;
    }
  return NULL_RTX;
}

/* True if function DECL of the C library works on as many bytes as its third argument
   says.  */

static bool
takes_bytes_p (tree decl)
{
  static const char *const names[]
    = { "memset", "memcpy", "memmove", "mempcpy", "memcmp" };
  const char *name = IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (decl));

  for (unsigned i = 0; i < ARRAY_SIZE (names); i++)
    if (!strcmp (targetm.strip_name_encoding (name), names[i]))
      return true;
  return false;
}

/* What the runtime shall know of the call INSN: the address of the function that it
   calls through a pointer, or what it passes to one outside of this unit; then
   *PASSED is MEMLB_POINTER_PASSED or MEMLB_POINTER_BYTES, else 0.  NULL if there is
   nothing.  */

static rtx
told_value (rtx_insn *insn, unsigned *passed)
{
  rtx call = real_call_p (insn) ? get_call_rtx_from (insn) : NULL_RTX;
  rtx symbol = call ? called_symbol (insn) : NULL_RTX;
  tree decl = symbol ? SYMBOL_REF_DECL (symbol) : NULL_TREE;
  int regno = target_argument_register (2);

  *passed = 0;
  if (decl && TREE_CODE (decl) == FUNCTION_DECL && DECL_EXTERNAL (decl))
    {
      *passed = MEMLB_POINTER_BYTES;
      if (regno >= 0 && takes_bytes_p (decl))
	return gen_rtx_REG (Pmode, regno);
      *passed = MEMLB_POINTER_PASSED;
      return passed_function (TREE_TYPE (decl));
    }
  if (symbol || !call || !MEM_P (XEXP (call, 0)))
    return NULL_RTX;
  rtx target = XEXP (XEXP (call, 0), 0);
  return ((REG_P (target) || MEM_P (target)) && GET_MODE (target) == Pmode
	  ? target : NULL_RTX);
}

/* Let P's copy note after POS, at the end of block NUMBER, what the runtime shall
   know of the call INSN, if a register is free for that.  Returns the last
   instruction.  */

static rtx_insn *
tell_call (procedure_copier *p, rtx_insn *insn, unsigned number, rtx_insn *pos)
{
  unsigned passed, site = p->c.n->sites.length ();
  rtx value = told_value (insn, &passed);

  if (!value)
    return pos;
  if (passed == MEMLB_POINTER_BYTES)
    {
      p->c.n->sites.safe_push (number | passed);
      return emit_text_after (target_bytes_text (p->c.n, site, REGNO (value)),
			      pos);
    }
  rtx reg = gen_rtx_REG (Pmode, target_pointer_register ());
  if (!TEST_HARD_REG_BIT (insn_callee_abi (insn).full_reg_clobbers (),
			  REGNO (reg)))
    return pos;
  if (!rtx_equal_p (value, reg))
    {
      if (reg_mentioned_p (reg, PATTERN (insn)))
	return pos;
      pos = emit_insn_after (gen_rtx_SET (reg, copy_rtx (value)), pos);
      gcc_assert (recog_memoized (pos) >= 0);
    }
  p->c.n->sites.safe_push (number | passed);
  return emit_text_after (target_pointer_text (p->c.n, site), pos);
}

/* Copy the instructions of ORIGINAL, block NUMBER, after POS; of those behind one that
   ends it in the copy the jump only.  Returns the last one.  */

static rtx_insn *
copy_insns (procedure_copier *p, basic_block original, unsigned number,
	    rtx_insn *pos)
{
  const nest_count_block *block
    = p->to_call ? NULL : &p->c.n->count_blocks[number];
  rtx_insn *insn;
  bool ended = false;

  if (block && !block->before)
    pos = emit_block_counter (&p->c, number, pos);
  FOR_BB_INSNS (original, insn)
    if (NONDEBUG_INSN_P (insn) && GET_CODE (PATTERN (insn)) != USE
	&& GET_CODE (PATTERN (insn)) != CLOBBER)
      {
	if (block && insn == block->before)
	  pos = emit_block_counter (&p->c, number, pos);
	if (block)
	  pos = tell_call (p, insn, number, pos);
	if (p->to_call && p->to_call->given_up.contains (insn))
	  {
	    pos = emit_text_after (target_give_up_text (), pos);
	    ended = p->to_call->ends.contains (insn);
	  }
	else if (ended && !JUMP_P (insn))
	  continue;
	else if (p->to_call && string_insn_p (insn))
	  pos = emit_string_call (p->c.n, insn, pos);
	else
	  pos = copy_one (p, insn, pos);
      }
  return pos;
}

/* Emit a copy of jump table FROM, with LABEL, after the barrier POS.  Returns
   the barrier behind it.  */

static rtx_insn *
copy_table (procedure_copier *p, rtx_jump_table_data *from,
	    rtx_code_label *label, rtx_insn *pos)
{
  rtx body = PATTERN (from), made;
  bool distances_p = GET_CODE (body) == ADDR_DIFF_VEC;
  rtvec old = from->get_labels (), labels = rtvec_alloc (GET_NUM_ELEM (old));

  for (int i = 0; i < GET_NUM_ELEM (old); i++)
    {
      rtx_insn *target = label_ref_label (RTVEC_ELT (old, i));
      rtx_code_label **pad = p->counted.get (BLOCK_FOR_INSN (target));
      rtx_code_label *copy
	= pad ? *pad : *p->c.labels.get (BLOCK_FOR_INSN (target));
      RTVEC_ELT (labels, i)
	= gen_rtx_LABEL_REF (GET_MODE (RTVEC_ELT (old, i)), copy);
      LABEL_NUSES (copy)++;
    }
  if (distances_p)
    made = gen_rtx_ADDR_DIFF_VEC (GET_MODE (body),
				  gen_rtx_LABEL_REF (Pmode, label), labels,
				  XEXP (body, 2), XEXP (body, 3));
  else
    made = gen_rtx_ADDR_VEC (GET_MODE (body), labels);
  if (distances_p)
    ADDR_DIFF_VEC_FLAGS (made) = ADDR_DIFF_VEC_FLAGS (body);
  start_sequence ();
  rtx_jump_table_data *table = emit_jump_table_data (made);
  end_sequence ();
  LABEL_PRESERVE_P (label) = 1;
  pos = emit_label_after (label, pos);
  add_insn_after (table, pos, NULL);
  return emit_barrier_after (table);
}

/* Finish block BB of the copy, which ends like ORIGINAL.  */

static void
finish_procedure_block (procedure_copier *p, basic_block bb,
			basic_block original)
{
  copier *c = &p->c;
  rtx_insn *last = BB_END (original);
  rtx_jump_table_data *table;
  rtx_insn *label;
  edge e, fallthru = NULL;
  edge_iterator ei;
  unsigned exit;
  bool table_p = JUMP_P (last) && tablejump_p (last, NULL, NULL);

  p->counted.empty ();
  FOR_EACH_EDGE (e, ei, original->succs)
    if (e->flags & EDGE_FALLTHRU)
      fallthru = e;
    else if (rtx_code_label *pad = table_p ? defer_edge_pad (c, bb, e) : NULL)
      p->counted.put (e->dest, pad);
    else if (!(e->flags & EDGE_COMPLEX) && JUMP_P (last)
	     && (any_condjump_p (last) || simplejump_p (last))
	     && e->dest != EXIT_BLOCK_PTR_FOR_FN (cfun))
      {
	rtx_code_label *target = label_for_edge (c, e, &exit);
	if (rtx_code_label *pad = defer_edge_pad (c, bb, e))
	  target = pad;
	else
	  defer_edge (c, bb, e, 0, e->probability, 0);
	int ok = redirect_jump (as_a <rtx_jump_insn *> (BB_END (bb)), target,
				0);
	gcc_assert (ok);
      }
    else
      defer_edge (c, bb, e, e->flags & ~(EDGE_CROSSING | EDGE_DFS_BACK),
		  e->probability, 0);
  if (fallthru)
    {
      if (!append_edge_block (c, bb, fallthru))
	defer_edge (c, bb, fallthru, EDGE_FALLTHRU, fallthru->probability, 0);
      return;
    }
  c->chain->pos = emit_barrier_after (BB_END (bb));
  if (table_p && tablejump_p (last, &label, &table))
    c->chain->pos = copy_table (p, table, *p->tables.get (label),
				c->chain->pos);
}

/* Copy block ORIGINAL, number NUMBER.  */

static void
copy_procedure_block (procedure_copier *p, basic_block original,
		      unsigned number)
{
  copier *c = &p->c;
  rtx_insn *head = emit_label_after (*c->labels.get (original), c->chain->pos);
  rtx_insn *end = copy_insns (p, original, number, head);

  basic_block bb = append_block (c->chain, head, end, original->count);
  c->blocks.put (original, bb);
  finish_procedure_block (p, bb, original);
}

/* Make the labels of P's blocks and jump tables.  */

static void
make_procedure_labels (procedure_copier *p)
{
  unsigned i;
  basic_block bb;
  rtx_insn *label;

  FOR_EACH_VEC_ELT (p->c.n->blocks, i, bb)
    {
      p->c.labels.put (bb, gen_label_rtx ());
      if (JUMP_P (BB_END (bb)) && tablejump_p (BB_END (bb), &label, NULL))
	p->tables.put (label, gen_label_rtx ());
    }
}

/* Append the landing block of C's copy, which leads to SEPARATOR, too, if that is
   not NULL.  */

static basic_block
append_procedure_landing (copier *c, const char *symbol,
			  rtx_code_label *separator)
{
  nest *n = c->n;
  auto_vec<rtx_code_label *> labels;

  labels.safe_push (as_a <rtx_code_label *> (block_label (n->header)));
  if (separator)
    labels.safe_push (separator);
  n->observe_label = gen_label_rtx ();
  rtx_insn *head = emit_label_after (n->observe_label, c->chain->pos);
  rtx_insn *end
    = emit_asm_goto_after (target_procedure_landing (n, symbol), labels, head);
  basic_block bb = append_block (c->chain, head, end,
				 profile_count::zero ());
  connect (bb, n->header, 0, profile_probability::very_unlikely ());
  return bb;
}

/* Put the gate of TEXT at the start of N's function, with the copy's
   LANDING.  */

static void
insert_gate (nest *n, basic_block landing, const char *text)
{
  edge e = single_succ_edge (ENTRY_BLOCK_PTR_FOR_FN (cfun));
  block_chain chain = { e->src, PREV_INSN (BB_HEAD (n->header)) };
  auto_vec<rtx_code_label *> labels;

  labels.safe_push (n->observe_label);
  rtx_insn *insn = emit_asm_goto_after (text, labels, chain.pos);
  basic_block bb = append_block (&chain, insn, insn, e->count ());
  BB_COPY_PARTITION (bb, n->header);
  redirect_edge_succ (e, bb);
  connect (bb, n->header, EDGE_FALLTHRU, profile_probability::very_likely ());
  connect (bb, landing, 0, profile_probability::very_unlikely ());
}

/* Make the edges that C deferred.  */

static void
connect_procedure (copier *c)
{
  copier::pending_edge *pending;
  unsigned i;

  FOR_EACH_VEC_ELT (c->edges, i, pending)
    {
      basic_block dest = pending->original->dest;
      if (dest != EXIT_BLOCK_PTR_FOR_FN (cfun))
	dest = *c->blocks.get (dest);
      connect (pending->src, dest, pending->flags, pending->probability);
    }
}

/* Append a block that LANDING's jumps could lead to, and which leads to the
   original: its unwind information is the entry's.  A GCC that cannot compare
   that of two prologues which realign the stack crashes where code behind
   one follows code behind the other; so something stands between.  */

static void
append_separator (copier *c, basic_block landing, rtx_code_label *label)
{
  basic_block header = c->n->header;
  rtx_insn *head = emit_label_after (label, c->chain->pos);
  rtx_insn *end
    = emit_jump_to_after (as_a <rtx_code_label *> (block_label (header)), head);
  basic_block bb = append_block (c->chain, head, end, profile_count::zero ());

  c->chain->pos = emit_barrier_after (end);
  connect (landing, bb, 0, profile_probability::very_unlikely ());
  connect (bb, header, 0, profile_probability::always ());
}

/* Copy the whole current function, which N stands for.  */

void
copy_procedure (nest *n)
{
  procedure_copier p = procedure_copier ();
  block_chain chain;
  char *symbol = copy_symbol (n, "count");
  rtx_code_label *separator
    = gcc_compares_cfa || !crtl->drap_reg ? NULL : gen_label_rtx ();
  unsigned i;
  basic_block bb;
  bool ok = end_of_partition (BB_PARTITION (n->header), &chain);

  gcc_assert (ok);
  p.c.n = n;
  p.c.kind = COPY_PROCEDURE;
  p.c.chain = &chain;
  remember_cells (n);
  make_procedure_labels (&p);
  basic_block landing = append_procedure_landing (&p.c, symbol,
						  separator);
  FOR_EACH_VEC_ELT (n->blocks, i, bb)
    copy_procedure_block (&p, bb, i);
  append_edge_pads (&p.c);
  if (separator)
    append_separator (&p.c, landing, separator);
  connect (landing, *p.c.blocks.get (n->header), EDGE_FALLTHRU,
	   profile_probability::very_likely ());
  connect_procedure (&p.c);
  insert_gate (n, landing, target_procedure_gate (n));
  free (symbol);
}

/* Append the landing block of T's copy, with SYMBOL.  */

static basic_block
append_callee_landing (copier *c, callee *t, const char *symbol)
{
  nest *n = c->n;
  char *binding = NULL;
  size_t size;
  const char *first
    = label_name (as_a <rtx_code_label *> (block_label (n->header)));

  FILE *f = open_memstream (&binding, &size);
  write_callee_binding (f, current_function_decl, symbol);
  fclose (f);
  n->observe_label = gen_label_rtx ();
  rtx_insn *head = emit_label_after (n->observe_label, c->chain->pos);
  rtx_insn *end
    = emit_text_after (target_callee_landing (t, symbol, binding, first),
		       head);
  free (binding);
  return append_block (c->chain, head, end, n->header->count);
}

/* True if the current function's code ends with its bound copy, and what is
   written next is in the same section: its address is not put into a list of
   those to be called before or after main.  */

bool
ends_function_p (void)
{
  return !(crtl->has_bb_partition
	   || DECL_STATIC_CONSTRUCTOR (current_function_decl)
	   || DECL_STATIC_DESTRUCTOR (current_function_decl));
}

/* Let SYMBOL, of P's copy, have its size, where the function's code does not end
   with the copy: up to the last instruction, behind which nothing can stand.  */

static void
mark_end (procedure_copier *p, const char *symbol)
{
  char *text = xasprintf (".size\t%s, .-%s", symbol, symbol);
  rtx_insn *last = BB_END (p->c.chain->last);

  emit_text_after (target_text (text, false), PREV_INSN (last));
  free (text);
}

/* Make the bound copy T of the current function.  An empty asm goto in the
   gate's place leads there, if it has no gate as a nest:

     f: (asm goto: the copy)
     h: ...
     l: (the symbol)
     h': ...  */

void
copy_callee (callee *t)
{
  procedure_copier p = procedure_copier ();
  block_chain chain;
  nest *n = t->n;
  const char *symbol = callee_name (current_function_decl, ".memlb");
  unsigned i;
  basic_block bb;
  bool ok = end_of_partition (BB_PARTITION (n->header), &chain);

  gcc_assert (ok);
  p.c.n = n;
  p.c.kind = COPY_CALLEE;
  p.c.chain = &chain;
  p.to_call = t;
  remember_cells (n);
  make_procedure_labels (&p);
  basic_block entry = t->measured ? append_function_nest (t->measured, &chain)
				  : NULL;
  basic_block landing = append_callee_landing (&p.c, t, symbol);
  FOR_EACH_VEC_ELT (n->blocks, i, bb)
    copy_procedure_block (&p, bb, i);
  connect (landing, *p.c.blocks.get (n->header), EDGE_FALLTHRU,
	   profile_probability::always ());
  if (!ends_function_p ())
    mark_end (&p, symbol);
  connect_procedure (&p.c);
  if (!optimize_function_for_size_p (cfun))
    place_copy (&p.c, n->observe_label);
  if (!t->measured)
    {
      insert_gate (n, landing, "");
      return;
    }
  connect (entry, landing, EDGE_FALLTHRU, profile_probability::never ());
  insert_gate (t->measured, entry, target_procedure_gate (t->measured));
}
