/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What counts, model, bounds and times together say of each loop, as metrics
   of the counted profile: for those who read the XML.  */

#include "estimate.h"

#include <math.h>
#include "xalloc.h"

/* FIGURE (NAME, UNIT, KIND, VALUE): a loop has VALUE, of its estimate E and
   HZ, under NAME.  */
#define FIGURES								\
  FIGURE ("ideal-time", "s", "sum", e->ideal)				\
  FIGURE ("least-time", "s", "sum", e->least)				\
  FIGURE ("mca-time", "s", "sum", e->mca)				\
  FIGURE ("bound-time", "s", "sum", e->bound)				\
  FIGURE ("measured-time", "s", "sum", e->time)				\
  FIGURE ("overhead", "1", "ratio", e->overhead / e->ideal)		\
  FIGURE ("ipc", "1", "ratio", work / (e->time * hz))			\
  FIGURE ("bound-ipc", "1", "ratio", work / (e->bound * hz))		\
  FIGURE ("ideal-ipc", "1", "ratio", work / (e->ideal * hz))		\
  FIGURE ("iterations-mean", "1", "ratio", e->iterations_mean)

/* FIGURE (NAME, UNIT, KIND, VALUE): so it is with what follows from counts
   alone, of loops and functions: SUM.  */
#define COUNTED								\
  FIGURE ("memory-operations", "1", "sum", SUM ("loads") + SUM ("stores")) \
  FIGURE ("memory-share", "1", "ratio",					\
	  (SUM ("loads") + SUM ("stores")) / SUM ("instructions"))	\
  FIGURE ("bytes-per-flop", "B", "ratio",				\
	  (SUM ("bytes-read") + SUM ("bytes-written")) / SUM ("flops"))

/* A metric that is left out is zero.  */

static double
sum_of (const struct metric_value *values, size_t n, const char *name)
{
  double value = values_get (values, n, name);

  return isnan (value) ? 0 : value;
}

/* VALUE, unknown unless it is finite.  */

static double
if_known (double value)
{
  return isfinite (value) ? value : NAN;
}

static void
store_counted (struct metric_value **values, size_t *n)
{
#define SUM(NAME) sum_of (*values, *n, NAME)
#define FIGURE(NAME, UNIT, KIND, VALUE)					\
  values_set (values, n, NAME, if_known (VALUE));
  COUNTED
#undef FIGURE
#undef SUM
}

static void
store_estimate (struct metric_value **values, size_t *n,
		const struct estimate *e, double hz)
{
  /* IPC is of the loop's own instructions, like the bound's.  */
  double work = e->called ? NAN : e->scale * e->instructions;

#define FIGURE(NAME, UNIT, KIND, VALUE)					\
  values_set (values, n, NAME, if_known (VALUE));
  FIGURES
#undef FIGURE
}

void
estimates_store (const struct estimates *e, struct profile *p)
{
#define FIGURE(NAME, UNIT, KIND, VALUE)					\
  profile_declare (p, NAME, UNIT, KIND, NULL);
  FIGURES
  COUNTED
#undef FIGURE
  for (size_t i = 0; i < p->n_scopes; i++)
    if (p->scopes[i].n_blocks)
      store_counted (&p->scopes[i].metrics, &p->scopes[i].n_metrics);
  for (size_t i = 0; i < e->n; i++)
    {
      const struct loop *counted = e->at[i].counted;
      if (e->at[i].procedure)
	{
	  struct scope *scope = &p->scopes[counted->scope];
	  store_estimate (&scope->metrics, &scope->n_metrics, &e->at[i],
			  e->hz);
	  continue;
	}
      /* It is one of P's, which E was made of.  */
      struct loop *loop = &p->loops[counted - p->loops];
      struct contents *has = loop_contents (loop);
      store_counted (&has->metrics, &has->n_metrics);
      store_estimate (&has->metrics, &has->n_metrics, &e->at[i], e->hz);
    }
}
