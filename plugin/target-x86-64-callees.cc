/* The start of a function's bound copy, for x86-64.
   SPDX-License-Identifier: GPL-3.0-or-later

   Reached by a call from another bound copy.

     jumps to what it calls in other modules
     anchor:			# so many that what follows these instructions
	.nops	N		# lies in its line as it does in the original
     1:	ud2
     deep entry:		# for calls in a cycle
	endbr64			# where indirect jumps need it
	testl	$MEMLB_DEEP_BIT, %esp
	je	1b
     FUNCTION.memlb:
	endbr64			# likewise  */

#include "gcc-compat.h"
#include "nest.h"
#include "callees.h"
#include "memlb-target.h"
#include "target-x86-64.h"

/* An instruction that faults, at any depth of calls.  */

const char *
target_give_up_text (void)
{
  return target_text ("ud2\t# memlb gives up", false);
}

/* True if what is called in the place of what INSN calls may use r10 and r11, and
   takes about as long: as mrt_call_pointer does.  */

static bool
replaceable_call_p (rtx_insn *insn)
{
  HARD_REG_SET clobbers = insn_callee_abi (insn).full_reg_clobbers ();
  df_ref use;

  FOR_EACH_INSN_USE (use, insn)
    if (DF_REF_REGNO (use) == R10_REG)
      return false;
  return (TARGET_64BIT && !flag_force_indirect_call
	  && cfun->machine->indirect_branch_type == indirect_branch_keep
	  && ix86_cmodel != CM_LARGE && ix86_cmodel != CM_LARGE_PIC
	  && TEST_HARD_REG_BIT (clobbers, R10_REG)
	  && TEST_HARD_REG_BIT (clobbers, R11_REG));
}

/* The same of INSN, which calls through a pointer.  */

bool
target_pointer_call_p (rtx_insn *insn)
{
  return !SIBLING_CALL_P (insn) && replaceable_call_p (insn);
}

/* The same of INSN, which calls a function of the C library that works on memory
   (mrt_copy_memory).  */

bool
target_memory_call_p (rtx_insn *insn)
{
  return replaceable_call_p (insn);
}

bool
target_blockage_p (rtx_insn *insn)
{
  return has_unspec_p (PATTERN (insn), UNSPEC, UNSPEC_MEMORY_BLOCKAGE);
}

/* How many bits X, what is added to the destination of a string instruction, is
   shifted to the left; -1 if it is something else.  */

static int
string_shift (rtx x)
{
  if (GET_CODE (x) != PLUS)
    return -1;
  if (REG_P (XEXP (x, 0)))
    return REG_P (XEXP (x, 1)) && REGNO (XEXP (x, 1)) == CX_REG ? 0 : -1;
  x = XEXP (x, 0);
  return (GET_CODE (x) == ASHIFT && REG_P (XEXP (x, 0))
	  && REGNO (XEXP (x, 0)) == CX_REG && CONST_INT_P (XEXP (x, 1))
	  ? INTVAL (XEXP (x, 1)) : -1);
}

/* "rep movs" and "rep stos" are parallels of: rcx becomes zero, rdi and, if that is
   read, rsi become more, memory is stored, and uses.  */

unsigned
target_string_flags (rtx_insn *insn)
{
  rtx pattern = PATTERN (insn);

  if (!TARGET_64BIT || GET_CODE (pattern) != PARALLEL || XVECLEN (pattern, 0) != 5)
    return 0;
  rtx count = XVECEXP (pattern, 0, 0), to = XVECEXP (pattern, 0, 1);
  rtx store = XVECEXP (pattern, 0, 2);
  bool fill_p = GET_CODE (store) == SET && MEM_P (SET_DEST (store));
  if (!fill_p)
    store = XVECEXP (pattern, 0, 3);
  if (GET_CODE (count) != SET || GET_CODE (to) != SET || GET_CODE (store) != SET
      || !REG_P (SET_DEST (count)) || REGNO (SET_DEST (count)) != CX_REG
      || SET_SRC (count) != const0_rtx || !REG_P (SET_DEST (to))
      || REGNO (SET_DEST (to)) != DI_REG || !MEM_P (SET_DEST (store))
      || GET_MODE (SET_DEST (store)) != BLKmode || fill_p == MEM_P (SET_SRC (store)))
    return 0;
  if (MEM_VOLATILE_P (SET_DEST (store))
      || (!fill_p && MEM_VOLATILE_P (SET_SRC (store))))
    return 0;
  unsigned flags = MEMLB_CALL_MEMORY | MEMLB_CALL_STRING;
  flags |= fill_p ? MEMLB_CALL_FILL : 0;
  switch (string_shift (SET_SRC (to)))
    {
    case 0:
      return flags;
    case 2:
      return flags | MEMLB_CALL_WORDS;
    case 3:
      return flags | MEMLB_CALL_LONGS;
    default:
      return 0;
    }
}

const char *
target_string_text (const nest *n, unsigned call)
{
  int zone = target_red_zone ();
  gate_text g = { NULL, 0 };
  char *insn = concat ("call\t", target_call_name (n, call), NULL);

  append_step (&g, -zone);
  append_insn (&g, insn, 5);
  append_step (&g, zone);
  const char *result = target_text (g.text, false);
  free (insn);
  free (g.text);
  return result;
}

int
target_pointer_register (void)
{
  return R11_REG;
}

/* The label of the entry, for calls in a cycle, of the function that N stands
   for.  */

const char *
target_deep_name (const nest *n)
{
  return target_local_name ("MEMLBU", n->id);
}

const char *
target_callee_landing (const callee *c, const char *symbol,
		       const char *binding, const char *label)
{
  const char *anchor = target_local_name ("MEMLBQ", c->n->id);
  bool mark_p = flag_cf_protection & CF_BRANCH;
  char *nops = xstrdup ("");
  const char *mark = mark_p ? "endbr64\n\t" : "";
  char *jumps = target_jumps (c->n);

  if (!optimize_function_for_size_p (cfun))
    {
      free (nops);
      nops = xasprintf ("%s:\n\t.nops\t((%s-%s)-%d)&63\n\t",
			anchor, label, anchor, mark_p ? 18 : 10);
    }
  char *text = xasprintf ("%s%s1:\n\tud2\n%s:\n\t%stestl\t$%d, %%esp\n\t"
			  "je\t1b\n\t%s.type\t%s, @function\n%s:\n\t%s",
			  jumps, nops, target_deep_name (c->n), mark,
			  MEMLB_DEEP_BIT, binding, symbol, symbol, mark);
  const char *result = target_text (text, false);

  free (jumps);
  free (nops);
  free (text);
  return result;
}
