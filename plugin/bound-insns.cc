/* The instructions of a bound copy.
   SPDX-License-Identifier: GPL-3.0-or-later

   They are the original's but for
   - references, which use their slots,
   - definitions of address webs (webs.cc),
   - frame addresses used as values, which come from cells: the copy's frame
     lies elsewhere,
   - calls of pure functions, whose addresses need no lazy linkage.
   In mirror copies references have addresses of their own kind in the place of
   slots (mirror.cc).  None writes to the program's memory.  */

#include "gcc-compat.h"
#include "nest.h"
#include "asm-statements.h"
#include "callees.h"
#include "memlb-target.h"

/* Recognize COPY, which has changed.  */

static void
recognize_again (rtx_insn *copy)
{
  INSN_CODE (copy) = -1;
  gcc_assert (recog_memoized (copy) >= 0);
  df_insn_rescan (copy);
}

/* Let COPY, a copy of INSN, have PATTERN, which differs from INSN's in an
   address.  What INSN was recognized as it stays: that can be another
   instruction than it would be recognized as now, since registers may have
   come in the place of constants.  */

void
set_redirected (rtx_insn *insn, rtx_insn *copy, rtx pattern)
{
  PATTERN (copy) = pattern;
  INSN_CODE (copy) = INSN_CODE (insn);
  if (asm_text (pattern))
    {
      df_insn_rescan (copy);
      return;
    }
  if (INSN_CODE (insn) >= 0)
    {
      extract_insn (copy);
      if (constrain_operands (1, get_enabled_alternatives (copy)))
	{
	  df_insn_rescan (copy);
	  return;
	}
    }
  recognize_again (copy);
}

/* A symbol of this unit, NAME, for calls.  */

static rtx
local_symbol (const char *name)
{
  char *assembler_name = concat ("*", name, NULL);
  tree identifier = get_identifier (assembler_name);
  rtx symbol = gen_rtx_SYMBOL_REF (Pmode, IDENTIFIER_POINTER (identifier));

  free (assembler_name);
  SYMBOL_REF_FLAGS (symbol) = SYMBOL_FLAG_LOCAL;
  return symbol;
}

/* Let the call COPY of a bound copy take its callee's address from N's
   table, which the loader has filled: a lazy linkage table would be
   resolved by the loader, under locks, on the private stack.  What goes
   through the linkage table in the original goes through a jump of ours
   (target_linkage_text): the same instruction, and the same jumps.  */

void
call_through_table (nest *n, rtx_insn *copy)
{
  rtx symbol = called_symbol (copy), mem = XEXP (get_call_rtx_from (copy), 0);
  unsigned i;

  for (i = 0; i < n->callees.length (); i++)
    if (rtx_equal_p (n->callees[i], symbol))
      break;
  gcc_assert (i < n->callees.length ());
  rtx callee = shallow_copy_rtx (mem);
  if (GET_CODE (XEXP (mem, 0)) == SYMBOL_REF)
    XEXP (callee, 0) = local_symbol (target_linkage_name (n, i));
  else
    {
      rtx table = local_symbol (target_local_name ("MEMLBC", n->id));
      XEXP (callee, 0)
	= gen_rtx_MEM (Pmode, plus_constant (Pmode, table, 8 * i));
    }
  XEXP (get_call_rtx_from (copy), 0) = callee;
  recognize_again (copy);
}

/* The symbol that a copy of the call INSN of N, of row ROW of its calls, calls.  */

static const char *
callee_symbol (const nest *n, rtx_insn *insn, int row)
{
  if (!direct_call_p (n, insn))
    return target_call_name (n, row);
  tree decl = followed_function (n->calls[row]);
  return (n->given_up && decl == current_function_decl
	  ? target_deep_name (n) : callee_name (decl, ".memlb"));
}

/* The FIELD, at an offset, of row ROW of N's calls.  */

static rtx
call_field (const nest *n, int row, size_t field)
{
  rtx table = local_symbol (target_local_name ("MEMLBK", n->id));

  return gen_rtx_MEM (Pmode, plus_constant (Pmode, table,
					    row * sizeof (struct memlb_call)
					    + field));
}

/* Emit before the call COPY what tells FUNCTION to what it calls instead.  */

static void
tell_function (rtx_insn *copy, rtx function)
{
  rtx reg = gen_rtx_REG (Pmode, target_pointer_register ());

  emit_insn_before (gen_rtx_SET (reg, function), copy);
  recognize_again (PREV_INSN (copy));
}

/* Emit after POS what a copy of N has in the place of the string instruction
   INSN.  */

rtx_insn *
emit_string_call (nest *n, rtx_insn *insn, rtx_insn *pos)
{
  int row = call_row (n, insn);

  gcc_assert (row >= 0);
  return emit_text_after (target_string_text (n, row), pos);
}

/* Let COPY, a copy of the call INSN of N, call its callee's bound copy: by name,
   or where it may be missing or another one, in the way that the original calls
   through the linkage table.  A call through a pointer becomes one of what looks up
   the copy, and one that works on memory one of what does so in the mirror; to both
   a register tells the function.  */

