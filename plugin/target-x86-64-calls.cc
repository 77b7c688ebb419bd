/* Inserted calls and gates for x86-64.
   SPDX-License-Identifier: GPL-3.0-or-later

   Inline code, where RZ is 128 if the function uses the red zone, else 0
   and without the lea (lea because it keeps the flags):

     call, at an entry, an exit or an observation point:
	leaq -RZ(%rsp), %rsp
	call __memlb_...
	nopl NUMBER(%rax)	# 32 bits: distance of the descriptor from
				# themselves, exit or point number
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

     counter, where a register and the flags are free:
	addq $1, 64+8*N(COUNTERS)
     and on the way out, the register's own value for the address:
	xchgq COUNTERS, 8(COUNTERS)
     or, where the flags are in use,
	movq %rax, 40(COUNTERS)
	lahf
	seto %al
	addq $1, 64+8*N(COUNTERS)
	addb $127, %al
	sahf
	movq 40(COUNTERS), %rax
     or, where no register is free, with the flags kept as above,
	leaq -RZ(%rsp), %rsp
	pushq %rax
	pushq %rcx
	movq __memlb_rt_gates@gottpoff(%rip), %rax
	movl DESCRIPTOR+index(%rip), %ecx
	movq %fs:16(%rax), %rax
	movq (%rax,%rcx,8), %rcx
	addq $1, 64+8*N(%rcx)
	popq %rcx
	popq %rax
	leaq RZ(%rsp), %rsp

     counter of a bound copy:
	addq $1, STEPS+8*N(%rsp)
     or, where the flags are in use,
	movq %rax, CELLS(%rsp)
	movq STEPS+8*N(%rsp), %rax
	leaq 1(%rax), %rax
	movq %rax, STEPS+8*N(%rsp)
	movq CELLS(%rsp), %rax

     replay copy, with the next record's address in STREAM:
	movq OFFSET(STREAM), FIX
	leaq BYTES(STREAM), STREAM

     observation point, where a register and the flags are free:
	cmpq $0, (COUNTERS)	# nobody looks
	je 1f
	call of __memlb_observe
     1:
     else as an exit where the flags are live, of %fs:24(%rcx).

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

/* The inserted sequences are multiples of 16 bytes, so that GCC's alignment
   of what follows them comes out as in the plain build: 12 or 25 bytes and a
   nop, behind a gate a longer one.  */
static const char pad_short[] = "\n\t.byte\t0x0f,0x1f,0x40,0";
static const char pad_long[] = "\n\t.byte\t0x0f,0x1f,0x80,0,0,0,0";

/* A call of the stub CALLEE with NUMBER, between steps over the red zone
   where there is one, and between the texts BEFORE and AFTER.  */

static const char *
call_text (const char *callee, const char *number, const char *before,
	   const char *after, bool operands_p)
{
  unsigned zone = target_red_zone ();
  char *text;

  if (zone)
    text = xasprintf ("%sleaq\t-%u(%%rsp), %%rsp\n\t"
		      UNWIND_MARK " adjust %u\n\tcall\t%s\n\t"
		      ".byte\t0x0f,0x1f,0x80\n\t.long\t%s\n\t"
		      "leaq\t%u(%%rsp), %%rsp\n\t"
		      UNWIND_MARK " adjust -%u%s%s", before,
		      zone, zone, callee, number, zone, zone, pad_long,
		      after);
  else
    text = xasprintf ("%scall\t%s\n\t.byte\t0x0f,0x1f,0x80\n\t.long\t%s"
		      "%s%s", before, callee, number, pad_short, after);
  const char *result = target_text (text, operands_p);
  free (text);
  return result;
}

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
  nest_gate gate = { true, !bitmap_bit_p (live, FLAGS_REG), -1 };

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

/* A gate in the making: its text, in malloc'ed memory, and the length of its
   instructions in bytes.  */
struct gate_text
{
  char *text;
  unsigned bytes;
};

/* Append the instruction TEXT, of BYTES bytes, to G.  */

static void
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

/* Append to G a step of the stack pointer by BYTES, or nothing if that is
   0.  */

static void
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

/* Append a push or pop of rcx to G.  */

static void
append_save (gate_text *g)
{
  append_insn (g, "pushq\t%rcx\n\t" UNWIND_MARK " adjust 8", 1);
}

