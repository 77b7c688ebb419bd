/* Inserted calls and gates of the original, for x86-64.
   SPDX-License-Identifier: GPL-3.0-or-later

   Inline code, where RZ is 128 if the function uses the red zone, else 0
   and without the lea (lea because it keeps the flags):

     call, at an entry or an exit:
	leaq -RZ(%rsp), %rsp
	call __memlb_...
	nopl NUMBER(%rax)	# 32 bits: distance of the descriptor from
				# themselves, or exit number
	leaq RZ(%rsp), %rsp

     entry, R being a dead register; where the flags are live, only a call
     of __memlb_enter:
	movq __memlb_rt_gates@gottpoff(%rip), R
	movq %fs:(R), R
	cmpq $0, DESCRIPTOR+gate(%rip)
	je 1f
	addq DESCRIPTOR+gate(%rip), R
	subl $1, (R)
	jns 1f
	call of __memlb_enter_due
     1:
     where entries may be counted:
	...
	addq DESCRIPTOR+gate(%rip), R
	subl $1, 0(R)		# the runtime finds the descriptor by the addq,
	jns 1f			# and there is no NOP; but where the call steps
	call __memlb_enter_COUNTERS	# over a red zone
	jne OBSERVE		# entries that are counted go on in that copy
     1:
     From the addq to the call these are bytes, for assemblers can be asked to put
     something between instructions.

     exit:
	movq __memlb_rt_gates@gottpoff(%rip), R
	cmpl $0, %fs:8(R)
	je 1f
	call of __memlb_exit
     1:
     or, where the flags are live,
	movq __memlb_rt_gates@gottpoff(%rip), %rcx
	movl %fs:8(%rcx), %ecx
	jrcxz 1f

     where no register is dead rcx is saved, as in this exit:
	leaq -RZ(%rsp), %rsp
	pushq %rcx
	movq ...
	jrcxz 2f
	popq %rcx
	call __memlb_exit
	nopl NUMBER(%rax)
	jmp 3f
     2:	popq %rcx
     3:	leaq RZ(%rsp), %rsp

   The stubs preserve all registers and flags.  */

#include "gcc-compat.h"
#include "nest.h"
#include "memlb-target.h"
#include "target-x86-64.h"
#include "unwind.h"

/* Registers fit for a gate: all have the same lengths of instructions but for
   the new ones, whose 32-bit operands need a prefix.  */
static const int gate_regs[] =
{
  AX_REG, CX_REG, DX_REG, SI_REG, DI_REG, R8_REG, R9_REG, R10_REG, R11_REG,
  BX_REG, R14_REG, R15_REG
};

nest_gate
target_gate (const HARD_REG_SET &dead, bitmap live, bool exit_p)
{
  nest_gate gate = { true, !bitmap_bit_p (live, FLAGS_REG), false, -1 };

  if (!gate.flags_p)
    {
      gate.open_p = exit_p;
      if (exit_p && TEST_HARD_REG_BIT (dead, CX_REG))
	gate.regno = CX_REG;
      return gate;
    }
  for (unsigned i = 0; i < ARRAY_SIZE (gate_regs); i++)
    if (TEST_HARD_REG_BIT (dead, gate_regs[i]))
      {
	gate.regno = gate_regs[i];
	break;
      }
  return gate;
}

void
target_gate_clobbers (const nest_gate *gate, vec<rtx> *parts)
{
  if (!gate->open_p)
    return;
  if (gate->regno >= 0)
    parts->safe_push (gen_rtx_CLOBBER (VOIDmode,
				       gen_rtx_REG (Pmode, gate->regno)));
  if (gate->flags_p)
    parts->safe_push (gen_rtx_CLOBBER (VOIDmode,
				       gen_rtx_REG (CCmode, FLAGS_REG)));
}

const char *
goto_text (const char *simple)
{
  static const char mark[] = GOTO_MARK ();
  char *whole = xstrdup (target_text (simple, true));
  char *at = whole;

  while ((at = strstr (at, mark)))
    {
      memcpy (at, "%l", 2);
      memmove (at + 2, at + strlen (mark), strlen (at + strlen (mark)) + 1);
    }
  const char *result = ggc_strdup (whole);
  free (whole);
  return result;
}

void
append_insn (gate_text *g, const char *text, unsigned bytes)
{
  char *longer = concat (g->text ? g->text : "", g->text ? "\n\t" : "", text,
			 NULL);

  free (g->text);
  g->text = longer;
  g->bytes += bytes;
}

/* Append the instruction of format FORMAT, where %s stands for WORD, of BYTES
   bytes, to G.  */

static void
append_with (gate_text *g, const char *format, const char *word,
	     unsigned bytes)
{
  char *insn = xasprintf (format, word, word);

  append_insn (g, insn, bytes);
  free (insn);
}

