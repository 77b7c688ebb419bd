/* Gates of whole functions for x86-64.
   SPDX-License-Identifier: GPL-3.0-or-later

   The nest's `gate' is not 0 in modes `count' and `time'.  Flags and registers
   are as in target-x86-64-calls.cc.

     gate, at the start of the function, where the flags are free:
	cmpq $0, DESCRIPTOR+gate(%rip)
	jne LANDING

     landing: the return address is on top of the stack, nothing below it
     is in use
	pushq %rcx
	movq __memlb_rt_gates@gottpoff(%rip), %rcx
	movq %fs:16(%rcx), %rcx
	jrcxz 1f		# no counters: mode `time', or a new thread
	addq DESCRIPTOR+table(%rip), %rcx
	movq (%rcx), %rcx
	jrcxz 1f
	addq $1, 16(%rcx)	# entries
	popq %rcx
	jmp 3f
     1:	movq __memlb_rt_gates@gottpoff(%rip), %rcx
	movq %fs:(%rcx), %rcx
	addq DESCRIPTOR+gate(%rip), %rcx
	subl $1, (%rcx)
	popq %rcx
	jns 4f
	call __memlb_enter_due	# makes the counters, counts the entry, or
	nopl NUMBER(%rax)	# begins to time it
	the same search; where there are none:
     2:	movq __memlb_rt_gates@gottpoff(%rip), %rcx
	movq %fs:48(%rcx), %rcx	# where a timer has begun
	subq %rsp, %rcx
	cmpq $8, %rcx
	popq %rcx
	je TIMER
     4:	jmp the original
     3:

     in front of a call through a pointer, where r11 is not in use; its words, in
     the thread's window, are the function that it reached last and how often it did
	movq FUNCTION, %r11
	cmpq %r11, %gs:SITE(%eip)
	je 1f
	call __memlb_pointer	# preserves all registers
	nopl NUMBER(%rax)	# distance of the descriptor from themselves
	nopl SITE(%rax)
     1:	addq $1, %gs:SITE+8(%eip)

     in front of one that is told a number of bytes
	addq %rdx, %gs:SITE+8(%eip)

     timer, a function of its own: exceptions pass through it, and whatever way
     the function is left by comes back here
	pushq %rcx
	movq __memlb_rt_gates@gottpoff(%rip), %rcx
	movq $0, %fs:48(%rcx)
	popq %rcx
	pushq N(%rsp)		# for each word of arguments, the last first
	call the original
	leaq N(%rsp), %rsp
	call __memlb_exit
	nopl EXIT(%rax)
	ret

     a function that is measured as a nest has the same gate, and leads from there
     to its timer in the same way; its bound copy
	landing pad		# target-x86-64.cc
	pushq N(%rsp)		# as the timer, on the private stack
	call CALL		# a jump to what the nest's table names
	leaq N(%rsp), %rsp
	exit pad

   An activation inside another one passes the gate, which is high until the
   outermost one ends, and uses no more of the stack than without.  */

#include "gcc-compat.h"
#include "nest.h"
#include "memlb-target.h"
#include "target-x86-64.h"
#include "records.h"
#include "unwind.h"

/* The word at OFFSET of N's descriptor, in GC memory.  */

static const char *
descriptor_word (const nest *n, size_t offset)
{
  char *text = xasprintf ("%s+%u(%%rip)", target_local_name ("MEMLBD", n->id),
			  (unsigned) offset);
  const char *result = ggc_strdup (text);

  free (text);
  return result;
}

/* The word of N's gate.  */

static const char *
gate_word (const nest *n)
{
  return descriptor_word (n, offsetof (struct memlb_nest, gate));
}

/* Sixteen bytes, so that alignments come out as in the plain build; a jump of
   one length, which the assembler does not choose.  */

const char *
target_procedure_gate (const nest *n)
{
  char *text = xasprintf ("cmpq\t$0, %s\t# memlb procedure\n\t"
			  ".byte\t0x0f,0x85\n\t.long\t%s-.-4\n\t.nops\t2",
			  gate_word (n), GOTO_MARK (0));
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
		    "movq\t%%fs:%u(%%rcx), %%rcx\n\tjrcxz\t%s\n\t"
		    "addq\t%s, %%rcx\n\tmovq\t(%%rcx), %%rcx\n\t"
		    "jrcxz\t%s",
		    (unsigned) offsetof (struct memlb_gates, counts), none,
		    descriptor_word (n, offsetof (struct memlb_nest, table)),
		    none);
}