static void
append_restore (gate_text *g)
{
  append_insn (g, "popq\t%rcx\n\t" UNWIND_MARK " adjust -8", 1);
}

/* Append the call of CALLEE with NUMBER to G, the stack pointer being clear
   of the red zone.  */

static void
append_call (gate_text *g, const char *callee, const char *number)
{
  char *insn = xasprintf ("call\t%s\n\t.byte\t0x0f,0x1f,0x80\n\t.long\t%s",
			  callee, number);

  append_insn (g, insn, 12);
  free (insn);
}

/* Append what goes to label TO if nest DESC is not served, or is and its
   entry passes, with the help of register REG; REX is 1 if that is a new
   one.  */

static void
append_entry_test (gate_text *g, const char *desc, const char *reg,
		   unsigned rex, const char *to)
{
  unsigned offset = offsetof (struct memlb_nest, gate);
  char *insn;

  append_with (g, "movq\t__memlb_rt_gates@gottpoff(%%rip), %%%s", reg, 7);
  append_with (g, "movq\t%%fs:(%%%s), %%%s", reg, 4);
  insn = xasprintf ("cmpq\t$0, %s+%u(%%rip)", desc, offset);
  append_insn (g, insn, 8);
  free (insn);
  append_with (g, "je\t%sf", to, 2);
  insn = xasprintf ("addq\t%s+%u(%%rip), %%%s", desc, offset, reg);
  append_insn (g, insn, 7);
  free (insn);
  append_with (g, "subl\t$1, (%%%s)", reg, 3 + rex);
  append_with (g, "jns\t%sf", to, 2);
}

/* Append what goes to label TO if nothing has begun, with the help of
   register REG and, if FLAGS_P, of the flags; without them REG is rcx.  */

static void
append_exit_test (gate_text *g, bool flags_p, const char *reg, unsigned rex,
		  const char *to)
{
  append_with (g, "movq\t__memlb_rt_gates@gottpoff(%%rip), %%%s", reg, 7);
  if (flags_p)
    {
      append_with (g, "cmpl\t$0, %%fs:8(%%%s)", reg, 5 + rex);
      append_with (g, "je\t%sf", to, 2);
    }
  else
    {
      append_insn (g, "movl\t%fs:8(%rcx), %ecx", 4);
      append_with (g, "jrcxz\t%sf", to, 2);
    }
}

/* Append the test of GATE to G: at the entry of nest DESC, or at an exit if
   that is NULL.  It leads to label TO when there is nothing to do.  */

static void
append_test (gate_text *g, const nest_gate *gate, const char *desc,
	     const char *to)
{
  int number = target_encoding (gate->regno >= 0 ? gate->regno : CX_REG);
  const char *reg = register_name[number];

  if (desc)
    append_entry_test (g, desc, reg, number >= 8, to);
  else
    append_exit_test (g, gate->flags_p, reg, number >= 8, to);
}

/* GATE, then the call of CALLEE with NUMBER.  DESC as for append_test.  */

static const char *
gate_and_call (const nest_gate *gate, const char *desc, const char *callee,
	       const char *number)
{
  int zone = target_red_zone ();
  gate_text g = { NULL, 0 };
  char *end;

  if (gate->regno >= 0)
    {
      append_test (&g, gate, desc, "1");
      append_step (&g, -zone);
      append_call (&g, callee, number);
      append_step (&g, zone);
    }
  else
    {
      append_step (&g, -zone);
      append_save (&g);
      append_test (&g, gate, desc, "2");
      append_restore (&g);
      append_call (&g, callee, number);
      append_insn (&g, "jmp\t3f\n\t" UNWIND_MARK " adjust 8\n2:", 2);
      append_restore (&g);
      g.text = reconcat (g.text, g.text, "\n3:", NULL);
      append_step (&g, zone);
    }
  if (-g.bytes & 15)
    {
      end = xasprintf (".nops\t%u", -g.bytes & 15);
      append_insn (&g, end, 0);
      free (end);
    }
  if (gate->regno >= 0)
    g.text = reconcat (g.text, g.text, "\n1:", NULL);
  const char *result = target_text (g.text, true);
  free (g.text);
  return result;
}

const char *
target_enter_text (const char *desc, const nest_gate *gate)
{
  char *number = xasprintf ("%s-.", desc);
  const char *text
    = (gate->open_p
       ? gate_and_call (gate, desc, "__memlb_enter_due", number)
       : call_text ("__memlb_enter", number, "", "", true));
  free (number);
  return text;
}

