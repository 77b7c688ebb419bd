/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The blocks of a nest in the profile, with what their instructions do, and
   the sums of that over all executions.  */

#include "count.h"
#include "pointers.h"
#include "profile.h"

/* Address AT as the file of module M has it, in hexadecimal.  */

static void
write_address (struct mrt_xml *x, const struct mrt_module *m, const void *at)
{
  char buf[19] = "0x";
  uint64_t address = (uint64_t) at - m->base;
  unsigned n = 2, shift = 60;
  while (shift && !(address >> shift))
    shift -= 4;
  for (;; shift -= 4)
    {
      buf[n++] = "0123456789abcdef"[address >> shift & 15];
      if (!shift)
	break;
    }
  buf[n] = 0;
  mrt_xml_text (x, "address", buf);
}

/* FACT (NAME, FIELD, UNIT): what FIELD of a block tells of each execution,
   and the nest's metric its sum.  */
#define FACTS								\
  FACT ("instructions", insns, "1")					\
  FACT ("loads", loads, "1")						\
  FACT ("stores", stores, "1")						\
  FACT ("bytes-read", bytes_read, "B")					\
  FACT ("bytes-written", bytes_written, "B")				\
  FACT ("bytes-masked", bytes_masked, "B")				\
  FACT ("branches", branches, "1")					\
  FACT ("divisions", divisions, "1")					\
  FACT ("calls", calls, "1")						\
  FACT ("flops", flops, "1")						\
  FACT ("flops-half", flops_half, "1")					\
  FACT ("flops-single", flops_single, "1")				\
  FACT ("flops-double", flops_double, "1")				\
  FACT ("flops-extended", flops_extended, "1")				\
  FACT ("flops-128", flops_128, "1")					\
  FACT ("flops-256", flops_256, "1")					\
  FACT ("flops-512", flops_512, "1")					\
  FACT ("flops-masked", flops_masked, "1")

/* Those that are zero are left out, but for the loads, which say that facts
   are there.  */

static void
write_fact (struct mrt_xml *x, const char *name, uint32_t value, bool always)
{
  if (value || always)
    mrt_xml_number (x, name, value);
}

/* HUNDREDTHS as NAME, if there are any.  */

static void
write_cycles (struct mrt_xml *x, const char *name, uint32_t hundredths)
{
  if (hundredths)
    mrt_xml_real (x, name, hundredths / 100.0);
}

static void
write_facts (struct mrt_xml *x, const struct memlb_block *b)
{
#define FACT(NAME, FIELD, UNIT)						\
  if (&b->FIELD != &b->insns)						\
    write_fact (x, NAME, b->FIELD, &b->FIELD == &b->loads);
  FACTS
#undef FACT
  write_cycles (x, "ideal", b->ideal);
  write_cycles (x, "ideal-chain", b->ideal_chain);
  write_cycles (x, "least", b->least);
  write_cycles (x, "least-chain", b->least_chain);
}

void
mrt_facts_declare (struct mrt_xml *x)
{
#define FACT(NAME, FIELD, UNIT) mrt_metric_declare (x, NAME, UNIT, "sum");
  FACTS
#undef FACT
  mrt_metric_declare (x, "ideal-cycles", "1", "sum");
  mrt_metric_declare (x, "least-cycles", "1", "sum");
  mrt_metric_declare (x, "iterations-min", "1", "min");
  mrt_metric_declare (x, "iterations-max", "1", "max");
  mrt_metric_declare (x, "iterations-entries", "1", "sum");
}

/* Write the sum over all blocks of DESC of the field at OFFSET in them.  */

static void
write_sum (struct mrt_xml *x, const char *name, const struct memlb_nest *desc,
	   const struct mrt_counts *counts, size_t offset)
{
  const char *b = MEMLB_REL (desc->block_table);
  uint64_t sum = 0;
  for (uint32_t i = 0; i < desc->blocks; i++, b += sizeof (struct memlb_block))
    sum += counts->blocks[i] * *(const uint32_t *) (b + offset);
  mrt_metric_write (x, name, sum);
}

