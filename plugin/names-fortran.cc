/* Subscripts of Fortran arrays.
   SPDX-License-Identifier: GPL-3.0-or-later

   The Fortran front end writes an element of an array as one index, a sum
   in this order:

     offset + s_n * stride_n + ... + s_2 * stride_2 + s_1 [* stride_1] + c

   where the offset stands for the lower bounds, a subscript of the default
   integer kind hides behind a conversion, and all that is constant went
   into c.  Here the terms are given back to their dimensions.  What remains
   of c belongs to the subscripts as well, and which part to which follows
   from the strides: a subscript's own constant is small against the extent.
   So the text always names the element that is accessed, though p(i,j+1)
   and p(i+n,j) may be the same.

   Weakness: sections and whole arrays print as u(...).  */

#include "gcc-compat.h"
#include "names-gimple.h"
#include "names-text.h"

enum { FORTRAN_RANK_MAX = 15 };

/* What the front end knows of an array type: the beginning of its struct
   lang_type, where gcc_knows_fortran_types.  */
struct fortran_type
{
  int rank, corank;
  int kind;
  tree lbound[FORTRAN_RANK_MAX];
  tree ubound[FORTRAN_RANK_MAX];
  tree stride[FORTRAN_RANK_MAX];
  tree size;
  tree offset;
};

/* An element being taken apart.  */
struct fortran_element
{
  int rank;
  const fortran_type *type;	/* NULL for an array with a descriptor */
  tree term[FORTRAN_RANK_MAX];	/* the subscript; NULL: constant */
  bool unit[FORTRAN_RANK_MAX];	/* the subscript is its stride times 1 */
  bool found[FORTRAN_RANK_MAX];
  HOST_WIDE_INT add[FORTRAN_RANK_MAX];
  HOST_WIDE_INT constant;
};

/* True if we compile Fortran.  */

bool
fortran_p (void)
{
  return lang_GNU_Fortran ();
}

/* What the front end knows of array type TYPE, or NULL.  */

static const fortran_type *
type_knowledge (tree type)
{
  if (!gcc_knows_fortran_types
      || !type || TREE_CODE (type) != ARRAY_TYPE || !TYPE_LANG_FLAG_2 (type)
      || !TYPE_LANG_SPECIFIC (type))
    return NULL;
  const fortran_type *known
    = (const fortran_type *) TYPE_LANG_SPECIFIC (type);
  if (known->rank > 0 && known->rank <= FORTRAN_RANK_MAX)
    return known;
  return NULL;
}

/* The value of constant T, or 0.  */

static HOST_WIDE_INT
constant_value (tree t)
{
  return t && cst_and_fits_in_hwi (t) ? int_cst_value (t) : 0;
}

/* True if T is a constant that we can count with.  */

static bool
constant_p (tree t)
{
  return t && TREE_CODE (t) == INTEGER_CST && cst_and_fits_in_hwi (t);
}

/* T without the temporaries around it, but with the conversion from a
   narrower type that hides a subscript.  */

static tree
strip_index (tree t)
{
  for (int i = 0; i < 16; i++)
    {
      gimple *stmt = value_definition (t);
      if (!stmt || !is_gimple_assign (stmt))
	break;
      tree_code code = gimple_assign_rhs_code (stmt);
      tree from = gimple_assign_rhs1 (stmt);
      if (!gimple_assign_single_p (stmt)
	  && (!CONVERT_EXPR_CODE_P (code)
	      || !INTEGRAL_TYPE_P (TREE_TYPE (from))
	      || (TYPE_PRECISION (TREE_TYPE (from))
		  < TYPE_PRECISION (TREE_TYPE (t)))))
	break;
      t = from;
    }
  return t;
}

/* The operation that made index T, with its operands in *A and *B.  */

static tree_code
index_parts (tree t, tree *a, tree *b)
{
  *a = *b = NULL_TREE;
  gimple *stmt = value_definition (strip_index (t));
  if (!stmt || !is_gimple_assign (stmt)
      || CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (stmt)))
    return ERROR_MARK;
  *a = gimple_assign_rhs1 (stmt);
  *b = gimple_assign_rhs2 (stmt);
  return gimple_assign_rhs_code (stmt);
}

/* The variable or field that T is, or the next one whose value it has; T
   changes from call to call until NULL is returned.  */

