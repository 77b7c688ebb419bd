/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Derived metrics, and the values of metrics in scopes that hold others.  */

#ifndef MEMLB_TOOLS_METRIC_H
#define MEMLB_TOOLS_METRIC_H

#include "tree.h"

/* One line of the library of ready metrics.  */
struct ready_metric
{
  char *name, *definition, *meaning;
};

struct ready
{
  struct ready_metric *at;
  size_t n;
};

int ready_load (struct ready *ready, const char *file, struct fail *why);
void ready_free (struct ready *ready);
const struct ready_metric *ready_find (const struct ready *ready,
				       const char *name);

int metric_derive (struct tree *t, const char *definition,
		   const struct ready *ready, struct fail *why);

double *metric_inclusive (struct tree *t, int metric);
double *metric_exclusive (struct tree *t, int metric,
			  const double *inclusive);

#endif /* MEMLB_TOOLS_METRIC_H */
