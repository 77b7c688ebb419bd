/* Branches that follow what a loop computes.
   SPDX-License-Identifier: GPL-3.0-or-later

   A bound copy repeats what the original has just done.  Where a branch inside of it
   follows a generator of random numbers in registers

     x ^= x << 13; x ^= x >> 7; x ^= x << 17;
     if (x & 1) ...

   no predictor knows its way in the original, and in the copy's second run one may, as
   with branches that loaded data decide.  The runtime is to look at the first runs
   then.  Such numbers are computed from those before, or from a counter whose bits are
   mixed.  A counter itself is none, whatever its steps are.
   Nothing here changes the IL.

   Weakness: a function that multiplies a counter, and mixes nothing, is none either.  */

#include "gcc-compat.h"
#include "nest.h"
#include "sources.h"

/* Most instructions that are looked at for one nest: enough for each of 200 to lead to all
   others.  */
static const unsigned most_steps = 40000;

/* True if X is a value that is kept, in a register or, where there was none, in the
   frame.  */

static bool
kept_p (const_rtx x)
{
  return REG_P (x) || MEM_P (x);
}

/* True if X computes a step of a counter: what is kept, something added to it, masked,
   shifted or extended.  */

static bool
step_expression_p (const_rtx x)
{
  switch (GET_CODE (x))
    {
    case REG:
    case MEM:
      return true;
    case PLUS:
    case MINUS:
      return (kept_p (XEXP (x, 0))
	      && (kept_p (XEXP (x, 1)) || CONSTANT_P (XEXP (x, 1))));
    case AND:
    case ASHIFT:
    case ASHIFTRT:
    case LSHIFTRT:
      return kept_p (XEXP (x, 0)) && CONSTANT_P (XEXP (x, 1));
    case SIGN_EXTEND:
    case ZERO_EXTEND:
      return kept_p (XEXP (x, 0));
    default:
      return false;
    }
}

/* The set of INSN that is not the flags', or NULL if it has several.  */

static const_rtx
set_of (rtx_insn *insn)
{
  const_rtx pattern = PATTERN (insn), set = NULL_RTX;

  if (GET_CODE (pattern) == SET)
    return pattern;
  if (GET_CODE (pattern) != PARALLEL)
    return NULL_RTX;
  for (int i = 0; i < XVECLEN (pattern, 0); i++)
    {
      const_rtx x = XVECEXP (pattern, 0, i);
      if (GET_CODE (x) != SET
	  || GET_MODE_CLASS (GET_MODE (SET_DEST (x))) == MODE_CC)
	continue;
      if (set)
	return NULL_RTX;
      set = x;
    }
  return set;
}

/* True if INSN mixes bits: those of two registers, or of one that it rotates.  */

static bool
mixes_p (rtx_insn *insn)
{
  const_rtx set = set_of (insn);

  if (!set)
    return false;
  switch (GET_CODE (SET_SRC (set)))
    {
    case XOR:
      return !CONSTANT_P (XEXP (SET_SRC (set), 1));
    case ROTATE:
    case ROTATERT:
      return true;
    default:
      return false;
    }
}

/* True if what INSN computes, which is in S, is computed from what it was in an earlier
   iteration.  *STEPS instructions may be looked at, and are taken off.  */

static bool
recurs_p (const source_search *s, rtx_insn *insn, unsigned *steps)
{
  source_search own (s->n, NULL);

  own.stores.safe_splice (s->stores);
  add_sources (&own, insn);
  while (!own.worklist.is_empty () && *steps)
    {
      rtx_insn *from = own.worklist.pop ();
      if (from == insn)
	return true;
      if (!copied_p (s->n, BLOCK_FOR_INSN (from)) || own.seen.add (from))
	continue;
      --*steps;
      add_sources (&own, from);
    }
  return false;
}

/* True if INSN, which is in S, makes numbers that no predictor knows.  */

static bool
makes_numbers_p (const source_search *s, rtx_insn *insn, unsigned *steps)
{
  const_rtx set = set_of (insn);

  return (mixes_p (insn)
	  || (!(set && step_expression_p (SET_SRC (set)))
	      && recurs_p (s, insn, steps)));
}

/* True if the conditional jump at the end of BB goes on in N, whichever way it goes.  That
   which ends N is wrong once at most.  */

static bool
inside_p (const nest *n, basic_block bb)
{
  edge e;
  edge_iterator ei;

  FOR_EACH_EDGE (e, ei, bb->succs)
    if (!copied_p (n, e->dest))
      return false;
  return any_condjump_p (BB_END (bb));
}

/* Find out whether such a jump of N follows numbers that N makes.  */

void
find_computed_branches (nest *n)
{
  source_search s (n, NULL);
  unsigned i, steps = most_steps;
  basic_block bb;

  find_frame_stores (n, &s.stores);
  FOR_EACH_VEC_ELT (n->blocks, i, bb)
    if (inside_p (n, bb))
      add_sources (&s, BB_END (bb));
  while (!s.worklist.is_empty () && !n->computed_branches_p)
    {
      rtx_insn *insn = s.worklist.pop ();
      if (!copied_p (n, BLOCK_FOR_INSN (insn)) || s.seen.add (insn))
	continue;
      n->computed_branches_p = makes_numbers_p (&s, insn, &steps);
      add_sources (&s, insn);
    }
}
