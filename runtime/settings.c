/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The MEMLB_* variables.  A bad value costs one line on standard error and
   nothing else.  */

#include "settings.h"
#include "events.h"
#include "launcher.h"

#include <sys/auxv.h>

struct mrt_settings mrt_settings;

static const char *const mode_names[] = { "bound", "time", "count", "off" };

const char *
mrt_mode_name (const struct mrt_settings *settings)
{
  return settings->torture ? "torture" : mode_names[settings->mode];
}

/* Modes that are combinations by commas take the strongest that exists
   here: bound over time over count.  */

bool
mrt_parse_mode (const char *value, struct mrt_settings *settings)
{
  bool any = false;
  enum mrt_mode mode = MRT_MODE_OFF;
  bool torture = false, count = false;
  while (*value)
    {
      const char *end = mrt_find (value, ',');
      size_t n = end ? (size_t) (end - value) : mrt_length (value);
      if (n == 5 && mrt_prefix_p (value, "bound"))
	mode = MRT_MODE_BOUND;
      else if (n == 7 && mrt_prefix_p (value, "torture"))
	mode = MRT_MODE_BOUND, torture = true;
      else if (n == 4 && mrt_prefix_p (value, "time"))
	mode = MRT_MIN (mode, MRT_MODE_TIME);
      else if (n == 5 && mrt_prefix_p (value, "count"))
	mode = MRT_MIN (mode, MRT_MODE_COUNT), count = true;
      else if (n != 3 || !mrt_prefix_p (value, "off"))
	return false;
      any = true;
      value += n;
      if (end && !*++value)
	return false;
    }
  if (!any)
    return false;
  settings->mode = mode;
  settings->torture = torture;
  settings->count = count;
  return true;
}

/* Percentages with up to one decimal, a `%' allowed; at most 10,000.  */

bool
mrt_parse_budget (const char *value, uint32_t *budget)
{
  if (mrt_equal_p (value, "unlimited"))
    {
      *budget = MRT_UNLIMITED;
      return true;
    }
  const char *end;
  uint64_t tenths = mrt_parse_number (value, &end) * 10;
  if (end == value || tenths > 100000)
    return false;
  if (*end == '.' && end[1] >= '0' && end[1] <= '9')
    {
      tenths += (uint64_t) (end[1] - '0');
      for (end += 2; *end >= '0' && *end <= '9'; end++)
	;
    }
  if (*end == '%')
    end++;
  if (*end)
    return false;
  *budget = (uint32_t) tenths;
  return true;
}

/* Seconds with up to nine decimals, at most a year; 0 is none.  */

bool
mrt_parse_seconds (const char *value, uint64_t *ns)
{
  const char *end;
  uint64_t seconds = mrt_parse_number (value, &end);
  uint64_t unit = 1000000000, n = 0;
  if (end == value || seconds > 366 * 86400)
    return false;
  if (*end == '.')
    for (end++; *end >= '0' && *end <= '9'; end++)
      n += (uint64_t) (*end - '0') * (unit /= 10);
  if (*end)
    return false;
  *ns = seconds * 1000000000 + n;
  return true;
}

/* The event that the N characters at NAME name, MRT_N_EVENTS if none.  */

static unsigned
event_number (const char *name, size_t n)
{
  unsigned i = 0;
  while (i < MRT_N_EVENTS
	 && (mrt_length (mrt_event_types[i].name) != n
	     || !mrt_prefix_p (name, mrt_event_types[i].name)))
    i++;
  return i;
}

/* `default', `none', or names separated by commas.  */

bool
mrt_parse_events (const char *value, uint32_t *events)
{
  if (mrt_equal_p (value, "default") || mrt_equal_p (value, "none"))
    {
      *events = *value == 'd' ? MRT_ALL_EVENTS : 0;
      return true;
    }
  uint32_t set = 0;
  for (;;)
    {
      const char *end = mrt_find (value, ',');
      size_t n = end ? (size_t) (end - value) : mrt_length (value);
      unsigned event = event_number (value, n);
      if (event == MRT_N_EVENTS)
	return false;
      set |= 1u << event;
      if (!end)
	break;
      value = end + 1;
    }
  *events = set;
  return true;
}

bool
mrt_parse_ranks (const char *value, uint64_t rank, bool *selected)
{
  bool hit = false;
  for (;;)
    {
      const char *end;
      uint64_t from = mrt_parse_number (value, &end), to = from;
      if (end == value)
	return false;
      if (*end == '-')
	{
	  value = end + 1;
	  to = mrt_parse_number (value, &end);
	  if (end == value || to < from)
	    return false;
	}
      hit |= rank >= from && rank <= to;
      if (!*end)
	break;
      if (*end != ',')
	return false;
      value = end + 1;
    }
  *selected = hit;
  return true;
}

/* True if FUNCTION is what ITEM, N characters, names behind its scopes, as
   reports print them: `module::function', `class::function'.  */

static bool
unscoped_p (const char *item, size_t n, const char *function)
{
  size_t begin = n;
  while (begin && item[begin - 1] != ':')
    begin--;
  return begin > 2 && item[begin - 2] == ':'
	 && mrt_glob_p (item + begin, n - begin, function);
}

/* True when one item of MEMLB_LOOPS, N characters at ITEM, names the loop.
   An item with a number behind its last colon is file:line; the file is
   compared whole and by its last part.  */

