/* Address webs: registers that the bound copy can point at slots itself.
   SPDX-License-Identifier: GPL-3.0-or-later

   A web is a set of definitions of one register and all uses that they
   reach.  If a web serves for nothing but the addresses of redirected
   references, its value can be chosen freely in the bound copy: as base
   register it gets the address of slots, as index register zero.  The
   references then keep registers, displacement and length, each array can
   have a place of its own in its cache line, and an address that waits for
   a load in the original waits for one in the copy.

   In the bound copy, a definition of such a web becomes

     definition				in the bound copy
     outside of the nest		loaded from a cell by the landing pad
     load from a slot			the slot holds the web's value
     register = register + constant	the same instruction, constant 0
     register = register + another,	register = register & register
     or the like
     a move of the register's only	register = register
     web, or arithmetic around loops
     anything else, but no arithmetic	a load of the cell
     in an innermost loop
     arithmetic there			the same, or one that yields zero
					(web-insns.cc)

   See kept-webs.cc for those that leave the register as it is.

   What only such definitions or addresses used has no meaning in the copy
   any more.  Nothing here changes the IL.  */

#include "gcc-compat.h"
#include "nest.h"
#include "memlb-target.h"
#include "webs.h"

static int
new_element (web_finder *f, unsigned regno)
{
  nest_web web = nest_web ();

  web.regno = regno;
  web.known_p = web.idle_p = true;
  web.lead = -1;
  f->parent.safe_push (f->parent.length ());
  f->webs.safe_push (web);
  return f->parent.length () - 1;
}

/* The web that element E belongs to.  */

int
root_of (web_finder *f, int e)
{
  while (f->parent[e] != e)
    e = f->parent[e] = f->parent[f->parent[e]];
  return e;
}

/* The web that DEF belongs to.  */

int
web_of_def (web_finder *f, df_ref def)
{
  bool existed;

  if (DF_REF_IS_ARTIFICIAL (def) || !DF_REF_INSN (def)
      || !copied_p (f->n, BLOCK_FOR_INSN (DF_REF_INSN (def))))
    {
      int *e = &f->outside[DF_REF_REGNO (def)];
      if (*e < 0)
	{
	  *e = new_element (f, DF_REF_REGNO (def));
	  f->webs[*e].live_in = true;
	}
      return root_of (f, *e);
    }
  int split = split_at (f->n, BLOCK_FOR_INSN (DF_REF_INSN (def)),
			DF_REF_REGNO (def));
  int *e = &f->element.get_or_insert (def, &existed);
  if (!existed)
    *e = split >= 0 ? f->splits[split] : new_element (f, DF_REF_REGNO (def));
  return root_of (f, *e);
}

/* The web that USE belongs to, or -1 for one that nothing defines.  */

int
web_of_use (web_finder *f, df_ref use)
{
  int web = -1, split = split_at (f->n, DF_REF_BB (use), DF_REF_REGNO (use));

  if (split >= 0)
    return root_of (f, f->splits[split]);
  for (df_link *link = DF_REF_CHAIN (use); link; link = link->next)
    {
      int other = web_of_def (f, link->ref);
      if (web >= 0 && other != web)
	{
	  f->parent[other] = web;
	  f->webs[web].live_in |= f->webs[other].live_in;
	}
      else
	web = other;
    }
  return web;
}

/* True if the register of WEB may hold another value in the bound copy of N.
   A value from outside of the nest may be one that is compared at an exit;
   definitions that reach one are not among those.  */

bool
free_register_p (const nest *n, const nest_web *web)
{
  int bit = target_encoding (web->regno);

  return (bit >= 0 && !(web->live_in && (n->ctl_gprs >> bit & 1))
	  && !fixed_regs[web->regno] && !global_regs[web->regno]
	  && !(frame_pointer_needed
	       && web->regno == HARD_FRAME_POINTER_REGNUM));
}

/* True if BB lies in a loop without a loop inside.  */

static bool
innermost_p (basic_block bb)
{
  return bb->loop_father->inner == NULL;
}