static const char restore[] = "popq\t%rcx\n\t" UNWIND_MARK " adjust -8\n\t";
static const char again[] = "\n\t" UNWIND_MARK " adjust 8\n";

/* What follows label 1: the thread's gate; behind it the stack is as at the
   entry.  In malloc'ed memory.  */

static char *
pass_text (const nest *n)
{
  return xasprintf ("1:\tmovq\t__memlb_rt_gates@gottpoff(%%rip), %%rcx\n\t"
		    "movq\t%%fs:(%%rcx), %%rcx\n\taddq\t%s, %%rcx\n\t"
		    "subl\t$1, (%%rcx)\n\t%sjns\t4f\n\t"
		    "call\t__memlb_enter_due\n\t"
		    ".byte\t0x0f,0x1f,0x80\n\t.long\t%s-.\n\t", gate_word (n),
		    restore, target_local_name ("MEMLBD", n->id));
}

/* What follows label 2: the timer of N, if it has one and has begun.  In
   malloc'ed memory.  */

static char *
timed_text (const nest *n)
{
  if (n->timer_words < 0)
    return xasprintf ("2:\t%s", restore);
  return xasprintf ("2:\tmovq\t__memlb_rt_gates@gottpoff(%%rip), %%rcx\n\t"
		    "movq\t%%fs:%u(%%rcx), %%rcx\n\tsubq\t%%rsp, %%rcx\n\t"
		    "cmpq\t$8, %%rcx\n\t%sje\t%s\n",
		    (unsigned) offsetof (struct memlb_gates, procedure),
		    restore, target_local_name ("MEMLBW", n->id));
}

const char *
target_procedure_landing (const nest *n, const char *symbol)
{
  char *first = search_text (n, "1f"), *second = search_text (n, "2f");
  char *pass = pass_text (n), *timed = timed_text (n);
  char *text
    = xasprintf (".type\t%s, @function\n%s:\n\t%s\n\taddq\t$1, %u(%%rcx)\n\t"
		 "%sjmp\t3f%s%s%s\n\t%sjmp\t3f%s%s4:\tjmp\t%s\n3:", symbol,
		 symbol, first, 8 * MEMLB_COUNT_ENTRIES, restore, again, pass,
		 second, restore, again, timed, GOTO_MARK (0));
  const char *result = goto_text (text);

  free (first);
  free (second);
  free (pass);
  free (timed);
  free (text);
  return result;
}

const char *
target_function_landing (const nest *n)
{
  char *pass = pass_text (n), *timed = timed_text (n);
  char *text
    = xasprintf ("pushq\t%%rcx\n\t" UNWIND_MARK " adjust 8\n%s\n\t"
		 "pushq\t%%rcx\n\t" UNWIND_MARK " adjust 8\n%s4:\tjmp\t%s",
		 pass, timed, GOTO_MARK (0));
  const char *result = goto_text (text);

  free (pass);
  free (timed);
  free (text);
  return result;
}

/* Bytes that N's timer moves the stack pointer by: the arguments, and what aligns
   it to 16 behind the return address.  */

static int
timer_bytes (const nest *n)
{
  return 8 * (n->timer_words | 1);
}

const char *
target_function_call (const nest *n)
{
  int bytes = timer_bytes (n);
  gate_text g = { NULL, 0 };
  char *push = xasprintf ("pushq\t%d(%%rsp)", bytes);
  char *call = xasprintf (UNWIND_MARK " moved %d\n\tcall\t%s\t# memlb function\n\t"
			  "leaq\t%d(%%rsp), %%rsp\n\t" UNWIND_MARK " moved 0",
			  bytes, target_call_name (n, 0), bytes);

  if (bytes > 8 * n->timer_words)
    append_insn (&g, "leaq\t-8(%rsp), %rsp", 5);
  for (int i = 0; i < n->timer_words; i++)
    append_insn (&g, push, 4);
  append_insn (&g, call, 10);
  const char *result = target_text (g.text, false);
  free (push);
  free (call);
  free (g.text);
  return result;
}

