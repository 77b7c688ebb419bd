/* How far the stack pointer moves in functions and nests.
   SPDX-License-Identifier: GPL-3.0-or-later

   A function's bound copy keeps what it pushes on the private stack, of which there
   must be enough; a nest's that passes arguments there finds its frame by distances
   from where the stack pointer is at its header.  Nothing here changes the IL.  */

#include "gcc-compat.h"
#include "nest.h"
#include "callees.h"

/* True if X is register REGNO plus a constant, which goes to *OFFSET.  */

bool
register_plus_p (const_rtx x, unsigned regno, HOST_WIDE_INT *offset)
{
  *offset = 0;
  if (GET_CODE (x) == PLUS && CONST_INT_P (XEXP (x, 1)))
    {
      *offset = INTVAL (XEXP (x, 1));
      x = XEXP (x, 0);
    }
  return REG_P (x) && REGNO (x) == regno;
}

/* The distance that X, a new value of stack or frame pointer, has; -1 if it is
   not known.  Where the stack is realigned it is the most that it may be.  OLD is the
   state before.  */

static HOST_WIDE_INT
distance_of (const_rtx x, const stack_state *old)
{
  HOST_WIDE_INT offset;

  if (GET_CODE (x) == AND && XEXP (x, 0) == stack_pointer_rtx
      && CONST_INT_P (XEXP (x, 1)) && crtl->stack_realign_needed)
    return old->sp - INTVAL (XEXP (x, 1)) - UNITS_PER_WORD;
  if (register_plus_p (x, STACK_POINTER_REGNUM, &offset))
    return old->sp - offset;
  if (crtl->drap_reg && register_plus_p (x, REGNO (crtl->drap_reg), &offset))
    return -offset;
  if (frame_pointer_needed && old->fp >= 0
      && register_plus_p (x, HARD_FRAME_POINTER_REGNUM, &offset))
    return old->fp - offset;
  return -1;
}

/* Let STATE be what SET, a part of an instruction, makes of OLD.  False if that
   is not known.  */

static bool
follow_set (const_rtx set, const stack_state *old, stack_state *state)
{
  rtx dest = SET_DEST (set), src = SET_SRC (set);

  if (MEM_P (dest))
    state->sp += pushed_bytes (dest);
  if (MEM_P (src) && GET_CODE (XEXP (src, 0)) == POST_INC)
    state->sp -= GET_MODE_SIZE (GET_MODE (src)).to_constant ();
  if (REG_P (dest) && REGNO (dest) == STACK_POINTER_REGNUM)
    return (state->sp = distance_of (src, old)) >= 0;
  if (REG_P (dest) && REGNO (dest) == HARD_FRAME_POINTER_REGNUM
      && frame_pointer_needed)
    state->fp = MEM_P (src) ? -1 : distance_of (src, old);
  return true;
}

/* Let *STATE be what INSN makes of it.  False if that is not known.  */

bool
follow_insn (rtx_insn *insn, stack_state *state)
{
  rtx pattern = PATTERN (insn);
  stack_state old = *state;

  if (GET_CODE (pattern) == SET)
    return follow_set (pattern, &old, state);
  if (GET_CODE (pattern) == PARALLEL)
    for (int i = 0; i < XVECLEN (pattern, 0); i++)
      if (GET_CODE (XVECEXP (pattern, 0, i)) == SET
	  && !follow_set (XVECEXP (pattern, 0, i), &old, state))
	return false;
  return true;
}

/* True if INSN passes an argument on the stack, or makes or takes back room for
   some, and does nothing else.  */

bool
argument_insn_p (rtx_insn *insn)
{
  rtx set = single_set (insn);
  HOST_WIDE_INT offset;
  bool from_fp;

  if (!set || !NONJUMP_INSN_P (insn) || RTX_FRAME_RELATED_P (insn))
    return false;
  rtx dest = SET_DEST (set), src = SET_SRC (set);
  /* Room is taken back by loading what nobody uses, too.  */
  if (REG_P (dest) && MEM_P (src) && GET_CODE (XEXP (src, 0)) == POST_INC
      && XEXP (XEXP (src, 0), 0) == stack_pointer_rtx)
    return REGNO (dest) != STACK_POINTER_REGNUM;
  if (REG_P (dest) && REGNO (dest) == STACK_POINTER_REGNUM)
    return register_plus_p (src, STACK_POINTER_REGNUM, &offset);
  return (MEM_P (dest) && pushed_bytes (dest) == UNITS_PER_WORD
	  && (REG_P (src) || CONSTANT_P (src)
	      || (MEM_P (src) && !MEM_VOLATILE_P (src)
		  && frame_address_p (XEXP (src, 0), &offset, &from_fp))));
}

/* Follow the instructions of BB, of nest N, from *SP on, and note the depths of
   its stack; false if some are not known.  */

static bool
follow_nest_block (nest *n, basic_block bb, HOST_WIDE_INT *sp)
{
  stack_state state = { *sp, -1 };
  rtx_insn *insn;

  FOR_BB_INSNS (bb, insn)
    if (NONDEBUG_INSN_P (insn))
      {
	n->depths->put (insn, state.sp);
	if (argument_insn_p (insn) && !follow_insn (insn, &state))
	  return false;
      }
  *sp = state.sp;
  return true;
}

/* Find how far the stack pointer is below where it is at N's header in front of
   each instruction of N, which passes arguments on the stack.  False if that is
   not known, or not where it was at the exits.  */

bool
find_depths (nest *n)
{
  hash_map<basic_block, HOST_WIDE_INT> starts;
  auto_vec<basic_block> worklist;
  edge e;
  edge_iterator ei;

  n->depths = &n->own_depths;
  starts.put (n->header, 0);
  worklist.safe_push (n->header);
  while (!worklist.is_empty ())
    {
      basic_block bb = worklist.pop ();
      HOST_WIDE_INT sp = *starts.get (bb);
      if (!follow_nest_block (n, bb, &sp))
	return false;
      FOR_EACH_EDGE (e, ei, bb->succs)
	{
	  HOST_WIDE_INT *known = starts.get (e->dest);
	  if (!copied_p (n, e->dest) ? sp != 0 : known && *known != sp)
	    return false;
	  if (!known && copied_p (n, e->dest))
	    {
	      starts.put (e->dest, sp);
	      worklist.safe_push (e->dest);
	    }
	}
    }
  return true;
}
