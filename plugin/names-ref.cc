/* Source text of memory references in early GIMPLE.
   SPDX-License-Identifier: GPL-3.0-or-later

   A MEM_REF says little: the pointer that it goes through tells whether the
   source has an array element, a call that returns a reference, or a plain
   dereference.  names-text.cc prints the expressions in between.  */

#include "gcc-compat.h"
#include "names-gimple.h"
#include "names-text.h"

/* True if REF is no reference of the source: a load from an array descriptor,
   or from the structure of shared variables.  */

bool
internal_ref_p (tree ref)
{
  return fortran_descriptor (ref) || shared_variable (ref);
}

/* The bytes of an element of TYPE, which may be a vector or complex; 0 if
   that is not constant.  */

unsigned
element_bytes (tree type)
{
  if (VECTOR_TYPE_P (type) || TREE_CODE (type) == COMPLEX_TYPE)
    type = TREE_TYPE (type);
  HOST_WIDE_INT size = int_size_in_bytes (type);
  return size > 0 ? size : 0;
}

/* The number of bytes of TYPE, or 0 if it is not known.  */

static HOST_WIDE_INT
type_size (tree type)
{
  tree size = TYPE_SIZE_UNIT (type);

  return size && tree_fits_shwi_p (size) ? tree_to_shwi (size) : 0;
}

/* What a memory reference through a pointer is: OBJECT, BASE[INDEX], a
   dereferenced call, or *BASE.  */
enum deref_kind { DEREF_OBJECT, DEREF_ELEMENT, DEREF_CALL, DEREF_POINTER };

struct deref
{
  deref_kind kind;
  tree base;			/* object, pointer or result of the call */
  tree index;			/* in bytes, or NULL */
  HOST_WIDE_INT offset;		/* in bytes, to be added */
  bool reference;		/* pointer is a reference in the source */
};

/* The variable that REF stands for, a field of the structure of shared
   variables that an OpenMP function gets; else NULL.  */

tree
shared_variable (tree ref)
{
  if (TREE_CODE (ref) != COMPONENT_REF)
    return NULL_TREE;
  tree var = DECL_ABSTRACT_ORIGIN (TREE_OPERAND (ref, 1));
  return (var && (VAR_P (var) || TREE_CODE (var) == PARM_DECL
		  || TREE_CODE (var) == RESULT_DECL) ? var : NULL_TREE);
}

/* That variable, if loading the field REF gives its address (BY_REF) or its
   value; else NULL.  */

static tree
shared_variable_by (tree ref, bool by_ref)
{
  tree var = shared_variable (ref);

  if (!var)
    return NULL_TREE;
  tree field = TREE_OPERAND (ref, 1);
  bool address = (POINTER_TYPE_P (TREE_TYPE (field))
		  && TYPE_MAIN_VARIANT (TREE_TYPE (TREE_TYPE (field)))
		     == TYPE_MAIN_VARIANT (TREE_TYPE (var)));
  return address == by_ref ? var : NULL_TREE;
}

/* Analyse the MEM_REF REF.  */

static deref
analyze_deref (tree ref)
{
  deref d = { DEREF_POINTER, TREE_OPERAND (ref, 0), NULL_TREE, 0, false };
  tree a, b;

  if (!TREE_OPERAND (ref, 1) || !cst_and_fits_in_hwi (TREE_OPERAND (ref, 1)))
    return d;
  d.offset = int_cst_value (TREE_OPERAND (ref, 1));
  d.reference = TREE_CODE (TREE_TYPE (d.base)) == REFERENCE_TYPE;
  if (!user_name (d.base))
    d.base = look_through (d.base);
  tree shared = shared_variable_by (d.base, true);
  gimple *stmt = value_definition (d.base);
  if (shared)
    {
      d.kind = DEREF_OBJECT;
      d.base = shared;
    }
  else if (TREE_CODE (d.base) == ADDR_EXPR)
    {
      d.kind = DEREF_OBJECT;
      d.base = TREE_OPERAND (d.base, 0);
    }
  else if (stmt && is_gimple_call (stmt))
    d.kind = DEREF_CALL;
  else if (!user_name (d.base)
	   && value_parts (d.base, &a, &b) == POINTER_PLUS_EXPR)
    {
      d.kind = DEREF_ELEMENT;
      d.base = a;
      d.index = b;
    }
  else
    d.reference |= TREE_CODE (TREE_TYPE (d.base)) == REFERENCE_TYPE;
  return d;
}

