/* What the instructions of a block do: static facts.
   SPDX-License-Identifier: GPL-3.0-or-later

   Counted are the original's instructions.  Loads and stores are
   instructions, bytes what these access.  Floating-point operations are
   additions, subtractions, multiplications, divisions, square roots and
   approximations of these, one for each element, and two for each of a fused
   multiplication and addition; comparisons, minima, conversions, changes of
   sign and moves are none.  What is under a mask counts in full and is told
   apart, as the most that it can be.

   Weakness: a vector of fewer elements than its register holds, as of two
   floats, counts as many operations as it has elements, of the register's
   width.  Nothing here changes the IL.  */

#include "gcc-compat.h"
#include "nest.h"
#include "memlb-target.h"

/* The accesses of one instruction.  It has one address at most, so that the
   same MEM may stand in several places.  */

struct insn_facts
{
  block_facts *block;
  const_rtx stored;		/* the MEM that is set, or NULL */
  unsigned width;		/* bits of the vector around scalar parts */
  unsigned read, written, masked;
  bool divides;
};

/* The number of elements of MODE.  */

static unsigned
elements (machine_mode mode)
{
  return VECTOR_MODE_P (mode) ? GET_MODE_NUNITS (mode).to_constant () : 1;
}

/* The bytes that an access of MODE takes; an x87 register has ten.  */

static unsigned
access_bytes (machine_mode mode)
{
  if (VECTOR_MODE_P (mode))
    return GET_MODE_SIZE (mode).to_constant ();
  return CEIL (GET_MODE_PRECISION (mode).to_constant (), BITS_PER_UNIT);
}

/* The number of the lowest LANES bits that are set in MASK.  */

static unsigned
selected (unsigned HOST_WIDE_INT mask, unsigned lanes)
{
  unsigned count = 0;

  for (unsigned i = 0; i < lanes && i < HOST_BITS_PER_WIDE_INT; i++)
    count += mask >> i & 1;
  return count;
}

/* Floating-point operations that the code of X stands for, for each
   element.  */

static unsigned
operations (const_rtx x)
{
  if (!SCALAR_FLOAT_MODE_P (GET_MODE_INNER (GET_MODE (x))))
    return 0;
  switch (GET_CODE (x))
    {
    case PLUS:
    case MINUS:
    case MULT:
    case DIV:
    case SQRT:
      return 1;
    case FMA:
      return 2;
    case UNSPEC:
      return target_unspec_operations (x);
    default:
      return 0;
    }
}

/* Add COUNT operations of elements of MODE's kind, LANES of whose elements
   are computed.  */

static void
add_operations (insn_facts *f, machine_mode mode, unsigned count,
		unsigned lanes, bool masked)
{
  unsigned width = f->width, precision;
  unsigned bits = GET_MODE_BITSIZE (GET_MODE_INNER (mode));

  if (VECTOR_MODE_P (mode) && lanes > 1)
    width = MAX (width, GET_MODE_BITSIZE (mode).to_constant ());
  precision = bits <= 16 ? FACT_HALF : bits <= 32 ? FACT_SINGLE
	      : bits <= 64 ? FACT_DOUBLE : FACT_EXTENDED;
  f->block->flops += count;
  f->block->precision[precision] += count;
  if (width > 1)
    f->block->width[width <= 128 ? FACT_128 : width <= 256 ? FACT_256
		    : FACT_512] += count;
  if (masked)
    f->block->flops_masked += count;
}

static void walk (insn_facts *, const_rtx, unsigned, bool);

/* The number of addresses in ADDR, a gather's.  */

static unsigned
addresses (const_rtx addr)
{
  subrtx_iterator::array_type array;
  unsigned count = 1;

  FOR_EACH_SUBRTX (iter, array, addr, NONCONST)
    count = MAX (count, elements (GET_MODE (*iter)));
  return count;
}

/* Count what the load of MEM reads, of whose elements LANES are used.  */

static void
walk_mem (insn_facts *f, const_rtx mem, unsigned lanes, bool masked)
{
  machine_mode mode = GET_MODE (mem);
  unsigned bytes = access_bytes (mode);

  if (mode == BLKmode || GET_CODE (XEXP (mem, 0)) == SCRATCH)
    return;
  if (target_vector_address_p (XEXP (mem, 0)))
    bytes *= MIN (lanes, addresses (XEXP (mem, 0)));
  else if (VECTOR_MODE_P (mode) && lanes < elements (mode))
    bytes = lanes * access_bytes (GET_MODE_INNER (mode));
  f->read = MAX (f->read, bytes);
  if (masked)
    f->masked = MAX (f->masked, bytes);
}

/* True if X is the MEM that the instruction sets: what is merged into it is
   not loaded.  */

static bool
merged_p (const insn_facts *f, const_rtx x)
{
  return f->stored && MEM_P (x) && rtx_equal_p (x, f->stored);
}

