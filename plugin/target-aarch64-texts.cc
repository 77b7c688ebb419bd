/* Inserted code for aarch64.
   SPDX-License-Identifier: GPL-3.0-or-later

   There is no red zone, and the stack pointer is aligned to 16 bytes.

     call, at an entry, an exit or an observation point:
	str	x30, [sp, -16]!
	bl	__memlb_...
	b	1f
	.word	NUMBER		# distance of the descriptor from here, or
				# the number of an exit or a point
     1:	ldr	x30, [sp], 16
     An observation point at the start of a block can be left for the original;
     then the call returns behind the number:
	ldr	x30, [sp], 16
	b	ORIGINAL

     landing pad of the bound copy, entered with all registers but x30 set and
     sp on the private stack:
	ldr	REGISTER, [sp, CELLS+8*N]	# each address web, the slot
						# register
	ldr	x30, [sp, CELLS]

     landing pad of the observe copy, entered with sp at what the call has
     pushed; the stub has left the address of the counters beside it:
	ldp	x30, COUNTERS, [sp], 16		# or, without such a register,
	ldr	x30, [sp], 16

     exit of the bound copy:
	str	x30, [sp, CELLS]
	mov	w30, EXIT NUMBER
	str	w30, [sp, CELLS+16]
	ldr	x30, [sp, CELLS]
	b	__memlb_bound_exit

     counter of an observe copy, where a register is free in all of the nest;
     x16, or x17 where that is COUNTERS, is kept beside the counters:
	str	x16, [COUNTERS, 40]
	ldr	x16, [COUNTERS, 64+8*N]
	add	x16, x16, 1
	str	x16, [COUNTERS, 64+8*N]
	ldr	x16, [COUNTERS, 40]
     and on the way out, the register's own value for the address:
	str	x16, [COUNTERS, 40]
	mov	x16, COUNTERS
	ldr	COUNTERS, [x16, 8]
	str	x16, [x16, 8]
	ldr	x16, [x16, 40]
     or, where none is free,
	stp	x16, x17, [sp, -16]!
	mrs	x16, tpidr_el0
	adrp	x17, :gottprel:__memlb_rt_gates
	ldr	x17, [x17, :gottprel_lo12:__memlb_rt_gates]
	add	x16, x16, x17
	ldr	x16, [x16, 16]
	adrp	x17, DESCRIPTOR+table
	ldr	x17, [x17, :lo12:DESCRIPTOR+table]
	ldr	x16, [x16, x17]
	ldr	x17, [x16, 64+8*N]
	add	x17, x17, 1
	str	x17, [x16, 64+8*N]
	ldp	x16, x17, [sp], 16

     counter of a bound copy:
	str	x16, [sp, CELLS]
	ldr	x16, [sp, STEPS+8*N]
	add	x16, x16, 1
	str	x16, [sp, STEPS+8*N]
	ldr	x16, [sp, CELLS]

   The stubs preserve all registers and flags, and none of this changes the
   flags.  */

#include "gcc-compat.h"
#include "nest.h"
#include "memlb-target.h"
#include "target-aarch64.h"
#include "unwind.h"

const char *
keep_text (char *text)
{
  const char *result = ggc_strdup (text);

  free (text);
  return result;
}

const char *
target_text (const char *simple, bool)
{
  return ggc_strdup (simple);
}

const char *
target_local_name (const char *stem, int number)
{
  return keep_text (xasprintf (".L%s%d", stem, number));
}

long long
cell_offset (const nest *n, int cell)
{
  return n->cell_off + 8 * cell;
}

int
other_register (int avoid)
{
  return avoid == R16_REGNUM ? R17_REGNUM : R16_REGNUM;
}

/* The gate is in the stub.  */

nest_gate
target_gate (const HARD_REG_SET &, bitmap, bool)
{
  nest_gate gate = { false, true, false, -1 };

  return gate;
}

void
target_gate_clobbers (const nest_gate *, vec<rtx> *)
{
}

#define PUSH_LINK "str\tx30, [sp, -16]!\n\t" UNWIND_MARK " call 16\n\t"
#define POP_LINK "ldr\tx30, [sp], 16\n\t" UNWIND_MARK " back 16"

/* A call of the stub CALLEE with NUMBER.  It is 32 bytes long, so that GCC's
   alignment of what follows comes out as in the plain build.  */

static const char *
call_text (const char *callee, const char *number)
{
  return keep_text (xasprintf (PUSH_LINK "bl\t%s\n\tb\t1f\n\t.word\t%s\n\t"
			       "nop\n\tnop\n\tnop\n1:\t" POP_LINK, callee,
			       number));
}

