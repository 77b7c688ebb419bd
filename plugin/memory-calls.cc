/* Calls that move or fill memory: memcpy, memmove, memset and their like; string
   instructions, which GCC makes of such calls; and sincos, which GCC makes of sin and
   cos, and whose results are stored.
   SPDX-License-Identifier: GPL-3.0-or-later

   Copies that call others (callees.cc) do so through functions of the runtime's,
   which move the addresses to the mirror and then call the original, or have the
   instruction:

     in the original		in a bound copy
	call memcpy			movq ROW's function, %r11
				call the runtime's
	rep movsq		call the runtime's

   What is moved has no type in RTL, nor is there a sign of what wants its own return
   address, which is not the caller's in what a timer calls.  So a pass behind "optimized" notes, by the
   calls' places in the source, what their arguments point to, and at those of
   assignments of aggregates, which become such calls, what these are.  A call at
   a place of which nothing is known may store anything.

   Weakness: where several calls stand at one place in the source they have their
   kinds in common.  */

#include "gcc-compat.h"
#include "names-gimple.h"
#include "nest.h"
#include "callees.h"
#include "memlb-target.h"
#include "plugin-options.h"

/* What calls at one place in the source work on.  */
struct memory_facts
{
  unsigned kinds;		/* memory_kinds */
  bool floats_p;		/* all of it is floating point */
  bool typed_p;			/* its types are known */
};

typedef int_hash<location_t, UNKNOWN_LOCATION> place_hash;

/* By place: calls of the current function.  */
static hash_map<place_hash, memory_facts> *facts_at;

/* The current function wants its return address.  */
static bool return_address_p;

/* How a function works on memory: MEMLB_CALL_MEMORY and what else holds; 0 if it
   is none of these.  */

static unsigned
memory_function_flags (tree decl)
{
  static const struct { const char *name; unsigned flags; } functions[] =
  {
    { "memcpy", 0 }, { "memmove", 0 }, { "mempcpy", 0 },
    { "memset", MEMLB_CALL_FILL },
    { "__memcpy_chk", 0 }, { "__memmove_chk", 0 }, { "__mempcpy_chk", 0 },
    { "__memset_chk", MEMLB_CALL_FILL },
    { "sincos", MEMLB_CALL_SINCOS | MEMLB_CALL_FLOATS },
    { "sincosf", MEMLB_CALL_SINCOS | MEMLB_CALL_FLOATS },
    { "sincosl", MEMLB_CALL_SINCOS | MEMLB_CALL_FLOATS }
  };

  /* A program may have functions of these names that do something else.  */
  if (TREE_CODE (decl) != FUNCTION_DECL || !DECL_EXTERNAL (decl)
      || !fndecl_built_in_p (decl, BUILT_IN_NORMAL))
    return 0;
  const char *name
    = targetm.strip_name_encoding (IDENTIFIER_POINTER
				   (DECL_ASSEMBLER_NAME (decl)));
  for (unsigned i = 0; i < ARRAY_SIZE (functions); i++)
    if (!strcmp (functions[i].name, name))
      return MEMLB_CALL_MEMORY | functions[i].flags;
  return 0;
}

/* True if INSN calls a function that returns its first argument, a pointer.  */

bool
returns_first_argument_p (rtx_insn *insn)
{
  rtx symbol = real_call_p (insn) ? called_symbol (insn) : NULL_RTX;
  tree decl = symbol ? SYMBOL_REF_DECL (symbol) : NULL_TREE;
  unsigned flags = decl ? memory_function_flags (decl) : 0;

  return (flags & MEMLB_CALL_MEMORY) && !(flags & MEMLB_CALL_SINCOS);
}

/* True if TYPE says what objects of it are: it is none that all may be.  */

static bool
telling_p (tree type)
{
  return (!VOID_TYPE_P (type) && TREE_CODE (type) != FUNCTION_TYPE
	  && get_alias_set (type) != 0);
}

/* The type of what ARG, a pointer, leads to; NULL if that is not known.  A pointer to
   a member may be one to all of the record, so that what it was made of tells
   more.  */

static tree
pointed_type (tree arg)
{
  tree type = NULL_TREE;

  for (unsigned steps = 0; steps < 8; steps++)
    {
      if (TREE_CODE (arg) == ADDR_EXPR)
	{
	  tree base = get_base_address (TREE_OPERAND (arg, 0));
	  return base && telling_p (TREE_TYPE (base)) ? TREE_TYPE (base) : type;
	}
      if (POINTER_TYPE_P (TREE_TYPE (arg))
	  && telling_p (TREE_TYPE (TREE_TYPE (arg))))
	type = TREE_TYPE (TREE_TYPE (arg));
      gimple *def = (TREE_CODE (arg) == SSA_NAME ? SSA_NAME_DEF_STMT (arg)
		     : NULL);
      if (!def || !is_gimple_assign (def)
	  || !(gimple_assign_ssa_name_copy_p (def)
	       || CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (def))
	       || gimple_assign_rhs_code (def) == POINTER_PLUS_EXPR
	       || gimple_assign_rhs_code (def) == ADDR_EXPR))
	break;
      arg = gimple_assign_rhs1 (def);
    }
  return type;
}

