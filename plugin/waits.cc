/* What the addresses of the bound copy wait for.
   SPDX-License-Identifier: GPL-3.0-or-later

   A slot's address is constant and waits for nothing.  In the original an
   address can wait for a load: in every iteration, where a table walk computes
   the next index from the last entry, or once for each inner loop, where that
   begins at an index which was loaded (the rows of a sparse matrix).  Where
   the bound copy keeps an index in its addresses, in a register that holds
   zero, it lets that register wait for what the original waits for:

     movslq (%rbx,%r8), %rax		movslq (%rbx,%r8), %rax
				==>	andq   %rax, %r14
     movslq (%rcx,%rax,4), %rdx		movslq (%rdi,%r14), %rdx

   This instruction more, and its cycle, stand where the wait is long: before a
   reference that waits for itself, and behind loads outside of innermost loops.

   Where the address itself comes from a load that stays real (p->value beside
   p->next), nothing is to be gained by a slot: the line is loaded anyway.  Such
   loads stay real, too, and wait for the same pointer.

   Weakness: all such addresses of a nest have one register.  */

#include "gcc-compat.h"
#include "nest.h"
#include "memlb-target.h"

/* Walk back from an address to what it waits for.  */

struct wait_search
{
  nest *n;
  auto_vec<rtx_insn *> worklist;
  hash_set<rtx_insn *> seen, steps;
};

/* Add to S the instructions that define what INSN uses in REGNO, or in any
   register where REGNO is -1.  */

static void
add_definitions (wait_search *s, rtx_insn *insn, int regno)
{
  auto_vec<df_ref> defs;
  unsigned i;
  df_ref use, def;

  FOR_EACH_INSN_USE (use, insn)
    if (regno < 0 || DF_REF_REGNO (use) == (unsigned) regno)
      add_reaching (use, &defs, &s->steps);
  FOR_EACH_VEC_ELT (defs, i, def)
    if (!DF_REF_IS_ARTIFICIAL (def) && DF_REF_INSN (def))
      s->worklist.safe_push (DF_REF_INSN (def));
}

/* The next instruction of S in LOOP, within the nest, or NULL.  */

static rtx_insn *
next_definition (wait_search *s, class loop *loop)
{
  while (!s->worklist.is_empty ())
    {
      rtx_insn *insn = s->worklist.pop ();
      if (copied_p (s->n, BLOCK_FOR_INSN (insn))
	  && (!loop || flow_bb_inside_loop_p (loop, BLOCK_FOR_INSN (insn)))
	  && !s->seen.add (insn))
	return insn;
    }
  return NULL;
}

/* True if register REGNO in the address of REF waits, by way of registers, for
   what REF itself has loaded before in its innermost loop.  */

bool
address_cycle_p (nest *n, const nest_ref *ref, int regno)
{
  class loop *loop = BLOCK_FOR_INSN (ref->insn)->loop_father;
  wait_search s;

  s.n = n;
  add_definitions (&s, ref->insn, regno);
  while (rtx_insn *insn = next_definition (&s, loop))
    {
      if (insn == ref->insn)
	return true;
      add_definitions (&s, insn, -1);
    }
  return false;
}

/* Loads that lie within so many bytes are taken to lie in one line: what
   allocators align to.  */
#define NEAR_BYTES 16

/* True if the address of REF comes from a load, in its innermost loop, that
   stays real.  */

static bool
real_pointer_p (nest *n, const nest_ref *ref)
{
  class loop *loop = BLOCK_FOR_INSN (ref->insn)->loop_father;
  wait_search s;
  df_ref use;

  s.n = n;
  FOR_EACH_INSN_USE (use, ref->insn)
    if (refers_to_regno_p (DF_REF_REGNO (use), ref->addr))
      add_definitions (&s, ref->insn, DF_REF_REGNO (use));
  while (rtx_insn *insn = next_definition (&s, loop))
    {
      int *index = n->ref_of.get (insn);
      if (index && n->refs[*index].treatment == MEMLB_TREAT_CONTROL)
	return true;
      add_definitions (&s, insn, -1);
    }
  return false;
}

/* True if something between A and B, of one block, or the first of them, sets
   register REGNO, or -1.  */

static bool
set_between_p (rtx_insn *a, rtx_insn *b, int regno)
{
  rtx_insn *insn, *first = NULL;
  df_ref def;

  FOR_BB_INSNS (BLOCK_FOR_INSN (a), insn)
    {
      if (first && (insn == a || insn == b))
	return false;
      if (insn == a || insn == b)
	first = insn;
      if (first && NONDEBUG_INSN_P (insn))
	FOR_EACH_INSN_DEF (def, insn)
	  if (DF_REF_REGNO (def) == (unsigned) regno)
	    return true;
    }
  return false;
}

/* True if REF lies in the line that the control load CONTROL loads just before
   or behind it.  */

static bool
near_p (const nest_ref *ref, const nest_ref *control)
{
  address_parts a, b;

  if (control->treatment != MEMLB_TREAT_CONTROL
      || BLOCK_FOR_INSN (control->insn) != BLOCK_FOR_INSN (ref->insn)
      || !target_decompose (ref->addr, &a)
      || !target_decompose (control->addr, &b)
      || a.base != b.base || a.index != b.index || a.scale != b.scale
      || a.symbol != b.symbol)
    return false;
  HOST_WIDE_INT first = MIN (a.disp, b.disp);
  HOST_WIDE_INT end = MAX (a.disp + ref->size, b.disp + control->size);
  return (end - first <= NEAR_BYTES
	  && !set_between_p (ref->insn, control->insn, a.base)
	  && !set_between_p (ref->insn, control->insn, a.index));
}

