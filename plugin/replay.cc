/* Copies whose control loads read a recorded stream.
   SPDX-License-Identifier: GPL-3.0-or-later

   In the bound copy control loads stay real, and their misses stay in the
   bound.  The replay copy is a bound copy in which they read, one after the
   other, what the original's loads have read: the observe copy's observation
   points note that in a stream, which lies in the cache.  A record of it is
   what one execution of a block loads:

     h: cmpl  (%rdi,%rax,4), %esi	h': cmpl  (%r10), %esi
	jge   x				    leaq  4(%r10), %r10
				==>	    jge   x'
	movq  8(%rdx), %rdx		    movq  (%r10), %r11
					    movq  8(%r11,%rdx), %rdx
					    leaq  16(%r10), %r10

   Here %r10 points to the next record.  Where the address of a load waits for
   a load in the same innermost loop, as in a walk along a list, the copy's
   must wait too: it keeps the register that waits, and %r11 gets from the
   stream, which nothing waits for, what has to be added to it.  So the load
   takes what it takes in the original when that hits.

   %r10 must be a register that the replay copy does not use; the bases of
   control loads, mostly, are not used there, and what moves them can move them
   by nothing:

     addq  %r9, %r10		==>	    addq  $0, %r10

   Where there is only the one that is the zero index of addresses in the bound
   copy, addresses have no index here.  For %r11 one will do, too, that nobody
   needs in front of the load, as mostly the one that it loads into, or any that is
   kept in a cell meanwhile.  Where there is none, or an address cannot be
   described, there is no replay copy.

   Weakness: a value that the nest stores, and loads again in the same block, is
   noted as it was before; then the replay takes another path, which shows at
   its exit.  A load that waits for one in an outer loop, once for each inner
   loop, waits no more.  */

#include "gcc-compat.h"
#include "nest.h"
#include "memlb-target.h"
#include "records.h"

/* Most bytes of a record: the stream has room for many.  */
static const unsigned max_record_bytes = 512;

/* True if INSN reads memory.  */

static bool
loads_p (const nest *n, rtx_insn *insn)
{
  subrtx_iterator::array_type array;

  if (const_cast<nest *> (n)->ref_of.get (insn))
    return true;
  FOR_EACH_SUBRTX (iter, array, PATTERN (insn), NONCONST)
    if (MEM_P (*iter))
      return true;
  return false;
}

/* Add to WORKLIST what defines register REGNO (-1: all) that INSN uses.  */

static void
add_definitions (vec<rtx_insn *> *worklist, rtx_insn *insn, int regno)
{
  df_ref use;

  FOR_EACH_INSN_USE (use, insn)
    if (regno < 0 || DF_REF_REGNO (use) == (unsigned) regno)
      for (df_link *def = DF_REF_CHAIN (use); def; def = def->next)
	if (!DF_REF_IS_ARTIFICIAL (def->ref) && DF_REF_INSN (def->ref))
	  worklist->safe_push (DF_REF_INSN (def->ref));
}

/* True if register REGNO in the address of the load INSN of N waits, by way of
   registers, for a load in the same innermost loop.  */

static bool
waits_p (const nest *n, rtx_insn *insn, int regno)
{
  auto_vec<rtx_insn *> worklist;
  hash_set<rtx_insn *> seen;
  class loop *loop = BLOCK_FOR_INSN (insn)->loop_father;

  if (regno < 0)
    return false;
  add_definitions (&worklist, insn, regno);
  while (!worklist.is_empty ())
    {
      rtx_insn *setter = worklist.pop ();
      basic_block bb = BLOCK_FOR_INSN (setter);
      if (!copied_p (n, bb) || !flow_bb_inside_loop_p (loop, bb)
	  || seen.add (setter))
	continue;
      if (loads_p (n, setter))
	return true;
      add_definitions (&worklist, setter, -1);
    }
  return false;
}

/* Append the control load of number REF to those that N's replay copy reads
   from the stream; false if it cannot.  */

