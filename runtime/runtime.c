/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Start and end of the runtime.  It starts with the first module that
   registers, so that a runtime which serves nobody (a second one in the
   process) stays passive, and ends with a destructor (finish.c has the other
   ends).  */

#include "runtime.h"
#include "conditions.h"
#include "events.h"
#include "finish.h"
#include "ledger.h"
#include "module.h"
#include "output-file.h"
#include "settings.h"
#include "targets.h"
#include "signals.h"
#include "snapshot.h"
#include "thread.h"
#include "watch.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

static void
find_program (void)
{
  long n = mrt_syscall4 (SYS_readlinkat, AT_FDCWD, "/proc/self/exe",
			 mrt_process.path, sizeof mrt_process.path - 1);
  mrt_process.path[n > 0 ? n : 0] = 0;
}

/* Configuration tests of build systems are not worth a profile.  */

static bool
configure_test_p (void)
{
  const char *name = mrt_basename (mrt_process.path);
  return mrt_prefix_p (name, "conftest") || mrt_prefix_p (name, "cmTC_");
}

/* Measure nothing, and write nothing, for the reason WHY.  */

static void
leave_off (const char *why)
{
  /* Set-uid programs do not say.  */
  if (mrt_settings.write)
    mrt_settings.unwanted = why;
  mrt_settings.mode = MRT_MODE_OFF;
  mrt_settings.write = false;
}

static void
begin_life (void)
{
  mrt_process.pid = (int32_t) mrt_syscall3 (SYS_getpid, 0, 0, 0);
  mrt_process.start_ns = mrt_nanoseconds (CLOCK_MONOTONIC);
  mrt_process.start_boot_ns = mrt_nanoseconds (CLOCK_BOOTTIME);
  mrt_process.start_ticks = mrt_clock ();
  mrt_process.start_time = mrt_nanoseconds (CLOCK_REALTIME) / 1000000000;
}

/* A forked child counts from nothing.  Only the forking thread lives on.  */

void
mrt_restart (void)
{
  begin_life ();
  mrt_process.forked = true;
  mrt_finish_forked ();
  mrt_keep_forked ();
  mrt_targets_forked ();
  mrt_clock_forked ();
  mrt_threads_forked ();
  for (uint32_t i = 1; i < mrt_n_nests; i++)
    if (mrt_nests[i].observer == MRT_OBSERVER_BUSY)
      mrt_nests[i].observer = MRT_OBSERVER_NONE;
  mrt_signals_forked ();
  mrt_snapshot_start ();
}

/* After the program's own destructors: modules have unregistered or will
   not.  */

__attribute__ ((destructor (101))) static void
finish (void)
{
  mrt_finish (MRT_END_EXIT, 0);
}

void
mrt_start (void)
{
  if (mrt_process.started)
    return;
  mrt_process.started = true;
  uint64_t begin = mrt_clock ();
  find_program ();
  mrt_message_start ();
  mrt_watch_init ();
  mrt_settings_read ();
  if (!mrt_cpu_fits_p ())
    leave_off ("this processor lacks instructions that copies use");
  if (configure_test_p ())
    leave_off ("programs named conftest* and cmTC_* are tests of build systems");
  if (mrt_settings.mode == MRT_MODE_OFF)
    {
      mrt_process.pid = (int32_t) mrt_syscall3 (SYS_getpid, 0, 0, 0);
      return;
    }
  begin_life ();
  mrt_conditions_start ();
  mrt_output_start ();
  mrt_xstate_init ();
  mrt_segment_init ();
  mrt_thread_init ();
  mrt_nests = mrt_map (MRT_MAX_NESTS * sizeof (struct mrt_nest), 4096);
  pthread_atfork (NULL, NULL, mrt_restart);
  mrt_signals_start ();
  mrt_events_start ();
  mrt_snapshot_start ();
  at_quick_exit (finish);
  mrt_ledger_started (begin);
}
