/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values of the parts of a scope into one, by kind: sums add, a mean is
   weighted, and the errors behind an interval add as independent ones do.  */

#include "metric-aggregate.h"

#include <math.h>

const struct amount amount_unknown = { NAN, NAN };

/* Add PART, of KIND, to SUM, which begins as amount_unknown.  */

void
amount_add (struct amount *sum, enum metric_kind kind, struct amount part)
{
  double error = part.value - part.weight;

  if (isnan (part.value) || kind == KIND_NONE || kind == KIND_RATIO)
    return;
  if (kind == KIND_MEAN || kind >= KIND_LOW)
    {
      if (isnan (part.weight))
	return;
      part.value = kind == KIND_MEAN ? part.value * part.weight
		   : error * error;
    }
  if (isnan (sum->value))
    *sum = part;
  else if (kind == KIND_MIN)
    sum->value = fmin (sum->value, part.value);
  else if (kind == KIND_MAX)
    sum->value = fmax (sum->value, part.value);
  else
    {
      sum->value += part.value;
      sum->weight += part.weight;
    }
}

/* What SUM comes to for KIND.  */

struct amount
amount_end (enum metric_kind kind, struct amount sum)
{
  if (isnan (sum.value))
    return amount_unknown;
  if (kind == KIND_MEAN)
    sum.value = sum.weight > 0 ? sum.value / sum.weight : NAN;
  else if (kind == KIND_LOW)
    sum.value = fmax (0, sum.weight - sqrt (sum.value));
  else if (kind == KIND_HIGH)
    sum.value = sum.weight + sqrt (sum.value);
  return sum;
}
