/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What spoils the figures of a profile.  */

#ifndef MEMLB_TOOLS_WARNINGS_H
#define MEMLB_TOOLS_WARNINGS_H

#include "profile.h"

/* Takes the text of each warning; CONTEXT is its own.  */
struct warning_sink
{
  void (*take) (void *context, const char *text);
  void *context;
};

void warnings_of_mixture (const struct profile *p, struct warning_sink say);
void warnings_of_run (const struct profile *p, struct warning_sink say);

#endif /* MEMLB_TOOLS_WARNINGS_H */
