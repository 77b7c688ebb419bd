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
#include "plugin-options.h"
#include "names.h"

/* A variable and the number of a loop that assigns it.  */
typedef int_hash<HOST_WIDE_INT, -1, -2> var_loop_hash;

/* What is gathered about the loops of a function.  */
struct loop_facts
{
  auto_vec<source_loop> loops;	/* by loop number */
  auto_vec<int> index;		/* by loop number, in the map */
  auto_vec<tree> only_step;	/* the only variable stepped; error_mark_node
				   for several */
  hash_set<var_loop_hash> steps, assigns; /* user's variables */
  hash_set<var_loop_hash> assigned;	  /* any variable */
  hash_map<var_loop_hash, HOST_WIDE_INT> constant_steps; /* 0: several */
};

/* The functions done, by DECL_UID.  */
static hash_set<int_hash<int, -1, -2> > *functions_done;

/* The key of VAR in LOOP.  */

static HOST_WIDE_INT
var_loop_key (tree var, class loop *loop)
{
  if (TREE_CODE (var) == SSA_NAME)
    var = SSA_NAME_VAR (var);
  return (HOST_WIDE_INT) DECL_UID (var) << 24 | (loop->num & 0xffffff);
}

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
	  tree var = CONST_CAST_TREE ((const_tree) leaf);
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

/* The user's variable that T is or has as its address, or NULL.  */

static tree
user_variable (tree t)
{
  t = look_through (t);
  if (TREE_CODE (t) == ADDR_EXPR)
    t = TREE_OPERAND (t, 0);
  if (TREE_CODE (t) == SSA_NAME)
    t = SSA_NAME_VAR (t);
  return t && DECL_P (t) && user_name (t) ? t : NULL_TREE;
}

/* True if CALL is ++ or -- on an object.  */

static bool
step_call_p (gimple *call)
{
  tree decl = gimple_call_fndecl (call);

  return (decl && DECL_NAME (decl) && gimple_call_num_args (call) > 0
	  && (id_equal (DECL_NAME (decl), "operator++")
	      || id_equal (DECL_NAME (decl), "operator--")));
}

/* Note in FACTS that LOOP steps VAR.  */

static void
note_step (loop_facts *facts, class loop *loop, tree var)
{
  tree &only = facts->only_step[loop->num];

  facts->steps.add (var_loop_key (var, loop));
  only = !only || only == var ? var : error_mark_node;
}

/* Note how STMT of LOOP changes a variable.  */

static void
note_constant_step (loop_facts *facts, class loop *loop, gimple *stmt)
{
  tree var = gimple_get_lhs (stmt);
  HOST_WIDE_INT key = var_loop_key (var, loop), step = 0;
  tree a = NULL_TREE, b = NULL_TREE;
  tree_code code = ERROR_MARK;

  if (is_gimple_assign (stmt))
    {
      code = gimple_assign_rhs_code (stmt);
      a = gimple_assign_rhs1 (stmt);
      b = gimple_assign_rhs2 (stmt);
      if (gimple_assign_single_p (stmt) || CONVERT_EXPR_CODE_P (code))
	code = value_parts (a, &a, &b);
    }
  if ((code == PLUS_EXPR || code == POINTER_PLUS_EXPR)
      && look_through (a) == var && cst_and_fits_in_hwi (b))
    step = int_cst_value (b);
  if (facts->assigned.add (key))
    step = 0;
  facts->constant_steps.put (key, step);
}

/* Note what STMT of LOOP assigns.  */

