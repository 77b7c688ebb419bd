/* Names of loops and references in the user's source.
   SPDX-License-Identifier: GPL-3.0-or-later

   What late RTL still knows: the locations of instructions, the scopes
   they were inlined from, and the expressions of memory references; the
   passes memlb_names and memlb_late_names add what the source calls them.

   A nest is seen from the innermost inlined function that holds all of its
   jumps, calls and accesses: operators inlined into a loop's body do not move
   it to their header.  Its lines are those of the source loop that its jumps end;
   an inner loop that was unrolled away or lost its instructions does not
   shrink them.  */

#include "gcc-compat.h"
#include "nest.h"
#include "names.h"
#include "names-map.h"
#include "names-late.h"
#include "tree-ssa-alias.h"
#include "tree-pretty-print.h"

/* The inlined functions around LOCATION, outermost first, go to CHAIN.  */

static void
inline_chain (location_t location, vec<tree> *chain)
{
  for (tree block = LOCATION_BLOCK (location);
       block && TREE_CODE (block) == BLOCK; block = BLOCK_SUPERCONTEXT (block))
    if (inlined_function_outer_scope_p (block))
      chain->safe_insert (0, block);
}

/* Shorten COMMON to what it shares with the chain of LOCATION.  */

static void
intersect_chain (vec<tree> *common, location_t location)
{
  auto_vec<tree> chain;
  unsigned i;

  inline_chain (location, &chain);
  for (i = 0; i < common->length () && i < chain.length (); i++)
    if ((*common)[i] != chain[i])
      break;
  common->truncate (i);
}

/* LOCATION as seen from LEVEL inlined functions deep.  */

static location_t
location_at_level (location_t location, unsigned level)
{
  auto_vec<tree> chain;

  inline_chain (location, &chain);
  return chain.length () > level ? BLOCK_SOURCE_LOCATION (chain[level])
				 : location;
}

/* True if INSN stands in the source where its location says: it jumps, calls
   or accesses memory.  What the optimizers add to compute addresses can have
   the location of anything before it, another inlined function's too.  */

static bool
telling_p (rtx_insn *insn)
{
  return JUMP_P (insn) || CALL_P (insn) || contains_mem_rtx_p (PATTERN (insn));
}

/* Add to LOCATIONS those of N's instructions, or of those that are TELLING.  */

static void
add_locations (nest *n, bool telling, vec<location_t> *locations)
{
  basic_block bb;
  rtx_insn *insn;

  FOR_EACH_BB_FN (bb, cfun)
    if (in_loop_p (n, bb))
      FOR_BB_INSNS (bb, insn)
	if (NONDEBUG_INSN_P (insn) && INSN_HAS_LOCATION (insn)
	    && expand_location (INSN_LOCATION (insn)).line > 0
	    && (!telling || telling_p (insn)))
	  locations->safe_push (INSN_LOCATION (insn));
}

/* Add to LOCATIONS those that tell where N is; true if these are those of telling
   instructions.  */

static bool
find_locations (nest *n, vec<location_t> *locations)
{
  add_locations (n, true, locations);
  if (!locations->is_empty ())
    return true;
  add_locations (n, false, locations);
  return false;
}

/* True if LOCATION is in a system header.  */

static bool
system_location_p (location_t location)
{
  return expand_location (location).sysp;
}

/* The level of inlining at which all of LOCATIONS, a nest's, are seen as one
   piece of source.  The loop of an algorithm of the library is where the
   user calls it; *CALL tells that.  */

static unsigned
level_of_nest (const vec<location_t> &locations, bool *call)
{
  auto_vec<tree> common;
  unsigned i;

  *call = false;
  for (i = 0; i < locations.length (); i++)
    if (i == 0)
      inline_chain (locations[i], &common);
    else
      intersect_chain (&common, locations[i]);
  unsigned level = common.length ();
  while (level > 0 && !locations.is_empty ()
	 && system_location_p (location_at_level (locations[0], level)))
    {
      level--;
      *call = true;
    }
  return level;
}

/* Add what LIST has to SET.  */

static void
unite (vec<int> *set, const vec<int> &list)
{
  for (int index : list)
    if (!set->contains (index))
      set->safe_push (index);
}

/* The innermost source loop around all those in SET, or NULL.  */

