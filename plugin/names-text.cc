/* Source text of early GIMPLE expressions.
   SPDX-License-Identifier: GPL-3.0-or-later

   Before the first optimisation GIMPLE still is the source cut into small
   statements.  Printing looks through the temporaries of the gimplifier to
   the variables that they came from:

     _1 = i * n;  _2 = _1 + k;  _3 = (sizetype) _2;  _4 = _3 * 8;
     _5 = a + _4;  x = *_5;
   ==>
     a[i*n+k]

   Whatever has no certain source form fails, and the caller prints less.
   Weakness: conversions between arithmetic types are not printed.  */

#include "gcc-compat.h"
#include "names-gimple.h"
#include "names-text.h"

/* The only assignment of each variable that the compiler made up and
   assigns once; NULL for one with several.  */
static hash_map<tree, gimple *> *single_definitions;

/* The parameters that the function assigns.  */
static hash_set<tree> *assigned_parameters;

/* Trees that one text may look at, and how deep they may nest.  */
enum { TEXT_BUDGET = 200, TEXT_DEPTH = 24 };

/* Start OUT.  */

void
start_text (source_text *out)
{
  out->text[0] = '\0';
  out->length = 0;
  out->budget = TEXT_BUDGET;
  out->depth = 0;
}

/* Append TEXT to OUT; false if it does not fit.  */

bool
put_text (source_text *out, const char *text)
{
  size_t n = strlen (text);

  if (out->length + n > NAME_TEXT_MAX)
    return false;
  memcpy (out->text + out->length, text, n + 1);
  out->length += n;
  return true;
}

/* Append N to OUT.  */

bool
put_number (source_text *out, HOST_WIDE_INT n)
{
  char text[32];

  snprintf (text, sizeof text, HOST_WIDE_INT_PRINT_DEC, n);
  return put_text (out, text);
}

/* True if T is a variable that no user wrote.  "i.0" is one: a copy of the
   value that i had.  */

static bool
temporary_p (tree t)
{
  return (VAR_P (t)
	  && (!DECL_NAME (t) || DECL_ARTIFICIAL (t)
	      || strchr (IDENTIFIER_POINTER (DECL_NAME (t)), '.')));
}

/* The name that the user gave to variable or SSA name T, or NULL.  */

const char *
user_name (tree t)
{
  if (TREE_CODE (t) == SSA_NAME)
    t = SSA_NAME_VAR (t);
  if (!t || !DECL_P (t) || !DECL_NAME (t) || temporary_p (t))
    return NULL;
  const char *name = IDENTIFIER_POINTER (DECL_NAME (t));
  return *name && *name != '.' && *name != '<' ? name : NULL;
}

/* Note the assignment STMT of a temporary.  */

static void
note_definition (gimple *stmt)
{
  tree lhs = gimple_get_lhs (stmt);

  if (lhs && TREE_CODE (lhs) == SSA_NAME)
    lhs = SSA_NAME_VAR (lhs);
  if (lhs && TREE_CODE (lhs) == PARM_DECL)
    assigned_parameters->add (lhs);
  if (!lhs || !VAR_P (lhs) || !temporary_p (lhs) || TREE_ADDRESSABLE (lhs)
      || is_global_var (lhs))
    return;
  bool existed;
  gimple *&definition = single_definitions->get_or_insert (lhs, &existed);
  definition = existed ? NULL : stmt;
}

/* Prepare printing expressions of the current function.  */

void
begin_text_function (void)
{
  basic_block bb;

  single_definitions = new hash_map<tree, gimple *>;
  assigned_parameters = new hash_set<tree>;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      note_definition (gsi_stmt (gsi));
}

/* Printing expressions of the current function is over.  */

void
end_text_function (void)
{
  delete single_definitions;
  single_definitions = NULL;
  delete assigned_parameters;
  assigned_parameters = NULL;
}

/* True if the function assigns PARAMETER, or may.  */

bool
parameter_assigned_p (tree parameter)
{
  return !assigned_parameters || assigned_parameters->contains (parameter);
}

/* The statement whose value temporary T is, or NULL.  */

gimple *
value_definition (tree t)
{
  if (TREE_CODE (t) == SSA_NAME)
    {
      tree var = SSA_NAME_VAR (t);
      gimple *stmt = SSA_NAME_DEF_STMT (t);
      if ((var && !temporary_p (var)) || gimple_nop_p (stmt)
	  || gimple_code (stmt) == GIMPLE_PHI)
	return NULL;
      return stmt;
    }
  if (!VAR_P (t) || !single_definitions)
    return NULL;
  gimple **stmt = single_definitions->get (t);
  return stmt ? *stmt : NULL;
}

