/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files that subcommands write, under a temporary name until they are
   complete, compressed where the name ends in .gz; and the ways in which
   text is quoted in them.  */

#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include "xalloc.h"

/* Temporary files that are there now; a signal that ends the command removes
   them.  More than these stay.  */
static const char *volatile unfinished[4];
enum { N_UNFINISHED = sizeof unfinished / sizeof *unfinished };

/* Context: any signal.  */

static void
remove_unfinished (int signal_number)
{
  for (int i = 0; i < N_UNFINISHED; i++)
    if (unfinished[i])
      unlink (unfinished[i]);
  signal (signal_number, SIG_DFL);
  raise (signal_number);
}

/* FILE is temporary: it goes when a signal ends the command, unless that is
   ignored.  FILE stays until output_finished is called with it.  */

void
output_unfinished (const char *file)
{
  static const int ends[] = { SIGINT, SIGTERM, SIGHUP, SIGXFSZ };
  static bool prepared;

  for (size_t i = 0; !prepared && i < sizeof ends / sizeof *ends; i++)
    {
      struct sigaction now;
      if (sigaction (ends[i], NULL, &now) == 0 && now.sa_handler == SIG_DFL)
	signal (ends[i], remove_unfinished);
    }
  prepared = true;
  for (int i = 0; i < N_UNFINISHED; i++)
    if (!unfinished[i])
      {
	unfinished[i] = file;
	return;
      }
}

/* FILE, which output_unfinished was told of, is gone or has its own name.  */

void
output_finished (const char *file)
{
  for (int i = 0; i < N_UNFINISHED; i++)
    if (unfinished[i] == file)
      unfinished[i] = NULL;
}

/* Functions of a stream that compresses.  */

static ssize_t
gz_write (void *gz, const char *buffer, size_t size)
{
  return gzwrite (gz, buffer, (unsigned) size) > 0 ? (ssize_t) size : 0;
}

static int
gz_close (void *gz)
{
  return gzclose (gz) == Z_OK ? 0 : EOF;
}

/* The file descriptor FD as a stream, which compresses if COMPRESS.  */

static FILE *
stream (int fd, bool compress)
{
  static const cookie_io_functions_t functions
    = { .write = gz_write, .close = gz_close };

  if (!compress)
    return fdopen (fd, "w");
  gzFile gz = gzdopen (fd, "wb");
  return gz ? fopencookie (gz, "w", functions) : NULL;
}

/* True when FILE is there and is no plain file: a device or a pipe, which is
   written to and not replaced.  */

static bool
special_p (const char *file)
{
  struct stat st;

  return stat (file, &st) == 0 && !S_ISREG (st.st_mode);
}

/* Begin writing FILE; NULL and `-' stand for standard output.  Return 0, or
   -1 with the reason in WHY.  */

