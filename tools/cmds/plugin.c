/* SPDX-License-Identifier: GPL-3.0-or-later */
/* memlb plugin: list the plugins, or build one for another compiler.  The
   work of building is done by the makefile that is installed with the
   plugin's sources.  */

#include "cmds.h"

#include <argp.h>
#include <glob.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "lib/find-plugins.h"
#include "lib/install.h"
#include "lib/installed.h"
#include "lib/msg.h"
#include "lib/xalloc.h"

enum { OPT_GCC = 256, OPT_PREFIX };

static const struct argp_option options[] =
  {
    { "gcc", OPT_GCC, "PATH", 0, "build: for this compiler (default: gcc)",
      0 },
    { "prefix", OPT_PREFIX, "DIR", 0,
      "build: into this folder (default: ~/.local/lib/memlb)", 0 },
    { 0 }
  };

struct request
{
  const char *action, *gcc, *prefix;
};

static error_t
parse_option (int key, char *arg, struct argp_state *state)
{
  struct request *q = state->input;

  switch (key)
    {
    case OPT_GCC: q->gcc = arg; break;
    case OPT_PREFIX: q->prefix = arg; break;
    case ARGP_KEY_ARG:
      if (q->action)
	argp_error (state, "`%s' is one word too many", arg);
      q->action = arg;
      break;
    case ARGP_KEY_END:
      if (!q->action || (strcmp (q->action, "list") != 0
			 && strcmp (q->action, "build") != 0))
	argp_error (state, "say `memlb plugin list' or `memlb plugin build'");
      break;
    default: return ARGP_ERR_UNKNOWN;
    }
  return 0;
}

/* The name of the compiler in COMPILERS that the plugin folder NAME fits, or
   NULL.  */

static const char *
fits (const struct installed_list *compilers, const char *name)
{
  for (size_t i = 0; i < compilers->n; i++)
    if (strcmp (compilers->at[i].is.folder, name) == 0)
      return compilers->at[i].path;
  return NULL;
}

/* Print the plugins in FOLDER with the compilers that they fit.  Return how
   many there are.  */

static size_t
list_folder (const struct installed_list *compilers, const char *folder)
{
  char *pattern = concat (folder, "/gcc-*/memlb.so", NULL);
  glob_t found;
  size_t n = 0;

  if (glob (pattern, 0, NULL, &found) == 0)
    {
      for (n = 0; n < found.gl_pathc; n++)
	{
	  char *name = xstrdup (found.gl_pathv[n] + strlen (folder) + 1);
	  name[strcspn (name, "/")] = '\0';
	  const char *gcc = fits (compilers, name);
	  printf ("%s  for %s\n", found.gl_pathv[n],
		  gcc ? gcc : "no compiler in PATH");
	  free (name);
	}
      globfree (&found);
    }
  free (pattern);
  return n;
}

/* List all plugins, in the order in which they are looked for, and the
   compilers without one.  */

static int
list_plugins (void)
{
  struct installed_list compilers = installed_compilers ();
  struct arguments folders = { 0 };
  size_t n = 0;

  plugin_folders (&folders);
  for (size_t i = 0; i < folders.n; i++)
    n += list_folder (&compilers, folders.at[i]);
  for (size_t i = 0; i < compilers.n; i++)
    {
      char *plugin = compiler_plugin (&compilers.at[i].is);
      if (!plugin)
	printf ("none for %s; memlb plugin build --gcc=%s\n",
		compilers.at[i].path, compilers.at[i].path);
      free (plugin);
    }
  arguments_free (&folders);
  installed_free (&compilers);
  int end = msg_output_end ();
  return n ? end : EXIT_FAILED;
}

/* The option that lets make use the processors there are, but no more than
   eight: a compiler wants 200 MB.  To be freed.  */

static char *
jobs_option (void)
{
  long n = sysconf (_SC_NPROCESSORS_ONLN);
  char text[30];

  snprintf (text, sizeof text, "-j%ld", n < 1 ? 1 : n > 8 ? 8 : n);
  return xstrdup (text);
}

/* Run the makefile that builds a plugin for the compiler GCC into PREFIX.  */

static int
run_make (const char *gcc, const char *prefix)
{
  char *makefile = install_data_file ("plugin-src/plugin.mk");
  char *for_gcc = concat ("GCC=", gcc, NULL);
  char *into = concat ("DESTINATION=", prefix, NULL);
  char *jobs = jobs_option ();
  char *const command[]
    = { (char *) "make", (char *) "--no-print-directory", jobs, (char *) "-f",
	makefile, for_gcc, into, NULL };
  int status = EXIT_FAILED;

  if (!file_exists_p (makefile))
    msg_error ("%s: the plugin's sources are missing; install memlb again",
	       makefile);
  else
    {
      /* What a make around this one was told is not for this one.  */
      unsetenv ("MAKEFLAGS");
      unsetenv ("MFLAGS");
      status = command_run (command);
      if (status == 127)
	msg_error ("cannot run make; install it");
      else if (status != 0)
	msg_error ("no plugin was built for %s; see the messages above", gcc);
    }
  free (jobs);
  free (into);
  free (for_gcc);
  free (makefile);
  return status == 0 ? EXIT_DONE : EXIT_FAILED;
}

/* Say so when the plugin that was built for GCC into PREFIX will not be
   found there.  */

static void
tell_search_path (const char *gcc, const char *prefix)
{
  char *const command[] = { (char *) gcc, NULL };
  struct compiler c;
  struct fail why;

  if (compiler_identify (&c, command, &why) == 0)
    {
      char *plugin = compiler_plugin (&c);
      if (!plugin || strncmp (plugin, prefix, strlen (prefix)) != 0)
	msg_warning ("it is used only with MEMLB_PLUGIN_PATH=%s", prefix);
      free (plugin);
    }
  compiler_free (&c);
}

/* PREFIX made absolute.  To be freed.  */

static char *
absolute (const char *prefix)
{
  char *here = prefix[0] == '/' ? NULL : getcwd (NULL, 0);
  char *whole = here ? concat (here, "/", prefix, NULL) : xstrdup (prefix);

  free (here);
  return whole;
}

/* Build the plugin that Q asks for.  */

static int
build_plugin (const struct request *q)
{
  char *gcc = command_find (q->gcc);
  char *prefix = q->prefix ? absolute (q->prefix) : plugin_home ();
  int status = EXIT_FAILED;

  if (!gcc)
    msg_error ("no compiler `%s'; name one with --gcc=PATH", q->gcc);
  else if (!prefix)
    msg_error ("HOME is not set; say where with --prefix=DIR");
  else
    {
      status = run_make (gcc, prefix);
      if (status == EXIT_DONE)
	tell_search_path (gcc, prefix);
    }
  free (prefix);
  free (gcc);
  return status;
}

int
cmd_plugin (int argc, char **argv)
{
  static const struct argp argp
    = { options, parse_option, "list\nbuild",
	"List memlb's compiler plugins, or build one for another compiler "
	"(no root needed).\v"
	"Plugins are looked for in the folders of MEMLB_PLUGIN_PATH, in "
	"~/.local/lib/memlb and where memlb is installed.",
	NULL, NULL, NULL };
  struct request q = { .gcc = "gcc" };

  argp_parse (&argp, argc, argv, 0, NULL, &q);
  return strcmp (q.action, "list") == 0 ? list_plugins () : build_plugin (&q);
}
