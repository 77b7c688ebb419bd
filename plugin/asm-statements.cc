/* asm statements that copies may contain.
   SPDX-License-Identifier: GPL-3.0-or-later

   What an asm statement reads and writes is what its operands and clobbers say; GCC
   duplicates it as it likes, and so do copies, if it is not volatile and clobbers no
   memory.  A memory operand is redirected as any other reference.  But the copy of one
   that does more than it says might do that to the program.  So its text must be
   instructions that the target knows to compute from their operands alone, with no
   address of its own.

   One without text, but for comments, has no code, whatever it says: compilers are kept
   from moving loads and stores across it, and from leaving out what a benchmark
   computes.
   Nothing here changes the IL.  */

#include "gcc-compat.h"
#include "nest.h"
#include "asm-statements.h"
#include "memlb-target.h"

/* What a vector register is moved as that holds one number.  */
static const unsigned scalar_register_bytes = 16;

bool
blank_asm_p (const_rtx pattern)
{
  const char *text = asm_text (pattern);

  if (!text)
    return false;
  for (;; text += strcspn (text, "\n"))
    {
      text += strspn (text, " \t\n");
      if (!*text)
	return true;
      if (strncmp (text, ASM_COMMENT_START, strlen (ASM_COMMENT_START)))
	return false;
    }
}

/* True if PATTERN names memory: some place if not ALL, else all of it, as changed.  */

static bool
names_memory_p (const_rtx pattern, bool all)
{
  subrtx_iterator::array_type array;

  FOR_EACH_SUBRTX (iter, array, pattern, NONCONST)
    if (MEM_P (*iter) && (GET_CODE (XEXP (*iter, 0)) == SCRATCH) == all)
      return true;
  return false;
}

/* note_stores callback: clear the flag at DATA if DEST is a register.  */

static void
note_register (rtx dest, const_rtx setter, void *data)
{
  if (GET_CODE (setter) == SET && !MEM_P (dest))
    *(bool *) data = false;
}

bool
blank_memory_asm_p (rtx_insn *insn)
{
  return blank_asm_p (PATTERN (insn)) && names_memory_p (PATTERN (insn), false);
}

bool
copied_asm_p (rtx_insn *insn)
{
  rtx pattern = PATTERN (insn), body = extract_asm_operands (pattern);
  bool memory_only_p = true;

  if (body && ASM_OPERANDS_LABEL_LENGTH (body))
    return false;
  if (blank_memory_asm_p (insn))
    {
      note_stores (insn, note_register, &memory_only_p);
      return memory_only_p;
    }
  if (blank_asm_p (pattern))
    return true;
  return (body && !MEM_VOLATILE_P (body) && !names_memory_p (pattern, true)
	  && target_copied_asm_p (ASM_OPERANDS_TEMPLATE (body)));
}

/* True if LOOP of N, an innermost one, has a reference whose address changes.  */

static bool
walks_p (nest *n, class loop *loop)
{
  unsigned i;
  nest_ref *ref;

  FOR_EACH_VEC_ELT (n->refs, i, ref)
    if (!ref->invariant && BLOCK_FOR_INSN (ref->insn)->loop_father == loop)
      return true;
  return false;
}

bool
waits_for_thread_p (nest *n)
{
  unsigned i;
  basic_block bb;
  rtx_insn *insn;

  FOR_EACH_VEC_ELT (n->blocks, i, bb)
    if (!bb->loop_father->inner)
      FOR_BB_INSNS (bb, insn)
	if (NONDEBUG_INSN_P (insn) && blank_asm_p (PATTERN (insn))
	    && names_memory_p (PATTERN (insn), true)
	    && !walks_p (n, bb->loop_father))
	  return true;
  return false;
}

/* The instruction may access more than its memory operand says, as one that loads a
   vector from the place of its first element does.  */

unsigned
widest_asm_operand (const_rtx pattern)
{
  subrtx_iterator::array_type array;
  unsigned widest = UNITS_PER_WORD;

  FOR_EACH_SUBRTX (iter, array, pattern, NONCONST)
    if (REG_P (*iter) && target_encoding (REGNO (*iter)) < 0
	&& GET_MODE_CLASS (GET_MODE (*iter)) != MODE_CC)
      {
	unsigned bytes = GET_MODE_SIZE (GET_MODE (*iter)).to_constant ();
	widest = MAX (widest, MAX (bytes, scalar_register_bytes));
      }
  return widest;
}
