/* The allow-list: which instructions a copy may contain.
   SPDX-License-Identifier: GPL-3.0-or-later

   A copy may only contain instructions whose effects are all visible in
   their RTL: registers that the stubs save, and at most one memory address
   whose reads and writes are plain MEMs.  Whatever is not recognised as
   such is refused with a reason.  Nothing here changes the IL.  */

#include "gcc-compat.h"
#include "nest.h"
#include "asm-statements.h"
#include "callees.h"
#include "memlb-target.h"

/* True if REG is the stack pointer, or the frame pointer where the function
   has one; *FROM_FP says which.  */

static bool
frame_register_p (const_rtx reg, bool *from_fp)
{
  if (!REG_P (reg))
    return false;
  if (REGNO (reg) == STACK_POINTER_REGNUM)
    {
      *from_fp = false;
      return true;
    }
  if (frame_pointer_needed && REGNO (reg) == HARD_FRAME_POINTER_REGNUM)
    {
      *from_fp = true;
      return true;
    }
  return false;
}

/* True if ADDR is a frame register plus a constant; these go to *FROM_FP
   and *OFFSET.  */

bool
frame_address_p (const_rtx addr, HOST_WIDE_INT *offset, bool *from_fp)
{
  *offset = 0;
  if (GET_CODE (addr) == PLUS && CONST_INT_P (XEXP (addr, 1)))
    {
      *offset = INTVAL (XEXP (addr, 1));
      addr = XEXP (addr, 0);
    }
  return frame_register_p (addr, from_fp);
}

/* True if INSN sets a general register to a frame register plus a constant,
   which a bound copy can load from a cell instead.  */

bool
frame_value_set_p (rtx_insn *insn, HOST_WIDE_INT *offset, bool *from_fp)
{
  rtx set = PATTERN (insn);
  bool ignored;

  return (GET_CODE (set) == SET
	  && REG_P (SET_DEST (set))
	  && GET_MODE (SET_DEST (set)) == Pmode
	  && !frame_register_p (SET_DEST (set), &ignored)
	  && target_encoding (REGNO (SET_DEST (set))) >= 0
	  && frame_address_p (SET_SRC (set), offset, from_fp));
}

/* True if X uses a frame register outside a memory address.  */

static bool
frame_value_p (const_rtx x)
{
  subrtx_iterator::array_type array;
  bool from_fp;

  FOR_EACH_SUBRTX (iter, array, x, NONCONST)
    {
      if (MEM_P (*iter))
	iter.skip_subrtxes ();
      else if (frame_register_p (*iter, &from_fp))
	return true;
    }
  return false;
}

/* True if INSN calls a function.  */

bool
real_call_p (rtx_insn *insn)
{
  return CALL_P (insn) && !target_pseudo_call_p (insn);
}

/* The symbol that CALL_INSN INSN calls, or NULL if it is not known.  */

rtx
called_symbol (rtx_insn *insn)
{
  rtx call = get_call_rtx_from (insn);

  if (!call || !MEM_P (XEXP (call, 0)))
    return NULL_RTX;
  rtx symbol = target_called_symbol (XEXP (XEXP (call, 0), 0));
  return symbol && GET_CODE (symbol) == SYMBOL_REF ? symbol : NULL_RTX;
}

/* True if NAME is a function of the compiler's own libraries that computes with what
   it is passed by value: arithmetic of complex numbers, and powers of integers.  */

static bool
pure_arithmetic_name_p (const char *name)
{
  static const char *const names[] =
  {
    "__divdc3", "__divsc3", "__muldc3", "__mulsc3", "__powidf2", "__powisf2",
    "_gfortran_pow_c4_i4", "_gfortran_pow_c4_i8", "_gfortran_pow_c8_i4",
    "_gfortran_pow_c8_i8", "_gfortran_pow_i4_i4", "_gfortran_pow_i4_i8",
    "_gfortran_pow_i8_i4", "_gfortran_pow_i8_i8", "_gfortran_pow_r4_i8",
    "_gfortran_pow_r8_i8"
  };

  for (unsigned i = 0; i < ARRAY_SIZE (names); i++)
    if (!strcmp (names[i], name))
      return true;
  return false;
}

/* True if NAME, without the suffix of its type, is a function of the math
   library that reads and writes no memory but errno.  */