static tree
next_variable (tree *t)
{
  tree value = *t;

  if (!value)
    return NULL_TREE;
  gimple *stmt = value_definition (value);
  *t = NULL_TREE;
  if (stmt && is_gimple_assign (stmt)
      && (gimple_assign_single_p (stmt)
	  || CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (stmt))))
    *t = gimple_assign_rhs1 (stmt);
  if (TREE_CODE (value) == SSA_NAME && SSA_NAME_VAR (value))
    value = SSA_NAME_VAR (value);
  if (TREE_CODE (value) == COMPONENT_REF)
    {
      tree var = DECL_ABSTRACT_ORIGIN (TREE_OPERAND (value, 1));
      if (var && VAR_P (var))
	return var;
    }
  return value;
}

/* True if T is a field NAME of an array descriptor.  */

static bool
descriptor_field_p (tree t, const char *name)
{
  if (TREE_CODE (t) != COMPONENT_REF)
    return false;
  tree field = DECL_NAME (TREE_OPERAND (t, 1));
  return field && id_equal (field, name);
}

/* True if variable T is called NAME.number.  */

static bool
numbered_p (tree t, const char *name)
{
  size_t n = strlen (name);

  return (VAR_P (t) && DECL_NAME (t)
	  && !strncmp (IDENTIFIER_POINTER (DECL_NAME (t)), name, n)
	  && IDENTIFIER_POINTER (DECL_NAME (t))[n] == '.');
}

/* True if T is the offset of an array.  */

static bool
offset_p (tree t)
{
  while (tree var = next_variable (&t))
    if (descriptor_field_p (var, "offset") || numbered_p (var, "offset"))
      return true;
  return false;
}

/* The dimension of E, from 0, whose stride variable VAR is, or -1.  */

static int
variable_dimension (const fortran_element *e, tree var)
{
  if (e->type && DECL_P (var))
    for (int d = 0; d < e->rank; d++)
      if (e->type->stride[d] == var)
	return d;
  if (!descriptor_field_p (var, "stride"))
    return -1;
  tree dimension = TREE_OPERAND (var, 0);
  if (TREE_CODE (dimension) != ARRAY_REF
      || !constant_p (TREE_OPERAND (dimension, 1)))
    return -1;
  HOST_WIDE_INT d = int_cst_value (TREE_OPERAND (dimension, 1));
  return d >= 0 && d < e->rank ? d : -1;
}

/* The dimension of E, from 0, whose stride T is, or -1.  */

static int
stride_dimension (const fortran_element *e, tree t)
{
  if (constant_p (t) && e->type)
    {
      for (int d = 1; d < e->rank; d++)
	if (constant_p (e->type->stride[d])
	    && constant_value (e->type->stride[d]) == int_cst_value (t))
	  return d;
      return -1;
    }
  while (tree var = next_variable (&t))
    {
      int d = variable_dimension (e, var);
      if (d >= 0)
	return d;
    }
  return -1;
}

/* True if the elements of E's first dimension lie side by side, or the first
   stride has not been needed.  */

static bool
first_stride_one_p (const fortran_element *e)
{
  return (!e->type || !e->type->stride[0]
	  || integer_onep (e->type->stride[0]));
}

/* Give TERM to its dimension of E; false if that has one already.  */

static bool
place_term (fortran_element *e, tree term)
{
  tree a, b, subscript = NULL_TREE;
  int d = stride_dimension (e, term);
  bool unit = d >= 0 && !constant_p (term);

  if (!unit)
    {
      d = -1;
      if (index_parts (term, &a, &b) == MULT_EXPR)
	{
	  subscript = a;
	  d = stride_dimension (e, b);
	  if (d < 0)
	    {
	      subscript = b;
	      d = stride_dimension (e, a);
	    }
	}
      if (d < 0)
	{
	  if (!first_stride_one_p (e))
	    return false;
	  d = 0;
	  subscript = term;
	}
    }
  if (e->found[d])
    return false;
  e->found[d] = true;
  e->unit[d] = unit;
  e->term[d] = subscript;
  return true;
}

/* Take constants off *INDEX, into E.  */

static void
strip_constants (fortran_element *e, tree *index)
{
  tree a, b;

  while (index_parts (*index, &a, &b) == PLUS_EXPR && constant_p (b))
    {
      e->constant += int_cst_value (b);
      *index = a;
    }
}

