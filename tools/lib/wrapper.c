/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A compile or link command with memlb added: find the compiler and its
   plugin, and become

     COMPILER -fplugin=PLUGIN ARGS... [RUNTIME]

   so that exit status, signals and diagnostics are the compiler's own.  The
   runtime comes after the user's files and before the libraries that the
   compiler adds itself: its sigaction must win over libc's.

   This file and what it calls print messages themselves only through msg_,
   since the wrapper is the subcommand here.  */

#include "wrapper.h"

#include <errno.h>
#include <features.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "compiler.h"
#include "gcc-line.h"
#include "install.h"
#include "xalloc.h"

/* What MEMLB_WRAPPER asks for.  */
enum wrapper_mode { WRAPPER_ON, WRAPPER_OFF, WRAPPER_FALLBACK };

static enum wrapper_mode
wrapper_mode (void)
{
  const char *text = getenv ("MEMLB_WRAPPER");

  if (!text || !*text || strcmp (text, "on") == 0)
    return WRAPPER_ON;
  if (strcmp (text, "off") == 0)
    return WRAPPER_OFF;
  if (strcmp (text, "fallback") == 0)
    return WRAPPER_FALLBACK;
  msg_warning ("MEMLB_WRAPPER=%s is neither on, off nor fallback; "
	       "taken as on", text);
  return WRAPPER_ON;
}

static bool
ends_p (const char *text, const char *end)
{
  size_t n = strlen (text), m = strlen (end);

  return n >= m && strcmp (text + n - m, end) == 0;
}

/* The kinds of compiler, each with the variables that choose one: memlb's
   own, and those of the MPI wrappers.  */
static const struct language
{
  const char *wrapper;		/* memlb's wrapper for it */
  const char *variable;
  const char *mpi_variables[7];
} languages[] =
  {
    { "memlb-gcc", "MEMLB_CC", { "OMPI_CC", "MPICH_CC", "I_MPI_CC", NULL } },
    { "memlb-g++", "MEMLB_CXX",
      { "OMPI_CXX", "MPICH_CXX", "I_MPI_CXX", NULL } },
    { "memlb-gfortran", "MEMLB_FC",
      { "OMPI_FC", "MPICH_FC", "MPICH_F90", "MPICH_F77", "I_MPI_FC",
	"I_MPI_F90", NULL } },
  };

/* The kind of the compiler called NAME, of MPI or not.  */

static const struct language *
language_of (const char *name)
{
  if (strstr (name, "g++") || strstr (name, "c++") || ends_p (name, "cxx")
      || ends_p (name, "CC"))
    return &languages[1];
  if (strstr (name, "fort") || ends_p (name, "f77") || ends_p (name, "f90"))
    return &languages[2];
  return &languages[0];
}

static bool
mpi_p (const char *name)
{
  return strncmp (name, "mpi", 3) == 0;
}

/* Put into COMPILER the words of the compiler that memlb's wrapper for NAME
   is to run: that of MEMLB_CC and so on, or NAME in PATH.  */

int
wrapper_compiler (struct arguments *compiler, const char *name,
		  struct fail *why)
{
  const char *given = getenv (language_of (name)->variable);
  char **words = buildargv (given && *given && !mpi_p (name) ? given : name);
  char *file = words && words[0] ? command_find (words[0]) : NULL;
  int result = 0;

  if (file)
    {
      arguments_add (compiler, file);
      arguments_add_words (compiler, words + 1);
    }
  else
    result = fail_set (why, NULL, 0, "no compiler `%s' in PATH; install it%s%s",
		       words && words[0] ? words[0] : name,
		       mpi_p (name) ? "" : " or name another with ",
		       mpi_p (name) ? "" : language_of (name)->variable);
  free (file);
  freeargv (words);
  return result;
}

/* Add to A what links the runtime into an executable for TARGET, or SHARED
   object, or a STATIC_LINK executable.  A static runtime must show its entries to
   the program's shared objects, which then use it.  */

