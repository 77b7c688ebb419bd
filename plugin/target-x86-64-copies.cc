/* What the copies have inserted, for x86-64.
   SPDX-License-Identifier: GPL-3.0-or-later

   RZ is 128 if the function uses the red zone, else 0 and without the lea.

     observation point:
	testb $NUMBER+1, (COUNTERS)	# nobody looks; or, where no register is free,
	je 1f				# DESCRIPTOR+observing(%rip)
	call __memlb_observe_tested
     1:
     where the function uses the red zone, or the flags are in use, when the stub sees
     to it, or from number 255 on:
	leaq -RZ(%rsp), %rsp
	call __memlb_observe
	nopl NUMBER(%rax)	# 8 bits, unsigned, or 32
	leaq RZ(%rsp), %rsp

     counter of an observe copy, where a register and the flags are free:
	incq 64+8*N(COUNTERS)
     and on the way out, the register's own value for the address, from where a
     signal handler does not find it:
	leaq -RZ(%rsp), %rsp
	pushq 8(COUNTERS)
	movq COUNTERS, 8(COUNTERS)
	popq COUNTERS
	leaq RZ(%rsp), %rsp
     or, where the flags are in use,
	movq %rax, 40(COUNTERS)
	lahf
	seto %al
	incq 64+8*N(COUNTERS)
	addb $127, %al
	sahf
	movq 40(COUNTERS), %rax
     or, where no register is free in all of the nest but R is dead here,
	movq DESCRIPTOR+table(%rip), R
	call __memlb_counters_R
	incq 64+8*N(R)
     or, in the innermost loops, and if the function uses the red zone,
	movq __memlb_rt_gates@gottpoff(%rip), R
	movq %fs:16(R), R
	addq DESCRIPTOR+table(%rip), R
	movq (R), R
	incq 64+8*N(R)
     or, where none is, the same with a saved rcx, below the red zone, and the
     flags kept as above in a saved rax
	leaq -RZ(%rsp), %rsp
	pushq %rcx
	...
	popq %rcx
	leaq RZ(%rsp), %rsp

     counter of a whole function's copy, in the thread's window
	incq %gs:WORDS+64+8*N(%eip)
     and where the flags are in use, with these kept as above in a saved rax

     counter of a bound copy:
	incq STEPS+8*N(%rsp)
     or, where the flags are in use,
	movq %rax, CELLS(%rsp)
	movq STEPS+8*N(%rsp), %rax
	leaq 1(%rax), %rax
	movq %rax, STEPS+8*N(%rsp)
	movq CELLS(%rsp), %rax

     replay copy, with the next record's address in STREAM:
	movq OFFSET(STREAM), FIX
	leaq BYTES(STREAM), STREAM

   The stub preserves all registers and flags.  */

#include "gcc-compat.h"
#include "nest.h"
#include "memlb-target.h"
#include "target-x86-64.h"
#include "unwind.h"

const char *
counter_base (const nest *n)
{
  return register_name[target_encoding (n->count_reg)];
}

/* Append to G a test of what tells whether observation points of N call, and the jump
   over the call.  */

static void
append_look (gate_text *g, const nest *n)
{
  char *insn
    = (n->count_reg >= 0
       ? xasprintf ("testb\t$%u, (%%%s)", MEMLB_OBSERVING, counter_base (n))
       : xasprintf ("testb\t$%u, %s+%u(%%rip)", MEMLB_OBSERVING,
		    target_local_name ("MEMLBD", n->id),
		    (unsigned) offsetof (struct memlb_nest, observing)));

  append_insn (g, insn, n->count_reg >= 0 ? 4 : 7);
  append_insn (g, "je\t1f", 2);
  free (insn);
}

/* Append to G such a look for point POINT, which calls what finds the number in the test: as
   bytes, for assemblers can be asked to put something between instructions.  */

