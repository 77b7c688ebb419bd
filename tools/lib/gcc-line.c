/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a command line makes GCC do: does it link, and what?  Response files
   are read for this, but handed on as they are.

   Known weakness: an option that takes its argument as a separate word and is
   not in the list below has it taken for an input file; that matters only
   where nothing else is an input.  */

#include "gcc-line.h"

#include <stdlib.h>
#include <string.h>
#include "xalloc.h"

/* True when TEXT is one of the NULL-ended LIST.  */

static bool
among_p (const char *text, const char *const *list)
{
  for (; *list; list++)
    if (strcmp (text, *list) == 0)
      return true;
  return false;
}

static bool
begins_p (const char *text, const char *start)
{
  return strncmp (text, start, strlen (start)) == 0;
}

/* True when OPTION takes the next word as its argument.  */

static bool
takes_word_p (const char *option)
{
  static const char *const list[]
    = { "-o", "-I", "-J", "-L", "-D", "-U", "-A", "-B", "-F", "-T", "-u",
	"-z", "-e", "-h", "-R", "-G", "-x", "-wrapper", "-include",
	"-imacros", "-isystem", "-iquote", "-idirafter", "-iprefix",
	"-iwithprefix", "-iwithprefixbefore", "-isysroot", "-imultilib",
	"-imultiarch", "-iplugindir", "-MF", "-MT", "-MQ", "-Xlinker",
	"-Xassembler", "-Xpreprocessor", "--param", "-aux-info", "-dumpbase",
	"-dumpbase-ext", "-dumpdir", "-specs", "-Tbss", "-Tdata", "-Ttext",
	"-entry", "--entry", "--output", "--include", "--sysroot", "-target",
	NULL };

  return among_p (option, list);
}

/* True when OPTION ends GCC's work before it would link.  */

static bool
stops_early_p (const char *option)
{
  static const char *const list[]
    = { "-c", "-S", "-E", "-M", "-MM", "-fsyntax-only", "-r",
	"--compile", "--assemble", "--preprocess", "--version", "--help",
	"--target-help", "-dumpversion", "-dumpfullversion", "-dumpmachine",
	"-dumpspecs", NULL };

  return (among_p (option, list) || begins_p (option, "-print-")
	  || begins_p (option, "--print-") || begins_p (option, "--help="));
}

/* True when OPTION loads memlb's plugin.  */

static bool
memlb_plugin_p (const char *option)
{
  const char *name, *slash;

  if (!begins_p (option, "-fplugin="))
    return false;
  name = option + strlen ("-fplugin=");
  slash = strrchr (name, '/');
  return strcmp (slash ? slash + 1 : name, slash ? "memlb.so" : "memlb") == 0;
}

/* Take OPTION, whose argument is VALUE where it has one, into LINE; *STOPS
   when nothing will be linked.  */

static void
read_option (struct gcc_line *line, const char *option, const char *value,
	     bool *stops)
{
  static const char loops[] = "-fplugin-arg-memlb-loops=";

  if (stops_early_p (option))
    *stops = true;
  else if (strcmp (option, "-shared") == 0 || strcmp (option, "--shared") == 0)
    line->shared = true;
  else if (strcmp (option, "-static") == 0 || strcmp (option, "--static") == 0
	   || strcmp (option, "-static-pie") == 0)
    line->static_link = true;
  else if (begins_p (option, "-l"))
    line->inputs = true;
  else if (begins_p (option, "-x"))
    {
      const char *language = option[2] ? option + 2 : value;
      line->language = language && strcmp (language, "none") != 0;
    }
  else if (memlb_plugin_p (option))
    line->own_plugin = true;
  else if (begins_p (option, loops))
    {
      free (line->loops);
      line->loops = xstrdup (option + strlen (loops));
    }
}

/* What the ARGC words of ARGV, the compiler's name left out, make GCC do; to
   be freed with gcc_line_free.  */

struct gcc_line
gcc_line_read (int argc, char *const *argv)
{
  struct gcc_line line = { 0 };
  bool stops = false;
  int n = argc + 1;
  /* expandargv leaves alone what it does not expand; it wants the
     program's name first.  */
  char **copy = XNEWVEC (char *, n + 1);
  char **words = copy;

  copy[0] = (char *) "gcc";
  memcpy (copy + 1, argv, argc * sizeof *argv);
  copy[n] = NULL;
  expandargv (&n, &words);
  for (int i = 1; i < n; i++)
    {
      const char *word = words[i];
      bool pair = takes_word_p (word) && i + 1 < n;

      if (word[0] != '-' || !word[1])
	line.inputs = true;
      else
	read_option (&line, word, pair ? words[i + 1] : NULL, &stops);
      i += pair;
    }
  line.links = line.inputs && !stops;
  if (words != copy)
    freeargv (words);
  free (copy);
  return line;
}

void
gcc_line_free (struct gcc_line *line)
{
  free (line->loops);
  line->loops = NULL;
}
