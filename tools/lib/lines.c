/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text files of other tools, plain or compressed, line by line or whole.  */

#include "lines.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "xalloc.h"
#include "xml-input.h"

/* No tool writes longer lines.  */
enum { MOST_LINE = 1 << 20 };

static gzFile
open_file (const char *file)
{
  if (strcmp (file, "-") != 0)
    return gzopen (file, "rbe");
  int copy = dup (STDIN_FILENO);
  return copy < 0 ? NULL : gzdopen (copy, "rb");
}

/* Open FILE, `-' for standard input, as L.  Return 0, or -1 with the reason
   in WHY, which L keeps for later failures.  */

int
lines_open (struct lines *l, const char *file, struct fail *why)
{
  *l = (struct lines) { .file = xml_input_name (file), .why = why };
  l->in = open_file (file);
  if (!l->in)
    return fail_set (why, l->file, 0, "cannot open: %s", strerror (errno));
  return 0;
}

/* Record that the present line of L is wrong as FORMAT says.  Return -1.  */

int
lines_fail (struct lines *l, const char *format, ...)
{
  char text[sizeof l->why->text];
  va_list ap;

  va_start (ap, format);
  vsnprintf (text, sizeof text, format, ap);
  va_end (ap);
  if (!l->failed)
    fail_set (l->why, l->file, l->number, "%s", text);
  l->failed = true;
  return -1;
}

/* The next line of L, NULL at the end or after a failure.  Valid until the
   next call.  */

char *
lines_next (struct lines *l)
{
  size_t length = 0;

  if (l->failed)
    return NULL;
  l->number++;
  for (;;)
    {
      if (l->size < length + 2)
	{
	  l->size = l->size ? 2 * l->size : 1024;
	  l->text = xrealloc (l->text, l->size);
	}
      z_off_t before = gztell (l->in);
      if (!gzgets (l->in, l->text + length, (int) (l->size - length)))
	break;
      size_t got = strlen (l->text + length);
      /* What is behind it would be lost, the whole file where it is first.  */
      if ((z_off_t) got != gztell (l->in) - before)
	{
	  lines_fail (l, "a zero byte; the file is damaged, or no text");
	  return NULL;
	}
      length += got;
      if (length && l->text[length - 1] == '\n')
	break;
      if (length >= MOST_LINE)
	{
	  lines_fail (l, "a line of more than %d bytes; refused", MOST_LINE);
	  return NULL;
	}
      if (length + 1 < l->size)
	break;
    }
  if (!length)
    return NULL;
  while (length && (l->text[length - 1] == '\n' || l->text[length - 1] == '\r'))
    length--;
  l->text[length] = '\0';
  return l->text;
}

/* Close L.  Return 0, or -1 with the reason recorded if something failed.  */

int
lines_close (struct lines *l)
{
  int status = Z_OK;

  gzerror (l->in, &status);
  if (status < 0 && status != Z_BUF_ERROR)
    lines_fail (l, "%s", status == Z_ERRNO ? strerror (errno)
		: "damaged compressed data");
  gzclose (l->in);
  free (l->text);
  return l->failed ? -1 : 0;
}

/* All of FILE, at most MOST bytes, to be freed, with its *SIZE; NULL with the
   reason in WHY.  A byte of 0 follows.  */

char *
read_whole (const char *file, size_t most, size_t *size, struct fail *why)
{
  gzFile in = open_file (file);
  size_t room = 1 << 14;
  char *text = NULL;
  int got = 0, status = Z_OK;

  *size = 0;
  if (!in)
    {
      fail_set (why, file, 0, "cannot open: %s", strerror (errno));
      return NULL;
    }
  do
    {
      room = room > most / 2 ? most + 1 : 2 * room;
      text = xrealloc (text, room + 1);
      got = gzread (in, text + *size, (unsigned) (room - *size));
      *size += got > 0 ? (size_t) got : 0;
    }
  while (got > 0 && *size <= most);
  gzerror (in, &status);
  gzclose (in);
  text[*size] = '\0';
  if (got < 0 || (status < 0 && status != Z_BUF_ERROR))
    fail_set (why, xml_input_name (file), 0, status == Z_ERRNO
	      ? "cannot read: %s" : "damaged compressed data",
	      strerror (errno));
  else if (*size > most)
    fail_set (why, xml_input_name (file), 0, "more than %zu bytes; refused",
	      most);
  else
    return text;
  free (text);
  return NULL;
}