/* T without the temporaries and conversions around it: a variable, a
   constant, a load, or a temporary that an operation or a call made.  */

tree
look_through (tree t)
{
  for (int i = 0; i < TEXT_DEPTH; i++)
    {
      if (CONVERT_EXPR_P (t) || TREE_CODE (t) == NON_LVALUE_EXPR)
	{
	  t = TREE_OPERAND (t, 0);
	  continue;
	}
      gimple *stmt = value_definition (t);
      if (!stmt || !is_gimple_assign (stmt)
	  || (!gimple_assign_single_p (stmt)
	      && !CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (stmt))))
	break;
      t = gimple_assign_rhs1 (stmt);
    }
  return t;
}

/* The operation that made value T, with its operands in *A and *B; ERROR_MARK
   if none did.  */

tree_code
value_parts (tree t, tree *a, tree *b)
{
  *a = *b = NULL_TREE;
  t = look_through (t);
  gimple *stmt = value_definition (t);
  if (stmt && is_gimple_assign (stmt))
    {
      *a = gimple_assign_rhs1 (stmt);
      *b = gimple_assign_rhs2 (stmt);
      return gimple_assign_rhs_code (stmt);
    }
  if (BINARY_CLASS_P (t))
    *b = TREE_OPERAND (t, 1);
  if (BINARY_CLASS_P (t) || UNARY_CLASS_P (t))
    {
      *a = TREE_OPERAND (t, 0);
      return TREE_CODE (t);
    }
  return ERROR_MARK;
}

/* How an operator is printed.  */
struct operator_text
{
  tree_code code;
  text_context context;		/* its own binding */
  const char *text;
};

static const operator_text binary_operators[] =
{
  { PLUS_EXPR, TEXT_SUM, "+" },
  { POINTER_PLUS_EXPR, TEXT_SUM, "+" },
  { MINUS_EXPR, TEXT_SUM, "-" },
  { POINTER_DIFF_EXPR, TEXT_SUM, "-" },
  { MULT_EXPR, TEXT_PRODUCT, "*" },
  { TRUNC_DIV_EXPR, TEXT_PRODUCT, "/" },
  { EXACT_DIV_EXPR, TEXT_PRODUCT, "/" },
  { TRUNC_MOD_EXPR, TEXT_PRODUCT, "%" },
  { LSHIFT_EXPR, TEXT_SHIFT, "<<" },
  { RSHIFT_EXPR, TEXT_SHIFT, ">>" },
  { BIT_AND_EXPR, TEXT_AND, "&" },
  { BIT_XOR_EXPR, TEXT_XOR, "^" },
  { BIT_IOR_EXPR, TEXT_OR, "|" }
};

/* Print NAME (A, B) or NAME (A) to OUT.  */

static bool
print_function (source_text *out, const char *name, tree a, tree b)
{
  return (put_text (out, name) && put_text (out, "(")
	  && print_value (out, a, TEXT_ANY)
	  && (!b || (put_text (out, ",") && print_value (out, b, TEXT_ANY)))
	  && put_text (out, ")"));
}

/* Print A OP B to OUT, in parentheses where CONTEXT needs them.  */

static bool
print_binary (source_text *out, const operator_text *op, tree a, tree b,
	      text_context context)
{
  const char *sign = op->text;
  bool close = context > op->context;
  tree p, q;

  /* The front end moved the product behind; a[i*n+k] is how it is mostly
     written.  */
  if (op->code == PLUS_EXPR && value_parts (b, &p, &q) == MULT_EXPR
      && value_parts (a, &p, &q) != MULT_EXPR && !user_name (b))
    std::swap (a, b);
  if (close && !put_text (out, "("))
    return false;
  if (!print_value (out, a, op->context))
    return false;
  if (op->code == PLUS_EXPR && TREE_CODE (b) == INTEGER_CST
      && tree_fits_shwi_p (b) && tree_to_shwi (b) < 0)
    {
      if (!put_number (out, tree_to_shwi (b)))
	return false;
    }
  else if (!put_text (out, sign)
	   || !print_value (out, b, op->code == PLUS_EXPR ? TEXT_SUM
			    : (text_context) (op->context + 1)))
    return false;
  return !close || put_text (out, ")");
}

/* Print the operation CODE on A and B to OUT.  */

