/* The options -fplugin-arg-memlb-KEY[=VALUE].
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "gcc-compat.h"
#include "nest.h"
#include "plugin-options.h"

memlb_plugin_options plugin_options = { 1, 1000, 0, false, false };

/* One line of a loops= file.  */

struct selected_loop
{
  char *file;			/* NULL: FUNCTION holds */
  int line;
  char *function;
};

static vec<selected_loop> selected_loops;
static bool select_some;

/* Parse VALUE of option KEY as a number from MINIMUM on.  */

static bool
parse_number (const char *key, const char *value, unsigned minimum,
	      unsigned *result)
{
  char *end;

  if (value && *value >= '0' && *value <= '9')
    {
      errno = 0;
      unsigned long number = strtoul (value, &end, 10);
      if (!*end && !errno && number >= minimum && number <= UINT_MAX)
	{
	  *result = number;
	  return true;
	}
    }
  error ("memlb: option %<%s%> wants a number of at least %u, not %qs",
	 key, minimum, value ? value : "");
  return false;
}

/* Parse VALUE of copies=.  */

static bool
parse_copies (const char *value)
{
  static const char *const known[] = { "bound", "count", NULL };

  if (!value)
    value = "";
  char *copy = xstrdup (value);
  bool ok = *value != 0;
  for (char *word = strtok (copy, ","); word && ok; word = strtok (NULL, ","))
    {
      bool found = false;
      for (const char *const *k = known; *k; k++)
	found |= !strcmp (*k, word);
      ok = found;
    }
  free (copy);
  if (!ok)
    error ("memlb: option %<copies%> wants a list of %<bound%> and "
	   "%<count%>, not %qs", value);
  return ok;
}

/* Note LINE of a loops= file: an identifier file:line or function, or the
   id attribute of a loop of a profile.  */

static void
add_selected_loop (const char *line)
{
  selected_loop loop = { NULL, 0, NULL };
  const char *at = strchr (line, '@');
  const char *colon = strrchr (line, ':');

  if (colon && colon[1] >= '0' && colon[1] <= '9')
    {
      const char *file = at && at < colon ? at + 1 : line;
      loop.file = xstrndup (file, colon - file);
      loop.line = atoi (colon + 1);
    }
  else
    loop.function = xstrdup (line);
  selected_loops.safe_push (loop);
}

/* Read the lines of F: an earlier profile, where ids of loops count, or
   plain lines.  */

static void
read_selected_loops (FILE *f)
{
  char *line = NULL;
  size_t size = 0;
  ssize_t length;

  while ((length = getline (&line, &size, f)) > 0)
    {
      char *start = line;
      while (length && ISSPACE (line[length - 1]))
	line[--length] = 0;
      while (ISSPACE (*start))
	start++;
      if (*start == '<')
	{
	  char *id = strncmp (start, "<loop ", 6)
		     ? NULL : strstr (start, " id=\"");
	  if (!id)
	    continue;
	  start = id + 5;
	  start[strcspn (start, "\"")] = 0;
	}
      if (*start && *start != '#')
	add_selected_loop (start);
    }
  free (line);
}

/* Parse VALUE of loops=.  */

static bool
parse_loops (const char *value)
{
  FILE *f = value && *value ? fopen (value, "r") : NULL;

  if (!f)
    {
      error ("memlb: option %<loops%>: cannot read %qs: %m",
	     value ? value : "");
      return false;
    }
  read_selected_loops (f);
  fclose (f);
  select_some = true;
  return true;
}

/* Parse option KEY that wants no value.  */

static bool
parse_flag (const char *key, const char *value, bool *flag)
{
  if (value)
    {
      error ("memlb: option %<%s%> takes no value", key);
      return false;
    }
  *flag = true;
  return true;
}

/* Parse one option.  */

static bool
parse_option (const char *key, const char *value)
{
  if (!strcmp (key, "copies"))
    return parse_copies (value);
  if (!strcmp (key, "loops"))
    return parse_loops (value);
  if (!strcmp (key, "min-depth"))
    return parse_number (key, value, 1, &plugin_options.min_depth);
  if (!strcmp (key, "max-refs"))
    return parse_number (key, value, 1, &plugin_options.max_refs);
  if (!strcmp (key, "max-growth"))
    return parse_number (key, value, 0, &plugin_options.max_growth);
  if (!strcmp (key, "explain"))
    return parse_flag (key, value, &plugin_options.explain);
  if (!strcmp (key, "disable"))
    return parse_flag (key, value, &plugin_options.disable);
  error ("memlb: unknown option %<-fplugin-arg-memlb-%s%>; known are "
	 "copies, loops, min-depth, max-refs, max-growth, explain, disable",
	 key);
  return false;
}

bool
parse_plugin_options (int argc, struct plugin_argument *argv)
{
  bool ok = true;

  for (int i = 0; i < argc; i++)
    ok &= parse_option (argv[i].key, argv[i].value);
  return ok;
}

/* The part of PATH behind the last slash.  */

static const char *
base_name (const char *path)
{
  const char *slash = strrchr (path, '/');

  return slash ? slash + 1 : path;
}

bool
nest_selected_p (const nest *n)
{
  selected_loop *loop;
  unsigned i;

  if (!select_some)
    return true;
  tree name = DECL_NAME (current_function_decl);
  FOR_EACH_VEC_ELT (selected_loops, i, loop)
    if (loop->file)
      {
	if (n->file && loop->line >= n->line && loop->line <= n->end_line
	    && !strcmp (base_name (loop->file), base_name (n->file)))
	  return true;
      }
    else if (name && !strcmp (loop->function, IDENTIFIER_POINTER (name)))
      return true;
  return false;
}
