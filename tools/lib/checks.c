/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of findings of `memlb doctor', and the checks of what is installed:
   compilers, their plugins, the runtime, MPI.  */

#include "checks.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include "command.h"
#include "install.h"
#include "installed.h"
#include "wrapper.h"
#include "xalloc.h"

/* Add to C that FORMAT was found, which is LEVEL, and the REMEDY, NULL if there
   is none.  */

void
checks_add (struct checks *c, enum check_level level, const char *remedy,
	    const char *format, ...)
{
  va_list ap;

  c->at = grow (c->at, c->n, sizeof *c->at);
  va_start (ap, format);
  c->at[c->n++] = (struct check)
    { level, xvasprintf (format, ap), remedy ? xstrdup (remedy) : NULL };
  va_end (ap);
}

void
checks_free (struct checks *c)
{
  for (size_t i = 0; i < c->n; i++)
    {
      free (c->at[i].text);
      free (c->at[i].todo);
    }
  free (c->at);
  *c = (struct checks) { 0 };
}

/* True when GCC compiles an empty file with PLUGIN.  Otherwise its first
   message is in *MESSAGE, to be freed.  */

static bool
plugin_loads_p (const char *gcc, const char *plugin, char **message)
{
  char *option = concat ("-fplugin=", plugin, NULL);
  char *const ask[]
    = { (char *) gcc, option, (char *) "-O2", (char *) "-S", (char *) "-o",
	(char *) "/dev/null", (char *) "-x", (char *) "c",
	(char *) "/dev/null", NULL };
  int status = command_capture (ask, message);

  free (option);
  (*message)[strcspn (*message, "\n")] = '\0';
  return status == 0;
}

/* Check the compiler GCC: has it a plugin that loads?  Without one memlb-gcc
   fails if it runs that one, DEFAULT_P.  */

static void
check_compiler (struct checks *c, const struct installed *gcc, bool default_p)
{
  enum check_level bad = default_p ? CHECK_FAIL : CHECK_WARN;
  char *plugin = compiler_plugin (&gcc->is);
  char *todo = concat ("memlb plugin build --gcc=", gcc->path, NULL);
  char *headers = installed_headers (gcc), *message = NULL;

  if (plugin && plugin_loads_p (gcc->path, plugin, &message))
    checks_add (c, CHECK_OK, NULL, "%s is GCC %s, its plugin loads: %s",
		gcc->path, gcc->is.version, plugin);
  else if (plugin)
    checks_add (c, bad, todo, "%s is GCC %s, but its plugin does not load: "
		"%s", gcc->path, gcc->is.version, message);
  else if (headers)
    checks_add (c, bad, todo, "%s is GCC %s and has no plugin of memlb",
		gcc->path, gcc->is.version);
  else
    {
      char *install = xasprintf ("apt-get install gcc-%.*s-plugin-dev && %s",
				 (int) strcspn (gcc->is.version, "."),
				 gcc->is.version, todo);
      checks_add (c, bad, install, "%s is GCC %s and has neither a plugin of "
		  "memlb nor the headers to build one", gcc->path,
		  gcc->is.version);
      free (install);
    }
  free (message);
  free (headers);
  free (todo);
  free (plugin);
}

/* Check that the language driver NAME is there and shares GCC's plugin.  */

static void
check_driver (struct checks *c, const struct installed *gcc, const char *name)
{
  char *const command[] = { (char *) name, NULL };
  struct compiler is;
  struct fail why;

  if (compiler_identify (&is, command, &why) != 0)
    checks_add (c, CHECK_INFO, NULL, "no %s in PATH; memlb-%s will not work",
		name, name);
  else if (gcc && strcmp (is.folder, gcc->is.folder) == 0)
    checks_add (c, CHECK_OK, NULL, "%s belongs to the same GCC", name);
  else
    {
      char *plugin = compiler_plugin (&is);
      char *todo = concat ("memlb plugin build --gcc=", name, NULL);
      checks_add (c, plugin ? CHECK_OK : CHECK_WARN, plugin ? NULL : todo,
		  "%s is another GCC, %s, %s", name, is.version,
		  plugin ? "with a plugin" : "without a plugin");
      free (todo);
      free (plugin);
    }
  compiler_free (&is);
}

/* Fill GCC with the compiler that memlb-gcc runs: that of MEMLB_CC, or gcc.
   Return 0, or -1 with the reason in WHY.  */

static int
find_default (struct installed *gcc, struct fail *why)
{
  struct arguments words = { 0 };
  int result = wrapper_compiler (&words, "gcc", why);

  if (result == 0)
    result = compiler_identify (&gcc->is, words.at, why);
  if (result == 0)
    gcc->path = xstrdup (words.at[0]);
  arguments_free (&words);
  return result;
}

void
check_compilers (struct checks *c)
{
  struct installed_list list = installed_compilers ();
  struct installed own = { 0 };
  struct fail why;
  bool found = find_default (&own, &why) == 0, listed = false;

  if (!list.n)
    checks_add (c, CHECK_FAIL, "apt-get install gcc g++ gfortran",
		"no GCC in PATH");
  else if (!found)
    checks_add (c, CHECK_FAIL, getenv ("MEMLB_CC") ? "unset MEMLB_CC" : NULL,
		"memlb-gcc cannot compile: %s", why.text);
  for (size_t i = 0; i < list.n; i++)
    {
      bool default_p = found
		       && strcmp (list.at[i].is.folder, own.is.folder) == 0;
      check_compiler (c, &list.at[i], default_p);
      listed |= default_p;
    }
  if (found && !listed)
    check_compiler (c, &own, true);
  free (own.path);
  compiler_free (&own.is);
  check_driver (c, list.n ? &list.at[0] : NULL, "g++");
  check_driver (c, list.n ? &list.at[0] : NULL, "gfortran");
  installed_free (&list);
}

void
check_runtime (struct checks *c)
{
  static const char *const names[]
    = { "libmemlb.a", "libmemlb_stubs.a", "libmemlb.so", "libmemlb.so.1" };
  size_t missing = 0;

  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    {
      char *file = install_lib_file (names[i]);
      if (!file_exists_p (file))
	{
	  checks_add (c, CHECK_FAIL, "make install", "the runtime is not "
		      "complete: %s is missing", file);
	  missing++;
	}
      free (file);
    }
  if (!missing)
    {
      char *file = install_lib_file (names[0]);
      checks_add (c, CHECK_OK, NULL, "the runtime is installed: %s", file);
      free (file);
    }
}

/* The wrappers of MPI: which compiler does each run?  */

void
check_mpi (struct checks *c)
{
  static const char *const names[] = { "mpicc", "mpicxx", "mpifort" };
  size_t found = 0;

  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    {
      char *file = command_find (names[i]);
      char *const ask[] = { file, (char *) "-show", NULL };
      char *text = NULL;

      if (file && command_capture (ask, &text) == 0)
	{
	  text[strcspn (text, " \n")] = '\0';
	  checks_add (c, CHECK_OK, NULL, "%s runs %s; memlb-%s puts memlb in "
		      "between", file, text, names[i]);
	  found++;
	}
      free (text);
      free (file);
    }
  if (!found)
    checks_add (c, CHECK_INFO, NULL, "no MPI wrapper in PATH; needed by "
		"memlb-mpicc, memlb-mpicxx, memlb-mpifort only");
}
