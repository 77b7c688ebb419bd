/* The start of a function's bound copy, for x86-64.
   SPDX-License-Identifier: GPL-3.0-or-later

   Reached by a call from another bound copy.

     jumps to what it calls in other modules
	.p2align 6
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

/* True if what looks up the copy of the function that INSN calls through a pointer
   may use r10 and r11 (mrt_call_pointer), and takes about as long as the call.  */

bool
target_pointer_call_p (rtx_insn *insn)
{
  HARD_REG_SET clobbers = insn_callee_abi (insn).full_reg_clobbers ();
  df_ref use;

  FOR_EACH_INSN_USE (use, insn)
    if (DF_REF_REGNO (use) == R10_REG)
      return false;
  return (!SIBLING_CALL_P (insn) && TARGET_64BIT && !flag_force_indirect_call
	  && cfun->machine->indirect_branch_type == indirect_branch_keep
	  && ix86_cmodel != CM_LARGE && ix86_cmodel != CM_LARGE_PIC
	  && TEST_HARD_REG_BIT (clobbers, R10_REG)
	  && TEST_HARD_REG_BIT (clobbers, R11_REG));
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
      nops = xasprintf (".p2align\t6\n%s:\n\t.nops\t((%s-%s)-%d)&63\n\t",
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
