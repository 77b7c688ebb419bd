/* SPDX-License-Identifier: GPL-3.0-or-later */
/* CSV (RFC 4180) with a header: the columns file, line, metric and value, and
   function, module and unit if there are any.  Others are left out.  */

#include "import.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lines.h"
#include "xalloc.h"

enum { MOST_FIELDS = 200, MOST_METRICS = 10000 };

enum column { C_FILE, C_LINE, C_METRIC, C_VALUE, C_FUNCTION, C_MODULE, C_UNIT,
	      N_COLUMNS };
static const char *const names[N_COLUMNS]
  = { "file", "line", "metric", "value", "function", "module", "unit" };

/* Cut TEXT into the fields of one record, at most MOST_FIELDS, in place.
   Quotes may not hold a line's end: no name of a file or a function has
   one.  Return their number, -1 when a quote has no end.  */

static int
cut (char *text, char **fields)
{
  int n = 0;

  for (;;)
    {
      char *to = text, *from = text;
      fields[n++] = text;
      if (*from == '"')
	{
	  for (from++; *from != '"' || from[1] == '"'; *to++ = *from++)
	    {
	      if (!*from)
		return -1;
	      from += *from == '"';
	    }
	  from++;
	}
      while (*from && *from != ',')
	*to++ = *from++;
      bool more = *from == ',';
      *to = '\0';
      if (!more || n == MOST_FIELDS)
	return n;
      text = from + 1;
    }
}

/* Read the header TEXT of L: which field holds which column.  */

static int
take_header (struct lines *l, char *text, int *at)
{
  char *fields[MOST_FIELDS];
  int n;

  if (strncmp (text, "\xef\xbb\xbf", 3) == 0)
    text += 3;
  n = cut (text, fields);
  for (int c = 0; c < N_COLUMNS; c++)
    {
      at[c] = -1;
      for (int i = 0; i < n; i++)
	if (strcmp (fields[i], names[c]) == 0)
	  at[c] = i;
      if (at[c] < 0 && c <= C_VALUE)
	return lines_fail (l, "no column `%s'; the first line must name file, "
			   "line, metric and value", names[c]);
    }
  return 0;
}

/* The field of COLUMN, NULL if there is none or it is empty.  */

static const char *
field (char **fields, const int *at, enum column column)
{
  return at[column] >= 0 && *fields[at[column]] ? fields[at[column]] : NULL;
}

/* The number TEXT; NaN if it is none.  */

static double
number (const char *text)
{
  char *end;

  if (!text || text[strspn (text, "0123456789.eE+-")])
    return NAN;
  double value = strtod (text, &end);
  return *end || !(fabs (value) < 1e99) ? NAN : value;
}

/* Read the record TEXT.  */

static int
take_record (struct import *im, struct lines *l, char *text, const int *at)
{
  char *fields[MOST_FIELDS];
  int n = cut (text, fields);

  if (n < 0)
    return lines_fail (l, "a quote without an end");
  for (int c = 0; c < N_COLUMNS; c++)
    if (at[c] >= n)
      return lines_fail (l, "%d fields only, fewer than in the first line", n);
  const char *metric_name = field (fields, at, C_METRIC);
  const char *line_text = field (fields, at, C_LINE);
  double value = number (field (fields, at, C_VALUE));
  double line = line_text ? number (line_text) : 0;
  if (isnan (value) || !(line >= 0 && line < 1e9) || !metric_name)
    return lines_fail (l, "%s", !metric_name ? "no metric" : isnan (value)
		       ? "the value is no number" : "the line is no number");
  if (im->n_metrics >= MOST_METRICS)
    return lines_fail (l, "more than %d metrics; refused", MOST_METRICS);
  int metric = import_metric (im, metric_name, field (fields, at, C_UNIT));
  if (metric == NO_METRIC)
    return -1;
  struct place place = { .module = field (fields, at, C_MODULE),
			 .file = field (fields, at, C_FILE),
			 .function = field (fields, at, C_FUNCTION),
			 .line = (long) line };
  import_value (im, import_place (im, &place), metric, value);
  return 0;
}

/* Read FILE into IM.  Return 0, or -1 with the reason in IM's WHY.  */

int
import_csv (struct import *im, const char *file)
{
  struct lines l;
  int at[N_COLUMNS], result = 0;
  char *text;

  if (lines_open (&l, file, im->why) != 0)
    return -1;
  text = lines_next (&l);
  result = take_header (&l, text ? text : (char[]) { "" }, at);
  while (result == 0 && (text = lines_next (&l)))
    if (*text)
      result = take_record (im, &l, text, at);
  if (lines_close (&l) != 0)
    result = -1;
  return result;
}
