/* The target interface for x86-64.
   SPDX-License-Identifier: GPL-3.0-or-later

   What is inserted stands in the other files of this name: calls and gates in
   target-x86-64-calls.cc, the begins and ends of copies in target-x86-64-ends.cc, what
   copies have between in target-x86-64-copies.cc.  */

#include "gcc-compat.h"
#include "nest.h"
#include "memlb-target.h"
#include "target-x86-64.h"

/* Machine numbers of GCC's registers 0-7.  */
static const int low_encoding[8] = { 0, 2, 1, 3, 6, 7, 5, 4 };

const char *const register_name[16] =
{
  "rax", "rcx", "rdx", "rbx", "rsp", "rbp", "rsi", "rdi",
  "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15"
};

bool
target_supported_p (const char **why)
{
  if (!TARGET_64BIT || TARGET_X32)
    *why = "only -m64 is supported";
  else if (TARGET_MACHO || TARGET_PECOFF)
    *why = "only ELF is supported";
  else
    return true;
  return false;
}

memlb_reason
target_decide_function (void)
{
  return TARGET_APX_EGPR ? REASON_FUNCTION : REASON_NONE;
}

bool
target_copies_p (copy_kind)
{
  return true;
}

int
target_encoding (unsigned regno)
{
  if (regno < 8)
    return low_encoding[regno];
  if (REX_INT_REGNO_P (regno))
    return regno - FIRST_REX_INT_REG + 8;
  return -1;
}

int
target_vector_bit (unsigned regno)
{
  if (IN_RANGE (regno, FIRST_SSE_REG, LAST_SSE_REG))
    return regno - FIRST_SSE_REG;
  if (REX_SSE_REGNO_P (regno))
    return regno - FIRST_REX_SSE_REG + 8;
  if (EXT_REX_SSE_REGNO_P (regno))
    return regno - FIRST_EXT_REX_SSE_REG + 16;
  return -1;
}

int
target_mask_bit (unsigned regno)
{
  return MASK_REGNO_P (regno) ? (int) regno - FIRST_MASK_REG : -1;
}

bool
target_vector_state_p (unsigned regno)
{
  return (SSE_REGNO_P (regno) || MASK_REGNO_P (regno)
	  || STACK_REGNO_P (regno) || MMX_REGNO_P (regno));
}

bool
has_unspec_p (const_rtx x, rtx_code code, int number)
{
  subrtx_iterator::array_type array;

  FOR_EACH_SUBRTX (iter, array, x, ALL)
    if (GET_CODE (*iter) == code && XINT (*iter, 1) == number)
      return true;
  return false;
}

bool
target_pseudo_call_p (rtx_insn *insn)
{
  /* GCC 12: (parallel [(call (mem:QI (const_int 0)) (const_int 0))
	      (unspec [(const_int ABI_VZEROUPPER)] UNSPEC_CALLEE_ABI)]).  */
  return (CALL_P (insn) && GET_CODE (PATTERN (insn)) == PARALLEL
	  && has_unspec_p (PATTERN (insn), UNSPEC, UNSPEC_CALLEE_ABI)
	  && recog_memoized (insn) >= 0
	  && !strncmp (insn_data[recog_memoized (insn)].name,
		       "avx_vzeroupper", 14));
}

rtx
target_called_symbol (rtx addr)
{
  /* -fno-plt: (mem (const (unspec [(symbol_ref)] UNSPEC_GOTPCREL))).  */
  if (MEM_P (addr))
    {
      addr = XEXP (addr, 0);
      if (GET_CODE (addr) == CONST)
	addr = XEXP (addr, 0);
      if (GET_CODE (addr) != UNSPEC || XINT (addr, 1) != UNSPEC_GOTPCREL)
	return NULL_RTX;
      addr = XVECEXP (addr, 0, 0);
    }
  return GET_CODE (addr) == SYMBOL_REF ? addr : NULL_RTX;
}

bool
target_harmless_volatile_p (rtx_insn *insn)
{
  return (has_unspec_p (PATTERN (insn), UNSPEC_VOLATILE, UNSPECV_VZEROUPPER)
	  || target_pseudo_call_p (insn));
}

bool
target_hidden_call_p (rtx_insn *)
{
  return false;
}

bool
target_nontemporal_p (const_rtx pattern)
{
  return (has_unspec_p (pattern, UNSPEC, UNSPEC_MOVNT)
	  || has_unspec_p (pattern, UNSPEC, UNSPEC_MOVNTQ));
}

