/* Where a nest's progress can be read.
   SPDX-License-Identifier: GPL-3.0-or-later

   A bound run of a long entry is cut off, and compared with the original at
   the same iteration.  Which one that is shows in the registers that the
   timer's signal has interrupted: for each loop of a nest, the row of its
   table says where a value stands that every iteration changes by the same.

   Such a value goes round a cycle of moves and additions:

     L: movd %ecx, %xmm1	xmm1 = ecx
	... an inner loop that uses rcx for other things
	movd %xmm1, %ecx	ecx = xmm1
	addl $2, %ecx		ecx = ecx + 2
	cmpl %ecx, %edx
	jne L

   found by going backwards from the addition of an invariant, which every
   iteration of the loop executes once, over moves until it is reached again:
   whatever other definition could give the value there makes it none.  The
   counter is the place on this cycle that nothing else in the loop changes
   (xmm1): wherever in the loop the program is, it holds the number of this
   iteration or of the one before.  The bound copy has the same instructions in
   these places, if they are no address web's, and so the same values.

   Weakness: walks of lists have no counter, nor have values that the compiler
   keeps by halves.  Nothing here changes the IL.  */

#include "gcc-compat.h"
#include "nest.h"
#include "memlb-target.h"
#include "records.h"

/* A walk over the moves that a value takes through a loop, backwards.  */

struct walk
{
  nest *n;
  class loop *loop;
  rtx_insn *step;		/* what changes the value, or NULL */
  bool closed_p;		/* that was reached */
  auto_vec<rtx_insn *> moves;
};

/* The loops of a nest, outer ones first; the table has their order.  */
typedef vec<class loop *> loop_list;

/* True if every iteration of LOOP executes BB once.  */

static bool
once_p (class loop *loop, basic_block bb)
{
  edge e;
  edge_iterator ei;

  if (bb->loop_father != loop)
    return false;
  FOR_EACH_EDGE (e, ei, loop->header->preds)
    if (flow_bb_inside_loop_p (loop, e->src)
	&& !dominated_by_p (CDI_DOMINATORS, e->src, bb))
      return false;
  return true;
}

/* True if MEM is a place where GCC keeps a register in the frame, whose
   address nobody has.  */

static bool
spill_p (const_rtx mem)
{
  HOST_WIDE_INT offset;
  bool from_fp;

  return (MEM_P (mem) && !MEM_VOLATILE_P (mem)
	  && MEM_EXPR (mem) == get_spill_slot_decl (false)
	  && frame_address_p (XEXP (mem, 0), &offset, &from_fp));
}

/* True if the spilled A and B may overlap.  */

static bool
overlap_p (const_rtx a, const_rtx b)
{
  HOST_WIDE_INT at_a, at_b;
  bool fp_a, fp_b;

  if (!frame_address_p (XEXP (a, 0), &at_a, &fp_a)
      || !frame_address_p (XEXP (b, 0), &at_b, &fp_b) || fp_a != fp_b)
    return true;
  return (at_a < at_b + GET_MODE_SIZE (GET_MODE (b)).to_constant ()
	  && at_b < at_a + GET_MODE_SIZE (GET_MODE (a)).to_constant ());
}

/* Append to SETTERS the instructions in LOOP that store to the spilled MEM.  */

static void
find_stores (class loop *loop, const_rtx mem, vec<rtx_insn *> *setters)
{
  struct search { const_rtx mem; bool found; } data = { mem, false };
  basic_block bb;
  rtx_insn *insn;

  FOR_EACH_BB_FN (bb, cfun)
    if (flow_bb_inside_loop_p (loop, bb))
      FOR_BB_INSNS (bb, insn)
	{
	  if (!NONDEBUG_INSN_P (insn))
	    continue;
	  data.found = false;
	  note_stores (insn, [] (rtx dest, const_rtx, void *p)
	    {
	      search *s = (search *) p;
	      while (GET_CODE (dest) == SUBREG
		     || GET_CODE (dest) == ZERO_EXTRACT
		     || GET_CODE (dest) == STRICT_LOW_PART)
		dest = XEXP (dest, 0);
	      if (MEM_P (dest) && spill_p (dest))
		s->found |= overlap_p (dest, s->mem);
	    }, &data);
	  if (data.found)
	    setters->safe_push (insn);
	}
}

