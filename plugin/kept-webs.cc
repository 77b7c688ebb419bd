/* Address webs whose registers keep their values.
   SPDX-License-Identifier: GPL-3.0-or-later

   What computes the value of an address web can leave the register as it is in
   the bound copy, which has the web's value in it all the time:

     definition				in the bound copy
     register = register + another,	register = register & register
     or the like, with flags
     register = another, where the	register = register
     register has no other web

   Either is as long as most of what it stands for, since the branches of a copy
   lie in their lines as the original's do only if its blocks are as long
   (doc/fidelity.md, Back edges).  It waits for nothing, so that a web which waits for
   a load has other definitions.  Nothing here changes the IL.  */

#include "gcc-compat.h"
#include "nest.h"
#include "memlb-target.h"
#include "webs.h"

/* Find the registers of F that have one web only in the nest, whose value they
   can have from the beginning.  */

void
find_sole_webs (web_finder *f)
{
  basic_block bb;
  rtx_insn *insn;
  unsigned i;
  df_ref def;

  for (i = 0; i < FIRST_PSEUDO_REGISTER; i++)
    f->sole[i] = f->outside[i] >= 0 ? root_of (f, f->outside[i]) : -1;
  FOR_EACH_VEC_ELT (f->n->blocks, i, bb)
    FOR_BB_INSNS (bb, insn)
      if (NONDEBUG_INSN_P (insn))
	FOR_EACH_INSN_DEF (def, insn)
	  {
	    unsigned regno = DF_REF_REGNO (def);
	    int bit = target_encoding (regno);
	    if (bit < 0)
	      continue;
	    int web = web_of_def (f, def);
	    f->sole[regno] = ((f->sole[regno] == -1 || f->sole[regno] == web)
			      && !(f->n->ctl_gprs >> bit & 1) ? web : -2);
	  }
  for (i = 0; i < f->n->splits.length (); i++)
    f->sole[f->n->splits[i].regno] = -2;
}

/* True if INSN sets one register and changes the flags, which nobody reads.  */

static bool
clobbers_flags_p (rtx_insn *insn)
{
  rtx pattern = PATTERN (insn);

  return (GET_CODE (pattern) == PARALLEL && XVECLEN (pattern, 0) == 2
	  && GET_CODE (XVECEXP (pattern, 0, 0)) == SET
	  && GET_CODE (XVECEXP (pattern, 0, 1)) == CLOBBER);
}

/* True if the bound copy can have in the place of INSN, whose definition is DEF,
   an instruction that leaves the register as it is: it holds the web's value
   there already, since the web is the register's only one, or INSN computes it
   from the web's value.  */

bool
keeps_value_p (web_finder *f, rtx_insn *insn, df_ref def)
{
  int web = web_of_def (f, def);
  rtx src = SET_SRC (single_set (insn));

  if (!target_lengths_vary_p () || f->webs[web].waits_p)
    return false;
  if (clobbers_flags_p (insn) && uses_web_p (f, insn, web))
    return true;
  return (GET_CODE (PATTERN (insn)) == SET
	  && f->sole[DF_REF_REGNO (def)] == web
	  && (REG_P (src) || BLOCK_FOR_INSN (insn)->loop_father->inner != NULL));
}

/* What takes INSN's place and leaves the register that it sets as it is; it
   changes the flags if INSN does.  */

rtx
kept_pattern (rtx_insn *insn)
{
  rtx reg = SET_DEST (single_set (insn));

  if (!clobbers_flags_p (insn))
    return gen_rtx_SET (reg, reg);
  rtx pattern = copy_insn (PATTERN (insn));
  SET_SRC (XVECEXP (pattern, 0, 0)) = gen_rtx_AND (Pmode, reg, reg);
  return pattern;
}
