/* Registers that a bound copy has to spare.
   SPDX-License-Identifier: GPL-3.0-or-later

   One that the nest does not use can be the base of slots.  So can several,
   each for what one register is the base of in the original: where that
   register has a meaning beside, as the pointer in a vector's head from which
   its size is computed, too, it is no address web, and the slots of the
   array's wide references could not lie in their lines as the array does.
   Nothing here changes the IL.  */

#include "gcc-compat.h"
#include "nest.h"
#include "memlb-target.h"

/* Add to SET the registers that INSN's copy in the bound copy of N mentions, or
   in the replay copy if REPLAY_P.  Those that only the address of a reference
   uses which is redirected there are not among them, nor those of which an
   instruction computed an address that it does not compute there.  */

void
add_mentioned (nest *n, rtx_insn *insn, bool replay_p, HARD_REG_SET *set)
{
  subrtx_iterator::array_type array;
  const nest_ref *ref = NULL;
  df_ref def;

  int *index = n->ref_of.get (insn);
  if (index && (n->refs[*index].treatment == MEMLB_TREAT_SLOT
		|| (replay_p
		    && n->refs[*index].treatment == MEMLB_TREAT_CONTROL)))
    ref = &n->refs[*index];
  FOR_EACH_INSN_DEF (def, insn)
    SET_HARD_REG_BIT (*set, DF_REF_REGNO (def));
  nest_web_def *web = n->web_defs.get (insn);
  if (web && (web->kind == DEF_REPLACED || web->kind == DEF_KEPT))
    return;
  FOR_EACH_SUBRTX (iter, array, PATTERN (insn), NONCONST)
    {
      const_rtx x = *iter;
      if (ref && (MEM_P (x) || GET_CODE (x) == PREFETCH)
	  && rtx_equal_p (XEXP (x, 0), ref->addr))
	iter.skip_subrtxes ();
      else if (REG_P (x))
	add_to_hard_reg_set (set, GET_MODE (x), REGNO (x));
    }
  if (CALL_P (insn))
    FOR_EACH_INSN_USE (def, insn)
      SET_HARD_REG_BIT (*set, DF_REF_REGNO (def));
}

/* The registers that the bound copy of N mentions.  */

void
mentioned_registers (nest *n, HARD_REG_SET *set)
{
  unsigned i;
  basic_block bb;
  rtx_insn *insn;

  CLEAR_HARD_REG_SET (*set);
  FOR_EACH_VEC_ELT (n->blocks, i, bb)
    FOR_BB_INSNS (bb, insn)
      if (NONDEBUG_INSN_P (insn))
	add_mentioned (n, insn, false, set);
  add_own_registers (n, set);
}

/* Add to SET the registers that the bound copy of N has for its own purposes:
   those of webs and of the frame.  */

void
add_own_registers (nest *n, HARD_REG_SET *set)
{
  unsigned i;

  for (i = 0; i < n->webs.length (); i++)
    SET_HARD_REG_BIT (*set, n->webs[i].regno);
  SET_HARD_REG_BIT (*set, STACK_POINTER_REGNUM);
  if (frame_pointer_needed)
    SET_HARD_REG_BIT (*set, HARD_FRAME_POINTER_REGNUM);
}

/* The first register, in the target's order, that is not in USED and whose
   value in the caller unwinding finds: UNWINDABLE, or those for which it does
   not; -1 if there is none.  A function saves such a register, or need not
   save it.  */

int
next_free_register (const HARD_REG_SET &used, bool unwindable)
{
  for (const int *r = target_slot_regs (); *r >= 0; r++)
    if (!TEST_HARD_REG_BIT (used, *r) && !fixed_regs[*r] && !global_regs[*r]
	&& unwindable == (crtl->abi->clobbers_full_reg_p (*r)
			  || df_regs_ever_live_p (*r)))
      return *r;
  return -1;
}

/* One that is not in USED, if possible unwindable; -1 if there is none.  */

static int
any_free_register (const HARD_REG_SET &used)
{
  int regno = next_free_register (used, true);

  return regno >= 0 ? regno : next_free_register (used, false);
}

/* How many registers are not in USED.  */

static unsigned
count_free_registers (HARD_REG_SET used)
{
  unsigned count = 0;

  for (int regno; (regno = any_free_register (used)) >= 0; count++)
    SET_HARD_REG_BIT (used, regno);
  return count;
}

/* The base register of REF's address if a spare one can take its place, else
   -1.  */

static int
replaceable_base (const nest_ref *ref)
{
  address_parts parts;

  if (ref->treatment != MEMLB_TREAT_SLOT || ref->base_web >= 0
      || ref->index_web >= 0 || !target_decompose (ref->addr, &parts))
    return -1;
  return parts.base;
}

/* Collect in BASES those of N's wide references that can be replaced.  True
   if they are the bases of all references that have no web.  */

static bool
collect_bases (nest *n, vec<int> *bases)
{
  bool all = true;
  unsigned i;
  nest_ref *ref;

  FOR_EACH_VEC_ELT (n->refs, i, ref)
    if (wide_p (ref) && replaceable_base (ref) >= 0
	&& !bases->contains (replaceable_base (ref)))
      bases->safe_push (replaceable_base (ref));
  FOR_EACH_VEC_ELT (n->refs, i, ref)
    if (ref->treatment == MEMLB_TREAT_SLOT && ref->base_web < 0
	&& ref->index_web < 0)
      all &= bases->contains (replaceable_base (ref));
  return all;
}

/* A web of N in the spare register REGNO, for all references whose base is
   BASE.  */

static void
make_spare_web (nest *n, int regno, int base)
{
  nest_web web = nest_web ();
  unsigned i;
  nest_ref *ref;

  web.regno = regno;
  web.role = WEB_BASE;
  web.live_in = web.idle_p = web.known_p = web.addresses_p = true;
  web.wide_p = web.spare_p = true;
  web.lead = -1;
  n->webs.safe_push (web);
  FOR_EACH_VEC_ELT (n->refs, i, ref)
    if (replaceable_base (ref) == base)
      ref->base_web = n->webs.length () - 1;
}

/* Give the bases of N's wide references that are no webs spare registers, as
   far as there are some.  One is kept for slots that have no web then.  */

void
add_spare_webs (nest *n)
{
  HARD_REG_SET used;
  auto_vec<int> bases;
  bool all = collect_bases (n, &bases);

  if (bases.is_empty ())
    return;
  mentioned_registers (n, &used);
  unsigned spare = count_free_registers (used);
  for (unsigned i = 0; i < bases.length (); i++)
    if (spare > (all && spare >= bases.length () - i ? 0 : 1))
      {
	int regno = any_free_register (used);
	SET_HARD_REG_BIT (used, regno);
	make_spare_web (n, regno, bases[i]);
	spare--;
      }
}