int
output_open (struct output *o, const char *file, struct fail *why)
{
  *o = (struct output) { 0 };
  if (!file || strcmp (file, "-") == 0)
    {
      o->to = stdout;
      return 0;
    }
  size_t length = strlen (file);
  bool compress = length > 3 && strcmp (file + length - 3, ".gz") == 0;
  int fd;

  o->file = file;
  if (special_p (file))
    fd = open (file, O_WRONLY | O_CLOEXEC);
  else
    {
      o->temporary = xasprintf ("%s.%ld.tmp", file, (long) getpid ());
      output_unfinished (o->temporary);
      fd = open (o->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    }
  if (fd >= 0)
    o->to = stream (fd, compress);
  if (o->to)
    return 0;
  fail_set (why, file, 0, "cannot write: %s", strerror (errno));
  output_abandon (o);
  return -1;
}

/* Give O up.  */

void
output_abandon (struct output *o)
{
  if (o->to && o->to != stdout)
    fclose (o->to);
  if (o->temporary)
    {
      unlink (o->temporary);
      output_finished (o->temporary);
    }
  free (o->temporary);
  *o = (struct output) { 0 };
}

/* O is complete.  Return 0, or -1 with the reason in WHY.  Whether standard
   output could be written is for msg_output_end to say.  */

int
output_close (struct output *o, struct fail *why)
{
  int result = 0;

  if (o->to == stdout)
    return 0;
  bool failed = ferror (o->to);
  if (fclose (o->to) != 0 || failed)
    result = fail_set (why, o->file, 0, "cannot write: %s",
		       strerror (errno ? errno : EIO));
  o->to = NULL;
  if (result == 0 && o->temporary && rename (o->temporary, o->file) != 0)
    result = fail_set (why, o->file, 0, "cannot write: %s", strerror (errno));
  else if (result == 0 && o->temporary)
    {
      output_finished (o->temporary);
      free (o->temporary);
      o->temporary = NULL;
    }
  output_abandon (o);
  return result;
}

/* How many bytes at TEXT are one character of UTF-8 that XML allows, 0 if
   none: what other tools write is not always text.  */

static int
character (const char *text)
{
  const unsigned char *c = (const unsigned char *) text;
  int n = c[0] < 0x80 ? 1 : c[0] >= 0xc2 && c[0] < 0xe0 ? 2
	  : c[0] >= 0xe0 && c[0] < 0xf0 ? 3 : c[0] >= 0xf0 && c[0] < 0xf5 ? 4
	  : 0;

  for (int i = 1; i < n; i++)
    if ((c[i] & 0xc0) != 0x80)
      return 0;
  if (n == 1 && c[0] < ' ' && !strchr ("\t\n\r", c[0]))
    return 0;
  /* Longer than need be, surrogates, too large, and U+FFFE and U+FFFF.  */
  if (n == 3 && ((c[0] == 0xe0 && c[1] < 0xa0) || (c[0] == 0xed && c[1] > 0x9f)
		 || (c[0] == 0xef && c[1] == 0xbf && c[2] > 0xbd)))
    return 0;
  if (n == 4 && ((c[0] == 0xf0 && c[1] < 0x90) || (c[0] == 0xf4
						   && c[1] > 0x8f)))
    return 0;
  return n;
}

/* Write TEXT to OUT as the value of an XML attribute; `?' for bytes that are
   no character.  */

void
output_xml (FILE *out, const char *text)
{
  for (int n; *text; text += n ? n : 1)
    switch (n = character (text), *text)
      {
      case '&': fputs ("&amp;", out); break;
      case '<': fputs ("&lt;", out); break;
      case '>': fputs ("&gt;", out); break;
      case '"': fputs ("&quot;", out); break;
      case '\t': case '\n': case '\r':
	fprintf (out, "&#%d;", *text);
	break;
      default:
	fwrite (n ? text : "?", 1, n ? n : 1, out);
      }
}

/* Write TEXT to OUT as a field of CSV, quoted where RFC 4180 wants it.  */

void
output_csv (FILE *out, const char *text)
{
  if (!text[strcspn (text, ",\"\r\n")])
    {
      fputs (text, out);
      return;
    }
  putc ('"', out);
  for (; *text; text++)
    {
      if (*text == '"')
	putc ('"', out);
      putc (*text, out);
    }
  putc ('"', out);
}

/* Write TEXT to OUT as a JSON string, or null.  Text from XML is valid UTF-8,
   so just the ASCII specials need escaping.  */

void
output_json (FILE *out, const char *text)
{
  if (!text)
    {
      fputs ("null", out);
      return;
    }
  putc ('"', out);
  for (; *text; text++)
    if (*text == '"' || *text == '\\')
      fprintf (out, "\\%c", *text);
    else if ((unsigned char) *text < ' ' || *text == 0x7f)
      fprintf (out, "\\u%04x", *text);
    else
      putc (*text, out);
  putc ('"', out);
}

/* Write VALUE to OUT with as many digits as it needs, at most 17.  */

void
output_number (FILE *out, double value)
{
  char text[40];

  snprintf (text, sizeof text, "%.9g", value);
  if (strtod (text, NULL) != value)
    snprintf (text, sizeof text, "%.17g", value);
  fputs (text, out);
}