const char *
target_exit_text (unsigned exit, const nest_gate *gate)
{
  char number[32];

  sprintf (number, "%u", exit);
  return gate_and_call (gate, NULL, "__memlb_exit", number);
}

const char *
counter_base (const nest *n)
{
  return register_name[target_encoding (n->count_reg)];
}

/* The observation point NUMBER, passed over when nobody looks: for places
   where no register holds the counters, or the flags are in use.  */

static const char *
tested_observe_text (const char *number, bool goto_p)
{
  int zone = target_red_zone ();
  gate_text before = { NULL, 0 }, after = { NULL, 0 };
  char *mark = xasprintf ("jmp\t3f\n\t" UNWIND_MARK " adjust %d\n2:",
			  zone + 8);

  append_step (&before, -zone);
  append_save (&before);
  append_insn (&before, "movq\t__memlb_rt_gates@gottpoff(%rip), %rcx", 7);
  append_insn (&before, "movl\t%fs:24(%rcx), %ecx", 4);
  append_insn (&before, "jrcxz\t2f", 2);
  append_restore (&before);
  append_step (&before, zone);
  append_insn (&after, mark, 2);
  append_restore (&after);
  append_step (&after, zone);
  before.text = reconcat (before.text, before.text, "\n\t", NULL);
  after.text = concat ("\n\t", after.text, "\n3:", NULL);
  const char *text = call_text ("__memlb_observe", number, before.text,
				after.text, goto_p);
  free (mark);
  free (before.text);
  free (after.text);
  return text;
}

const char *
target_observe_text (const nest *n, unsigned point, bool free_p, bool goto_p)
{
  char number[32];

  sprintf (number, "%u", point);
  if (!free_p || n->count_reg < 0)
    return tested_observe_text (number, goto_p);
  char *gate = xasprintf ("cmpq\t$0, (%%%s)\n\tje\t1f\n\t",
			  counter_base (n));
  const char *text = call_text ("__memlb_observe", number, gate, "\n1:",
				goto_p);
  free (gate);
  return text;
}

/* Append to G the addition to the counter at AT from register BASE, with the
   flags kept in rax if KEEP_P.  One instruction adds, so that no signal
   handler's count is lost.  */

static void
append_count (gate_text *g, const char *base, unsigned at, bool keep_p)
{
  char *insn = xasprintf ("addq\t$1, %u(%%%s)\t# memlb counter %u", at, base,
			  at / 8 - MEMLB_COUNT_FIRST);

  if (keep_p)
    append_insn (g, "lahf\n\tseto\t%al", 4);
  append_insn (g, insn, 8);
  if (keep_p)
    append_insn (g, "addb\t$127, %al\n\tsahf", 3);
  free (insn);
}

/* Append to G the store of register FROM in the word at BASE that is there for
   it, and the load.  */

static void
append_keep (gate_text *g, const char *from, const char *base)
{
  char *insn = xasprintf ("movq\t%%%s, %d(%%%s)", from,
			  8 * MEMLB_COUNT_SCRATCH, base);

  append_insn (g, insn, 4);
  free (insn);
}

static void
append_kept (gate_text *g, const char *to, const char *base)
{
  char *insn = xasprintf ("movq\t%d(%%%s), %%%s", 8 * MEMLB_COUNT_SCRATCH,
			  base, to);

  append_insn (g, insn, 4);
  free (insn);
}

/* Append to G a counter at AT from N's register, where the flags are in use:
   a word beside the counters keeps another register.  */

static void
append_kept_count (gate_text *g, const nest *n, unsigned at)
{
  const char *base = counter_base (n);
  bool rax_p = target_encoding (n->count_reg) == 0;

  if (!rax_p)
    {
      append_keep (g, "rax", base);
      append_count (g, base, at, true);
      append_kept (g, "rax", base);
      return;
    }
  append_keep (g, "rcx", base);
  append_insn (g, "movq\t%rax, %rcx", 3);
  append_count (g, "rcx", at, true);
  append_insn (g, "movq\t%rcx, %rax", 3);
  append_kept (g, "rcx", base);
}

/* Append to G a counter at AT of nest N, which uses all registers: the
   thread's table of counters and the nest's number in it lead there.  */

