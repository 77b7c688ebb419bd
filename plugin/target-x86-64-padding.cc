/* Padding of gates, for x86-64.
   SPDX-License-Identifier: GPL-3.0-or-later

   A jump over a gate may need six bytes where the plain build's needs two, and
   a pad behind a nest ends with a jump of its own.  What follows would lie
   elsewhere modulo 16, and an alignment that GCC asks for only where it costs
   little (".p2align 4,,10") would come out differently:

	    test  n, n			    test  n, n
	    jle   2f	# 2 bytes	    jle   2f	# 6 bytes
	...			==>	...
					    gate	# 48 bytes
					    .nops 12
	    .p2align 4,,10		    .p2align 4,,10
	1:  loop			1:  loop

   So each gate ends with as many bytes of nops as bring what follows to where
   it lies in the plain build, modulo 16, unless nothing there is aligned or
   repeated before the next nops; a gate that lets an entry pass jumps over them.
   So do aligned labels begin that nothing falls into.  The assembler
   cannot tell how many: its own choice of the jumps depends on them.  Both layouts
   are therefore worked out here, from the
   lengths that "shorten" has left, as the assembler would do it: jumps begin
   short, and those that do not reach get longer, until all reach.  Lengths that
   are not quite right do no harm but where a jump just reaches.  */

#include "gcc-compat.h"
#include "output.h"
#include "nest.h"
#include "memlb-target.h"
#include "target-x86-64.h"
#include "target-x86-64-layout.h"

/* Insns with these numbers were inserted into the current function.  */
static int first_inserted, end_inserted;

void
target_note_inserted (int first, int end)
{
  first_inserted = first;
  end_inserted = end;
}

const char **
asm_template (rtx_insn *insn)
{
  rtx body = PATTERN (insn);

  if (GET_CODE (body) == ASM_INPUT)
    return &XSTR (body, 0);
  body = extract_asm_operands (body);
  return body ? &ASM_OPERANDS_TEMPLATE (body) : NULL;
}

static bool
inserted_p (rtx_insn *insn)
{
  return IN_RANGE (INSN_UID (insn), first_inserted, end_inserted - 1);
}

/* The mark in INSN, which is not a label, or NULL.  */

static const char *
pad_mark (rtx_insn *insn)
{
  const char **text = inserted_p (insn) ? asm_template (insn) : NULL;

  return text ? strstr (*text, PAD_MARK) : NULL;
}

/* INSN as a piece; its targets are found later.  */

static piece
make_piece (rtx_insn *insn)
{
  piece p = { insn, inserted_p (insn), false, NULL, 0, 0, -1, -1, 0, 0, 0, 0, -1,
	      -1, 0, 0 };

  if (LABEL_P (insn))
    return p;
  if ((p.pad = pad_mark (insn)))
    p.bytes = atoi (p.pad + strlen (PAD_MARK));
  else if (JUMP_P (insn) && JUMP_LABEL (insn) && LABEL_P (JUMP_LABEL (insn))
	   && (simplejump_p (insn) || any_condjump_p (insn)))
    {
      p.bytes = 2;
      p.long_bytes = simplejump_p (insn) ? 5 : 6;
    }
  else
    p.bytes = get_attr_length (insn);
  return p;
}

/* The section that begins with INSN: returns the first insn of the next one, or
   NULL, and the last insn of the original, or NULL, in *LAST.  */

static rtx_insn *
end_of_section (rtx_insn *insn, rtx_insn **last)
{
  for (*last = NULL; insn; insn = NEXT_INSN (insn))
    if (NOTE_P (insn)
	&& NOTE_KIND (insn) == NOTE_INSN_SWITCH_TEXT_SECTIONS)
      return NEXT_INSN (insn);
    else if (NONDEBUG_INSN_P (insn) && !inserted_p (insn))
      *last = insn;
  return NULL;
}

/* Collect the pieces from INSN to LAST and of the pads that follow; of the copies
   up to END only the gates, which have nothing behind them that must lie as in the
   plain build.  Returns how many are not copies'.  */

