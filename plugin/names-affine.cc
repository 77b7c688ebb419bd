/* Addresses as sums of products.
   SPDX-License-Identifier: GPL-3.0-or-later

   The addresses of two references of one source line are compared by their
   difference.  To find it, an address is multiplied out through the
   temporaries that it was computed in:

     _1 = i + 1;  _2 = _1 * 8;  _3 = j * stride;  ... p + _2 + _3
   ==>
     p + 8*i + j*stride + 8

   In SSA form an induction variable is its first value plus a step for
   each iteration, so that variables which walk side by side compare equal.
   Conversions are taken not to wrap.  Weakness: sums of more than
   AFFINE_TERMS_MAX terms, or products of three variables, are not known.  */

#include "gcc-compat.h"
#include "names-gimple.h"
#include "names-text.h"
#include "names-affine.h"

enum { AFFINE_BUDGET = 300, AFFINE_DEPTH = 40 };

/* What an expansion carries along.  */
struct affine_state
{
  affine_form form;
  unsigned budget, depth;
  auto_vec<tree> cycles;	/* header PHIs being expanded */
};

static affine expand_value (affine_state *, tree);

/* The affine constant VALUE.  */

static affine
affine_constant (HOST_WIDE_INT value)
{
  affine a;

  a.n = 0;
  a.constant = value;
  a.failed = false;
  return a;
}

/* An affine that is not known.  */

static affine
affine_unknown (void)
{
  affine a = affine_constant (0);

  a.failed = true;
  return a;
}

/* Add COEF * LEAF * LEAF2 to A.  */

static void
add_term (affine *a, const void *leaf, const void *leaf2, HOST_WIDE_INT coef)
{
  unsigned i;

  if (leaf2 && leaf2 < leaf)
    std::swap (leaf, leaf2);
  for (i = 0; i < a->n; i++)
    if (a->terms[i].leaf > leaf
	|| (a->terms[i].leaf == leaf && a->terms[i].leaf2 >= leaf2))
      break;
  if (i < a->n && a->terms[i].leaf == leaf && a->terms[i].leaf2 == leaf2)
    {
      a->terms[i].coef += coef;
      if (a->terms[i].coef == 0)
	{
	  for (a->n--; i < a->n; i++)
	    a->terms[i] = a->terms[i + 1];
	}
      return;
    }
  if (a->n == AFFINE_TERMS_MAX)
    {
      a->failed = true;
      return;
    }
  for (unsigned k = a->n++; k > i; k--)
    a->terms[k] = a->terms[k - 1];
  a->terms[i] = { leaf, leaf2, coef };
}

/* The affine LEAF.  */

static affine
affine_leaf (const void *leaf)
{
  affine a = affine_constant (0);

  add_term (&a, leaf, NULL, 1);
  return a;
}

/* Add FACTOR * B to A.  */

static void
add_affine (affine *a, const affine *b, HOST_WIDE_INT factor)
{
  a->failed |= b->failed;
  a->constant += factor * b->constant;
  if (factor)
    for (unsigned i = 0; i < b->n; i++)
      add_term (a, b->terms[i].leaf, b->terms[i].leaf2,
		factor * b->terms[i].coef);
}

/* A * B.  */

static affine
multiply (const affine *a, const affine *b)
{
  affine product = affine_constant (a->constant * b->constant);

  product.failed = a->failed || b->failed;
  for (unsigned i = 0; i < a->n; i++)
    {
      const affine_term *s = &a->terms[i];
      if (b->constant)
	add_term (&product, s->leaf, s->leaf2, s->coef * b->constant);
      for (unsigned k = 0; k < b->n; k++)
	{
	  const affine_term *t = &b->terms[k];
	  if (s->leaf2 || t->leaf2)
	    return affine_unknown ();
	  add_term (&product, s->leaf, t->leaf, s->coef * t->coef);
	}
    }
  if (a->constant)
    for (unsigned k = 0; k < b->n; k++)
      add_term (&product, b->terms[k].leaf, b->terms[k].leaf2,
		b->terms[k].coef * a->constant);
  return product;
}

/* The statement that defines T, which the expansion may look into.  */

static gimple *
definition (const affine_state *state, tree t)
{
  if (state->form == AFFINE_EARLY)
    return user_name (t) ? NULL : value_definition (t);
  return TREE_CODE (t) == SSA_NAME ? SSA_NAME_DEF_STMT (t) : NULL;
}

/* The value of operation CODE on A and B, or of T if it is opaque.  */

