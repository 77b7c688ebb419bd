/* The options -fplugin-arg-memlb-KEY[=VALUE].
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "gcc-compat.h"
#include "nest.h"
#include "memlb-target.h"
#include "plugin-options.h"

memlb_plugin_options plugin_options
  = { 1, 0, 1000, 0, false, false, false, false };

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
  static const char *const known[] = { "bound", "count", "procedures", "calls",
				       NULL };

  if (!value)
    value = "";
  char *copy = xstrdup (value);
  bool ok = *value != 0;
  for (char *word = strtok (copy, ","); word && ok; word = strtok (NULL, ","))
    {
      bool found = false;
      for (const char *const *k = known; *k; k++)
	found |= !strcmp (*k, word);
      plugin_options.procedures |= !strcmp ("procedures", word);
      plugin_options.calls |= !strcmp ("calls", word);
      ok = found;
    }
  free (copy);
  if (!ok)
    error ("memlb: option %<copies%> wants a list of %<bound%>, %<count%>, "
	   "%<procedures%> and %<calls%>, not %qs", value);
  bool wanted = plugin_options.procedures || plugin_options.calls;
  if (ok && wanted && !target_copies_p (COPY_PROCEDURE))
    inform (UNKNOWN_LOCATION, "memlb: %<copies=%s%> is not there for this "
	    "processor; nests are copied, whole functions are not",
	    plugin_options.procedures ? "procedures" : "calls");
  plugin_options.procedures &= target_copies_p (COPY_PROCEDURE);
  plugin_options.calls &= target_copies_p (COPY_CALLEE);
  return ok;
}

/* The part of NAME, a function as reports print it, that the compiler's own
   name for it is: without the scopes before it, a return type, template
   arguments, parameters, and what follows them, as in " (OpenMP)".  To be
   freed.  */

static char *
plain_function (const char *name)
{
  const char *begin = name, *end = NULL;
  int depth = 0;

  for (const char *p = name; *p; p++)
    if (*p == '(' || *p == '<')
      {
	if (depth++ == 0 && !end)
	  end = p;
      }
    else if (*p == ')' || *p == '>')
      depth--;
    else if (depth == 0 && (*p == ':' || (*p == ' ' && p[1] != '(')))
      {
	begin = p + 1;
	end = NULL;
      }
  if (!end)
    end = begin + strlen (begin);
  while (end > begin && end[-1] == ' ')
    end--;
  return xstrndup (begin, end - begin);
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
    loop.function = plain_function (line);
  selected_loops.safe_push (loop);
}

/* Note the loops of the profile TEXT: the id attributes of its loop
   elements.  */

static void
select_from_profile (char *text)
{
  while ((text = strstr (text, "<loop")))
    {
      text += 5;
      if (!ISSPACE (*text))
	continue;
      size_t length = strcspn (text, ">");
      char end = text[length];
      text[length] = 0;
      char *id = text;
      while ((id = strstr (id, "id=")) && !ISSPACE (id[-1]))
	id += 3;
      if (id && (id[3] == '"' || id[3] == '\''))
	{
	  char *value = xstrndup (id + 4, strcspn (id + 4, "\"'"));
	  add_selected_loop (value);
	  free (value);
	}
      text[length] = end;
      text += length;
    }
}

/* Note the loops that the lines of TEXT name.  */

static void
select_from_lines (char *text)
{
  for (char *line = strtok (text, "\n"); line; line = strtok (NULL, "\n"))
    {
      size_t length = strlen (line);
      while (length && ISSPACE (line[length - 1]))
	line[--length] = 0;
      while (ISSPACE (*line))
	line++;
      if (*line && *line != '#')
	add_selected_loop (line);
    }
}

/* The contents of file NAME in malloc'ed memory, or NULL with errno.  */

static char *
read_text (const char *name)
{
  char *text = XNEWVEC (char, 1);
  size_t length = 0, n;
  FILE *f = fopen (name, "r");

  if (!f)
    return NULL;
  do
    {
      text = XRESIZEVEC (char, text, length + 4096 + 1);
      n = fread (text + length, 1, 4096, f);
      length += n;
    }
  while (n);
  text[length] = 0;
  int failed = ferror (f) ? errno : 0;
  fclose (f);
  errno = failed;
  return failed ? NULL : text;
}

/* Parse VALUE of loops=.  */

static bool
parse_loops (const char *value)
{
  errno = EINVAL;
  char *text = value && *value ? read_text (value) : NULL;

  if (!text)
    {
      error ("memlb: option %<loops%>: cannot read %qs: %m",
	     value ? value : "");
      return false;
    }
  if (strstr (text, "<memlb"))
    select_from_profile (text);
  else
    select_from_lines (text);
  free (text);
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
  if (!strcmp (key, "max-depth"))
    return parse_number (key, value, 1, &plugin_options.max_depth);
  if (!strcmp (key, "max-refs"))
    return parse_number (key, value, 1, &plugin_options.max_refs);
  if (!strcmp (key, "max-growth"))
    return parse_number (key, value, 0, &plugin_options.max_growth);
  if (!strcmp (key, "explain"))
    return parse_flag (key, value, &plugin_options.explain);
  if (!strcmp (key, "disable"))
    return parse_flag (key, value, &plugin_options.disable);
  error ("memlb: unknown option %<-fplugin-arg-memlb-%s%>; known are "
	 "copies, loops, min-depth, max-depth, max-refs, max-growth, explain, "
	 "disable",
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

/* True if NAME is that of the function whose parallel region is called REGION,
   up to PART: its own name, with a Fortran module before it, or as C++ mangles
   it.  There a parameter's type of that name is taken, too, which at worst
   makes a copy that no one asked for.  */

static bool
region_of_p (const char *name, const char *region, const char *part)
{
  size_t length = strlen (name), whole = part - region;

  if (whole < length)
    return false;
  if (!strncmp (region, "_Z", 2))
    {
      char *mangled = xasprintf ("%u%s", (unsigned) length, name);
      const char *found = strstr (region, mangled);
      free (mangled);
      return found && found < part;
    }
  const char *last = part - length;
  return (!strncmp (last, name, length)
	  && (last == region || (whole > length + 5
				 && !strncmp (last - 5, "_MOD_", 5))));
}

/* True if NAME is that of the current function, or of the one whose parallel
   region it is.  */

static bool
current_function_p (const char *name)
{
  tree decl_name = DECL_NAME (current_function_decl);

  if (!decl_name)
    return false;
  const char *own = IDENTIFIER_POINTER (decl_name);
  const char *part = strstr (own, "._omp_fn.");
  return part ? region_of_p (name, own, part) : !strcmp (name, own);
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
  FOR_EACH_VEC_ELT (selected_loops, i, loop)
    if (loop->file)
      {
	if (n->file && loop->line >= n->line && loop->line <= n->end_line
	    && !strcmp (base_name (loop->file), base_name (n->file)))
	  return true;
      }
    else if (current_function_p (loop->function))
      return true;
  return false;
}
