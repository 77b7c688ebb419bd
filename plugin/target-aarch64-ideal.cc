/* What aarch64's own operations do, and what no such processor is known to
   beat.
   SPDX-License-Identifier: GPL-3.0-or-later

   The least latencies of the cores from Cortex-A72 and Neoverse N1 on, up to
   Cortex-X4, Neoverse V2 and Apple's, in Arm's optimisation guides and in the
   measurements that are published: loads of three cycles, moves between
   registers and additions of constants that may be done while registers are
   renamed.  */

#include "gcc-compat.h"
#include "nest.h"
#include "memlb-target.h"

unsigned
target_unspec_operations (const_rtx x)
{
  switch (XINT (x, 1))
    {
    case UNSPEC_FRECPE:
    case UNSPEC_FRECPS:
    case UNSPEC_RSQRTE:
    case UNSPEC_RSQRTS:
    case UNSPEC_FMAX:
    case UNSPEC_FMIN:
      return 1;
    default:
      return 0;
    }
}

unsigned
target_thunk_insns (rtx_insn *)
{
  return 0;
}

bool
target_several_insns_p (rtx_insn *)
{
  return false;
}

bool
target_masked_move_p (const_rtx)
{
  return false;
}

const char *
target_model_name (void)
{
  return aarch64_tune_string ? aarch64_tune_string
	 : aarch64_cpu_string ? aarch64_cpu_string : "generic";
}

bool
target_modelled_p (rtx_insn *)
{
  return true;
}

unsigned
target_most_issued (void)
{
  return 16;
}

int
target_least_load (void)
{
  return 3;
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

/* True if SOURCE is a load that extends, which some do without delay.  */

static bool
extended_load_p (const_rtx source)
{
  return ((GET_CODE (source) == ZERO_EXTEND || GET_CODE (source) == SIGN_EXTEND)
	  && MEM_P (XEXP (source, 0)));
}

int
target_least_latency (rtx_insn *insn)
{
  rtx source = first_source (insn);

  if (source && extended_load_p (source))
    return 0;
  if (!source || REG_P (source) || MEM_P (source) || CONSTANT_P (source))
    return 0;
  bool sum_p = GET_CODE (source) == PLUS || GET_CODE (source) == MINUS;
  if (sum_p && CONSTANT_P (XEXP (source, 1)))
    return 0;
  if (!FLOAT_MODE_P (GET_MODE (source)))
    return 1;
  switch (GET_CODE (source))
    {
    case PLUS:
    case MINUS:
    case MULT:
    case FMA:
      return 2;
    case DIV:
    case SQRT:
      return 5;
    default:
      return 1;
    }
}

int
target_usual_latency (rtx_insn *insn, bool *load_p)
{
  rtx source = first_source (insn);

  *load_p = source && (MEM_P (source) || extended_load_p (source));
  return *load_p ? 4 : MAX (target_least_latency (insn), 1);
}
