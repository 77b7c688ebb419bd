/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A profile in the formats of other tools.  */

#ifndef MEMLB_TOOLS_EXPORT_H
#define MEMLB_TOOLS_EXPORT_H

#include <stdio.h>
#include "find.h"
#include "metric.h"

/* A metric to export, by scope.  */
struct exported
{
  const char *name, *unit;
  enum metric_kind kind;
  double *inclusive, *exclusive;
};

struct export
{
  FILE *out;
  struct tree *t;
  struct exported *metrics;
  size_t n;
};

int export_begin (struct export *e, struct tree *t,
		  const struct names *metrics, const struct ready *ready,
		  struct fail *why);
void export_free (struct export *e);

/* Amounts that a scope has by itself, which other tools add up again.  */
const struct exported *export_amount (const struct export *e, size_t k);
double export_scale (const struct exported *m);
char *export_label (const struct node *scope);

void export_callgrind (const struct export *e);
void export_collapsed (const struct export *e);
void export_speedscope (const struct export *e);
void export_chrome (const struct export *e);
void export_csv (const struct export *e);
void export_json (const struct export *e);

#endif /* MEMLB_TOOLS_EXPORT_H */