static source_loop *
loop_around (const vec<int> &set)
{
  int common = set.is_empty () ? -1 : set[0];

  for (int index : set)
    while (common >= 0 && common != index)
      {
	int *outer = &common;
	if (get_source_loop (index)->depth > get_source_loop (common)->depth)
	  outer = &index;
	*outer = get_source_loop (*outer)->parent;
	if (index < 0)
	  return NULL;
      }
  return common >= 0 ? get_source_loop (common) : NULL;
}

/* Add to ENDED those loops of UNSURE, whose ends share a place with other
   loops' ends, that are nested with what ENDED has.  */

static void
add_nested (vec<int> *ended, const vec<int> &unsure)
{
  bool sure = !ended->is_empty ();

  for (int index : unsure)
    {
      if (ended->contains (index))
	continue;
      ended->safe_push (index);
      if (sure && !loop_around (*ended))
	ended->pop ();
    }
}

/* Collect the source loops of N: in LOOPS those that its instructions belong
   to, in ENDED those that its jumps end, or the same if none is known.  */

static void
find_source_loops (nest *n, vec<int> *ended, vec<int> *loops)
{
  auto_vec<location_t> locations;
  auto_vec<int> unsure;
  basic_block bb;
  rtx_insn *insn;
  bool call;

  bool telling = find_locations (n, &locations);
  unsigned level = level_of_nest (locations, &call);
  if (call)
    return;
  FOR_EACH_BB_FN (bb, cfun)
    if (in_loop_p (n, bb))
      FOR_BB_INSNS (bb, insn)
	{
	  if (!NONDEBUG_INSN_P (insn) || !INSN_HAS_LOCATION (insn)
	      || (telling && !telling_p (insn)))
	    continue;
	  source_place *place
	    = find_place (location_at_level (INSN_LOCATION (insn), level));
	  if (!place)
	    continue;
	  if (JUMP_P (insn))
	    unite (place->exits.length () == 1 ? ended : &unsure,
		   place->exits);
	  unite (loops, place->loops);
	}
  add_nested (ended, unsure);
  if (ended->is_empty ())
    unite (ended, *loops);
}

/* Set N's file and lines from LOCATIONS, as seen at LEVEL.  */

static void
locate_by_instructions (nest *n, const vec<location_t> &locations,
			unsigned level)
{
  for (unsigned i = 0; i < locations.length (); i++)
    {
      expanded_location where
	= expand_location (location_at_level (locations[i], level));
      if (!where.file || where.line <= 0)
	continue;
      if (!n->file)
	n->file = where.file;
      if (strcmp (n->file, where.file))
	continue;
      if (!n->line || where.line < n->line)
	{
	  n->line = where.line;
	  n->column = where.column;
	}
      n->end_line = MAX (n->end_line, where.line);
    }
}

/* Find N's file and lines: those of the source loop, or if that is not known
   those of the instructions.  */

void
locate_nest (nest *n)
{
  auto_vec<location_t> locations;
  auto_vec<int> ended, loops;
  bool call;

  find_locations (n, &locations);
  locate_by_instructions (n, locations, level_of_nest (locations, &call));
  find_source_loops (n, &ended, &loops);
  source_loop *loop = loop_around (ended);
  if (loop && loop->line && n->file && !strcmp (n->file, loop->file))
    {
      if (n->line != loop->line)
	n->column = 0;
      n->line = loop->line;
      n->end_line = loop->end_line;
    }
  if (!n->line)
    {
      expanded_location where
	= expand_location (DECL_SOURCE_LOCATION (current_function_decl));
      n->file = where.file;
      n->line = n->end_line = where.line;
    }
  if (n->where == UNKNOWN_LOCATION)
    n->where = locations.is_empty ()
	       ? DECL_SOURCE_LOCATION (current_function_decl) : locations[0];
}

/* The name of the variable that late RTL knows REF to access, or NULL.  */

static const char *
decl_name (const nest_ref *ref)
{
  if (!MEM_P (ref->mem) || !MEM_EXPR (ref->mem))
    return NULL;
  tree base = get_base_address (MEM_EXPR (ref->mem));
  if (base && (TREE_CODE (base) == MEM_REF
	       || TREE_CODE (base) == TARGET_MEM_REF))
    base = TREE_OPERAND (base, 0);
  if (base && TREE_CODE (base) == ADDR_EXPR)
    base = TREE_OPERAND (base, 0);
  if (base && TREE_CODE (base) == SSA_NAME)
    base = SSA_NAME_VAR (base);
  if (!base || !DECL_P (base) || !DECL_NAME (base) || DECL_ARTIFICIAL (base))
    return NULL;
  /* vectp.3 and v$data are the compiler's.  */
  const char *name = IDENTIFIER_POINTER (DECL_NAME (base));
  return strpbrk (name, ".$") ? NULL : name;
}

