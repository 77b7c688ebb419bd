/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Values beside the built-in ones: declared at the top of the profile,
   written in the scopes.  doc/profile-format.md says what they mean.  */

#include "profile.h"
#include "settings.h"

#include <sys/resource.h>
#include <sys/syscall.h>

/* METRIC (NAME, UNIT, KIND, VALUE): VALUE of the loop whose sums are S.  How
   two of KIND combine: `sum' adds up, `mean' does not.  */
#define LOOP_METRICS							     \
  METRIC ("bound-runs", "1", "sum", s->bound_runs)			     \
  METRIC ("aborts-fault", "1", "sum", s->aborts[MRT_ABORT_FAULT])	     \
  METRIC ("aborts-limit", "1", "sum", s->aborts[MRT_ABORT_LIMIT])	     \
  METRIC ("aborts-cold-call", "1", "sum", s->aborts[MRT_ABORT_COLD_CALL])    \
  METRIC ("aborts-pointer", "1", "sum", s->aborts[MRT_ABORT_POINTER])	     \
  METRIC ("aborts-depth", "1", "sum", s->aborts[MRT_ABORT_DEPTH])	     \
  METRIC ("aborts-signal", "1", "sum", s->aborts[MRT_ABORT_SIGNAL])	     \
  METRIC ("registers-differ", "1", "sum", s->registers_differ)		     \
  METRIC ("exit-differs", "1", "sum", s->exit_differs)			     \
  METRIC ("paths-compared", "1", "sum", s->paths)			     \
  METRIC ("blocks-differ", "1", "sum", s->blocks_differ)		     \
  METRIC ("mirrored", "1", "sum", s->mirrored)				     \
  METRIC ("folded", "1", "sum", s->folded)				     \
  METRIC ("side-by-side", "1", "sum", s->n_slots)			     \
  METRIC ("replays", "1", "sum", s->replays)				     \
  METRIC ("replays-whole", "1", "sum", s->replays_whole)		     \
  METRIC ("replays-differ", "1", "sum", s->replays_differ)		     \
  METRIC ("exceptions-differ", "1", "sum", s->exceptions_differ)	     \
  METRIC ("subnormal-originals", "1", "sum", s->subnormals)		     \
  METRIC ("cut-off", "1", "sum", s->cuts)				     \
  METRIC ("nested", "1", "sum", s->nested)				     \
  METRIC ("timed", "1", "sum", s->timed)				     \
  METRIC ("disturbed", "1", "sum", s->disturbed)			     \
  METRIC ("page-faults", "1", "sum", s->faults)				     \
  METRIC ("apart", "1", "sum", s->apart)				     \
  METRIC ("auxiliary", "1", "sum", s->n_auxiliary)			     \
  METRIC ("counts-open", "1", "sum", s->counts_open)			     \
  METRIC ("counts-cold", "1", "sum", s->counts_cold)			     \
  METRIC ("straddling-per-cent", "%", "mean",				     \
	  (uint64_t) (100 * s->straddling + 0.5))

void
mrt_metric_declare (struct mrt_xml *x, const char *name, const char *unit,
		    const char *kind)
{
  mrt_xml_open (x, "metric");
  mrt_xml_text (x, "name", name);
  mrt_xml_text (x, "unit", unit);
  mrt_xml_text (x, "kind", kind);
  mrt_xml_close (x);
}

void
mrt_metrics_declare (struct mrt_xml *x)
{
  mrt_xml_open (x, "metrics");
  mrt_metric_declare (x, "own-time", "s", "sum");
  mrt_metric_declare (x, "system-time", "s", "sum");
#define METRIC(NAME, UNIT, KIND, VALUE)					\
  mrt_metric_declare (x, NAME, UNIT, KIND);
  LOOP_METRICS
#undef METRIC
  mrt_events_declare (x);
  mrt_balance_declare (x);
  if (mrt_settings.mode == MRT_MODE_COUNT)
    mrt_facts_declare (x);
  if (mrt_settings.mode == MRT_MODE_TIME)
    {
      mrt_metric_declare (x, "procedure-time", "s", "sum");
      mrt_metric_declare (x, "procedure-entries", "1", "sum");
    }
  mrt_xml_close (x);
}

/* Zeros are left out.  */

void
mrt_metric_write (struct mrt_xml *x, const char *name, uint64_t value)
{
  if (!value)
    return;
  mrt_xml_open (x, "m");
  mrt_xml_text (x, "n", name);
  mrt_xml_number (x, "v", value);
  mrt_xml_close (x);
}

void
mrt_metrics_write (struct mrt_xml *x, const struct mrt_sums *s)
{
#define METRIC(NAME, UNIT, KIND, VALUE) mrt_metric_write (x, NAME, VALUE);
  LOOP_METRICS
#undef METRIC
}

void
mrt_own_time_write (struct mrt_xml *x, double seconds)
{
  mrt_xml_open (x, "m");
  mrt_xml_text (x, "n", "own-time");
  mrt_xml_real (x, "v", seconds);
  mrt_xml_close (x);
}

void
mrt_system_time_write (struct mrt_xml *x)
{
  struct rusage u;
  if (mrt_syscall3 (SYS_getrusage, RUSAGE_SELF, &u, 0))
    return;
  mrt_xml_open (x, "m");
  mrt_xml_text (x, "n", "system-time");
  mrt_xml_real (x, "v", (double) u.ru_stime.tv_sec
			+ 1e-6 * (double) u.ru_stime.tv_usec);
  mrt_xml_close (x);
}
