/* How copies are entered and left, for x86-64.
   SPDX-License-Identifier: GPL-3.0-or-later

   RZ is 128 if the function uses the red zone, else 0.

     landing pad of the bound copy, entered by a jump with all registers but
     rax set and rsp on the private stack:
	movq CELLS+8*N(%rsp), REGISTER	# each address web, the slot register,
					# in a replay copy that of the stream
	xorl ZERO, ZERO			# the index of value zero; movl $0 if
					# the flags are in use
	movq CELLS(%rsp), %rax		# unless loaded already

     landing pad of the observe copy, entered with rsp at the slot of the
     stub's return address, which holds rax; 112 bytes below the one before, where no
     signal handler writes, the stub has left the address of the counters:
	popq %rax
	movq -112(%rsp), COUNTERS	# if a register is free
	leaq RZ(%rsp), %rsp

     exit of the bound copy:
	movb EXIT NUMBER, CELLS+16(%rsp)	# movl from 256 on; not of exit 0,
						# which the runtime has written
	jmp __memlb_bound_exit

   Behind the bound copy there are jumps through its tables of calls.
   The stubs preserve all registers and flags.  */

#include "gcc-compat.h"
#include "nest.h"
#include "memlb-target.h"
#include "target-x86-64.h"
#include "unwind.h"

/* "endbr64" where indirect jumps need it.  */

static const char *
landing_mark (void)
{
  return (flag_cf_protection & CF_BRANCH) ? "endbr64\n\t" : "";
}

/* Append to malloc'ed TEXT a load of N's cell CELL into register REGNO, which
   becomes LOADED; returns the new text.  */

static char *
append_cell_load (char *text, const nest *n, unsigned cell, unsigned regno,
		  bool *loaded)
{
  int number = target_encoding (regno);
  char *longer = xasprintf ("%smovq\t" HOST_WIDE_INT_PRINT_DEC
			    "(%%rsp), %%%s\n\t", text,
			    n->cell_off + 8 * cell, register_name[number]);

  free (text);
  loaded[number] = true;
  return longer;
}

/* Append to malloc'ed TEXT what makes N's zero index; returns the new text.  */

static char *
append_zero (char *text, const nest *n)
{
  int number = target_encoding (n->zero_reg);
  const char *name = register_name[number];
  char *word = (number < 8 ? concat ("e", name + 1, NULL)
		: concat (name, "d", NULL));
  bool flags_free_p = n->count_blocks[n->count_edges[0].dst].gate_p;
  char *longer = (flags_free_p
		  ? xasprintf ("%sxorl\t%%%s, %%%s\n\t", text, word, word)
		  : xasprintf ("%smovl\t$0, %%%s\n\t", text, word));

  free (word);
  free (text);
  return longer;
}

const char *
target_bound_landing (const nest *n, const char *symbol, copy_kind kind)
{
  bool slots_p = kind != COPY_MIRROR, replay_p = kind == COPY_REPLAY;
  bool loaded[16] = { };
  char *text = xasprintf (".type\t%s, @function\n%s:\n\t"
			  UNWIND_MARK " begin %d\n\t%s",
			  symbol, symbol, n->id, landing_mark ());

  for (unsigned i = 0; slots_p && i < n->webs.length (); i++)
    if (n->webs[i].live_in)
      text = append_cell_load (text, n, web_cell (n, i), n->webs[i].regno,
			       loaded);
  if (slots_p && n->slot_reg >= 0)
    text = append_cell_load (text, n, MEMLB_CELL_SLOTS, n->slot_reg, loaded);
  if (replay_p)
    text = append_cell_load (text, n, MEMLB_CELL_STREAM, n->stream_reg, loaded);
  if (slots_p && n->zero_reg >= 0 && !(replay_p && stream_for_zero_p (n)))
    {
      text = append_zero (text, n);
      loaded[target_encoding (n->zero_reg)] = true;
    }
  if (!loaded[0])
    text = append_cell_load (text, n, MEMLB_CELL_SCRATCH, AX_REG, loaded);
  const char *result = target_text (text, false);
  free (text);
  return result;
}

const char *
target_observe_landing (const nest *n, const char *symbol)
{
  int zone = target_red_zone ();
  gate_text g = { NULL, 0 };
  char *begin = xasprintf (".type\t%s, @function\n%s:\n\t"
			   UNWIND_MARK " adjust %d\n\t%spopq\t%%rax\n\t"
			   UNWIND_MARK " adjust -8",
			   symbol, symbol, 8 + zone, landing_mark ());

  append_insn (&g, begin, 0);
  free (begin);
  if (n->count_reg >= 0)
    {
      char *load = xasprintf ("movq\t-112(%%rsp), %%%s", counter_base (n));
      append_insn (&g, load, 5);
      free (load);
    }
  append_step (&g, zone);
  const char *result = target_text (g.text, false);
  free (g.text);
  return result;
}

const char *
target_bound_exit (const nest *n, unsigned exit, const char *end)
{
  HOST_WIDE_INT cells = n->cell_off;
  char *store = (!exit ? xstrdup ("")
		 : xasprintf ("mov%c\t$%u, " HOST_WIDE_INT_PRINT_DEC
			      "(%%rsp)\n\t", exit < 256 ? 'b' : 'l', exit,
			      cells + 8 * MEMLB_CELL_EXIT));
  char *text = xasprintf ("%sjmp\t__memlb_bound_exit\t# memlb cells at "
			  HOST_WIDE_INT_PRINT_DEC "%s%s", store, cells,
			  *end ? "\n" : "", end);
  const char *result = target_text (text, false);
  free (store);
  free (text);
  return result;
}

const char *
target_linkage_name (const nest *n, unsigned callee)
{
  char *name = xasprintf (".LMEMLBJ%d_%u", n->id, callee);
  const char *result = ggc_strdup (name);
  free (name);
  return result;
}

const char *
target_call_name (const nest *n, unsigned call)
{
  char *name = xasprintf (".LMEMLBX%d_%u", n->id, call);
  const char *result = ggc_strdup (name);
  free (name);
  return result;
}

/* Append to malloc'ed TEXT jumps through N's table of calls; returns the new
   text.  */

static char *
append_call_jumps (char *text, const nest *n)
{
  for (unsigned i = 0; i < n->calls.length (); i++)
    {
      unsigned offset = (i * sizeof (struct memlb_call)
			 + offsetof (struct memlb_call, target));
      char *longer
	= xasprintf ("%s%s:\n\tjmp\t*%u+%s(%%rip)\n\t", text,
		     target_call_name (n, i), offset,
		     target_local_name ("MEMLBK", n->id));
      free (text);
      text = longer;
    }
  return text;
}

char *
target_jumps (const nest *n)
{
  char *text = append_call_jumps (xstrdup (""), n);

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

/* Their frame is that of the copy's call.  */

char *
target_linkage_text (const nest *n)
{
  if (n->callees.is_empty () && n->calls.is_empty ())
    return xstrdup ("");
  char *text = target_jumps (n);
  char *result = xasprintf (UNWIND_MARK " adjust 8\n%s" UNWIND_MARK
			    " adjust -8\n", text);
  free (text);
  return result;
}