static unsigned
collect (layout *pieces, rtx_insn *insn, rtx_insn *last, rtx_insn *end)
{
  bool behind_p = !last, copies_p = false;
  unsigned n = 0;

  for (; insn != end; insn = NEXT_INSN (insn))
    {
      bool label_p = LABEL_P (insn);
      if (!label_p
	  && (!NONDEBUG_INSN_P (insn) || GET_CODE (PATTERN (insn)) == USE
	      || GET_CODE (PATTERN (insn)) == CLOBBER))
	continue;
      bool gate_p = !label_p && pad_mark (insn);
      copies_p |= behind_p && !label_p && !gate_p && !simplejump_p (insn);
      if (!copies_p || gate_p)
	{
	  pieces->safe_push (make_piece (insn));
	  pieces->last ().behind_p = behind_p;
	}
      if (!copies_p)
	n = pieces->length ();
      behind_p |= insn == last;
    }
  return n;
}

/* Where a jump to LABEL led before anything was inserted: past a gate, and past
   the jump behind it.  */

static rtx_insn *
plain_target (rtx_insn *label)
{
  rtx_insn *insn = label;

  while (insn && (!INSN_P (insn) || inserted_p (insn))
	 && (!LABEL_P (insn) || inserted_p (insn)))
    insn = (JUMP_P (insn) && simplejump_p (insn) ? JUMP_LABEL_AS_INSN (insn)
	    : NEXT_INSN (insn));
  return insn;
}

/* The piece of INSN by AT, or -1.  */

static int
piece_of (hash_map<rtx_insn *, int> *at, rtx_insn *insn)
{
  int *i = insn ? at->get (insn) : NULL;

  return i ? *i : -1;
}

static void
find_targets (layout *pieces)
{
  hash_map<rtx_insn *, int> at;
  unsigned i;
  piece *p;

  FOR_EACH_VEC_ELT (*pieces, i, p)
    at.put (p->insn, i);
  FOR_EACH_VEC_ELT (*pieces, i, p)
    if (p->long_bytes)
      {
	rtx_insn *label = JUMP_LABEL_AS_INSN (p->insn);
	p->target = piece_of (&at, label);
	if (!p->inserted_p)
	  p->plain_target = piece_of (&at, plain_target (label));
      }
}

/* ADDRESS after the alignments that GCC asks for before LABEL, of which the
   second follows only a first.  */

static HOST_WIDE_INT
aligned (HOST_WIDE_INT address, rtx_insn *label)
{
  align_flags align = label_to_alignment (label);

  for (unsigned i = 0; i < 2 && align.levels[0].log; i++)
    {
      int size = 1 << align.levels[i].log, skip = align.levels[i].maxskip;
      int fill = -address & (size - 1);
      if (!skip || fill <= skip)
	address += fill;
    }
  return address;
}

/* True if a short jump reaches DISTANCE bytes from its own address.  */

static bool
near_p (HOST_WIDE_INT distance)
{
  return IN_RANGE (distance - 2, -128, 127);
}

/* True if nothing falls into LABEL and GCC aligns it.  */

static bool
free_label_p (rtx_insn *label)
{
  rtx_insn *before = PREV_INSN (label);

  while (before && NOTE_P (before))
    before = PREV_INSN (before);
  return (before && BARRIER_P (before)
	  && label_to_alignment (label).levels[0].log);
}

/* True if P is a label that gets nops of its own.  */

static bool
padded_label_p (const piece *p)
{
  return LABEL_P (p->insn) && !p->inserted_p && free_label_p (p->insn);
}

/* True if what follows PIECES[I] may lie anywhere: nothing there is aligned or
   repeated before the next nops bring it back to where it lies in the plain
   build.  */

static bool
once_p (const layout *pieces, unsigned i)
{
  for (; i < pieces->length (); i++)
    {
      const piece *p = &(*pieces)[i];
      if (padded_label_p (p) || (p->pad && p->place < 0))
	return true;
      if (LABEL_P (p->insn)
	  ? label_to_alignment (p->insn).levels[0].log != 0
	  : p->long_bytes && IN_RANGE (p->target, 0, (int) i))
	return false;
    }
  return true;
}

