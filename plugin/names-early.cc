/* The pass memlb_names: what the source calls its references and loops.
   SPDX-License-Identifier: GPL-3.0-or-later

   The pass only reads.  It stands behind "ompexp": the control-flow graph
   exists, OpenMP regions are functions of their own, and yet nothing has
   been optimised, inlined or put into SSA form, and the front end's types
   still tell the shape of Fortran arrays (link-time optimisation drops
   that soon after).  OpenMP's functions never pass there; for them, and
   for whatever else comes late, the pass stands behind "ssa" as well, and
   does each function once.

   Weakness: a macro's references all stand at the place of its use.  */

#include "gcc-compat.h"
#include "names-gimple.h"
#include "names-text.h"
#include "names-map.h"
#include "names-affine.h"
#include "names-lto.h"
#include "names-early.h"
#include "plugin-options.h"
#include "names.h"

/* The functions done, by DECL_UID.  */
static hash_set<int_hash<int, -1, -2> > *functions_done;

/* Find how far address A moves with each iteration of LOOP, and put that into
   *STEP; false if it is not constant.  */

static bool
address_step (loop_facts *facts, class loop *loop, const affine *a,
	      HOST_WIDE_INT *step)
{
  *step = 0;
  if (a->failed)
    return false;
  for (unsigned i = 0; i < a->n; i++)
    {
      const affine_term *t = &a->terms[i];
      const void *leaves[2] = { t->leaf, t->leaf2 };
      for (const void *leaf : leaves)
	{
	  if (!leaf)
	    continue;
	  tree var = const_cast<tree> ((const_tree) leaf);
	  gimple *stmt = value_definition (var);
	  if (stmt && flow_bb_inside_loop_p (loop, gimple_bb (stmt)))
	    return false;
	  if (!DECL_P (var))
	    continue;
	  HOST_WIDE_INT key = var_loop_key (var, loop);
	  if (!is_gimple_reg (var) || !facts->assigned.contains (key))
	    continue;
	  HOST_WIDE_INT *constant = facts->constant_steps.get (key);
	  if (!constant || !*constant || t->leaf2)
	    return false;
	  *step += *constant * t->coef;
	}
    }
  return true;
}

/* The shapes of the current function's addresses; the first is number 1.  */
static auto_vec<affine> *shapes;

/* Shapes of functions done; none is used twice.  */
static unsigned shape_base;

/* The number of the shape of A, 0 if it is not known or there are too many
   to be looked through.  */

static unsigned
shape_number (const affine *a)
{
  unsigned i;

  if (a->failed)
    return 0;
  for (i = shapes->length (); i > 0 && shapes->length () - i < 64; i--)
    if (same_terms_p (&(*shapes)[i - 1], a))
      return shape_base + i;
  shapes->safe_push (*a);
  return shape_base + shapes->length ();
}

/* Fill FOUND with what the address of REF in LOOP says.  */

static void
note_address (loop_facts *facts, class loop *loop, tree ref,
	      source_ref *found)
{
  affine a = ref_affine (ref, AFFINE_EARLY);
  address_root root = affine_root (&a, AFFINE_EARLY);

  if (root.decl && DECL_NAME (root.decl))
    {
      found->root = IDENTIFIER_POINTER (DECL_NAME (root.decl));
      found->root_global = is_global_var (root.decl);
      found->root_firm = root.firm;
    }
  found->shape = shape_number (&a);
  found->offset = a.constant;
  if (loop->num)
    found->step_known = address_step (facts, loop, &a, &found->step);
}

/* Note memory reference REF of STMT; STORE says which way.  */

