/* Writing the tables of a nest's descriptor: its references, where they are
   observed, its part of the frame, its webs, and what it calls.
   SPDX-License-Identifier: GPL-3.0-or-later

   include/memlb/abi.def declares their rows.  */

#include "gcc-compat.h"
#include "nest.h"
#include "memlb-target.h"
#include "names.h"
#include "records.h"
#include "callees.h"

/* The assembler expression for constant X, or NULL for none.  */

static const char *
constant_text (rtx x)
{
  char *text = NULL;
  size_t size;

  if (!x)
    return NULL;
  FILE *f = open_memstream (&text, &size);
  output_addr_const (f, x);
  fclose (f);
  const char *result = ggc_strdup (text);
  free (text);
  return result;
}

/* The class of the elements of MODE; their size goes to *SIZE.  */

static unsigned
element_class (machine_mode mode, HOST_WIDE_INT *size)
{
  scalar_mode inner = GET_MODE_INNER (mode);

  *size = GET_MODE_SIZE (inner);
  if (inner == SFmode || inner == DFmode)
    return MEMLB_ELEM_FLOAT;
  return (INTEGRAL_MODE_P (inner) && *size <= 8
	  ? MEMLB_ELEM_INT : MEMLB_ELEM_OTHER);
}

/* Write the reference REF of N.  */

void
write_nest_ref (FILE *f, const nest *n, const nest_ref *ref)
{
  ref_fields v = ref_fields ();

  if (INSN_HAS_LOCATION (ref->insn))
    {
      expanded_location where
	= expand_location (INSN_LOCATION (ref->insn));
      v.line = where.line;
      v.column = where.column;
    }
  v.size = ref->size;
  v.kind = ref->kind;
  if (ref->innermost)
    v.kind |= MEMLB_REF_INNERMOST;
  if (ref->no_carry)
    v.kind |= MEMLB_REF_NO_CARRY;
  v.treatment = ref->treatment;
  if (MEM_P (ref->mem))
    v.elem = element_class (GET_MODE (ref->mem), &v.elem_size);
  else
    {
      v.elem = MEMLB_ELEM_OTHER;
      v.elem_size = 1;
    }
  v.web = v.value_web = MEMLB_NO_WEB;
  if (ref->slot >= 0)
    {
      v.slot = n->slots[ref->slot].offset;
      v.web = n->slots[ref->slot].web;
      v.value_web = ref->value_web;
    }
  v.array = write_string (f, ref_array_name (ref));
  v.name = write_string (f, ref_source_name (ref));
  write_ref (f, &v);
}

const char *
begin_table (FILE *f, nest *n, const char *kind, unsigned rows)
{
  if (!rows)
    return NULL;
  const char *name = target_local_name (kind, n->id);
  push_section (f, "memlb_tables");
  fprintf (f, "%s:\n", name);
  return name;
}

/* Write the references of N; returns the table's name.  */

const char *
write_refs (FILE *f, nest *n)
{
  const char *name = begin_table (f, n, "MEMLBR", n->refs.length ());

  for (unsigned i = 0; i < n->refs.length (); i++)
    write_nest_ref (f, n, &n->refs[i]);
  if (name)
    fputs ("\t.popsection\n", f);
  return name;
}

/* Write the observation points of N; returns the table's name.  */

const char *
write_points (FILE *f, nest *n)
{
  const char *name = begin_table (f, n, "MEMLBP", n->points.length ());

  for (unsigned i = 0; i < n->points.length (); i++)
    {
      point_fields v = point_fields ();
      v.first_addr = n->points[i].first_addr;
      v.n_addrs = n->points[i].n_addrs;
      v.block = n->points[i].block;
      v.record_bytes = n->points[i].record_bytes;
      v.original = label_name (n->point_labels[i]);
      write_point (f, &v);
    }
  if (name)
    fputs ("\t.popsection\n", f);
  return name;
}

/* Write the observed addresses of N; returns the table's name.  */

const char *
write_addrs (FILE *f, nest *n)
{
  const char *name = begin_table (f, n, "MEMLBA", n->addrs.length ());

  for (unsigned i = 0; i < n->addrs.length (); i++)
    {
      addr_fields v = addr_fields ();
      v.ref = n->addrs[i].ref;
      v.base = n->addrs[i].base;
      v.index = n->addrs[i].index;
      v.scale = n->addrs[i].scale;
      v.disp = n->addrs[i].disp;
      v.symbol = constant_text (n->addr_symbols[i]);
      write_addr (f, &v);
    }
  if (name)
    fputs ("\t.popsection\n", f);
  return name;
}

/* Write the frame ranges of N; returns the table's name.  */

