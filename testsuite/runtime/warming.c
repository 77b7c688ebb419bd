/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The copy of a nest whose entries are too long for two whole runs of it is
   warmed by a short one, which is no sample and no abort.  */

#include "check.h"
#include "kit.h"
#include "thread.h"

/* Some milliseconds, on any machine.  */
#define LONG 20000000
#define ENTRIES 5

int
main (void)
{
  CHECK_EQUAL (kit_run (KIT_OK, LONG, ENTRIES), 0);
  const struct mrt_record *rec = kit_record ();
  CHECK (mrt_self->clock_timer >= 0);
  uint64_t runs = rec->bound_runs;
  CHECK_EQUAL (kit_run (KIT_OK, LONG, ENTRIES), 0);
  CHECK (rec->bound_runs - runs >= 2 * ENTRIES);
  CHECK_EQUAL (rec->aborts[MRT_ABORT_LIMIT], 0);
  CHECK_EQUAL (mrt_self->exact_limits, 0);
  /* Of a copy without an end there is one abort for each sample.  */
  CHECK_EQUAL (kit_run (KIT_ENDLESS, LONG, 1), 0);
  CHECK_EQUAL (rec->aborts[MRT_ABORT_LIMIT], 1);
  return failures != 0;
}