void
wrapper_add_link_flags (struct arguments *a, const char *target, bool shared,
			bool static_link)
{
  const char *choice = getenv ("MEMLB_LINK");
  bool archive = !shared;

  if (choice && strcmp (choice, "shared") == 0 && !static_link)
    archive = false;
  else if (choice && strcmp (choice, "static") == 0)
    archive = true;
  if (archive)
    {
      char *runtime = install_target_file (target, "libmemlb.a");
      if (!static_link && !shared)
	arguments_add (a, "-Wl,--export-dynamic-symbol=__memlb_rt_*");
      /* Its signal handlers must not go with the library.  */
      if (shared)
	arguments_add (a, "-Wl,-z,nodelete");
      arguments_add (a, runtime);
      free (runtime);
    }
  else
    {
      char *stubs = install_target_file (target, "libmemlb_stubs.a");
      char *folder = xstrndup (stubs, strrchr (stubs, '/') - stubs);
      char *library = concat (folder, "/libmemlb.so.1", NULL);
      char *path = concat ("-Wl,-rpath,", folder, NULL);
      arguments_add (a, stubs);
      arguments_add (a, library);
      arguments_add (a, path);
      free (path);
      free (library);
      free (folder);
      free (stubs);
    }
#if !__GLIBC_PREREQ (2, 34)
  /* Threads and timers are not in libc yet.  */
  arguments_add (a, "-lpthread");
  arguments_add (a, "-lrt");
#endif
}

/* Become the NULL-ended COMMAND.  Return the exit status of a shell when
   that fails.  */

static int
become (char *const *command)
{
  execv (command[0], command);
  msg_error ("cannot run %s: %s", command[0], strerror (errno));
  return errno == ENOENT ? 127 : 126;
}

/* Become COMPILER with the ARGC words of ARGV and, if PLUGIN, memlb for
   TARGET.  */

static int
become_compiler (const struct arguments *compiler, const char *plugin,
		 const char *target, const struct gcc_line *line, int argc,
		 char **argv)
{
  struct arguments command = { 0 };

  arguments_add_words (&command, compiler->at);
  if (plugin && !line->own_plugin)
    {
      char *option = concat ("-fplugin=", plugin, NULL);
      arguments_add (&command, option);
      free (option);
    }
  for (int i = 0; i < argc; i++)
    arguments_add (&command, argv[i]);
  if (plugin && line->links)
    {
      if (line->language)
	{
	  arguments_add (&command, "-x");
	  arguments_add (&command, "none");
	}
      wrapper_add_link_flags (&command, target, line->shared,
			      line->static_link);
    }
  int status = become (command.at);
  arguments_free (&command);
  return status;
}

/* The plugin for COMPILER; what that compiles for goes to *TARGET, to be freed.
   NULL when there is none, with the reason in WHY.  */

static char *
plugin_for (const struct arguments *compiler, char **target,
	    struct fail *why)
{
  struct compiler c;
  char *plugin = NULL;

  if (compiler_identify (&c, compiler->at, why) == 0)
    {
      plugin = compiler_plugin (&c);
      if (!plugin)
	fail_set (why, NULL, 0, "no plugin for %s (%s); build one: "
		  "memlb plugin build --gcc=%s", compiler->at[0], c.folder,
		  compiler->at[0]);
      *target = xstrdup (c.target);
    }
  compiler_free (&c);
  return plugin;
}

/* Let ccache, should it run the compiler, look at what FILE says: it knows
   the plugin's options and the plugin, but not the files that these name.  */

static void
tell_ccache (const char *file)
{
  const char *old = getenv ("CCACHE_EXTRAFILES");
  char *files = concat (file, old && *old ? ":" : "", old ? old : "", NULL);

  setenv ("CCACHE_EXTRAFILES", files, 1);
  free (files);
}

/* Become COMPILER, with memlb where MEMLB_WRAPPER lets it and where there is
   something to compile or link.  */

static int
exec_gcc (const struct arguments *compiler, int argc, char **argv)
{
  enum wrapper_mode mode = wrapper_mode ();
  struct gcc_line line = gcc_line_read (argc, argv);
  char *plugin = NULL, *target = NULL;
  struct fail why;

  if (mode != WRAPPER_OFF && line.inputs)
    {
      plugin = plugin_for (compiler, &target, &why);
      if (!plugin && mode == WRAPPER_FALLBACK)
	msg_warning ("%s; compiling without memlb", why.text);
      else if (!plugin)
	{
	  msg_fail (&why);
	  gcc_line_free (&line);
	  free (target);
	  return EXIT_FAILED;
	}
      if (plugin && line.loops)
	tell_ccache (line.loops);
    }
  int status = become_compiler (compiler, plugin, target, &line, argc, argv);
  gcc_line_free (&line);
  free (target);
  free (plugin);
  return status;
}

/* Make memlb's wrapper for LANGUAGE run the compiler that the MPI wrapper
   MPI runs by itself, unless the user chose one; behind LAUNCHERS, words that
   end with a space, or "".  */

