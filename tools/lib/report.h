/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The report that `memlb report' and `memlb run' print.  */

#ifndef MEMLB_TOOLS_REPORT_H
#define MEMLB_TOOLS_REPORT_H

#include "msg.h"
#include "rank.h"

enum report_format { REPORT_TEXT, REPORT_CSV, REPORT_JSON };

struct report_options
{
  enum report_format format;
  enum sort_key keys[N_SORT_KEYS];
  size_t n_keys;
  long top;		/* rows at most, 0 for all, -1 for the default */
  const char *loop;	/* only these, NULL for all */
  bool refused, brief;
  const struct estimates *estimates;	/* of the loops, or NULL */
};

extern const struct report_options report_defaults;

int report_write (const struct profile *p, const struct report_options *o,
		  struct fail *why);

#endif /* MEMLB_TOOLS_REPORT_H */