void
append_step (gate_text *g, int bytes)
{
  char *insn;

  if (!bytes)
    return;
  insn = xasprintf ("leaq\t%d(%%rsp), %%rsp\n\t" UNWIND_MARK " adjust %d",
		    bytes, -bytes);
  append_insn (g, insn, bytes == -128 ? 5 : 8);
  free (insn);
}

void
append_save (gate_text *g)
{
  append_insn (g, "pushq\t%rcx\n\t" UNWIND_MARK " adjust 8", 1);
}

void
append_restore (gate_text *g)
{
  append_insn (g, "popq\t%rcx\n\t" UNWIND_MARK " adjust -8", 1);
}

/* Append the call of CALLEE with NUMBER to G, the stack pointer being clear
   of the red zone.  */

static void
append_call (gate_text *g, const char *callee, const char *number)
{
  append_with (g, "call\t%s", callee, 5);
  append_with (g, ".byte\t0x0f,0x1f,0x80\n\t.long\t%s", number, 7);
}

/* Append to G the bytes that let what follows lie as in the plain build.  */

static void
append_pad (gate_text *g)
{
  char *mark = xasprintf (PAD_MARK " %u", g->bytes);

  append_insn (g, mark, 0);
  free (mark);
}

/* A call of the stub CALLEE with NUMBER, between steps over the red zone
   where there is one.  */

static const char *
call_text (const char *callee, const char *number)
{
  int zone = target_red_zone ();
  gate_text g = { NULL, 0 };

  append_step (&g, -zone);
  append_call (&g, callee, number);
  append_step (&g, zone);
  append_pad (&g);
  const char *result = target_text (g.text, true);
  free (g.text);
  return result;
}

/* Append what goes to label TO if nest DESC is not served, with the help of register
   NUMBER.  */

static void
append_served_test (gate_text *g, const char *desc, int number, const char *to)
{
  const char *reg = register_name[number];
  unsigned offset = offsetof (struct memlb_nest, gate);
  char *insn;

  append_with (g, "movq\t__memlb_rt_gates@gottpoff(%%rip), %%%s", reg, 7);
  append_with (g, "movq\t%%fs:(%%%s), %%%s", reg, 4);
  insn = xasprintf ("cmpq\t$0, %s+%u(%%rip)", desc, offset);
  append_insn (g, insn, 8);
  free (insn);
  append_with (g, "je\t%sf", to, 2);
}

/* The same, if it is served and its entry passes.  */

static void
append_entry_test (gate_text *g, const char *desc, int number, const char *to)
{
  const char *reg = register_name[number];
  unsigned offset = offsetof (struct memlb_nest, gate);

  append_served_test (g, desc, number, to);
  char *insn = xasprintf ("addq\t%s+%u(%%rip), %%%s", desc, offset, reg);
  append_insn (g, insn, 7);
  free (insn);
  append_with (g, "subl\t$1, (%%%s)", reg, 3 + (number >= 8));
  append_with (g, "jns\t%sf", to, 2);
}

/* The same, and the call of CALLEE, as bytes at fixed distances.  */

static void
append_counted_entry (gate_text *g, const char *desc, int number,
		      const char *callee, const char *to)
{
  const char *reg = register_name[number];
  unsigned offset = offsetof (struct memlb_nest, gate), low = number & 7;

  append_served_test (g, desc, number, to);
  char *insn = xasprintf (".byte\t0x%x,0x03,0x%x\t# addq\n\t.long\t%s+%u-.-4",
			  number < 8 ? 0x48 : 0x4c, low << 3 | 5, desc, offset);
  append_insn (g, insn, 7);
  free (insn);
  insn = (number < 8
	  ? xasprintf (".byte\t0x83,0x%x,0,1\t# subl $1, 0(%%%s)", 0x68 | low, reg)
	  : xasprintf (".byte\t0x41,0x83,0x%x,1\t# subl $1, (%%%s)", 0x28 | low,
		       reg));
  append_insn (g, insn, 4);
  free (insn);
  append_with (g, ".byte\t0x79\t# jns\n\t.byte\t%sf-.-1", to, 2);
  append_with (g, ".byte\t0xe8\t# call\n\t.long\t%s-.-4", callee, 5);
}

/* Append what goes to label TO if nothing has begun, with the help of
   register REG and, if FLAGS_P, of the flags; without them REG is rcx.  If CALLER
   is the descriptor of a nest that calls copies, it is asked whether that one has
   begun, for inside of it such nests pass.  Else what counts is at OFFSET of the
   gates.  */

