/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The warnings of a report, in lines that fit a page.  */

#include "write.h"

#include <stdlib.h>
#include <string.h>
#include "text.h"
#include "warnings.h"

enum { LINE_WIDTH = 79 };

/* Write TEXT to the file OUT, broken between words.  */

static void
write_warning (void *out, const char *text)
{
  static const char head[] = "warning: ";
  char *safe = text_safe (text);
  size_t column = sizeof head - 1;

  fputs (head, out);
  for (char *word = strtok (safe, " "); word; word = strtok (NULL, " "))
    {
      size_t n = strlen (word);
      bool first = column == sizeof head - 1;

      if (!first && column + 1 + n > LINE_WIDTH)
	{
	  fprintf (out, "\n%*s", (int) sizeof head - 1, "");
	  column = sizeof head - 1;
	  first = true;
	}
      column += (size_t) fprintf (out, "%s%s", first ? "" : " ", word);
    }
  putc ('\n', out);
  free (safe);
}

/* Write to OUT what spoils the figures of P.  */

void
write_warnings (FILE *out, const struct profile *p)
{
  struct warning_sink sink = { write_warning, out };

  warnings_of_mixture (p, sink);
  warnings_of_run (p, sink);
}