static bool
print_operation (source_text *out, tree_code code, tree a, tree b,
		 text_context context)
{
  for (unsigned i = 0; i < ARRAY_SIZE (binary_operators); i++)
    if (binary_operators[i].code == code)
      {
	const operator_text *op = &binary_operators[i];
	if (fortran_p () && op->context != TEXT_SUM
	    && code != MULT_EXPR && code != TRUNC_DIV_EXPR)
	  return code == TRUNC_MOD_EXPR && print_function (out, "mod", a, b);
	if (code == POINTER_PLUS_EXPR)
	  return false;
	return print_binary (out, op, a, b, context);
      }
  switch (code)
    {
    case NEGATE_EXPR:
      return (put_text (out, context > TEXT_OR ? "(-" : "-")
	      && print_value (out, a, TEXT_UNARY)
	      && (context <= TEXT_OR || put_text (out, ")")));
    case BIT_NOT_EXPR:
      return (!fortran_p () && put_text (out, "~")
	      && print_value (out, a, TEXT_UNARY));
    case MIN_EXPR:
      return print_function (out, "min", a, b);
    case MAX_EXPR:
      return print_function (out, "max", a, b);
    case ABS_EXPR:
      return print_function (out, "abs", a, NULL_TREE);
    case FIX_TRUNC_EXPR:
      return print_function (out, "int", a, NULL_TREE);
    default:
      return false;
    }
}

/* Print what the constant or the address T is to OUT.  */

static bool
print_leaf (source_text *out, tree t, text_context context)
{
  const char *name = user_name (t);

  if (name)
    return put_text (out, name);
  if (TREE_CODE (t) == INTEGER_CST)
    {
      if (!tree_fits_shwi_p (t))
	return false;
      HOST_WIDE_INT value = tree_to_shwi (t);
      bool close = value < 0 && context > TEXT_OR;
      return ((!close || put_text (out, "(")) && put_number (out, value)
	      && (!close || put_text (out, ")")));
    }
  if (TREE_CODE (t) == ADDR_EXPR)
    {
      tree object = TREE_OPERAND (t, 0);
      /* The decay of an array to a pointer.  */
      if (TREE_CODE (object) == ARRAY_REF
	  && integer_zerop (TREE_OPERAND (object, 1)))
	return print_reference (out, TREE_OPERAND (object, 0));
      if (TREE_CODE (TREE_TYPE (object)) == ARRAY_TYPE
	  || TREE_CODE (TREE_TYPE (t)) == REFERENCE_TYPE)
	return print_reference (out, object);
      return (context < TEXT_POSTFIX && put_text (out, "&")
	      && print_reference (out, object));
    }
  if (DECL_P (t) || handled_component_p (t) || TREE_CODE (t) == MEM_REF)
    return print_reference (out, t);
  return false;
}

/* Print the arguments of CALL from number FIRST to OUT.  */

static bool
print_arguments (source_text *out, gcall *call, unsigned first)
{
  for (unsigned i = first; i < gimple_call_num_args (call); i++)
    if ((i > first && !put_text (out, ","))
	|| !print_value (out, gimple_call_arg (call, i), TEXT_ANY))
      return false;
  return true;
}

/* Print OBJECT, the first argument of a member function, to OUT: a pointer
   or a reference to it is the object itself.  */

bool
print_object (source_text *out, tree object)
{
  object = look_through (object);
  if (TREE_CODE (object) == ADDR_EXPR)
    return print_reference (out, TREE_OPERAND (object, 0));
  return print_value (out, object, TEXT_POSTFIX);
}

/* The name of the function that CALL calls, or NULL.  */

const char *
callee_name (gcall *call)
{
  tree decl = gimple_call_fndecl (call);

  return decl && DECL_NAME (decl) ? IDENTIFIER_POINTER (DECL_NAME (decl))
				  : NULL;
}

/* Print CALL, a member operator NAME, to OUT; false if it is none that has
   an expression of its own.  */

static bool
print_operator_call (source_text *out, gcall *call, const char *name)
{
  static const char *const accessors[][3] =
    { { "operator[]", "[", "]" }, { "operator()", "(", ")" } };
  tree object = gimple_call_arg (call, 0);

  for (unsigned i = 0; i < ARRAY_SIZE (accessors); i++)
    if (!strcmp (name, accessors[i][0]))
      return (print_object (out, object) && put_text (out, accessors[i][1])
	      && print_arguments (out, call, 1)
	      && put_text (out, accessors[i][2]));
  if (!strcmp (name, "operator*") && gimple_call_num_args (call) == 1)
    return put_text (out, "*") && print_object (out, object);
  if (!strcmp (name, "operator->"))
    return print_object (out, object);
  return false;
}

