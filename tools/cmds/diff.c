/* SPDX-License-Identifier: GPL-3.0-or-later */
/* memlb diff: before and after, loop by loop.  */

#include "cmds.h"

#include <argp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "lib/diff.h"
#include "lib/input.h"

enum { OPT_EXIT_CODE = 256, OPT_NOISE, OPT_ALL, OPT_FORMAT };

static const struct argp_option options[] =
  {
    { "exit-code", OPT_EXIT_CODE, NULL, 0, "Exit with 1 when the program or a "
      "loop has become significantly slower", 0 },
    { "noise", OPT_NOISE, "PERCENT", 0, "What times vary by from run to run "
      "(default 3): no smaller change is significant", 0 },
    { "all", OPT_ALL, NULL, 0, "Show unchanged loops too", 0 },
    { "format", OPT_FORMAT, "FORMAT", 0, "text (default) or csv", 0 },
    { 0 }
  };

struct request
{
  struct diff_style style;
  bool exit_code;
  double noise;
  const char *files[2];
  int n;
};

static error_t
parse_option (int key, char *arg, struct argp_state *state)
{
  struct request *q = state->input;
  char *end;

  switch (key)
    {
    case OPT_EXIT_CODE: q->exit_code = true; break;
    case OPT_ALL: q->style.all = true; break;
    case OPT_NOISE:
      q->noise = strtod (arg, &end) / 100;
      if (*end || end == arg || !(q->noise >= 0 && q->noise <= 1))
	argp_error (state, "--noise=%s is not a percentage", arg);
      break;
    case OPT_FORMAT:
      q->style.csv = strcmp (arg, "csv") == 0;
      if (!q->style.csv && strcmp (arg, "text") != 0)
	argp_error (state, "--format=%s: the formats are text, csv", arg);
      break;
    case ARGP_KEY_ARG:
      if (q->n == 2)
	argp_error (state, "two profiles, not more");
      q->files[q->n++] = arg;
      break;
    case ARGP_KEY_END:
      if (q->n < 2)
	argp_error (state, "two profiles: before and after");
      break;
    default: return ARGP_ERR_UNKNOWN;
    }
  return 0;
}

/* Compare what Q names.  Return the exit status, -1 with the reason in
   WHY.  */

static int
diff (const struct request *q, struct fail *why)
{
  struct profile *a = input_profile (q->files[0], why);
  struct profile *b = a ? input_profile (q->files[1], why) : NULL;
  int status = -1;

  if (b)
    {
      struct diff d = diff_profiles (a, b, q->noise);
      diff_write (stdout, &d, &q->style);
      status = q->exit_code && diff_regression_p (&d) ? EXIT_FAILED
	       : EXIT_DONE;
      diff_free (&d);
    }
  profile_free (a);
  profile_free (b);
  return status;
}

int
cmd_diff (int argc, char **argv)
{
  static const struct argp argp
    = { options, parse_option, "BEFORE AFTER",
	"Compare two profiles, loop by loop, with the noise band.\vEach is a "
	"profile, or a directory, which stands for the newest run in it.",
	NULL, NULL, NULL };
  struct request q = { .noise = 0.03 };
  struct fail why;

  argp_parse (&argp, argc, argv, 0, NULL, &q);
  q.style.terminal = isatty (STDOUT_FILENO);
  int status = diff (&q, &why);
  if (status < 0)
    {
      msg_fail (&why);
      return EXIT_FAILED;
    }
  int end = msg_output_end ();
  return status == EXIT_DONE ? end : status;
}
