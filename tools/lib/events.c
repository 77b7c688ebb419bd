/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Event counters, and what they would have one believe.

   The time without misses is often estimated from counters: the cycles less
   those that the misses should have cost.  Fursin, O'Boyle, Temam and Watts (A
   Fast and Accurate Method for Determining a Lower Bound on Execution Time,
   2004, section 5.6) set it beside the bound and found it 4.5 times off for a
   matrix multiplication: a miss may cost nothing, behind other work or another
   miss, and more than its latency where it keeps the machine from going on.

   Weakness: what misses in the first level and not in the last one is taken to
   be answered by the second; the latencies are those of no machine in
   particular.  */

#include "events.h"

#include <math.h>
#include <string.h>

static const char *const names[]
  = { "event-samples", "event-cycles", "event-instructions",
      "event-l1-misses", "event-llc-misses", "bound-cycles",
      "bound-instructions", "bound-l1-misses", "bound-llc-misses" };

/* True if metric NAME is one of these.  */

bool
events_metric_p (const char *name)
{
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strcmp (name, names[i]) == 0)
      return true;
  return false;
}

/* The metric NAME of LOOP, NaN if it is not there.  */

double
events_value (const struct loop *loop, const char *name)
{
  return values_get (loop->has->metrics, loop->has->n_metrics, name);
}

/* ABOVE by BELOW, two metrics of LOOP; NaN if one is unknown.  */

double
events_ratio (const struct loop *loop, const char *above, const char *below)
{
  double divisor = events_value (loop, below);

  return divisor > 0 ? events_value (loop, above) / divisor : NAN;
}

/* The time of LOOP without misses, as its counters have it; NaN where cycles
   or all misses are unknown.  */

double
events_estimate (const struct loop *loop)
{
  double cycles = events_value (loop, "event-cycles");
  double l1 = events_value (loop, "event-l1-misses");
  double llc = events_value (loop, "event-llc-misses");

  if (!(cycles > 0) || (isnan (l1) && isnan (llc)))
    return NAN;
  llc = isnan (llc) ? 0 : llc;
  l1 = fmax (isnan (l1) ? 0 : l1 - llc, 0);
  double lost = EVENTS_L1_MISS * l1 + EVENTS_LLC_MISS * llc;
  return loop->n[N_TIME] * fmax (1 - lost / cycles, 0);
}
