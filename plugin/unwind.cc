/* Unwind information of the inserted code.
   SPDX-License-Identifier: GPL-3.0-or-later

   The asm statements that the plugin inserts move the stack pointer, and a
   bound copy runs on a private stack, whose frame ends where the copied
   ranges do.  Both need call-frame directives, which depend on how GCC
   itself describes the frame at that place:

     CFA = sp + N  ==>	over the red zone: .cfi_adjust_cfa_offset;
			around a call that changes the return address's
			register: the same, and where that is kept;
			bound copy: CFA = *(sp + cell SP) + N
     CFA = fp + N  ==>	over the red zone: nothing;
			bound copy: CFA = *(sp + cell FP) + N
     CFA = *(fp+N) ==>	bound copy: CFA = *(*(sp + cell FP) + N)

   That is known when "dwarf2" has run and has left notes between the
   instructions; this pass follows them and completes the texts.  Saved
   registers lie at fixed distances from the CFA, in the user's frame, which
   a bound copy never writes.  */

#include "gcc-compat.h"
#include "debug.h"
#include "dwarf2out.h"
#include "nest.h"
#include "memlb-target.h"
#include "unwind.h"

/* Bound copies of the current function: the offset of their cells, by the
   number in their texts.  */
static hash_map<int_hash<int, -1, -2>, HOST_WIDE_INT> *cell_offsets;

void
remember_cells (const nest *n)
{
  if (!cell_offsets)
    cell_offsets = new hash_map<int_hash<int, -1, -2>, HOST_WIDE_INT>;
  cell_offsets->put (n->id, n->cell_off);
}

/* How the canonical frame address is found at some place.  */

struct cfa_rule
{
  enum { REGISTER, INDIRECT, UNKNOWN } kind;
  unsigned reg;			/* DWARF number */
  HOST_WIDE_INT offset;
  bool link_p;			/* target_link_register is saved */
};

/* Follow call-frame instruction CFI in RULE; STATES are remembered ones.  */

static void
follow (cfa_rule *rule, vec<cfa_rule> *states, dw_cfi_ref cfi)
{
  switch (cfi->dw_cfi_opc)
    {
    case DW_CFA_def_cfa:
      rule->kind = cfa_rule::REGISTER;
      rule->reg = cfi->dw_cfi_oprnd1.dw_cfi_reg_num;
      rule->offset = cfi->dw_cfi_oprnd2.dw_cfi_offset;
      break;
    case DW_CFA_def_cfa_register:
      rule->kind = cfa_rule::REGISTER;
      rule->reg = cfi->dw_cfi_oprnd1.dw_cfi_reg_num;
      break;
    case DW_CFA_def_cfa_offset:
      rule->offset = cfi->dw_cfi_oprnd1.dw_cfi_offset;
      break;
    case DW_CFA_def_cfa_expression:
      {
	dw_loc_descr_ref loc = cfi->dw_cfi_oprnd1.dw_cfi_loc;
	dw_loc_descr_ref next = loc->dw_loc_next;
	unsigned op = loc->dw_loc_opc;
	rule->kind = cfa_rule::UNKNOWN;
	if (op >= DW_OP_breg0 && op < DW_OP_breg0 + 16u && next
	    && next->dw_loc_opc == DW_OP_deref && !next->dw_loc_next)
	  {
	    rule->kind = cfa_rule::INDIRECT;
	    rule->reg = op - DW_OP_breg0;
	    rule->offset = loc->dw_loc_oprnd1.v.val_int;
	  }
	break;
      }
    case DW_CFA_offset:
    case DW_CFA_restore:
      if ((int) cfi->dw_cfi_oprnd1.dw_cfi_reg_num == target_link_register ())
	rule->link_p = cfi->dw_cfi_opc == DW_CFA_offset;
      break;
    case DW_CFA_remember_state:
      states->safe_push (*rule);
      break;
    case DW_CFA_restore_state:
      if (!states->is_empty ())
	*rule = states->pop ();
      break;
    default:
      break;
    }
}

/* Append byte B to the expression TEXT.  */

static void
add_byte (char *text, unsigned b)
{
  sprintf (text + strlen (text), ",0x%x", b & 0xff);
}

/* Append VALUE as a signed or unsigned LEB128 number.  */

static void
add_leb128 (char *text, HOST_WIDE_INT value, bool is_signed)
{
  bool more;

  do
    {
      unsigned b = value & 0x7f;
      value >>= 7;
      more = (is_signed
	      ? !((value == 0 && !(b & 0x40)) || (value == -1 && (b & 0x40)))
	      : value != 0);
      add_byte (text, b | (more ? 0x80 : 0));
    }
  while (more);
}

/* Number of bytes in the expression TEXT.  */

static unsigned
byte_count (const char *text)
{
  unsigned count = 0;

  for (; *text; text++)
    count += *text == ',';
  return count;
}

/* The directive for the bound copy whose cells are at CELLS, in malloc'ed
   memory, or NULL if RULE cannot be followed.  */

