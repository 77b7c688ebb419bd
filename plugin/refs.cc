/* The memory references of a nest, and what the bound copy does with each.
   SPDX-License-Identifier: GPL-3.0-or-later

   Every write must go to the private stack: it is a frame scalar (whose
   frame lies there) or is redirected to a slot; a write that can be neither
   refuses the nest.  Loads are redirected unless they decide the control
   flow, or read the frame, the constant pool, a scalar that the nest does
   not write, or an address that the linker provides.

   Redirecting draws

     (set (reg) (mem (plus (reg base) (mult (reg index) 8))))
       ==> (set (reg) (mem (plus (reg slot) (const_int 40))))

   and must leave the instruction's code and alternative as they were.
   Nothing here changes the IL; copy.cc does.  */

#include "gcc-compat.h"
#include "nest.h"
#include "asm-statements.h"
#include "callees.h"
#include "memlb-target.h"
#include "plugin-options.h"

/* Replace address FROM by TO in SPACE in every MEM or PREFETCH below *LOC.  MEMs
   are replaced by fresh ones, so that nothing is shared with the original.  */

static void
replace_address (rtx *loc, rtx from, rtx to, addr_space_t space)
{
  rtx x = *loc;
  HOST_WIDE_INT distance;

  if (!x)
    return;
  if (MEM_P (x) && same_place_p (XEXP (x, 0), from, &distance))
    {
      *loc = shallow_copy_rtx (x);
      XEXP (*loc, 0) = plus_constant (Pmode, copy_rtx (to), distance);
      if (space != MEM_ADDR_SPACE (*loc))
	set_mem_addr_space (*loc, space);
      return;
    }
  if (GET_CODE (x) == PREFETCH && rtx_equal_p (XEXP (x, 0), from))
    {
      XEXP (x, 0) = copy_rtx (to);
      return;
    }
  const char *format = GET_RTX_FORMAT (GET_CODE (x));
  for (int i = GET_RTX_LENGTH (GET_CODE (x)) - 1; i >= 0; i--)
    if (format[i] == 'e')
      replace_address (&XEXP (x, i), from, to, space);
    else if (format[i] == 'E')
      for (int j = XVECLEN (x, i) - 1; j >= 0; j--)
	replace_address (&XVECEXP (x, i, j), from, to, space);
}

/* The code of an asm statement, as recognize () has it.  */
static const int code_of_asm = INT_MAX;

/* The code of an instruction of PATTERN, with the alternative that its
   operands fit in *ALTERNATIVE; -1 if there is none.  */

static int
recognize (rtx pattern, int *alternative)
{
  rtx_insn *trial = make_insn_raw (pattern);
  int code = asm_text (pattern) ? code_of_asm : recog_memoized (trial);

  if (code < 0)
    return -1;
  extract_insn (trial);
  if (!constrain_operands (1, get_enabled_alternatives (trial)))
    return -1;
  *alternative = which_alternative;
  return code;
}

/* The pattern of INSN with REF's address replaced by ADDR in SPACE, or NULL if
   the machine has no such instruction, or another one than INSN.  INSN's own
   code is no measure: several codes can have one pattern, and passes have
   given it the one that suited them.  */

rtx
redirected_pattern (rtx_insn *insn, const nest_ref *ref, rtx addr,
		    addr_space_t space)
{
  int before = -1, after = -1;
  int code = recognize (copy_insn (PATTERN (insn)), &before);

  rtx pattern = copy_insn (PATTERN (insn));
  replace_address (&pattern, ref->addr, addr, space);
  if (code < 0 || recognize (pattern, &after) != code || before != after)
    return NULL_RTX;
  return pattern;
}

/* What find_mem looks for.  */

struct mem_search
{
  rtx mem, addr;
  unsigned kind;
  bool several;		/* more than one address */
};

/* A MEM for the places of LOW and HIGH, which lie side by side: of a mode that
   has the elements of both, or else of none.  */