/* True if INSN uses web WEB.  */

bool
uses_web_p (web_finder *f, rtx_insn *insn, int web)
{
  df_ref use;

  FOR_EACH_INSN_USE (use, insn)
    if (DF_REF_REGNO (use) == f->webs[web].regno
	&& web_of_use (f, use) == web)
      return true;
  return false;
}

/* What the bound copy can make of DEF in INSN; *NARROW if the value cannot
   be an address.  */

static web_def_kind
definition_kind (web_finder *f, rtx_insn *insn, df_ref def, bool *narrow)
{
  nest *n = f->n;
  const nest_ref *ref = redirected_ref (n, insn);
  rtx set = CALL_P (insn) ? NULL_RTX : single_set (insn);

  if (!set || !REG_P (SET_DEST (set))
      || (GET_MODE (SET_DEST (set)) != Pmode
	  && GET_MODE (SET_DEST (set)) != SImode)
      || REGNO (SET_DEST (set)) != DF_REF_REGNO (def))
    return DEF_OTHER;
  bool half = GET_MODE (SET_DEST (set)) != Pmode;
  rtx src = SET_SRC (set);
  if (!half && constant_step_p (insn)
      && uses_web_p (f, insn, web_of_def (f, def)))
    return DEF_STEP;
  if (ref)
    {
      *narrow |= half;
      if (GET_CODE (src) == SIGN_EXTEND || GET_CODE (src) == ZERO_EXTEND)
	{
	  *narrow = true;
	  src = XEXP (src, 0);
	}
      return (MEM_P (src) && ref->kind == MEMLB_REF_LOAD
	      ? DEF_LOADED : DEF_OTHER);
    }
  if (n->ref_of.get (insn))
    return DEF_OTHER;
  if (!half && plain_p (insn) && keeps_value_p (f, insn, def))
    return DEF_KEPT;
  if (!half && (MEM_P (src) || !innermost_p (BLOCK_FOR_INSN (insn))))
    return DEF_REPLACED;
  *narrow = true;
  return zero_kind (f, insn);
}

/* Enter INSN's definitions into the webs of F.  */

static void
enter_definitions (web_finder *f, rtx_insn *insn)
{
  df_ref def;

  FOR_EACH_INSN_DEF (def, insn)
    if (target_encoding (DF_REF_REGNO (def)) >= 0)
      {
	nest_web *web = &f->webs[web_of_def (f, def)];
	bool narrow = false;
	web_def_kind kind = definition_kind (f, insn, def, &narrow);
	web->known_p &= kind != DEF_OTHER;
	web->narrow |= narrow;
	web->replaced_p |= kind == DEF_REPLACED;
	web->loaded_p |= kind == DEF_LOADED;
	web->null_p |= kind == DEF_ZERO || kind == DEF_NULL;
	web_insn zero = { web_of_def (f, def), insn };
	if (kind == DEF_ZERO)
	  f->zeros.safe_push (zero);
      }
}

/* Enter INSN's uses into the webs of F; those that are not addresses go to
   OTHERS.  */

static void
enter_uses (web_finder *f, rtx_insn *insn, vec<web_insn> *others)
{
  df_ref use;

  FOR_EACH_INSN_USE (use, insn)
    {
      unsigned regno = DF_REF_REGNO (use);
      int web = target_encoding (regno) >= 0 ? web_of_use (f, use) : -1;
      if (web < 0)
	continue;
      if (only_addresses_p (f->n, insn, regno))
	f->webs[web].addresses_p = true;
      else
	{
	  web_insn other = { web, insn };
	  others->safe_push (other);
	}
    }
}

/* True if F's web WEB can get a value of its own.  One that is computed is of
   use only where it waits for a load.  */

static bool
eligible_p (web_finder *f, int web)
{
  const nest_web *w = &f->webs[web];

  return (w->idle_p && w->known_p && w->addresses_p
	  && (w->waits_p || !w->null_p) && free_register_p (f->n, w));
}