static char *
bound_copy_directive (const cfa_rule *rule, HOST_WIDE_INT cells)
{
  unsigned sp = DWARF_FRAME_REGNUM (STACK_POINTER_REGNUM);
  unsigned fp = DWARF_FRAME_REGNUM (HARD_FRAME_POINTER_REGNUM);
  char expr[256] = "";
  unsigned cell;

  if (rule->kind == cfa_rule::UNKNOWN
      || (rule->reg != sp && rule->reg != fp)
      || (rule->kind == cfa_rule::INDIRECT && rule->reg != fp))
    return NULL;
  cell = rule->reg == sp ? MEMLB_CELL_SP : MEMLB_CELL_FP;
  add_byte (expr, DW_OP_breg0 + sp);
  add_leb128 (expr, cells + 8 * cell, true);
  add_byte (expr, DW_OP_deref);
  if (rule->kind == cfa_rule::REGISTER)
    {
      add_byte (expr, DW_OP_plus_uconst);
      add_leb128 (expr, rule->offset, false);
    }
  else
    {
      add_byte (expr, DW_OP_const2s);
      add_byte (expr, rule->offset);
      add_byte (expr, rule->offset >> 8);
      add_byte (expr, DW_OP_plus);
      add_byte (expr, DW_OP_deref);
    }
  return xasprintf (".cfi_escape 0x%x,0x%x%s", DW_CFA_def_cfa_expression,
		    byte_count (expr), expr);
}

/* Replace the mark of the form "#memlb-cfi WORD NUMBER" in TEXT by what
   RULE makes of it; returns the new text in malloc'ed memory.  MARK points
   to the mark.  */

static char *
replace_mark (const char *text, const char *mark, const cfa_rule *rule)
{
  unsigned sp = DWARF_FRAME_REGNUM (STACK_POINTER_REGNUM);
  char word[32], *directive = NULL;
  int number, length;
  static bool inside;		/* in a bound copy with directives, */
  static HOST_WIDE_INT cells;	/* and where its cells are */

  if (sscanf (mark, UNWIND_MARK " %31s %d%n", word, &number, &length) != 2)
    gcc_unreachable ();
  if (!strcmp (word, "adjust"))
    {
      if (rule->kind == cfa_rule::REGISTER && rule->reg == sp)
	directive = xasprintf (".cfi_adjust_cfa_offset %d", number);
    }
  else if (!strcmp (word, "call") && rule->kind == cfa_rule::REGISTER
	   && rule->reg == sp)
    directive
      = (rule->link_p
	 ? xasprintf (".cfi_remember_state\n\t.cfi_adjust_cfa_offset %d",
		      number)
	 : xasprintf (".cfi_remember_state\n\t.cfi_adjust_cfa_offset %d\n\t"
		      ".cfi_rel_offset %d, 0", number,
		      target_link_register ()));
  else if (!strcmp (word, "back") && rule->kind == cfa_rule::REGISTER
	   && rule->reg == sp)
    directive = xstrdup (".cfi_restore_state");
  else if (!strcmp (word, "call") || !strcmp (word, "back"))
    ;
  else if (!strcmp (word, "begin"))
    {
      cells = *cell_offsets->get (number);
      char *escape = bound_copy_directive (rule, cells);
      inside = escape != NULL;
      if (inside)
	directive = concat (".cfi_remember_state\n\t", escape, NULL);
      free (escape);
    }
  else if (inside && !strcmp (word, "moved"))
    directive = bound_copy_directive (rule, cells + number);
  else if (inside)
    directive = xstrdup (".cfi_restore_state");
  char *head = xstrndup (text, mark - text);
  char *result = concat (head, directive ? directive : "", mark + length,
			 NULL);
  free (head);
  free (directive);
  return result;
}

/* Complete TEXT under RULE; returns the new text in GC memory, or NULL if
   it has no mark.  */

static const char *
complete_text (const char *text, const cfa_rule *rule)
{
  const char *mark;
  char *current = NULL;

  while ((mark = strstr (current ? current : text, UNWIND_MARK)))
    {
      char *next = replace_mark (current ? current : text, mark, rule);
      free (current);
      current = next;
    }
  if (!current)
    return NULL;
  const char *result = ggc_strdup (current);
  free (current);
  return result;
}

/* Complete the text of the asm statement INSN, if it is one.  */

static void
complete_insn (rtx_insn *insn, const cfa_rule *rule)
{
  rtx body = PATTERN (insn);
  const char *text;

  if (GET_CODE (body) == ASM_INPUT)
    {
      if ((text = complete_text (XSTR (body, 0), rule)))
	XSTR (body, 0) = text;
    }
  else if ((body = extract_asm_operands (body)))
    {
      if ((text = complete_text (ASM_OPERANDS_TEMPLATE (body), rule)))
	ASM_OPERANDS_TEMPLATE (body) = text;
    }
}

/* Complete the texts of the current function.  */

void
complete_unwind_info (void)
{
  const cfa_rule start = { cfa_rule::REGISTER,
			   DWARF_FRAME_REGNUM (STACK_POINTER_REGNUM),
			   INCOMING_FRAME_SP_OFFSET, false };
  const cfa_rule none = { cfa_rule::UNKNOWN, 0, 0, false };
  bool directives_p = dwarf2out_do_frame () && dwarf2out_do_cfi_asm ();
  cfa_rule rule = start;
  auto_vec<cfa_rule> states;

  if (!cell_offsets)
    return;
  for (rtx_insn *insn = get_insns (); insn; insn = NEXT_INSN (insn))
    if (NOTE_P (insn) && NOTE_KIND (insn) == NOTE_INSN_CFI)
      follow (&rule, &states, NOTE_CFI (insn));
    else if (NOTE_P (insn)
	     && NOTE_KIND (insn) == NOTE_INSN_SWITCH_TEXT_SECTIONS)
      rule = start;
    else if (INSN_P (insn))
      complete_insn (insn, directives_p ? &rule : &none);
  delete cell_offsets;
  cell_offsets = NULL;
}
