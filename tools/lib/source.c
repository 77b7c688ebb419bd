/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Source files that profiles name.

   A profile may come from anywhere and name any file, /etc/shadow as well.
   So only files below the folders that the user gave are read, wherever
   links lead.  The path in a profile is that of the machine that compiled;
   its end is looked for below each folder, the longest one first.  */

#include "source.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "xalloc.h"

enum { MOST_BYTES = 64 << 20 };

/* FILE's real name if it is a plain file below the real folder ROOT, to be
   freed; else NULL.  */

static char *
below (const char *file, const char *root)
{
  char *real = realpath (file, NULL);
  size_t length = strlen (root);
  struct stat st;

  if (length == 1)
    length = 0;
  if (real && strncmp (real, root, length) == 0 && real[length] == '/'
      && stat (real, &st) == 0 && S_ISREG (st.st_mode))
    return real;
  free (real);
  return NULL;
}

/* Where PATH is below ROOT; to be freed; NULL if nowhere.  */

static char *
find_below (const char *path, const char *root)
{
  char *real = realpath (root, NULL), *found = NULL;

  if (real && *path == '/')
    found = below (path, real);
  while (real && !found && *path)
    {
      path += *path == '/';
      char *file = concat (real, "/", path, NULL);
      found = below (file, real);
      free (file);
      path += strcspn (path, "/");
    }
  free (real);
  return found;
}

/* Read the file of S, whose name is known.  */

static int
read_text (struct source *s, struct fail *why)
{
  int fd = open (s->file, O_RDONLY | O_CLOEXEC | O_NOCTTY);
  size_t size = 0;
  ssize_t got = 0;

  if (fd < 0)
    return fail_set (why, s->file, 0, "cannot open: %s", strerror (errno));
  do
    {
      s->text = xrealloc (s->text, size + 65536 + 1);
      got = read (fd, s->text + size, 65536);
      size += got > 0 ? got : 0;
    }
  while (got > 0 && size < MOST_BYTES);
  close (fd);
  if (got < 0)
    return fail_set (why, s->file, 0, "cannot read: %s", strerror (errno));
  if (size >= MOST_BYTES)
    return fail_set (why, s->file, 0, "more than %d bytes; no source file has "
		     "that many", MOST_BYTES);
  s->text[size] = '\0';
  for (size_t i = 0; i < size; i++)
    if (!s->text[i])
      s->text[i] = '?';
  return 0;
}

/* Cut the text of S into lines.  */

static void
cut_lines (struct source *s)
{
  for (char *line = s->text, *end; *line; line = end)
    {
      end = line + strcspn (line, "\n");
      s->lines = grow (s->lines, s->n, sizeof *s->lines);
      s->lines[s->n++] = line;
      if (end > line && end[-1] == '\r')
	end[-1] = '\0';
      if (*end)
	*end++ = '\0';
    }
}

/* Open the source file that a profile calls PATH, below one of ROOTS.  Return
   0, or -1 with the reason in WHY.  */

int
source_open (struct source *s, const char *path, const struct names *roots,
	     struct fail *why)
{
  *s = (struct source) { 0 };
  for (size_t i = 0; i < roots->n && !s->file; i++)
    s->file = find_below (path, roots->at[i]);
  if (!s->file)
    return fail_set (why, path, 0, "source not found below %s%s; name its "
		     "folder with --source=DIR", roots->at[0],
		     roots->n > 1 ? " and the other folders" : "");
  if (read_text (s, why) != 0)
    {
      source_close (s);
      return -1;
    }
  cut_lines (s);
  return 0;
}

/* Free what S holds.  */

void
source_close (struct source *s)
{
  free (s->file);
  free (s->text);
  free (s->lines);
  *s = (struct source) { 0 };
}

/* LINE of S, from 1, with tabs as blanks; to be freed; NULL if it has none
   of that number.  */

char *
source_line (const struct source *s, size_t line)
{
  size_t column = 0;

  if (line < 1 || line > s->n)
    return NULL;
  const char *text = s->lines[line - 1];
  size_t tabs = 0;
  for (const char *c = text; *c; c++)
    tabs += *c == '\t';
  char *out = XNEWVEC (char, strlen (text) + 8 * tabs + 1), *to = out;
  for (; *text; text++)
    if (*text == '\t')
      do
	*to++ = ' ';
      while (++column % 8);
    else
      {
	*to++ = *text;
	column += (*text & 0xc0) != 0x80;
      }
  *to = '\0';
  return out;
}
