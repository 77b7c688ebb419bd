/* SPDX-License-Identifier: GPL-3.0-or-later */
/* text.c: strings and growing texts.  */

#include "text.h"

#include <errno.h>
#include <error.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *
say_list (const char *format, va_list list)
{
  char *string;
  if (vasprintf (&string, format, list) < 0)
    error (1, errno, "generate");
  return string;
}

char *
say (const char *format, ...)
{
  va_list list;
  va_start (list, format);
  char *string = say_list (format, list);
  va_end (list);
  return string;
}

void
text_put (struct text *t, const char *string, size_t length)
{
  if (t->length + length + 1 > t->room)
    {
      t->room = 2 * (t->length + length + 1);
      t->bytes = realloc (t->bytes, t->room);
      if (!t->bytes)
	error (1, errno, "generate");
    }
  memcpy (t->bytes + t->length, string, length);
  t->length += length;
  t->bytes[t->length] = 0;
}

void
text_add (struct text *t, const char *format, ...)
{
  va_list list;
  va_start (list, format);
  char *string = say_list (format, list);
  va_end (list);
  text_put (t, string, strlen (string));
  free (string);
}

char *
text_of_file (const char *folder, const char *name)
{
  char *path = say ("%s/%s", folder, name);
  FILE *file = fopen (path, "r");
  if (!file)
    error (1, errno, "%s", path);
  struct text t = { 0 };
  char block[4096];
  for (size_t n; (n = fread (block, 1, sizeof block, file)) > 0;)
    text_put (&t, block, n);
  fclose (file);
  return t.bytes ? t.bytes : say ("%s", "");
}
