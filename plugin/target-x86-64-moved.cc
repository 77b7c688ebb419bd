/* Gates that are moved away from their exits, for x86-64.
   SPDX-License-Identifier: GPL-3.0-or-later

   A gate at an exit may lie between a loop and blocks of its nest that GCC has
   put behind the exit, so that a jump in the loop gets longer.  Where the code at
   the exit ends with what nothing falls out of, and a short jump reaches another
   such place in the same frame, the gate is moved there:

	    jg    1b			    jg    1b
	    gate			    jmp   gate
	    ret			==>	back:   ret
	2:  ...				2:  ...
	    jmp   1b			    jmp   1b
					gate: ...
					    jmp   back  */

#include "gcc-compat.h"
#include "output.h"
#include "insn-addr.h"
#include "dwarf2.h"
#include "dwarf2out.h"
#include "nest.h"
#include "memlb-target.h"
#include "target-x86-64.h"
#include "target-x86-64-layout.h"

/* How many jumps are longer than in the plain build, of those that lead over the
   gate PIECES[GATE].  */

static unsigned
lengthened (const layout *pieces, unsigned gate)
{
  unsigned i, n = 0;
  piece *p;

  FOR_EACH_VEC_ELT (*pieces, i, p)
    n += (!p->inserted_p && p->long_bytes && p->bytes > p->plain_bytes
	  && (i < gate) != ((unsigned) p->target < gate));
  return n;
}

/* The barrier behind INSN, or NULL if there is none.  */

static rtx_insn *
barrier_after (rtx_insn *insn)
{
  do
    insn = NEXT_INSN (insn);
  while (insn && NOTE_P (insn));
  return insn && BARRIER_P (insn) ? insn : NULL;
}

/* True if frames are unwound at TO, which comes later, as at FROM.  */

static bool
same_frame_p (rtx_insn *from, rtx_insn *to)
{
  int depth = 0;

  for (rtx_insn *insn = from; insn != to; insn = NEXT_INSN (insn))
    if (NOTE_P (insn) && NOTE_KIND (insn) == NOTE_INSN_CFI)
      switch (NOTE_CFI (insn)->dw_cfi_opc)
	{
	case DW_CFA_remember_state:
	  depth++;
	  break;
	case DW_CFA_restore_state:
	  if (!depth--)
	    return false;
	  break;
	default:
	  if (!depth)
	    return false;
	}
  return !depth;
}

/* True if from the gate PIECES[I] on control reaches a barrier before any place
   that GCC aligns, so that two bytes more or less there do not matter.  */

static bool
leads_out_p (const layout *pieces, unsigned i)
{
  for (i++; i < pieces->length (); i++)
    {
      const piece *p = &(*pieces)[i];
      if (LABEL_P (p->insn) ? label_to_alignment (p->insn).levels[0].log != 0
	  : p->inserted_p)
	return false;
      if (!LABEL_P (p->insn) && barrier_after (p->insn))
	return true;
    }
  return false;
}

/* Move the gate PIECES[GATE] behind PIECES[PLACE], or back if that is -1.  */

static void
move_gate (layout *pieces, unsigned gate, int place)
{
  piece *p = &(*pieces)[gate];

  if (p->place >= 0)
    (*pieces)[p->place].moved = -1;
  p->place = place;
  if (place >= 0)
    (*pieces)[place].moved = gate;
}

void
try_places (layout *pieces, unsigned gate, const HOST_WIDE_INT *plain)
{
  unsigned before = lengthened (pieces, gate), i;

  if (!before || !strstr (*asm_template ((*pieces)[gate].insn), "__memlb_exit")
      || !leads_out_p (pieces, gate))
    return;
  for (i = pieces->length (); --i > gate;)
    {
      piece *p = &(*pieces)[i];
      rtx_insn *barrier;
      if (LABEL_P (p->insn) || p->inserted_p || p->moved >= 0
	  || plain[i] - plain[gate] > 127
	  || !(simplejump_p (p->insn) || returnjump_p (p->insn))
	  || !(barrier = barrier_after (p->insn))
	  || !same_frame_p ((*pieces)[gate].insn, barrier))
	continue;
      move_gate (pieces, gate, i);
      if (lay_out (pieces, plain) && lengthened (pieces, gate) < before)
	return;
      move_gate (pieces, gate, -1);
    }
  lay_out (pieces, plain);
}

void
emit_moved (piece *p, const piece *place)
{
  rtx body = copy_rtx (PATTERN (p->insn));
  rtx_insn *moved = emit_insn_after (body, barrier_after (place->insn));
  const char **text = asm_template (p->insn), **there = asm_template (moved);
  const char *rest = p->pad + strlen (PAD_MARK);
  /* No insn's number: those differ where there is debug information.  */
  static int n_moved;
  int number = n_moved++;

  /* "final" wants an address of every insn; jumps have their lengths.  */
  INSN_ADDRESSES_NEW (moved, -1);
  rest += strspn (rest, " 0123456789");
  char *whole
    = xasprintf (".Lmemlb_moved%d:\n\t%.*s%s\n\tjmp\t.Lmemlb_back%d", number,
		 (int) (p->pad - *text), *text, rest, number);
  char *jump = xasprintf ("jmp\t.Lmemlb_moved%d\n.Lmemlb_back%d:", number,
			  number);
  *there = ggc_strdup (whole);
  *text = ggc_strdup (jump);
  free (whole);
  free (jump);
}
