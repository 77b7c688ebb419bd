/* SPDX-License-Identifier: GPL-3.0-or-later */
/* text.h: strings and growing texts.  Nothing is freed: the generator writes
   one file and ends.  */

#ifndef GENERATOR_TEXT_H
#define GENERATOR_TEXT_H

#include <stddef.h>

struct text
{
  char *bytes;		/* null-terminated, or null while empty */
  size_t length;
  size_t room;
};

/* A new string made by FORMAT.  */
char *say (const char *format, ...) __attribute__ ((format (printf, 1, 2)));

/* Append what FORMAT makes to T.  */
void text_add (struct text *t, const char *format, ...)
  __attribute__ ((format (printf, 2, 3)));

/* Append STRING to T.  */
void text_put (struct text *t, const char *string, size_t length);

/* The contents of the file FOLDER/NAME; ends the program if there is none.  */
char *text_of_file (const char *folder, const char *name);

#endif
