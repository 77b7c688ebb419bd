/* What no x86-64 processor is known to beat.
   SPDX-License-Identifier: GPL-3.0-or-later

   The least latencies of the cores from Skylake and Zen on, up to Lion Cove
   and Zen 5, in Intel's and AMD's optimisation manuals and in Fog's and
   uops.info's tables; where these depend on the operands, the shortest.  Moves
   between registers and additions of constants may be done while registers
   are renamed.  */

#include "gcc-compat.h"
#include "nest.h"
#include "memlb-target.h"

const char *
target_model_name (void)
{
  return processor_names[ix86_tune];
}

/* Exchanges of x87 registers are made when nothing is scheduled any more, and
   the description looks for an operand that they lack.  */

bool
target_modelled_p (rtx_insn *insn)
{
  return get_attr_type (insn) != TYPE_FXCH;
}

unsigned
target_most_issued (void)
{
  return 8;
}

int
target_least_load (void)
{
  return 3;
}

/* True if INSN adds a constant to a register.  */

static bool
adds_constant_p (rtx_insn *insn)
{
  rtx pattern = PATTERN (insn);
  rtx set = GET_CODE (pattern) == PARALLEL ? XVECEXP (pattern, 0, 0) : pattern;

  if (GET_CODE (set) != SET)
    return false;
  rtx source = SET_SRC (set);
  return ((GET_CODE (source) == PLUS || GET_CODE (source) == MINUS)
	  && CONSTANT_P (XEXP (source, 1)));
}

/* The source of INSN, or of the first thing that it sets.  */

static rtx
first_source (rtx_insn *insn)
{
  rtx pattern = PATTERN (insn);

  if (GET_CODE (pattern) == PARALLEL)
    pattern = XVECEXP (pattern, 0, 0);
  return GET_CODE (pattern) == SET ? SET_SRC (pattern) : NULL_RTX;
}

/* The least latency of floating-point additions and what GCC counts with
   them: minima take a cycle on some.  */

static int
least_addition (rtx_insn *insn)
{
  rtx source = first_source (insn);

  if (source && (GET_CODE (source) == PLUS || GET_CODE (source) == MINUS))
    return 2;
  return 1;
}

/* That of divisions and square roots, which may end early.  */

static int
least_division (rtx_insn *insn)
{
  rtx source = first_source (insn);

  if (source && GET_MODE_INNER (GET_MODE (source)) == SFmode)
    return 7;
  return source && GET_MODE_INNER (GET_MODE (source)) == DFmode ? 8 : 1;
}

int
target_least_latency (rtx_insn *insn)
{
  switch (get_attr_type (insn))
    {
    case TYPE_IMOV:
    case TYPE_IMOVX:
    case TYPE_FMOV:
    case TYPE_FXCH:
    case TYPE_SSEMOV:
    case TYPE_MMXMOV:
    case TYPE_OTHER:
    case TYPE_MULTI:
      return 0;
    case TYPE_ALU:
    case TYPE_ALU1:
    case TYPE_INCDEC:
    case TYPE_LEA:
      return adds_constant_p (insn) ? 0 : 1;
    case TYPE_SSEADD:
      return least_addition (insn);
    case TYPE_FOP:
      return 2;
    case TYPE_SSEMUL:
      return 3;
    case TYPE_FMUL:
    case TYPE_IMUL:
      return 3;
    case TYPE_SSEMULADD:
      return 4;
    case TYPE_SSEDIV:
      return least_division (insn);
    case TYPE_FDIV:
    case TYPE_IDIV:
      return 6;
    default:
      return 1;
    }
}

int
target_usual_latency (rtx_insn *insn, bool *load_p)
{
  *load_p = false;
  switch (get_attr_type (insn))
    {
    case TYPE_IMOV:
    case TYPE_IMOVX:
    case TYPE_FMOV:
    case TYPE_SSEMOV:
    case TYPE_MMXMOV:
      *load_p = get_attr_memory (insn) == MEMORY_LOAD;
      return *load_p ? 4 : 1;
    case TYPE_ALU:
    case TYPE_ALU1:
    case TYPE_INCDEC:
    case TYPE_LEA:
      return 1;
    case TYPE_SSEADD:
      return least_addition (insn) + (least_addition (insn) > 1);
    case TYPE_FOP:
      return 3;
    default:
      return target_least_latency (insn);
    }
}