/* Take INDEX apart into the terms of E.  */

static bool
take_apart (fortran_element *e, tree index)
{
  tree a, b;

  strip_constants (e, &index);
  for (int n = 1; n < e->rank; n++)
    {
      if (index_parts (index, &a, &b) != PLUS_EXPR
	  || offset_p (a) || offset_p (b))
	break;
      if (!place_term (e, b))
	return false;
      index = a;
      strip_constants (e, &index);
    }
  if (index_parts (index, &a, &b) == PLUS_EXPR)
    {
      if (offset_p (b))
	index = a;
      else if (offset_p (a))
	index = b;
    }
  index = strip_index (index);
  if (offset_p (index))
    return true;
  if (constant_p (index))
    {
      e->constant += int_cst_value (index);
      return true;
    }
  return place_term (e, index);
}

/* What dimension D of E adds to the constant if nothing else is known.  */

static HOST_WIDE_INT
expected_constant (const fortran_element *e, int d)
{
  if (e->found[d])
    return 0;
  if (!constant_p (e->type->lbound[d]) || !constant_p (e->type->ubound[d]))
    return 1;
  return (int_cst_value (e->type->lbound[d])
	  + int_cst_value (e->type->ubound[d])) / 2;
}

/* X / Y, rounded to the nearest integer; Y > 0.  */

static HOST_WIDE_INT
rounded_quotient (HOST_WIDE_INT x, HOST_WIDE_INT y)
{
  HOST_WIDE_INT half = y / 2;

  return x >= 0 ? (x + half) / y : -((-x + half) / y);
}

/* Give the constant of E to its subscripts.  */

static bool
share_constant (fortran_element *e)
{
  if (!e->type)
    {
      e->add[0] = e->constant;
      return true;
    }
  HOST_WIDE_INT rest = e->constant - constant_value (e->type->offset);
  for (int d = e->rank - 1; d > 0; d--)
    {
      if (!constant_p (e->type->stride[d]))
	continue;
      HOST_WIDE_INT stride = int_cst_value (e->type->stride[d]);
      HOST_WIDE_INT lower = 0;
      if (stride <= 0)
	return false;
      for (int k = 0; k < d; k++)
	if (k == 0 || constant_p (e->type->stride[k]))
	  lower += (expected_constant (e, k)
		    * (k ? int_cst_value (e->type->stride[k]) : 1));
      e->add[d] = rounded_quotient (rest - lower, stride);
      rest -= e->add[d] * stride;
    }
  if (rest && !first_stride_one_p (e))
    return false;
  e->add[0] = rest;
  return true;
}

/* True if each dimension of E has a subscript.  */

static bool
complete_p (const fortran_element *e)
{
  for (int d = 0; d < e->rank; d++)
    if (!e->found[d]
	&& (!e->type || (d && !constant_p (e->type->stride[d]))
	    || (e->type->offset && !constant_p (e->type->offset))))
      return false;
  return true;
}

/* Print subscript D of E to OUT.  */

static bool
print_subscript (source_text *out, const fortran_element *e, int d)
{
  if (!e->found[d] || e->unit[d])
    return put_number (out, e->add[d] + e->unit[d]);
  return print_scaled (out, e->term[d], 1, e->add[d]);
}

/* Print the subscripts of E to OUT.  */

static bool
print_subscripts (source_text *out, const fortran_element *e)
{
  if (!put_text (out, "("))
    return false;
  for (int d = 0; d < e->rank; d++)
    if ((d && !put_text (out, ",")) || !print_subscript (out, e, d))
      return false;
  return put_text (out, ")");
}

/* The rank of the array with descriptor T, or 0.  The name of its type says
   it: array02_real(kind=8).  */

static int
descriptor_rank (tree t)
{
  tree name = TYPE_NAME (TREE_TYPE (t));

  if (name && TREE_CODE (name) == TYPE_DECL)
    name = DECL_NAME (name);
  if (!name || strncmp (IDENTIFIER_POINTER (name), "array", 5))
    return 0;
  int rank = atoi (IDENTIFIER_POINTER (name) + 5);
  return rank > 0 && rank <= FORTRAN_RANK_MAX ? rank : 0;
}

/* The descriptor whose data pointer BASE is, or NULL.  */

