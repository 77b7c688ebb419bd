/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* One long entry: its bound run is cut off and compared with the original as
   far as it came, whatever else the machine does; it costs a share.  */

#include "check.h"
#include "kit.h"
#include "runtime.h"
#include "thread.h"

#include <string.h>

/* Some tenths of a second of CPU time.  */
#define LONG 200000000

int
main (int argc, char **argv)
{
  bool counted = argc < 2 || strcmp (argv[1], "blind");
  if (!counted)
    kit_desc.n_progress = 0;
  CHECK_EQUAL (kit_run (KIT_OK, LONG, 1), 0);
  const struct mrt_record *rec = kit_record ();
  CHECK_EQUAL (rec->samples, 0);
  CHECK_EQUAL (rec->cuts, counted);
  CHECK_EQUAL (rec->aborts[MRT_ABORT_CUT], counted);
  CHECK_EQUAL (rec->aborts[MRT_ABORT_LIMIT], 0);
  if (counted)
    {
      CHECK (rec->cut_bound > 0 && rec->cut_original > 0);
      /* A tenth, and what the first mark is late by.  */
      CHECK (2 * mrt_self->cut.ns < mrt_ticks_to_ns (rec->first_original));
    }
  CHECK (rec->first_original > 0);
  CHECK_EQUAL (mrt_self->marking, 0);
  return failures != 0;
}