static void
append_tested_call (gate_text *g, const nest *n, unsigned point)
{
  char *test;

  if (n->count_reg >= 0)
    {
      unsigned number = target_encoding (n->count_reg), low = number & 7;
      test = xasprintf (".byte\t%s0xf6,0x%x%s,%u\t# testb $%u, (%%%s)",
			number < 8 ? "" : "0x41,", low == 5 ? 0x45 : low,
			low == 5 ? ",0" : low == 4 ? ",0x24" : "", point + 1,
			point + 1, counter_base (n));
    }
  else
    test = xasprintf (".byte\t0xf6,5\t# testb\n\t.long\t%s+%u-.-5\n\t.byte\t%u",
		      target_local_name ("MEMLBD", n->id),
		      (unsigned) offsetof (struct memlb_nest, observing),
		      point + 1);
  append_insn (g, test, n->count_reg >= 0 ? 5 : 7);
  append_insn (g, ".byte\t0x74,5\t# je, over the call\n\t"
	       ".byte\t0xe8\n\t.long\t__memlb_observe_tested-.-4", 7);
  free (test);
}

const char *
target_observe_text (const nest *n, unsigned point, bool free_p, bool goto_p)
{
  int zone = target_red_zone ();
  gate_text g = { NULL, 0 };
  char insn[64];

  if (free_p && !zone && point < MEMLB_OBSERVING)
    append_tested_call (&g, n, point);
  else
    {
      if (free_p)
	append_look (&g, n);
      append_step (&g, -zone);
      append_insn (&g, "call\t__memlb_observe", 5);
      if (point < 256)
	sprintf (insn, ".byte\t0x0f,0x1f,0x40,%u", point);
      else
	sprintf (insn, ".byte\t0x0f,0x1f,0x80\n\t.long\t%u", point);
      append_insn (&g, insn, point < 256 ? 4 : 7);
      append_step (&g, zone);
      if (free_p)
	g.text = reconcat (g.text, g.text, "\n1:", NULL);
    }
  const char *result = target_text (g.text, goto_p);
  free (g.text);
  return result;
}

/* Append to G the addition to the counter at AT from register BASE, with the
   flags kept in rax if KEEP_P.  One instruction adds, so that no signal
   handler's count is lost.  */

