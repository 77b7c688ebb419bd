/* Which level of a function's loops has copies.
   SPDX-License-Identifier: GPL-3.0-or-later

   The outermost one that can have them is entered least, and so costs least; but
   a loop over time steps, or until a result no longer changes, is entered once,
   and then there is one bound for all that the program does, or none.  So the
   loops inside are measured, each by itself, where that tells more:

   - in a function that is executed once, of an outermost loop with several loops
     inside, of which one is a nest itself;
   - there, of one whose progress cannot be read, so that no bound run can be
     ended at the iteration where the original is;
   - where loads decide the way of the loops around and not that of those that
     they are in, and stay real for that (the norm of a residual);
   - where an inner loop makes the bound of all too low (mirror.cc).

   Entries have a cost, so that one of the loops inside has to be a nest itself, but
   where the loop around them is entered once; and none is known to be short.
   Nothing here changes the IL.  */

#include "gcc-compat.h"
#include "nest.h"

/* Loops with fewer iterations are short.  GCC takes those that it knows nothing of
   for some nine.  */
#define FEW_ITERATIONS 8

/* The number of loops inside one another in LOOP.  */

unsigned
nest_depth (class loop *loop)
{
  unsigned depth = 0;

  for (class loop *inner = loop->inner; inner; inner = inner->next)
    depth = MAX (depth, nest_depth (inner));
  return depth + 1;
}

/* True if the current function is executed once, as main is.  */

static bool
executed_once_p (void)
{
  return (cgraph_node::get (current_function_decl)->frequency
	  == NODE_FREQUENCY_EXECUTED_ONCE);
}

/* True if LOOP is executed once.  */

static bool
entered_once_p (class loop *loop)
{
  return executed_once_p () && loop_depth (loop) == 1;
}

/* True if LOOP has two loops or more directly inside, of which one has loops
   inside, too.  */

static bool
holds_nests_p (class loop *loop)
{
  bool nest = false;

  for (class loop *inner = loop->inner; inner; inner = inner->next)
    nest |= inner->inner != NULL;
  return nest && loop->inner->next;
}

/* True if nothing tells which iteration of N's outermost loop is executed.  */

static bool
no_counter_p (const nest *n)
{
  return (n->progress.is_empty ()
	  || n->progress[0].kind == MEMLB_PROGRESS_NONE);
}

/* True if LOOP, whose nest N has copies, may better have them of the loops
   inside.  */

bool
inner_loops_wanted_p (const nest *n, class loop *loop)
{
  if (!loop->inner || !n->calls.is_empty ())
    return false;

  bool once = entered_once_p (loop);
  if (once && (holds_nests_p (loop) || no_counter_p (n)))
    return true;
  return ((once || n->depth > 2) && (n->n_control || n->scattered_p));
}

/* True if the outermost of the loops of N, which are several, has few iterations as
   far as GCC knows or has seen.  Of the innermost one it does not tell, since that
   may be a loop over vectors.  */

static bool
short_p (const nest *n)
{
  profile_count entered = profile_count::zero ();
  edge e;
  edge_iterator ei;

  if (n->depth < 2 || !n->header->count.nonzero_p ())
    return false;
  FOR_EACH_EDGE (e, ei, n->header->preds)
    if (!in_loop_p (n, e->src))
      entered += e->count ();
  return (entered.initialized_p ()
	  && n->header->count < entered.apply_scale (FEW_ITERATIONS, 1));
}

/* True if what NESTS has from FIRST on, the loops inside that of N, shall have
   copies in its place.  */

bool
inner_loops_better_p (const nest *n, class loop *loop,
		      const vec<nest *> &nests, unsigned first)
{
  bool once = entered_once_p (loop), believed = false, nest_p = once;
  unsigned redirected = 0;

  for (unsigned i = first; i < nests.length (); i++)
    {
      const nest *inner = nests[i];
      if (!inner->copied_p)
	continue;
      if (short_p (inner))
	return false;
      nest_p |= inner->depth > 1;
      redirected += inner->n_redirected;
      believed |= !inner->scattered_p;
    }
  if (!believed || !nest_p)
    return false;
  if (redirected > n->n_redirected)
    return true;
  /* What is between the loops inside has no bound any more.  */
  return (4 * redirected >= 3 * n->n_redirected
	  && (n->scattered_p
	      || (once && (no_counter_p (n) || holds_nests_p (loop)))));
}

/* Find how many nests that are timed with what is inside them are around each
   of NESTS.  */

void
find_levels (vec<nest *> *nests)
{
  unsigned i, j;
  nest *n, *around;

  FOR_EACH_VEC_ELT (*nests, i, around)
    if (around->outer_p)
      FOR_EACH_VEC_ELT (*nests, j, n)
	n->level += n != around && in_loop_p (around, n->header);
}