/* Give the gate PIECES[I] as many bytes that what follows what was inserted
   there lies as in PLAIN, modulo 16, if that matters.  */

static void
pad (layout *pieces, unsigned i, HOST_WIDE_INT plain)
{
  piece *p = &(*pieces)[i];
  HOST_WIDE_INT end = p->address + p->bytes;

  if (p->behind_p || once_p (pieces, i + 1))
    {
      p->padding = p->more;
      return;
    }
  for (i++; i < pieces->length () && (*pieces)[i].inserted_p
	    && (*pieces)[i].long_bytes; i++)
    end += (*pieces)[i].bytes;
  p->padding = ((plain - end) & 15) + p->more;
}

/* Work out where PIECES lie in the plain build and leave the addresses in
   PLAIN.  */

static void
lay_out_plain (layout *pieces, HOST_WIDE_INT *plain)
{
  bool again;
  unsigned i;
  piece *p;

  FOR_EACH_VEC_ELT (*pieces, i, p)
    if (p->long_bytes)
      p->bytes = p->plain_target < 0 ? p->long_bytes : 2;
  do
    {
      HOST_WIDE_INT address = 0;
      FOR_EACH_VEC_ELT (*pieces, i, p)
	{
	  if (LABEL_P (p->insn) && !p->inserted_p)
	    address = aligned (address, p->insn);
	  plain[i] = address;
	  if (!p->inserted_p)
	    address += p->bytes;
	}
      again = false;
      FOR_EACH_VEC_ELT (*pieces, i, p)
	if (p->long_bytes > p->bytes
	    && !near_p (plain[p->plain_target] - plain[i]))
	  {
	    p->bytes = p->long_bytes;
	    again = true;
	  }
    }
  while (again);
  FOR_EACH_VEC_ELT (*pieces, i, p)
    p->plain_bytes = p->bytes;
}

/* Let the gate MOVED, and the jump back, lie at ADDRESS; returns their
   length.  */

static int
lay_out_moved (piece *moved, HOST_WIDE_INT address)
{
  moved->moved_address = address;
  return moved->bytes + moved->back_bytes;
}

/* Let the jumps of the gate MOVED be as long as they must; returns true if one has
   become longer, and sets *NEAR_P to false if the short one does not reach.  */

static bool
lengthen_moved (piece *moved, bool *near)
{
  HOST_WIDE_INT back = moved->moved_address + moved->bytes;

  *near &= near_p (moved->moved_address - moved->address);
  if (moved->back_bytes > 2 || near_p (moved->address + 2 - back))
    return false;
  moved->back_bytes = 5;
  return true;
}

/* Let all jumps of PIECES be short, but those that lead elsewhere.  */

static void
begin_short (layout *pieces)
{
  unsigned i;
  piece *p;

  FOR_EACH_VEC_ELT (*pieces, i, p)
    {
      if (p->long_bytes)
	p->bytes = p->target < 0 ? p->long_bytes : 2;
      p->back_bytes = 2;
    }
}

/* Give PIECES addresses, with jumps as long as they are; and, if PLAIN is not
   NULL, the padding that they then need.  */

static void
set_addresses (layout *pieces, const HOST_WIDE_INT *plain)
{
  HOST_WIDE_INT address = 0;
  unsigned i;
  piece *p;

  FOR_EACH_VEC_ELT (*pieces, i, p)
    {
      if (LABEL_P (p->insn))
	address = aligned (address, p->insn);
      if (padded_label_p (p))
	{
	  if (plain)
	    p->padding = (plain[i] - address) & 15;
	  address += p->padding;
	}
      p->address = address;
      if (p->pad && p->place < 0)
	{
	  if (plain)
	    pad (pieces, i, plain[i]);
	  address += p->padding;
	}
      address += p->place < 0 ? p->bytes : 2;
      if (p->moved >= 0)
	address += lay_out_moved (&(*pieces)[p->moved], address);
    }
}