bool
target_linker_load_p (const_rtx addr)
{
  subrtx_iterator::array_type array;

  FOR_EACH_SUBRTX (iter, array, addr, ALL)
    if (GET_CODE (*iter) == UNSPEC)
      switch (XINT (*iter, 1))
	{
	case UNSPEC_NTPOFF:
	case UNSPEC_TPOFF:
	case UNSPEC_DTPOFF:
	case UNSPEC_GOTOFF:
	  break;
	default:
	  return true;
	}
  return false;
}

bool
target_linker_insn_p (rtx_insn *)
{
  return false;
}

bool
target_constant_address_p (const_rtx addr)
{
  return CONSTANT_P (addr);
}

bool
target_pairs_p (void)
{
  return false;
}

bool
target_lengths_vary_p (void)
{
  return true;
}

/* A prefix names the upper eight, which an instruction may have for another
   reason.  */

bool
target_longer_base_p (int regno)
{
  return regno >= 0 && target_encoding (regno) >= 8;
}

bool
target_index_fits_p (void)
{
  return true;
}

bool
target_vector_address_p (const_rtx addr)
{
  return has_unspec_p (addr, UNSPEC, UNSPEC_VSIBADDR);
}

bool
target_tls_address_p (const_rtx addr)
{
  subrtx_iterator::array_type array;

  FOR_EACH_SUBRTX (iter, array, addr, ALL)
    if ((GET_CODE (*iter) == SYMBOL_REF && SYMBOL_REF_TLS_MODEL (*iter))
	|| (GET_CODE (*iter) == UNSPEC && XINT (*iter, 1) == UNSPEC_TP))
      return true;
  return false;
}

/* Add constant X to PARTS; false if it is no number, symbol or their
   sum.  */

static bool
decompose_constant (rtx x, address_parts *parts)
{
  switch (GET_CODE (x))
    {
    case CONST_INT:
      parts->disp += INTVAL (x);
      return true;
    case SYMBOL_REF:
    case LABEL_REF:
      if (parts->symbol)
	return false;
      parts->symbol = x;
      return true;
    case CONST:
      return decompose_constant (XEXP (x, 0), parts);
    case PLUS:
      return (decompose_constant (XEXP (x, 0), parts)
	      && decompose_constant (XEXP (x, 1), parts));
    default:
      return false;
    }
}

bool
target_decompose (rtx addr, address_parts *parts)
{
  struct ix86_address out;

  if (target_vector_address_p (addr) || target_tls_address_p (addr)
      || !ix86_decompose_address (addr, &out)
      || !ADDR_SPACE_GENERIC_P (out.seg)
      || (out.base && !REG_P (out.base))
      || (out.index && !REG_P (out.index)))
    return false;
  parts->base = out.base ? (int) REGNO (out.base) : -1;
  parts->index = out.index ? (int) REGNO (out.index) : -1;
  parts->scale = out.scale;
  parts->disp = 0;
  parts->symbol = NULL_RTX;
  return !out.disp || decompose_constant (out.disp, parts);
}

rtx
target_probe_address (void)
{
  return plus_constant (Pmode, stack_pointer_rtx, 1024);
}

HOST_WIDE_INT
target_cell_reach (void)
{
  return HOST_WIDE_INT_MAX;
}

addr_space_t
target_mirror_space (void)
{
  return ADDR_SPACE_SEG_GS;
}

const int *
target_slot_regs (void)
{
  /* The call-clobbered ones first; r12 and r13, which lengthen an address,
     last.  */
  static const int order[] =
  {
    AX_REG, DX_REG, CX_REG, SI_REG, DI_REG, R8_REG, R9_REG, R10_REG, R11_REG,
    BX_REG, R14_REG, R15_REG, BP_REG, R13_REG, R12_REG, -1
  };
  return order;
}

bool
target_flags_free_p (rtx_insn *insn, bool before_p)
{
  basic_block bb = BLOCK_FOR_INSN (insn);

  for (rtx_insn *i = before_p ? insn : NEXT_INSN (insn);
       i != NEXT_INSN (BB_END (bb)); i = NEXT_INSN (i))
    if (NONDEBUG_INSN_P (i))
      {
	if (df_find_use (i, gen_rtx_REG (CCmode, FLAGS_REG)))
	  return false;
	if (df_find_def (i, gen_rtx_REG (CCmode, FLAGS_REG)))
	  return true;
      }
  return !REGNO_REG_SET_P (df_get_live_out (bb), FLAGS_REG);
}

