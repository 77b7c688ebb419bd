/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The flat profile that gprof prints: seconds and calls of functions, or of
   lines with gprof -l.  */

#include "import.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lines.h"
#include "xalloc.h"

/* The number at *TEXT, after which it moves; NaN if a word stands there.  */

static double
take_number (char **text)
{
  char *at = *text + strspn (*text, " "), *end;
  double value;

  if (!isdigit ((unsigned char) *at))
    return NAN;
  value = strtod (at, &end);
  if (*end && *end != ' ')
    return NAN;
  *text = end;
  return value;
}

/* `NAME (FILE:LINE @ ADDRESS)' in TEXT: set the place to it.  */

static void
take_place (char *text, struct place *place)
{
  char *open = strrchr (text, '('), *at = strstr (text, " @ "), *colon;

  place->function = text;
  if (!open || !at || at < open || open == text)
    return;
  *at = '\0';
  colon = strrchr (open, ':');
  if (!colon)
    return;
  *colon = '\0';
  place->file = open + 1;
  place->line = strtol (colon + 1, NULL, 10);
  while (open > text && open[-1] == ' ')
    open--;
  *open = '\0';
}

/* One row: per cent, cumulative and own seconds, calls if it was called, per
   call twice, name.  */

static int
take_row (struct import *im, struct lines *l, char *text, int time,
	  int calls)
{
  struct place place = { 0 };
  double percent = take_number (&text), sum = take_number (&text);
  double own = take_number (&text), n = take_number (&text);

  if (isnan (percent) || isnan (sum) || isnan (own))
    return lines_fail (l, "not a row of a flat profile; the file is damaged");
  if (!isnan (n))
    {
      take_number (&text);
      take_number (&text);
    }
  text += strspn (text, " ");
  if (!*text)
    return lines_fail (l, "a row without a function; the file is damaged");
  take_place (text, &place);
  struct node *node = import_place (im, &place);
  import_value (im, node, time, own);
  if (!isnan (n))
    import_value (im, node, calls, n);
  return 0;
}

/* Read FILE into IM.  Return 0, or -1 with the reason in IM's WHY.  */

int
import_gprof (struct import *im, const char *file)
{
  struct lines l;
  bool inside = false, seen = false;
  int result = 0;
  char *text;
  int time = import_metric (im, "gprof-time", "s");
  int calls = time == NO_METRIC ? NO_METRIC
	      : import_metric (im, "gprof-calls", "1");

  if (calls == NO_METRIC || lines_open (&l, file, im->why) != 0)
    return -1;
  while (result == 0 && (text = lines_next (&l)))
    {
      char *word = text + strspn (text, " ");
      if (strncmp (word, "time ", 5) == 0 && strstr (word, "seconds"))
	inside = seen = true;
      else if (inside && (!*word || *word == '\f' || *word == '%'))
	inside = false;
      else if (inside)
	result = take_row (im, &l, text, time, calls);
    }
  if (result == 0 && !seen)
    {
      l.number = 0;
      result = lines_fail (&l, "no flat profile; give what gprof -p prints");
    }
  if (lines_close (&l) != 0)
    result = -1;
  return result;
}
