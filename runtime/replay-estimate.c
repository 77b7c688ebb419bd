/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Control loads: the bound with those that hit, and whether they may carry the time.

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

/* Where nothing seems to be won, from this share of the references that are not in slots
   on that may be since these miss.  */
#define CONTROL_SHARE 0.25

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

/* The part of the references made in D that are loads which decide the control flow.  Those
   outside of inner loops, as of the addresses of rows, are made once in TRIPS iterations of
   these, if that is known and many.  */

static double
control_share (const struct memlb_nest *d, double trips)
{
  const struct memlb_ref *refs = MEMLB_REL (d->refs);
  double control = d->control_varying, others = d->refs_redirected;
  double seldom = trips >= MRT_SHORT_ROW ? 1 - 1 / trips : 0;
  /* Which control loads vary is not told.  */
  double varying = control / MRT_MAX (d->refs_control, 1);
  for (uint32_t i = 0; seldom > 0 && i < d->n_refs; i++)
    if (!(refs[i].kind & MEMLB_REF_INNERMOST))
      {
	control -= refs[i].treatment == MEMLB_TREAT_CONTROL
		   ? seldom * varying : 0;
	others -= refs[i].treatment == MEMLB_TREAT_SLOT ? seldom : 0;
      }
  return control > 0 ? control / (control + others) : 0;
}

bool
mrt_control_p (const struct mrt_estimate *e, const struct mrt_sums *s,
	       const struct memlb_nest *d)
{
  if (e->replayed >= 0)
    return false;
  return (!d->refs_redirected && !d->n_calls)
	 || (e->ratio > MRT_NOTHING_WON && d->control_varying
	     && control_share (d, s->trips) >= CONTROL_SHARE);
}