static void
note_ref (gimple *stmt, tree ref, bool store, loop_facts *facts)
{
  source_text text, array;
  source_ref found = source_ref ();

  if (is_gimple_reg (ref) || TREE_CODE (ref) == SSA_NAME
      || !gimple_has_location (stmt))
    return;
  start_text (&text);
  start_text (&array);
  bool array_p = print_ref_array (&array, ref);
  if (!print_ref_text (&text, ref))
    {
      bool element = (TREE_CODE (ref) == ARRAY_REF
		      || TREE_CODE (ref) == MEM_REF);
      if (!array_p)
	return;
      start_text (&text);
      if (!put_text (&text, array.text)
	  || !put_text (&text, !element ? "..." : fortran_p () ? "(...)"
					: "[...]"))
	return;
    }
  found.text = text.text;
  found.array = array_p ? array.text : NULL;
  found.store = store;
  found.internal = internal_ref_p (ref);
  found.size = element_bytes (TREE_TYPE (ref));
  note_address (facts, gimple_bb (stmt)->loop_father, ref, &found);
  source_place *place = get_place (gimple_location (stmt));
  if (!place)
    return;
  add_ref_at (place, &found);
  note_lto_ref (gimple_location (stmt), &found);
  if (dump_file)
    fprintf (dump_file, "%d:%d %s %s [%s] root %s%s shape %u+%d step %d%s\n", gimple_lineno (stmt),
	     gimple_location (stmt) ? LOCATION_COLUMN (gimple_location (stmt))
				    : 0,
	     store ? "store" : "load", found.text,
	     found.array ? found.array : "?", found.root ? found.root : "?",
	     found.root_firm ? " firm" : "", found.shape, (int) found.offset,
	     (int) found.step, found.step_known ? "" : "?");
}

/* Callbacks of walk_stmt_load_store_ops.  */

static bool
note_load (gimple *stmt, tree, tree ref, void *facts)
{
  note_ref (stmt, ref, false, (loop_facts *) facts);
  return false;
}

static bool
note_store (gimple *stmt, tree, tree ref, void *facts)
{
  note_ref (stmt, ref, true, (loop_facts *) facts);
  return false;
}

/* Widen the lines of LOOP to those of LOCATION.  */

static void
note_line (source_loop *loop, location_t location)
{
  expanded_location where = expand_location (location);

  if (!where.file || where.line <= 0)
    return;
  if (!loop->file)
    loop->file = where.file;
  if (strcmp (loop->file, where.file))
    return;
  if (!loop->line || where.line < loop->line)
    loop->line = where.line;
  loop->end_line = MAX (loop->end_line, where.line);
}

/* Note what STMT of block BB says of loops.  */

static void
note_stmt (loop_facts *facts, basic_block bb, gimple *stmt)
{
  class loop *loop = bb->loop_father;

  if (is_gimple_debug (stmt) || gimple_code (stmt) == GIMPLE_LABEL
      || gimple_clobber_p (stmt))
    return;
  if (!loop || loop->num == 0)
    return;
  note_assignment (facts, loop, stmt);
  if (gimple_has_location (stmt))
    note_line (&facts->loops[loop->num], gimple_location (stmt));
}

/* Widen the lines of LOOP and its siblings to those of what they contain.  */

static void
widen_loops (loop_facts *facts, class loop *loop)
{
  for (; loop; loop = loop->next)
    {
      source_loop *to = &facts->loops[loop->num];
      widen_loops (facts, loop->inner);
      for (class loop *inner = loop->inner; inner; inner = inner->next)
	{
	  const source_loop *from = &facts->loops[inner->num];
	  if (!to->file)
	    to->file = from->file;
	  if (!from->file || strcmp (to->file, from->file))
	    continue;
	  to->line = to->line ? MIN (to->line, from->line) : from->line;
	  to->end_line = MAX (to->end_line, from->end_line);
	}
    }
}

/* Put LOOP, its siblings and what they contain into the map; PARENT is the
   index there of the loop around them.  */

static void
store_loops (loop_facts *facts, class loop *loop, int parent, int depth)
{
  for (; loop; loop = loop->next)
    {
      source_loop *known = &facts->loops[loop->num];
      known->parent = parent;
      known->depth = depth;
      int index = add_source_loop (known);
      note_lto_loop (index, known);
      if (dump_file)
	fprintf (dump_file, "loop %d in %d: lines %d-%d, variable %s\n", index,
		 parent, known->line, known->end_line,
		 known->variable ? known->variable : "?");
      facts->index[loop->num] = index;
      store_loops (facts, loop->inner, index, depth + 1);
    }
}

/* Note at each place of a loop's statements which loop that is.  */

