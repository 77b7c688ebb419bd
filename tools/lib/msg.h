/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Failures and messages.

   Library code never prints: it fills a struct fail and returns -1.  Only a
   subcommand prints, with the msg_ functions, always to standard error and
   in one form: `memlb: FILE:LINE: what is wrong; what to do'.  */

#ifndef MEMLB_TOOLS_MSG_H
#define MEMLB_TOOLS_MSG_H

#include <stdarg.h>
#include <stddef.h>

/* Exit statuses of every subcommand.  */
enum { EXIT_DONE = 0, EXIT_FAILED = 1, EXIT_USAGE = 2 };

/* Why something failed.  */
struct fail
{
  char file[256];	/* where it concerns a file, else empty */
  long line;		/* line in FILE, 0 if none */
  char text[600];	/* what is wrong; what to do */
};

int fail_set (struct fail *why, const char *file, long line,
	      const char *format, ...) __attribute__ ((format (printf, 4, 5)));

void msg_fail (const struct fail *why);
void msg_error (const char *format, ...)
  __attribute__ ((format (printf, 1, 2)));
void msg_warning (const char *format, ...)
  __attribute__ ((format (printf, 1, 2)));
void msg_progress (const char *what, size_t done, size_t total);
int msg_output_end (void);

#endif /* MEMLB_TOOLS_MSG_H */
