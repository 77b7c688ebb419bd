/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Source with the figures of its loops beside the lines.  */

#ifndef MEMLB_TOOLS_ANNOTATE_H
#define MEMLB_TOOLS_ANNOTATE_H

#include <stdio.h>
#include "metric.h"
#include "source.h"

struct annotate_options
{
  struct names roots;		/* folders with sources */
  struct names files;		/* patterns of those to show; none: all */
  struct names metrics;		/* columns; none: time, bound and so on */
  const char *loop;		/* only around this one, by id, or NULL */
  size_t context;		/* lines around loops */
  bool all;			/* every line */
};

int annotate (FILE *out, struct tree *t, const struct ready *ready,
	      const struct annotate_options *o,
	      void (*tell) (const struct fail *), struct fail *why);

#endif /* MEMLB_TOOLS_ANNOTATE_H */