/* Print the pointer BASE to OUT as what an array's subscripts follow.  */

static bool
print_pointer (source_text *out, tree base)
{
  tree shared = shared_variable_by (look_through (base), false);

  if (shared)
    return print_reference (out, shared);
  return (fortran_p () ? print_fortran_base (out, base)
	  : print_value (out, base, TEXT_POSTFIX));
}

/* The number of a row in OFFSET, which is ROW * length * size for an array
   TYPE of variable length; NULL if it has another form.  */

static tree
variable_row (tree offset, tree type)
{
  tree size, length, rows, element, row, length2;

  if (!TYPE_SIZE_UNIT (type)
      || value_parts (TYPE_SIZE_UNIT (type), &length, &size) != MULT_EXPR
      || value_parts (offset, &rows, &element) != MULT_EXPR
      || TREE_CODE (size) != INTEGER_CST || !tree_int_cst_equal (size, element)
      || value_parts (rows, &row, &length2) != MULT_EXPR
      || look_through (length) != look_through (length2))
    return NULL_TREE;
  return row;
}

/* Print BASE[INDEX], with INDEX in units of bytes and TYPE the type of an
   element, to OUT.  */

static bool
print_element (source_text *out, const deref *d, tree type)
{
  HOST_WIDE_INT size = type_size (type);

  if (fortran_p ())
    return (d->offset == 0
	    && print_fortran_element (out, d->base, NULL_TREE, d->index,
				      size));
  if (!size && d->index && !d->offset)
    if (tree row = variable_row (d->index, type))
      return (print_pointer (out, d->base) && put_text (out, "[")
	      && print_value (out, row, TEXT_ANY) && put_text (out, "]"));
  if (size <= 0 || d->offset % size)
    return false;
  return (print_pointer (out, d->base) && put_text (out, "[")
	  && print_scaled (out, d->index ? d->index : size_zero_node, size,
			   d->offset / size)
	  && put_text (out, "]"));
}

/* Print the MEM_REF REF to OUT.  */

static bool
print_deref (source_text *out, tree ref)
{
  deref d = analyze_deref (ref);
  gimple *stmt;

  switch (d.kind)
    {
    case DEREF_OBJECT:
      return d.offset == 0 && print_reference (out, d.base);
    case DEREF_ELEMENT:
      return print_element (out, &d, TREE_TYPE (ref));
    case DEREF_CALL:
      stmt = value_definition (d.base);
      if (d.offset)
	return false;
      if (!d.reference && !put_text (out, "*"))
	return false;
      return print_call (out, as_a<gcall *> (stmt));
    default:
      if (d.offset)
	return !fortran_p () && print_element (out, &d, TREE_TYPE (ref));
      if (!d.reference && !fortran_p () && !put_text (out, "*"))
	return false;
      return print_pointer (out, d.base);
    }
}

/* True if REF is a component that the source does not name.  */

static bool
unnamed_component_p (tree ref)
{
  return (TREE_CODE (ref) == COMPONENT_REF
	  && (!DECL_NAME (TREE_OPERAND (ref, 1))
	      || DECL_ARTIFICIAL (TREE_OPERAND (ref, 1))));
}

/* True if REF is the object that a member function works on.  */

static bool
this_object_p (tree ref)
{
  if (TREE_CODE (ref) != MEM_REF)
    return false;
  tree base = look_through (TREE_OPERAND (ref, 0));
  if (TREE_CODE (base) == SSA_NAME)
    base = SSA_NAME_VAR (base);
  return (base && TREE_CODE (base) == PARM_DECL && DECL_NAME (base)
	  && id_equal (DECL_NAME (base), "this"));
}

/* Print the COMPONENT_REF REF to OUT.  */

