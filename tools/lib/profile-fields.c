/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The attributes of a profile's elements: strings and numbers.

   A profile may have a million elements, so each attribute is looked at once:
   read_fields goes over those that an element has and not over those that it
   might have.  */

#include "profile-reading.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* More than any program has; a file with more is an attack.  */
enum { MOST_ELEMENTS = 20000000 };

/* The text from FROM up to END if it is a plain decimal of at most 15 digits:
   its digits and the power of ten are exact as doubles, so that their quotient
   is the nearest double, as strtod's result is.  False if it is not.  */

static bool
plain_decimal (const xmlChar *from, const xmlChar *end, double *value)
{
  static const double powers[] = { 1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7,
				   1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14,
				   1e15 };
  uint64_t digits = 0;
  const xmlChar *point = NULL;

  if (end - from > 16 || *from == '.')
    return false;
  for (const xmlChar *c = from; c < end; c++)
    if (*c >= '0' && *c <= '9')
      digits = 10 * digits + (*c - '0');
    else if (*c == '.' && !point)
      point = c;
    else
      return false;
  if (end - from - (point != NULL) > 15)
    return false;
  *value = (double) digits / powers[point ? end - point - 1 : 0];
  return true;
}

/* The number that TEXT, the attribute NAME, holds; NaN if it is NULL or
   empty.  All numbers of a profile are finite and not negative.  */

double
number_of (struct reader *r, const char *name, const char *text)
{
  char *end;

  if (!text || !*text)
    return NAN;
  /* strtod alone would take hexadecimal numbers and words too.  */
  double value = strtod (text, &end);
  if (*end || text[0] < '0' || text[0] > '9' || !isfinite (value)
      || text[strspn (text, "0123456789.eE+-")])
    {
      xml_input_fail (&r->in, "%s=\"%.40s\" is not a number; "
		      "the profile is damaged", name, text);
      return NAN;
    }
  return value;
}

/* The same for the text from FROM up to END.  */

static double
number_between (struct reader *r, const char *name, const xmlChar *from,
		const xmlChar *end)
{
  double value;
  char text[64];

  if (plain_decimal (from, end, &value) && from < end)
    return value;
  size_t n = end - from;
  if (n >= sizeof text)
    {
      xml_input_fail (&r->in, "%s=\"%.40s...\" is not a number; "
		      "the profile is damaged", name, (const char *) from);
      return NAN;
    }
  memcpy (text, from, n);
  text[n] = '\0';
  return number_of (r, name, text);
}

/* The field of FIELDS called NAME, NULL if it has none.  */

static const struct field *
field_called (const struct fields *fields, const char *name)
{
  for (size_t i = 0; i < fields->n; i++)
    if (strcmp (fields->at[i].name, name) == 0)
      return &fields->at[i];
  return NULL;
}

/* The field of FIELDS for the attribute NAME, number I of its element.  */

static const struct field *
find_field (struct fields *fields, const xmlChar *name, int i)
{
  size_t place = (size_t) i % (sizeof fields->seen / sizeof *fields->seen);

  if (fields->seen[place].name != name)
    {
      fields->seen[place].name = name;
      fields->seen[place].field = field_called (fields, (const char *) name);
    }
  return fields->seen[place].field;
}

/* Those of the attributes A that FIELDS names, into the structure TO, in
   which every other field stays.  After a failure there is nothing to read:
   stopping the parser freed the attributes.  */

void
read_fields (struct reader *r, struct fields *fields, void *to,
	     struct attributes a)
{
  for (int i = 0; i < a.n && !r->in.failed; i++)
    {
      const xmlChar *from = a.at[5 * i + 3], *end = a.at[5 * i + 4];
      const struct field *field = find_field (fields, a.at[5 * i], i);

      if (!field || from == end)
	continue;
      void *place = (char *) to + field->at;
      bool negative = field->kind == FIELD_SIGNED && *from == '-';
      switch (field->kind)
	{
	case FIELD_TEXT:
	  *(const char **) place = profile_text (r->p, (const char *) from,
						 end - from);
	  break;
	case FIELD_WORD:
	  *(const char **) place = profile_word (r->p, (const char *) from,
						 end - from);
	  break;
	default:
	  *(double *) place
	    = (number_between (r, field->name, from + negative, end)
	       * (negative ? -1 : 1));
	}
    }
}

/* The value of NAME in A as a string of R's profile, or NULL.  */

const char *
read_string (struct reader *r, struct attributes a, const char *name)
{
  for (int i = 0; i < a.n && !r->in.failed; i++)
    if (strcmp ((const char *) a.at[5 * i], name) == 0)
      return profile_text (r->p, (const char *) a.at[5 * i + 3],
			   a.at[5 * i + 4] - a.at[5 * i + 3]);
  return NULL;
}

/* The same, but an empty value counts as none.  */

const char *
read_text (struct reader *r, struct attributes a, const char *name)
{
  const char *text = read_string (r, a, name);

  return text && *text ? text : NULL;
}

/* The number that NAME has in A; NaN if it has none.  */

double
read_number (struct reader *r, struct attributes a, const char *name)
{
  return number_of (r, name, read_text (r, a, name));
}

/* One more element of those that a file may have many of.  False when it has
   too many.  */

bool
count_element (struct reader *r)
{
  if (++r->n_refs <= MOST_ELEMENTS)
    return true;
  xml_input_fail (&r->in, "more than %d elements in loops; refused",
		  MOST_ELEMENTS);
  return false;
}
