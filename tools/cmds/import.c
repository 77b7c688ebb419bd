/* SPDX-License-Identifier: GPL-3.0-or-later */
/* memlb import: figures of other tools as metrics of a profile.  */

#include "cmds.h"

#include <argp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "lib/import.h"
#include "lib/input.h"

enum { OPT_PREFIX = 256, OPT_METRICS, OPT_PROGRAM };

static const struct argp_option options[] =
  {
    { "output", 'o', "OUT", 0, "Write the profile to OUT instead of standard "
      "output", 0 },
    { "profile", 'p', "PROFILE", 0, "Put the figures into this profile, on "
      "its loops; default is a new profile of what FILE names", 0 },
    { "prefix", OPT_PREFIX, "TEXT", 0, "Begin the metrics' names with TEXT",
      0 },
    { "metrics", OPT_METRICS, "CSV", 0, "With hpcstruct: the figures for its "
      "structure", 0 },
    { "program", OPT_PROGRAM, "NAME", 0, "The program's name in a new "
      "profile", 0 },
    { "quiet", 'q', NULL, 0, "Say nothing of what was imported", 0 },
    { 0 }
  };

static const struct
{
  const char *name;
  int (*read) (struct import *im, const char *file);
} formats[] =
  {
    { "callgrind", import_callgrind }, { "cachegrind", import_callgrind },
    { "perf", import_perf }, { "gcov", import_gcov }, { "csv", import_csv },
    { "hpcstruct", import_hpcstruct }, { "gprof", import_gprof },
  };
enum { N_FORMATS = sizeof formats / sizeof *formats };

struct request
{
  const char *output, *profile, *prefix, *metrics, *program;
  bool quiet;
  int format;		/* -1 until given */
  const char *file;
};

/* The number of the format called NAME, or a usage error.  */

static int
parse_format (const char *name, struct argp_state *state)
{
  for (int i = 0; i < N_FORMATS; i++)
    if (strcmp (formats[i].name, name) == 0)
      return i;
  argp_error (state, "no format `%s'; the formats are callgrind, cachegrind, "
	      "perf, gcov, csv, hpcstruct, gprof", name);
  return -1;
}

static error_t
parse_option (int key, char *arg, struct argp_state *state)
{
  struct request *q = state->input;

  switch (key)
    {
    case 'o': q->output = arg; break;
    case 'p': q->profile = arg; break;
    case 'q': q->quiet = true; break;
    case OPT_PREFIX: q->prefix = arg; break;
    case OPT_METRICS: q->metrics = arg; break;
    case OPT_PROGRAM: q->program = arg; break;
    case ARGP_KEY_ARG:
      if (q->format < 0)
	q->format = parse_format (arg, state);
      else if (q->file)
	argp_error (state, "one file at a time");
      else
	q->file = arg;
      break;
    case ARGP_KEY_END:
      if (!q->file)
	argp_error (state, "give a format and a file");
      if (q->metrics && formats[q->format].read != import_hpcstruct)
	argp_error (state, "--metrics goes with hpcstruct only");
      if (q->profile && formats[q->format].read == import_hpcstruct)
	argp_error (state, "hpcstruct makes a profile of its own; no "
		    "--profile");
      break;
    default: return ARGP_ERR_UNKNOWN;
    }
  return 0;
}

/* Say what came in, and how much of it found no home.  */

static void
tell_sums (const struct import *im)
{
  struct tree *t = im->t;

  for (size_t i = 0; i < im->n_metrics; i++)
    {
      const struct metric *m = &t->metrics[im->metrics[i]];
      double all = 0, elsewhere = 0;
      for (size_t c = 0; c < m->n_cells; c++)
	if (m->cells[c].scope == t->program)
	  all = m->cells[c].value;
	else if (m->cells[c].scope == im->elsewhere)
	  elsewhere = m->cells[c].value;
      if (im->elsewhere && all > 0)
	fprintf (stderr, "memlb: imported %s: %.9g, %.1f %% of it under "
		 "elsewhere\n", m->name, all, 100 * elsewhere / all);
      else
	fprintf (stderr, "memlb: imported %s: %.9g\n", m->name, all);
    }
}

/* Read what Q names into IM.  */

static int
read_formats (const struct request *q, struct import *im)
{
  if (formats[q->format].read (im, q->file) != 0)
    return -1;
  /* From here on the structure is given.  */
  if (formats[q->format].read == import_hpcstruct)
    im->based = true;
  return q->metrics ? import_csv (im, q->metrics) : 0;
}

/* Do what Q asks for.  */

static int
import (const struct request *q, struct fail *why)
{
  char *profile = q->profile ? input_file (q->profile, why) : NULL;
  struct tree *t = NULL;
  struct import im;
  int result;

  if (q->profile)
    t = profile ? tree_read (profile, why) : NULL;
  else
    t = tree_new_profile (q->file, q->program ? q->program : "program");
  free (profile);
  if (!t)
    return -1;
  import_begin (&im, t, q->profile != NULL, msg_fail, why);
  im.prefix = q->prefix;
  im.named |= q->program != NULL;
  result = read_formats (q, &im);
  if (result == 0)
    {
      import_end (&im);
      result = tree_write (t, q->output, why);
    }
  if (result == 0 && !q->quiet)
    tell_sums (&im);
  import_free (&im);
  tree_free (t);
  return result;
}

int
cmd_import (int argc, char **argv)
{
  static const struct argp argp
    = { options, parse_option, "FORMAT FILE",
	"Put the figures of other tools on the loops and lines of a profile: "
	"what callgrind, cachegrind, perf script, gcov --json-format, "
	"hpcstruct or gprof wrote, or CSV with the columns file, line, metric "
	"and value.\vFORMAT is callgrind, cachegrind, perf, gcov, csv, "
	"hpcstruct or gprof; FILE - is standard input.", NULL, NULL, NULL };
  struct request q = { .format = -1 };
  struct fail why;

  argp_parse (&argp, argc, argv, 0, NULL, &q);
  if (import (&q, &why) == 0)
    return msg_output_end ();
  msg_fail (&why);
  return EXIT_FAILED;
}