static tree
descriptor_of (tree base)
{
  if (TREE_CODE (base) == MEM_REF && integer_zerop (TREE_OPERAND (base, 1)))
    base = TREE_OPERAND (base, 0);
  if (user_name (base))
    return NULL_TREE;
  base = look_through (base);
  return (descriptor_field_p (base, "data") ? TREE_OPERAND (base, 0)
	  : NULL_TREE);
}

/* True if DESCRIPTOR may be that of a pointer array.  */

bool
fortran_pointer_p (tree descriptor)
{
  tree type = TREE_TYPE (descriptor);
  /* Link-time optimisation has dropped it; the early pass knew.  */
  if (!fortran_p ())
    return false;
  if (!gcc_knows_fortran_types
      || !TYPE_LANG_FLAG_1 (type) || !TYPE_LANG_SPECIFIC (type))
    return true;
  int kind = ((const fortran_type *) TYPE_LANG_SPECIFIC (type))->kind;
  return (kind < gcc_fortran_assumed_shape || kind > gcc_fortran_allocatable
	  || kind == gcc_fortran_rank_pointer
	  || kind == gcc_fortran_rank_pointer_contiguous);
}

/* If REF is a part of an array descriptor, the descriptor; else NULL.  */

tree
fortran_descriptor (tree ref)
{
  for (; handled_component_p (ref); ref = TREE_OPERAND (ref, 0))
    if (TREE_CODE (ref) == COMPONENT_REF
	&& descriptor_rank (TREE_OPERAND (ref, 0)))
      return TREE_OPERAND (ref, 0);
  return NULL_TREE;
}

/* The array type that pointer BASE points to, or NULL.  */

static tree
pointed_array (tree base)
{
  for (int i = 0; i < 16; i++)
    {
      tree type = TREE_TYPE (base);
      if (POINTER_TYPE_P (type) && TREE_CODE (TREE_TYPE (type)) == ARRAY_TYPE)
	return TREE_TYPE (type);
      gimple *stmt = value_definition (base);
      if (!stmt || !is_gimple_assign (stmt)
	  || (!gimple_assign_single_p (stmt)
	      && !CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (stmt))))
	return NULL_TREE;
      base = gimple_assign_rhs1 (stmt);
    }
  return NULL_TREE;
}

/* Print the subscripts of element INDEX of array BASE to OUT; arguments as
   for print_fortran_element.  */

static bool
print_element_subscripts (source_text *out, tree base, tree type, tree index,
			  HOST_WIDE_INT scale)
{
  fortran_element e = fortran_element ();
  tree descriptor = descriptor_of (base);
  tree a, b;

  e.type = type_knowledge (type ? type : pointed_array (base));
  if (e.type)
    e.rank = e.type->rank;
  else if (descriptor)
    e.rank = descriptor_rank (descriptor);
  if (!e.rank)
    return false;
  if (scale)
    {
      if (!index || index_parts (index, &a, &b) != MULT_EXPR)
	return false;
      /* A pointer to a part of an array says how far its elements are.  */
      if (constant_p (b) ? int_cst_value (b) != scale
			 : !descriptor_field_p (look_through (b), "span"))
	return false;
      index = a;
    }
  return (take_apart (&e, index) && complete_p (&e) && share_constant (&e)
	  && print_subscripts (out, &e));
}

/* Print the name of the array that pointer BASE points to, to OUT.  */

bool
print_fortran_base (source_text *out, tree base)
{
  const char *name = user_name (base);

  if (name)
    return put_text (out, name);
  tree descriptor = descriptor_of (base);
  if (descriptor)
    return print_reference (out, descriptor);
  return print_value (out, base, TEXT_POSTFIX);
}

/* Print to OUT the element INDEX of BASE: an array, of type TYPE, or if TYPE
   is NULL a pointer, with INDEX in bytes, SCALE for each element.  */

bool
print_fortran_element (source_text *out, tree base, tree type, tree index,
		       HOST_WIDE_INT scale)
{
  if (!(type ? print_reference (out, base) : print_fortran_base (out, base)))
    return false;
  unsigned length = out->length;
  if (print_element_subscripts (out, base, type, index, scale))
    return true;
  out->text[length] = '\0';
  out->length = length;
  return put_text (out, "(...)");
}