/* The address of the words of call SITE of N, less that of all its words.  */

static unsigned
site_offset (const nest *n, unsigned site)
{
  return 8 * (MEMLB_COUNT_FIRST + n->n_counters + MEMLB_SITE_WORDS * site);
}

const char *
target_pointer_text (const nest *n, unsigned site)
{
  const char *words = target_local_name ("MEMLBCW", n->id);
  unsigned at = site_offset (n, site);
  char *text = xasprintf ("cmpq\t%%r11, %%gs:%s+%u(%%eip)\n\tje\t1f\n\t"
			  "call\t__memlb_pointer\n\t"
			  ".byte\t0x0f,0x1f,0x80\n\t.long\t%s-.\n\t"
			  ".byte\t0x0f,0x1f,0x80\n\t.long\t%u\n"
			  "1:\taddq\t$1, %%gs:%s+%u(%%eip)",
			  words, at + 8 * MEMLB_SITE_FUNCTION,
			  target_local_name ("MEMLBD", n->id), site, words,
			  at + 8 * MEMLB_SITE_NUMBER);
  const char *result = target_text (text, false);

  free (text);
  return result;
}

const char *
target_bytes_text (const nest *n, unsigned site, int regno)
{
  char *text = xasprintf ("addq\t%%%s, %%gs:%s+%u(%%eip)\t# memlb tells",
			  register_name[target_encoding (regno)],
			  target_local_name ("MEMLBCW", n->id),
			  site_offset (n, site) + 8 * MEMLB_SITE_NUMBER);
  const char *result = target_text (text, false);

  free (text);
  return result;
}

int
target_argument_register (unsigned number)
{
  static const int regs[]
    = { DI_REG, SI_REG, DX_REG, CX_REG, R8_REG, R9_REG };

  return ix86_abi != MS_ABI && number < ARRAY_SIZE (regs) ? regs[number] : -1;
}

/* Arguments of another convention have room above the return address.  */

bool
target_timable_function_p (void)
{
  return (ix86_abi != MS_ABI && flag_dwarf2_cfi_asm
	  && !lookup_attribute ("ms_abi",
				TYPE_ATTRIBUTES
				  (TREE_TYPE (current_function_decl))));
}

/* The stack pointer is a multiple of 16 where the function is called.  */

void
target_write_timer (FILE *f, const nest *n)
{
  int bytes = timer_bytes (n);
  rtx_code_label *body = as_a <rtx_code_label *> (block_label (n->header));
  bool intel_p = ASSEMBLER_DIALECT == ASM_INTEL;

  if (intel_p)
    fputs ("\t.att_syntax prefix\n", f);
  fprintf (f, "\t.type\t%s, @function\n%s:\n\t.cfi_startproc\n",
	   target_local_name ("MEMLBW", n->id),
	   target_local_name ("MEMLBW", n->id));
  fputs ("\tpushq\t%rcx\n\t.cfi_adjust_cfa_offset 8\n"
	 "\tmovq\t__memlb_rt_gates@gottpoff(%rip), %rcx\n", f);
  fprintf (f, "\tmovq\t$0, %%fs:%u(%%rcx)\n",
	   (unsigned) offsetof (struct memlb_gates, procedure));
  fputs ("\tpopq\t%rcx\n\t.cfi_adjust_cfa_offset -8\n", f);
  if (bytes > 8 * n->timer_words)
    fputs ("\tleaq\t-8(%rsp), %rsp\n\t.cfi_adjust_cfa_offset 8\n", f);
  for (int i = 0; i < n->timer_words; i++)
    fprintf (f, "\tpushq\t%d(%%rsp)\n\t.cfi_adjust_cfa_offset 8\n", bytes);
  fprintf (f, "\tcall\t%s\n\tleaq\t%d(%%rsp), %%rsp\n"
	   "\t.cfi_adjust_cfa_offset %d\n", label_name (body),
	   bytes, -bytes);
  fprintf (f, "\tcall\t__memlb_exit\n\t.byte\t0x0f,0x1f,0x80\n"
	   "\t.long\t%u\n\tret\n\t.cfi_endproc\n",
	   n->function_p ? 0 : MEMLB_EXIT_OUTER);
  if (intel_p)
    fputs ("\t.intel_syntax noprefix\n", f);
}
