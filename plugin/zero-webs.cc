/* Address webs that serve other references.
   SPDX-License-Identifier: GPL-3.0-or-later

   An address with an index keeps that form in the bound copy, since stores
   take other ports of some processors and loads are fused by it.  The index
   must be zero, and where the nest leaves no register free for that, a
   register that only moved addresses is spare: the references of its web go
   to other slots, and it holds zero wherever its definitions reach:

     vmovupd (%r14,%rax), %zmm0		vmovupd (%r14,%r12), %zmm0
     vaddpd  (%r12,%rax), %zmm0, %zmm0 ==> vaddpd 640(%r14,%r12), %zmm0, %zmm0
     vmovupd %zmm0, (%rbx,%rax)		vmovupd %zmm0, (%rbx,%r12)

   What its references lose is weighed against what the others win, by GCC's
   estimate of frequencies.  Where no register is free for the slots' address
   either, narrow references without a base go to slots in the block of a web
   that is in its register there: the stack pointer is renamed by other means
   than a base is.  Nothing here changes the IL.  */

#include "gcc-compat.h"
#include "nest.h"
#include "memlb-target.h"

/* A reference that keeps its form is worth one that leaves its web, times
   this.  */
static const int least_gain = 3;

/* True if INSN of N defines the register REGNO.  */

static bool
defines_p (rtx_insn *insn, unsigned regno)
{
  df_ref def;

  FOR_EACH_INSN_DEF (def, insn)
    if (DF_REF_REGNO (def) == regno)
      return true;
  return false;
}

/* True if register REGNO holds the value of the webs WEBS behind INSN of N's
   bound copy if it does before, VALID.  */

static bool
valid_behind_p (nest *n, rtx_insn *insn, unsigned regno,
		const vec<bool> &webs, bool valid)
{
  if (!defines_p (insn, regno))
    return valid;
  nest_web_def *def = n->web_defs.get (insn);
  return def && n->webs[def->web].regno == regno && webs[def->web];
}

/* True if it does where N's bound copy enters BB.  ENTRY: it does at the
   beginning; INVALID are the blocks at whose end it may not.  */

static bool
valid_before_p (nest *n, basic_block bb, unsigned regno,
		const vec<bool> &webs, bool entry, bitmap invalid)
{
  edge e;
  edge_iterator ei;

  if (bb == n->header && !entry)
    return false;
  FOR_EACH_EDGE (e, ei, bb->preds)
    if (copied_p (n, e->src))
      {
	int web = web_on_edge (n, e, regno);
	if (web == -1 ? bitmap_bit_p (invalid, e->src->index)
	    : web < 0 || !webs[web])
	  return false;
      }
  return true;
}

/* Set in COVERED the references of N at which the bound copy has in REGNO
   the value of its webs WEBS, which is one: where only their definitions
   reach.  */

static void
find_covered (nest *n, unsigned regno, const vec<bool> &webs, bitmap covered)
{
  auto_bitmap invalid;
  bool entry = false, changed = true;
  basic_block bb;
  rtx_insn *insn;
  unsigned i;

  for (i = 0; i < n->webs.length (); i++)
    if (n->webs[i].regno == regno && n->webs[i].live_in)
      entry = webs[i];
  while (changed)
    {
      changed = false;
      bitmap_clear (covered);
      FOR_EACH_VEC_ELT (n->blocks, i, bb)
	{
	  bool valid = valid_before_p (n, bb, regno, webs, entry, invalid);
	  FOR_BB_INSNS (bb, insn)
	    if (NONDEBUG_INSN_P (insn))
	      {
		int *ref = n->ref_of.get (insn);
		if (ref && valid)
		  bitmap_set_bit (covered, *ref);
		valid = valid_behind_p (n, insn, regno, webs, valid);
	      }
	  if (!valid)
	    changed |= bitmap_set_bit (invalid, bb->index);
	}
    }
}

/* True if the register of WEB can serve other references: one that is loaded
   or computed would let them wait.  */

static bool
serves_p (const nest_web *web)
{
  return !web->loaded_p && !web->null_p && !web->spare_p;
}

/* Find for the references of N that want one, where no register is free for
   all of them, a register that holds zero.  */

void
assign_zeros (nest *n)
{
  auto_vec<bool> webs;
  auto_bitmap covered, done;
  unsigned i, j;
  nest_ref *ref;

  FOR_EACH_VEC_ELT (n->refs, j, ref)
    ref->zero = -1;
  if (n->zero_reg >= 0)
    return;
  for (i = 0; i < n->webs.length (); i++)
    webs.safe_push (n->webs[i].role == WEB_INDEX
		    && serves_p (&n->webs[i]));
  for (i = 0; i < n->webs.length (); i++)
    if (webs[i] && bitmap_set_bit (done, n->webs[i].regno))
      {
	find_covered (n, n->webs[i].regno, webs, covered);
	FOR_EACH_VEC_ELT (n->refs, j, ref)
	  if (bitmap_bit_p (covered, j) && ref->zero < 0
	      && wants_zero_p (n, ref))
	    {
	      ref->zero = n->webs[i].regno;
	      if (!redirected_pattern (ref->insn, ref, slot_address (n, ref)))
		ref->zero = -1;
	    }
      }
}

/* The register that is free for the address of N's slots, or -1.  */

static int
free_register (nest *n)
{
  HARD_REG_SET mentioned;

  mentioned_registers (n, &mentioned);
  int regno = next_free_register (mentioned, true);
  return regno >= 0 ? regno : next_free_register (mentioned, false);
}

/* True if a web of N can be the base of REF, which has none.  Wide references
   lie in their lines as others than the web's do.  */