rtx_insn *
target_emit_wait (unsigned zero, unsigned regno, rtx_insn *insn)
{
  rtx reg = gen_rtx_REG (Pmode, zero), other = gen_rtx_REG (Pmode, regno);
  rtx set = gen_rtx_SET (reg, gen_rtx_AND (Pmode, reg, other));
  rtx flags = gen_rtx_CLOBBER (VOIDmode, gen_rtx_REG (CCmode, FLAGS_REG));
  rtvec both = gen_rtvec (2, set, flags);

  insn = emit_insn_after (gen_rtx_PARALLEL (VOIDmode, both), insn);
  gcc_assert (recog_memoized (insn) >= 0);
  return insn;
}

rtx
target_null_pattern (rtx reg)
{
  rtx nothing = gen_rtx_AND (GET_MODE (reg), copy_rtx (reg), const0_rtx);
  rtx set = gen_rtx_SET (copy_rtx (reg), nothing);
  rtx flags = gen_rtx_CLOBBER (VOIDmode, gen_rtx_REG (CCmode, FLAGS_REG));

  return gen_rtx_PARALLEL (VOIDmode, gen_rtvec (2, set, flags));
}

unsigned
target_red_zone (void)
{
  return cfun->machine->frame.red_zone_size > 0 ? 128 : 0;
}

int
target_link_register (void)
{
  return -1;
}

HOST_WIDE_INT
target_frame_distance (void)
{
  const struct ix86_frame *frame = &cfun->machine->frame;

  return (frame->stack_pointer_offset - frame->hard_frame_pointer_offset
	  + crtl->stack_alignment_needed / BITS_PER_UNIT);
}

unsigned
target_first_argument (void)
{
  return DI_REG;
}

frame_range
target_frame_range (void)
{
  return { -target_red_zone (),
	   cfun->machine->frame.stack_pointer_offset, false };
}

unsigned
target_sp_residue (unsigned *align)
{
  const struct ix86_frame *frame = &cfun->machine->frame;

  if (crtl->stack_realign_needed)
    {
      *align = MAX (crtl->stack_alignment_needed / BITS_PER_UNIT, 16);
      /* With an argument pointer of its own (DRAP) the prologue aligns first
	 and saves registers then.  */
      return (-(frame->stack_pointer_offset
		- (crtl->drap_reg ? 0 : frame->stack_realign_offset))
	      & (*align - 1));
    }
  *align = 16;
  return -frame->stack_pointer_offset & 15;
}

const char *
target_text (const char *simple, bool operands_p)
{
  const char *open = "", *close = "";
  char *text;

  if (ASSEMBLER_DIALECT == ASM_INTEL)
    {
      open = ".att_syntax prefix\n\t";
      close = "\n\t.intel_syntax noprefix";
    }
  text = XALLOCAVEC (char, 2 * strlen (simple) + 1);
  char *end = text;
  for (const char *s = simple; *s; s++)
    {
      *end++ = *s;
      if (operands_p && *s == '%')
	*end++ = '%';
    }
  *end = 0;
  char *whole = concat (open, text, close, NULL);
  const char *result = ggc_strdup (whole);
  free (whole);
  return result;
}

rtx
target_cell (const nest *n, unsigned cell)
{
  return gen_rtx_MEM (Pmode, plus_constant (Pmode, stack_pointer_rtx,
					    n->cell_off + 8 * cell));
}

void
target_write_nops (FILE *f, const char *bytes)
{
  fprintf (f, "\t.nops\t%s\n", bytes);
}

/* A segment register's would mean something, and calls take this one for
   notrack.  */

bool
target_prefixable_p (rtx_insn *insn)
{
  subrtx_iterator::array_type array;

  FOR_EACH_SUBRTX (iter, array, PATTERN (insn), NONCONST)
    if (MEM_P (*iter)
	&& (!ADDR_SPACE_GENERIC_P (MEM_ADDR_SPACE (*iter))
	    || target_tls_address_p (XEXP (*iter, 0))))
      return false;
  return asm_noperands (PATTERN (insn)) < 0 && recog_memoized (insn) >= 0;
}

bool
target_alignment_p (rtx_insn *insn)
{
  return (NONJUMP_INSN_P (insn)
	  && GET_CODE (PATTERN (insn)) == UNSPEC_VOLATILE
	  && XINT (PATTERN (insn), 1) == UNSPECV_ALIGN);
}

void
target_write_prefixes (FILE *f, const char *bytes)
{
  fprintf (f, "\t.skip\t%s, 0x3e\n", bytes);
}

const char *
target_local_name (const char *stem, int number)
{
  char *name = xasprintf (".L%s%d", stem, number);
  const char *result = ggc_strdup (name);
  free (name);
  return result;
}
