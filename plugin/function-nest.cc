/* Functions that are measured as nests are, since no nest of theirs is.
   SPDX-License-Identifier: GPL-3.0-or-later

   The original is a call of the function, and the bound copy one of its bound
   copy (decide-callee.cc):

     f: gate (asm goto: l)
	...
     b: landing pad; call of f.memlb; exit pad
     l: landing (asm goto: the function, b), which leads to the timer where
	the runtime measures this entry

   It has no loops, or none with a copy.  The timer calls the function once more
   (target-x86-64-procedure.cc), so that it comes back there; other entries pass.  All
   that a function reads is real where it decides the path, and by their kinds its
   stores cannot reach that; so the path needs no register that checks it.  */

#include "gcc-compat.h"
#include "nest.h"
#include "callees.h"
#include "copier.h"
#include "memlb-target.h"
#include "plugin-options.h"
#include "unwind.h"

/* A function that has fewer instructions is too short to be timed, whatever they are,
   if it calls nothing; and not worth the code in any case.  */
static const unsigned least_insns = 100;
static const unsigned least_insns_calling = 16;

/* The general register, by bit, of the result of C's function, if the copy has the
   same one.  */

static unsigned
result_register (const callee *c)
{
  rtx result = crtl->return_rtx;

  if (c->flags & MEMLB_CALLEE_LOOSE || !result || !REG_P (result)
      || (GET_MODE (result) != SImode && GET_MODE (result) != DImode)
      || float_register_p (REGNO (result)))
    return 0;
  return 1u << target_encoding (REGNO (result));
}

/* The nest that the current function is, whose bound copy is C; NULL if it is
   none.  */

nest *
decide_function_nest (const callee *c)
{
  int words = c->n->timer_words;
  bool calls_p = !c->n->calls.is_empty () || !c->n->callees.is_empty ();

  if (words < 0 || c->flags & MEMLB_CALLEE_LOOPS || passed_record_p ()
      || c->n->n_insns < (calls_p ? least_insns_calling : least_insns)
      || plugin_options.min_depth > 1 || !nest_selected_p (c->n))
    return NULL;
  nest *n = whole_function ();
  n->blocks.truncate (0);
  n->procedure_p = false;
  n->function_p = n->copied_p = n->timed_p = n->vector_p = true;
  n->n_insns = c->n->n_insns;
  n->n_exits = 1;
  n->ctl_gprs = result_register (c);
  n->calls.safe_push (XEXP (DECL_RTL (current_function_decl), 0));
  if (words)
    {
      frame_range arguments
	= { UNITS_PER_WORD, (words + 1) * UNITS_PER_WORD, false };
      n->ranges.safe_push (arguments);
    }
  place_cells (n);
  return n;
}

/* Append N's bound copy to CHAIN.  */

static basic_block
append_bound_call (nest *n, block_chain *chain)
{
  char *symbol = copy_symbol (n, "bound");
  char *end = bound_end_text (n, COPY_BOUND);

  n->bound_label = gen_label_rtx ();
  rtx_insn *head = emit_label_after (n->bound_label, chain->pos);
  rtx_insn *pos
    = emit_text_after (target_bound_landing (n, symbol, COPY_MIRROR), head);
  pos = emit_text_after (target_function_call (n), pos);
  pos = emit_text_after (target_bound_exit (n, 0, end), pos);
  basic_block bb = append_block (chain, head, pos, profile_count::zero ());
  chain->pos = emit_barrier_after (pos);
  free (symbol);
  free (end);
  return bb;
}

/* Append N's bound copy and its landing to CHAIN; returns the landing, which is
   followed by the function's own bound copy.  */

basic_block
append_function_nest (nest *n, block_chain *chain)
{
  auto_vec<rtx_code_label *> labels;

  remember_cells (n);
  basic_block bound = append_bound_call (n, chain);
  labels.safe_push (as_a <rtx_code_label *> (block_label (n->header)));
  labels.safe_push (n->bound_label);
  n->observe_label = gen_label_rtx ();
  rtx_insn *head = emit_label_after (n->observe_label, chain->pos);
  rtx_insn *end
    = emit_asm_goto_after (target_function_landing (n), labels, head);
  basic_block bb = append_block (chain, head, end, profile_count::zero ());
  connect (bb, n->header, 0, profile_probability::very_likely ());
  connect (bb, bound, 0, profile_probability::very_unlikely ());
  return bb;
}