static bool
pure_math_name_p (const char *name, size_t length)
{
  static const char *const names[] =
  {
    "acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cabs",
    "cacos", "cacosh", "carg", "casin", "casinh", "catan", "catanh", "cbrt",
    "ccos", "ccosh", "ceil", "cexp", "clog", "copysign", "cos", "cosh", "cpow",
    "csin", "csinh", "csqrt", "ctan", "ctanh", "erf", "erfc", "exp", "exp10",
    "exp2",
    "expm1", "fabs", "fdim", "floor", "fma", "fmax", "fmin", "fmod", "hypot",
    "ldexp", "llrint", "llround", "log", "log10", "log1p", "log2", "logb",
    "lrint", "lround", "nearbyint", "pow", "remainder", "rint", "round",
    "roundeven", "scalbn", "sin", "sinh", "sqrt", "tan", "tanh", "tgamma",
    "trunc"
  };

  for (unsigned i = 0; i < ARRAY_SIZE (names); i++)
    if (strlen (names[i]) == length && !strncmp (names[i], name, length))
      return true;
  return false;
}

/* True if DECL is the compiler's own function of its name, or is declared as one that
   computes with numbers: a program may have a function clog that writes a log.  */

static bool
computes_p (tree decl)
{
  tree type = TREE_TYPE (decl);

  if (fndecl_built_in_p (decl))
    return true;
  for (tree arg = TYPE_ARG_TYPES (type); arg; arg = TREE_CHAIN (arg))
    if (POINTER_TYPE_P (TREE_VALUE (arg)))
      return false;
  return FLOAT_TYPE_P (TREE_TYPE (type));
}

/* True if INSN calls a function of the mathematical library or of the compiler's,
   which has no effects but that it may set errno.  */

static bool
calls_pure_p (rtx_insn *insn)
{
  rtx symbol = real_call_p (insn) ? called_symbol (insn) : NULL_RTX;

  if (!symbol)
    return false;
  tree decl = SYMBOL_REF_DECL (symbol);
  if (!decl || TREE_CODE (decl) != FUNCTION_DECL || !DECL_EXTERNAL (decl))
    return false;
  const char *name = targetm.strip_name_encoding (XSTR (symbol, 0));
  if (!strncmp (name, "_ZGV", 4))
    {
      name = strchr (name + 4, '_');
      if (!name)
	return false;
      name++;
    }
  size_t length = strlen (name);
  return (pure_arithmetic_name_p (name)
	  || (computes_p (decl)
	      && (pure_math_name_p (name, length)
		  || (length > 1 && strchr ("fl", name[length - 1])
		      && pure_math_name_p (name, length - 1)))));
}

/* True if INSN calls a function of the math library that a copy can call
   as well: scalar, with the suffix f or l, or one of its vector variants
   (_ZGVdN4v_sin).  */

bool
pure_call_p (rtx_insn *insn)
{
  return !SIBLING_CALL_P (insn) && calls_pure_p (insn);
}

/* True if INSN is such a call at the end of a function, as a jump to its name.  */

bool
pure_sibling_call_p (rtx_insn *insn)
{
  return (SIBLING_CALL_P (insn) && calls_pure_p (insn)
	  && GET_CODE (XEXP (XEXP (get_call_rtx_from (insn), 0), 0))
	     == SYMBOL_REF);
}

/* Decide whether register REG may stand in a copy.  */

static memlb_reason
decide_reg (const_rtx reg)
{
  for (unsigned r = REGNO (reg); r < END_REGNO (reg); r++)
    if (global_regs[r])
      return REASON_EXPLICIT_REGISTER;
  return REASON_NONE;
}

/* Decide memory reference MEM.  */

static memlb_reason
decide_mem (const_rtx mem)
{
  rtx addr = XEXP (mem, 0);

  if (MEM_VOLATILE_P (mem))
    return REASON_VOLATILE;
  /* A gather reads all of memory, as far as its pattern says.  */
  if (GET_CODE (addr) == SCRATCH)
    return REASON_NONE;
  if (GET_MODE (mem) == BLKmode)
    return REASON_STRING_INSN;
  if (GET_RTX_CLASS (GET_CODE (addr)) == RTX_AUTOINC
      && XEXP (addr, 0) == stack_pointer_rtx)
    return REASON_PUSH_POP;
  if (!ADDR_SPACE_GENERIC_P (MEM_ADDR_SPACE (mem)))
    return REASON_ADDRESS_SPACE;
  return REASON_NONE;
}

