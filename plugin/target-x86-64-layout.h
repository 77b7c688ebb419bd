/* Where the current function's instructions lie, for x86-64.
   SPDX-License-Identifier: GPL-3.0-or-later  */
#ifndef TARGET_X86_64_LAYOUT_H
#define TARGET_X86_64_LAYOUT_H

/* An instruction or a label.  */

struct piece
{
  rtx_insn *insn;
  bool inserted_p;
  bool behind_p;		/* behind all of the original */
  const char *pad;		/* mark in the gate's text, or NULL */
  int bytes;			/* without what PAD stands for; of jumps: now */
  int long_bytes;		/* of a jump that reaches everywhere, or 0 */
  int target;			/* the piece that it leads to, or -1 */
  int plain_target;		/* the same in the plain build */
  int plain_bytes;
  int padding;
  int more;			/* of it, so that a jump is surely long */
  HOST_WIDE_INT address;
  int place;			/* of a gate: the piece that it was moved behind,
				   or -1 */
  int moved;			/* the gate that was moved behind this, or -1 */
  int back_bytes;		/* of the jump at the end of such a gate */
  HOST_WIDE_INT moved_address;	/* where it lies */
};

typedef auto_vec<piece> layout;

/* The template of the asm statement INSN, or NULL.  */
extern const char **asm_template (rtx_insn *insn);

/* Work out where PIECES lie and how much padding they need, PLAIN being
   the addresses in the plain build.  False if the jump to a moved gate does not
   reach.  */
extern bool lay_out (layout *pieces, const HOST_WIDE_INT *plain);

/* PIECES[GATE], if it is the gate of an exit, makes jumps longer that lead over it:
   move it away, if that helps.  PLAIN as for lay_out.  */
extern void try_places (layout *pieces, unsigned gate,
			const HOST_WIDE_INT *plain);

/* Emit the gate P, which lies behind PLACE now: its text there, and a jump to
   it.  */
extern void emit_moved (piece *p, const piece *place);

#endif /* TARGET_X86_64_LAYOUT_H */