static void
keep_mpi_compiler (const char *mpi, const struct language *language,
		   const char *launchers)
{
  char *const ask[] = { (char *) mpi, (char *) "-show", NULL };
  char *text, *file;

  if (getenv (language->variable))
    return;
  int status = command_capture (ask, &text);
  text[strcspn (text, " \n")] = '\0';
  file = status == 0 && *text ? command_find (text) : NULL;
  if (file)
    {
      char *words = concat (launchers, file, NULL);
      setenv (language->variable, words, 1);
      free (words);
    }
  free (file);
  free (text);
}

/* Become the MPI wrapper COMPILER, told to run memlb's wrapper, and that to run
   LAUNCHERS.  */

static int
exec_mpi (const struct arguments *compiler, const char *name,
	  const char *launchers, int argc, char **argv)
{
  const struct language *language = language_of (name);
  char *own = install_bin_file (language->wrapper);
  struct gcc_line line = { 0 };

  if (wrapper_mode () != WRAPPER_OFF)
    {
      keep_mpi_compiler (compiler->at[0], language, launchers);
      for (const char *const *v = language->mpi_variables; *v; v++)
	setenv (*v, own, 1);
    }
  free (own);
  return become_compiler (compiler, NULL, NULL, &line, argc, argv);
}

/* The last part of the file name NAME.  */

static const char *
last_part (const char *name)
{
  const char *slash = strrchr (name, '/');

  return slash ? slash + 1 : name;
}

/* Do the work of the wrapper called NAME (`memlb-gcc'; what follows `memlb-'
   is the compiler) for the ARGC words of ARGV.  */

int
wrapper_exec_as (const char *name, int argc, char **argv)
{
  struct arguments compiler = { 0 };
  struct fail why;

  name = last_part (name);
  if (strncmp (name, "memlb-", 6) == 0)
    name += 6;
  if (wrapper_compiler (&compiler, name, &why) != 0)
    {
      msg_fail (&why);
      return EXIT_FAILED;
    }
  int status = (mpi_p (name) ? exec_mpi (&compiler, name, "", argc, argv)
		: exec_gcc (&compiler, argc, argv));
  arguments_free (&compiler);
  return status;
}

/* True if the program NAME runs the compiler that its first word names.  */

static bool
launcher_p (const char *name)
{
  static const char *const list[]
    = { "ccache", "distcc", "sccache", "icecc", NULL };

  for (const char *const *l = list; *l; l++)
    if (strcmp (name, *l) == 0)
      return true;
  return false;
}

/* Do the work of `memlb wrap' for the command ARGV behind the LAUNCHERS (words
   that end with a space, or ""): compiler, or wrapper of MPI, and arguments.
   The launchers run the compiler, with the plugin's option, so that a cache
   sees it; a wrapper of MPI has memlb's run them.  */

static int
exec_behind (const char *launchers, int argc, char **argv)
{
  struct arguments compiler = { 0 };
  const char *name = last_part (argv[0]);
  char **words = mpi_p (name) || !*launchers ? NULL : buildargv (launchers);
  char *first = command_find (words ? words[0] : argv[0]);
  int status = EXIT_FAILED;

  if (!first)
    msg_error ("no compiler `%s' in PATH; install it",
	       words ? words[0] : argv[0]);
  else
    {
      arguments_add (&compiler, first);
      if (words)
	{
	  arguments_add_words (&compiler, words + 1);
	  arguments_add (&compiler, argv[0]);
	}
      status = (mpi_p (name)
		? exec_mpi (&compiler, name, launchers, argc - 1, argv + 1)
		: exec_gcc (&compiler, argc - 1, argv + 1));
    }
  arguments_free (&compiler);
  freeargv (words);
  free (first);
  return status;
}

/* Do the work of `memlb wrap' for the compile command ARGV, whose first word
   is the compiler, or a launcher of it.  */

int
wrapper_exec_command (int argc, char **argv)
{
  char *launchers = xstrdup ("");

  while (argc > 1 && launcher_p (last_part (argv[0])))
    {
      char *more = concat (launchers, argv[0], " ", NULL);
      free (launchers);
      launchers = more;
      argc--;
      argv++;
    }
  int status = (!*launchers && strncmp (last_part (argv[0]), "memlb-", 6) == 0
		? wrapper_exec_as (argv[0], argc - 1, argv + 1)
		: exec_behind (launchers, argc, argv));
  free (launchers);
  return status;
}