static affine
expand_operation (affine_state *state, tree_code code, tree a, tree b, tree t)
{
  affine x, y;

  switch (code)
    {
    case PLUS_EXPR:
    case POINTER_PLUS_EXPR:
    case MINUS_EXPR:
      x = expand_value (state, a);
      y = expand_value (state, b);
      add_affine (&x, &y, code == MINUS_EXPR ? -1 : 1);
      return x;
    case NEGATE_EXPR:
      x = affine_constant (0);
      y = expand_value (state, a);
      add_affine (&x, &y, -1);
      return x;
    case MULT_EXPR:
      x = expand_value (state, a);
      y = expand_value (state, b);
      x = multiply (&x, &y);
      return x.failed ? affine_leaf (t) : x;
    case LSHIFT_EXPR:
      if (!tree_fits_uhwi_p (b) || tree_to_uhwi (b) > 32)
	return affine_leaf (t);
      x = affine_constant (0);
      y = expand_value (state, a);
      add_affine (&x, &y, HOST_WIDE_INT_1 << tree_to_uhwi (b));
      return x;
    CASE_CONVERT:
    case NON_LVALUE_EXPR:
      if (INTEGRAL_TYPE_P (TREE_TYPE (a)) || POINTER_TYPE_P (TREE_TYPE (a)))
	return expand_value (state, a);
      return affine_leaf (t);
    default:
      return affine_leaf (t);
    }
}

/* The value of PHI, whose result is T: what it is at first, and a step for
   each iteration of its loop.  */

static affine
expand_phi (affine_state *state, gphi *phi, tree t)
{
  basic_block bb = gimple_bb (phi);
  class loop *loop = bb->loop_father;
  edge latch;

  if (!loop || loop->header != bb || gimple_phi_num_args (phi) != 2
      || state->cycles.contains (t) || !(latch = loop_latch_edge (loop)))
    return affine_leaf (t);
  state->cycles.safe_push (t);
  affine step = expand_value (state, gimple_phi_arg_def (phi,
							 latch->dest_idx));
  state->cycles.pop ();
  if (step.failed || affine_coefficient (&step, t) != 1)
    return affine_leaf (t);
  add_term (&step, t, NULL, -1);
  for (unsigned i = 0; i < step.n; i++)
    if (step.terms[i].leaf == t || step.terms[i].leaf2 == t)
      return affine_leaf (t);
  affine count = affine_leaf (counter_leaf (loop));
  affine value = expand_value (state,
			       gimple_phi_arg_def (phi,
						   1 - latch->dest_idx));
  step = multiply (&step, &count);
  add_affine (&value, &step, 1);
  return value.failed ? affine_leaf (t) : value;
}

/* The address of REF, as a sum.  */

static affine
expand_address (affine_state *state, tree ref)
{
  poly_int64 bitsize, bitpos;
  HOST_WIDE_INT bytes;
  machine_mode mode;
  int unsigned_p, reverse_p, volatile_p;
  tree offset;

  tree base = get_inner_reference (ref, &bitsize, &bitpos, &offset, &mode,
				   &unsigned_p, &reverse_p, &volatile_p);
  if (!bits_to_bytes_round_down (bitpos).is_constant (&bytes))
    return affine_unknown ();
  affine a = affine_constant (bytes), b;
  if (offset)
    {
      b = expand_value (state, offset);
      add_affine (&a, &b, 1);
    }
  if (TREE_CODE (base) == MEM_REF || TREE_CODE (base) == TARGET_MEM_REF)
    {
      if (!cst_and_fits_in_hwi (TREE_OPERAND (base, 1)))
	return affine_unknown ();
      b = expand_value (state, TREE_OPERAND (base, 0));
      add_affine (&a, &b, 1);
      a.constant += int_cst_value (TREE_OPERAND (base, 1));
    }
  else if (DECL_P (base))
    add_term (&a, base, NULL, 1);
  else
    return affine_unknown ();
  if (TREE_CODE (base) != TARGET_MEM_REF)
    return a;
  if (TMR_INDEX (base))
    {
      b = expand_value (state, TMR_INDEX (base));
      HOST_WIDE_INT step = 1;
      if (TMR_STEP (base))
	step = int_cst_value (TMR_STEP (base));
      add_affine (&a, &b, step);
    }
  if (TMR_INDEX2 (base))
    {
      b = expand_value (state, TMR_INDEX2 (base));
      add_affine (&a, &b, 1);
    }
  return a;
}

/* The body of expand_value.  */

static affine
expand_value_1 (affine_state *state, tree t)
{
  if (TREE_CODE (t) == INTEGER_CST)
    return (cst_and_fits_in_hwi (t) ? affine_constant (int_cst_value (t))
	    : affine_unknown ());
  if (TREE_CODE (t) == ADDR_EXPR)
    return expand_address (state, TREE_OPERAND (t, 0));
  if (BINARY_CLASS_P (t))
    return expand_operation (state, TREE_CODE (t), TREE_OPERAND (t, 0),
			     TREE_OPERAND (t, 1), t);
  if (UNARY_CLASS_P (t))
    return expand_operation (state, TREE_CODE (t), TREE_OPERAND (t, 0),
			     NULL_TREE, t);
  gimple *stmt = definition (state, t);
  if (stmt && gimple_code (stmt) == GIMPLE_PHI)
    return expand_phi (state, as_a<gphi *> (stmt), t);
  if (!stmt || !is_gimple_assign (stmt))
    return affine_leaf (t);
  tree from = gimple_assign_rhs1 (stmt);
  if (!gimple_assign_single_p (stmt))
    return expand_operation (state, gimple_assign_rhs_code (stmt), from,
			     gimple_assign_rhs2 (stmt), t);
  if (TREE_CODE (from) == SSA_NAME || TREE_CODE (from) == ADDR_EXPR
      || is_gimple_min_invariant (from)
      || (DECL_P (from) && is_gimple_reg (from)))
    return expand_value (state, from);
  return affine_leaf (t);
}