/* The bytes of one element that REF accesses, or 0.  */

static unsigned
element_size (const nest_ref *ref)
{
  machine_mode mode = MEM_P (ref->mem) ? GET_MODE (ref->mem) : VOIDmode;

  return mode == VOIDmode || mode == BLKmode
	 ? 0 : GET_MODE_SIZE (GET_MODE_INNER (mode));
}

/* True if the source reference S can be REF.  */

static bool
candidate_p (const source_ref *s, const nest_ref *ref)
{
  unsigned size = element_size (ref);

  if (s->store ? !(ref->kind & MEMLB_REF_STORE)
	       : !(ref->kind & (MEMLB_REF_LOAD | MEMLB_REF_PREFETCH)))
    return false;
  return !size || !s->size || s->size == size;
}

/* The text, or if ARRAY_P the array, that all source references agree on
   which stand where REF does and can be REF; else NULL.  */

static const char *
agreed_name (const nest_ref *ref, bool array_p)
{
  source_place *place = INSN_HAS_LOCATION (ref->insn)
			? find_place (INSN_LOCATION (ref->insn)) : NULL;
  const char *name = NULL;

  if (!place)
    return NULL;
  for (unsigned i = 0; i < place->refs.length (); i++)
    {
      const source_ref *s = &place->refs[i];
      const char *found = array_p ? s->array : s->text;
      if (!candidate_p (s, ref))
	continue;
      if (!found || (name && name != found))
	return NULL;
      name = found;
    }
  return name;
}

/* True if REF's instruction only moves: its location is that of the
   reference.  One that computes as well has the location of that.  */

static bool
move_p (const nest_ref *ref)
{
  rtx set = single_set (ref->insn);

  if (!set)
    return false;
  rtx source = SET_SRC (set);
  return (MEM_P (source) || GET_CODE (source) == UNSPEC
	  || (MEM_P (SET_DEST (set))
	      && (REG_P (source) || CONSTANT_P (source))));
}

/* What REF is called: as the late pass found, or where RTL has a reference
   of its own, as the places of its instruction say.  */

static reference_name
find_name (const nest_ref *ref)
{
  reference_name name = { NULL, NULL };
  bool store = !(ref->kind & MEMLB_REF_LOAD) && (ref->kind & MEMLB_REF_STORE);

  if (MEM_P (ref->mem) && MEM_EXPR (ref->mem)
      && find_late_name (MEM_EXPR (ref->mem), store, &name))
    return name;
  if (move_p (ref))
    {
      name.text = agreed_name (ref, false);
      name.array = agreed_name (ref, true);
    }
  return name;
}

/* The name of the array or variable that REF accesses, or NULL.  */

const char *
ref_array_name (const nest_ref *ref)
{
  const char *name = find_name (ref).array;

  return name ? name : decl_name (ref);
}

/* REF as the source writes it, or NULL.  */

const char *
ref_source_name (const nest_ref *ref)
{
  return find_name (ref).text;
}

/* The name that the loops of SET at DEPTH agree on, or NULL.  */

static const char *
variable_at_depth (const vec<int> &set, int depth)
{
  const char *name = NULL;

  for (int index : set)
    {
      const source_loop *loop = get_source_loop (index);
      if (loop->depth != depth)
	continue;
      if (!loop->variable || (name && name != loop->variable))
	return NULL;
      name = loop->variable;
    }
  return name;
}

/* The name of the variable of N's innermost loop, or NULL.  */

const char *
loop_variable_name (nest *n)
{
  auto_vec<int> ended, loops;

  find_source_loops (n, &ended, &loops);
  const source_loop *outer = loop_around (ended);
  if (!outer)
    return NULL;
  /* Source loops deeper than the nest were unrolled away.  */
  int depth = outer->depth + MAX (n->depth, 1) - 1;
  for (; depth >= outer->depth; depth--)
    {
      if (const char *name = variable_at_depth (ended, depth))
	return name;
      if (const char *name = variable_at_depth (loops, depth))
	return name;
    }
  return NULL;
}