/* Append to SETTERS the instructions in LOOP whose value of register REGNO
   INSN uses.  */

static void
find_definitions (class loop *loop, rtx_insn *insn, unsigned regno,
		  vec<rtx_insn *> *setters)
{
  df_ref use;

  FOR_EACH_INSN_USE (use, insn)
    if (DF_REF_REGNO (use) == regno)
      for (df_link *link = DF_REF_CHAIN (use); link; link = link->next)
	if (!DF_REF_IS_ARTIFICIAL (link->ref)
	    && flow_bb_inside_loop_p (loop, DF_REF_BB (link->ref)))
	  setters->safe_push (DF_REF_INSN (link->ref));
}

/* Append to SETTERS the instructions in LOOP that give X, which INSN uses, its
   value; false if X is nothing that can be followed.  */

static bool
find_setters (class loop *loop, rtx_insn *insn, rtx x,
	      vec<rtx_insn *> *setters)
{
  if (REG_P (x) && HARD_REGISTER_P (x) && REG_NREGS (x) == 1)
    find_definitions (loop, insn, REGNO (x), setters);
  else if (spill_p (x))
    find_stores (loop, x, setters);
  else
    return false;
  return true;
}

/* The value that INSN moves or computes, without extensions, or NULL.  */

static rtx
source_of (rtx_insn *insn)
{
  rtx set = CALL_P (insn) ? NULL_RTX : single_set (insn);

  if (!set)
    return NULL_RTX;
  rtx src = SET_SRC (set);
  if (GET_CODE (src) == ZERO_EXTEND || GET_CODE (src) == SIGN_EXTEND)
    src = XEXP (src, 0);
  return src;
}

/* True if the bound copy of N may give register REGNO another value where INSN uses it: it
   is an address web's, whose definitions are all changed.  So it is not if one in the nest
   stays.  */

static bool
use_changed_p (nest *n, rtx_insn *insn, unsigned regno)
{
  df_ref use;
  bool web_p = false;

  if ((int) regno == n->slot_reg || (int) regno == n->zero_reg)
    return true;
  for (unsigned i = 0; i < n->webs.length (); i++)
    web_p |= n->webs[i].regno == regno;
  if (!web_p)
    return false;
  FOR_EACH_INSN_USE (use, insn)
    if (DF_REF_REGNO (use) == regno)
      for (df_link *link = DF_REF_CHAIN (use); link; link = link->next)
	if (!DF_REF_IS_ARTIFICIAL (link->ref)
	    && copied_p (n, DF_REF_BB (link->ref)))
	  return n->web_defs.get (DF_REF_INSN (link->ref));
  return true;
}

/* True if the bound copy of N has another instruction in INSN's place, or
   other values in its registers.  */

static bool
changed_p (nest *n, rtx_insn *insn)
{
  df_ref use;

  if (n->web_defs.get (insn) || n->ref_of.get (insn) || n->waits.get (insn))
    return true;
  FOR_EACH_INSN_USE (use, insn)
    if (use_changed_p (n, insn, DF_REF_REGNO (use)))
      return true;
  return false;
}

/* Follow X, which INSN uses, backwards over the moves of W's loop.  True if
   nothing but moves and W's step gives it its value there.  */

static bool
follow (walk *w, rtx_insn *insn, rtx x)
{
  auto_vec<rtx_insn *> setters;
  unsigned i;
  rtx_insn *setter;

  if (CONSTANT_P (x))
    return true;
  if (!find_setters (w->loop, insn, x, &setters))
    return false;
  FOR_EACH_VEC_ELT (setters, i, setter)
    {
      if (setter == w->step)
	{
	  w->closed_p = true;
	  continue;
	}
      if (w->moves.contains (setter))
	continue;
      rtx src = source_of (setter);
      if (!src || !copied_p (w->n, BLOCK_FOR_INSN (setter))
	  || changed_p (w->n, setter))
	return false;
      w->moves.safe_push (setter);
      if (!follow (w, setter, src))
	return false;
    }
  return true;
}

