/* SPDX-License-Identifier: GPL-3.0-or-later */
/* memlb merge: the profiles of many ranks or runs into one.

   One file after the other is read, added and forgotten.  */

#include "cmds.h"

#include <argp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "lib/combine.h"
#include "lib/find.h"
#include "lib/profile-read.h"
#include "lib/profile-write.h"
#include "lib/warnings.h"

static const struct argp_option options[] =
  {
    { "output", 'o', "OUT", 0, "Write the merged profile to OUT (- for "
      "standard output); compressed if its name ends in .gz", 0 },
    { "keep-going", 'k', NULL, 0, "Leave out files that cannot be read", 0 },
    { 0 }
  };

/* What the command line asks for.  */
struct request
{
  const char *out;
  bool keep_going;
  struct names files;
};

static error_t
parse_option (int key, char *arg, struct argp_state *state)
{
  struct request *q = state->input;

  switch (key)
    {
    case 'o': q->out = arg; break;
    case 'k': q->keep_going = true; break;
    case ARGP_KEY_ARG: names_add (&q->files, arg); break;
    case ARGP_KEY_END:
      if (!q->out)
	argp_error (state, "where to? -o OUT");
      break;
    default: return ARGP_ERR_UNKNOWN;
    }
  return 0;
}

/* Add FILES to C.  Return how many could not be read; stop at the first
   unless KEEP_GOING.  */

static size_t
add_files (struct combination *c, const struct names *files, bool keep_going)
{
  size_t failed = 0;
  struct fail why;

  for (size_t i = 0; i < files->n; i++)
    {
      msg_progress ("merging profiles", i, files->n);
      struct profile *one = profile_read (files->at[i], &why);
      if (one)
	combine_add (c, one);
      else
	{
	  msg_fail (&why);
	  if (failed++ == 0 && !keep_going)
	    break;
	}
      profile_free (one);
    }
  msg_progress ("merging profiles", files->n, files->n);
  return failed;
}

static void
say (void *unused __attribute__ ((unused)), const char *text)
{
  msg_warning ("%s", text);
}

/* Merge FILES as Q asks for.  Return the exit status.  */

static int
merge (const struct request *q, const struct names *files)
{
  struct combination *c = combine_begin ();
  size_t failed = add_files (c, files, q->keep_going);
  struct fail why;

  if (failed && (!q->keep_going || failed == files->n))
    {
      combine_abandon (c);
      return EXIT_FAILED;
    }
  struct profile *p = combine_end (c);
  warnings_of_mixture (p, (struct warning_sink) { say, NULL });
  int result = profile_write (p, q->out, &why);
  if (result != 0)
    msg_fail (&why);
  else if (strcmp (q->out, "-") != 0)
    fprintf (stderr, "memlb: %s: %zu profiles, %zu loops\n",
	     q->out, p->n_files, p->n_loops);
  profile_free (p);
  return result == 0 && !failed ? EXIT_DONE : EXIT_FAILED;
}

int
cmd_merge (int argc, char **argv)
{
  static const struct argp argp
    = { options, parse_option, "-o OUT [FILE...]",
	"Merge the profiles of many ranks, or of several runs, into one, with "
	"the least, mean and most of them and the imbalance for every "
	"scope.\v"
	"FILE is a profile, a directory with profiles, or - for standard "
	"input; default is the newest run here with all its ranks.",
	NULL, NULL, NULL };
  struct request q = { 0 };
  struct names files = { 0 };
  struct fail why;
  bool chosen;
  int status;

  argp_parse (&argp, argc, argv, 0, NULL, &q);
  if (find_files (&q.files, &files, true, &chosen, &why) == 0)
    status = merge (&q, &files);
  else
    {
      msg_fail (&why);
      status = EXIT_FAILED;
    }
  names_free (&q.files);
  names_free (&files);
  return status;
}
