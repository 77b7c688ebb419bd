/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Source files that profiles name.  */

#ifndef MEMLB_TOOLS_SOURCE_H
#define MEMLB_TOOLS_SOURCE_H

#include <stddef.h>
#include "find.h"

/* One source file: its lines, counted from 0, without their ends.  */
struct source
{
  char *file;		/* where it was found */
  char *text;
  char **lines;
  size_t n;
};

int source_open (struct source *s, const char *path,
		 const struct names *roots, struct fail *why);
void source_close (struct source *s);
char *source_line (const struct source *s, size_t line);

#endif /* MEMLB_TOOLS_SOURCE_H */