/* The value of T as a sum.  */

static affine
expand_value (affine_state *state, tree t)
{
  if (!state->budget || state->depth >= AFFINE_DEPTH)
    return affine_unknown ();
  state->budget--;
  state->depth++;
  affine a = expand_value_1 (state, t);
  state->depth--;
  return a;
}

/* The address of REF, in a function of form FORM.  */

affine
ref_affine (tree ref, affine_form form)
{
  affine_state state;

  state.form = form;
  state.budget = AFFINE_BUDGET;
  state.depth = 0;
  return expand_address (&state, ref);
}

/* The coefficient of LEAF in A.  */

HOST_WIDE_INT
affine_coefficient (const affine *a, const void *leaf)
{
  for (unsigned i = 0; i < a->n; i++)
    if (a->terms[i].leaf == leaf && !a->terms[i].leaf2)
      return a->terms[i].coef;
  return 0;
}

/* True if A and B differ by a constant.  */

bool
same_terms_p (const affine *a, const affine *b)
{
  if (a->failed || b->failed || a->n != b->n)
    return false;
  for (unsigned i = 0; i < a->n; i++)
    if (a->terms[i].leaf != b->terms[i].leaf
	|| a->terms[i].leaf2 != b->terms[i].leaf2
	|| a->terms[i].coef != b->terms[i].coef)
      return false;
  return true;
}

/* The one leaf of A that is a pointer or an object, or NULL.  */

static tree
base_leaf (const affine *a)
{
  tree base = NULL_TREE;

  for (unsigned i = 0; i < a->n; i++)
    {
      const affine_term *t = &a->terms[i];
      if (t->leaf2 || counter_leaf_p (t->leaf))
	continue;
      tree leaf = const_cast<tree> ((const_tree) t->leaf);
      if (!POINTER_TYPE_P (TREE_TYPE (leaf))
	  && !(DECL_P (leaf) && !is_gimple_reg (leaf)))
	continue;
      if (base || t->coef != 1)
	return NULL_TREE;
      base = leaf;
    }
  return base;
}

/* The root of a pointer that STMT loads or a call returns.  */

static address_root
root_behind (gimple *stmt, affine_form form)
{
  address_root root = { NULL_TREE, false, false };

  if (is_gimple_call (stmt) && form == AFFINE_EARLY
      && gimple_call_num_args (stmt) > 0)
    {
      tree object = look_through (gimple_call_arg (stmt, 0));
      if (TREE_CODE (object) == ADDR_EXPR)
	object = TREE_OPERAND (object, 0);
      if (TREE_CODE (object) == SSA_NAME)
	object = SSA_NAME_VAR (object);
      if (object && DECL_P (object))
	root.decl = object;
      return root;
    }
  if (!gimple_assign_load_p (stmt))
    return root;
  tree from = gimple_assign_rhs1 (stmt);
  if (tree var = shared_variable (from))
    {
      root.decl = var;
      root.firm = root.shared = true;
      return root;
    }
  affine a = ref_affine (from, form);
  root = affine_root (&a, form);
  root.firm &= fortran_descriptor (from) != NULL_TREE
	       && !fortran_pointer_p (fortran_descriptor (from));
  return root;
}

/* The root of address A.  */

address_root
affine_root (const affine *a, affine_form form)
{
  address_root root = { NULL_TREE, false, false };
  tree base = a->failed ? NULL_TREE : base_leaf (a);

  if (!base)
    return root;
  if (TREE_CODE (base) == SSA_NAME
      && (form == AFFINE_SSA || !user_name (base)))
    {
      tree var = SSA_NAME_VAR (base);
      if (!SSA_NAME_IS_DEFAULT_DEF (base))
	return root_behind (SSA_NAME_DEF_STMT (base), form);
      if (!var || TREE_CODE (var) != PARM_DECL)
	return root;
      root.decl = var;
      root.firm = true;
      return root;
    }
  if (gimple *stmt = value_definition (base))
    return root_behind (stmt, form);
  root.decl = base;
  root.firm = true;
  if (TREE_CODE (base) == SSA_NAME)
    {
      root.decl = SSA_NAME_VAR (base);
      root.firm = SSA_NAME_IS_DEFAULT_DEF (base);
    }
  else if (is_gimple_reg (base))
    root.firm = TREE_CODE (base) == PARM_DECL && !parameter_assigned_p (base);
  return root;
}