/* True if it does not matter to F's bound copy what INSN uses: it has
   another instruction in its place, or its result does not matter
   either.  */

static bool
idle_use_p (web_finder *f, rtx_insn *insn)
{
  df_ref def;
  bool narrow, idle = false;

  FOR_EACH_INSN_DEF (def, insn)
    if (target_encoding (DF_REF_REGNO (def)) >= 0)
      {
	int web = web_of_def (f, def);
	web_def_kind kind = definition_kind (f, insn, def, &narrow);
	if (eligible_p (f, web)
	    && (kind == DEF_REPLACED || kind == DEF_KEPT))
	  return true;
	if (!f->webs[web].idle_p)
	  return false;
	idle = true;
      }
  return idle && plain_p (insn);
}

/* Find out which webs of F have no meaning in the bound copy.  */

static void
find_idle (web_finder *f)
{
  auto_vec<web_insn> others;
  basic_block bb;
  rtx_insn *insn;
  unsigned i;
  df_ref use;
  web_insn *other;
  bool changed = true;

  FOR_EACH_VEC_ELT (f->n->blocks, i, bb)
    FOR_BB_INSNS (bb, insn)
      if (NONDEBUG_INSN_P (insn))
	FOR_EACH_INSN_USE (use, insn)
	  web_of_use (f, use);
  find_waits (f);
  find_sole_webs (f);
  FOR_EACH_VEC_ELT (f->n->blocks, i, bb)
    FOR_BB_INSNS (bb, insn)
      if (NONDEBUG_INSN_P (insn))
	{
	  enter_definitions (f, insn);
	  enter_uses (f, insn, &others);
	}
  while (changed)
    {
      changed = check_zeros (f);
      FOR_EACH_VEC_ELT (others, i, other)
	if (f->webs[other->web].idle_p && !idle_use_p (f, other->insn))
	  {
	    f->webs[other->web].idle_p = false;
	    changed = true;
	  }
    }
}

/* The eligible web of register REGNO in the address of REF, or -1.  */

static int
address_web (web_finder *f, const nest_ref *ref, int regno)
{
  df_ref use;

  if (regno < 0)
    return -1;
  FOR_EACH_INSN_USE (use, ref->insn)
    if (DF_REF_REGNO (use) == (unsigned) regno)
      {
	int web = web_of_use (f, use);
	return web >= 0 && eligible_p (f, web) ? web : -1;
      }
  return -1;
}

/* Give REF of F its webs; an index with a scale cannot be a base.  */

static void
find_address_webs (web_finder *f, nest_ref *ref)
{
  address_parts parts;

  ref->base_web = ref->index_web = -1;
  if (ref->treatment != MEMLB_TREAT_SLOT
      || !target_decompose (ref->addr, &parts))
    return;
  ref->base_web = address_web (f, ref, parts.base);
  ref->index_web = (target_index_fits_p ()
		    ? address_web (f, ref, parts.index) : -1);
  if (ref->base_web == ref->index_web)
    ref->index_web = -1;
  if (ref->index_web >= 0
      && (parts.scale != 1 || f->webs[ref->index_web].narrow))
    f->webs[ref->index_web].role = WEB_INDEX;
  if (ref->base_web >= 0 && f->webs[ref->base_web].narrow)
    {
      if (target_index_fits_p ())
	f->webs[ref->base_web].role = WEB_INDEX;
      else
	ref->base_web = -1;
    }
}

/* Decide which of the webs of F are bases and which are indices: where both
   registers of an address could be its base, the one that GCC calls base
   is, and the other an index if it is never alone.  ZEROS are indices for
   other references.  */

