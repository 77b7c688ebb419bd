/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The records have no hidden padding, begin as all must, and the fields of
   version 1 stand where they stood: rows are appended, never moved.  */

#include "memlb/abi.h"

#include <stdio.h>
#include <string.h>

static int failures;

static void
expect (const char *what, size_t got, size_t wanted)
{
  if (got == wanted)
    return;
  fprintf (stderr, "%s is %zu, not %zu\n", what, got, wanted);
  failures++;
}

/* NAME_sum: the sum of the sizes of a record's fields.  */
#define RECORD(NAME) enum { NAME##_sum = 0
#define END_RECORD(NAME) };
#define U32(NAME, DOC) + 4
#define S32(NAME, DOC) + 4
#define U64(NAME, DOC) + 8
#define REL(NAME, DOC) + 8
#define ABS(NAME, DOC) + 8
#include "memlb/abi.def"

static void
check_sums (void)
{
#define RECORD(NAME)							\
  expect ("size of memlb_" #NAME, sizeof (struct memlb_##NAME),	\
	  NAME##_sum);							\
  expect ("memlb_" #NAME " modulo 8", NAME##_sum % 8, 0);
#define END_RECORD(NAME)
#define U32(NAME, DOC)
#define S32(NAME, DOC)
#define U64(NAME, DOC)
#define REL(NAME, DOC)
#define ABS(NAME, DOC)
#include "memlb/abi.def"
}

/* No two flags of a nest may be one bit.  */

static void
check_flags (void)
{
  static const uint32_t flags[]
    = { MEMLB_NEST_COPIED, MEMLB_NEST_TIMED, MEMLB_NEST_RED_ZONE,
	MEMLB_NEST_FRAME, MEMLB_NEST_VECTOR, MEMLB_NEST_MAY_ALIAS,
	MEMLB_NEST_HAS_STORES, MEMLB_NEST_CALLS, MEMLB_NEST_NO_CONTROL,
	MEMLB_NEST_CTL_FLAGS, MEMLB_NEST_COLD_CALLS,
	MEMLB_NEST_SLOTS_IN_FRAME, MEMLB_NEST_ADDRESS_WAITS,
	MEMLB_NEST_PROCEDURE, MEMLB_NEST_OUTER, MEMLB_NEST_SCATTERED,
	MEMLB_NEST_ROWS, MEMLB_NEST_APART };
  uint32_t seen = 0;
  for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
    {
      expect ("a flag's bits that others have", seen & flags[i], 0);
      seen |= flags[i];
    }
}

#define FIELD(STRUCT, NAME, OFFSET) \
  expect (#STRUCT "." #NAME, offsetof (struct STRUCT, NAME), OFFSET)

static void
check_offsets (void)
{
  FIELD (memlb_nest, abi_version, 0);
  FIELD (memlb_nest, struct_size, 4);
  FIELD (memlb_nest, flags, 8);
  FIELD (memlb_nest, reason, 12);
  FIELD (memlb_nest, index, 16);
  FIELD (memlb_nest, cell_off, 88);
  FIELD (memlb_nest, slot_reg, 116);
  FIELD (memlb_nest, blocks, 124);
  FIELD (memlb_nest, function, 128);
  FIELD (memlb_nest, bound_entry, 160);
  FIELD (memlb_nest, unit, 240);
  FIELD (memlb_nest, runtime, 248);
  FIELD (memlb_nest, n_webs, 256);
  FIELD (memlb_nest, webs, 264);
  FIELD (memlb_nest, address_cycles, 272);
  FIELD (memlb_nest, gate, 280);
  FIELD (memlb_gates, first, 0);
  FIELD (memlb_gates, begun, 8);
  FIELD (memlb_gates, counts, 16);
  FIELD (memlb_gates, observing, 24);
  FIELD (memlb_gates, procedure, 48);
  FIELD (memlb_nest, n_counters, 288);
  FIELD (memlb_nest, count_reg, 296);
  FIELD (memlb_nest, block_table, 304);
  FIELD (memlb_nest, level, 408);
  FIELD (memlb_nest, observing, 412);
  FIELD (memlb_nest, mirror_entry, 416);
  FIELD (memlb_nest, mirror_end, 512);
  FIELD (memlb_nest, table, 424);
  FIELD (memlb_nest, edges, 312);
  FIELD (memlb_nest, n_progress, 336);
  FIELD (memlb_nest, spans, 352);
  FIELD (memlb_progress, step, 24);
  FIELD (memlb_span, bound, 24);
  FIELD (memlb_span, mirror, 32);
  FIELD (memlb_nest, model, 360);
  FIELD (memlb_block, counter, 20);
  FIELD (memlb_block, original, 24);
  FIELD (memlb_block, head, 32);
  FIELD (memlb_block, flops, 68);
  FIELD (memlb_block, ideal, 104);
  FIELD (memlb_block, callee, 120);
  FIELD (memlb_edge, counter, 8);
  FIELD (memlb_ref, name, 32);
  FIELD (memlb_ref, web, 48);
  FIELD (memlb_web, offset, 8);
  FIELD (memlb_point, original, 16);
  FIELD (memlb_addr, disp, 16);
  FIELD (memlb_unit, compiler, 8);
  FIELD (memlb_unit, struct_size, 4);
}

/* The text of the reasons, which are numbers in the descriptors.  */

static void
check_reasons (void)
{
  static const char *const slugs[] = {
#define REASON(NAME, SLUG, TEXT) SLUG,
#include "memlb/reasons.def"
#undef REASON
  };
  size_t n = sizeof slugs / sizeof slugs[0];
  expect ("length of the slug of no reason", strlen (slugs[0]), 0);
  expect ("number of reason `not-optimized'",
	  strcmp (slugs[1], "not-optimized"), 0);
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < i; j++)
      if (!strcmp (slugs[i], slugs[j]))
	expect (slugs[i], i, j);
}

int
main (void)
{
  check_sums ();
  check_flags ();
  check_offsets ();
  check_reasons ();
  return failures != 0;
}
