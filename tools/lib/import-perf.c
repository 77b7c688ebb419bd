/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What perf script prints, best with -F +srcline,+period: for each sample a
   line with the time and the event, and the place on it or in the lines that
   follow, the innermost frame first.

   Only the innermost frame counts: the sample was taken there.  Frames marked
   (inlined) belong to the first one that is not.  Without srcline the line is
   looked up in the object that perf names, by its symbol and the distance from
   it; a sample without a line goes to its function.

   Known weakness: command names that look like a time confuse it.  */

#include "import.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include "addresses.h"
#include "lines.h"
#include "xalloc.h"

enum { MOST_EVENTS = 1000 };

/* One sample being read.  */
struct sample
{
  bool open;
  int metric;
  double value;
  int frames;			/* seen so far */
  bool inlined, done;		/* leaf is inlined; its function is known */
  bool want_line;		/* the next line may be the srcline */
  char *leaf_file, *file, *function, *module;
  long leaf_line;
  uint64_t address, offset;	/* of the innermost frame; from its function */
  bool has_offset;
};

struct reading
{
  struct import *im;
  struct lines l;
  struct sample s;
  struct addresses addresses;
  int samples;			/* the metric */
  size_t n, n_events;
};

static void
forget (struct sample *s)
{
  free (s->leaf_file);
  free (s->file);
  free (s->function);
  free (s->module);
  *s = (struct sample) { 0 };
}

/* Look for the line of S, which perf has not said, in the object it names.  */

static void
find_line (struct addresses *a, struct sample *s)
{
  struct source_line line;
  bool unknown = s->function && strcmp (s->function, "[unknown]") == 0;

  if (!s->module || (!unknown && !s->has_offset)
      || !addresses_find (a, s->module, unknown ? NULL : s->function,
			  s->offset, s->address, &line))
    return;
  s->leaf_file = xstrdup (line.file);
  s->leaf_line = line.line;
  free (s->file);
  s->file = xstrdup (line.function_file);
  s->inlined = strcmp (line.file, line.function_file) != 0;
}

/* The sample of R is complete.  */

static void
end_sample (struct reading *r)
{
  struct sample *s = &r->s;

  if (s->open)
    {
      if (!s->leaf_file)
	find_line (&r->addresses, s);
      const char *from = s->inlined && s->file && s->leaf_file
			 && strcmp (s->file, s->leaf_file) != 0
			 ? s->leaf_file : NULL;
      struct place place = { s->module, from ? s->file : s->leaf_file,
			     s->function, from, s->leaf_line };
      struct node *node = import_place (r->im, &place);
      import_value (r->im, node, s->metric, s->value);
      if (s->metric != r->samples)
	import_value (r->im, node, r->samples, 1);
      r->n++;
    }
  forget (s);
}

/* FILE:LINE in TEXT, put into *FILE, replacing what it held, and *LINE.
   Return false when TEXT is something else.  */

static bool
take_srcline (char *text, char **file, long *line)
{
  char *colon = strrchr (text, ':'), *end;

  if (!colon || colon == text || !isdigit ((unsigned char) colon[1]))
    return false;
  long number = strtol (colon + 1, &end, 10);
  if (*end && *end != ' ')
    return false;
  free (*file);
  *file = xstrndup (text, colon - text);
  *line = number;
  return true;
}

/* A frame: ADDRESS SYMBOL+OFFSET (OBJECT).  */

static void
take_frame (struct sample *s, char *text)
{
  char *end, *object = strrchr (text, '('), *name;

  uint64_t address = strtoull (text, &end, 16);
  if (end == text || (*end != ' ' && *end != '\0'))
    return;
  if (!s->frames++)
    s->address = address;
  s->want_line = false;
  if (s->done)
    return;
  name = end + strspn (end, " ");
  bool inlined = object && strncmp (object, "(inlined)", 9) == 0;
  s->want_line = true;
  if (inlined)
    {
      s->inlined = true;
      return;
    }
  if (object && object > name)
    {
      s->module = xstrndup (object + 1, strcspn (object + 1, ")"));
      while (object > name && object[-1] == ' ')
	object--;
      *object = '\0';
    }
  char *plus = strrchr (name, '+');
  if (plus && strncmp (plus, "+0x", 3) == 0)
    {
      s->offset = strtoull (plus + 1, NULL, 16);
      s->has_offset = true;
      *plus = '\0';
    }
  s->function = xstrdup (*name ? name : "[unknown]");
  s->done = true;
}

