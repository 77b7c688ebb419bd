/* Address webs that are computed from zeros.
   SPDX-License-Identifier: GPL-3.0-or-later

   See web-insns.cc.  A web that is computed, and waits for a load, holds zero
   in the bound copy if all definitions can yield zero: those that can only
   with zeros for what they use need webs that can be zero themselves.
   Nothing here changes the IL.  */

#include "gcc-compat.h"
#include "nest.h"
#include "memlb-target.h"
#include "webs.h"

/* True if what INSN computes waits for a load, which it makes itself, or which
   one of F's webs that wait, flags or vectors may wait for.  */

static bool
waits_p (web_finder *f, rtx_insn *insn)
{
  int *index = f->n->ref_of.get (insn);
  df_ref use;

  if (index && f->n->refs[*index].treatment != MEMLB_TREAT_REAL
      && !f->n->refs[*index].invariant)
    return true;
  FOR_EACH_INSN_USE (use, insn)
    if (target_encoding (DF_REF_REGNO (use)) < 0)
      return true;
    else
      {
	int web = web_of_use (f, use);
	if (web >= 0 && f->webs[web].waits_p)
	  return true;
      }
  return false;
}

/* Find out which webs of F wait for loads in the nest.  */

void
find_waits (web_finder *f)
{
  basic_block bb;
  rtx_insn *insn;
  unsigned i;
  df_ref def;
  bool changed = true;

  while (changed)
    {
      changed = false;
      FOR_EACH_VEC_ELT (f->n->blocks, i, bb)
	FOR_BB_INSNS (bb, insn)
	  if (NONDEBUG_INSN_P (insn) && waits_p (f, insn))
	    FOR_EACH_INSN_DEF (def, insn)
	      if (target_encoding (DF_REF_REGNO (def)) >= 0
		  && !f->webs[web_of_def (f, def)].waits_p)
		f->webs[web_of_def (f, def)].waits_p = changed = true;
    }
}

static bool
any_register_p (void *, rtx_insn *, unsigned)
{
  return true;
}

/* Find out which instructions define the addresses of F's loads that wait for
   themselves.  */

void
find_cycles (web_finder *f)
{
  unsigned i;
  nest_ref *ref;
  df_ref use;

  FOR_EACH_VEC_ELT (f->n->refs, i, ref)
    if (ref->treatment == MEMLB_TREAT_SLOT && (ref->kind & MEMLB_REF_LOAD))
      FOR_EACH_INSN_USE (use, ref->insn)
	if (refers_to_regno_p (DF_REF_REGNO (use), ref->addr)
	    && address_cycle_p (f->n, ref, DF_REF_REGNO (use)))
	  for (df_link *def = DF_REF_CHAIN (use); def; def = def->next)
	    if (!DF_REF_IS_ARTIFICIAL (def->ref) && DF_REF_INSN (def->ref))
	      f->cycles.add (DF_REF_INSN (def->ref));
}

/* True if an instruction can take the place of INSN that waits as it does and
   yields zero.  */

static bool
nullable_p (web_finder *f, rtx_insn *insn)
{
  int regno = nullable_register (insn);

  return (regno >= 0
	  && (regno == (int) REGNO (SET_DEST (single_set (insn)))
	      || f->cycles.contains (insn)));
}

/* What the bound copy of F can make of INSN, which defines a web, if it is to
   hold zero.  */

web_def_kind
zero_kind (web_finder *f, rtx_insn *insn)
{
  if (!f->nulls.contains (insn) && yields_zero_p (insn, any_register_p, NULL))
    return DEF_ZERO;
  return nullable_p (f, insn) ? DEF_NULL : DEF_OTHER;
}

/* The web of register REGNO that INSN uses, or -1.  */

static int
web_used (web_finder *f, rtx_insn *insn, unsigned regno)
{
  df_ref use;

  FOR_EACH_INSN_USE (use, insn)
    if (DF_REF_REGNO (use) == regno)
      return web_of_use (f, use);
  return -1;
}

/* True if the web of register REGNO, which INSN uses, can hold zero.  One that
   may be a base shall not.  */

static bool
can_be_zero_p (void *data, rtx_insn *insn, unsigned regno)
{
  web_finder *f = (web_finder *) data;
  int web = web_used (f, insn, regno);

  if (web < 0)
    return false;
  const nest_web *w = &f->webs[web];
  return (w->idle_p && w->known_p && (w->narrow || !w->addresses_p)
	  && free_register_p (f->n, w));
}

/* Find out which definitions of F's webs do not yield zero, since what they use
   does not; true if there is another one.  */

bool
check_zeros (web_finder *f)
{
  bool changed = false;
  unsigned i;
  web_insn *def;

  FOR_EACH_VEC_ELT (f->zeros, i, def)
    if (f->webs[def->web].known_p && !f->nulls.contains (def->insn)
	&& !yields_zero_p (def->insn, can_be_zero_p, f))
      {
	changed = true;
	f->nulls.add (def->insn);
	f->webs[def->web].known_p = nullable_p (f, def->insn);
      }
  return changed;
}

/* Add to KEPT those webs of F from which kept ones are computed, since they
   must be zero, too.  */

void
add_sources (web_finder *f, vec<bool> &kept)
{
  bool changed = true;
  unsigned i;
  web_insn *def;
  df_ref use;

  while (changed)
    {
      changed = false;
      FOR_EACH_VEC_ELT (f->zeros, i, def)
	if (kept[def->web] && !f->nulls.contains (def->insn))
	  FOR_EACH_INSN_USE (use, def->insn)
	    if (target_encoding (DF_REF_REGNO (use)) >= 0
		&& can_be_zero_p (f, def->insn, DF_REF_REGNO (use)))
	      {
		int web = web_of_use (f, use);
		changed |= !kept[web];
		kept[web] = true;
		f->webs[web].role = WEB_INDEX;
	      }
    }
}