static rtx
pair_mem (rtx low, rtx high)
{
  machine_mode mode, inner = GET_MODE_INNER (GET_MODE (low)), both = BLKmode;
  HOST_WIDE_INT bytes = (MEM_SIZE (low) + MEM_SIZE (high)).to_constant ();
  enum mode_class mclass = (FLOAT_MODE_P (inner) ? MODE_VECTOR_FLOAT
		       : MODE_VECTOR_INT);

  FOR_EACH_MODE_IN_CLASS (mode, mclass)
    if (GET_MODE_INNER (mode) == inner
	&& known_eq (GET_MODE_SIZE (mode), bytes))
      {
	both = mode;
	break;
      }
  rtx mem = shallow_copy_rtx (low);
  PUT_MODE (mem, both);
  set_mem_expr (mem, MEM_EXPR (low));
  set_mem_size (mem, bytes);
  return mem;
}

/* The bytes that MEM is.  */

static unsigned
mem_bytes (const_rtx mem)
{
  return MEM_P (mem) && GET_MODE (mem) == BLKmode && MEM_SIZE_KNOWN_P (mem)
	 ? MEM_SIZE (mem).to_constant ()
	 : GET_MODE_SIZE (GET_MODE (mem)).to_constant ();
}

/* Add MEM, accessed as KIND says, to SEARCH.  */

static void
found_mem (mem_search *search, rtx mem, unsigned kind)
{
  rtx addr = XEXP (mem, 0);
  HOST_WIDE_INT distance;

  bool pair_p = search->addr && target_pairs_p () && search->kind == kind;
  if (pair_p && same_place_p (addr, search->addr, &distance)
      && distance == mem_bytes (search->mem))
    {
      search->mem = pair_mem (search->mem, mem);
      return;
    }
  if (pair_p && same_place_p (search->addr, addr, &distance)
      && distance == mem_bytes (mem))
    {
      search->mem = pair_mem (mem, search->mem);
      search->addr = addr;
      return;
    }
  if (search->addr && !rtx_equal_p (search->addr, addr))
    search->several = true;
  /* A store's MEM knows best how wide the access is.  */
  if (!search->mem || (kind & MEMLB_REF_STORE))
    search->mem = mem;
  search->addr = addr;
  search->kind |= kind;
}

/* Find the memory accesses of X; a SET's destination is a store, and if
   only a part of it is set, a load too.  */

static void
find_mem (mem_search *search, rtx x)
{
  if (!x)
    return;
  switch (GET_CODE (x))
    {
    case MEM:
      if (GET_CODE (XEXP (x, 0)) == SCRATCH)
	return;
      found_mem (search, x, MEMLB_REF_LOAD);
      return;
    case PREFETCH:
      found_mem (search, x, MEMLB_REF_PREFETCH);
      return;
    case ASM_OPERANDS:
      if (blank_asm_p (x))
	return;
      break;
    case SET:
    case CLOBBER:
      {
	rtx dest = XEXP (x, 0);
	if (blank_asm_p (x)
	    || (MEM_P (dest) && GET_CODE (XEXP (dest, 0)) == SCRATCH))
	  return;
	bool part = false;
	while (GET_CODE (dest) == SUBREG || GET_CODE (dest) == ZERO_EXTRACT
	       || GET_CODE (dest) == STRICT_LOW_PART)
	  {
	    part = true;
	    dest = XEXP (dest, 0);
	  }
	if (MEM_P (dest))
	  found_mem (search, dest,
		     MEMLB_REF_STORE | (part ? MEMLB_REF_LOAD : 0));
	if (GET_CODE (x) == SET)
	  find_mem (search, SET_SRC (x));
	return;
      }
    default:
      break;
    }
  const char *format = GET_RTX_FORMAT (GET_CODE (x));
  for (int i = GET_RTX_LENGTH (GET_CODE (x)) - 1; i >= 0; i--)
    if (format[i] == 'e')
      find_mem (search, XEXP (x, i));
    else if (format[i] == 'E')
      for (int j = XVECLEN (x, i) - 1; j >= 0; j--)
	find_mem (search, XVECEXP (x, i, j));
}