static bool
add_read (nest *n, unsigned ref, unsigned block)
{
  address_parts parts;
  nest_read read = nest_read ();
  rtx_insn *insn = n->refs[ref].insn;

  if (n->refs[ref].kind != MEMLB_REF_LOAD || !n->refs[ref].size
      || !MEM_P (n->refs[ref].mem)
      || !target_decompose (n->refs[ref].addr, &parts))
    return false;
  read.ref = ref;
  read.block = block;
  read.wait_reg = read.fix_reg = -1;
  read.scale = 1;
  if (waits_p (n, insn, parts.index))
    {
      read.wait_reg = parts.index;
      read.scale = parts.scale;
    }
  else if (waits_p (n, insn, parts.base))
    read.wait_reg = parts.base;
  if (read.wait_reg >= 0)
    read.disp = parts.disp;
  n->read_of.put (insn, n->reads.length ());
  n->reads.safe_push (read);
  return true;
}

/* Find the control loads of N, in the order of its blocks.  */

static bool
find_reads (nest *n)
{
  unsigned i;
  basic_block bb;
  rtx_insn *insn;

  FOR_EACH_VEC_ELT (n->blocks, i, bb)
    FOR_BB_INSNS (bb, insn)
      {
	int *ref = NONDEBUG_INSN_P (insn) ? n->ref_of.get (insn) : NULL;
	if (ref && n->refs[*ref].treatment == MEMLB_TREAT_CONTROL
	    && !add_read (n, *ref, i))
	  return false;
      }
  return true;
}

/* What N's records are multiples of, so that each value is aligned as its
   size wants.  */

static unsigned
record_unit (const nest *n)
{
  unsigned unit = 1;

  for (unsigned i = 0; i < n->reads.length (); i++)
    {
      while (unit < n->refs[n->reads[i].ref].size)
	unit *= 2;
      if (n->reads[i].wait_reg >= 0)
	unit = MAX (unit, 8);
    }
  return unit;
}

/* Give each value of N its place in the record of its block; false if one is
   too long.  */

static bool
lay_out_records (nest *n)
{
  unsigned unit = record_unit (n), i;

  n->record_bytes.safe_grow_cleared (n->blocks.length ());
  for (i = 0; i < n->reads.length (); i++)
    {
      nest_read *read = &n->reads[i];
      unsigned *bytes = &n->record_bytes[read->block];
      unsigned size = n->refs[read->ref].size, align = 1;
      while (align < size)
	align *= 2;
      if (read->wait_reg >= 0)
	{
	  read->fix = ROUND_UP (*bytes, 8);
	  *bytes = read->fix + 8;
	}
      read->offset = ROUND_UP (*bytes, align);
      *bytes = read->offset + size;
      read->last_p = (i + 1 == n->reads.length ()
		      || n->reads[i + 1].block != read->block);
      if (read->last_p)
	*bytes = ROUND_UP (*bytes, unit);
      if (*bytes > max_record_bytes)
	return false;
    }
  return true;
}

/* True if INSN adds something to the general register REGNO, and does nothing
   else; -1 for any register.  */

static bool
moves_p (rtx_insn *insn, int regno)
{
  rtx set = single_set (insn);

  return (set && REG_P (SET_DEST (set)) && GET_MODE (SET_DEST (set)) == Pmode
	  && GET_CODE (SET_SRC (set)) == PLUS
	  && rtx_equal_p (XEXP (SET_SRC (set), 0), SET_DEST (set))
	  && (CONST_INT_P (XEXP (SET_SRC (set), 1))
	      || REG_P (XEXP (SET_SRC (set), 1)))
	  && !rtx_equal_p (XEXP (SET_SRC (set), 1), SET_DEST (set))
	  && (regno < 0 || REGNO (SET_DEST (set)) == (unsigned) regno));
}

/* Fill USED with the registers that the replay copy of N uses; those that
   only move the addresses of control loads are not among them if LOOSE_P.  */

