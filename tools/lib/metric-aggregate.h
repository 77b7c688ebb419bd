/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values of the parts of a scope into one.  */

#ifndef MEMLB_TOOLS_METRIC_AGGREGATE_H
#define MEMLB_TOOLS_METRIC_AGGREGATE_H

#include "formula.h"

/* A value being put together, or put together.  WEIGHT is what a mean was
   weighted by, and for the end of an interval what the interval is
   around.  */
struct amount
{
  double value, weight;
};

extern const struct amount amount_unknown;

void amount_add (struct amount *sum, enum metric_kind kind,
		 struct amount part);
struct amount amount_end (enum metric_kind kind, struct amount sum);

#endif /* MEMLB_TOOLS_METRIC_AGGREGATE_H */