static bool
item_selects_p (const char *item, size_t n, const char *file, int line,
		const char *function, const char *asm_name)
{
  size_t colon = n;
  while (colon && item[colon - 1] != ':')
    colon--;
  if (colon && colon < n)
    {
      const char *end;
      uint64_t number = mrt_parse_number (item + colon, &end);
      if (end == item + n && file)
	return (int64_t) number == line
	       && (mrt_glob_p (item, colon - 1, file)
		   || mrt_glob_p (item, colon - 1, mrt_basename (file)));
    }
  return (function && (mrt_glob_p (item, n, function)
		       || unscoped_p (item, n, function)))
	 || (asm_name && mrt_glob_p (item, n, asm_name));
}

bool
mrt_loop_selected_p (const char *loops, const char *file, int line,
		     const char *function, const char *asm_name)
{
  if (!loops || !*loops)
    return true;
  for (;;)
    {
      const char *end = mrt_find (loops, ',');
      size_t n = end ? (size_t) (end - loops) : mrt_length (loops);
      if (n && item_selects_p (loops, n, file, line, function, asm_name))
	return true;
      if (!end)
	return false;
      loops = end + 1;
    }
}

static void
bad_value (const char *name, const char *value, const char *expected)
{
  mrt_message (name, "=", value, ": ", expected, NULL);
}

static void
read_mode (void)
{
  const char *value = mrt_env ("MEMLB_MODE");
  if (!value || !*value)
    return;
  if (mrt_parse_mode (value, &mrt_settings))
    {
      if (mrt_settings.count && mrt_settings.mode == MRT_MODE_TIME)
	bad_value ("MEMLB_MODE", value, "counting wants a run of its own;"
		   " nothing is counted");
      return;
    }
  if (mrt_equal_p (value, "sim") || mrt_equal_p (value, "trace"))
    bad_value ("MEMLB_MODE", value, "not available yet; bound is used");
  else
    bad_value ("MEMLB_MODE", value,
	       "no such mode; use bound, time, count or off; bound is used");
}

static void
read_budget (void)
{
  const char *value = mrt_env ("MEMLB_BUDGET");
  if (value && *value && !mrt_parse_budget (value, &mrt_settings.budget))
    bad_value ("MEMLB_BUDGET", value,
	       "use a percentage or `unlimited'; 10 is used");
}

static void
read_ranks (void)
{
  const char *value = mrt_env ("MEMLB_RANKS");
  bool selected = true;
  if (!value || !*value)
    return;
  if (!mrt_parse_ranks (value, mrt_job.number, &selected))
    bad_value ("MEMLB_RANKS", value,
	       "use numbers and ranges such as 0,1,64-127; all ranks are used");
  else if (mrt_job.numbered && !selected)
    {
      mrt_settings.mode = MRT_MODE_OFF;
      mrt_settings.write = false;
      mrt_settings.unwanted = "this rank is not among those of MEMLB_RANKS";
    }
}

static void
read_record (void)
{
  const char *value = mrt_env ("MEMLB_RECORD");
  if (!value || !*value || mrt_equal_p (value, "full"))
    return;
  mrt_settings.minimal = mrt_equal_p (value, "minimal");
  if (!mrt_settings.minimal)
    bad_value ("MEMLB_RECORD", value, "use full or minimal; full is used");
}

static void
read_snapshot (void)
{
  const char *value = mrt_env ("MEMLB_SNAPSHOT");
  if (value && *value && !mrt_parse_seconds (value, &mrt_settings.snapshot))
    bad_value ("MEMLB_SNAPSHOT", value,
	       "use a number of seconds; no snapshots are written");
}

static void
read_events (void)
{
  const char *value = mrt_env ("MEMLB_EVENTS");
  if (value && *value && !mrt_parse_events (value, &mrt_settings.events))
    bad_value ("MEMLB_EVENTS", value, "use default, none, or a list of cycles,"
	       " instructions, L1-dcache-load-misses and LLC-load-misses;"
	       " the default is used");
}

static void
read_verbose (void)
{
  const char *value = mrt_env ("MEMLB_VERBOSE"), *end;
  if (!value || !*value)
    return;
  uint64_t number = mrt_parse_number (value, &end);
  if (*end || end == value || number > 2)
    bad_value ("MEMLB_VERBOSE", value, "use 0, 1 or 2; 0 is used");
  else
    mrt_settings.verbose = (uint32_t) number;
}

void
mrt_settings_read (void)
{
  mrt_settings = (struct mrt_settings)
    { .budget = 100, .write = true, .events = MRT_ALL_EVENTS };
  if (getauxval (AT_SECURE))
    {
      mrt_settings.mode = MRT_MODE_OFF;
      mrt_settings.write = false;
      return;
    }
  read_mode ();
  read_budget ();
  read_record ();
  read_events ();
  read_snapshot ();
  read_verbose ();
  mrt_job_read ();
  read_ranks ();
  mrt_settings.output = mrt_env ("MEMLB_OUTPUT");
  mrt_settings.loops = mrt_env ("MEMLB_LOOPS");
  if (mrt_settings.mode == MRT_MODE_OFF && mrt_settings.write)
    {
      mrt_settings.write = false;
      mrt_settings.unwanted = "MEMLB_MODE=off";
    }
}