void
mrt_facts_write (struct mrt_xml *x, const struct memlb_nest *desc,
		 const struct mrt_counts *counts)
{
#define FACT(NAME, FIELD, UNIT)						\
  write_sum (x, NAME, desc, counts, offsetof (struct memlb_block, FIELD));
  FACTS
#undef FACT
  double ideal, least;
  mrt_counts_ideal (counts, desc, &ideal, &least);
  mrt_metric_write (x, "ideal-cycles", (uint64_t) (ideal + 0.5));
  mrt_metric_write (x, "least-cycles", (uint64_t) least);
  if (counts->looked)
    {
      mrt_metric_write (x, "iterations-min", counts->least);
      mrt_metric_write (x, "iterations-max", counts->most);
      mrt_metric_write (x, "iterations-entries", counts->looked);
    }
}

/* Write how many bytes block BLOCK of DESC passed, by POINTERS.  */

static void
write_passed_bytes (struct mrt_xml *x, const struct memlb_nest *desc,
		    uint32_t block, const struct mrt_pointers *pointers)
{
  for (uint32_t i = 0; i < MRT_MIN (pointers->n, MRT_POINTER_ROWS); i++)
    if (pointers->rows[i].nest == desc->index
	&& pointers->rows[i].block == (block | MEMLB_POINTER_BYTES))
      mrt_xml_number (x, "callee-bytes", pointers->rows[i].calls);
}

/* Write which functions that are counted block BLOCK of DESC called or passed of
   POINTERS.  */

static void
write_targets (struct mrt_xml *x, const struct memlb_nest *desc,
	       uint32_t block, const struct mrt_pointers *pointers)
{
  for (uint32_t i = 0; i < MRT_MIN (pointers->n, MRT_POINTER_ROWS); i++)
    {
      const struct mrt_pointer_row *row = &pointers->rows[i];
      const struct memlb_nest *to
	= row->to ? mrt_nest_desc (&mrt_nests[row->to]) : NULL;
      bool passed = row->block & MEMLB_POINTER_PASSED;
      if (row->nest != desc->index || !to || !row->calls
	  || (row->block & ~MEMLB_POINTER_PASSED) != block)
	continue;
      mrt_xml_open (x, "target");
      mrt_xml_text (x, "name", MEMLB_REL (to->asm_name));
      mrt_xml_text (x, "file", MEMLB_REL (to->file));
      mrt_xml_number (x, passed ? "passed" : "calls", row->calls);
      mrt_xml_close (x);
    }
}

void
mrt_counts_write (struct mrt_xml *x, const struct mrt_module *m,
		  const struct memlb_nest *desc,
		  const struct mrt_counts *counts,
		  const struct mrt_pointers *pointers)
{
  const struct memlb_block *b = MEMLB_REL (desc->block_table);
  for (uint32_t i = 0; i < desc->blocks; i++, b++)
    {
      mrt_xml_open (x, "block");
      mrt_xml_number (x, "id", i + 1);
      if (b->line > 0)
	mrt_xml_number (x, "line", (uint64_t) b->line);
      if (b->end_line > 0)
	mrt_xml_number (x, "end-line", (uint64_t) b->end_line);
      mrt_xml_number (x, "depth", b->depth);
      mrt_xml_number (x, "executions", counts->blocks[i]);
      if (b->flags & MEMLB_BLOCK_HEADER)
	mrt_xml_number (x, "iterations", mrt_iterations (counts, desc, i));
      if (b->head != MEMLB_NO_ROW)
	mrt_xml_number (x, "head", b->head + 1);
      mrt_xml_number (x, "insns", b->insns);
      write_facts (x, b);
      mrt_xml_text (x, "callee", b->callee ? MEMLB_REL (b->callee)
				 : b->flags & MEMLB_BLOCK_INDIRECT ? "*"
				 : NULL);
      if (b->original)
	write_address (x, m, MEMLB_REL (b->original));
      if (pointers && (b->callee || b->flags & MEMLB_BLOCK_INDIRECT))
	{
	  write_passed_bytes (x, desc, i, pointers);
	  write_targets (x, desc, i, pointers);
	}
      mrt_xml_close (x);
    }
}
