/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Failures and messages; see msg.h.  */

#include "msg.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "safe.h"

/* Record in WHY that FILE (NULL if none) is wrong at LINE (0 if none) as
   FORMAT says.  Return -1, which callers hand on.  */

int
fail_set (struct fail *why, const char *file, long line,
	  const char *format, ...)
{
  va_list ap;

  snprintf (why->file, sizeof why->file, "%s", file ? file : "");
  why->line = line;
  va_start (ap, format);
  vsnprintf (why->text, sizeof why->text, format, ap);
  va_end (ap);
  return -1;
}

static double
seconds (void)
{
  struct timespec t;

  clock_gettime (CLOCK_MONOTONIC, &t);
  return (double) t.tv_sec + 1e-9 * (double) t.tv_nsec;
}

/* DONE of TOTAL parts of WHAT are done.  Work that takes over two seconds
   says so on a terminal, five times a second; at its end, when DONE is TOTAL,
   the line is cleared.  The first call begins the work, with DONE 0.  */

void
msg_progress (const char *what, size_t done, size_t total)
{
  static double begun, next;
  static int shown;
  double now = seconds ();

  if (done == 0)
    {
      begun = now;
      next = now + 2;
      shown = 0;
    }
  if (done >= total && shown)
    {
      fputs ("\r\033[K", stderr);
      shown = 0;
    }
  if (done >= total || now < next || !isatty (STDERR_FILENO))
    return;
  fprintf (stderr, "\rmemlb: %s: %zu of %zu, %.0f s\033[K", what, done, total,
	   now - begun);
  fflush (stderr);
  next = now + 0.2;
  shown = 1;
}

/* Print TEXT, in which names may be those of a hostile file.  */

static void
put_safe (const char *text)
{
  char *safe = text_safe (text);

  fputs (safe, stderr);
  free (safe);
}

/* Print WHY.  */

void
msg_fail (const struct fail *why)
{
  fflush (stdout);
  fputs ("memlb: ", stderr);
  if (why->file[0])
    {
      put_safe (why->file);
      if (why->line > 0)
	fprintf (stderr, ":%ld", why->line);
      fputs (": ", stderr);
    }
  put_safe (why->text);
  putc ('\n', stderr);
}

/* Print `memlb: KIND' and FORMAT with AP.  */

static void
put_message (const char *kind, const char *format, va_list ap)
{
  fflush (stdout);
  fprintf (stderr, "memlb: %s", kind);
  vfprintf (stderr, format, ap);
  putc ('\n', stderr);
}

/* Print an error.  */

void
msg_error (const char *format, ...)
{
  va_list ap;

  va_start (ap, format);
  put_message ("", format, ap);
  va_end (ap);
}

/* Print something that does not stop the work.  */

void
msg_warning (const char *format, ...)
{
  va_list ap;

  va_start (ap, format);
  put_message ("warning: ", format, ap);
  va_end (ap);
}

/* Flush standard output.  Return EXIT_DONE, or EXIT_FAILED with a message
   when not all of it could be written (a full disk).  */

int
msg_output_end (void)
{
  int failed = ferror (stdout);

  if (fflush (stdout) != 0 || failed)
    {
      if (errno != EPIPE)
	msg_error ("standard output: %s; the output is not complete",
		   strerror (errno));
      return EXIT_FAILED;
    }
  return EXIT_DONE;
}