/* Print CALL to OUT.  */

bool
print_call (source_text *out, gcall *call)
{
  const char *name = callee_name (call);
  tree decl = gimple_call_fndecl (call);

  if (!name)
    return false;
  if (fndecl_built_in_p (decl, BUILT_IN_EXPECT))
    return print_value (out, gimple_call_arg (call, 0), TEXT_ANY);
  bool member = (TREE_CODE (TREE_TYPE (decl)) == METHOD_TYPE
		 && gimple_call_num_args (call) > 0);
  if (!strncmp (name, "operator", 8) && !ISALNUM (name[8]) && name[8] != '_')
    return member && print_operator_call (out, call, name);
  if (fndecl_built_in_p (decl) || fortran_p ())
    return false;
  unsigned first = 0;
  if (member)
    {
      if (!print_object (out, gimple_call_arg (call, 0))
	  || !put_text (out, "."))
	return false;
      first = 1;
    }
  return (put_text (out, name) && put_text (out, "(")
	  && print_arguments (out, call, first) && put_text (out, ")"));
}

/* The body of print_value.  */

static bool
print_value_1 (source_text *out, tree t, text_context context)
{
  tree a, b;

  if (user_name (t))
    return print_leaf (out, t, context);
  t = look_through (t);
  gimple *stmt = value_definition (t);
  if (stmt && is_gimple_call (stmt))
    return print_call (out, as_a<gcall *> (stmt));
  tree_code code = value_parts (t, &a, &b);
  if (code == ERROR_MARK)
    return print_leaf (out, t, context);
  return print_operation (out, code, a, b, context);
}

/* Print the value T, which stands in CONTEXT, to OUT.  */

bool
print_value (source_text *out, tree t, text_context context)
{
  if (!out->budget || out->depth >= TEXT_DEPTH)
    return false;
  out->budget--;
  out->depth++;
  bool result = print_value_1 (out, t, context);
  out->depth--;
  return result;
}

/* True if constant T is a multiple of SIZE; the quotient goes to *QUOTIENT.
   Offsets are sizetype, but meant as signed.  */

static bool
constant_multiple_p (tree t, HOST_WIDE_INT size, HOST_WIDE_INT *quotient)
{
  if (TREE_CODE (t) != INTEGER_CST || !cst_and_fits_in_hwi (t))
    return false;
  HOST_WIDE_INT value = int_cst_value (t);
  *quotient = value / size;
  return value % size == 0;
}

/* Split byte offset OFFSET, (T + n) * SIZE, into *T and n, which is added to
   *N.  *T is NULL for a constant; *FACTOR is what T is to be multiplied
   with.  */

static bool
split_offset (tree offset, HOST_WIDE_INT size, tree *t, HOST_WIDE_INT *n,
	      HOST_WIDE_INT *factor)
{
  tree a, b;
  HOST_WIDE_INT quotient;

  offset = look_through (offset);
  *t = NULL_TREE;
  *factor = 1;
  if (constant_multiple_p (offset, size, &quotient))
    {
      *n += quotient;
      return true;
    }
  tree_code code = value_parts (offset, &a, &b);
  if (code == PLUS_EXPR && constant_multiple_p (b, size, &quotient))
    {
      *n += quotient;
      return split_offset (a, size, t, n, factor);
    }
  if (code == MULT_EXPR && constant_multiple_p (b, size, factor))
    {
      *t = a;
      return true;
    }
  *t = offset;
  return size == 1;
}

/* Print the index (OFFSET / SIZE) + ADD to OUT.  */

bool
print_scaled (source_text *out, tree offset, HOST_WIDE_INT size,
	      HOST_WIDE_INT add)
{
  HOST_WIDE_INT factor;
  tree t;

  if (size <= 0 || !split_offset (offset, size, &t, &add, &factor))
    return false;
  if (!t)
    return put_number (out, add);
  if (!print_value (out, t, factor == 1 ? (add ? TEXT_SUM : TEXT_ANY)
				  : TEXT_PRODUCT))
    return false;
  if (factor != 1 && (!put_text (out, "*") || !put_number (out, factor)))
    return false;
  if (add > 0 && !put_text (out, "+"))
    return false;
  return !add || put_number (out, add);
}