static void
used_registers (nest *n, bool loose_p, HARD_REG_SET *used)
{
  unsigned i;
  basic_block bb;
  rtx_insn *insn;

  CLEAR_HARD_REG_SET (*used);
  FOR_EACH_VEC_ELT (n->blocks, i, bb)
    FOR_BB_INSNS (bb, insn)
      if (NONDEBUG_INSN_P (insn))
	{
	  if (!loose_p || !moves_p (insn, -1))
	    add_mentioned (n, insn, true, used);
	  else if (REG_P (XEXP (SET_SRC (single_set (insn)), 1)))
	    SET_HARD_REG_BIT (*used,
			      REGNO (XEXP (SET_SRC (single_set (insn)), 1)));
	}
  add_own_registers (n, used);
  for (i = 0; i < n->reads.length (); i++)
    if (n->reads[i].wait_reg >= 0)
      SET_HARD_REG_BIT (*used, n->reads[i].wait_reg);
  if (n->slot_reg >= 0)
    SET_HARD_REG_BIT (*used, n->slot_reg);
  if (n->zero_reg >= 0)
    SET_HARD_REG_BIT (*used, n->zero_reg);
}

/* A register that is not in USED, which it then is; -1 if there is none.  */

static int
take_register (HARD_REG_SET *used)
{
  int regno = next_free_register (*used, true);

  if (regno < 0)
    regno = next_free_register (*used, false);
  if (regno >= 0)
    SET_HARD_REG_BIT (*used, regno);
  return regno;
}

/* Add to USED the registers that are live in front of INSN, a control load of a
   replay copy, which reads none for its address.  */

static void
add_live_before (rtx_insn *insn, HARD_REG_SET *used)
{
  auto_bitmap live;
  basic_block bb = BLOCK_FOR_INSN (insn);
  df_ref use;

  bitmap_copy (live, df_get_live_out (bb));
  df_simulate_initialize_backwards (bb, live);
  for (rtx_insn *i = BB_END (bb); i != insn; i = PREV_INSN (i))
    if (NONDEBUG_INSN_P (i))
      df_simulate_one_insn_backwards (bb, i, live);
  df_simulate_defs (insn, live);
  FOR_EACH_INSN_USE (use, insn)
    if (!DF_REF_REG_MEM_LOAD_P (use))
      bitmap_set_bit (live, DF_REF_REGNO (use));
  for (unsigned i = 0; i < FIRST_PSEUDO_REGISTER; i++)
    if (bitmap_bit_p (live, i))
      SET_HARD_REG_BIT (*used, i);
}

/* Add to USED what N's replay copy has all the time, and what READ waits
   for.  */

static void
add_kept (nest *n, const nest_read *read, HARD_REG_SET *used)
{
  add_own_registers (n, used);
  SET_HARD_REG_BIT (*used, n->stream_reg);
  SET_HARD_REG_BIT (*used, read->wait_reg);
  if (n->slot_reg >= 0)
    SET_HARD_REG_BIT (*used, n->slot_reg);
  if (n->zero_reg >= 0)
    SET_HARD_REG_BIT (*used, n->zero_reg);
}

/* Choose for READ of N a register that nobody reads from there on before it is
   written again, or else one to be given back behind it: the other of its address,
   whose value is rarely a new one, or any.  False if there is none.  */

static bool
choose_fix_register (nest *n, nest_read *read)
{
  HARD_REG_SET used, kept;
  address_parts parts;
  const nest_ref *ref = &n->refs[read->ref];

  CLEAR_HARD_REG_SET (kept);
  add_kept (n, read, &kept);
  used = kept;
  add_live_before (ref->insn, &used);
  read->fix_reg = next_free_register (used, true);
  if (read->fix_reg >= 0 || JUMP_P (ref->insn))
    return read->fix_reg >= 0;
  add_mentioned (n, ref->insn, true, &kept);
  read->borrowed_p = true;
  read->fix_reg = next_free_register (kept, true);
  if (target_decompose (ref->addr, &parts) && parts.base >= 0
      && !TEST_HARD_REG_BIT (kept, parts.base))
    read->fix_reg = parts.base;
  return read->fix_reg >= 0;
}