static void
decide_roles (web_finder *f, const vec<unsigned> &zeros)
{
  auto_vec<bool> alone;
  unsigned i;
  nest_ref *ref;

  for (i = 0; i < zeros.length (); i++)
    {
      f->webs[zeros[i]].role = WEB_INDEX;
      f->webs[zeros[i]].zero_p = true;
    }
  alone.safe_grow_cleared (f->webs.length ());
  FOR_EACH_VEC_ELT (f->n->refs, i, ref)
    {
      find_address_webs (f, ref);
      if (ref->base_web >= 0 && ref->index_web < 0)
	alone[ref->base_web] = true;
      if (ref->index_web >= 0 && ref->base_web < 0)
	alone[ref->index_web] = true;
    }
  FOR_EACH_VEC_ELT (f->n->refs, i, ref)
    if (ref->base_web >= 0 && ref->index_web >= 0
	&& f->webs[ref->base_web].role != WEB_INDEX
	&& !alone[ref->index_web])
      f->webs[ref->index_web].role = WEB_INDEX;
  for (i = 0; i < f->webs.length (); i++)
    if (f->webs[i].role != WEB_INDEX && eligible_p (f, i))
      f->webs[i].role = WEB_BASE;
}

/* True if REF is redirected and can lie across two lines though aligned to
   its elements.  */

bool
wide_p (const nest_ref *ref)
{
  return (ref->treatment == MEMLB_TREAT_SLOT && ref->size >= 16
	  && ref->kind != MEMLB_REF_PREFETCH);
}

/* Note which webs of F are bases of wide references; true if the nest has a
   wide reference at all.  */

static bool
note_wide (web_finder *f)
{
  bool any = false;
  unsigned i;
  nest_ref *ref;

  FOR_EACH_VEC_ELT (f->n->refs, i, ref)
    if (wide_p (ref))
      {
	any = true;
	if (ref->base_web >= 0)
	  f->webs[ref->base_web].wide_p = true;
	if (ref->index_web >= 0)
	  f->webs[ref->index_web].wide_p = true;
      }
  return any;
}

/* True if it is worth while to keep WEB, in a nest that has wide references
   if WIDE; any web is if ALL.  Without wide references, a register that
   nothing else needs can serve for all slots (see slots.cc): loaded indices
   are kept, and bases if they keep instructions as long as they are.  A
   definition that becomes a load is a change of the code: it must let wide
   references lie where they lay.  */

static bool
worth_while_p (const nest_web *web, bool wide, bool all)
{
  if (all)
    return true;

  bool as_long = (target_lengths_vary_p () && !web->replaced_p && !web->waits_p);
  if (web->role == WEB_INDEX)
    return (as_long
	    || (!web->replaced_p
		&& (wide || ((web->loaded_p || web->null_p)
			     && !web->live_in))));
  if (!wide)
    return as_long && !web->loaded_p;
  return !web->replaced_p || web->wide_p;
}

/* Keep those webs of F that its nest shall use, ALL of them or what is worth
   while, and number them.  */

static void
keep_webs (web_finder *f, bool all)
{
  bool wide = note_wide (f);
  nest *n = f->n;
  auto_vec<int> number;
  auto_vec<bool> kept;
  unsigned i;
  nest_ref *ref;

  for (i = 0; i < f->webs.length (); i++)
    kept.safe_push (f->parent[i] == (int) i && eligible_p (f, i)
		    && (f->webs[i].zero_p
			|| worth_while_p (&f->webs[i], wide, all)));
  add_sources (f, kept);
  for (i = 0; i < f->webs.length (); i++)
    {
      number.safe_push (kept[i] ? (int) n->webs.length () : -1);
      f->webs[i].root = i;
      if (kept[i])
	n->webs.safe_push (f->webs[i]);
    }
  FOR_EACH_VEC_ELT (n->refs, i, ref)
    {
      ref->base_web = ref->base_web >= 0 ? number[ref->base_web] : -1;
      ref->index_web = ref->index_web >= 0 ? number[ref->index_web] : -1;
    }
  for (i = 0; i < n->splits.length (); i++)
    n->splits[i].web = number[root_of (f, f->splits[i])];
  for (hash_map<df_ref, int>::iterator it = f->element.begin ();
       it != f->element.end (); ++it)
    {
      df_ref def = (*it).first;
      bool narrow;
      nest_web_def web_def = { number[root_of (f, (*it).second)], DEF_OTHER };
      if (web_def.web < 0)
	continue;
      rtx_insn *insn = DF_REF_INSN (def);
      web_def.kind = definition_kind (f, insn, def, &narrow);
      n->web_defs.put (insn, web_def);
      /* The first one must find the value there.  */
      if (web_def.kind == DEF_KEPT
	  && f->sole[DF_REF_REGNO (def)] == root_of (f, (*it).second))
	n->webs[web_def.web].live_in = true;
      if (web_def.kind == DEF_LOADED)
	n->refs[*n->ref_of.get (insn)].value_web = web_def.web;
    }
}

