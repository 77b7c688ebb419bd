/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What spoils the figures of a profile.  */

#ifndef MEMLB_TOOLS_WARNINGS_H
#define MEMLB_TOOLS_WARNINGS_H

#include "profile.h"

/* Called with the text of each warning.  */
typedef void warning_sink (const char *text);

void warnings_of_mixture (const struct profile *p, warning_sink *say);
void warnings_of_run (const struct profile *p, warning_sink *say);

#endif /* MEMLB_TOOLS_WARNINGS_H */