/* True if N may store what REF loads.  */

static bool
may_be_stored_p (const nest *n, const nest_ref *ref)
{
  for (unsigned i = 0; i < n->refs.length (); i++)
    {
      const nest_ref *store = &n->refs[i];
      if ((store->kind & MEMLB_REF_STORE) && MEM_P (store->mem)
	  && true_dependence (store->mem, GET_MODE (store->mem), ref->mem))
	return true;
    }
  return false;
}

/* Let loads of N stay real that lie beside a control load, at an address that
   comes from one.  */

void
keep_near_loads (nest *n)
{
  auto_vec<nest_ref *> near;
  unsigned i, j;
  nest_ref *ref, *control;

  FOR_EACH_VEC_ELT (n->refs, i, ref)
    if (ref->treatment == MEMLB_TREAT_SLOT && ref->kind == MEMLB_REF_LOAD
	&& MEM_P (ref->mem))
      FOR_EACH_VEC_ELT (n->refs, j, control)
	if (near_p (ref, control) && real_pointer_p (n, ref)
	    && !may_be_stored_p (n, ref))
	  {
	    near.safe_push (ref);
	    break;
	  }
  FOR_EACH_VEC_ELT (near, i, ref)
    ref->treatment = MEMLB_TREAT_CONTROL;
}

/* True if WEB waits in the bound copy, too.  */

static bool
still_waits_p (const nest_web *web)
{
  return web->loaded_p || web->null_p;
}

/* True if REF is a redirected load whose address does not wait for what the
   bound copy loads, too.  */

static bool
cut_p (const nest *n, const nest_ref *ref)
{
  return (ref->treatment == MEMLB_TREAT_SLOT
	  && (ref->kind & MEMLB_REF_LOAD) && !ref->invariant
	  && !(ref->base_web >= 0 && still_waits_p (&n->webs[ref->base_web]))
	  && !(ref->index_web >= 0 && still_waits_p (&n->webs[ref->index_web])));
}

/* The register in the address of REF, a load of N, through which it waits for
   itself, or -1.  */

static int
cycle_register (nest *n, const nest_ref *ref)
{
  address_parts parts;

  if (!cut_p (n, ref))
    return -1;
  if (!target_decompose (ref->addr, &parts))
    {
      df_ref use;
      FOR_EACH_INSN_USE (use, ref->insn)
	if (refers_to_regno_p (DF_REF_REGNO (use), ref->addr)
	    && address_cycle_p (n, ref, DF_REF_REGNO (use)))
	  return DF_REF_REGNO (use);
      return -1;
    }
  if (parts.index >= 0 && address_cycle_p (n, ref, parts.index))
    return parts.index;
  return parts.base >= 0 && address_cycle_p (n, ref, parts.base) ? parts.base : -1;
}

/* True if INSN, in a loop of N with loops inside, loads a register for real,
   and nothing needs the flags behind it.  */

static bool
gate_p (nest *n, rtx_insn *insn)
{
  int *index = n->ref_of.get (insn);
  rtx set = single_set (insn);

  return (index && n->refs[*index].treatment == MEMLB_TREAT_CONTROL
	  && BLOCK_FOR_INSN (insn)->loop_father->inner
	  && set && REG_P (SET_DEST (set))
	  && target_encoding (REGNO (SET_DEST (set))) >= 0
	  && target_flags_free_p (insn, false));
}

/* Let the zero index of N wait for the loads that REF's address waits for
   outside of innermost loops.  */

static void
find_gates (nest *n, const nest_ref *ref)
{
  wait_search s;
  address_parts parts;

  if (!target_decompose (ref->addr, &parts))
    return;
  s.n = n;
  if (parts.base >= 0)
    add_definitions (&s, ref->insn, parts.base);
  if (parts.index >= 0)
    add_definitions (&s, ref->insn, parts.index);
  while (rtx_insn *insn = next_definition (&s, NULL))
    if (gate_p (n, insn))
      {
	nest_wait wait = { REGNO (SET_DEST (single_set (insn))), false };
	n->waits.put (insn, wait);
      }
    else if (!n->ref_of.get (insn))
      add_definitions (&s, insn, -1);
}

/* Decide where N's zero index is made anew, and count the loads whose wait for
   themselves is cut nevertheless.  */

void
decide_waits (nest *n)
{
  unsigned i;
  nest_ref *ref;

  n->waits.empty ();
  n->n_address_cycles = 0;
  n->address_waits_p = false;
  FOR_EACH_VEC_ELT (n->refs, i, ref)
    {
      bool zero_p = n->zero_reg >= 0 && wants_zero_p (n, ref);
      int regno = cycle_register (n, ref);
      if (regno >= 0 && zero_p && target_encoding (regno) >= 0
	  && target_flags_free_p (ref->insn, true))
	{
	  nest_wait wait = { (unsigned) regno, true };
	  n->waits.put (ref->insn, wait);
	  n->address_waits_p = true;
	}
      else if (regno >= 0)
	n->n_address_cycles++;
      else if (zero_p && cut_p (n, ref))
	find_gates (n, ref);
    }
}