/* Forget the webs of N.  */

void
drop_webs (nest *n)
{
  for (unsigned i = 0; i < n->refs.length (); i++)
    n->refs[i].base_web = n->refs[i].index_web = n->refs[i].value_web = -1;
  for (unsigned i = 0; i < n->splits.length (); i++)
    n->splits[i].web = -1;
  n->webs.truncate (0);
  n->web_defs.empty ();
}

/* Find the address webs of N: ALL of them, or those worth while where a
   register is free for the slots.  Those of numbers ZEROS hold zero.  */

void
find_webs (nest *n, bool all, const vec<unsigned> &zeros)
{
  web_finder f;

  drop_webs (n);

  f.n = n;
  for (unsigned i = 0; i < FIRST_PSEUDO_REGISTER; i++)
    f.outside[i] = -1;
  for (unsigned i = 0; i < n->splits.length (); i++)
    f.splits.safe_push (new_element (&f, n->splits[i].regno));
  find_cycles (&f);
  find_idle (&f);
  decide_roles (&f, zeros);
  keep_webs (&f, all);
}

/* True if INSN sets a register to zero.  */

static bool
null_insn_p (rtx_insn *insn)
{
  rtx set = single_set (insn);

  return set && SET_SRC (set) == const0_rtx;
}

/* The pattern that INSN's copy has in the bound copy of N because INSN
   defines a web, or NULL if it does not or stays as it is.  */

rtx
web_definition (nest *n, rtx_insn *insn)
{
  nest_web_def *def = n->web_defs.get (insn);

  if (def && n->webs[def->web].role == WEB_INDEX && null_insn_p (insn))
    return NULL_RTX;
  if (def && def->kind == DEF_REPLACED)
    return gen_rtx_SET (gen_rtx_REG (Pmode, n->webs[def->web].regno),
			target_cell (n, web_cell (n, def->web)));
  if (def && def->kind == DEF_KEPT)
    return kept_pattern (insn);
  if (def && def->kind == DEF_NULL)
    return target_null_pattern (SET_DEST (single_set (insn)));
  if (!def || def->kind != DEF_STEP)
    return NULL_RTX;
  rtx pattern = copy_insn (PATTERN (insn));
  rtx set = GET_CODE (pattern) == PARALLEL ? XVECEXP (pattern, 0, 0) : pattern;
  XEXP (SET_SRC (set), 1) = const0_rtx;
  return pattern;
}

/* Emit behind POS, before the copy of INSN in a bound copy of N, a move of what
   an instruction that yields zero in its place waits for, if that is in another
   register.  Returns the last instruction.  */

rtx_insn *
emit_before_web (nest *n, rtx_insn *insn, rtx_insn *pos)
{
  nest_web_def *def = n->web_defs.get (insn);

  if (!def || def->kind != DEF_NULL)
    return pos;
  unsigned from = nullable_register (insn);
  unsigned to = REGNO (SET_DEST (single_set (insn)));
  if (from == to)
    return pos;
  pos = emit_insn_after (gen_rtx_SET (gen_rtx_REG (SImode, to),
				      gen_rtx_REG (SImode, from)), pos);
  gcc_assert (recog_memoized (pos) >= 0);
  return pos;
}

/* The cell that holds the value of web WEB of N.  */

unsigned
web_cell (const nest *n, int web)
{
  return MEMLB_CELL_FVALUES + n->fvalues.length () + web;
}
