/* SPDX-License-Identifier: GPL-3.0-or-later */
/* memlb annotate: source with the figures beside the lines.  */

#include "cmds.h"

#include <argp.h>
#include <stdio.h>
#include <stdlib.h>
#include "lib/annotate.h"
#include "lib/input.h"
#include "lib/install.h"

enum { OPT_FILE = 256, OPT_LOOP, OPT_CONTEXT, OPT_ALL };

static const struct argp_option options[] =
  {
    { "source", 's', "DIR", 0, "Read sources below DIR (default: the current "
      "folder); may be given several times", 0 },
    { "file", OPT_FILE, "PATTERN", 0, "Only these source files", 0 },
    { "loop", OPT_LOOP, "ID", 0, "Only around this loop; a pattern", 0 },
    { "metric", 'm', "METRIC", 0, "Show this metric instead of time and "
      "bound: one of the profile, a ready one, or NAME = EXPRESSION; may be "
      "given several times", 0 },
    { "context", OPT_CONTEXT, "N", 0, "Show N lines around (default 2)", 0 },
    { "all", OPT_ALL, NULL, 0, "Show every line of the files", 0 },
    { 0 }
  };

struct request
{
  struct annotate_options annotate;
  const char *file;
};

static error_t
parse_option (int key, char *arg, struct argp_state *state)
{
  struct request *q = state->input;
  char *end;

  switch (key)
    {
    case 's': names_add (&q->annotate.roots, arg); break;
    case 'm': names_add (&q->annotate.metrics, arg); break;
    case OPT_FILE: names_add (&q->annotate.files, arg); break;
    case OPT_LOOP: q->annotate.loop = arg; break;
    case OPT_ALL: q->annotate.all = true; break;
    case OPT_CONTEXT:
      q->annotate.context = strtoul (arg, &end, 10);
      if (*end || end == arg || *arg == '-' || q->annotate.context > 100000)
	argp_error (state, "--context=%s is not a number of lines", arg);
      break;
    case ARGP_KEY_ARG:
      if (q->file)
	argp_error (state, "one profile at a time");
      q->file = arg;
      break;
    default: return ARGP_ERR_UNKNOWN;
    }
  return 0;
}

/* Do what Q asks for.  */

static int
annotate_file (const struct request *q, struct fail *why)
{
  char *file = input_file (q->file, why);
  struct tree *t = file ? tree_read (file, why) : NULL;
  char *name = install_data_file ("metrics");
  struct ready ready = { 0 };
  int result = t ? ready_load (&ready, name, why) : -1;

  if (result == 0)
    result = annotate (stdout, t, &ready, &q->annotate, msg_fail, why);
  ready_free (&ready);
  tree_free (t);
  free (name);
  free (file);
  return result;
}

int
cmd_annotate (int argc, char **argv)
{
  static const struct argp argp
    = { options, parse_option, "[FILE]",
	"Show the source of the loop nests with their times, bounds and "
	"verdicts beside the lines.\vFILE is a profile, a directory with "
	"profiles, or - for standard input; default is the newest run here.",
	NULL, NULL, NULL };
  struct request q = { .annotate = { .context = 2 } };
  struct fail why;

  argp_parse (&argp, argc, argv, 0, NULL, &q);
  if (!q.annotate.roots.n)
    names_add (&q.annotate.roots, ".");
  int result = annotate_file (&q, &why);
  names_free (&q.annotate.roots);
  names_free (&q.annotate.files);
  names_free (&q.annotate.metrics);
  if (result == 0)
    return msg_output_end ();
  msg_fail (&why);
  return EXIT_FAILED;
}
