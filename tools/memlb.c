/* SPDX-License-Identifier: GPL-3.0-or-later */
/* memlb SUBCOMMAND: the one command; finds the subcommand and hands over.  */

#include <argp.h>
#include <errno.h>
#include <libxml/parser.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cmds/cmds.h"
#include "lib/msg.h"
#include "lib/xalloc.h"

const char *argp_program_version = "memlb " PACKAGE_VERSION;

const struct subcommand subcommands[] =
  {
    { "report", cmd_report, "show where the time goes and what misses cost" },
    { "run", cmd_run, "run a program and report on it" },
    { "annotate", cmd_annotate,
      "show the source with figures beside the lines" },
    { "estimate", cmd_estimate,
      "compare ideal time from block counts with bound and time" },
    { "html", cmd_html, "write a page that shows profiles" },
    { "diff", cmd_diff, "compare two profiles loop by loop" },
    { "import", cmd_import, "put figures of other tools on a profile" },
    { "export", cmd_export, "write a profile for other tools" },
    { "metric", cmd_metric, "add derived metrics to a profile" },
    { "merge", cmd_merge, "make one profile of many ranks or runs" },
    { "check", cmd_check, "validate profiles" },
    { "doctor", cmd_doctor, "say what works on this machine" },
    { "status", cmd_status, "say which objects carry copies" },
    { "flags", cmd_flags, "print flags for plain compilers" },
    { "plugin", cmd_plugin, "list or build compiler plugins" },
    { "wrap", cmd_wrap, "add memlb to a compile or link command" },
    { "help", cmd_help, "open a manual page" },
    { NULL, NULL, NULL }
  };

/* Print the subcommands to OUT.  */

static void
usage (FILE *out)
{
  fputs ("Usage: memlb SUBCOMMAND [OPTIONS] [FILE...]\n\n"
	 "memlb finds loops that lose time to memory: it compares each loop "
	 "nest with a\ncopy of the same instructions that never misses the "
	 "cache.\n\n", out);
  for (const struct subcommand *s = subcommands; s->name; s++)
    fprintf (out, "  %-8s %s\n", s->name, s->summary);
  fputs ("\nCompile with memlb-gcc, memlb-g++ or memlb-gfortran, run the "
	 "program, then:\nmemlb report.  `memlb SUBCOMMAND --help' lists "
	 "options, `memlb help SUBCOMMAND'\nopens its manual page.\n", out);
}

/* Run the subcommand called ARGV[1] with the arguments after it.  */

static int
run_subcommand (int argc, char **argv)
{
  for (const struct subcommand *s = subcommands; s->name; s++)
    if (strcmp (s->name, argv[1]) == 0)
      {
	char *name = concat ("memlb ", s->name, NULL);
	int status;

	argv[1] = name;
	program_invocation_name = program_invocation_short_name = name;
	status = s->run (argc - 1, argv + 1);
	xmlCleanupParser ();
	return status;
      }
  msg_error ("no subcommand `%s'; memlb --help lists them", argv[1]);
  return EXIT_USAGE;
}

int
main (int argc, char **argv)
{
  /* Only the character type: numbers keep their decimal point in every
     locale.  */
  setlocale (LC_CTYPE, "");
  argp_err_exit_status = EXIT_USAGE;
  if (argc < 2)
    {
      usage (stderr);
      return EXIT_USAGE;
    }
  if (strcmp (argv[1], "--version") == 0 || strcmp (argv[1], "-V") == 0)
    {
      puts (argp_program_version);
      return msg_output_end ();
    }
  if (strcmp (argv[1], "--help") == 0 || strcmp (argv[1], "-h") == 0
      || strcmp (argv[1], "-?") == 0)
    {
      usage (stdout);
      return msg_output_end ();
    }
  return run_subcommand (argc, argv);
}
