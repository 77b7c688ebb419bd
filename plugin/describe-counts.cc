/* Writing what a nest's counters count: its blocks and edges.
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "gcc-compat.h"
#include "nest.h"
#include "records.h"

/* Set the lines of V to those of block BB of N: of its instructions that come
   from the source loop, if there are any, else of all in its file.  */

static void
find_lines (const nest *n, basic_block bb, block_fields *v)
{
  rtx_insn *insn;

  for (int inside = 1; inside >= 0 && !v->line; inside--)
    FOR_BB_INSNS (bb, insn)
      if (NONDEBUG_INSN_P (insn) && INSN_HAS_LOCATION (insn))
	{
	  expanded_location where = expand_location (INSN_LOCATION (insn));
	  if (where.line <= 0 || !where.file || !n->file
	      || strcmp (where.file, n->file)
	      || (inside && !IN_RANGE (where.line, n->line, n->end_line)))
	    continue;
	  if (!v->line || where.line < v->line)
	    v->line = where.line;
	  v->end_line = MAX (v->end_line, where.line);
	}
}

/* Set the facts of V to those of BLOCK.  */

static void
fill_facts (const nest_count_block *block, block_fields *v)
{
  const block_facts *facts = &block->facts;

  v->insns = facts->insns;
  v->loads = facts->loads;
  v->stores = facts->stores;
  v->bytes_read = facts->bytes_read;
  v->bytes_written = facts->bytes_written;
  v->bytes_masked = facts->bytes_masked;
  v->branches = facts->branches;
  v->divisions = facts->divisions;
  v->calls = facts->calls;
  v->flops = facts->flops;
  v->flops_masked = facts->flops_masked;
  v->flops_half = facts->precision[FACT_HALF];
  v->flops_single = facts->precision[FACT_SINGLE];
  v->flops_double = facts->precision[FACT_DOUBLE];
  v->flops_extended = facts->precision[FACT_EXTENDED];
  v->flops_128 = facts->width[FACT_128];
  v->flops_256 = facts->width[FACT_256];
  v->flops_512 = facts->width[FACT_512];
}

/* The assembler name of the function that CALL calls, or NULL.  */

static const char *
callee_name (rtx_insn *call)
{
  rtx symbol = called_symbol (call);
  tree decl = symbol ? SYMBOL_REF_DECL (symbol) : NULL_TREE;

  if (!symbol)
    return NULL;
  if (decl && TREE_CODE (decl) == FUNCTION_DECL)
    {
      /* `f.localalias' is f.  */
      cgraph_node *node = cgraph_node::get (decl);
      if (node && node->alias && node->analyzed)
	decl = node->ultimate_alias_target ()->decl;
      return targetm.strip_name_encoding
	(IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (decl)));
    }
  return targetm.strip_name_encoding (XSTR (symbol, 0));
}

/* Let V tell which function CALL calls.  */

static void
fill_callee (FILE *f, rtx_insn *call, block_fields *v)
{
  v->callee = write_string (f, callee_name (call));
  if (!v->callee)
    v->flags |= MEMLB_BLOCK_INDIRECT;
}

const char *
write_block_table (FILE *f, nest *n)
{
  const char *name = begin_table (f, n, "MEMLBB", n->blocks.length ());
  unsigned i;
  basic_block bb;

  FOR_EACH_VEC_ELT (n->blocks, i, bb)
    {
      const nest_count_block *block = &n->count_blocks[i];
      block_fields v = block_fields ();
      find_lines (n, bb, &v);
      fill_facts (block, &v);
      v.head = block->head;
      v.ideal = block->ideal;
      v.ideal_chain = block->ideal_chain;
      v.least = block->least;
      v.least_chain = block->least_chain;
      v.depth = block->depth;
      v.flags = ((block->header_p ? MEMLB_BLOCK_HEADER : 0)
		 | (block->top_tested_p ? MEMLB_BLOCK_TOP_TESTED : 0));
      v.counter = block->counter;
      if (block->call)
	fill_callee (f, block->call, &v);
      v.original = label_name (as_a <rtx_code_label *> (block_label (bb)));
      write_block (f, &v);
    }
  if (name)
    fputs ("\t.popsection\n", f);
  return name;
}

const char *
write_edges (FILE *f, nest *n)
{
  const char *name = begin_table (f, n, "MEMLBG", n->count_edges.length ());
  unsigned i;
  nest_count_edge *edge;

  FOR_EACH_VEC_ELT (n->count_edges, i, edge)
    {
      edge_fields v = edge_fields ();
      v.src = edge->src;
      v.dst = edge->dst;
      v.counter = edge->counter;
      v.flags = ((edge->back_p ? MEMLB_EDGE_BACK : 0)
		 | (edge->cold_p ? MEMLB_EDGE_COLD : 0));
      write_edge (f, &v);
    }
  if (name)
    fputs ("\t.popsection\n", f);
  return name;
}

const char *
write_row_table (FILE *f, nest *n)
{
  const char *name = begin_table (f, n, "MEMLBO", n->rows.length ());

  for (unsigned i = 0; i < n->rows.length (); i++)
    {
      row_fields v = row_fields ();
      v.row = n->rows[i];
      write_row (f, &v);
    }
  if (name)
    fputs ("\t.popsection\n", f);
  return name;
}
