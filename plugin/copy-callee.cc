/* The bound copy of a function: its instructions and its descriptor.
   SPDX-License-Identifier: GPL-3.0-or-later

   They are the original's but for references that have slots and for calls of
   the mathematical library; copy-procedure.cc copies them.  In front of them
   pointer arguments are folded.  None writes to the program's memory.  */

#include "gcc-compat.h"
#include "nest.h"
#include "callees.h"
#include "memlb-target.h"
#include "records.h"

/* Free C.  */

void
free_callee (callee *c)
{
  free_nest (c->n);
  delete c;
}

/* True if the store to MEM by the copy of INSN in C stays on the private
   stack.  */

static bool
private_store_p (callee *c, rtx_insn *insn, const_rtx mem)
{
  rtx addr = XEXP (mem, 0);
  HOST_WIDE_INT offset;
  bool from_fp;

  return (GET_CODE (addr) == SCRATCH || GET_CODE (addr) == PRE_DEC
	  || frame_address_p (addr, &offset, &from_fp)
	  || c->folded.contains (insn));
}

/* Check that COPY, of INSN in C, writes nothing of the program's.  */

static void
verify_callee_insn (callee *c, rtx_insn *insn, rtx_insn *copy)
{
  struct check { callee *c; rtx_insn *insn; } data = { c, insn };

  note_stores (copy, [] (rtx dest, const_rtx, void *data)
    {
      check *d = (check *) data;
      while (GET_CODE (dest) == SUBREG || GET_CODE (dest) == ZERO_EXTRACT
	     || GET_CODE (dest) == STRICT_LOW_PART)
	dest = XEXP (dest, 0);
      if (MEM_P (dest))
	gcc_assert (private_store_p (d->c, d->insn, dest));
    }, &data);
}

/* Make COPY, a copy of INSN, an instruction of C.  */

void
make_callee_insn (callee *c, rtx_insn *insn, rtx_insn *copy)
{
  int *index = c->n->ref_of.get (insn);

  if (real_call_p (insn))
    call_through_table (c->n, copy);
  else if (index && c->n->refs[*index].slot >= 0)
    {
      const nest_ref *ref = &c->n->refs[*index];
      rtx pattern
	= redirected_pattern (insn, ref, callee_slot_address (c, ref));
      gcc_assert (pattern);
      set_redirected (insn, copy, pattern);
    }
  if (flag_checking)
    verify_callee_insn (c, insn, copy);
}

/* Write the references of C that have slots; returns the table's name.  */

static const char *
write_slot_refs (FILE *f, callee *c, unsigned *count)
{
  nest *n = c->n;
  unsigned i, rows = 0;
  nest_ref *ref;

  FOR_EACH_VEC_ELT (n->refs, i, ref)
    rows += ref->slot >= 0;
  const char *name = begin_table (f, n, "MEMLBR", rows);
  FOR_EACH_VEC_ELT (n->refs, i, ref)
    if (ref->slot >= 0)
      write_nest_ref (f, n, ref);
  if (name)
    fputs ("\t.popsection\n", f);
  *count = rows;
  return name;
}

/* Write the descriptor of C to F.  */

void
describe_callee (FILE *f, callee *c)
{
  tree decl = current_function_decl;
  callee_fields v = callee_fields ();
  unsigned rows;

  v.abi_version = MEMLB_ABI_VERSION;
  v.struct_size = sizeof (struct memlb_callee);
  v.flags = c->flags;
  v.slot_off = c->slot_off;
  v.slot_bytes = c->slot_bytes;
  /* The function's code ends with the copy.  */
  v.bound_entry = callee_name (decl, ".memlb");
  fprintf (f, "\t.size\t%s, .-%s\n", v.bound_entry, v.bound_entry);
  v.refs = write_slot_refs (f, c, &rows);
  v.n_refs = rows;
  write_callees (f, c->n);
  v.function
    = label_name (as_a <rtx_code_label *> (block_label (c->n->header)));
  const char *name = callee_name (decl, ".memlb_callee");
  push_section (f, "memlb_tables");
  write_callee_binding (f, decl, name);
  fprintf (f, "\t.type\t%s, @object\n%s:\n", name, name);
  write_callee (f, &v);
  fprintf (f, "\t.size\t%s, .-%s\n\t.popsection\n", name, name);
}
