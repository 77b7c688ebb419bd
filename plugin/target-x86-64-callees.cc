/* The start of a function's bound copy, for x86-64.
   SPDX-License-Identifier: GPL-3.0-or-later

   Reached by a call from a nest's bound copy, so that above the return address
   the stack pointer is the nest's.  R is each pointer argument that is folded;
   the flags are free.

	.p2align 6
     anchor:			# so many that what follows these instructions
	.nops	N		# lies in its line as it does in the original
     FUNCTION.memlb:
	endbr64			# where indirect jumps need it
	andl	$WINDOW_MASK, R
	leaq	WINDOW_OFF+8(%rsp,R), R
	...  */

#include "gcc-compat.h"
#include "nest.h"
#include "callees.h"
#include "memlb-target.h"
#include "target-x86-64.h"

/* Append to G, that fold register NUMBER, by the machine's count.  */

static void
append_fold (gate_text *g, int number)
{
  static const char *const low[8]
    = { "eax", "ecx", "edx", "ebx", "esp", "ebp", "esi", "edi" };
  const char *name = register_name[number];
  char *half = number < 8 ? xstrdup (low[number]) : concat (name, "d", NULL);
  char *fold = xasprintf ("andl\t$%d, %%%s", MEMLB_WINDOW_MASK, half);
  char *shift = xasprintf ("leaq\t%d(%%rsp,%%%s), %%%s",
			   MEMLB_WINDOW_OFF + UNITS_PER_WORD, name, name);

  append_insn (g, fold, number == 0 ? 5 : number < 8 ? 6 : 7);
  append_insn (g, shift, 8);
  free (half);
  free (fold);
  free (shift);
}

/* The jumps to functions of the mathematical library.  */

static char *
library_jumps (const nest *n)
{
  char *text = xstrdup ("");

  for (unsigned i = 0; i < n->callees.length (); i++)
    {
      char *longer
	= xasprintf ("%s%s:\n\tjmp\t*%u+%s(%%rip)\n\t", text,
		     target_linkage_name (n, i), 8 * i,
		     target_local_name ("MEMLBC", n->id));
      free (text);
      text = longer;
    }
  return text;
}

const char *
target_callee_landing (const callee *c, const char *symbol,
		       const char *binding, const char *label)
{
  const char *anchor = target_local_name ("MEMLBQ", c->n->id);
  gate_text g = { NULL, 0 };
  char *nops = xstrdup ("");
  char *jumps = library_jumps (c->n);

  if (flag_cf_protection & CF_BRANCH)
    append_insn (&g, "endbr64", 4);
  for (unsigned regno = 0; regno < FIRST_PSEUDO_REGISTER; regno++)
    if (TEST_HARD_REG_BIT (c->folded_args, regno))
      append_fold (&g, target_encoding (regno));
  if (!optimize_function_for_size_p (cfun))
    {
      free (nops);
      nops = xasprintf (".p2align\t6\n%s:\n\t.nops\t((%s-%s)-%d)&63\n\t",
			anchor, label, anchor, g.bytes);
    }
  char *text = xasprintf ("%s%s%s.type\t%s, @function\n%s:\n\t%s", jumps, nops,
			  binding, symbol, symbol, g.text ? g.text : "");
  const char *result = target_text (text, false);

  free (jumps);
  free (nops);
  free (g.text);
  free (text);
  return result;
}