/* Decide the jump INSN of a block that is to be copied.  */

static memlb_reason
decide_jump (rtx_insn *insn)
{
  if (any_condjump_p (insn) || simplejump_p (insn))
    return REASON_NONE;
  if (tablejump_p (insn, NULL, NULL))
    return REASON_JUMP_TABLE;
  if (computed_jump_p (insn))
    return REASON_COMPUTED_GOTO;
  return REASON_ABNORMAL_EDGE;
}

/* Decide call INSN that is not cold.  */

static memlb_reason
decide_call (rtx_insn *insn)
{
  if (find_reg_note (insn, REG_SETJMP, NULL_RTX))
    return REASON_SETJMP;
  if (pure_call_p (insn) || followable_call_p (insn))
    return REASON_NONE;
  rtx symbol = called_symbol (insn);
  if (!symbol)
    return REASON_INDIRECT_CALL;
  tree decl = SYMBOL_REF_DECL (symbol);
  return (decl && TREE_CODE (decl) == FUNCTION_DECL
	  && fndecl_built_in_p (decl)
	  ? REASON_CALLEE_NOT_PURE : REASON_CALL);
}

/* Decide the parts of PATTERN one by one.  */

static memlb_reason
decide_parts (const_rtx pattern)
{
  subrtx_iterator::array_type array;

  FOR_EACH_SUBRTX (iter, array, pattern, NONCONST)
    {
      const_rtx x = *iter;
      memlb_reason reason = REASON_NONE;
      bool from_fp;

      if (MEM_P (x))
	reason = decide_mem (x);
      else if (REG_P (x))
	reason = decide_reg (x);
      else if (GET_CODE (x) == SET && REG_P (SET_DEST (x))
	       && frame_register_p (SET_DEST (x), &from_fp))
	reason = REASON_DYNAMIC_STACK;
      else if (GET_CODE (x) == SET && MEM_P (SET_DEST (x))
	       && (GET_CODE (XEXP (SET_DEST (x), 0)) == SCRATCH
		   || target_vector_address_p (XEXP (SET_DEST (x), 0))))
	/* A fence "sets" volatile memory at an unknown address.  */
	reason = (MEM_VOLATILE_P (SET_DEST (x))
		  ? REASON_ATOMIC : REASON_SCATTER);
      else if (GET_CODE (x) == TRAP_IF)
	reason = REASON_INSN;
      if (reason != REASON_NONE)
	return reason;
    }
  return REASON_NONE;
}

/* Decide whether a copy may contain INSN: REASON_NONE if it may.  */

memlb_reason
decide_insn (rtx_insn *insn)
{
  HOST_WIDE_INT offset;
  bool from_fp;

  if (!NONDEBUG_INSN_P (insn))
    return REASON_NONE;
  rtx pattern = PATTERN (insn);
  bool asm_p = asm_text (pattern) != NULL;
  if (asm_p && !copied_asm_p (insn))
    return REASON_ASM;
  if (GET_CODE (pattern) == USE || GET_CODE (pattern) == CLOBBER)
    return REASON_NONE;
  if (RTX_FRAME_RELATED_P (insn))
    return REASON_FUNCTION;
  if (JUMP_P (insn))
    return decide_jump (insn);
  if (target_harmless_volatile_p (insn))
    return REASON_NONE;
  if (real_call_p (insn))
    return decide_call (insn);
  if (followable_string_p (insn))
    return REASON_NONE;

  if (!asm_p && volatile_insn_p (pattern))
    return REASON_ATOMIC;
  memlb_reason reason = decide_parts (pattern);
  if (reason != REASON_NONE)
    return reason;
  if (target_nontemporal_p (pattern))
    return REASON_NONTEMPORAL;
  if (!asm_p && (recog_memoized (insn) < 0 || target_hidden_call_p (insn)))
    return REASON_INSN;
  if (frame_value_p (pattern)
      && !frame_value_set_p (insn, &offset, &from_fp))
    return REASON_FRAME_VALUE;
  return REASON_NONE;
}