static bool
adopts_p (nest *n, const nest_ref *ref)
{
  address_parts parts;

  return (ref->treatment == MEMLB_TREAT_SLOT && base_of (n, ref) < 0
	  && ref->value_web < 0
	  && target_decompose (ref->addr, &parts) && parts.base >= 0
	  && !wide_p (ref));
}

/* The base register of REF's address.  */

static int
base_register (const nest_ref *ref)
{
  address_parts parts;

  return target_decompose (ref->addr, &parts) ? parts.base : -1;
}

/* True if REF of N is better adopted by WEB: no register is free for a base, or
   the one that is makes the instruction longer.  */

static bool
better_adopted_p (const nest_ref *ref, const nest_web *web, int free_reg)
{
  return (free_reg < 0
	  || (target_longer_base_p (free_reg)
	      && !target_longer_base_p (web->regno)
	      && !target_longer_base_p (base_register (ref))));
}

/* Give the references of N that have no base webs that reach them, where no
   register is free for one, or none that is as short.  */

void
adopt_references (nest *n)
{
  auto_vec<bool> webs;
  auto_bitmap covered;
  unsigned i, j;
  nest_ref *ref;

  if (n->webs.is_empty ())
    return;
  int free_reg = free_register (n);
  webs.safe_grow_cleared (n->webs.length ());
  for (i = 0; i < n->webs.length (); i++)
    if (n->webs[i].role == WEB_BASE && serves_p (&n->webs[i]))
      {
	webs[i] = true;
	find_covered (n, n->webs[i].regno, webs, covered);
	webs[i] = false;
	FOR_EACH_VEC_ELT (n->refs, j, ref)
	  if (bitmap_bit_p (covered, j) && adopts_p (n, ref)
	      && better_adopted_p (ref, &n->webs[i], free_reg))
	    ref->base_web = i;
      }
}

/* What there is to win and to lose by letting a web hold zero.  */

struct zero_search
{
  nest *n;
  auto_vec<int> wanted;		/* by reference: its weight if it has no zero */
  auto_vec<int> base;		/* number of the web that is its base, or -1 */
  unsigned wide, unplaced;	/* wide references, those without base */
};

/* How much REF counts.  */

static int
weight (const nest_ref *ref)
{
  return BLOCK_FOR_INSN (ref->insn)->count.to_frequency (cfun) + 1;
}

/* Note in S the references of its nest as they are laid out.  */

static void
start_search (zero_search *s)
{
  nest *n = s->n;
  unsigned i;
  nest_ref *ref;

  s->wide = s->unplaced = 0;
  FOR_EACH_VEC_ELT (n->refs, i, ref)
    {
      int web = ref->slot >= 0 ? n->slots[ref->slot].web : -1;
      s->wanted.safe_push (wants_zero_p (n, ref) && ref->zero < 0
			   ? weight (ref) : 0);
      s->base.safe_push (web >= 0 && !n->webs[web].spare_p
			 ? (int) n->webs[web].root : -1);
      s->wide += wide_p (ref);
      s->unplaced += wide_p (ref) && web < 0;
    }
}

/* The gain if web number WEB of S's nest, which covers the references COVERED,
   holds zero, or 0.  */

static int
gain (zero_search *s, unsigned web, bitmap covered)
{
  int won = 0, lost = 0;
  unsigned i, wide = 0;
  nest_ref *ref;

  FOR_EACH_VEC_ELT (s->n->refs, i, ref)
    {
      if (bitmap_bit_p (covered, i))
	won += s->wanted[i];
      if (s->base[i] == (int) s->n->webs[web].root)
	{
	  lost += weight (ref) * (wide_p (ref) ? 2 : 1);
	  wide += wide_p (ref);
	}
    }
  /* The runtime places references only if three quarters can be.  */
  if (s->unplaced * 4 <= s->wide && (s->unplaced + wide) * 4 > s->wide)
    return 0;
  return won >= least_gain * lost ? won - lost : 0;
}

/* The best web of S's nest to hold zero, or -1; the references that it covers
   go to BEST_COVERED.  */

static int
best_web (zero_search *s, bitmap best_covered)
{
  nest *n = s->n;
  auto_vec<bool> webs;
  auto_bitmap covered;
  int best = -1, most = 0;

  webs.safe_grow_cleared (n->webs.length ());
  for (unsigned i = 0; i < n->webs.length (); i++)
    if (serves_p (&n->webs[i]))
      {
	webs[i] = true;
	find_covered (n, n->webs[i].regno, webs, covered);
	webs[i] = false;
	int won = gain (s, i, covered);
	if (won > most)
	  {
	    most = won;
	    best = i;
	    bitmap_copy (best_covered, covered);
	  }
      }
  return best;
}

/* Choose webs of N, as it is laid out, to hold zero for references that want
   it; their numbers go to ZEROS.  N's webs are others then.  */

void
choose_zero_webs (nest *n, vec<unsigned> *zeros)
{
  zero_search s;
  auto_bitmap covered;
  auto_vec<unsigned> none;
  unsigned i;
  int web;

  s.n = n;
  start_search (&s);
  find_webs (n, true, none);
  while ((web = best_web (&s, covered)) >= 0)
    {
      zeros->safe_push (n->webs[web].root);
      for (i = 0; i < n->refs.length (); i++)
	{
	  if (bitmap_bit_p (covered, i))
	    s.wanted[i] = 0;
	  if (s.base[i] == (int) n->webs[web].root)
	    {
	      s.base[i] = -1;
	      s.unplaced += wide_p (&n->refs[i]);
	      if (wants_zero_p (n, &n->refs[i]) && !bitmap_bit_p (covered, i))
		s.wanted[i] = weight (&n->refs[i]);
	    }
	}
    }
}
