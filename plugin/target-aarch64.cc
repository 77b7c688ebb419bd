/* The target interface for aarch64: what its instructions are.
   SPDX-License-Identifier: GPL-3.0-or-later

   The inserted code is in target-aarch64-texts.cc, what there is not yet in
   target-aarch64-absent.cc.  Functions that may use SVE are refused: the
   lengths of their vectors are not known.  */

#include "gcc-compat.h"
#include "nest.h"
#include "memlb-target.h"
#include "target-aarch64.h"

bool
target_supported_p (const char **why)
{
  if (TARGET_ILP32)
    *why = "only -mabi=lp64 is supported";
  else if (BYTES_BIG_ENDIAN)
    *why = "only -mlittle-endian is supported";
  else
    return true;
  return false;
}

memlb_reason
target_decide_function (void)
{
  if (TARGET_SVE)
    return REASON_VECTOR_LENGTH;
  return aarch64_track_speculation ? REASON_FUNCTION : REASON_NONE;
}

bool
target_copies_p (copy_kind kind)
{
  return kind == COPY_BOUND || kind == COPY_STEPS || kind == COPY_OBSERVE;
}

int
target_encoding (unsigned regno)
{
  return regno <= SP_REGNUM ? (int) regno : -1;
}

int
target_vector_bit (unsigned regno)
{
  return FP_REGNUM_P (regno) ? (int) regno - V0_REGNUM : -1;
}

int
target_mask_bit (unsigned regno)
{
  return PR_REGNUM_P (regno) ? (int) regno - P0_REGNUM : -1;
}

bool
target_vector_state_p (unsigned regno)
{
  return FP_REGNUM_P (regno) || PR_REGNUM_P (regno);
}

bool
target_pseudo_call_p (rtx_insn *)
{
  return false;
}

rtx
target_called_symbol (rtx addr)
{
  return GET_CODE (addr) == SYMBOL_REF ? addr : NULL_RTX;
}

bool
target_harmless_volatile_p (rtx_insn *)
{
  return false;
}

/* Thread-local storage of a shared library is found by a call that does not
   look like one.  */

bool
target_hidden_call_p (rtx_insn *insn)
{
  subrtx_iterator::array_type array;

  FOR_EACH_SUBRTX (iter, array, PATTERN (insn), ALL)
    if (GET_CODE (*iter) == UNSPEC
	&& (XINT (*iter, 1) == UNSPEC_TLSDESC
	    || XINT (*iter, 1) == UNSPEC_GOTTINYTLS
	    || XINT (*iter, 1) == UNSPEC_TLS))
      return XINT (*iter, 1) == UNSPEC_TLSDESC;
  return false;
}

bool
target_nontemporal_p (const_rtx)
{
  return false;
}

/* The symbol of ADDR, be it a part of it only: its page is in a register.  */

static const_rtx
address_symbol (const_rtx addr)
{
  if (GET_CODE (addr) == LO_SUM)
    addr = XEXP (addr, 1);
  if (GET_CODE (addr) == CONST)
    addr = XEXP (addr, 0);
  if (GET_CODE (addr) == PLUS && CONST_INT_P (XEXP (addr, 1)))
    addr = XEXP (addr, 0);
  return GET_CODE (addr) == SYMBOL_REF ? addr : NULL_RTX;
}

bool
target_constant_address_p (const_rtx addr)
{
  return CONSTANT_P (addr) || GET_CODE (addr) == LO_SUM;
}

/* These stand in an UNSPEC around the MEM; see target_linker_insn_p.  */

bool
target_linker_load_p (const_rtx)
{
  return false;
}

bool
target_linker_insn_p (rtx_insn *insn)
{
  subrtx_iterator::array_type array;

  FOR_EACH_SUBRTX (iter, array, PATTERN (insn), ALL)
    if (GET_CODE (*iter) == UNSPEC)
      switch (XINT (*iter, 1))
	{
	case UNSPEC_GOTSMALLPIC:
	case UNSPEC_GOTSMALLPIC28K:
	case UNSPEC_GOTTINYPIC:
	case UNSPEC_GOTSMALLTLS:
	case UNSPEC_GOTTINYTLS:
	  return true;
	default:
	  break;
	}
  return false;
}

bool
target_vector_address_p (const_rtx)
{
  return false;
}

bool
target_tls_address_p (const_rtx addr)
{
  const_rtx symbol = address_symbol (addr);

  return symbol && SYMBOL_REF_TLS_MODEL (symbol);
}

bool
target_pairs_p (void)
{
  return true;
}

bool
target_lengths_vary_p (void)
{
  return false;
}

bool
target_longer_base_p (int)
{
  return false;
}

bool
target_prefixable_p (rtx_insn *)
{
  return false;
}

bool
target_alignment_p (rtx_insn *)
{
  return false;
}

void
target_write_prefixes (FILE *, const char *)
{
}

bool
target_index_fits_p (void)
{
  return false;
}

/* Take apart ADDR, a SYMBOL_REF or a sum of one and a number.  */

static bool
decompose_constant (rtx addr, address_parts *parts)
{
  if (GET_CODE (addr) == CONST)
    addr = XEXP (addr, 0);
  if (GET_CODE (addr) == PLUS && CONST_INT_P (XEXP (addr, 1)))
    {
      parts->disp = INTVAL (XEXP (addr, 1));
      addr = XEXP (addr, 0);
    }
  if (GET_CODE (addr) != SYMBOL_REF && GET_CODE (addr) != LABEL_REF)
    return false;
  parts->symbol = addr;
  return true;
}