static void
append_found_count (gate_text *g, const nest *n, unsigned at, bool free_p)
{
  int zone = target_red_zone ();
  char *number
    = xasprintf ("movl\t%s+%u(%%rip), %%ecx",
		 target_local_name ("MEMLBD", n->id),
		 (unsigned) offsetof (struct memlb_nest, index));

  append_step (g, -zone);
  append_insn (g, "pushq\t%rax\n\t" UNWIND_MARK " adjust 8", 1);
  append_save (g);
  append_insn (g, "movq\t__memlb_rt_gates@gottpoff(%rip), %rax", 7);
  append_insn (g, number, 6);
  append_insn (g, "movq\t%fs:16(%rax), %rax", 5);
  append_insn (g, "movq\t(%rax,%rcx,8), %rcx", 4);
  append_count (g, "rcx", at, !free_p);
  append_restore (g);
  append_insn (g, "popq\t%rax\n\t" UNWIND_MARK " adjust -8", 1);
  append_step (g, zone);
  free (number);
}

const char *
target_count_text (const nest *n, unsigned counter, bool free_p)
{
  unsigned at = 8 * (MEMLB_COUNT_FIRST + counter);
  gate_text g = { NULL, 0 };

  if (n->count_reg < 0)
    append_found_count (&g, n, at, free_p);
  else if (free_p)
    append_count (&g, counter_base (n), at, false);
  else
    append_kept_count (&g, n, at);
  const char *result = target_text (g.text, false);
  free (g.text);
  return result;
}

const char *
target_count_end (const nest *n)
{
  const char *base = counter_base (n);
  char *text = xasprintf ("xchgq\t%%%s, %u(%%%s)\t# memlb counters end",
			  base, 8 * MEMLB_COUNT_SAVE, base);
  const char *result = target_text (text, false);

  free (text);
  return result;
}

const char *
target_step_text (const nest *n, unsigned counter, bool free_p)
{
  long long at = n->steps_off + 8 * counter;
  long long scratch = n->cell_off + 8 * MEMLB_CELL_SCRATCH;
  char *text
    = (free_p ? xasprintf ("addq\t$1, %lld(%%rsp)\t# memlb step %u", at,
			   counter)
       : xasprintf ("movq\t%%rax, %lld(%%rsp)\t# memlb step %u\n\t"
		    "movq\t%lld(%%rsp), %%rax\n\tleaq\t1(%%rax), %%rax\n\t"
		    "movq\t%%rax, %lld(%%rsp)\n\tmovq\t%lld(%%rsp), %%rax",
		    scratch, counter, at, at, scratch));
  const char *result = target_text (text, false);

  free (text);
  return result;
}

/* Offset of N's cell number CELL from the stack pointer.  */

static long long
cell_offset (const nest *n, int cell)
{
  return n->cell_off + 8 * cell;
}

const char *
target_borrow_text (const nest *n, const nest_split *split)
{
  const char *name = register_name[target_encoding (split->regno)];
  char *save = (split->save < 0 ? xstrdup ("")
		: xasprintf ("movq\t%%%s, %lld(%%rsp)\n\t", name,
			     cell_offset (n, split->save)));
  char *text = xasprintf ("%smovq\t%lld(%%rsp), %%%s\t# memlb borrows", save,
			  cell_offset (n, web_cell (n, split->web)), name);
  const char *result = target_text (text, false);

  free (save);
  free (text);
  return result;
}

const char *
target_leave_text (const nest *n, const nest_split *split)
{
  char *text = xasprintf ("movq\t%lld(%%rsp), %%%s\t# memlb returns",
			  cell_offset (n, split->save),
			  register_name[target_encoding (split->regno)]);
  const char *result = target_text (text, false);

  free (text);
  return result;
}

/* What a replay copy reads from its stream beside the control loads.  */

const char *
target_stream_fix (const nest *n, unsigned offset)
{
  char *text = xasprintf ("movq\t%u(%%%s), %%%s\t# memlb stream", offset,
			  register_name[target_encoding (n->stream_reg)],
			  register_name[target_encoding (n->fix_reg)]);
  const char *result = target_text (text, false);

  free (text);
  return result;
}

/* The way to the next record.  */

const char *
target_stream_step (const nest *n, unsigned bytes)
{
  const char *name = register_name[target_encoding (n->stream_reg)];
  char *text = xasprintf ("leaq\t%u(%%%s), %%%s\t# memlb stream", bytes,
			  name, name);
  const char *result = target_text (text, false);

  free (text);
  return result;
}