static bool
print_component (source_text *out, tree ref)
{
  tree object = TREE_OPERAND (ref, 0);
  tree field = TREE_OPERAND (ref, 1);
  tree shared = shared_variable_by (ref, false);

  /* A COMMON block, unlike a structure, has no named type.  */
  if (fortran_p () && VAR_P (object) && !TYPE_NAME (TREE_TYPE (object))
      && DECL_NAME (field))
    return put_text (out, IDENTIFIER_POINTER (DECL_NAME (field)));
  if (shared)
    return print_reference (out, shared);
  /* The part of a base class, or an anonymous structure.  */
  if (unnamed_component_p (ref))
    return print_reference (out, object);
  while (unnamed_component_p (object))
    object = TREE_OPERAND (object, 0);
  const char *name = IDENTIFIER_POINTER (DECL_NAME (field));
  const char *link = fortran_p () ? "%" : ".";
  if (TREE_CODE (object) == MEM_REF && !fortran_p ())
    {
      deref d = analyze_deref (object);
      if (d.kind == DEREF_POINTER && !d.reference && d.offset == 0)
	{
	  /* A member function names its object's members plainly.  */
	  if (this_object_p (object))
	    return put_text (out, name);
	  return (print_pointer (out, d.base) && put_text (out, "->")
		  && put_text (out, name));
	}
      gimple *stmt = value_definition (d.base);
      if (d.kind == DEREF_CALL && !d.reference && d.offset == 0)
	return (print_call (out, as_a<gcall *> (stmt)) && put_text (out, "->")
		&& put_text (out, name));
    }
  return (print_reference (out, object) && put_text (out, link)
	  && put_text (out, name));
}

/* Print the memory reference or variable REF to OUT.  */

bool
print_reference (source_text *out, tree ref)
{
  if (!out->budget)
    return false;
  out->budget--;
  if (fortran_p ())
    if (tree descriptor = fortran_descriptor (ref))
      return print_reference (out, descriptor);
  switch (TREE_CODE (ref))
    {
    case MEM_REF:
      return print_deref (out, ref);
    case COMPONENT_REF:
      return print_component (out, ref);
    case ARRAY_REF:
      if (fortran_p ())
	return print_fortran_element (out, TREE_OPERAND (ref, 0),
				      TREE_TYPE (TREE_OPERAND (ref, 0)),
				      TREE_OPERAND (ref, 1), 0);
      return (print_reference (out, TREE_OPERAND (ref, 0))
	      && put_text (out, "[")
	      && print_value (out, TREE_OPERAND (ref, 1), TEXT_ANY)
	      && put_text (out, "]"));
    case REALPART_EXPR:
    case IMAGPART_EXPR:
    case VIEW_CONVERT_EXPR:
    case BIT_FIELD_REF:
      return print_reference (out, TREE_OPERAND (ref, 0));
    default:
      {
	const char *name = user_name (ref);
	return name && put_text (out, name);
      }
    }
}

/* Print to OUT the array or object that the MEM_REF REF is a part of.  */

static bool
print_deref_array (source_text *out, tree ref)
{
  deref d = analyze_deref (ref);

  if (d.kind == DEREF_OBJECT)
    return print_ref_array (out, d.base);
  if (d.kind != DEREF_CALL)
    return print_pointer (out, d.base);
  gcall *call = as_a<gcall *> (value_definition (d.base));
  const char *name = callee_name (call);
  if (!name || strncmp (name, "operator", 8)
      || gimple_call_num_args (call) == 0)
    return false;
  return print_object (out, gimple_call_arg (call, 0));
}

/* Print to OUT the array or object that REF is a part of.  */

bool
print_ref_array (source_text *out, tree ref)
{
  while (handled_component_p (ref))
    {
      tree inner = TREE_OPERAND (ref, 0);
      while (unnamed_component_p (inner))
	inner = TREE_OPERAND (inner, 0);
      if (TREE_CODE (ref) == COMPONENT_REF && this_object_p (inner))
	return print_reference (out, ref);
      if (TREE_CODE (ref) == ARRAY_REF && TREE_CODE (inner) == COMPONENT_REF)
	return print_reference (out, inner);
      ref = inner;
    }
  if (TREE_CODE (ref) == MEM_REF)
    return print_deref_array (out, ref);
  return print_reference (out, ref);
}

/* Print REF as the source writes it to OUT.  */

bool
print_ref_text (source_text *out, tree ref)
{
  return print_reference (out, ref);
}
