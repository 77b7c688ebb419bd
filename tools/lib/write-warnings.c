/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The warnings of a report, in lines that fit a page.  */

#include "write.h"

#include <stdlib.h>
#include <string.h>
#include "text.h"
#include "warnings.h"

enum { LINE_WIDTH = 79 };

static FILE *warnings_to;

/* Write TEXT to the file of warnings, broken between words.  */

static void
write_warning (const char *text)
{
  static const char head[] = "warning: ";
  char *safe = text_safe (text);
  size_t column = sizeof head - 1;

  fputs (head, warnings_to);
  for (char *word = strtok (safe, " "); word; word = strtok (NULL, " "))
    {
      size_t n = strlen (word);
      bool first = column == sizeof head - 1;

      if (!first && column + 1 + n > LINE_WIDTH)
	{
	  fprintf (warnings_to, "\n%*s", (int) sizeof head - 1, "");
	  column = sizeof head - 1;
	  first = true;
	}
      column += (size_t) fprintf (warnings_to, "%s%s", first ? "" : " ", word);
    }
  putc ('\n', warnings_to);
  free (safe);
}

/* Write to OUT what spoils the figures of P.  */

void
write_warnings (FILE *out, const struct profile *p)
{
  warnings_to = out;
  warnings_of_mixture (p, write_warning);
  warnings_of_run (p, write_warning);
}