/* Enter X, an index with its scale, into PARTS; false if it is extended or no
   index.  */

static bool
decompose_index (rtx x, address_parts *parts)
{
  if (GET_CODE (x) == MULT && CONST_INT_P (XEXP (x, 1)))
    {
      parts->scale = INTVAL (XEXP (x, 1));
      x = XEXP (x, 0);
    }
  else if (GET_CODE (x) == ASHIFT && CONST_INT_P (XEXP (x, 1)))
    {
      parts->scale = 1 << INTVAL (XEXP (x, 1));
      x = XEXP (x, 0);
    }
  if (!REG_P (x) || GET_MODE (x) != Pmode)
    return false;
  parts->index = REGNO (x);
  return true;
}

/* Take apart the sum ADDR.  */

static bool
decompose_sum (rtx addr, address_parts *parts)
{
  rtx base = XEXP (addr, 0), other = XEXP (addr, 1);

  if (!REG_P (base))
    std::swap (base, other);
  if (!REG_P (base))
    return false;
  parts->base = REGNO (base);
  if (!CONST_INT_P (other))
    return decompose_index (other, parts);
  parts->disp = INTVAL (other);
  return true;
}

/* Those with a step stand for what they are before it or behind it; the step
   before it whose size only the reference knows is left out.  */

bool
target_decompose (rtx addr, address_parts *parts)
{
  parts->base = parts->index = -1;
  parts->scale = 1;
  parts->disp = 0;
  parts->symbol = NULL_RTX;
  if (target_tls_address_p (addr))
    return false;
  switch (GET_CODE (addr))
    {
    case REG:
      parts->base = REGNO (addr);
      return true;
    case PLUS:
      return decompose_sum (addr, parts);
    case LO_SUM:
      return decompose_constant (XEXP (addr, 1), parts);
    case POST_INC:
    case POST_DEC:
    case POST_MODIFY:
      parts->base = REGNO (XEXP (addr, 0));
      return true;
    case PRE_MODIFY:
      return decompose_sum (XEXP (addr, 1), parts);
    case CONST:
    case SYMBOL_REF:
    case LABEL_REF:
      return decompose_constant (addr, parts);
    default:
      return false;
    }
}

/* Pairs reach no further.  */

rtx
target_probe_address (void)
{
  return plus_constant (Pmode, stack_pointer_rtx, 64);
}

HOST_WIDE_INT
target_cell_reach (void)
{
  return 32000;
}

addr_space_t
target_mirror_space (void)
{
  return ADDR_SPACE_GENERIC;
}

const int *
target_slot_regs (void)
{
  /* The call-clobbered ones first; not x18, which belongs to platforms, nor
     x30, which copies are entered by.  */
  static const int order[] =
  {
    R9_REGNUM, R10_REGNUM, R11_REGNUM, R12_REGNUM, R13_REGNUM, R14_REGNUM,
    R15_REGNUM, R8_REGNUM, R7_REGNUM, R6_REGNUM, R5_REGNUM, R4_REGNUM,
    R3_REGNUM, R2_REGNUM, R1_REGNUM, R0_REGNUM, R16_REGNUM, R17_REGNUM,
    R19_REGNUM, R20_REGNUM, R21_REGNUM, R22_REGNUM, R23_REGNUM, R24_REGNUM,
    R25_REGNUM, R26_REGNUM, R27_REGNUM, R28_REGNUM, -1
  };
  return order;
}

/* What is inserted changes no flags.  */

bool
target_flags_free_p (rtx_insn *, bool)
{
  return true;
}

rtx_insn *
target_emit_wait (unsigned zero, unsigned regno, rtx_insn *insn)
{
  rtx reg = gen_rtx_REG (Pmode, zero), other = gen_rtx_REG (Pmode, regno);

  insn = emit_insn_after (gen_rtx_SET (reg, gen_rtx_AND (Pmode, reg, other)),
			  insn);
  gcc_assert (recog_memoized (insn) >= 0);
  return insn;
}

/* An exclusive or with itself: the architecture keeps the dependence.  */

rtx
target_null_pattern (rtx reg)
{
  return gen_rtx_SET (copy_rtx (reg),
		      gen_rtx_XOR (GET_MODE (reg), copy_rtx (reg),
				   copy_rtx (reg)));
}

unsigned
target_red_zone (void)
{
  return 0;
}

int
target_link_register (void)
{
  return DWARF_FRAME_REGNUM (R30_REGNUM);
}

HOST_WIDE_INT
target_frame_distance (void)
{
  HOST_WIDE_INT size;

  return cfun->machine->frame.frame_size.is_constant (&size)
	 ? size : target_cell_reach ();
}

unsigned
target_first_argument (void)
{
  return R0_REGNUM;
}

frame_range
target_frame_range (void)
{
  return { 0, target_frame_distance (), false };
}

unsigned
target_sp_residue (unsigned *align)
{
  *align = 16;
  return 0;
}

void
target_write_nops (FILE *f, const char *bytes)
{
  fprintf (f, "\t.fill\t(%s)/4, 4, 0xd503201f\n", bytes);
}

/* All jumps are of one length, and the texts are multiples of 16 bytes.  */

void
target_note_inserted (int, int)
{
}

void
target_pad_gates (void)
{
}
