/* The variables of loops: what a loop steps or assigns, and of that what the
   conditions test that can end it.
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "gcc-compat.h"
#include "names-gimple.h"
#include "names-map.h"
#include "names-text.h"
#include "names-early.h"

HOST_WIDE_INT
var_loop_key (tree var, class loop *loop)
{
  if (TREE_CODE (var) == SSA_NAME)
    var = SSA_NAME_VAR (var);
  return (HOST_WIDE_INT) DECL_UID (var) << 24 | (loop->num & 0xffffff);
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

void
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

gcond *
exit_condition (basic_block bb, class loop *loop)
{
  edge e;
  edge_iterator ei;
  gimple *stmt = last_nondebug_stmt (bb);

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

void
name_loop_variables (loop_facts *facts)
{
  note_exits (facts, note_exit);
  note_exits (facts, note_other_variable);
}
