/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Descriptors for hand-made nests.  */

#include "describe.h"

struct memlb_unit test_unit;

static void
describe_unit (void)
{
  test_unit.abi_version = MEMLB_ABI_VERSION;
  test_unit.struct_size = sizeof test_unit;
  POINT (test_unit.compiler, "by hand");
  POINT (test_unit.options, "-O2 \"quoted\" <&>");
  POINT (test_unit.source, "nest.c");
  POINT (test_unit.directory, "/src");
}

void
describe_nest (struct memlb_nest *d, const char *function, const char *file,
	       int line, int cells)
{
  if (!test_unit.abi_version)
    describe_unit ();
  d->abi_version = MEMLB_ABI_VERSION;
  d->struct_size = sizeof *d;
  d->flags = MEMLB_NEST_COPIED | MEMLB_NEST_TIMED;
  d->line = line;
  d->end_line = line + 1;
  d->depth = 1;
  d->n_exits = 1;
  d->sp_align = 16;
  d->slot_reg = MEMLB_NO_REG;
  d->count_reg = MEMLB_NO_REG;
  d->cell_off = cells;
  POINT (d->function, function);
  POINT (d->asm_name, function);
  POINT (d->file, file);
  POINT (d->unit, &test_unit);
}

void
describe_ref (struct memlb_ref *r, const char *name, uint32_t kind,
	      uint32_t elem, uint32_t elem_size, uint32_t slot)
{
  r->size = elem_size;
  r->kind = kind;
  r->elem = elem;
  r->elem_size = elem_size;
  r->slot = slot;
  POINT (r->name, name);
  POINT (r->array, name);
}