/* Count VEC_MERGE X, of whose elements LANES are used.  With a number for its
   mask it has the elements of the first operand where that has ones:

     (vec_merge:V2DF (plus:V2DF (reg a) (reg b)) (reg a) (const_int 1))

   is a scalar addition.  */

static void
walk_merge (insn_facts *f, const_rtx x, unsigned lanes, bool masked)
{
  const_rtx mask = XEXP (x, 2);
  unsigned first = lanes, second = lanes;

  if (CONST_INT_P (mask))
    {
      first = MIN (lanes, selected (UINTVAL (mask), elements (GET_MODE (x))));
      second = lanes - first;
    }
  else
    masked = true;
  if (first)
    walk (f, XEXP (x, 0), first, masked);
  if (second && !merged_p (f, XEXP (x, 1)))
    walk (f, XEXP (x, 1), second, masked);
}

/* Count VEC_CONCAT X; parts of it are computed in a vector register.  */

static void
walk_concat (insn_facts *f, const_rtx x, bool masked)
{
  unsigned width = f->width;

  f->width = MAX (width, GET_MODE_BITSIZE (GET_MODE (x)).to_constant ());
  for (int i = 0; i < 2; i++)
    if (!merged_p (f, XEXP (x, i)))
      walk (f, XEXP (x, i), elements (GET_MODE (XEXP (x, i))), masked);
  f->width = width;
}

/* Count X, a source, of whose elements LANES are used, under a mask if
   MASKED.  */

static void
walk (insn_facts *f, const_rtx x, unsigned lanes, bool masked)
{
  machine_mode mode = GET_MODE (x);

  switch (GET_CODE (x))
    {
    case MEM:
      walk_mem (f, x, lanes, masked);
      return;
    case VEC_MERGE:
      walk_merge (f, x, lanes, masked);
      return;
    case VEC_CONCAT:
      walk_concat (f, x, masked);
      return;
    case VEC_SELECT:
      walk (f, XEXP (x, 0), elements (mode), masked);
      return;
    case DIV:
    case MOD:
    case UDIV:
    case UMOD:
    case SQRT:
      f->divides = true;
      break;
    default:
      break;
    }
  if (unsigned each = operations (x))
    add_operations (f, mode, each * lanes, lanes, masked);
  if (target_masked_move_p (x))
    masked = true;
  const char *format = GET_RTX_FORMAT (GET_CODE (x));
  for (int i = 0; i < GET_RTX_LENGTH (GET_CODE (x)); i++)
    if (format[i] == 'e')
      {
	const_rtx part = XEXP (x, i);
	unsigned all = elements (GET_MODE (part));
	walk (f, part, all == elements (mode) ? lanes : all, masked);
      }
    else if (format[i] == 'E')
      for (int j = 0; j < XVECLEN (x, i); j++)
	{
	  const_rtx part = XVECEXP (x, i, j);
	  if (masked && merged_p (f, part))
	    continue;
	  /* A gather has as many elements as the vector it makes.  */
	  unsigned all = elements (GET_MODE (part));
	  walk (f, part, MEM_P (part) && !VECTOR_MODE_P (GET_MODE (part))
			 ? lanes : all, masked);
	}
}

/* True if X keeps a part of the memory that is set, which SET stores to.  */

static bool
part_of_store_p (const insn_facts *f, const_rtx source)
{
  return (GET_CODE (source) == VEC_CONCAT
	  && (merged_p (f, XEXP (source, 0)) || merged_p (f, XEXP (source, 1))));
}

/* Count the store of SET.  */

static void
count_store (insn_facts *f, const_rtx set)
{
  rtx dest = SET_DEST (set), source = SET_SRC (set);
  machine_mode mode = GET_MODE (dest);

  while (GET_CODE (dest) == SUBREG || GET_CODE (dest) == ZERO_EXTRACT
	 || GET_CODE (dest) == STRICT_LOW_PART)
    dest = XEXP (dest, 0);
  if (!MEM_P (dest) || GET_MODE (dest) == BLKmode)
    return;
  if (mode == VOIDmode)
    mode = GET_MODE (dest);
  f->stored = dest;
  unsigned bytes = access_bytes (mode);
  if (part_of_store_p (f, source))
    bytes /= 2;
  else if (GET_CODE (source) == VEC_MERGE && CONST_INT_P (XEXP (source, 2))
	   && merged_p (f, XEXP (source, 1)))
    bytes = (bytes / elements (mode)
	     * selected (UINTVAL (XEXP (source, 2)), elements (mode)));
  else if ((GET_CODE (source) == VEC_MERGE && merged_p (f, XEXP (source, 1)))
	   || target_masked_move_p (source))
    f->masked = bytes;
  f->written = MAX (f->written, bytes);
}

/* Count what PATTERN, or a part of it, does.  */

