/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the processor's event counters say of a loop: metrics that the runtime
   writes where the kernel grants counters.  */

#ifndef MEMLB_TOOLS_EVENTS_H
#define MEMLB_TOOLS_EVENTS_H

#include "profile.h"

/* Cycles that a miss is taken to cost: of one in the first level that a second
   one answers, and of one in the last level.  */
enum { EVENTS_L1_MISS = 14, EVENTS_LLC_MISS = 200 };

bool events_metric_p (const char *name);
double events_value (const struct loop *loop, const char *name);
double events_ratio (const struct loop *loop, const char *above,
		     const char *below);
double events_estimate (const struct loop *loop);

#endif /* MEMLB_TOOLS_EVENTS_H */
