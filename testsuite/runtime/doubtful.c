/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A bound run that was disturbed is made again, and used if the next one was
   not.  The kernel's part is played by the copy, which disarms what the
   runtime has armed.  */

#include "check.h"
#include "kit.h"
#include "thread.h"
#include "watch.h"

#define ENTRIES 50

static __thread uint64_t armed;
static int to_disturb;

static void
disturb (void)
{
  if (to_disturb-- > 0)
    armed = 0;
}

/* Enter N times with bound copies of which the first RUNS are disturbed;
   returns how many samples that gave.  */

static int
samples (int n, int runs)
{
  uint64_t before = kit_record ()->samples;
  for (int i = 0; i < n; i++)
    {
      to_disturb = runs;
      CHECK_EQUAL (kit_run (KIT_CALL, 10, 1), 0);
    }
  return (int) (kit_record ()->samples - before);
}

/* Of runs that are always disturbed at least LEAST are given up.  */

static void
test_disturbed (uint64_t least)
{
  /* A machine that is busy may spoil some, but not all.  */
  CHECK (samples (ENTRIES, 0) > 0);
  CHECK (samples (ENTRIES, 2) > 0);
  uint64_t runs = kit_record ()->bound_runs;
  uint64_t disturbed = kit_record ()->disturbed;
  CHECK_EQUAL (samples (ENTRIES, 1000), 0);
  CHECK (kit_record ()->bound_runs - runs <= 4 * ENTRIES);
  CHECK (kit_record ()->disturbed - disturbed >= least);
}

int
main (void)
{
  kit_call = disturb;
  CHECK_EQUAL (kit_run (KIT_OK, 100, 100), 0);
  mrt_watch_offset = (char *) &armed - (char *) __builtin_thread_pointer ();
  test_disturbed (ENTRIES);
  /* Where a store may alias a control load the copy runs first, on
     entries that are not timed.  */
  kit_desc.flags |= MEMLB_NEST_MAY_ALIAS;
  test_disturbed (ENTRIES / 4);
  return failures != 0;
}
