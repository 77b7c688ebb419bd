/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The library of ready metrics: a text file, one metric on a line,

     NAME [UNIT, KIND] = EXPRESSION  # what it means

   Empty lines and those that begin with # are left out.  */

#include "metric.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "xalloc.h"

enum { MOST_READY = 10000 };

/* Cut the blanks off both ends of TEXT.  */

static char *
trim (char *text)
{
  size_t length;

  text += strspn (text, " \t");
  length = strlen (text);
  while (length && strchr (" \t\r\n", text[length - 1]))
    text[--length] = '\0';
  return text;
}

/* Add the metric that TEXT, line LINE of FILE, defines to READY.  */

static int
add_line (struct ready *ready, char *text, const char *file, long line,
	  struct fail *why)
{
  char *mark = strchr (text, '#'), *meaning = NULL;
  struct formula *f;

  if (mark)
    {
      *mark = '\0';
      meaning = trim (mark + 1);
    }
  text = trim (text);
  if (!*text)
    return 0;
  f = formula_parse (text, why);
  if (!f || ready->n >= MOST_READY)
    {
      struct fail inner = *why;
      if (f)
	return fail_set (why, file, line, "more than %d metrics; refused",
			 MOST_READY);
      return fail_set (why, file, line, "%s", inner.text);
    }
  ready->at = grow (ready->at, ready->n, sizeof *ready->at);
  ready->at[ready->n++] = (struct ready_metric)
    { xstrdup (f->name), xstrdup (text), xstrdup (meaning ? meaning : "") };
  formula_free (f);
  return 0;
}

/* Add the metrics of FILE to READY.  Return 0, or -1 with the reason in
   WHY.  */

int
ready_load (struct ready *ready, const char *file, struct fail *why)
{
  FILE *in = fopen (file, "re");
  char *text = NULL;
  size_t size = 0;
  long line = 0;
  int result = 0;

  if (!in)
    return fail_set (why, file, 0, "cannot open: %s", strerror (errno));
  while (result == 0 && getline (&text, &size, in) > 0)
    result = add_line (ready, text, file, ++line, why);
  free (text);
  fclose (in);
  return result;
}

/* Free what READY holds.  */

void
ready_free (struct ready *ready)
{
  for (size_t i = 0; i < ready->n; i++)
    {
      free (ready->at[i].name);
      free (ready->at[i].definition);
      free (ready->at[i].meaning);
    }
  free (ready->at);
  *ready = (struct ready) { 0 };
}

/* The metric NAME of READY, the last one of several; NULL if none.  */

const struct ready_metric *
ready_find (const struct ready *ready, const char *name)
{
  for (size_t i = ready->n; i-- > 0;)
    if (strcmp (ready->at[i].name, name) == 0)
      return &ready->at[i];
  return NULL;
}