const char *
write_ranges (FILE *f, nest *n)
{
  unsigned i, copied = n->ranges.length (), all = copied + n->moved.length ();
  const char *name = begin_table (f, n, "MEMLBF",
				  all + n->frame_pointers.length ());
  frame_pointer *pointer;

  for (i = 0; i < all; i++)
    {
      const frame_range *range
	= i < copied ? &n->ranges[i] : &n->moved[i - copied];
      range_fields v = range_fields ();
      v.offset = range->start;
      v.size = range->end - range->start;
      v.from_fp = range->from_fp;
      v.moved = i < copied ? 0 : MEMLB_MOVED_OBJECT;
      write_range (f, &v);
    }
  FOR_EACH_VEC_ELT (n->frame_pointers, i, pointer)
    {
      range_fields v = range_fields ();
      v.offset = pointer->place;
      v.from_fp = pointer->from_fp;
      v.moved = pointer->kind;
      write_range (f, &v);
    }
  if (name)
    fputs ("\t.popsection\n", f);
  return name;
}

/* Write the frame values of N; returns the table's name.  */

const char *
write_fvalues (FILE *f, nest *n)
{
  const char *name = begin_table (f, n, "MEMLBV", n->fvalues.length ());

  for (unsigned i = 0; i < n->fvalues.length (); i++)
    {
      fvalue_fields v = fvalue_fields ();
      v.offset = n->fvalues[i].start;
      v.from_fp = n->fvalues[i].from_fp;
      write_fvalue (f, &v);
    }
  if (name)
    fputs ("\t.popsection\n", f);
  return name;
}

/* Write the address webs of N; returns the table's name.  */

const char *
write_webs (FILE *f, nest *n)
{
  const char *name = begin_table (f, n, "MEMLBW", n->webs.length ());

  for (unsigned i = 0; i < n->webs.length (); i++)
    {
      web_fields v = web_fields ();
      v.index = n->webs[i].role == WEB_INDEX;
      v.lead = n->webs[i].lead;
      v.offset = n->webs[i].offset;
      write_web (f, &v);
    }
  if (name)
    fputs ("\t.popsection\n", f);
  return name;
}

/* How many wide references of N have slots that no web is the base of.  */

unsigned
count_wide_unplaced (const nest *n)
{
  unsigned count = 0;

  for (unsigned i = 0; i < n->refs.length (); i++)
    count += (n->refs[i].slot >= 0 && n->refs[i].size >= 16
	      && n->refs[i].kind != MEMLB_REF_PREFETCH
	      && n->slots[n->refs[i].slot].web < 0);
  return count;
}

/* Write the table of N's callees, whose addresses the loader fills in;
   returns its name.  */

const char *
write_callees (FILE *f, nest *n)
{
  const char *name = begin_table (f, n, "MEMLBC", n->callees.length ());

  for (unsigned i = 0; i < n->callees.length (); i++)
    fprintf (f, "\t.quad\t%s\n", constant_text (n->callees[i]));
  if (name)
    fputs ("\t.popsection\n", f);
  return name;
}

/* Write the table of the functions that N calls copies of; returns its
   name.  */

const char *
write_calls (FILE *f, nest *n)
{
  const char *name = begin_table (f, n, "MEMLBK", n->calls.length ());

  for (unsigned i = 0; i < n->calls.length (); i++)
    {
      call_fields v = call_fields ();
      if (n->results.contains (n->calls[i]))
	v.flags |= MEMLB_CALL_RESULT;
      if (n->loose.contains (n->calls[i]))
	v.flags |= MEMLB_CALL_LOOSE;
      if (n->passing.contains (n->calls[i]))
	v.flags |= MEMLB_CALL_PASSING;
      if (n->calls[i] == pc_rtx)
	{
	  v.flags |= MEMLB_CALL_POINTER;
	  v.function = v.callee = "0";
	  write_call (f, &v);
	  continue;
	}
      if (CONST_INT_P (n->calls[i]))
	{
	  v.flags |= INTVAL (n->calls[i]);
	  v.function = v.callee = "0";
	  write_call (f, &v);
	  continue;
	}
      if (GET_CODE (n->calls[i]) == PLUS)
	{
	  rtx symbol = XEXP (n->calls[i], 0);
	  v.flags |= INTVAL (XEXP (n->calls[i], 1));
	  v.name = write_string (f, targetm.strip_name_encoding (XSTR (symbol, 0)));
	  v.function = constant_text (symbol);
	  v.callee = "0";
	  write_call (f, &v);
	  continue;
	}
      tree decl = followed_function (n->calls[i]);
      v.name = write_string (f, callee_name (decl, ""));
      v.function = constant_text (n->calls[i]);
      v.callee = callee_name (decl, ".memlb_callee");
      expect_callee (f, decl, v.callee);
      write_call (f, &v);
    }
  if (name)
    fputs ("\t.popsection\n", f);
  return name;
}
