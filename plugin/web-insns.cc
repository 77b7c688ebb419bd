/* What instructions make of address webs.
   SPDX-License-Identifier: GPL-3.0-or-later

   An index that is computed from what was loaded waits for that.  It still
   does in the bound copy, where all that it is computed from can be zero, since
   zeros that are shifted, masked, added stay zeros:

     movzbl (%rdx), %eax			movzbl (%r9), %eax
     shrl   $2, %eax		==>	shrl   $2, %eax
     movzbl (%rcx,%rax), %eax		movzbl 1(%r9,%rax), %eax

   Where it is computed from what has a meaning beside, the last instruction can
   have another one in its place that takes as long, and yields zero:

     xorl   %eax, %esi			xorl   %eax, %esi
     movzbl %sil, %esi		==>	andl   $0, %esi
     xorl   (%rcx,%rsi,4), %eax		xorl   4(%r8,%rsi,4), %eax

   One that sets another register needs a move before it, which most processors
   make without a cycle; that is done in table walks only.

   Nothing here changes the IL.  */

#include "gcc-compat.h"
#include "nest.h"
#include "memlb-target.h"

/* The redirected reference of INSN, or NULL.  */

const nest_ref *
redirected_ref (nest *n, rtx_insn *insn)
{
  int *index = n->ref_of.get (insn);

  return (index && n->refs[*index].treatment == MEMLB_TREAT_SLOT
	  ? &n->refs[*index] : NULL);
}

/* True if a store to X sets the whole of a general register.  */

static bool
whole_register_p (const_rtx x)
{
  return REG_P (x) && (GET_MODE (x) == SImode || GET_MODE (x) == Pmode);
}

/* True if X, in an instruction whose reference has the address ADDR, uses
   REGNO other than in that address.  */

static bool
other_use_p (const_rtx x, const_rtx addr, unsigned regno)
{
  const char *format = GET_RTX_FORMAT (GET_CODE (x));
  HOST_WIDE_INT distance;

  if (REG_P (x))
    return refers_to_regno_p (regno, x);
  if ((MEM_P (x) || GET_CODE (x) == PREFETCH)
      && same_place_p (XEXP (x, 0), addr, &distance))
    return false;
  if (GET_CODE (x) == SET && REG_P (SET_DEST (x)))
    return other_use_p (SET_SRC (x), addr, regno);
  for (int i = 0; i < GET_RTX_LENGTH (GET_CODE (x)); i++)
    if (format[i] == 'e' && XEXP (x, i)
	&& other_use_p (XEXP (x, i), addr, regno))
      return true;
    else if (format[i] == 'E')
      for (int j = 0; j < XVECLEN (x, i); j++)
	if (other_use_p (XVECEXP (x, i, j), addr, regno))
	  return true;
  return false;
}

/* True if INSN uses REGNO in the address of its redirected reference, and
   nowhere else.  */

bool
only_addresses_p (nest *n, rtx_insn *insn, unsigned regno)
{
  const nest_ref *ref = redirected_ref (n, insn);

  return ref && !other_use_p (PATTERN (insn), ref->addr, regno);
}

/* True if INSN only adds a constant to the register that it sets.  */

bool
constant_step_p (rtx_insn *insn)
{
  rtx set = single_set (insn);

  return (set && REG_P (SET_DEST (set)) && GET_CODE (SET_SRC (set)) == PLUS
	  && rtx_equal_p (XEXP (SET_SRC (set), 0), SET_DEST (set))
	  && CONST_INT_P (XEXP (SET_SRC (set), 1)));
}

/* True if INSN only computes in registers, and cannot trap.  */

bool
plain_p (rtx_insn *insn)
{
  subrtx_iterator::array_type array;
  rtx set = CALL_P (insn) ? NULL_RTX : single_set (insn);

  if (!set || !REG_P (SET_DEST (set)) || may_trap_p (SET_SRC (set)))
    return false;
  FOR_EACH_SUBRTX (iter, array, SET_SRC (set), NONCONST)
    if (MEM_P (*iter) || GET_CODE (*iter) == UNSPEC
	|| GET_CODE (*iter) == UNSPEC_VOLATILE)
      return false;
  return true;
}

/* True if X, which INSN computes, is zero where those registers are for which
   ZERO_P (DATA, INSN, REGNO) is true.  */

static bool
zero_result_p (const_rtx x, rtx_insn *insn, zero_predicate zero_p, void *data)
{
  switch (GET_CODE (x))
    {
    case CONST_INT:
      return INTVAL (x) == 0;
    case REG:
      return (target_encoding (REGNO (x)) >= 0
	      && zero_p (data, insn, REGNO (x)));
    case AND:
    case MULT:
      return (zero_result_p (XEXP (x, 0), insn, zero_p, data)
	      || zero_result_p (XEXP (x, 1), insn, zero_p, data));
    case IOR:
    case XOR:
    case PLUS:
    case MINUS:
      return (zero_result_p (XEXP (x, 0), insn, zero_p, data)
	      && zero_result_p (XEXP (x, 1), insn, zero_p, data));
    case IF_THEN_ELSE:
      return (zero_result_p (XEXP (x, 1), insn, zero_p, data)
	      && zero_result_p (XEXP (x, 2), insn, zero_p, data));
    case ZERO_EXTEND:
    case SIGN_EXTEND:
    case ZERO_EXTRACT:
    case SIGN_EXTRACT:
    case SUBREG:
    case NEG:
    case ASHIFT:
    case LSHIFTRT:
    case ASHIFTRT:
    case ROTATE:
    case ROTATERT:
      return zero_result_p (XEXP (x, 0), insn, zero_p, data);
    default:
      return false;
    }
}

/* True if INSN computes in registers, and yields zero where those are for
   which ZERO_P (DATA, INSN, REGNO) is true.  */

bool
yields_zero_p (rtx_insn *insn, zero_predicate zero_p, void *data)
{
  return (plain_p (insn) && whole_register_p (SET_DEST (single_set (insn)))
	  && zero_result_p (SET_SRC (single_set (insn)), insn, zero_p, data));
}

/* The register from which alone INSN computes what it sets in a cycle, so that
   null_pattern of that register, or of a copy of it, can take its place; else
   -1.  */

int
nullable_register (rtx_insn *insn)
{
  if (!plain_p (insn) || !whole_register_p (SET_DEST (single_set (insn)))
      || !target_flags_free_p (insn, false))
    return -1;
  const_rtx src = SET_SRC (single_set (insn));
  switch (GET_CODE (src))
    {
    case AND:
    case ASHIFT:
    case LSHIFTRT:
    case ASHIFTRT:
      if (!CONST_INT_P (XEXP (src, 1)))
	return -1;
      break;
    case ZERO_EXTEND:
    case SIGN_EXTEND:
      break;
    default:
      return -1;
    }
  const_rtx reg = XEXP (src, 0);
  return (REG_P (reg) && target_encoding (REGNO (reg)) >= 0
	  ? (int) REGNO (reg) : -1);
}