static void
walk_pattern (insn_facts *f, const_rtx pattern)
{
  switch (GET_CODE (pattern))
    {
    case PARALLEL:
      for (int i = 0; i < XVECLEN (pattern, 0); i++)
	walk_pattern (f, XVECEXP (pattern, 0, i));
      return;
    case SET:
      count_store (f, pattern);
      walk (f, SET_SRC (pattern), elements (GET_MODE (SET_DEST (pattern))),
	    false);
      return;
    default:
      return;
    }
}

/* Add to BLOCK what INSN does.  */

static void
add_insn (block_facts *block, rtx_insn *insn)
{
  insn_facts f = insn_facts ();

  f.block = block;
  if (JUMP_P (insn))
    block->branches++;
  else if (real_call_p (insn))
    {
      /* Through the table of a shared library it loads the address.  */
      rtx call = get_call_rtx_from (insn);
      block->calls++;
      if (call && MEM_P (XEXP (XEXP (call, 0), 0)))
	f.read = GET_MODE_SIZE (Pmode);
    }
  else
    walk_pattern (&f, PATTERN (insn));
  block->divisions += f.divides;
  block->loads += f.read > 0;
  block->stores += f.written > 0;
  block->bytes_read += f.read;
  block->bytes_written += f.written;
  block->bytes_masked += f.masked;
}

/* Write the facts of block NUMBER of N to the dump.  */

static void
dump_facts (const nest *n, unsigned number)
{
  const block_facts *b = &n->count_blocks[number].facts;

  fprintf (dump_file, "memlb facts: %s:%d block %u insns %u loads %u stores %u "
	   "read %u written %u bytes-masked %u flops %u half %u single %u "
	   "double %u extended %u v128 %u v256 %u v512 %u flops-masked %u "
	   "branches %u divisions %u calls %u\n", n->file, n->line, number + 1,
	   b->insns, b->loads, b->stores, b->bytes_read, b->bytes_written,
	   b->bytes_masked, b->flops, b->precision[FACT_HALF],
	   b->precision[FACT_SINGLE], b->precision[FACT_DOUBLE],
	   b->precision[FACT_EXTENDED], b->width[FACT_128],
	   b->width[FACT_256], b->width[FACT_512], b->flops_masked,
	   b->branches, b->divisions, b->calls);
}

/* The text of the asm statement with BODY, or NULL if that is none.  */

const char *
asm_text (const_rtx body)
{
  if (GET_CODE (body) == PARALLEL)
    body = XVECEXP (body, 0, 0);
  if (GET_CODE (body) == ASM_INPUT)
    return XSTR (body, 0);
  if (GET_CODE (body) == SET)
    body = SET_SRC (body);
  return (GET_CODE (body) == ASM_OPERANDS ? ASM_OPERANDS_TEMPLATE (body)
	  : NULL);
}

/* The instructions in TEXT, for the assembler.  */

static unsigned
count_statements (const char *text)
{
  unsigned count = 0;

  while (*text)
    {
      text += strspn (text, " \t\n;");
      count += *text && *text != '#' && *text != '.';
      text += strcspn (text, *text == '#' ? "\n" : "\n;");
    }
  return count;
}

/* As many as final would write for INSN: patterns of some units are several.
   What their C code writes by itself goes to memory.  */

static unsigned
written_insns (rtx_insn *insn)
{
  FILE *file = asm_out_file;
  char *text = NULL;
  size_t size;

  asm_out_file = open_memstream (&text, &size);
  extract_constrain_insn (insn);
  const char *pattern = get_insn_template (INSN_CODE (insn), insn);
  fclose (asm_out_file);
  asm_out_file = file;
  unsigned count = count_statements (text);
  if (pattern && *pattern != '#')
    count += count_statements (pattern);
  free (text);
  return MAX (count, 1);
}

/* The machine's instructions that INSN is.  */

static unsigned
machine_insns (rtx_insn *insn)
{
  if (const char *text = asm_text (PATTERN (insn)))
    return count_statements (text);
  if (recog_memoized (insn) < 0)
    return 1;
  /* What orders others has no code.  */
  if (get_attr_min_length (insn) == 0)
    return 0;
  if (unsigned count = target_thunk_insns (insn))
    return count;
  return target_several_insns_p (insn) ? written_insns (insn) : 1;
}

/* Find the facts of N's blocks.  */

void
find_facts (nest *n)
{
  unsigned i;
  basic_block bb;
  rtx_insn *insn;

  FOR_EACH_VEC_ELT (n->blocks, i, bb)
    {
      block_facts *facts = &n->count_blocks[i].facts;
      FOR_BB_INSNS (bb, insn)
	if (NONDEBUG_INSN_P (insn) && GET_CODE (PATTERN (insn)) != USE
	    && GET_CODE (PATTERN (insn)) != CLOBBER)
	  {
	    facts->insns += machine_insns (insn);
	    add_insn (facts, insn);
	  }
      if (dump_file)
	dump_facts (n, i);
    }
}
