/* Emitting instructions, blocks and edges.
   SPDX-License-Identifier: GPL-3.0-or-later

   By hand, in RTL mode: bb_reorder_complete is set, and the cfglayout
   routines refuse to work from then on.  */

#include "gcc-compat.h"
#include "nest.h"
#include "memlb-target.h"

/* A location for what we insert.  final reads the file's name of an asm's
   location, which not every function made by the compiler has.  */

static location_t
inserted_location (void)
{
  location_t where = DECL_SOURCE_LOCATION (current_function_decl);

  return expand_location (where).file ? where : BUILTINS_LOCATION;
}

/* Emit TEXT as a volatile asm after POS.  */

rtx_insn *
emit_text_after (const char *text, rtx_insn *pos)
{
  rtx body = gen_rtx_ASM_INPUT_loc (VOIDmode, text, inserted_location ());
  MEM_VOLATILE_P (body) = 1;
  return emit_insn_after (body, pos);
}

/* TEXT as an asm statement with operands, and LABELS to go to.  */

static rtx
asm_operands (const char *text, const vec<rtx_code_label *> &labels)
{
  rtx body = gen_rtx_ASM_OPERANDS (VOIDmode, text, "", 0, rtvec_alloc (0),
				   rtvec_alloc (0),
				   rtvec_alloc (labels.length ()),
				   inserted_location ());
  for (unsigned i = 0; i < labels.length (); i++)
    ASM_OPERANDS_LABEL (body, i) = gen_rtx_LABEL_REF (Pmode, labels[i]);
  MEM_VOLATILE_P (body) = 1;
  return body;
}

/* Emit BODY, which goes to a label if JUMP_P, after POS.  */

static rtx_insn *
emit_asm_after (rtx body, bool jump_p, rtx_insn *pos)
{
  if (!jump_p)
    return emit_insn_after (body, pos);
  rtx_insn *insn = emit_jump_insn_after (body, pos);
  mark_jump_label (PATTERN (insn), insn, 0);
  return insn;
}

/* Emit TEXT as an asm goto with LABELS after POS.  */

rtx_insn *
emit_asm_goto_after (const char *text, const vec<rtx_code_label *> &labels,
		     rtx_insn *pos)
{
  return emit_asm_after (asm_operands (text, labels), true, pos);
}

/* Emit TEXT, which begins with GATE, after POS; an asm goto if there are
   LABELS.  What the gate changes is said by clobbers, as in

     (parallel [(asm_operands/v ("...") ...)
		(clobber (reg:DI ax)) (clobber (reg:CC flags))]).  */

rtx_insn *
emit_gate_after (const char *text, const nest_gate *gate,
		 const vec<rtx_code_label *> &labels, rtx_insn *pos)
{
  auto_vec<rtx> parts;

  parts.safe_push (asm_operands (text, labels));
  target_gate_clobbers (gate, &parts);
  rtx body = parts[0];
  if (parts.length () > 1)
    {
      body = gen_rtx_PARALLEL (VOIDmode, rtvec_alloc (parts.length ()));
      for (unsigned i = 0; i < parts.length (); i++)
	XVECEXP (body, 0, i) = parts[i];
    }
  return emit_asm_after (body, !labels.is_empty (), pos);
}

/* Emit a jump to LABEL after POS.  */

rtx_insn *
emit_jump_to_after (rtx_code_label *label, rtx_insn *pos)
{
  rtx_insn *jump = emit_jump_insn_after (targetm.gen_jump (label), pos);

  JUMP_LABEL (jump) = label;
  LABEL_NUSES (label)++;
  return jump;
}

/* Make HEAD to END, which lie behind CHAIN's position, a block of count
   COUNT, and the chain's last.  */

basic_block
append_block (block_chain *chain, rtx_insn *head, rtx_insn *end,
	      profile_count count)
{
  /* Emitting behind a block's end has made the block longer.  */
  rtx_insn *before = PREV_INSN (head);
  basic_block previous = BARRIER_P (before) ? NULL : BLOCK_FOR_INSN (before);

  basic_block bb = create_basic_block (head, end, chain->last);
  if (previous && previous != bb)
    BB_END (previous) = before;
  bb->count = count;
  BB_COPY_PARTITION (bb, chain->last);
  chain->last = bb;
  chain->pos = BB_END (bb);
  return bb;
}

/* Make an edge from SRC to DEST; whether it crosses sections follows from
   their partitions.  */

edge
connect (basic_block src, basic_block dest, int flags,
	 profile_probability probability)
{
  edge e = make_edge (src, dest, flags);

  if (!e)
    {
      e = find_edge (src, dest);
      e->probability += probability;
      return e;
    }
  e->probability = probability;
  if (dest != EXIT_BLOCK_PTR_FOR_FN (cfun)
      && BB_PARTITION (src) != BB_PARTITION (dest))
    {
      e->flags |= EDGE_CROSSING;
      if (JUMP_P (BB_END (src)))
	CROSSING_JUMP_P (BB_END (src)) = 1;
    }
  return e;
}

/* Let CHAIN begin behind the last block of PARTITION and what belongs to
   it; false if control could run on behind it.  */

bool
end_of_partition (unsigned partition, block_chain *chain)
{
  basic_block bb, last = NULL;

  FOR_EACH_BB_FN (bb, cfun)
    if (BB_PARTITION (bb) == partition)
      last = bb;
  chain->last = last;
  for (rtx_insn *insn = NEXT_INSN (BB_END (last)); insn;
       insn = NEXT_INSN (insn))
    {
      if (BARRIER_P (insn))
	{
	  chain->pos = insn;
	  return true;
	}
      if (INSN_P (insn))
	return false;
    }
  return false;
}
