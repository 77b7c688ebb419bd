/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables for people, on libsmartcols, which knows how wide characters are.  */

#include "table.h"

#include <stdlib.h>
#include <string.h>
#include "text.h"

/* A new table; on a TERMINAL its lines end at the terminal's width.  */

struct libscols_table *
table_new (bool terminal)
{
  struct libscols_table *table = scols_new_table ();

  scols_table_set_column_separator (table, "  ");
  if (!terminal)
    scols_table_set_termforce (table, SCOLS_TERMFORCE_NEVER);
  return table;
}

/* Add a column called NAME to TABLE, to the RIGHT or to the left.  */

void
table_column (struct libscols_table *table, const char *name, bool right)
{
  scols_table_new_column (table, name, 0, right ? SCOLS_FL_RIGHT : 0);
}

struct libscols_line *
table_line (struct libscols_table *table)
{
  return scols_table_new_line (table, NULL);
}

/* Set the cell of LINE at COLUMN to TEXT, without its control characters, and
   free TEXT.  */

void
table_cell (struct libscols_line *line, size_t column, char *text)
{
  char *safe = text_safe (text);

  scols_line_set_data (line, column, safe);
  free (safe);
  free (text);
}

/* Write TABLE to OUT, without blanks at the lines' ends, and free it.  */

void
table_write (struct libscols_table *table, FILE *out)
{
  char *text = NULL;

  if (scols_print_table_to_string (table, &text) == 0 && text)
    for (char *line = text, *end; *line; line = end)
      {
	end = line + strcspn (line, "\n");
	char *last = end;
	while (last > line && last[-1] == ' ')
	  last--;
	fprintf (out, "%.*s\n", (int) (last - line), line);
	end += *end == '\n';
      }
  free (text);
  scols_unref_table (table);
}