/* TEXT, not the beginning of a sample: a frame, or the srcline of the one
   before.  */

static void
take_place (struct sample *s, char *text)
{
  long line;

  text += strspn (text, " \t");
  if (!s->open || !*text)
    return;
  if (s->want_line && s->frames)
    {
      bool leaf = s->frames == 1;
      char *file = NULL;
      if (take_srcline (text, &file, &line))
	{
	  s->want_line = false;
	  if (leaf && !s->leaf_file)
	    {
	      s->leaf_file = xstrdup (file);
	      s->leaf_line = line;
	    }
	  if (s->done && !s->file)
	    s->file = xstrdup (file);
	  free (file);
	  return;
	}
    }
  take_frame (s, text);
}

/* Where in TEXT the time `SECONDS.FRACTION:' begins, NULL if nowhere.  *END
   is what follows.  */

static char *
find_time (char *text, char **end)
{
  for (char *at = text; (at = strchr (at, ':')); at++)
    {
      char *begin = at;
      bool point = false;
      while (begin > text
	     && (isdigit ((unsigned char) begin[-1])
		 || (begin[-1] == '.' && !point)))
	point |= *--begin == '.';
      if (point && begin < at && (begin == text || begin[-1] == ' ')
	  && (at[1] == ' ' || !at[1]))
	{
	  *end = at + 1;
	  return begin;
	}
    }
  return NULL;
}

/* The metric of the event NAME, without its modifiers.  */

static int
event_metric (struct reading *r, char *name)
{
  char *colon = strrchr (name, ':');

  if (colon && colon > name && colon[1]
      && !colon[1 + strspn (colon + 1, "ukhpPGHISDWe")])
    *colon = '\0';
  if (r->im->n_metrics > MOST_EVENTS)
    {
      lines_fail (&r->l, "more than %d events; refused", MOST_EVENTS);
      return NO_METRIC;
    }
  /* The periods of clock events are nanoseconds.  */
  bool clock = strcmp (name, "cpu-clock") == 0
	       || strcmp (name, "task-clock") == 0;
  return import_metric (r->im, name, clock ? "ns" : "1");
}

/* The beginning of a sample, after its time: [PERIOD] EVENT: [FRAME].  */

static void
take_head (struct reading *r, char *text)
{
  struct sample *s = &r->s;
  char *end, *event, *after;
  double period = 1;

  text += strspn (text, " ");
  if (isdigit ((unsigned char) *text))
    {
      double number = strtod (text, &end);
      if (*end == ' ')
	{
	  period = number;
	  text = end + strspn (end, " ");
	}
    }
  event = text;
  after = event + strcspn (event, " ");
  if (after == event || after[-1] != ':')
    {
      lines_fail (&r->l, "no event after the time; give perf script -F "
		  "+period,+srcline");
      return;
    }
  end = after + strspn (after, " ");
  after[-1] = '\0';
  s->metric = event_metric (r, event);
  if (s->metric == NO_METRIC)
    {
      r->l.failed = true;
      return;
    }
  s->open = true;
  s->value = period;
  if (*end)
    take_frame (s, end);
}

/* Read FILE into IM.  Return 0, or -1 with the reason in IM's WHY.  */

int
import_perf (struct import *im, const char *file)
{
  struct reading r = { .im = im };
  char *text, *after;

  if (lines_open (&r.l, file, im->why) != 0)
    return -1;
  r.samples = import_metric (im, "samples", "1");
  r.l.failed = r.samples == NO_METRIC;
  while ((text = lines_next (&r.l)))
    if (*text == '#')
      continue;
    else if (*text != '\t' && find_time (text, &after))
      {
	end_sample (&r);
	take_head (&r, after);
      }
    else
      take_place (&r.s, text);
  if (!r.l.failed)
    end_sample (&r);
  forget (&r.s);
  if (r.addresses.n_missed && !r.addresses.n_found && !addresses_possible ())
    import_tell_conflict (im, r.l.file, 0, "%zu samples have no line, and this "
			  "memlb cannot look them up; give perf script -F "
			  "+srcline", r.addresses.n_missed);
  addresses_free (&r.addresses);
  if (!r.l.failed && !r.n)
    {
      r.l.number = 0;
      lines_fail (&r.l, "no sample; is this what perf script prints?");
    }
  return lines_close (&r.l);
}
