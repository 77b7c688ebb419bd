/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The profile written while the program runs.  */
#ifndef MRT_SNAPSHOT_H
#define MRT_SNAPSHOT_H

#include "thread.h"

/* Begin to wait for the first.  Context: start and forked child only.  */
void mrt_snapshot_start (void);

/* A nest was left, and it is a while since one was looked at: write the
   profile if that is due.  Context: as mrt_enter, outside of all work.  */
void mrt_safe_point (struct mrt_thread *self);

#endif