static void
append_exit_test (gate_text *g, bool flags_p, const char *caller,
		  const char *reg, unsigned rex, unsigned offset,
		  const char *to)
{
  char *insn = NULL;

  append_with (g, "movq\t__memlb_rt_gates@gottpoff(%%rip), %%%s", reg, 7);
  if (caller && flags_p)
    {
      append_with (g, "movq\t%%fs:32(%%%s), %%%s", reg, 5);
      insn = xasprintf ("cmpq\t%s+%u(%%rip), %%%s", caller,
			(unsigned) offsetof (struct memlb_nest, gate), reg);
      append_insn (g, insn, 7);
      append_with (g, "jne\t%sf", to, 2);
    }
  else if (caller)
    {
      append_insn (g, "movl\t%fs:40(%rcx), %ecx", 4);
      append_with (g, "jrcxz\t%sf", to, 2);
    }
  else if (flags_p)
    {
      insn = xasprintf ("cmpl\t$0, %%fs:%u(%%%s)", offset, reg);
      append_insn (g, insn, 5 + rex);
      append_with (g, "je\t%sf", to, 2);
    }
  else
    {
      insn = xasprintf ("movl\t%%fs:%u(%%rcx), %%ecx", offset);
      append_insn (g, insn, 4);
      append_with (g, "jrcxz\t%sf", to, 2);
    }
  free (insn);
}

/* Append the test of GATE to G: at the entry of nest DESC, or at its exit, where
   what has begun is at OFFSET of the gates, if that is not 0.  It leads to label
   TO when there is nothing to do.  */

static void
append_test (gate_text *g, const nest_gate *gate, const char *desc,
	     unsigned offset, const char *to)
{
  int number = target_encoding (gate->regno >= 0 ? gate->regno : CX_REG);

  if (!offset)
    append_entry_test (g, desc, number, to);
  else
    append_exit_test (g, gate->flags_p, gate->calls_p ? desc : NULL,
		      register_name[number], number >= 8, offset, to);
}

/* Append the jump of entries that are counted to the observe copy, behind the call, where no
   register is saved.  */

static void
append_counted (gate_text *g)
{
  append_insn (g, ".byte\t0x0f,0x85\n\t.long\t" GOTO_MARK (0) "-.-4", 6);
}

/* The same where the stack pointer is still ZONE below the user's; all others go on at
   label 3.  */

static void
append_counted_below (gate_text *g, int zone)
{
  if (!zone)
    {
      append_counted (g);
      append_insn (g, "jmp\t3f", 2);
      return;
    }
  append_insn (g, "je\t3f", 2);
  append_step (g, zone);
  append_insn (g, ".byte\t0xe9\n\t.long\t" GOTO_MARK (0) "-.-4\n\t" UNWIND_MARK
	       " adjust 128", 5);
}

/* GATE, then the call of CALLEE with NUMBER.  DESC and OFFSET as for
   append_test.  If COUNTED_P entries may go on in the observe copy.  */

static const char *
gate_and_call (const nest_gate *gate, const char *desc, unsigned offset,
	       const char *callee, const char *number, bool counted_p)
{
  int zone = target_red_zone ();
  gate_text g = { NULL, 0 };

  if (gate->regno >= 0)
    {
      if (counted_p && !zone)
	append_counted_entry (&g, desc, target_encoding (gate->regno), callee,
			      "1");
      else
	{
	  append_test (&g, gate, desc, offset, "1");
	  append_step (&g, -zone);
	  append_call (&g, callee, number);
	  append_step (&g, zone);
	}
      if (counted_p)
	append_counted (&g);
    }
  else
    {
      append_step (&g, -zone);
      append_save (&g);
      append_test (&g, gate, desc, offset, "2");
      append_restore (&g);
      append_call (&g, callee, number);
      if (counted_p)
	append_counted_below (&g, zone);
      else
	append_insn (&g, "jmp\t3f", 2);
      append_insn (&g, UNWIND_MARK " adjust 8\n2:", 0);
      append_restore (&g);
      g.text = reconcat (g.text, g.text, "\n3:", NULL);
      append_step (&g, zone);
    }
  append_pad (&g);
  if (gate->regno >= 0)
    g.text = reconcat (g.text, g.text, "\n1:", NULL);
  const char *result
    = counted_p ? goto_text (g.text) : target_text (g.text, true);
  free (g.text);
  return result;
}

const char *
target_enter_text (const char *desc, const nest_gate *gate, const nest *counted)
{
  char *number = xasprintf ("%s-.", desc);
  char *callee
    = (counted ? xasprintf ("__memlb_enter_%s", counted->count_reg < 0
			    ? "none" : counter_base (counted))
       : xstrdup ("__memlb_enter_due"));
  const char *text
    = (gate->open_p
       ? gate_and_call (gate, desc, 0, callee, number, counted != NULL)
       : call_text ("__memlb_enter", number));
  free (callee);
  free (number);
  return text;
}

bool
target_counts_at_gate_p (const nest_gate *gate)
{
  return gate->open_p;
}

const char *
target_exit_text (const char *desc, unsigned exit, const nest_gate *gate)
{
  char number[32];

  sprintf (number, "%u", exit);
  unsigned begun = (exit >= MEMLB_EXIT_OUTER && exit != MEMLB_EXIT_COLD_CALL
		    ? offsetof (struct memlb_gates, active)
		    : offsetof (struct memlb_gates, begun));
  return gate_and_call (gate, desc, begun, "__memlb_exit", number, false);
}
