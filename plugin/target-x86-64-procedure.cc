/* Gates of whole functions for x86-64.
   SPDX-License-Identifier: GPL-3.0-or-later

   The nest's `gate' is eight times its index in a thread's table of counters
   while functions are counted, else 0.  Flags and registers are as in
   target-x86-64-calls.cc.

     gate, at the start of the function, where the flags are free:
	cmpq $0, DESCRIPTOR+gate(%rip)
	jne LANDING

     landing: the return address is on top of the stack, nothing below it
     is in use
	pushq %rcx
	movq __memlb_rt_gates@gottpoff(%rip), %rcx
	movq %fs:16(%rcx), %rcx
	jrcxz 1f
	addq DESCRIPTOR+gate(%rip), %rcx
	movq (%rcx), %rcx
	jrcxz 1f
	addq $1, 16(%rcx)	# entries
	popq %rcx
	jmp 3f
     1:	popq %rcx
	call __memlb_enter_due	# makes the counters, counts the entry
	nopl NUMBER(%rax)
	the same search; where there are still none:
	popq %rcx
	jmp the original
     3:  */

#include "gcc-compat.h"
#include "nest.h"
#include "memlb-target.h"
#include "target-x86-64.h"
#include "unwind.h"

/* Stands for the label of an asm goto.  */
static const char goto_mark[] = "MEMLB_GOTO";

/* SIMPLE as text of an asm goto, with its label in the place of the mark.  */

static const char *
goto_text (const char *simple)
{
  const char *text = target_text (simple, true);
  const char *mark = strstr (text, goto_mark);
  char *head = xstrndup (text, mark - text);
  char *whole = concat (head, "%l0", mark + strlen (goto_mark), NULL);
  const char *result = ggc_strdup (whole);

  free (head);
  free (whole);
  return result;
}

/* The word of N's gate, in GC memory.  */

static const char *
gate_word (const nest *n)
{
  char *text = xasprintf ("%s+%u(%%rip)", target_local_name ("MEMLBD", n->id),
			  (unsigned) offsetof (struct memlb_nest, gate));
  const char *result = ggc_strdup (text);

  free (text);
  return result;
}

/* Sixteen bytes, so that alignments come out as in the plain build; a jump of
   one length, which the assembler does not choose.  */

const char *
target_procedure_gate (const nest *n)
{
  char *text = xasprintf ("cmpq\t$0, %s\t# memlb procedure\n\t"
			  ".byte\t0x0f,0x85\n\t.long\t%s-.-4\n\t.nops\t2",
			  gate_word (n), goto_mark);
  const char *result = goto_text (text);

  free (text);
  return result;
}

/* The search for N's words in rcx, in malloc'ed memory; without any it leads
   to label NONE.  */

static char *
search_text (const nest *n, const char *none)
{
  return xasprintf ("pushq\t%%rcx\n\t" UNWIND_MARK " adjust 8\n\t"
		    "movq\t__memlb_rt_gates@gottpoff(%%rip), %%rcx\n\t"
		    "movq\t%%fs:16(%%rcx), %%rcx\n\tjrcxz\t%s\n\t"
		    "addq\t%s, %%rcx\n\tmovq\t(%%rcx), %%rcx\n\t"
		    "jrcxz\t%s", none, gate_word (n), none);
}

const char *
target_procedure_landing (const nest *n, const char *symbol)
{
  static const char restore[] = "popq\t%rcx\n\t" UNWIND_MARK " adjust -8\n\t";
  static const char again[] = "\n\t" UNWIND_MARK " adjust 8\n";
  const char *desc = target_local_name ("MEMLBD", n->id);
  char *first = search_text (n, "1f"), *second = search_text (n, "2f");
  char *text
    = xasprintf (".type\t%s, @function\n%s:\n\t%s\n\taddq\t$1, %u(%%rcx)\n\t"
		 "%sjmp\t3f%s1:\t%scall\t__memlb_enter_due\n\t"
		 ".byte\t0x0f,0x1f,0x80\n\t.long\t%s-.\n\t"
		 "%s\n\t%sjmp\t3f%s2:\t%sjmp\t%s\n3:", symbol, symbol, first,
		 8 * MEMLB_COUNT_ENTRIES, restore, again, restore, desc,
		 second, restore, again, restore, goto_mark);
  const char *result = goto_text (text);

  free (first);
  free (second);
  free (text);
  return result;
}
