/* Where the blocks of a bound copy lie in their lines.
   SPDX-License-Identifier: GPL-3.0-or-later

   What is asked for here is written with the labels, see placement.cc.  */

#include "gcc-compat.h"
#include "nest.h"
#include "copier.h"
#include "memlb-target.h"

/* The label that follows BB in the code, if control falls through to it, or
   NULL.  */

static rtx_code_label *
label_behind (basic_block bb)
{
  edge e = find_fallthru_edge (bb->succs);

  return (e && e->dest == bb->next_bb
	  && e->dest != EXIT_BLOCK_PTR_FOR_FN (cfun)
	  ? as_a <rtx_code_label *> (block_label (e->dest)) : NULL);
}

/* Set in BODY the indices of the blocks of HEADER's loop.  */

static void
find_body (basic_block header, bitmap body)
{
  auto_vec<basic_block> worklist;
  edge e;
  edge_iterator ei;

  bitmap_set_bit (body, header->index);
  FOR_EACH_EDGE (e, ei, header->preds)
    if (e->flags & EDGE_DFS_BACK)
      worklist.safe_push (e->src);
  while (!worklist.is_empty ())
    {
      basic_block bb = worklist.pop ();
      if (bitmap_set_bit (body, bb->index))
	FOR_EACH_EDGE (e, ei, bb->preds)
	  worklist.safe_push (e->src);
    }
}

/* The block of HEADER's loop to be placed: HEADER, or if control falls into
   it from a block of its own loop, where padding would be executed all the
   time, the loop's first in C's layout.  */

static basic_block
block_to_place (copier *c, basic_block header)
{
  edge e = find_fallthru_edge (header->preds);
  basic_block bb, first = header;
  unsigned i;

  if (!e)
    return header;
  bitmap body = BITMAP_ALLOC (NULL);
  find_body (header, body);
  if (bitmap_bit_p (body, e->src->index))
    FOR_EACH_VEC_ELT (c->n->blocks, i, bb)
      if (bitmap_bit_p (body, bb->index))
	{
	  first = bb;
	  break;
	}
  BITMAP_FREE (body);
  return first;
}

/* True if a jump from BB leads out of BODY.  */

static bool
jumps_out_p (basic_block bb, bitmap body)
{
  edge e;
  edge_iterator ei;

  FOR_EACH_EDGE (e, ei, bb->succs)
    if (!(e->flags & EDGE_FALLTHRU) && !bitmap_bit_p (body, e->dest->index))
      return true;
  return false;
}

/* Find the places behind HEADER in its loop whose distances from it nothing but
   the loop's instructions decides: blocks that control falls into, one from the
   other, and the end; as far as no jump leads out, whose length depends on what
   lies between, and no header comes, which has padding before it.  True if the
   end is among them.  */

static bool
find_points (copier *c, basic_block header, vec<placed_point> *points)
{
  basic_block bb = header;
  bitmap body = BITMAP_ALLOC (NULL);
  bool whole = false;

  find_body (header, body);
  while (!jumps_out_p (bb, body) && points->length () < MOST_PLACED_POINTS)
    {
      placed_point point = { label_behind (bb),
			     label_behind (*c->blocks.get (bb)) };
      bb = bb->next_bb;
      if (!point.original || !point.copy || loop_header_p (bb))
	break;
      points->safe_push (point);
      basic_block *copy = c->blocks.get (bb);
      whole = !bitmap_bit_p (body, bb->index);
      if (whole || !copy || point.copy != block_label (*copy))
	break;
    }
  BITMAP_FREE (body);
  return whole;
}

/* A loop of so few instructions turns in a cycle or two, and where it lies in its
   lines decides which (measured: doc/fidelity.md, prefix).  */
#define TIGHT_INSNS 6

/* True if BB, of one loop, adds loads to an integer register and stores: a running
   sum.  An iteration of so few instructions takes one cycle, in which the addition
   to the address competes with that to the sum; the copy's slots wait for no
   address (measured: doc/fidelity.md, prefix).  */

static bool
running_sum_p (basic_block bb)
{
  bool sums = false, stores = false;
  rtx_insn *insn;

  FOR_BB_INSNS (bb, insn)
    {
      rtx set = NONDEBUG_INSN_P (insn) ? single_set (insn) : NULL_RTX;
      if (!set)
	continue;
      rtx dest = SET_DEST (set), src = SET_SRC (set);
      sums |= (REG_P (dest) && SCALAR_INT_MODE_P (GET_MODE (dest))
	       && contains_mem_rtx_p (src)
	       && reg_overlap_mentioned_p (dest, src));
      stores |= MEM_P (dest);
    }
  return sums && stores;
}

