/* SPDX-License-Identifier: GPL-3.0-or-later */
/* memlb report: where the time goes, and what of it misses cost.  */

#include "cmds.h"

#include <argp.h>
#include <stdlib.h>
#include <string.h>
#include "lib/estimate.h"
#include "lib/find.h"
#include "lib/profile-read.h"
#include "lib/report.h"

enum
{
  OPT_SORT = 256, OPT_TOP, OPT_LOOP, OPT_REFUSED, OPT_BRIEF, OPT_FORMAT,
  OPT_COUNTS
};

static const struct argp_option options[] =
  {
    { "sort", OPT_SORT, "KEYS", 0,
      "Sort by these, separated by commas: recoverable (default), time, "
      "bound, speedup, share, entries, name", 0 },
    { "top", OPT_TOP, "N", 0, "Show N loops at most; 0 shows all", 0 },
    { "loop", OPT_LOOP, "ID", 0,
      "All about one loop: its id, FILE:LINE, the name of a function, or the "
      "number of a row", 0 },
    { "counts", OPT_COUNTS, "FILE", 0,
      "With --loop, also what binds it, by this profile of a count run", 0 },
    { "refused", OPT_REFUSED, NULL, 0, "The loops that were not copied, and "
      "why", 0 },
    { "brief", OPT_BRIEF, NULL, 0, "The table only", 0 },
    { "format", OPT_FORMAT, "FORMAT", 0, "text (default), csv or json", 0 },
    { 0 }
  };

/* What the command line asks for.  */
struct request
{
  struct report_options report;
  struct names files;
  const char *counts;
};

/* The number that TEXT holds, or a usage error about --top.  */

static long
parse_top (const char *text, struct argp_state *state)
{
  char *end;
  long n = strtol (text, &end, 10);

  if (*end || end == text || n < 0)
    argp_error (state, "--top=%s is not a number", text);
  return n;
}

/* The format called TEXT, or a usage error.  */

static enum report_format
parse_format (const char *text, struct argp_state *state)
{
  static const char *const names[] = { "text", "csv", "json" };

  for (int i = 0; i < 3; i++)
    if (strcmp (text, names[i]) == 0)
      return (enum report_format) i;
  argp_error (state, "--format=%s: the formats are text, csv, json", text);
  return REPORT_TEXT;
}

/* argp: take one option or argument.  */

static error_t
parse_option (int key, char *arg, struct argp_state *state)
{
  struct request *q = state->input;

  switch (key)
    {
    case OPT_SORT:
      if (!sort_keys_parse (arg, q->report.keys, &q->report.n_keys))
	argp_error (state, "--sort=%s: the keys are recoverable, time, bound, "
		    "speedup, share, entries, name", arg);
      break;
    case OPT_TOP: q->report.top = parse_top (arg, state); break;
    case OPT_LOOP: q->report.loop = arg; break;
    case OPT_COUNTS: q->counts = arg; break;
    case OPT_REFUSED: q->report.refused = true; break;
    case OPT_BRIEF: q->report.brief = true; break;
    case OPT_FORMAT: q->report.format = parse_format (arg, state); break;
    case ARGP_KEY_ARG: names_add (&q->files, arg); break;
    default: return ARGP_ERR_UNKNOWN;
    }
  return 0;
}

/* Say on standard error which of FILES the report is about.  */

static void
tell_files (const struct names *files)
{
  if (files->n == 1)
    fprintf (stderr, "memlb: report of %s\n", files->at[0]);
  else
    fprintf (stderr, "memlb: report of %s and %zu more of the same run\n",
	     files->at[0], files->n - 1);
}

/* Report P as Q asks, with what its loops take by the counts that Q names.  */

static int
report_counted (const struct request *q, const struct profile *p,
		struct fail *why)
{
  struct report_options options = q->report;
  struct profile *counts = profile_read (q->counts, why);
  struct estimates e = { 0 };
  int result = counts ? estimates_make (&e, counts, p, NULL, why) : -1;

  options.estimates = &e;
  if (result == 0)
    result = report_write (p, &options, why);
  estimates_free (&e);
  profile_free (counts);
  return result;
}

/* Do what Q asks for.  */

static int
report (const struct request *q, struct fail *why)
{
  struct names files = { 0 };
  struct profile *p = NULL;
  bool chosen;
  int result = find_files (&q->files, &files, false, &chosen, why);

  if (result == 0 && chosen)
    tell_files (&files);
  if (result == 0)
    p = read_profiles (&files, msg_progress, why);
  result = !p ? -1
	   : q->counts ? report_counted (q, p, why)
	   : report_write (p, &q->report, why);
  profile_free (p);
  names_free (&files);
  return result;
}

int
cmd_report (int argc, char **argv)
{
  static const struct argp argp
    = { options, parse_option, "[FILE...]",
	"Show which loop nests lose time to cache misses, how fast each would "
	"be without, and which were not measured and why.\v"
	"FILE is a profile, a directory with profiles, or - for standard "
	"input; default is the newest run here with all its ranks.",
	NULL, NULL, NULL };
  struct request q = { .report = report_defaults };
  struct fail why;
  int result;

  argp_parse (&argp, argc, argv, 0, NULL, &q);
  result = report (&q, &why);
  names_free (&q.files);
  if (result == 0)
    return msg_output_end ();
  msg_fail (&why);
  return EXIT_FAILED;
}
