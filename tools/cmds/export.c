/* SPDX-License-Identifier: GPL-3.0-or-later */
/* memlb export: a profile in the formats of other tools.  */

#include "cmds.h"

#include <argp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "lib/export.h"
#include "lib/input.h"
#include "lib/install.h"
#include "lib/output.h"

static const struct argp_option options[] =
  {
    { "output", 'o', "OUT", 0, "Write to OUT instead of standard output", 0 },
    { "metric", 'm', "METRIC", 0, "Export this metric: one of the profile, a "
      "ready one, or NAME = EXPRESSION; may be given several times", 0 },
    { 0 }
  };

static const struct
{
  const char *name;
  void (*write) (const struct export *e);
  bool amounts;		/* writes only what adds up */
} formats[] =
  {
    { "callgrind", export_callgrind, true },
    { "chrome", export_chrome, true },
    { "speedscope", export_speedscope, true },
    { "collapsed", export_collapsed, true },
    { "csv", export_csv, false },
    { "json", export_json, false },
  };
enum { N_FORMATS = sizeof formats / sizeof *formats };

struct request
{
  struct names metrics;
  const char *output, *file;
  int format;		/* -1 until given */
};

static error_t
parse_option (int key, char *arg, struct argp_state *state)
{
  struct request *q = state->input;

  switch (key)
    {
    case 'o': q->output = arg; break;
    case 'm': names_add (&q->metrics, arg); break;
    case ARGP_KEY_ARG:
      if (q->format < 0)
	{
	  while (++q->format < N_FORMATS)
	    if (strcmp (formats[q->format].name, arg) == 0)
	      break;
	  if (q->format == N_FORMATS)
	    argp_error (state, "no format `%s'; the formats are callgrind, "
			"chrome, speedscope, collapsed, csv, json", arg);
	}
      else if (q->file)
	argp_error (state, "one profile at a time");
      else
	q->file = arg;
      break;
    case ARGP_KEY_END:
      if (q->format < 0)
	argp_error (state, "give a format: callgrind, chrome, speedscope, "
		    "collapsed, csv or json");
      break;
    default: return ARGP_ERR_UNKNOWN;
    }
  return 0;
}

/* Write E as Q asks for.  */

static int
write_export (const struct request *q, struct export *e, struct fail *why)
{
  struct output o;

  if (formats[q->format].amounts && !export_amount (e, 0))
    return fail_set (why, e->t->source, 0, "no metric that adds up, which %s "
		     "needs; choose others with --metric, or csv or json",
		     formats[q->format].name);
  if (output_open (&o, q->output, why) != 0)
    return -1;
  e->out = o.to;
  formats[q->format].write (e);
  return output_close (&o, why);
}

/* Do what Q asks for.  */

static int
export (const struct request *q, struct fail *why)
{
  char *file = input_file (q->file, why);
  struct tree *t = file ? tree_read (file, why) : NULL;
  char *name = install_data_file ("metrics");
  struct ready ready = { 0 };
  struct export e = { 0 };
  int result = t ? ready_load (&ready, name, why) : -1;

  if (result == 0)
    result = export_begin (&e, t, &q->metrics, &ready, why);
  if (result == 0)
    result = write_export (q, &e, why);
  export_free (&e);
  ready_free (&ready);
  tree_free (t);
  free (name);
  free (file);
  return result;
}

int
cmd_export (int argc, char **argv)
{
  static const struct argp argp
    = { options, parse_option, "FORMAT [FILE]",
	"Write a profile in the format of another tool: callgrind, chrome "
	"(trace events), speedscope, collapsed (stacks for flame graphs), csv "
	"or json.\vFILE is a profile, a directory with profiles, or - for "
	"standard input; default is the newest run here.", NULL, NULL, NULL };
  struct request q = { .format = -1 };
  struct fail why;

  argp_parse (&argp, argc, argv, 0, NULL, &q);
  int result = export (&q, &why);
  names_free (&q.metrics);
  if (result == 0)
    return msg_output_end ();
  msg_fail (&why);
  return EXIT_FAILED;
}