const char *
target_enter_text (const char *desc, const nest_gate *, const nest *)
{
  char *number = xasprintf ("%s-.", desc);
  const char *text = call_text ("__memlb_enter", number);

  free (number);
  return text;
}

const char *
target_exit_text (const char *, unsigned exit, const nest_gate *)
{
  char number[32];

  sprintf (number, "%u", exit);
  return call_text ("__memlb_exit", number);
}

const char *
target_observe_text (const nest *, unsigned point, bool, bool goto_p)
{
  static const char leave[]
    = POP_LINK "\n\tb\t%l0\n\t" UNWIND_MARK " call 16\n";

  return keep_text (xasprintf (PUSH_LINK "bl\t__memlb_observe\n\tb\t1f\n\t"
			       ".word\t%u\n\t%s1:\t" POP_LINK, point,
			       goto_p ? leave : ""));
}

/* Append to malloc'ed TEXT a load of N's cell CELL into register NUMBER.  */

static char *
append_cell_load (char *text, const nest *n, unsigned cell, int number)
{
  char *longer = xasprintf ("%sldr\tx%d, [sp, %lld]\n\t", text, number,
			    cell_offset (n, cell));

  free (text);
  return longer;
}

const char *
target_bound_landing (const nest *n, const char *symbol, copy_kind)
{
  char *text = xasprintf (".type\t%s, %%function\n%s:\n\t"
			  UNWIND_MARK " begin %d\n\t", symbol, symbol, n->id);

  for (unsigned i = 0; i < n->webs.length (); i++)
    if (n->webs[i].live_in && n->webs[i].regno != R30_REGNUM)
      text = append_cell_load (text, n, web_cell (n, i), n->webs[i].regno);
  if (n->slot_reg >= 0)
    text = append_cell_load (text, n, MEMLB_CELL_SLOTS, n->slot_reg);
  if (n->zero_reg >= 0)
    text = reconcat (text, text, "mov\t", reg_names[n->zero_reg], ", 0\n\t",
		     NULL);
  int link = MEMLB_CELL_SCRATCH;
  for (unsigned i = 0; i < n->webs.length (); i++)
    if (n->webs[i].live_in && n->webs[i].regno == R30_REGNUM)
      link = web_cell (n, i);
  return keep_text (append_cell_load (text, n, link, R30_REGNUM));
}

const char *
target_observe_landing (const nest *n, const char *symbol)
{
  char *counters = (n->count_reg < 0 ? xstrdup ("ldr\tx30, ")
		    : xasprintf ("ldp\tx30, x%d, ", n->count_reg));
  char *text = xasprintf (".type\t%s, %%function\n%s:\n\t"
			  UNWIND_MARK " call 16\n\t%s[sp], 16\n\t"
			  UNWIND_MARK " back 16", symbol, symbol, counters);

  free (counters);
  return keep_text (text);
}

const char *
target_bound_exit (const nest *n, unsigned exit, const char *end)
{
  long long scratch = cell_offset (n, MEMLB_CELL_SCRATCH);

  return keep_text (xasprintf ("str\tx30, [sp, %lld]\n\t"
			       "movz\tw30, %u\n\tmovk\tw30, %u, lsl 16\n\t"
			       "str\tw30, [sp, %lld]\n\tldr\tx30, [sp, %lld]\n\t"
			       "b\t__memlb_bound_exit%s%s", scratch,
			       exit & 0xffff, exit >> 16,
			       cell_offset (n, MEMLB_CELL_EXIT), scratch,
			       *end ? "\n" : "", end));
}

/* An addition to the word of OFFSET from register BASE, by way of register
   AT.  */

static char *
addition (const char *base, long long offset, int at)
{
  return xasprintf ("ldr\tx%d, [%s, %lld]\n\tadd\tx%d, x%d, 1\n\t"
		    "str\tx%d, [%s, %lld]", at, base, offset, at, at, at, base,
		    offset);
}

/* The counter at AT of nest N, which uses all registers.  */

static const char *
found_count_text (const nest *n, unsigned at)
{
  char *add = addition ("x16", at, R17_REGNUM);
  char *table = xasprintf ("%s+%u", target_local_name ("MEMLBD", n->id),
			   (unsigned) offsetof (struct memlb_nest, table));
  char *text
    = xasprintf ("stp\tx16, x17, [sp, -16]!\n\t" UNWIND_MARK " adjust 16\n\t"
		 "mrs\tx16, tpidr_el0\n\t"
		 "adrp\tx17, :gottprel:__memlb_rt_gates\n\t"
		 "ldr\tx17, [x17, :gottprel_lo12:__memlb_rt_gates]\n\t"
		 "add\tx16, x16, x17\n\tldr\tx16, [x16, 16]\n\t"
		 "adrp\tx17, %s\n\tldr\tx17, [x17, :lo12:%s]\n\t"
		 "ldr\tx16, [x16, x17]\n\t%s\n\t"
		 "ldp\tx16, x17, [sp], 16\n\t" UNWIND_MARK " adjust -16",
		 table, table, add);

  free (add);
  free (table);
  return keep_text (text);
}