/* Choose for the reads of N that need one the register of what is added;
   false if there is none.  LOOSE are those that the replay copy uses.  */

static bool
choose_fix_registers (nest *n, HARD_REG_SET *loose)
{
  int everywhere = -2;

  for (unsigned i = 0; i < n->reads.length (); i++)
    if (n->reads[i].wait_reg >= 0)
      {
	nest_read *read = &n->reads[i];
	if (everywhere == -2)
	  everywhere = take_register (loose);
	read->fix_reg = everywhere;
	if (everywhere < 0 && !choose_fix_register (n, read))
	  return false;
      }
  return true;
}

/* Choose the registers of N's replay copy; false if there are none.  */

static bool
choose_registers (nest *n)
{
  HARD_REG_SET used, loose;

  used_registers (n, false, &used);
  used_registers (n, true, &loose);
  n->stream_reg = take_register (&used);
  if (n->stream_reg < 0)
    n->stream_reg = take_register (&loose);
  else
    SET_HARD_REG_BIT (loose, n->stream_reg);
  if (n->stream_reg < 0 && n->waits.is_empty ())
    n->stream_reg = n->zero_reg;
  return n->stream_reg >= 0 && choose_fix_registers (n, &loose);
}

/* The general registers, by bit, that N's replay copy leaves with values of its
   own, beside the stream's.  */

unsigned
fix_registers (const nest *n)
{
  unsigned regs = 0;

  for (unsigned i = 0; i < n->reads.length (); i++)
    if (n->reads[i].fix_reg >= 0 && !n->reads[i].borrowed_p)
      regs |= 1u << target_encoding (n->reads[i].fix_reg);
  return regs;
}

/* The address in N's replay copy of the load READ.  */

static rtx
read_address (const nest *n, const nest_read *read)
{
  if (read->wait_reg < 0)
    return plus_constant (Pmode, gen_rtx_REG (Pmode, n->stream_reg),
			  read->offset);
  rtx wait = gen_rtx_REG (Pmode, read->wait_reg);
  if (read->scale > 1)
    wait = gen_rtx_MULT (Pmode, wait, GEN_INT (read->scale));
  return plus_constant (Pmode,
			gen_rtx_PLUS (Pmode, wait,
				      gen_rtx_REG (Pmode, read->fix_reg)),
			read->disp);
}

/* The pattern that the instruction of READ has in N's replay copy; NULL if
   there is no such instruction.  */

static rtx
read_pattern (const nest *n, const nest_read *read)
{
  const nest_ref *ref = &n->refs[read->ref];

  return redirected_pattern (ref->insn, ref, read_address (n, read));
}

/* True if N's replay copy has the stream's address in the register that holds
   zero in the bound copy.  */

bool
stream_for_zero_p (const nest *n)
{
  return n->stream_reg >= 0 && n->stream_reg == n->zero_reg;
}

/* The zero index of N's replay copy, while that lives.  */

class replay_zero
{
public:
  replay_zero (nest *n) : m_nest (n), m_saved (n->zero_reg)
  {
    if (stream_for_zero_p (n))
      n->zero_reg = -1;
  }
  ~replay_zero ()
  {
    m_nest->zero_reg = m_saved;
  }

private:
  nest *m_nest;
  int m_saved;
};

/* True if the redirected references of N can use their slots in the replay
   copy, too, where these may have no index.  */

static bool
slots_fit_p (nest *n)
{
  replay_zero zero (n);
  unsigned i;
  nest_ref *ref;

  FOR_EACH_VEC_ELT (n->refs, i, ref)
    if (ref->treatment == MEMLB_TREAT_SLOT
	&& !redirected_pattern (ref->insn, ref, slot_address (n, ref)))
      return false;
  return true;
}

/* The pattern of INSN, which moves the register that is the stream's in the
   replay copy, with nothing to be added; NULL if there is no such
   instruction.  */