static void
place_loops (loop_facts *facts)
{
  basic_block bb;

  FOR_EACH_BB_FN (bb, cfun)
    {
      class loop *loop = bb->loop_father;
      if (!loop->num)
	continue;
      int index = facts->index[loop->num];
      gcond *cond = exit_condition (bb, loop);
      for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	   gsi_next (&gsi))
	if (!is_gimple_debug (gsi_stmt (gsi))
	    && gimple_has_location (gsi_stmt (gsi)))
	  if (source_place *place
	      = get_place (gimple_location (gsi_stmt (gsi))))
	    {
	      bool exit = gsi_stmt (gsi) == cond;
	      add_loop_at (place, index, false);
	      note_lto_place (gimple_location (gsi_stmt (gsi)), index, false);
	      if (!exit)
		continue;
	      add_loop_at (place, index, true);
	      note_lto_place (gimple_location (gsi_stmt (gsi)), index, true);
	    }
    }
}

/* Loops found for this pass alone.  */
struct own_loops
{
  struct loops *loops;
  auto_vec<class loop *> fathers; /* what the blocks had, by index */
};

/* True if the loops of the current function are known: those of an OpenMP
   function, which we see in SSA form only, are not yet.  */

static bool
loops_known_p (void)
{
  return (current_loops && !loops_state_satisfies_p (LOOPS_NEED_FIXUP)
	  && !gimple_in_ssa_p (cfun));
}

/* Find loops in the current function, an OpenMP one whose loops GCC will
   only find later, and leave what GCC has of them alone; end_own_loops ends
   that.  */

static void
begin_own_loops (own_loops *own)
{
  basic_block bb;
  bool known = dom_info_available_p (CDI_DOMINATORS);

  own->fathers.safe_grow_cleared (last_basic_block_for_fn (cfun), true);
  FOR_ALL_BB_FN (bb, cfun)
    own->fathers[bb->index] = bb->loop_father;
  calculate_dominance_info (CDI_DOMINATORS);
  own->loops = flow_loops_find (NULL);
  if (!known)
    free_dominance_info (CDI_DOMINATORS);
}

/* Put back what begin_own_loops found.  */

static void
end_own_loops (own_loops *own)
{
  basic_block bb;

  FOR_ALL_BB_FN (bb, cfun)
    bb->loop_father = own->fathers[bb->index];
  flow_loops_free (own->loops);
  ggc_free (own->loops);
}

/* Note the references of the current function.  */

static void
note_refs (loop_facts *facts)
{
  basic_block bb;

  shapes = new auto_vec<affine>;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      if (!is_gimple_debug (gsi_stmt (gsi))
	  && !gimple_clobber_p (gsi_stmt (gsi)))
	walk_stmt_load_store_ops (gsi_stmt (gsi), facts, note_load,
				  note_store);
  shape_base += shapes->length ();
  delete shapes;
  shapes = NULL;
}

/* Note the names in the current function, whose loops LOOPS are.  */

static void
note_names (struct loops *loops)
{
  loop_facts facts;
  basic_block bb;
  unsigned n = loops->larray->length ();

  facts.loops.safe_grow_cleared (n, true);
  facts.index.safe_grow_cleared (n, true);
  facts.only_step.safe_grow_cleared (n, true);
  note_lto_function (current_function_decl);
  begin_text_function ();
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      note_stmt (&facts, bb, gsi_stmt (gsi));
  note_refs (&facts);
  name_loop_variables (&facts);
  widen_loops (&facts, loops->tree_root->inner);
  store_loops (&facts, loops->tree_root->inner, -1, 1);
  place_loops (&facts);
  end_text_function ();
}

/* Note the names in the current function.  */

static void
note_function (void)
{
  own_loops own;

  if (loops_known_p ())
    {
      note_names (current_loops);
      return;
    }
  begin_own_loops (&own);
  note_names (own.loops);
  end_own_loops (&own);
}

namespace {

const pass_data names_data =
{
  GIMPLE_PASS, "memlb_names", OPTGROUP_NONE, TV_NONE, PROP_cfg, 0, 0, 0, 0
};

class pass_memlb_names : public gimple_opt_pass
{
public:
  pass_memlb_names (gcc::context *context)
    : gimple_opt_pass (names_data, context)
  {}

  bool gate (function *) final override
  {
    return optimize && !plugin_options.disable && !seen_error ();
  }

  unsigned execute (function *f) final override
  {
    if (!functions_done)
      functions_done = new hash_set<int_hash<int, -1, -2> >;
    if (!functions_done->add (DECL_UID (f->decl)))
      note_function ();
    return 0;
  }
};

} /* anonymous namespace */

opt_pass *
make_pass_memlb_names (void)
{
  return new pass_memlb_names (g);
}