/* The copy of HEADER's block and loop, of which POINTS are known, is placed in
   C's copy, behind ANCHOR: let the descriptor tell if that is not
   where the original's lies, or if that does not help.  */

static void
note_cramped (copier *c, basic_block header, rtx_code_label *anchor,
	      const vec<placed_point> &points)
{
  nest *n = c->n;

  if (c->kind != COPY_BOUND || points.length () != 1
      || optimize_function_for_size_p (cfun) || !find_edge (header, header)
      || insns_of (header) > TIGHT_INSNS)
    return;
  const char *text
    = running_sum_p (header) ? "1"
      : cramped_text (*c->labels.get (header),
		    as_a <rtx_code_label *> (block_label (header)), anchor,
		    points[0]);
  n->cramped = (n->cramped
		? ggc_strdup (ACONCAT ((n->cramped, "|", text, NULL)))
		: text);
}

/* True if a place is asked for BB of C's copy because nothing falls into it, there
   and in the original.  */

static bool
placed_block_p (copier *c, basic_block bb)
{
  const nest *n = c->n;

  return (bb != n->blocks[0] && !find_fallthru_edge (bb->preds)
	  && !find_fallthru_edge ((*c->blocks.get (bb))->preds)
	  && BB_PARTITION (bb) == BB_PARTITION (n->header)
	  && BB_PARTITION (n->blocks[0]) == BB_PARTITION (n->header));
}

/* True if the loop of C's nest with header INNER lies in that with header
   OUTER.  */

static bool
around_p (basic_block outer, basic_block inner)
{
  bitmap body = BITMAP_ALLOC (NULL);

  find_body (outer, body);
  bool result = bitmap_bit_p (body, inner->index);
  BITMAP_FREE (body);
  return result;
}

/* True if the first instruction of BB, of C's copy, can have prefixes that mean
   nothing.  */

static bool
prefixable_p (copier *c, basic_block bb)
{
  rtx_insn *insn;

  if (mirrors_p (c))
    return false;
  FOR_BB_INSNS (bb, insn)
    if (NONDEBUG_INSN_P (insn))
      return (NONJUMP_INSN_P (insn) && GET_CODE (PATTERN (insn)) != USE
	      && GET_CODE (PATTERN (insn)) != CLOBBER
	      && target_prefixable_p (insn));
  return false;
}

/* Place the loop header BB of C's bound copy, behind ANCHOR, or what
   comes first of its loop, which is returned; NULL if it has no distance from the
   copy, being in the function's other section.  */

static basic_block
place_header (copier *c, basic_block bb, rtx_code_label *anchor)
{
  auto_vec<placed_point> points;
  basic_block place = block_to_place (c, bb);

  if (BB_PARTITION (bb) != BB_PARTITION (c->n->header)
      || BB_PARTITION (place) != BB_PARTITION (bb))
    return NULL;
  bool whole = place == bb && find_points (c, bb, &points);
  note_cramped (c, bb, anchor, points);
  place_like_original (*c->labels.get (place),
		       as_a <rtx_code_label *> (block_label (place)),
		       anchor, points, whole,
		       prefixable_p (c, *c->blocks.get (place)));
  return place;
}

/* Place the loop headers of C's bound copy, behind ANCHOR.  Those of
   loops that begin with one inside lie to that as in the original.  */

static void
place_headers (copier *c, rtx_code_label *anchor)
{
  unsigned i;
  basic_block bb, last = NULL;

  FOR_EACH_VEC_ELT (c->n->blocks, i, bb)
    {
      if (placed_block_p (c, bb))
	last = NULL;
      if (!loop_header_p (bb))
	continue;
      basic_block place = place_header (c, bb, anchor);
      if (last && place == bb && around_p (last, bb))
	chain_headers (*c->labels.get (last), *c->labels.get (bb));
      last = place == bb ? bb : NULL;
    }
}

/* Place the blocks of C's bound copy that nothing falls into, behind ANCHOR.  */

static void
place_blocks (copier *c, rtx_code_label *anchor)
{
  const nest *n = c->n;
  unsigned i;
  basic_block bb;

  FOR_EACH_VEC_ELT (n->blocks, i, bb)
    if (placed_block_p (c, bb))
      place_block_like_original (*c->labels.get (bb),
				 as_a <rtx_code_label *> (block_label (bb)),
				 anchor, *c->labels.get (n->blocks[0]),
				 as_a <rtx_code_label *>
				 (block_label (n->blocks[0])));
}

void
place_copy (copier *c, rtx_code_label *anchor)
{
  place_blocks (c, anchor);
  place_headers (c, anchor);
}
