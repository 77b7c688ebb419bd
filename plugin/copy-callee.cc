/* The bound copy of a function: its instructions and its descriptor.
   SPDX-License-Identifier: GPL-3.0-or-later

   They are the original's but for references, which are moved to the mirror, and
   for calls, which lead to bound copies; copy-procedure.cc copies them.  None
   writes to the program's memory.  */

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

/* True if a copy's store to MEM stays on the private stack or in the mirror.  */

static bool
private_store_p (const_rtx mem)
{
  rtx addr = XEXP (mem, 0);

  return (GET_CODE (addr) == SCRATCH || pushed_bytes (mem)
	  || MEM_ADDR_SPACE (mem) == target_mirror_space ()
	  || frame_based_p (addr));
}

/* Check that COPY writes nothing of the program's.  */

static void
verify_callee_insn (rtx_insn *copy)
{
  note_stores (copy, [] (rtx dest, const_rtx, void *)
    {
      while (GET_CODE (dest) == SUBREG || GET_CODE (dest) == ZERO_EXTRACT
	     || GET_CODE (dest) == STRICT_LOW_PART)
	dest = XEXP (dest, 0);
      if (MEM_P (dest))
	gcc_assert (private_store_p (dest));
    }, NULL);
}

/* Make COPY, a copy of INSN, an instruction of C.  */

void
make_callee_insn (callee *c, rtx_insn *insn, rtx_insn *copy)
{
  int *index = c->n->ref_of.get (insn);

  if (real_call_p (insn) && call_row (c->n, insn) >= 0)
    call_copy (c->n, insn, copy);
  else if (real_call_p (insn))
    call_through_table (c->n, copy);
  else if (index && c->n->refs[*index].treatment == MEMLB_TREAT_SLOT)
    {
      rtx pattern = mirror_pattern (insn, &c->n->refs[*index]);
      gcc_assert (pattern);
      set_redirected (insn, copy, pattern);
    }
  if (flag_checking)
    verify_callee_insn (copy);
}

/* Write the descriptor of C to F.  */

void
describe_callee (FILE *f, callee *c)
{
  tree decl = current_function_decl;
  callee_fields v = callee_fields ();

  v.abi_version = MEMLB_ABI_VERSION;
  v.struct_size = sizeof (struct memlb_callee);
  v.flags = c->flags;
  v.stack_bytes = c->stack_bytes;
  v.store_kinds = c->n->store_kinds;
  v.control_kinds = c->n->control_kinds;
  v.refs_mirrored = c->n->n_redirected;
  v.control_varying = c->n_control_varying;
  v.bound_entry = callee_name (decl, ".memlb");
  v.deep_entry = target_deep_name (c->n);
  if (ends_function_p ())
    fprintf (f, "\t.size\t%s, .-%s\n", v.bound_entry, v.bound_entry);
  write_callees (f, c->n);
  v.n_calls = c->n->calls.length ();
  v.calls = write_calls (f, c->n);
  v.function
    = label_name (as_a <rtx_code_label *> (block_label (c->n->header)));
  v.name = write_string (f, callee_name (decl, ""));
  const char *name = callee_name (decl, ".memlb_callee");
  push_section (f, "memlb_tables");
  write_callee_binding (f, decl, name);
  fprintf (f, "\t.type\t%s, @object\n%s:\n", name, name);
  write_callee (f, &v);
  fprintf (f, "\t.size\t%s, .-%s\n\t.popsection\n", name, name);
  callee_row_fields row = callee_row_fields ();
  row.callee = name;
  push_section (f, "memlb_callees");
  write_callee_row (f, &row);
  fputs ("\t.popsection\n", f);
}
