/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The bound with control loads that hit.

   Replays and the bound runs beside them begin at the same entries; the bound
   is scaled by the ratio of their sums.  */

#include "estimate.h"

/* A bound that is not lower than this part of another is not lower: replays
   differ from the bound copy by instructions and forms of addresses, too.  */
#define CLEARLY_LOWER 0.9

/* The same where there are no other references: replays take 1.04 to 1.3 of such
   a bound if nothing misses, 0.65 to 0.92 if the loads miss the first level.  */
#define LOWER 0.95

/* One replay in so many may take another path.  */
#define MOST_DIFFERENT 10

double
mrt_replay_estimate (const struct mrt_sums *s, double bound,
		     const struct mrt_costs *costs)
{
  if (!s->replays || bound < 0
      || MOST_DIFFERENT * s->replays_differ > s->replays)
    return -1;
  double replay = s->replay - (double) s->replays_whole * costs->bound;
  double beside = s->replay_bound - (double) s->replays * costs->bound;
  return beside > 0 ? bound * (replay > 0 ? replay : 0) / beside : -1;
}

bool
mrt_control_misses_p (const struct mrt_estimate *e, const struct memlb_nest *d)
{
  double low = d->refs_redirected ? CLEARLY_LOWER : LOWER;
  return e->replayed >= 0 && e->replayed < low * e->bound;
}