/* Find the memory accesses of INSN.  */

static void
search_insn (mem_search *search, rtx_insn *insn)
{
  find_mem (search, PATTERN (insn));
  if (!search->mem || !MEM_P (search->mem) || !asm_text (PATTERN (insn)))
    return;
  unsigned bytes = widest_asm_operand (PATTERN (insn));
  if (bytes > mem_bytes (search->mem))
    {
      search->mem = shallow_copy_rtx (search->mem);
      PUT_MODE (search->mem, BLKmode);
      set_mem_size (search->mem, bytes);
      set_mem_align (search->mem, bytes * BITS_PER_UNIT);
    }
}

/* Enter the memory reference of INSN into REF, with nothing decided; its MEM is
   NULL if there is none.  False if INSN has several.  */

bool
find_reference (rtx_insn *insn, nest_ref *ref)
{
  mem_search search = mem_search ();

  *ref = nest_ref ();
  search_insn (&search, insn);
  ref->insn = insn;
  ref->mem = search.mem;
  ref->addr = search.addr;
  ref->kind = search.kind;
  ref->slot = -1;
  if (search.mem)
    ref->size = search.kind == MEMLB_REF_PREFETCH
		? 64 : mem_bytes (search.mem);
  return !search.several;
}

/* Remember that the bound copy needs the frame bytes [START, END).  */

static void
add_range (nest *n, HOST_WIDE_INT start, HOST_WIDE_INT end, bool from_fp)
{
  frame_range *range;
  unsigned i;

  FOR_EACH_VEC_ELT (n->ranges, i, range)
    if (range->from_fp == from_fp
	&& start <= range->end + 64 && range->start <= end + 64)
      {
	range->start = MIN (range->start, start);
	range->end = MAX (range->end, end);
	return;
      }
  frame_range fresh = { start, end, from_fp };
  n->ranges.safe_push (fresh);
}

/* True if the nest N stores to the constant address ADDR.  */

static bool
written_in_nest_p (nest *n, rtx addr)
{
  unsigned i;
  basic_block bb;
  rtx_insn *insn;

  FOR_EACH_VEC_ELT (n->blocks, i, bb)
    FOR_BB_INSNS (bb, insn)
      if (NONDEBUG_INSN_P (insn))
	{
	  mem_search search = mem_search ();
	  search_insn (&search, insn);
	  if ((search.kind & MEMLB_REF_STORE)
	      && target_constant_address_p (search.addr)
	      && (rtx_equal_p (search.addr, addr)
		  || true_dependence (search.mem, VOIDmode,
				      gen_rtx_MEM (QImode, addr))))
	    return true;
	}
  return false;
}

/* True if what MEM reads, at a constant address, is the same at any time: the
   constant pool, and what the linker provides.  */

bool
fixed_load_p (const_rtx mem)
{
  rtx addr = XEXP (mem, 0), symbol = addr;

  if (target_linker_load_p (addr))
    return true;
  if (GET_CODE (symbol) == LO_SUM)
    symbol = XEXP (symbol, 1);
  if (GET_CODE (symbol) == CONST)
    symbol = XEXP (symbol, 0);
  if (GET_CODE (symbol) == PLUS)
    symbol = XEXP (symbol, 0);
  if (GET_CODE (symbol) == SYMBOL_REF && CONSTANT_POOL_ADDRESS_P (symbol))
    return true;
  return GET_CODE (symbol) == LABEL_REF;
}

/* True if the load MEM from a constant address stays real: such, and scalars that
   N does not write.  */

static bool
real_constant_load_p (nest *n, const_rtx mem)
{
  tree expr = MEM_EXPR (mem);

  if (fixed_load_p (mem))
    return true;
  return (!calls_copies_p (n) && expr && DECL_P (expr)
	  && TREE_CODE (TREE_TYPE (expr)) != ARRAY_TYPE
	  && !written_in_nest_p (n, XEXP (mem, 0)));
}

/* True if some register of ADDR is set in the innermost loop around BB.  */