/* True if X, which INSN uses, is the same in all iterations of LOOP.  */

static bool
invariant_p (nest *n, class loop *loop, rtx_insn *insn, rtx x)
{
  walk w;

  w.n = n;
  w.loop = loop;
  w.step = NULL;
  return follow (&w, insn, x);
}

/* True if INSN adds an invariant of LOOP to a value, *X; if that is a
   constant, *STEP is it, else 0.  */

static bool
addition_p (nest *n, class loop *loop, rtx_insn *insn, rtx *x,
	    HOST_WIDE_INT *step)
{
  rtx src = source_of (insn);

  if (!src || (GET_CODE (src) != PLUS && GET_CODE (src) != MINUS))
    return false;
  rtx a = XEXP (src, 0), b = XEXP (src, 1);
  if (GET_CODE (src) == PLUS && !CONST_INT_P (b)
      && invariant_p (n, loop, insn, a))
    std::swap (a, b);
  if (!invariant_p (n, loop, insn, b))
    return false;
  *x = a;
  *step = CONST_INT_P (b) ? INTVAL (b) : 0;
  return !CONST_INT_P (b) || *step;
}

/* True if nothing in LOOP but INSN changes what INSN sets, DEST.  */

static bool
alone_p (class loop *loop, rtx_insn *insn, rtx dest)
{
  if (MEM_P (dest))
    {
      auto_vec<rtx_insn *> setters;
      find_stores (loop, dest, &setters);
      return setters.length () == 1;
    }
  for (df_ref def = DF_REG_DEF_CHAIN (REGNO (dest)); def;
       def = DF_REF_NEXT_REG (def))
    if (flow_bb_inside_loop_p (loop, DF_REF_BB (def))
	&& (DF_REF_IS_ARTIFICIAL (def) || DF_REF_INSN (def) != insn))
      return false;
  return true;
}

/* True if DEST is a register that the bound copy of N has for something else in some loop.  */

static bool
borrowed_p (nest *n, rtx dest)
{
  for (unsigned i = 0; REG_P (dest) && i < n->splits.length (); i++)
    if (n->splits[i].regno == REGNO (dest))
      return true;
  return false;
}

/* Describe DEST in P; false if the runtime could not read it.  */

static bool
describe_place (rtx dest, nest_progress *p)
{
  HOST_WIDE_INT offset;
  bool from_fp;

  if (GET_MODE (dest) != SImode && GET_MODE (dest) != DImode)
    return false;
  p->width = GET_MODE_SIZE (GET_MODE (dest)).to_constant ();
  if (MEM_P (dest))
    {
      if (!spill_p (dest) || !frame_address_p (XEXP (dest, 0), &offset,
					       &from_fp))
	return false;
      p->kind = from_fp ? MEMLB_PROGRESS_FP : MEMLB_PROGRESS_SP;
      p->offset = offset;
      return true;
    }
  if (!REG_P (dest))
    return false;
  p->reg = target_encoding (REGNO (dest));
  p->kind = MEMLB_PROGRESS_GPR;
  if (p->reg < 0)
    {
      p->reg = target_vector_bit (REGNO (dest));
      p->kind = MEMLB_PROGRESS_VECTOR;
    }
  return p->reg >= 0 && p->reg < 16;
}

/* How good a counter P is: one that decides the way of the nest is checked by
   what the runtime compares, and a known step tells more.  */

static int
worth (const nest_progress *p, bool control_p)
{
  return (1 + (p->kind == MEMLB_PROGRESS_GPR ? 2 : 0)
	  + (p->step ? 4 : 0) + (control_p ? 8 : 0));
}

/* Let P be a counter of LOOP that INSN steps, if it does and one is worth more
   than *BEST.  */

