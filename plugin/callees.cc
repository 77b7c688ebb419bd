/* Calls of functions that have a bound copy of their own.
   SPDX-License-Identifier: GPL-3.0-or-later

   With copies=calls functions have a bound copy of all their code
   (decide-callee.cc), which those of nests call, and of other functions:

     in the original		in a bound copy
	call f			call f.memlb

   The function's descriptor is the symbol f.memlb_callee.  What calls a function
   of another file refers to it weakly and calls through a table; the runtime
   finds out whether it is there.  Only nests without inner ones are copied on
   such trust: where it is not there nothing is left of them, but inner nests of
   others would be lost.  A function of the same file must have been compiled
   before, which GCC mostly does.

   What decides the path of a function, its addresses, or its integer result, is
   the same in the copy: arguments that it depends on belong to the control
   slices of those that call it.  These copies are mirror copies
   (call-memory.cc).

   Weakness: nothing is known of a function in another file but what holds for
   all of them, so that all arguments that are integers or pointers belong to the
   slice.  */

#include "gcc-compat.h"
#include "cgraph.h"
#include "nest.h"
#include "callees.h"
#include "memlb-target.h"
#include "plugin-options.h"

/* By assembler name: functions that have been compiled.  */
static hash_map<tree, callee_facts> *known;

/* Functions of which nothing is known may be called.  */
static bool follow_unknown;

/* Local functions that were called before they were compiled, and the assembler
   names of their descriptors.  */
static hash_map<tree, const char *> *expected;

/* The function that DECL stands for.  */

static tree
ultimate_function (tree decl)
{
  cgraph_node *node = cgraph_node::get (decl);

  return node ? node->ultimate_alias_target ()->decl : decl;
}

/* The name of DECL's symbol with SUFFIX, in GC memory; NULL if the assembler
   would not take it for a name.  */

const char *
callee_name (tree decl, const char *suffix)
{
  const char *name
    = targetm.strip_name_encoding (IDENTIFIER_POINTER
				   (DECL_ASSEMBLER_NAME (decl)));

  for (const char *s = name; *s; s++)
    if (!ISALNUM (*s) && !strchr ("_.$", *s))
      return NULL;
  char *text = concat (name, suffix, NULL);
  const char *result = ggc_strdup (text);
  free (text);
  return result;
}

/* True if another function may take the place of DECL, or several objects have
   it.  */

static bool
replaceable_p (tree decl)
{
  return (DECL_WEAK (decl) || DECL_COMDAT (decl) || DECL_ONE_ONLY (decl)
	  || DECL_EXTERNAL (decl) || !decl_binds_to_current_def_p (decl));
}

/* Write to F how SYMBOL, which belongs to function DECL, binds.  */

void
write_callee_binding (FILE *f, tree decl, const char *symbol)
{
  if (TREE_PUBLIC (decl))
    fprintf (f, "\t.%s\t%s\n\t.hidden\t%s\n",
	     DECL_WEAK (decl) || DECL_COMDAT (decl) || DECL_ONE_ONLY (decl)
	     || DECL_EXTERNAL (decl) ? "weak" : "globl", symbol, symbol);
}

/* Remember what is known of the current function, whose copy is C, or NULL if
   it has none.  */

void
note_callee (const callee *c)
{
  callee_facts facts = callee_facts ();

  if (!plugin_options.calls)
    return;
  if (!known)
    known = new hash_map<tree, callee_facts>;
  facts.copied_p = c != NULL;
  if (c)
    {
      facts.direct_p = !replaceable_p (current_function_decl);
      facts.control = c->control;
      facts.control_stack = c->control_stack;
    }
  known->put (DECL_ASSEMBLER_NAME (current_function_decl), facts);
}

/* What is known of the function that INSN calls, or NULL.  */

static const callee_facts *
facts_of (rtx_insn *insn)
{
  rtx symbol = called_symbol (insn);
  tree decl = symbol ? SYMBOL_REF_DECL (symbol) : NULL_TREE;

  if (!known || !decl || TREE_CODE (decl) != FUNCTION_DECL)
    return NULL;
  return known->get (DECL_ASSEMBLER_NAME (ultimate_function (decl)));
}

/* True if DECL, a local function of which nothing is known, is one of this unit that
   GCC will compile: the current one, or one that calls it.  */

static bool
compiled_later_p (tree decl)
{
  cgraph_node *node = cgraph_node::get (decl);

  return (decl == current_function_decl
	  || (node && node->definition && !node->alias
	      && !DECL_EXTERNAL (decl) && !TREE_ASM_WRITTEN (decl)));
}

/* Say whether calls of functions of which nothing is known can be followed.  */

void
follow_unknown_callees (bool follow)
{
  follow_unknown = follow;
}

/* True if the call INSN is one through a pointer, and a copy may look up what it
   calls.  */

bool
pointer_call_p (rtx_insn *insn)
{
  rtx call = real_call_p (insn) ? get_call_rtx_from (insn) : NULL_RTX;

  if (!plugin_options.calls || !call || !MEM_P (XEXP (call, 0))
      || called_symbol (insn))
    return false;
  rtx target = XEXP (XEXP (call, 0), 0);
  return ((REG_P (target)
	   || (MEM_P (target) && !MEM_VOLATILE_P (target)
	       && !frame_based_p (XEXP (target, 0))))
	  && target_pointer_call_p (insn));
}