void
call_copy (nest *n, rtx_insn *insn, rtx_insn *copy)
{
  rtx call = get_call_rtx_from (copy);
  rtx callee = shallow_copy_rtx (XEXP (call, 0));
  int row = call_row (n, insn);

  if (pointer_call_p (insn))
    {
      tell_function (copy, XEXP (callee, 0));
      XEXP (callee, 0) = local_symbol (target_call_name (n, row));
      XEXP (call, 0) = callee;
      recognize_again (copy);
      return;
    }
  if (memory_call_flags (insn))
    tell_function (copy, call_field (n, row,
				     offsetof (struct memlb_call, function)));
  if (GET_CODE (XEXP (callee, 0)) == SYMBOL_REF)
    XEXP (callee, 0) = local_symbol (callee_symbol (n, insn, row));
  else
    XEXP (callee, 0)
      = call_field (n, row, offsetof (struct memlb_call, target));
  XEXP (call, 0) = callee;
  recognize_again (copy);
}

/* True if a web of N of role ROLE is in register REGNO.  */

static bool
web_register_p (const nest *n, int regno, web_role role)
{
  for (unsigned i = 0; i < n->webs.length (); i++)
    if ((int) n->webs[i].regno == regno && n->webs[i].role == role)
      return true;
  return false;
}

/* True if a bound copy's store to MEM stays on the private stack or in
   the slots, or in the mirror if it is a mirror copy.  */

static bool
private_store_p (const nest *n, const_rtx mem, bool mirror_p)
{
  HOST_WIDE_INT offset;
  bool from_fp;
  address_parts parts;

  if (mirror_p && MEM_ADDR_SPACE (mem) == target_mirror_space ())
    return true;
  if (frame_address_p (XEXP (mem, 0), &offset, &from_fp)
      || (n->pushes_p && pushed_bytes (mem)))
    return true;
  return (!mirror_p && target_decompose (XEXP (mem, 0), &parts)
	  && (parts.base == STACK_POINTER_REGNUM
	      || parts.base == n->slot_reg
	      || web_register_p (n, parts.base, WEB_BASE))
	  && (parts.index < 0 || parts.index == n->zero_reg
	      || web_register_p (n, parts.index, WEB_INDEX)));
}

/* Check that COPY, of a bound copy of N, writes nothing of the program's.  */

static void
verify_bound_insn (const nest *n, rtx_insn *copy, bool mirror_p)
{
  struct check { const nest *n; bool mirror_p; } data = { n, mirror_p };

  note_stores (copy, [] (rtx dest, const_rtx, void *data)
    {
      while (GET_CODE (dest) == SUBREG || GET_CODE (dest) == ZERO_EXTRACT
	     || GET_CODE (dest) == STRICT_LOW_PART)
	dest = XEXP (dest, 0);
      const check *c = (check *) data;
      /* What clobbers all of memory is an asm statement without text.  */
      if (MEM_P (dest) && GET_CODE (XEXP (dest, 0)) != SCRATCH)
	gcc_assert (private_store_p (c->n, dest, c->mirror_p));
    }, &data);
}

/* The cell of N that holds the frame value which INSN computes, or NULL.  */

static rtx
frame_value_cell (nest *n, rtx_insn *insn)
{
  HOST_WIDE_INT offset;
  bool from_fp;

  if (n->frame_arrays_p || !frame_value_set_p (insn, &offset, &from_fp))
    return NULL_RTX;
  HOST_WIDE_INT depth = depth_of (n, insn);
  offset -= from_fp ? 0 : depth;
  for (unsigned i = 0; i < n->fvalues.length (); i++)
    if (n->fvalues[i].start == offset && n->fvalues[i].from_fp == from_fp)
      return adjust_address_nv (target_cell (n, MEMLB_CELL_FVALUES + i), Pmode,
				depth);
  return NULL_RTX;
}

/* The pattern that INSN's copy has in a bound copy of N in the place of its
   reference, or NULL if that stays as it is.  */

static rtx
reference_pattern (nest *n, rtx_insn *insn, bool mirror_p)
{
  int *index = n->ref_of.get (insn);

  if (!index || n->refs[*index].treatment != MEMLB_TREAT_SLOT)
    return NULL_RTX;
  const nest_ref *ref = &n->refs[*index];
  rtx pattern = (mirror_p ? mirror_pattern (insn, ref)
		 : redirected_pattern (insn, ref, slot_address (n, ref)));
  gcc_assert (pattern);
  return pattern;
}

/* Give COPY, an instruction of a copy, another PATTERN.  */

void
set_copy_pattern (rtx_insn *copy, rtx pattern)
{
  PATTERN (copy) = pattern;
  recognize_again (copy);
}

/* Make COPY, a copy of INSN, an instruction of a bound copy of N: of the mirror
   copy if MIRROR_P.  */

void
make_bound_insn (nest *n, rtx_insn *insn, rtx_insn *copy, bool mirror_p)
{
  rtx pattern, cell;

  if (n->in_frame.contains (insn))
    return;
  if (blank_memory_asm_p (insn))
    {
      PATTERN (copy) = gen_rtx_ASM_INPUT (VOIDmode, "");
      INSN_CODE (copy) = -1;
      df_insn_rescan (copy);
    }
  else if (real_call_p (insn) && call_row (n, insn) >= 0)
    call_copy (n, insn, copy);
  else if (real_call_p (insn))
    call_through_table (n, copy);
  else if (!mirror_p && (pattern = web_definition (n, insn)))
    set_copy_pattern (copy, pattern);
  else if ((pattern = reference_pattern (n, insn, mirror_p)))
    set_redirected (insn, copy, pattern);
  else if ((cell = frame_value_cell (n, insn)))
    set_copy_pattern (copy, gen_rtx_SET (SET_DEST (PATTERN (insn)), cell));
  if (flag_checking)
    verify_bound_insn (n, copy, mirror_p);
}