static void
try_step (nest *n, class loop *loop, rtx_insn *insn, nest_progress *p,
	  int *best)
{
  walk w;
  rtx x;
  HOST_WIDE_INT step;
  unsigned i;
  rtx_insn *member;

  w.n = n;
  w.loop = loop;
  w.step = insn;
  w.closed_p = false;
  if (changed_p (n, insn) || !addition_p (n, loop, insn, &x, &step)
      || !follow (&w, insn, x) || !w.closed_p)
    return;
  w.moves.safe_push (insn);
  FOR_EACH_VEC_ELT (w.moves, i, member)
    {
      rtx dest = SET_DEST (single_set (member));
      nest_progress found = nest_progress ();
      found.parent = p->parent;
      found.step = step;
      bool control_p = n->control.contains (member);
      /* What a loop inside begins with may be computed from addresses, which are others in
	 the copy, unless it decides something.  */
      if (!describe_place (dest, &found) || !alone_p (loop, member, dest)
	  || borrowed_p (n, dest)
	  || (!control_p && loop != n->header->loop_father))
	continue;
      int value = worth (&found, control_p);
      if (value > *best)
	{
	  *p = found;
	  *best = value;
	}
    }
}

/* Find the counter P of LOOP, a loop of N.  */

static void
find_counter (nest *n, class loop *loop, nest_progress *p)
{
  int best = 0;
  unsigned i;
  basic_block bb;
  rtx_insn *insn;

  FOR_EACH_VEC_ELT (n->blocks, i, bb)
    if (once_p (loop, bb))
      FOR_BB_INSNS (bb, insn)
	if (NONJUMP_INSN_P (insn))
	  try_step (n, loop, insn, p, &best);
}

/* The row of LOOP in LOOPS, made with those of the loops around it up to TOP
   if it has none.  */

static int
row_of (nest *n, loop_list *loops, class loop *loop, class loop *top)
{
  nest_progress p = nest_progress ();

  for (unsigned i = 0; i < loops->length (); i++)
    if ((*loops)[i] == loop)
      return i;
  p.parent = loop == top ? -1 : row_of (n, loops, loop_outer (loop), top);
  p.kind = MEMLB_PROGRESS_NONE;
  loops->safe_push (loop);
  n->progress.safe_push (p);
  return loops->length () - 1;
}

/* Decide where the progress of N is read.  */

void
decide_progress (nest *n)
{
  auto_vec<class loop *> loops;
  class loop *top = n->header->loop_father;
  unsigned i;
  basic_block bb;
  bool any = false;

  FOR_EACH_VEC_ELT (n->blocks, i, bb)
    n->block_rows.safe_push (row_of (n, &loops, bb->loop_father, top));
  for (i = 0; i < loops.length (); i++)
    {
      find_counter (n, loops[i], &n->progress[i]);
      any |= n->progress[i].kind != MEMLB_PROGRESS_NONE;
    }
  if (!any)
    {
      n->progress.truncate (0);
      n->block_rows.truncate (0);
    }
}

const char *
write_progress_rows (FILE *f, nest *n)
{
  const char *name = begin_table (f, n, "MEMLBI", n->progress.length ());
  unsigned i;
  nest_progress *p;

  FOR_EACH_VEC_ELT (n->progress, i, p)
    {
      progress_fields v = progress_fields ();
      v.parent = p->parent;
      v.kind = p->kind;
      v.reg = p->reg;
      v.width = p->width;
      v.offset = p->offset;
      v.step = p->step;
      write_progress (f, &v);
    }
  if (name)
    fputs ("\t.popsection\n", f);
  return name;
}

/* A block ends where the next one begins, which need not be N's.  */

const char *
write_spans (FILE *f, nest *n)
{
  const char *name = begin_table (f, n, "MEMLBJ", n->block_rows.length ());
  basic_block exit = EXIT_BLOCK_PTR_FOR_FN (cfun);

  for (unsigned i = 0; i < n->block_rows.length (); i++)
    {
      basic_block bb = n->blocks[i], next = bb->next_bb;
      span_fields v = span_fields ();
      v.row = n->block_rows[i];
      v.begin = label_name (as_a <rtx_code_label *> (block_label (bb)));
      if (next != exit && BB_PARTITION (next) == BB_PARTITION (bb))
	v.end = label_name (as_a <rtx_code_label *> (block_label (next)));
      v.bound = label_name (n->bound_labels[i]);
      if (n->mirror_p)
	v.mirror = label_name (n->mirror_labels[i]);
      write_span (f, &v);
    }
  if (name)
    fputs ("\t.popsection\n", f);
  return name;
}
