/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text files of other tools, line by line.  */

#ifndef MEMLB_TOOLS_LINES_H
#define MEMLB_TOOLS_LINES_H

#include <stdbool.h>
#include <zlib.h>
#include "msg.h"

struct lines
{
  const char *file;	/* its name for messages */
  gzFile in;
  char *text;		/* the present line, without its end */
  size_t size;
  long number;		/* of the present line */
  bool failed;
  struct fail *why;
};

int lines_open (struct lines *l, const char *file, struct fail *why);
char *lines_next (struct lines *l);
int lines_close (struct lines *l);
int lines_fail (struct lines *l, const char *format, ...)
  __attribute__ ((format (printf, 2, 3)));
char *read_whole (const char *file, size_t most, size_t *size,
		  struct fail *why);

#endif /* MEMLB_TOOLS_LINES_H */
