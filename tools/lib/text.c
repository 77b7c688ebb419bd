/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Small pieces of text for the reports that people read.  */

#include "text.h"
#include "names.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "reasons.h"
#include "xalloc.h"

/* From here on figures are nonsense, and must not fill the screen.  */
#define ABSURD 1e9

/* SECONDS with a unit, two or three digits; `-' when unknown.  */

char *
text_seconds (double seconds)
{
  if (isnan (seconds))
    return xstrdup ("-");
  if (seconds < 0)
    {
      char *text = text_seconds (-seconds), *both = xasprintf ("-%s", text);
      free (text);
      return both;
    }
  if (seconds >= ABSURD)
    return xasprintf ("%.2e s", seconds);
  if (seconds >= 999.5)
    return xasprintf ("%.0f s", seconds);
  if (seconds >= 0.9995)
    return xasprintf ("%.1f s", seconds);
  if (seconds >= 0.0995)
    return xasprintf ("%.0f ms", seconds * 1e3);
  if (seconds >= 0.9995e-3)
    return xasprintf ("%.1f ms", seconds * 1e3);
  if (seconds == 0)
    return xstrdup ("0 s");
  if (seconds < 0.0995e-6)
    return xasprintf ("%.1f ns", seconds * 1e9);
  return xasprintf ("%.1f us", seconds * 1e6);
}

/* SPEEDUP behind SIGN, with its ERROR, half of an interval, or NaN.  An error of more than
   half of it lies far more above than below: the interval's low end LEAST then says more.  */

char *
text_limit (const char *sign, double speedup, double error, double least)
{
  if (isnan (speedup))
    return xstrdup ("-");
  if (speedup >= ABSURD)
    return xasprintf ("%s%.2e", sign, speedup);
  if (isnan (error))
    return xasprintf ("%s%.1f", sign, speedup);
  if (error > speedup / 2)
    return xasprintf ("%s%.1f (from %.1f)", sign, speedup, least);
  if (error < 0.05)
    return xasprintf ("%s%.2f +-%.2f", sign, speedup,
		      error < 0.01 ? 0.01 : error);
  return xasprintf ("%s%.1f +-%.1f", sign, speedup, error);
}

/* The low end of a speed-up, of TIME, which is TIME_LOW at least where that is known, by a
   bound of BOUND_HIGH at most.  */

double
least_speedup (double time, double time_low, double bound_high)
{
  return (isnan (time_low) ? time : time_low) / bound_high;
}

/* LOOP's speed-up as a limit with its error; `-' when unknown.  */

char *
text_speedup (const struct loop *loop)
{
  return text_limit (bound_sign (loop->verdict_name, loop->reason),
		     loop_speedup (loop), loop_speedup_error (loop),
		     least_speedup (loop->n[N_TIME], loop->n[N_TIME_LOW],
				    loop->n[N_BOUND_HIGH]));
}

/* Where LOOP is: FILE:LINE-LINE, as far as known.  */

char *
text_place (const struct loop *loop)
{
  const char *file = loop->in->file ? loop->in->file : "?";
  double line = loop->n[N_LINE], end = loop->n[N_END_LINE];

  if (!(line > 0))
    return xstrdup (file);
  if (!(end > line))
    return xasprintf ("%s:%.15g", file, line);
  return xasprintf ("%s:%.15g-%.15g", file, line, end);
}

/* True if LOOP is a whole function.  */

bool
whole_function_p (const struct loop *loop)
{
  static const char word[] = "function";
  const char *flags = loop->has->flags;

  for (const char *at = flags; at && (at = strstr (at, word)); at++)
    if ((at == flags || at[-1] == ' ')
	&& (at[sizeof word - 1] == 0 || at[sizeof word - 1] == ' '))
      return true;
  return false;
}

/* LOOP's function, in short, and place.  */

char *
text_title (const struct loop *loop)
{
  char *place = text_place (loop);
  char *function = name_in_short (loop->in->function);
  char *title = xasprintf ("%s%s %s", function,
			   whole_function_p (loop) ? "()" : "", place);
  char *safe = text_safe (title);

  free (place);
  free (function);
  free (title);
  return safe;
}

/* The function that keeps LOOP from a bound, as people write it, and its library
   if that was not built with memlb; NULL if there is none.  */

char *
text_callee (const struct loop *loop)
{
  if (!loop->callee)
    return NULL;
  char *name = name_of_function (NULL, loop->callee);
  char *text = name_in_short (name);
  char *where = (loop->has->library
		 ? concat (text, " (", loop->has->library, ")", NULL)
		 : xstrdup (text));
  char *safe = text_safe (where);

  free (name);
  free (text);
  free (where);
  return safe;
}

/* Seconds ago in words, the largest unit only.  */

static char *
text_ago (double seconds)
{
  if (seconds < 0)
    return xstrdup ("in the future");
  if (seconds < 60)
    return xstrdup ("just now");
  if (seconds < 3600)
    return xasprintf ("%.0f min ago", floor (seconds / 60));
  if (seconds < 2 * 86400)
    return xasprintf ("%.0f h ago", floor (seconds / 3600));
  return xasprintf ("%.0f days ago", floor (seconds / 86400));
}

/* `run of 14:02, 2 min ago' for START (ISO 8601, UTC) as seen at NOW; with
   the date when that was another day; NULL when START is no time.  */

char *
text_start (const char *start, time_t now)
{
  struct tm utc = { 0 }, then, today;
  char clock[40];

  if (!start || !strptime (start, "%Y-%m-%dT%H:%M:%S", &utc))
    return NULL;
  time_t at = timegm (&utc);
  if (at == (time_t) -1 || !localtime_r (&at, &then)
      || !localtime_r (&now, &today))
    return NULL;
  bool same_day = (then.tm_year == today.tm_year
		   && then.tm_yday == today.tm_yday);
  strftime (clock, sizeof clock, same_day ? "%H:%M" : "%Y-%m-%d %H:%M", &then);
  char *ago = text_ago (difftime (now, at));
  char *text = xasprintf ("run of %s, %s", clock, ago);
  free (ago);
  return text;
}