static void
note_assignment (loop_facts *facts, class loop *loop, gimple *stmt)
{
  tree a, b;

  if (is_gimple_call (stmt) && step_call_p (stmt))
    {
      tree var = user_variable (gimple_call_arg (stmt, 0));
      if (var)
	note_step (facts, loop, var);
    }
  tree lhs = gimple_get_lhs (stmt);
  if (lhs && DECL_P (lhs))
    note_constant_step (facts, loop, stmt);
  if (!lhs || (!DECL_P (lhs) && TREE_CODE (lhs) != SSA_NAME)
      || !user_name (lhs))
    return;
  tree var = user_variable (lhs);
  if (!var)
    return;
  facts->assigns.add (var_loop_key (var, loop));
  if (!is_gimple_assign (stmt))
    return;
  tree_code code = gimple_assign_rhs_code (stmt);
  a = gimple_assign_rhs1 (stmt);
  if (gimple_assign_single_p (stmt) || CONVERT_EXPR_CODE_P (code))
    code = value_parts (a, &a, &b);
  if ((code == PLUS_EXPR || code == MINUS_EXPR || code == POINTER_PLUS_EXPR)
      && user_variable (a) == var)
    note_step (facts, loop, var);
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

/* The user's variable that operand T of a condition compares, if SET has it
   for LOOP; else NULL.  */

static tree
compared_variable (tree t, class loop *loop, hash_set<var_loop_hash> *set)
{
  tree var = user_variable (t);

  return var && set->contains (var_loop_key (var, loop)) ? var : NULL_TREE;
}

/* The variable among those of SET that condition T, or A compared with B,
   tests in LOOP; else NULL.  */

static tree
tested_variable (tree a, tree b, class loop *loop,
		 hash_set<var_loop_hash> *set, int depth = 0)
{
  tree operands[2] = { a, b };

  for (tree t : operands)
    {
      tree left, right, found;
      if (!t)
	continue;
      if ((found = compared_variable (t, loop, set)))
	return found;
      if (depth == 3)
	continue;
      gimple *stmt = value_definition (look_through (t));
      if (stmt && is_gimple_call (stmt))
	{
	  unsigned n = gimple_call_num_args (stmt);
	  left = n > 0 ? gimple_call_arg (stmt, 0) : NULL_TREE;
	  right = n == 2 ? gimple_call_arg (stmt, 1) : NULL_TREE;
	  if (n > 2)
	    continue;
	}
      else if (value_parts (t, &left, &right) == ERROR_MARK)
	continue;
      if ((found = tested_variable (left, right, loop, set, depth + 1)))
	return found;
    }
  return NULL_TREE;
}

/* The condition at the end of BB if it can leave LOOP, else NULL.  */

static gcond *
exit_condition (basic_block bb, class loop *loop)
{
  edge e;
  edge_iterator ei;
  gimple *stmt = last_stmt (bb);

  if (!stmt || gimple_code (stmt) != GIMPLE_COND)
    return NULL;
  FOR_EACH_EDGE (e, ei, bb->succs)
    if (!flow_bb_inside_loop_p (loop, e->dest))
      return as_a<gcond *> (stmt);
  return NULL;
}

/* Find the name of LOOP's variable, given that COND can end it.  */

static void
note_exit (loop_facts *facts, class loop *loop, gcond *cond)
{
  tree a = gimple_cond_lhs (cond), b = gimple_cond_rhs (cond);
  source_loop *known = &facts->loops[loop->num];

  if (!known->variable)
    if (tree var = tested_variable (a, b, loop, &facts->steps))
      known->variable = user_name (var);
}

/* Where no condition tests a variable that LOOP steps, take one that it
   assigns and COND tests, or the only one that it steps: Fortran counts
   trips in a variable of its own if the step is not one.  */

static void
note_other_variable (loop_facts *facts, class loop *loop, gcond *cond)
{
  source_loop *known = &facts->loops[loop->num];
  tree only = facts->only_step[loop->num];

  if (known->variable)
    return;
  tree var = tested_variable (gimple_cond_lhs (cond), gimple_cond_rhs (cond),
			      loop, &facts->assigns);
  if (!var && fortran_p () && only && only != error_mark_node
      && INTEGRAL_TYPE_P (TREE_TYPE (only)))
    var = only;
  if (var)
    known->variable = user_name (var);
}

/* Call NOTE for each condition that can end the loop it stands in.  */

static void
note_exits (loop_facts *facts, void (*note) (loop_facts *, class loop *,
					     gcond *))
{
  basic_block bb;

  FOR_EACH_BB_FN (bb, cfun)
    if (bb->loop_father->num)
      if (gcond *cond = exit_condition (bb, bb->loop_father))
	note (facts, bb->loop_father, cond);
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
  note_exits (&facts, note_exit);
  note_exits (&facts, note_other_variable);
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
