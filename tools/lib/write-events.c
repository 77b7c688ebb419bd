/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All about one loop: what the event counters say, of it and of its bound
   copy, and their estimate beside the bound.  */

#include "write.h"

#include <math.h>
#include <stdlib.h>
#include "events.h"
#include "text.h"

/* VALUE without an exponent.  */

static void
write_value (FILE *out, double value)
{
  fprintf (out, value >= 1000 ? "%.0f" : "%.3g", value);
}

/* Write to OUT the line NAME: ORIGINAL, and COPY behind it if it is known and
   the bound of LOOP believed; UNIT behind the former.  */

static void
write_line (FILE *out, const struct loop *loop, const char *name,
	    double original, double copy, const char *unit)
{
  if (isnan (original))
    return;
  fprintf (out, "%-12s ", name);
  write_value (out, original);
  fputs (unit, out);
  if (!isnan (copy) && !isnan (loop_bound (loop, N_BOUND)))
    {
      fputs (", ", out);
      write_value (out, copy);
      fputs (" in the bound copy", out);
    }
  putc ('\n', out);
}

/* Write what the counters of LOOP say to OUT, if there were any.  */

void
write_loop_events (FILE *out, const struct loop *loop)
{
  double entries = loop->n[N_ENTRIES];
  double estimate = events_estimate (loop);

  write_line (out, loop, "ipc",
	      events_ratio (loop, "event-instructions", "event-cycles"),
	      events_ratio (loop, "bound-instructions", "bound-cycles"), "");
  write_line (out, loop, "L1 misses",
	      events_value (loop, "event-l1-misses") / entries,
	      events_value (loop, "bound-l1-misses") / entries,
	      " per entry");
  write_line (out, loop, "LLC misses",
	      events_value (loop, "event-llc-misses") / entries,
	      events_value (loop, "bound-llc-misses") / entries,
	      " per entry");
  if (isnan (estimate))
    return;
  char *text = text_seconds (estimate);
  fprintf (out, "%-12s %s without misses, if each had cost %d cycles in the "
	   "first level\n%-12s and %d in the last", "by counters", text,
	   EVENTS_L1_MISS, "", EVENTS_LLC_MISS);
  free (text);
  if (!isnan (loop_bound (loop, N_BOUND)))
    {
      text = text_seconds (loop->n[N_BOUND]);
      fprintf (out, "; the bound is %s", text);
      free (text);
    }
  putc ('\n', out);
}