/* True if the call INSN of a bound copy can call its callee's bound copy.  */

bool
followable_call_p (rtx_insn *insn)
{
  rtx symbol = real_call_p (insn) ? called_symbol (insn) : NULL_RTX;

  if (memory_call_flags (insn))
    return follow_unknown;
  if (!plugin_options.calls || pure_call_p (insn)
      || find_reg_note (insn, REG_SETJMP, NULL_RTX)
      || find_reg_note (insn, REG_NORETURN, NULL_RTX))
    return false;
  if (!symbol)
    return follow_unknown && pointer_call_p (insn);
  tree decl = SYMBOL_REF_DECL (symbol);
  if (!decl || TREE_CODE (decl) != FUNCTION_DECL
      || fndecl_built_in_p (decl)
      || !callee_name (followed_function (symbol), ""))
    return false;
  if (const callee_facts *facts = facts_of (insn))
    return facts->copied_p;
  return follow_unknown && (TREE_PUBLIC (decl)
			    || compiled_later_p (ultimate_function (decl)));
}

/* True if a bound copy can let the runtime do INSN, a string instruction.  */

bool
followable_string_p (rtx_insn *insn)
{
  return follow_unknown && string_insn_p (insn);
}

/* A descriptor of DECL's copy with NAME is referred to in the assembly that goes to
   F.  */

void
expect_callee (FILE *f, tree decl, const char *name)
{
  if (TREE_PUBLIC (decl))
    {
      fprintf (f, "\t.weak\t%s\n\t.hidden\t%s\n", name, name);
      return;
    }
  if (!expected)
    expected = new hash_map<tree, const char *>;
  if (!expected->get (DECL_ASSEMBLER_NAME (decl)))
    expected->put (DECL_ASSEMBLER_NAME (decl), xstrdup (name));
}

/* Let those descriptors of local functions that have been referred to, and are not
   there, be none.  Context: at the end of the unit.  */

void
finish_callees (void)
{
  if (!expected)
    return;
  for (hash_map<tree, const char *>::iterator i = expected->begin ();
       i != expected->end (); ++i)
    {
      const callee_facts *facts = known ? known->get ((*i).first) : NULL;
      if (!facts || !facts->copied_p)
	fprintf (asm_out_file, "\t.set\t%s, 0\n", (*i).second);
    }
}

/* The function that a call of SYMBOL reaches.  */

tree
followed_function (rtx symbol)
{
  return ultimate_function (SYMBOL_REF_DECL (symbol));
}

/* What stands in a nest's calls for what INSN calls: a symbol; with a number, if it
   works on memory, or the number alone, if INSN is a string instruction; pc for all
   that pointers lead to; or NULL.  */

static rtx
called (rtx_insn *insn)
{
  unsigned flags = memory_call_flags (insn);

  if (flags & MEMLB_CALL_STRING)
    return GEN_INT (flags);
  rtx symbol = called_symbol (insn);
  if (flags)
    return gen_rtx_PLUS (Pmode, symbol, GEN_INT (flags));
  return !symbol && pointer_call_p (insn) ? pc_rtx : symbol;
}

/* The row of N's calls for what INSN calls, or -1.  */

int
call_row (const nest *n, rtx_insn *insn)
{
  rtx symbol = called (insn);

  for (unsigned i = 0; symbol && i < n->calls.length (); i++)
    if (rtx_equal_p (n->calls[i], symbol))
      return i;
  return -1;
}

/* Add what INSN calls to N's calls; returns its row.  */

unsigned
add_call (nest *n, rtx_insn *insn)
{
  int row = call_row (n, insn);

  if (row >= 0)
    return row;
  n->calls.safe_push (called (insn));
  /* What it uses is not known here.  */
  n->vector_p = true;
  return n->calls.length () - 1;
}

/* True if N calls what works on memory, or has string instructions.  */

bool
moves_memory_p (const nest *n)
{
  for (unsigned i = 0; i < n->calls.length (); i++)
    if (GET_CODE (n->calls[i]) == PLUS || CONST_INT_P (n->calls[i]))
      return true;
  return false;
}

/* True if INSN of N can call the copy by its name.  In each cycle of calls of several
   functions there is one that cannot, and which the runtime lets look at the
   stack's depth.  */

bool
direct_call_p (const nest *, rtx_insn *insn)
{
  const callee_facts *facts = facts_of (insn);

  return facts && facts->direct_p;
}

/* Set *REGS to the registers that must hold what they hold in the original when
   INSN calls a copy, and *STACK_P if so must the arguments on the stack.
   Integers may be pointers; of floating point see call-floats.cc.  */

void
call_control (rtx_insn *insn, HARD_REG_SET *regs, bool *stack_p)
{
  const callee_facts *facts = facts_of (insn);

  SET_HARD_REG_SET (*regs);
  *stack_p = !memory_call_flags (insn);
  if (!facts)
    {
      for (unsigned i = 0; i < FIRST_PSEUDO_REGISTER; i++)
	if (float_register_p (i))
	  CLEAR_HARD_REG_BIT (*regs, i);
      return;
    }
  *regs = facts->control;
  for (unsigned i = 0; i < FIRST_PSEUDO_REGISTER; i++)
    if (target_encoding (i) >= 0)
      SET_HARD_REG_BIT (*regs, i);
  *stack_p = facts->control_stack;
}