bool
varies_in_loop_p (nest *n, rtx addr, basic_block bb)
{
  subrtx_iterator::array_type array;
  basic_block other;
  rtx_insn *insn;
  df_ref def;
  unsigned i;

  FOR_EACH_SUBRTX (iter, array, addr, NONCONST)
    if (REG_P (*iter))
      FOR_EACH_VEC_ELT (n->blocks, i, other)
	if (flow_bb_inside_loop_p (bb->loop_father, other))
	  FOR_BB_INSNS (other, insn)
	    if (NONDEBUG_INSN_P (insn))
	      FOR_EACH_INSN_DEF (def, insn)
		if (DF_REF_REGNO (def) == REGNO (*iter))
		  return true;
  return false;
}

/* Decide the treatment of REF; REASON_NONE if there is one.  */

static memlb_reason
decide_treatment (nest *n, nest_ref *ref)
{
  bool control = n->control.contains (ref->insn);
  bool store = (ref->kind & MEMLB_REF_STORE) != 0;

  ref->treatment = MEMLB_TREAT_SLOT;
  if (control && !store && ref->kind != MEMLB_REF_PREFETCH)
    {
      ref->treatment = MEMLB_TREAT_CONTROL;
      return REASON_NONE;
    }
  /* A load that decides control flow cannot stay real in an instruction
     that also writes.  */
  if (control && store && (ref->kind & MEMLB_REF_LOAD))
    return REASON_STORE;
  if (target_vector_address_p (ref->addr))
    {
      ref->treatment = MEMLB_TREAT_REAL;
      return store ? REASON_SCATTER : REASON_NONE;
    }
  if (calls_copies_p (n)
      ? mirror_pattern (ref->insn, ref) != NULL_RTX
      : redirected_pattern (ref->insn, ref,
			    target_probe_address ()) != NULL_RTX)
    return REASON_NONE;
  if (store)
    return REASON_STORE;
  ref->treatment = MEMLB_TREAT_REAL;
  return REASON_NONE;
}

/* True if INSN moves from memory to memory, and its addresses.  */

static bool
string_move_p (rtx_insn *insn)
{
  rtx pattern = PATTERN (insn);

  if (GET_CODE (pattern) != PARALLEL)
    return false;
  rtx set = XVECEXP (pattern, 0, 0);
  return (GET_CODE (set) == SET && MEM_P (SET_DEST (set))
	  && MEM_P (SET_SRC (set)));
}

/* Decide the reference of INSN in BB, if it has one that counts.  */

static memlb_reason
decide_ref (nest *n, rtx_insn *insn, basic_block bb)
{
  mem_search search = mem_search ();
  HOST_WIDE_INT offset;
  bool from_fp;

  if (CALL_P (insn) || string_insn_p (insn) || n->in_frame.contains (insn))
    return REASON_NONE;
  search_insn (&search, insn);
  if (!search.mem)
    return REASON_NONE;
  if (n->pushes_p && argument_insn_p (insn))
    {
      rtx src = SET_SRC (single_set (insn));
      if (MEM_P (src) && frame_address_p (XEXP (src, 0), &offset, &from_fp))
	{
	  offset -= from_fp ? 0 : depth_of (n, insn);
	  add_range (n, offset, offset + UNITS_PER_WORD, from_fp);
	  note_moved (n, src, depth_of (n, insn));
	}
      return REASON_NONE;
    }
  if (search.several)
    return string_move_p (insn) ? REASON_STRING_INSN
	   : (search.kind & MEMLB_REF_STORE) ? REASON_STORE : REASON_LOAD;
  unsigned size = search.kind == MEMLB_REF_PREFETCH
		  ? 64 : mem_bytes (search.mem);
  if (frame_address_p (search.addr, &offset, &from_fp))
    {
      if (search.kind == MEMLB_REF_PREFETCH)
	return REASON_NONE;
      offset -= from_fp ? 0 : depth_of (n, insn);
      add_range (n, offset, offset + size, from_fp);
      if (!calls_copies_p (n))
	return REASON_NONE;
      note_moved (n, search.mem, depth_of (n, insn));
      if (!mirrored_frame_p (search.mem))
	return REASON_NONE;
    }
  if (search.kind == MEMLB_REF_LOAD
      && (target_linker_insn_p (insn)
	  || (target_constant_address_p (search.addr)
	      && real_constant_load_p (n, search.mem))))
    return REASON_NONE;

  /* The copy's frame has constant places only.  */
  if (calls_copies_p (n) && frame_based_p (search.addr)
      && !frame_address_p (search.addr, &offset, &from_fp))
    return REASON_FRAME_VALUE;

  nest_ref ref = nest_ref ();
  ref.insn = insn;
  ref.mem = search.mem;
  ref.addr = search.addr;
  ref.kind = search.kind;
  ref.size = size;
  ref.slot = -1;
  ref.invariant = !varies_in_loop_p (n, search.addr, bb);
  ref.innermost = !bb->loop_father->inner;
  memlb_reason reason = decide_treatment (n, &ref);
  if (reason != REASON_NONE)
    {
      if (INSN_HAS_LOCATION (insn))
	n->culprit = INSN_LOCATION (insn);
      return reason;
    }
  n->ref_of.put (insn, n->refs.length ());
  n->refs.safe_push (ref);
  return REASON_NONE;
}