static void
append_count (gate_text *g, const char *base, unsigned at, bool keep_p)
{
  char *insn = xasprintf ("incq\t%u(%%%s)\t# memlb counter %u", at, base,
			  at / 8 - MEMLB_COUNT_FIRST);

  if (keep_p)
    append_insn (g, "lahf\n\tseto\t%al", 4);
  append_insn (g, insn, 7);
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

/* Append to G the way to the counters of N, for register R: through the
   thread's table of counters; CALL_P: by a call, which is shorter.  */

static void
append_search (gate_text *g, const nest *n, const char *r, bool call_p)
{
  const char *desc = target_local_name ("MEMLBD", n->id);
  unsigned table = offsetof (struct memlb_nest, table);
  char *insns
    = (call_p
       ? xasprintf ("movq\t%s+%u(%%rip), %%%s\n\tcall\t__memlb_counters_%s",
		    desc, table, r, r)
       : xasprintf ("movq\t__memlb_rt_gates@gottpoff(%%rip), %%%s\n\t"
		    "movq\t%%fs:16(%%%s), %%%s\n\taddq\t%s+%u(%%rip), %%%s\n\t"
		    "movq\t(%%%s), %%%s", r, r, r, desc, table, r, r, r));

  append_insn (g, insns, call_p ? 12 : 24);
  free (insns);
}

/* The flags to a saved rax, and back.  */
static const char keep_flags[]
  = "pushq\t%rax\n\t" UNWIND_MARK " adjust 8\n\tlahf\n\tseto\t%al";
static const char kept_flags[]
  = "addb\t$127, %al\n\tsahf\n\tpopq\t%rax\n\t" UNWIND_MARK " adjust -8";

/* Append to G a counter at AT of nest N, which uses all registers; KEEP_P: the
   flags are in use.  They are kept in rax, before the search changes them.
   RARE_P: it should be short.  */

static void
append_found_count (gate_text *g, const nest *n, unsigned at, bool keep_p,
		    bool rare_p)
{
  int zone = target_red_zone ();

  append_step (g, -zone);
  if (keep_p)
    append_insn (g, keep_flags, 5);
  append_save (g);
  append_search (g, n, "rcx", rare_p);
  append_count (g, "rcx", at, false);
  append_restore (g);
  if (keep_p)
    append_insn (g, kept_flags, 4);
  append_step (g, zone);
}

/* Append to G a counter at AT of the whole function that N stands for; KEEP_P: the
   flags are in use.  */

static void
append_window_count (gate_text *g, const nest *n, unsigned at, bool keep_p)
{
  int zone = target_red_zone ();
  char *insn = xasprintf ("incq\t%%gs:%s+%u(%%eip)\t# memlb counter %u",
			  target_local_name ("MEMLBCW", n->id), at,
			  at / 8 - MEMLB_COUNT_FIRST);

  if (keep_p)
    {
      append_step (g, -zone);
      append_insn (g, keep_flags, 5);
    }
  append_insn (g, insn, 10);
  if (keep_p)
    {
      append_insn (g, kept_flags, 4);
      append_step (g, zone);
    }
  free (insn);
}

const char *
target_count_text (const nest *n, unsigned counter, bool free_p, int reg,
		   bool rare_p)
{
  unsigned at = 8 * (MEMLB_COUNT_FIRST + counter);
  gate_text g = { NULL, 0 };

  if (n->procedure_p)
    append_window_count (&g, n, at, !free_p);
  else if (n->count_reg >= 0 && free_p)
    append_count (&g, counter_base (n), at, false);
  else if (n->count_reg >= 0)
    append_kept_count (&g, n, at);
  else if (free_p && reg >= 0)
    {
      const char *r = register_name[target_encoding (reg)];
      append_search (&g, n, r, rare_p && !target_red_zone ());
      append_count (&g, r, at, false);
    }
  else
    append_found_count (&g, n, at, !free_p, rare_p);
  const char *result = target_text (g.text, false);
  free (g.text);
  return result;
}

const char *
target_count_end (const nest *n, bool dead_p)
{
  const char *base = counter_base (n);
  char *store = xasprintf ("movq\t%%%s, %u(%%%s)\t# memlb counters end", base,
			   8 * MEMLB_COUNT_SAVE, base);
  char *restore
    = xasprintf ("pushq\t%u(%%%s)\n\t" UNWIND_MARK " adjust 8\n\t%s\n\t"
		 "popq\t%%%s\n\t" UNWIND_MARK " adjust -8",
		 8 * MEMLB_COUNT_SAVE, base, store, base);
  int zone = dead_p ? 0 : target_red_zone ();
  gate_text g = { NULL, 0 };

  append_step (&g, -zone);
  append_insn (&g, dead_p ? store : restore, 0);
  append_step (&g, zone);
  const char *result = target_text (g.text, false);
  free (store);
  free (restore);
  free (g.text);
  return result;
}

const char *
target_step_text (const nest *n, unsigned counter, bool free_p)
{
  long long at = n->steps_off + 8 * counter;
  long long scratch = n->cell_off + 8 * MEMLB_CELL_SCRATCH;
  char *text
    = (free_p ? xasprintf ("incq\t%lld(%%rsp)\t# memlb step %u", at,
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

/* What a replay copy reads from its stream beside the control loads; its register
   is kept in a cell if it is a borrowed one, and given back behind.  */

const char *
target_stream_fix (const nest *n, const nest_read *read)
{
  const char *name = register_name[target_encoding (read->fix_reg)];
  char *save = (!read->borrowed_p ? xstrdup ("")
		: xasprintf ("movq\t%%%s, %lld(%%rsp)\t# memlb keeps\n\t", name,
			     cell_offset (n, MEMLB_CELL_SCRATCH)));
  char *text = xasprintf ("%smovq\t%u(%%%s), %%%s\t# memlb stream", save,
			  read->fix,
			  register_name[target_encoding (n->stream_reg)], name);
  const char *result = target_text (text, false);

  free (save);
  free (text);
  return result;
}

const char *
target_stream_return (const nest *n, const nest_read *read)
{
  char *text = xasprintf ("movq\t%lld(%%rsp), %%%s\t# memlb stream",
			  cell_offset (n, MEMLB_CELL_SCRATCH),
			  register_name[target_encoding (read->fix_reg)]);
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