/* Lengthen the jumps of PIECES that do not reach; true if there are any.  Sets
   *NEAR to false if a jump to a moved gate does not reach.  */

static bool
lengthen (layout *pieces, bool *near)
{
  bool any = false;
  unsigned i;
  piece *p;

  FOR_EACH_VEC_ELT (*pieces, i, p)
    if (p->place >= 0)
      any |= lengthen_moved (p, near);
    else if (p->long_bytes > p->bytes
	     && !near_p ((*pieces)[p->target].address - p->address))
      {
	p->bytes = p->long_bytes;
	any = true;
      }
  return any;
}

/* Padding follows from how long jumps are, and they from it, so that the assembler
   may find short enough what is long here.  Give a gate that such a jump leads over
   16 bytes more; true if there is one.  */

static bool
separate (layout *pieces)
{
  auto_vec<int> bytes;
  bool near = true;
  unsigned i;
  piece *p;

  FOR_EACH_VEC_ELT (*pieces, i, p)
    bytes.safe_push (p->bytes);
  begin_short (pieces);
  do
    set_addresses (pieces, NULL);
  while (lengthen (pieces, &near));
  FOR_EACH_VEC_ELT (*pieces, i, p)
    if (p->bytes < bytes[i])
      for (unsigned j = MIN (i, (unsigned) p->target);
	   j < MAX (i, (unsigned) p->target); j++)
	if ((*pieces)[j].pad && (*pieces)[j].place < 0)
	  {
	    (*pieces)[j].more += 16;
	    return true;
	  }
  return false;
}

bool
lay_out (layout *pieces, const HOST_WIDE_INT *plain)
{
  bool near = true;
  unsigned i;
  piece *p;

  FOR_EACH_VEC_ELT (*pieces, i, p)
    p->padding = p->more = 0;
  for (int tries = 0; near && tries < 4; tries++)
    {
      begin_short (pieces);
      do
	set_addresses (pieces, plain);
      while (lengthen (pieces, &near) && near);
      if (!separate (pieces))
	break;
    }
  return near;
}

/* Replace the mark in the text of P, a gate, by its padding.  */

static void
write_padding (piece *p)
{
  const char **text = asm_template (p->insn);
  const char *rest = p->pad + strlen (PAD_MARK);
  char *head = xstrndup (*text, p->pad - *text);

  rest += strspn (rest, " 0123456789");
  char *whole = (p->padding
		 ? xasprintf ("%s.nops\t%d%s", head, p->padding, rest)
		 : concat (head, rest, NULL));
  *text = ggc_strdup (whole);
  free (head);
  free (whole);
}

/* Pad the section that begins with INSN.  Returns the next one's first insn.  */

static rtx_insn *
pad_section (rtx_insn *insn)
{
  layout pieces;
  auto_vec<HOST_WIDE_INT> plain;
  rtx_insn *last, *end = end_of_section (insn, &last);
  unsigned n = collect (&pieces, insn, last, end), i;
  piece *p;

  for (i = n; i < pieces.length (); i++)
    write_padding (&pieces[i]);
  pieces.truncate (n);
  find_targets (&pieces);
  plain.safe_grow_cleared (n + 1);
  lay_out_plain (&pieces, plain.address ());
  lay_out (&pieces, plain.address ());
  FOR_EACH_VEC_ELT (pieces, i, p)
    if (p->pad)
      try_places (&pieces, i, plain.address ());
  FOR_EACH_VEC_ELT (pieces, i, p)
    if (p->place >= 0)
      emit_moved (p, &pieces[p->place]);
    else if (p->pad)
      write_padding (p);
    else if (p->padding)
      pad_label (as_a <rtx_code_label *> (p->insn), p->padding);
  return end;
}

void
target_pad_gates (void)
{
  rtx_insn *insn = get_insns ();

  while (insn && first_inserted < end_inserted)
    insn = pad_section (insn);
  first_inserted = end_inserted = 0;
}