static rtx
idle_pattern (rtx_insn *insn)
{
  rtx pattern = copy_insn (PATTERN (insn));
  rtx set = GET_CODE (pattern) == PARALLEL ? XVECEXP (pattern, 0, 0) : pattern;

  if (GET_CODE (set) != SET || !REG_P (SET_DEST (set))
      || target_encoding (REGNO (SET_DEST (set))) < 0)
    return NULL_RTX;
  XEXP (SET_SRC (set), 1) = const0_rtx;
  return recog_memoized (make_insn_raw (pattern)) >= 0 ? pattern : NULL_RTX;
}

/* True if all that moves the stream's register in N can be given nothing to
   add.  */

static bool
moves_fit_p (nest *n)
{
  unsigned i;
  basic_block bb;
  rtx_insn *insn;

  FOR_EACH_VEC_ELT (n->blocks, i, bb)
    FOR_BB_INSNS (bb, insn)
      if (NONDEBUG_INSN_P (insn) && moves_p (insn, n->stream_reg)
	  && !idle_pattern (insn))
	return false;
  return true;
}

/* Decide whether N has a replay copy.  Needs slots and use-definition
   chains.  */

void
decide_replay (nest *n)
{
  /* Where registers are borrowed (split-webs.cc) there is none to spare, and
     what a function's control loads have read is not in the stream.  */
  bool good = (target_copies_p (COPY_REPLAY)
	       && n->n_control_varying && n->splits.is_empty ()
	       && n->calls.is_empty () && find_reads (n)
	       && lay_out_records (n) && choose_registers (n));

  for (unsigned i = 0; good && i < n->reads.length (); i++)
    good = read_pattern (n, &n->reads[i]) != NULL_RTX;
  n->replay_p = good && slots_fit_p (n) && moves_fit_p (n);
}

/* Emit after POS what N's replay copy has before the copy of INSN.  Returns
   the last instruction.  */

rtx_insn *
emit_before_read (nest *n, rtx_insn *insn, rtx_insn *pos)
{
  int *index = n->read_of.get (insn);

  if (!index || n->reads[*index].wait_reg < 0)
    return pos;
  return emit_text_after (target_stream_fix (n, &n->reads[*index]), pos);
}

/* Likewise behind it.  */

rtx_insn *
emit_behind_read (nest *n, rtx_insn *insn, rtx_insn *pos)
{
  int *index = n->read_of.get (insn);

  if (!index)
    return pos;
  const nest_read *read = &n->reads[*index];
  if (read->borrowed_p)
    pos = emit_text_after (target_stream_return (n, read), pos);
  if (read->last_p)
    pos = emit_text_after
      (target_stream_step (n, n->record_bytes[read->block]), pos);
  return pos;
}

/* Make COPY, a copy of INSN, an instruction of the replay copy of N.  */

void
make_replay_insn (nest *n, rtx_insn *insn, rtx_insn *copy)
{
  int *index = n->read_of.get (insn);
  replay_zero zero (n);

  if (index)
    set_redirected (insn, copy, read_pattern (n, &n->reads[*index]));
  else if (moves_p (insn, n->stream_reg))
    set_copy_pattern (copy, idle_pattern (insn));
  else
    make_bound_insn (n, insn, copy, false);
}

const char *
write_reads (FILE *f, nest *n)
{
  const char *name = begin_table (f, n, "MEMLBQ", n->reads.length ());

  for (unsigned i = 0; i < n->reads.length (); i++)
    {
      const nest_read *read = &n->reads[i];
      bool waits_p = read->wait_reg >= 0;
      read_fields v = read_fields ();
      v.ref = read->ref;
      v.size = n->refs[read->ref].size;
      v.offset = read->offset;
      v.fix = waits_p ? read->fix : MEMLB_NO_FIX;
      v.reg = waits_p ? target_encoding (read->wait_reg) : MEMLB_NO_REG;
      v.scale = read->scale;
      v.disp = read->disp;
      write_read (f, &v);
    }
  if (name)
    fputs ("\t.popsection\n", f);
  return name;
}