const char *
target_count_text (const nest *n, unsigned counter, bool, int, bool)
{
  unsigned at = 8 * (MEMLB_COUNT_FIRST + counter);
  int other = other_register (n->count_reg);

  if (n->count_reg < 0)
    return found_count_text (n, at);
  char *add = addition (reg_names[n->count_reg], at, other);
  char *text = xasprintf ("str\tx%d, [x%d, %d]\n\t%s\t// memlb counter %u\n\t"
			  "ldr\tx%d, [x%d, %d]", other, n->count_reg,
			  8 * MEMLB_COUNT_SCRATCH, add, counter, other,
			  n->count_reg, 8 * MEMLB_COUNT_SCRATCH);
  free (add);
  return keep_text (text);
}

const char *
target_count_end (const nest *n, bool dead_p)
{
  int base = n->count_reg, other = other_register (base);

  if (dead_p)
    return keep_text (xasprintf ("str\tx%d, [x%d, %d]\t// memlb counters end",
				 base, base, 8 * MEMLB_COUNT_SAVE));
  return keep_text (xasprintf ("str\tx%d, [x%d, %d]\n\tmov\tx%d, x%d\n\t"
			       "ldr\tx%d, [x%d, %d]\n\tstr\tx%d, [x%d, %d]\n\t"
			       "ldr\tx%d, [x%d, %d]\t// memlb counters end",
			       other, base, 8 * MEMLB_COUNT_SCRATCH,
			       other, base,
			       base, other, 8 * MEMLB_COUNT_SAVE,
			       other, other, 8 * MEMLB_COUNT_SAVE,
			       other, other, 8 * MEMLB_COUNT_SCRATCH));
}

const char *
target_step_text (const nest *n, unsigned counter, bool)
{
  long long scratch = cell_offset (n, MEMLB_CELL_SCRATCH);
  char *add = addition ("sp", n->steps_off + 8 * counter, R16_REGNUM);
  char *text = xasprintf ("str\tx16, [sp, %lld]\t// memlb step %u\n\t%s\n\t"
			  "ldr\tx16, [sp, %lld]", scratch, counter, add,
			  scratch);

  free (add);
  return keep_text (text);
}

const char *
target_borrow_text (const nest *n, const nest_split *split)
{
  char *save = (split->save < 0 ? xstrdup ("")
		: xasprintf ("str\tx%u, [sp, %lld]\n\t", split->regno,
			     cell_offset (n, split->save)));
  char *text = xasprintf ("%sldr\tx%u, [sp, %lld]\t// memlb borrows", save,
			  split->regno,
			  cell_offset (n, web_cell (n, split->web)));

  free (save);
  return keep_text (text);
}

const char *
target_leave_text (const nest *n, const nest_split *split)
{
  return keep_text (xasprintf ("ldr\tx%u, [sp, %lld]\t// memlb returns",
			       split->regno, cell_offset (n, split->save)));
}

const char *
target_linkage_name (const nest *n, unsigned callee)
{
  return keep_text (xasprintf (".LMEMLBJ%d_%u", n->id, callee));
}

/* Its frame is that of the copy's call; the callee finds x16 and x17 as behind a linkage table of the linker's.  */

char *
target_jumps (const nest *n)
{
  char *text = xstrdup ("");

  for (unsigned i = 0; i < n->callees.length (); i++)
    {
      const char *table = target_local_name ("MEMLBC", n->id);
      char *longer
	= xasprintf ("%s%s:\n\tadrp\tx16, %s+%u\n\t"
		     "ldr\tx16, [x16, :lo12:%s+%u]\n\tbr\tx16\n\t", text,
		     target_linkage_name (n, i), table, 8 * i, table, 8 * i);
      free (text);
      text = longer;
    }
  return text;
}

char *
target_linkage_text (const nest *n)
{
  return target_jumps (n);
}

rtx
target_cell (const nest *n, unsigned cell)
{
  return gen_rtx_MEM (Pmode, plus_constant (Pmode, stack_pointer_rtx,
					    cell_offset (n, cell)));
}