/* Count what became of the references of N.  */

static void
count_refs (nest *n)
{
  unsigned i;
  nest_ref *ref;

  FOR_EACH_VEC_ELT (n->refs, i, ref)
    if (ref->treatment == MEMLB_TREAT_SLOT
	|| ref->treatment == MEMLB_TREAT_CONSTANT)
      n->n_redirected++;
    else if (ref->treatment == MEMLB_TREAT_CONTROL)
      {
	n->n_control++;
	n->n_control_varying += !ref->invariant;
      }
    else
      n->n_real++;
}

/* Remember the frame value that INSN computes, if it does.  */

static void
note_frame_value (nest *n, rtx_insn *insn)
{
  HOST_WIDE_INT offset;
  bool from_fp;

  if (n->frame_arrays_p || !frame_value_set_p (insn, &offset, &from_fp))
    return;
  offset -= from_fp ? 0 : depth_of (n, insn);
  for (unsigned i = 0; i < n->fvalues.length (); i++)
    if (n->fvalues[i].start == offset && n->fvalues[i].from_fp == from_fp)
      return;
  frame_range value = { offset, 0, from_fp };
  n->fvalues.safe_push (value);
}

/* True if INSN uses the state that needs a full save.  */

static bool
vector_state_p (rtx_insn *insn)
{
  df_ref ref;

  FOR_EACH_INSN_DEF (ref, insn)
    if (target_vector_state_p (DF_REF_REGNO (ref)))
      return true;
  FOR_EACH_INSN_USE (ref, insn)
    if (target_vector_state_p (DF_REF_REGNO (ref)))
      return true;
  return false;
}

/* Find and decide the references of N.  */

memlb_reason
decide_refs (nest *n)
{
  unsigned i;
  basic_block bb;
  rtx_insn *insn;

  FOR_EACH_VEC_ELT (n->blocks, i, bb)
    FOR_BB_INSNS (bb, insn)
      {
	if (!NONDEBUG_INSN_P (insn) || GET_CODE (PATTERN (insn)) == USE
	    || GET_CODE (PATTERN (insn)) == CLOBBER)
	  continue;
	memlb_reason reason = decide_ref (n, insn, bb);
	if (reason != REASON_NONE)
	  return reason;
	note_frame_value (n, insn);
	n->vector_p |= vector_state_p (insn);
      }
  keep_near_loads (n);
  find_constant_gathers (n);
  count_refs (n);
  if (n->refs.is_empty () && n->calls.is_empty ())
    return REASON_NO_REFERENCE;
  if (n->refs.length () > plugin_options.max_refs)
    return REASON_TOO_MANY_REFS;
  return REASON_NONE;
}