/* Note that what is at LOCATION works on TYPE; NULL if that is not known.  */

static void
note_type (location_t location, tree type)
{
  bool existed;

  location = LOCATION_LOCUS (location);
  if (location == UNKNOWN_LOCATION)
    return;
  memory_facts &facts = facts_at->get_or_insert (location, &existed);
  if (!existed)
    facts = { 0, true, true };
  facts.kinds |= type ? type_kinds (type) : ~0u;
  facts.floats_p &= type && floating_type_p (type);
  facts.typed_p &= type != NULL_TREE;
}

/* Note what STMT works on, if it is or may become a call that moves memory; or that it
   wants the return address.  */

static void
note_statement (gimple *stmt)
{
  tree decl = is_gimple_call (stmt) ? gimple_call_fndecl (stmt) : NULL_TREE;
  unsigned flags = decl ? memory_function_flags (decl) : 0;

  return_address_p |= gimple_call_builtin_p (stmt, BUILT_IN_RETURN_ADDRESS);
  if (flags && !(flags & MEMLB_CALL_SINCOS)
      && gimple_call_num_args (stmt) >= 3)
    {
      tree to = pointed_type (gimple_call_arg (stmt, 0));
      tree from = (flags & MEMLB_CALL_FILL ? NULL_TREE
		   : pointed_type (gimple_call_arg (stmt, 1)));
      note_type (gimple_location (stmt), to ? to : from);
      if (to && from)
	note_type (gimple_location (stmt), from);
    }
  else if (gimple_assign_single_p (stmt)
	   && AGGREGATE_TYPE_P (TREE_TYPE (gimple_assign_lhs (stmt))))
    note_type (gimple_location (stmt), TREE_TYPE (gimple_assign_lhs (stmt)));
}

namespace {

const pass_data memory_calls_data =
{
  GIMPLE_PASS, "memlb_memory_calls", OPTGROUP_NONE, TV_NONE,
  PROP_cfg | PROP_ssa, 0, 0, 0, 0
};

class pass_memlb_memory_calls : public gimple_opt_pass
{
public:
  pass_memlb_memory_calls (gcc::context *context)
    : gimple_opt_pass (memory_calls_data, context)
  {}

  bool gate (function *) final override
  {
    return (((optimize && plugin_options.calls) || plugin_options.procedures)
	    && !plugin_options.disable && !seen_error ());
  }

  unsigned execute (function *f) final override
  {
    basic_block bb;

    if (!facts_at)
      facts_at = new hash_map<place_hash, memory_facts>;
    facts_at->empty ();
    return_address_p = false;
    FOR_EACH_BB_FN (bb, f)
      for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i);
	   gsi_next (&i))
	note_statement (gsi_stmt (i));
    return 0;
  }
};

} /* anonymous namespace */

bool
wants_return_address_p (void)
{
  return return_address_p;
}

opt_pass *
make_pass_memlb_memory_calls (void)
{
  return new pass_memlb_memory_calls (g);
}

/* What is known of INSN, or NULL.  */

static const memory_facts *
known_facts (rtx_insn *insn)
{
  return (facts_at && INSN_HAS_LOCATION (insn)
	  ? facts_at->get (LOCATION_LOCUS (INSN_LOCATION (insn))) : NULL);
}

/* True if INSN is a string instruction that a copy may let the runtime do.  */

bool
string_insn_p (rtx_insn *insn)
{
  return (plugin_options.calls && NONJUMP_INSN_P (insn)
	  && target_string_flags (insn));
}

/* MEMLB_CALL_* of INSN if it is such an instruction, or a call that moves or fills
   memory, and a copy may let the runtime do so; else 0.  */

unsigned
memory_call_flags (rtx_insn *insn)
{
  const memory_facts *facts = known_facts (insn);
  unsigned floats = facts && facts->floats_p ? MEMLB_CALL_FLOATS : 0;

  if (string_insn_p (insn))
    return target_string_flags (insn) | floats;
  rtx symbol = real_call_p (insn) ? called_symbol (insn) : NULL_RTX;
  tree decl = symbol ? SYMBOL_REF_DECL (symbol) : NULL_TREE;

  if (!plugin_options.calls || !decl || !target_memory_call_p (insn)
      || (SIBLING_CALL_P (insn)
	  && GET_CODE (XEXP (XEXP (get_call_rtx_from (insn), 0), 0))
	     != SYMBOL_REF))
    return 0;
  unsigned flags = memory_function_flags (decl);
  return flags ? flags | floats : 0;
}

/* True if it is known of such an INSN what it works on.  */

bool
memory_call_typed_p (rtx_insn *insn)
{
  const memory_facts *facts = known_facts (insn);

  return (facts && facts->typed_p) || (memory_call_flags (insn)
				       & MEMLB_CALL_SINCOS);
}

/* What kinds of objects such an INSN stores, as memory_kinds.  */

unsigned
memory_call_kinds (rtx_insn *insn)
{
  const memory_facts *facts = known_facts (insn);

  if (memory_call_flags (insn) & MEMLB_CALL_SINCOS)
    return (type_kinds (float_type_node) | type_kinds (double_type_node)
	    | type_kinds (long_double_type_node));
  return facts && flag_strict_aliasing ? facts->kinds : ~0u;
}
